"""The command line as other programs call it: only JSON on standard output, an exit status, and mistakes in
one line on standard error."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

import main as program
from cli.plain_tables import TEXT_WIDTH, bounded_text, value_text
from cli.version import version
from engines.contract import WIN
from engines.subprocesses import user_players
from games.compiling.kept_kernels import kept_in
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import heuristics_of, load_heuristic, look_in
from samples import GOLDEN, golden_rows
from study.format.value_format import ValueFormat
from study.lesson_files.lesson_file import LessonFile, write_lesson
from study.settings.settings import Settings
from study.suites.suites import Case

ROOT = Path(__file__).parents[2]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = program.main(list(words))
    except SystemExit as stop:
        status = int(stop.code or 0)
    output = capsys.readouterr()
    return status, output.out, output.err


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    status, out, err = run(capsys, *words, "--json")
    assert status == 0, err
    return json.loads(out)


def test_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["name"] for row in data(capsys, "games")] == list(game_names())
    assert {row["name"] for row in data(capsys, "engines")} >= {"random", "greedy", "minimax", "alphabeta"}
    switches = {row["name"]: row["switches"] for row in data(capsys, "engines")}
    assert "up to depth 4" in switches["strong"]["futility"] and switches["random"] == {}
    rows = data(capsys, "heuristics", "morris")
    assert [row["name"] for row in rows] == [h.name for h in heuristics_of("morris")]
    greedy = next(row for row in data(capsys, "heuristics", "jungle") if row["name"] == "greedy")
    names = [weight["name"] for weight in greedy["terms"] + greedy["parameters"]]
    assert tuple(names) == load_heuristic("jungle", "greedy").weight_names
    status, out, _ = run(capsys, "games")
    assert status == 0 and len(out.splitlines()) == 1 + len(game_names())


def test_heuristics_are_listed_for_people_in_short_lines(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "heuristics")
    assert status == 0 and max(map(len, out.splitlines())) <= TEXT_WIDTH
    assert "\nmorris mobile: " in out and "net on diagonals 0.1 (move lead by filled diagonals)" in out
    heads = [line for line in out.splitlines() if not line.startswith(" ")]
    assert len(heads) == sum(len(heuristics_of(game)) for game in game_names())


def test_perft_and_divide(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, "perft", "isolation", "3", "--divide")
    assert answer["nodes"] == 11280 == sum(answer["moves"].values())
    assert answer["seconds"] >= 0
    assert data(capsys, "perft", "isolation", "0")["nodes"] == 1


def test_perft_counts_every_chance_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    if "jungle" in game_names():
        answer = data(capsys, "perft", "jungle", "2", "--divide")
        assert answer["nodes"] == 4096 and set(answer["moves"].values()) == {512}


def test_golden_rows_through_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = golden_rows("evaluations")
    answers = data(capsys, "eval", "--batch", str(GOLDEN / "evaluations.json"))
    assert len(answers) == len(rows)
    for row, answer in zip(rows, answers, strict=True):
        assert answer["value"] == pytest.approx(row["value"], abs=1e-6), row
    counts = []
    for row in golden_rows("perft"):
        counts += [{**row, "depth": depth, "expected": n} for depth, n in enumerate(row["nodes"][:4], 1)]
    batch = tmp_path / "perft.json"
    batch.write_text(json.dumps(counts), encoding="utf-8")
    for answer in data(capsys, "perft", "--batch", str(batch)):
        assert answer["nodes"] == answer["expected"], answer


def test_a_wrong_row_of_a_batch_says_what_and_the_others_go_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    batch = tmp_path / "rows.json"
    good = {"game": "isolation", "heuristic": "improved", "position": "7/7/7/7/7/7/7 w", "side": "white"}
    wrong = [{**good, "position": "7/7 w"}, {**good, "side": "red"}, {**good, "game": 3}, {}]
    batch.write_text(json.dumps([*wrong, good]), encoding="utf-8")
    answers = data(capsys, "eval", "--batch", str(batch))
    assert ["error" in answer for answer in answers] == [True] * 4 + [False]
    assert ["value" in answer for answer in answers] == [False] * 4 + [True]


def test_eval_sums_to_its_value_and_takes_weights(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("eval", "isolation", "custom_score_2", "--position", "5x1/3x3/5x1/3b3/x3w2/2x4/7 b")
    answer = data(capsys, *words, "--side", "white")
    assert answer["side"] == "white"
    total = 0.0
    for term in answer["terms"]:
        total += term["contribution"]
    assert total == answer["value"] != 0
    one_sided = {term["name"] for term in answer["terms"] if term.get("one_sided")}
    assert one_sided == {"own moves on diagonals", "own moves nearby"}
    changed = data(capsys, *words, "--side", "white", "--weight", "own moves nearby=5")
    assert changed["value"] > answer["value"]
    assert data(capsys, *words)["side"] == "black"


def test_eval_multiplies_a_weight_a_worth_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    text = "r2k1bnr/q1Nb4/1p1p1p2/p3pnpp/P2PPB2/1P3N1P/1RPKBPP1/3Q3R w - - 1 17"
    words = ("eval", "chess", "classical", "--position", text, "--weight", "pawns=1.3")
    answer = data(capsys, *words)
    assert answer["value"] == 371.2573250000001
    pawns, location = answer["terms"][:2]
    assert (pawns["own"], pawns["other"], pawns["weight"], pawns["worth"]) == (8.0, 7.0, 1.3, 77.0)
    assert pawns["contribution"] == 100.10000000000001
    assert (location["own"], location["other"], location["counts"]) == (-9.0, -123.0, False)


def test_eval_prints_groups_with_what_their_rows_add_up_to(capsys: pytest.CaptureFixture[str]) -> None:
    text = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    words = ("eval", "chess", "classical", "--position", text)
    answer, (status, out, _) = data(capsys, *words), run(capsys, *words)
    head, chance, titles, *rows = out.splitlines()
    assert status == 0 and head == "+0.12 pawns for white" and titles.split()[-3:] == ["worth", "in", "pawns"]
    assert chance.startswith("White scores 5")
    heuristic = load_heuristic("chess", "classical")
    groups = {term.group[:1].upper() + term.group[1:] for term in heuristic.terms if term.group}
    steps = [round(100 * float(row.split()[-1].replace("−", "-"))) for row in rows]
    found, total, inside = "", 0, {}
    for row, amount in zip(rows, steps, strict=True):
        if not row.startswith(" "):
            found, total = row.rpartition("  ")[0].strip(), total + amount
            inside[found] = []
        else:
            inside[found].append((row, amount))
    assert groups == {name for name in inside if inside[name]}
    for name, terms in inside.items():
        if terms:
            subtotal = next(s for row, s in zip(rows, steps, strict=True) if row.startswith(f"{name} "))
            assert sum(amount for _, amount in terms) == subtotal, name
    assert total == round(answer["value"]) == 12
    assert "−1.74" in out and "-" not in out.partition("pawns for white")[2]
    assert answer["divisor"] == 1.0 and "subtotal" not in answer


def test_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("analyse", "isolation", "alphabeta:improved,depth=3", "--position", "7/7/3w3/7/2b4/7/7 w")
    answer = data(capsys, *words)
    assert answer["depth"] == 3 and len(answer["pv"]) == 3 and answer["pv"][0] == answer["move"]
    assert answer["leaf"]["value"] == answer["value"]
    legal = data(capsys, "perft", "isolation", "1", "--divide", "--position", "7/7/3w3/7/2b4/7/7 w")["moves"]
    assert {row["move"] for row in answer["moves"]} == set(legal)
    assert data(capsys, *words)["move"] == answer["move"]
    (line,) = answer["lines"]
    assert (line["move"], line["value"], line["pv"]) == (answer["move"], answer["value"], answer["pv"])


def test_analyse_says_why_looking_ahead_changes_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    position = "8/5pk1/6pp/1QPbb3/8/7P/5PPK/rB6 w - - 3 37"
    words = ("chess", "alphabeta:piece_value,depth=4", "--position", position)
    answer = data(capsys, "analyse", *words)
    assert (answer["now"], answer["value"]) == (20.0, -10.0), "a bishop, for the side to move"
    assert answer["sentence"].endswith(", which takes the bishop: bishops −3.00.")
    status, out, _ = run(capsys, "analyse", *words)
    assert status == 0 and f"without a search +2.00. {answer['sentence']}" in " ".join(out.split())
    quiet = data(capsys, "analyse", "morris", "alphabeta:weighted,depth=1")
    assert quiet["sentence"] is None, "the two values hardly differ"


def test_analyse_finds_several_lines(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("isolation", "alphabeta:improved,depth=3,multipv=3", "--position", "7/7/3w3/7/2b4/7/7 w")
    answer = data(capsys, "analyse", *words)
    lines = answer["lines"]
    values = {row["move"]: row["value"] for row in answer["moves"] if row["bound"] == "exact"}
    assert len({line["move"] for line in lines}) == 3 and lines[0]["move"] == answer["move"]
    assert [line["value"] for line in lines] == sorted((line["value"] for line in lines), reverse=True)
    for line in lines:
        assert line["pv"][0] == line["move"] and values[line["move"]] == line["value"]
        assert sum(term["contribution"] for term in line["terms"]) == line["value"]
        assert line["depth"] == 3
    status, out, _ = run(capsys, "analyse", *words)
    assert status == 0 and "line 3: " in out


def test_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    position = "7/7/3w3/7/2b4/7/7 w"
    words = ("whynot", "isolation", "alphabeta:improved,depth=3", "d3", "--position", position)
    analysed = data(capsys, "analyse", *words[1:3], *words[4:])
    moves = [row["move"] for row in analysed["moves"] if row["move"] != analysed["move"]]
    answer = data(capsys, *words[:3], moves[0], *words[4:])
    assert (answer["chosen"], answer["chosen_value"]) == (analysed["move"], analysed["value"])
    assert answer["asked"] == moves[0] and answer["depth"] == 3
    assert answer["chosen_line"] == analysed["pv"] and answer["asked_line"][0] == moves[0]
    assert answer["difference"] == answer["chosen_value"] - answer["asked_value"]
    assert sum(row["difference"] for row in answer["terms"]) == answer["difference"]
    fields = "decisive_ply crossing_depth sentence chosen_values asked_values refutation"
    assert set(fields.split()) <= set(answer)
    status, out, _ = run(capsys, *words[:3], moves[0], *words[4:])
    assert status == 0 and answer["sentence"] in out
    assert all(row["name"] in out for row in answer["terms"])


def test_match(capsys: pytest.CaptureFixture[str]) -> None:
    answer = data(capsys, "match", "isolation", "greedy:improved", "random", "--games", "6", "--workers", "2")
    fields = "games wins draws losses score score_low score_high elo elo_low elo_high plies seconds"
    assert set(fields.split()) <= set(answer)
    assert answer["games"] == 6 == 2 * sum(answer["pairs"])
    assert answer["distinct_openings"] == 3 and 0 < answer["distinct_games"] <= 6


@pytest.mark.parametrize(
    ("players", "games", "said"),
    [
        (("alphabeta:improved,depth=2", "random"), "20", "Elo at least +"),
        (("random", "alphabeta:improved,depth=2"), "20", "Elo at most −"),
        (("alphabeta:improved,depth=2", "random"), "1", None),  # without a pair yet
    ],
)
def test_a_match_that_one_side_wins_throughout(
    capsys: pytest.CaptureFixture[str], players: tuple[str, str], games: str, said: str | None
) -> None:
    _, out, _ = run(capsys, "match", "isolation", *players, "--games", games)
    assert said in out if said else "Elo" not in out and "interval 0.0 % to 100.0 %" in out


def test_a_match_as_a_test(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "isolation", "greedy:improved", "random", "--sprt", "-10", "90")
    status, out, err = run(capsys, *words, "--json")
    answer = json.loads(out)
    assert status == 0 and answer["decision"] == "accept" and answer["llr"] > 2.9
    assert not any(name.startswith("elo") for name in answer)
    assert "about 64 games" in err
    _, out, _ = run(capsys, *words, "--games", "2")
    assert "nothing is decided" in out and "Elo:" in out


MISTAKES = [
    (("perft", "no-such", "1"), "no-such"),
    (("perft", "isolation", "x"), "'x'"),
    (("perft", "isolation", "99"), "depth"),
    (("perft", "isolation"), "DEPTH"),
    (("perft", "isolation", "1", "--position", "7/7/7/7/7/7/6z w"), "row 7"),
    (("eval", "isolation", "impro"), "improved"),
    (("eval", "isolation", "improved", "--side", "red"), "red"),
    (("eval", "isolation", "improved", "--weight", "mobility"), "TERM=NUMBER"),
    (("eval", "isolation", "improved", "--weight", "mobility=nan"), "TERM=NUMBER"),
    (("eval", "isolation", "improved", "--weight", "mobility=1e300"), "100000"),
    (("eval", "isolation", "improved", *("--weight", "mobility=1") * 2), "mobility is given twice"),
    (("eval", "--batch", "rows.json", "--weight", "mobility=1"), "--weight"),
    (("perft", "isolation", "--batch", "rows.json"), "GAME"),
    (("perft", "--batch", "rows.json", "--divide"), "--divide"),
    (("perft", "isolation", "1" * 5000), "DEPTH"),
    (("eval", "chess", "location", "--position", f"8/8/8/8/8/8/8/8 w - - {'1' * 5000} 1"), "halfmove"),
    (("eval", "isolation", "improved", "--weight", "mobile=1"), "mobility"),
    (("eval", "--batch", "/nowhere.json"), str(Path("/nowhere.json"))),
    (("analyse", "isolation", "human"), "human"),
    (("analyse", "isolation", "alphabeta:improved,depth=0"), "depth"),
    (("analyse", "isolation", "alphabeta:improved,depth=" + "1" * 900), "depth"),
    (("analyse", "isolation", "alphabeta:improved,depth=" + "1" * 5000), "at most 1000 characters"),
    (("whynot", "isolation", "random", "d4"), "expected one that searches with a heuristic"),
    (("whynot", "isolation", "human", "d4"), "expected one that searches with a heuristic"),
    (("whynot", "isolation", "alphabeta:improved,depth=1", "z9"), "'z9' is not legal here"),
    (("match", "isolation", "random", "random", "--games", "0"), "--games"),
    (("match", "isolation", "random", "random"), "--games"),
    (("match", "isolation", "random", "random", "--sprt", "5"), "--sprt"),
    (("match", "isolation", "random", "random", "--sprt", "5", "nan"), "--sprt"),
    (("match", "isolation", "random", "random", "--sprt", "20", "0"), "ELO0 below ELO1"),
    (("--settings", "/nowhere.yaml", "games"), str(Path("/nowhere.yaml"))),
    (("eval", "isolation", "two\n\x1b[31mlines"), "two\\n\\x1b[31mlines"),
    (("screenshot", "/nowhere/home.png"), str(Path("/nowhere/home.png"))),
    (("screenshot", str(ROOT)), str(ROOT)),
    (
        ("screenshot", "home.png", "--position", "7/7/7/7/7/7/7 w"),
        "--position: expected together with --game",
    ),
    (("screenshot", "home.png", "--white", "random"), "--white: expected together with --game"),
    (("screenshot", "home.png", "--plies", "0"), "--plies: expected together with --game"),
    (("heuristics", "no-such"), "no-such"),
    (("play", "no-such"), "no-such"),
    (("play", "isolation", "--white", "nobody"), "nobody"),
    (("play", "isolation", "--position", "7 w"), "7 rows"),
    (("sing",), "sing"),
]


PRINTING = [
    ("games",),
    ("heuristics",),
    ("engines",),
    ("players",),
    ("perft", "isolation", "1"),
    ("perft", "--batch", "rows.json"),
    ("eval", "isolation", "open"),
    ("eval", "--batch", "rows.json"),
    ("analyse", "isolation", "random"),
    ("whynot", "isolation", "alphabeta:improved,depth=1", "a1"),
    ("match", "isolation", "random", "random", "--games", "2"),
    ("bench", "isolation"),
    ("uci",),
    ("screenshot", "home.png"),
    ("play", "isolation", "--frames", "1", "--json"),
]


@pytest.mark.parametrize("words", PRINTING, ids=" ".join)
def test_settings_that_are_asked_for_and_not_there_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...]
) -> None:
    missing = str(tmp_path / "none.yaml")
    status, out, err = run(capsys, *words, "--settings", missing)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1 and missing in err and "no such file" in err


def test_window_without_its_settings_takes_the_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import ui.window

    given: list[Any] = []
    monkeypatch.setattr(ui.window, "run_window", lambda *arguments: given.extend(arguments))
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    assert program.main(["--settings", str(tmp_path / "none.yaml")]) == 0
    store = given[0]
    assert store.settings == Settings() and len(store.problems) == 1 and "no such file" in store.problems[0]


def test_kernels_are_kept_unless_settings_or_measuring_say_no(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import cli.arena.bench
    import ui.window

    def kept_by(*words: str) -> Path | None:
        assert program.main(list(words)) == 0
        return kept_in()

    none = tmp_path / "none.yaml"
    none.write_text("engine: {keep_kernels: false}", encoding="utf-8")
    monkeypatch.setenv("PLYGLASS_CACHE", str(tmp_path))
    monkeypatch.setattr(ui.window, "run_window", lambda *arguments: None)
    for words in (("games",), ()):
        assert kept_by(*words) == tmp_path / "kernels"
        assert kept_by(*words, "--settings", str(none)) is None

    kept: list[Path | None] = []
    monkeypatch.setattr(cli.arena.bench, "bench_game", lambda *arguments: kept.append(kept_in()) or {})
    assert kept_by("bench", "isolation", "--json") is None and kept == [None]


@pytest.mark.parametrize(("words", "named"), MISTAKES, ids=[" ".join(words)[:60] for words, _ in MISTAKES])
def test_a_mistake_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], named: str
) -> None:
    status, out, err = run(capsys, *words)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1 and named in err


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[1]",
        "{}",
        '[{"side": "white", "side": "black"}]',
        '[{"x": NaN}]',
        '[{"x": 1e999}]',
        "\ufeff",
    ],
    ids=lambda text: text[:12],
)
def test_a_batch_that_is_not_one(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    batch = tmp_path / "rows.json"
    batch.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, "eval", "--batch", str(batch), "--json")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert str(batch) in err


def test_text_is_printed_unchanged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """No text is read as markup, no line is too wide, and half a surrogate pair can be printed, too."""
    batch = tmp_path / "rows.json"
    rows = [{"game": "chess", "heuristic": "location", "position": text} for text in ("[/b] x", "\ud800")]
    batch.write_text(json.dumps(rows), encoding="utf-8")
    status, out, err = run(capsys, "eval", "--batch", str(batch))
    assert (status, err, len(out.splitlines())) == (0, "", 2) and "position=[/b] x" in out
    assert [row["position"] for row in data(capsys, "eval", "--batch", str(batch))] == ["[/b] x", "\ud800"]
    status, out, err = run(capsys, "heuristics", "chess")
    told = " ".join(out.split())
    for heuristic in heuristics_of("chess"):
        _, head, rest = told.partition(f"chess {heuristic.name}: {heuristic.description} ")
        terms = rest.partition(" chess ")[0]
        assert head and all(term.name in terms for term in heuristic.terms)


@pytest.mark.parametrize("value", [0.0, -0.0, -0.0004])
def test_what_rounds_to_nothing_has_no_minus(value: float) -> None:
    assert value_text(value, ValueFormat(decimals=3)) == "0.000"


def test_common_options_may_stand_before_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--json", "games")
    assert status == 0 and len(json.loads(out)) == len(game_names())


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupt_ends_a_kernel_at_once(tmp_path: Path) -> None:
    words = ("perft", "chess", "20")
    started = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        time.sleep(3.5)  # by then it has compiled, or is compiling
        assert started.poll() is None
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=10.0)
    finally:
        started.kill()
    assert (started.returncode, out, err) == (1, b"", b"")


INTERRUPTED = """
import runpy, signal, sys

