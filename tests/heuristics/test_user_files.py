"""A person's own files of heuristics: each is loaded by itself, and reloaded when it changes."""

import os
import time

import pytest

import bad_terms
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics import module_loader
from heuristics.lens import Lens
from heuristics.module_loader import being_written
from heuristics.registry import (
    BrokenModule,
    broken_of,
    fault_of,
    heuristics_of,
    keep_weights,
    load_heuristic,
    load_lens,
    look_in,
    looked_in,
    newest,
    own_files,
    refresh,
)
from heuristics.smoke_test import check
from own_heuristics import source, write


@pytest.fixture
def folder(tmp_path):
    before = looked_in()
    look_in(tmp_path)
    yield tmp_path
    look_in(before)


def checked(heuristic):
    check(Lens.of(heuristic), heuristic.game)


def problems():
    return {file.path.name: file.problem for file in own_files()}


def start(game="isolation"):
    return Position.start(load_game(game)).state


def test_own_heuristics_are_listed_with_the_shipped_ones(folder):
    write(folder / "one.py", source())
    write(folder / "two.py", source("other", "chess"))
    assert heuristics_of("isolation")[-1].name == "mine" and heuristics_of("chess")[-1].name == "other"
    assert load_lens("isolation", "mine").breakdown(start(), 0).value == 2.0
    assert not any(h.name in ("mine", "other") for game in ("morris", "jungle") for h in heuristics_of(game))


BROKEN = [
    ("syntax", source() + "\nx = (\n", "SyntaxError", 10),
    ("raises", source() + "\nx = 1 / 0\n", "ZeroDivisionError", 10),
    ("exits", source() + "\nraise SystemExit(0)\n", "SystemExit", 10),
    ("endless", source() + "\nwhile True:\n    pass\n", "does not end", 10),
    ("shipped", source("improved"), "the name of one that comes with the program", 3),
    (
        "twice",
        source() + '\nagain = Heuristic("mine", "isolation", "", "")\n',
        "the name of the heuristic in line 3",
        10,
    ),
    ("game", source(game="no-such"), "expected one of isolation", 3),
    ("none", "x = 1\n", "expected a Heuristic", 1),
    ("former module", source() + "\nimport games.rows\n", "games.rows is called games.fen_rows now", 10),
    ("former decorator", source() + "\nmine.looks_over\n", "looks_over is called precompute now", 10),
    ("former parameter", source().replace("side)", "survey)"), "survey is called shared now", 6),
]


@pytest.mark.parametrize(
    ("text", "words", "line"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_a_broken_file_is_one_line_and_costs_nothing_but_its_own(folder, monkeypatch, text, words, line):
    monkeypatch.setattr(module_loader, "PATIENCE", 1.0)
    write(folder / "bad.py", text)
    write(folder / "good.py", source("good"))
    names = [heuristic.name for heuristic in heuristics_of("isolation")]
    assert "good" in names and "mine" not in names
    problem = problems()["bad.py"]
    assert problem.startswith("bad.py: ") and words in problem and len(problem.splitlines()) == 1
    last = problem.rstrip(")").rpartition("line ")[2]
    assert int(last) in (line, line + 1)
    assert problems()["good.py"] == ""


def test_broken_heuristic_is_listed_with_its_problem(folder):
    write(folder / "bad.py", source() + "\nx = (\n")
    assert [name for name, _ in broken_of("isolation")] == ["mine"] and broken_of("chess") == []
    with pytest.raises(BrokenModule, match=r"heuristic 'mine': bad.py: SyntaxError.*bad.py, line 10"):
        load_heuristic("isolation", "mine")


def test_what_is_not_utf_8_or_no_file_is_a_line_too(folder):
    (folder / "bytes.py").write_bytes(b"x = '\xff'\n")
    (folder / "folder.py").mkdir()
    assert "bytes.py" in problems() and problems()["bytes.py"] and "folder.py" not in problems()


def test_saved_file_replaces_the_heuristic_others_stay(folder):
    write(folder / "one.py", source())
    write(folder / "two.py", source("other"))
    first, other = load_heuristic("isolation", "mine"), load_heuristic("isolation", "other")
    assert not refresh(checked)
    write(folder / "one.py", source(weight=5.0))
    assert refresh(checked)
    assert newest(first) is not first and newest(other) is other
    assert load_lens("isolation", "mine").breakdown(start(), 0).value == 5.0


FAULTS = [
    ("1 / 0", "return 1.0 / (state.to_move - state.to_move)", "divide by zero"),
    ("NaN", "return float('nan')", "nan"),
    ("changes", "state.pieces[0] = 5; return 1.0", "changes the state"),
    ("endless", "while True: pass", "does not end"),
    ("raises", "raise ValueError('no')", "ValueError: no"),
]


@pytest.mark.parametrize(("body", "words"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_faulty_saved_term_leaves_the_last_good_version(folder, body, words):
    write(folder / "one.py", source())
    good = load_heuristic("isolation", "mine")
    write(folder / "one.py", source(body=body))
    assert refresh(checked)
    assert newest(good) is good and good in heuristics_of("isolation")
    assert words in fault_of(good) and "one.py, line" in fault_of(good)
    write(folder / "one.py", source(weight=3.0))
    assert refresh(checked) and fault_of(newest(good)) == "" and newest(good).terms[0].weight == 3.0


@pytest.mark.parametrize(("body", "words"), [("while True: pass", "does not end"), ("return 1 // 0", "zero")])
def test_faulty_shared_function_is_named_by_its_line(folder, body, words):
    write(folder / "one.py", source())
    good = load_heuristic("isolation", "mine")
    shared = f"\n\n@mine.precompute\ndef both(state):\n    {body}\n"
    term = "\n\n@mine.single('seen', weight=1.0)\ndef seen(state, side, shared):\n    return shared\n"
    write(folder / "one.py", source() + shared + term)
    line = (source() + shared).count("\n")
    assert refresh(checked) and newest(good) is good
    assert words in fault_of(good) and f"one.py, line {line}" in fault_of(good)


@pytest.mark.parametrize("text", ["x = (\n", "raise SystemExit(1)\n", "import no_such_thing\n"])
def test_file_that_no_longer_loads_leaves_its_good_version(folder, text):
    write(folder / "one.py", source())
    good = load_heuristic("isolation", "mine")
    write(folder / "one.py", text)
    assert refresh(checked) and newest(good) is good and "line 1" in fault_of(good)


def test_heuristic_without_its_file_is_only_kept_in_its_game(folder):
    write(folder / "one.py", source())
    good = load_heuristic("isolation", "mine")
    (folder / "one.py").unlink()
    assert refresh(checked) and good not in heuristics_of("isolation") and newest(good) is good


def test_a_file_that_comes_with_the_program_is_reloaded_as_well(monkeypatch, tmp_path):
    shipped = "from heuristics.contract import Heuristic\n\nDEFAULT = Heuristic('made', 'morris', '', '')\n"
    bad_terms.replace_module(monkeypatch, tmp_path, "morris", shipped)
    first = load_heuristic("morris", "made")
    term = "\n@DEFAULT.single(weight=1.0)\ndef term(state, side):\n    return 1.0\n"
    write(tmp_path / "morris.py", shipped + term)
    assert refresh(checked) and [t.name for t in newest(first).terms] == ["term"]
    second = newest(first)
    write(tmp_path / "morris.py", shipped + term + "\nx = (\n")
    assert refresh(checked) and newest(first) is second and "SyntaxError" in fault_of(second)
    assert all(heuristics_of(game) for game in game_names())


# Weights under a name


def test_weights_are_kept_as_a_heuristic_that_names_them(folder):
    lens = load_lens("morris", "weighted").with_weight("mills", 7.5)
    keep_weights(lens, "my mills")
    kept = heuristics_of("morris")[-1]
    assert kept.name == "my mills" and kept.description == "weighted with mills 7.5 instead of 4"
    assert kept.compiled_as is lens.heuristic
    state = start("morris")
    assert Lens.of(kept).prepared.tolist() == lens.prepared.tolist()
    assert Lens.of(kept).breakdown(state, 0).value == lens.breakdown(state, 0).value
    again = Lens.of(kept).with_weight("mills", 4.0)
    keep_weights(again, "my mills")
    assert len(own_files()) == 1 and load_lens("morris", "my mills").weight("mills") == 4.0


@pytest.mark.parametrize("name", ["", "a,b", "weighted", "mine "])
def test_weights_under_an_impossible_or_taken_name_are_refused(folder, name):
    with pytest.raises(BadText):
        keep_weights(load_lens("morris", "weighted"), name)
    assert own_files() == ()


def test_a_preset_follows_the_file_that_its_terms_are_in(folder):
    write(folder / "one.py", source())
    keep_weights(load_lens("isolation", "mine").with_weight("to move", 9.0), "nine")
    write(folder / "one.py", source(body="return 2.0"))
    assert refresh(checked)
    assert load_lens("isolation", "nine").breakdown(start(), 0).value == 18.0
    assert load_heuristic("isolation", "nine").compiled_as is load_heuristic("isolation", "mine")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "expected JSON"),
        ("[]", "expected an object"),
        ('{"game": "morris"}', "name: expected a text"),
        ('{"game": "no-such", "name": "a", "heuristic": "b", "weights": {}}', "expected one of isolation"),
        ('{"game": "morris", "name": "a", "heuristic": "b", "weights": {}}', "expected one of weighted"),
        ('{"game": "morris", "name": "a", "heuristic": "weighted", "weights": {"x": 1}}', "found 'x'"),
        ('{"game": "morris", "name": "a", "heuristic": "weighted", "weights": {"mills": NaN}}', "numbers"),
        ('{"weights": {"mills": 1, "mills": 2}}', "the key 'mills' stands twice in one object"),
    ],
)
def test_a_preset_that_is_no_preset_is_a_line(folder, text, words):
    write(folder / "bad.json", text)
    assert words in problems()["bad.json"] and "bad.json, line 1" in problems()["bad.json"]


def test_emptied_file_is_read_at_the_next_look(folder):
    file = folder / "one.py"
    write(file, source())
    refresh(checked)
    good = load_heuristic("isolation", "mine")
    file.write_text("", encoding="utf-8")
    refresh(checked)
    assert newest(good) is good and not problems()["one.py"]
    long_ago = file.stat().st_mtime_ns - 3_000_000_000
    os.utime(file, ns=(long_ago, long_ago))
    refresh(checked)
    assert "found none" in problems()["one.py"] and newest(good) is good


def test_after_the_clock_was_set_back_nothing_is_being_written():
    now = time.time_ns()
    assert being_written((now - 10**8, 0)) and not being_written((now - 2 * 10**9, 0))
    assert not being_written((now + 3600 * 10**9, 0)) and not being_written((now, 5))