program, module = sys.argv[1:3]
del sys.argv[1:3]

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
runpy.run_path(program, run_name="__main__")
"""
"""Runs a program that Ctrl-C reaches while it imports a module."""


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("argparse", ("games",)),
        ("cli.lists", ("games",)),
        ("numpy", ("uci",)),
        ("pygame", ("play", "morris")),
        ("ui.scenes.home.home", ("play", "morris", "--frames", "1")),
    ],
)
def test_an_interrupt_while_it_starts_is_quiet(module: str, words: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(ROOT / "main.py"), module, *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "PLYGLASS_DATA": str(tmp_path)},
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_nobody_reads_the_answer() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, str(ROOT / "main.py"), "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            encoding="utf-8",
        )
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1


def test_the_program_runs_from_its_checkout(tmp_path: Path) -> None:
    """In a process of its own, from another folder, with nothing on standard error."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "eval", "morris", "weighted", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PLYGLASS_DATA": str(tmp_path)},
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["value"] == 0.0


def test_settings_change_the_weights_that_eval_uses(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("weights: {isolation: {open: {mobility: 3}}}", encoding="utf-8")
    words = ("eval", "isolation", "open", "--position", "7/7/3w3/7/2b4/7/7 w")
    assert data(capsys, *words, "--settings", str(file))["value"] == 3 * data(capsys, *words)["value"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_a_window_without_a_display_is_one_line(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py")],
        capture_output=True,
        text=True,
        timeout=60,
        env={**environment, "PLYGLASS_DATA": str(tmp_path)},
        encoding="utf-8",
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(
        ": there is no display to open a window on; see --help for what needs none"
    )
    assert "Traceback" not in done.stderr and "RuntimeError" not in done.stderr


def test_analysis_by_a_player_without_values_prints_none(capsys: pytest.CaptureFixture[str]) -> None:
    words = "analyse", "isolation", "random"
    _, out, _ = run(capsys, *words)
    answer = data(capsys, *words)
    assert out.splitlines()[0] == answer["move"] and "best line" not in out
    assert answer["value"] == 0.0 and answer["pv"] == [answer["move"]]


def test_a_new_heuristic_stands_wherever_one_can_be_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    assert program.main(["heuristics", "--new", "mine", "--game", "morris", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {"file": str(tmp_path / "heuristics" / "mine.py"), "game": "morris", "name": "mine"}
    look_in(None)  # as another process would find it
    assert program.main(["eval", "morris", "mine", "--json"]) == 0
    terms = json.loads(capsys.readouterr().out)["terms"]
    assert terms[0]["name"] == "moves" and terms[0]["contribution"] == 24
    for words in (["--new", "mine"], ["--game", "morris"], ["--new", "mine", "--game", "no-such"]):
        assert program.main(["heuristics", *words]) == 2
    (tmp_path / "heuristics" / "mine.py").write_text('mine = Heuristic("mine", "morris"\n', encoding="utf-8")
    look_in(None)
    assert program.main(["heuristics", "morris", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)[-1]
    assert row["name"] == "mine" and "mine.py, line 1" in row["error"]
    assert program.main(["eval", "morris", "mine"]) == 2
    assert "SyntaxError" in capsys.readouterr().err
    look_in(None)


def test_a_new_player_stands_wherever_one_can_be_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    assert data(capsys, "players") == []
    file = str(tmp_path / "players" / "mine.py")
    assert data(capsys, "players", "--new", "mine") == {"file": file, "name": "own:mine"}
    user_players.look_in(None)  # as another process would find it
    about = "Leaves the other side as few moves as it can."
    assert data(capsys, "players") == [{"name": "own:mine", "description": about, "file": file}]
    answer = data(capsys, "analyse", "morris", "own:mine,ms=30000")
    assert answer["move"] == "a1" and answer["player"] == "own:mine,ms=30000"
    (tmp_path / "players" / "bad.py").write_text("x = (\n", encoding="utf-8")
    user_players.look_in(None)
    status, out, err = run(capsys, "players")
    assert status == 0 and "own:mine" in out and "own:bad" not in out
    assert "SyntaxError" in err and "bad.py, line 1" in err
    for name in ("mine", "", "../mine", "a.b"):
        status, out, err = run(capsys, "players", "--new", name)
        assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert run(capsys, "analyse", "morris", "own:none")[0] == 2


def test_file_in_the_place_of_a_command_opens_the_window(capsys, monkeypatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    suite = "game: isolation\ncases:\n  - {position: 7/7/7/3w3/7/7/b6 w, avoid: [e2]}\n"
    for name, text in (("one.pgn", "1. e4 e5 *\n"), ("my.yaml", suite), ("here.txt", "7/7/7/7/7/7/7 w\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert data(capsys, str(tmp_path / name), "--frames", "3")["frames"] > 0
        assert data(capsys, "open", str(tmp_path / name), "--frames", "3")["frames"] > 0


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("missing.pgn", None, "PGN file"),
        ("bad.yaml", "game: no-such\n", "suite "),
        ("bad.plyglass", "{}\n", "saved game bad.plyglass, line 1"),
        (
            "bad.txt",
            "nonsense",
            "expected a saved game, a lesson file, a suite, PGN or a position (in chess, a FEN)",
        ),
    ],
)
def test_a_file_that_cannot_be_opened_is_a_line_on_its_kind(capsys, tmp_path, name, text, words) -> None:  # type: ignore[no-untyped-def]
    if text is not None:
        (tmp_path / name).write_text(text, encoding="utf-8")
    status, out, err = run(capsys, str(tmp_path / name))
    assert status == 2 and not out and err.startswith("main.py: ") and words in err and err.count("\n") == 1


def test_a_word_that_is_no_command_and_no_file_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "nonsense")
    assert status == 2 and "invalid choice: 'nonsense'" in err


def test_the_version_is_the_newest_in_the_list_of_changes(capsys: pytest.CaptureFixture[str]) -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert run(capsys, "--version") == (0, f"Plyglass {headings[0]}\n", "")


def test_version_without_a_checkout_is_the_package_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "pyproject.toml"
    monkeypatch.setattr("importlib.metadata.version", {"plyglass": "7.1"}.__getitem__)
    for text in (None, '[project]\nname = "other"\nversion = "3"\n'):
        if text is not None:
            other.write_text(text, encoding="utf-8")
        monkeypatch.setattr("cli.version.PROJECT", other)
        assert version() == "7.1"


def test_a_screenshot_that_cannot_be_written_is_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(surface: object, file: str) -> None:
        raise pygame.error(f"Couldn't open {file}")

    monkeypatch.setattr("pygame.image.save", refuse)
    file = str(tmp_path / "home.png")
    assert run(capsys, "screenshot", file) == (
        2, "", f"main.py: {file}: cannot be written: Couldn't open {file}\n"
    )  # fmt: skip


def test_a_lesson_is_converted_and_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = load_game("chess")
    record = Record.start(game, game.options())
    for move in ("e4", "e5", "Nf3"):
        record.play(record.position.parse_move(move))
    case = Case("", record.positions[2], (), (), "Which <script>alert(1)</script> move?")
    path, out = tmp_path / "a.plyglass", tmp_path / "a.pgn"
    write_lesson(path, LessonFile(record, 2, case))
    answer = data(capsys, "convert", str(path), str(out))
    assert answer["games"] == 1 and "Which <script>alert(1)</script> move?" in out.read_text(encoding="utf-8")
    page = tmp_path / "a.html"
    player = "alphabeta:michniewski,nodes=100"
    assert data(capsys, "convert", str(path), str(page), "--player", player)["file"] == str(page)
    assert "<script>alert(1)" not in page.read_text(encoding="utf-8")


def test_a_lesson_and_a_class_pack_open_by_their_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = load_game("isolation")
    record = Record.start(game, game.options())
    folder = tmp_path / "week.plyglass-pack"
    folder.mkdir()
    write_lesson(folder / "a.plyglass", LessonFile(record, 0, Case("", record.position, (), ())))
    for path in (folder, folder / "a.plyglass"):
        assert data(capsys, str(path), "--frames", "2")["frames"] >= 1
    (folder / "a.plyglass").write_text('{"plyglass": "lesson", "format": 9}\n', encoding="utf-8")
    assert program.main([str(folder)]) == 2
    said = capsys.readouterr()
    assert not said.out and "class pack" in said.err and "line 1" in said.err and said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("value", "words"),
    [(31.0, "at most +0.31"), (WIN - 5, "at best wins in 5"), (5 - WIN, "loses in 5 or sooner")],
)
def test_a_bound_reads_as_one_where_the_game_is_decided(value: float, words: str) -> None:
    form = ValueFormat("pawn", 100.0, 2)
    assert bounded_text(value, form, at_most=True) == words
    assert bounded_text(value, form, at_most=False) == value_text(value, form)
