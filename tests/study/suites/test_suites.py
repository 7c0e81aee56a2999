"""Suites: the content of their files, which cases pass, and since when."""

import time
from dataclasses import replace
from datetime import date

import pytest

from arena.executors import AHEAD
from engines.contract import StopSignal
from engines.player_text import make_engine, parse_player
from games.contract import BadText
from games.registry import game_names, load_game
from reviews import random_game
from study.settings.settings import Settings
from study.suites import suite_run
from study.suites.suite_browser import opened_suite
from study.suites.suite_history import SuiteHistory, run_key
from study.suites.suite_run import run_suite
from study.suites.suites import find_suite, read_suite, shipped_suites, suite_files, suite_of
from study.why_not.two_searches import explainer_of

SETTINGS = Settings()

MINE = """
game: isolation
description: Two cases.
cases:
  - name: take the middle
    position: "7/7/7/7/7/7/7 w"
    best: [d4]
  - position: "w6/7/7/3b3/7/7/7 w"
    avoid: [c6]
"""


def random_spots_in_python(game, count):
    """Positions late in random games, where little needs searching."""
    for seed in range(count):
        record = random_game(game.name, 26, seed)
        at = max(i for i, position in enumerate(record.positions) if len(position.moves) > 2)
        yield record.positions[at]


def test_every_game_has_a_suite_and_each_of_its_positions_is_one() -> None:
    suites = [read_suite(find_suite(name), SETTINGS) for name in shipped_suites()]
    assert {suite.game for suite in suites} == set(game_names())
    for suite in suites:
        assert suite.description and len({case.key for case in suite.cases}) == len(suite.cases) >= 12
        for case in suite.cases:
            assert case.name and case.position.moves
            assert set(case.best + case.avoid) <= set(case.position.moves)


def test_opened_suite_says_what_should_be_played_or_avoided(tmp_path) -> None:
    suite = suite_of(MINE, tmp_path / "mine.yaml", SETTINGS)
    remarks = [opened_suite(replace(suite, cases=(case,))).remark for case in suite.cases]
    assert remarks[0] == "take the middle: should play d4; Escape leads back."
    assert remarks[1] == "should not play c6; Escape leads back."


def test_case_passes_by_what_should_and_should_not_be_played(tmp_path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    suite = read_suite(file, SETTINGS)
    first, second = suite.cases
    assert (suite.name, suite.game, first.name, second.name) == ("mine", "isolation", "take the middle", "")
    assert [first.passes(move) for move in first.best] == [True]
    assert not any(first.passes(move) for move in first.position.moves if move not in first.best)
    assert [move for move in second.position.moves if not second.passes(move)] == list(second.avoid)
    assert first.wanted == "d4" and second.wanted == "not c6"


def test_epd_with_what_should_and_should_not_be_played(tmp_path) -> None:
    file = tmp_path / "some.epd"
    file.write_text(
        "# Some.\n"
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "start";\n\n'
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; am Qg5; hmvc 4;\n",
        encoding="utf-8",
    )
    suite = read_suite(file, SETTINGS)
    assert [case.name for case in suite.cases] == ["start", "line 4"] and suite.description == "Some."
    texts = [[case.position.move_text(move) for move in case.best] for case in suite.cases]
    assert texts == [["e2e4", "d2d4"], ["h5f7"]]
    assert [suite.cases[1].position.notation(move) for move in suite.cases[1].avoid] == ["Qg5"]


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R"


@pytest.mark.parametrize(
    ("line", "position", "best", "avoid"),
    [
        ("4k3/8/8/8/8/8/4P3/3K4 w - - 12 13 bm e4;", "4k3/8/8/8/8/8/4P3/3K4 w - - 12 13", "e4", ""),
        ("4k3/8/8/8/8/8/4P3/3K4 w - - 12 bm e4; fmvn 9", "4k3/8/8/8/8/8/4P3/3K4 w - - 12 9", "e4", ""),
        ("4k3/8/8/8/8/8/4P3/3K4 w - -\u00a0bm\u200be4;", "4k3/8/8/8/8/8/4P3/3K4 w - - 0 1", "e4", ""),
        (f"{CASTLES} w KQkq - bm 0-0; am 0-0-0;", f"{CASTLES} w KQkq - 0 1", "O-O", "O-O-O"),
        (f"{CASTLES} b kq - bm o-o-o Kd7, Kf7!;dm 3; ce +1.x;", f"{CASTLES} b kq - 0 1", "O-O-O Kd7 Kf7", ""),
        (f'{START} c0 "bm d4; am"; bm ♘f3 e2e4', f"{START} 0 1", "Nf3 e4", ""),
    ],
)
def test_epd_is_read_as_people_write_it(tmp_path, line, position, best, avoid) -> None:
    [case] = suite_of(line, tmp_path / "a.epd", SETTINGS).cases
    assert case.position.text == position
    moves = [{case.position.notation(move) for move in moves} for moves in (case.best, case.avoid)]
    assert moves == [{*best.split()}, {*avoid.split()}]


def test_epd_lines_without_a_move_are_named_and_left_out(tmp_path) -> None:
    text = f'{START} dm 1;\n{START} bm e4; id "one";\n\n{START}\n'
    suite = suite_of(text, tmp_path / "a.epd", SETTINGS)
    assert [case.name for case in suite.cases] == ["one"]
    assert suite.left_out.startswith("line 1: expected moves") and "and 1 more like it" in suite.left_out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{START} bm 0-0;", "line 1: '0-0' is not legal in"),
        (f"{START} bm 1x;", "line 1: expected a move, found '1x'"),
        (f"# a\n{START.replace(' w ', ' x ')} bm e4;", "line 2: side to move: expected"),
        ("9/8/8/8/8/8/8/8 w - - bm e4;", "line 1: board"),
        ("8/8 w -", "line 1: expected a position of four or six fields, found '8/8 w -'"),
    ],
)
def test_epd_messages_are_ours_and_quote_the_file(tmp_path, text, words) -> None:
    with pytest.raises(BadText) as error:
        suite_of(text, tmp_path / "a.epd", SETTINGS)
    assert words in str(error.value)


WRONG = [
    ("mine.yaml", "[1, 2]", "expected keys such as 'game:'"),
    ("mine.yaml", "game: no-such", "game: expected one of isolation"),
    ("mine.yaml", "game: chess\nplayer: random", "player: unknown key"),
    ("mine.yaml", MINE.replace("d4", "z9"), "cases.0: move: 'z9' is not legal here"),
    ("mine.yaml", MINE.replace("    best: [d4]\n", ""), "cases.0: expected moves under best: or avoid:"),
    ("mine.yaml", MINE.replace("7/7/7/7/7/7/7 w", "7/7 w"), "cases.0: "),
    ("mine.yaml", "game: isolation\nrules: {size: 9}", "rules.size: unknown key"),
    ("mine.epd", "what is this\n", "line 1: "),
    ("mine.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Ke5;", "line 1: "),
    ("mine.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id 3;", "line 1: expected moves"),
    ("mine.epd", "8/8/8/8/8/8/8/8 w - - bm e4;", "line 1: "),
]


@pytest.mark.parametrize(("name", "text", "words"), WRONG)
def test_fault_of_a_file_is_one_line_that_names_the_place(tmp_path, name, text, words) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadText) as error:
        read_suite(file, SETTINGS)
    assert str(error.value).startswith(f"{file}: {words}") and "\n" not in str(error.value)


def test_a_suite_that_is_not_there() -> None:
    with pytest.raises(BadText, match=r"expected one of .*win-at-chess"):
        find_suite("nowhere.yaml")
    with pytest.raises(BadText, match="suite"):
        find_suite("a\0b")


def test_own_suite_is_found_by_name_but_shadows_no_shipped_one(tmp_path) -> None:
    for name in ("mine.yaml", "win-at-chess.yaml", "old.epd", "results.json"):
        (tmp_path / name).write_text(MINE, encoding="utf-8")
    assert [path.name for path in suite_files(tmp_path)] == ["mine.yaml", "old.epd", "win-at-chess.yaml"]
    assert find_suite("mine", tmp_path) == tmp_path / "mine.yaml"
    assert find_suite("win-at-chess", tmp_path).suffix == ".epd"
    assert suite_files(tmp_path / "nowhere") == []


def test_outcome_depends_on_the_player_not_on_workers(tmp_path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    suite = read_suite(file, SETTINGS)
    spec = parse_player("greedy:center", "isolation")
    one, two = (
        sorted(run_suite(suite, spec, workers=workers), key=lambda outcome: outcome.number)
        for workers in (1, 2)
    )
    assert [(o.case, o.move, o.value, o.passed) for o in one] == [
        (o.case, o.move, o.value, o.passed) for o in two
    ]
    for outcome in one:
        assert outcome.passed == outcome.case.passes(outcome.move) and outcome.value is not None
    again = list(run_suite(suite, spec, only=[1]))
    assert [(o.number, o.move) for o in again] == [(1, one[1].move)] and again[0].thought.move == one[1].move
    by_chance = list(run_suite(suite, parse_player("random", "isolation")))
    assert [outcome.value for outcome in by_chance] == [None, None]


@pytest.mark.parametrize("player", ["greedy:center", "alphabeta:improved,depth=3", "strong:improved,depth=2"])
def test_a_case_that_another_seed_decides_otherwise_says_so(tmp_path, player) -> None:
    """Whether a case is decided by chance is confirmed by searches of each move alone."""
    game = load_game("isolation")
    spots = list(random_spots_in_python(game, 6))
    file = tmp_path / "lots.yaml"
    found = set()
    for position in spots:
        first, *_ = position.moves
        file.write_text(
            f"game: isolation\ncases:\n  - position: {position.text}\n"
            f"    best: [{position.move_text(first)}]\n",
            encoding="utf-8",
        )
        suite = read_suite(file, SETTINGS)
        (outcome,) = run_suite(suite, parse_player(player, "isolation"))
        depth = next(row.depth for row in outcome.thought.root_moves if row.move == outcome.move)
        values = {
            move: explainer_of(make_engine(parse_player(player, "isolation"), "isolation"))
            .with_empty_memory()
            .to_depth(depth)
            .think(position, only=(move,))
            .value
            for move in position.moves
        }
        tied = {move for move, value in values.items() if value == values[outcome.move]}
        if outcome.lot is None:
            assert not {move for move in tied if (move == first) != outcome.passed}
        else:
            assert outcome.lot in tied and outcome.case.passes(outcome.lot) != outcome.passed
            assert position.notation(outcome.lot) in outcome.by_lot and outcome.to_json()["by_lot"]
        found.add(outcome.lot is None)
    assert found == {True, False}, "both kinds come up"


def test_a_level_and_chance_decide_by_lot(tmp_path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    suite = read_suite(file, SETTINGS)
    for outcome in run_suite(suite, parse_player("random", "isolation")):
        assert outcome.lot is not None and outcome.case.passes(outcome.lot) != outcome.passed
    level = parse_player("level:1", "isolation")
    position = random_game("isolation", 8, 1).position
    thought = make_engine(level, "isolation").think(position)
    best = max(row.value for row in thought.root_moves)
    near = next(row.move for row in thought.root_moves if row.bound == "exact" and row.value < best)
    assert near != thought.move, "what it draws from one seed"
    case = MINE.split("  - position")[0].replace("7/7/7/7/7/7/7 w", position.text)
    file.write_text(case.replace("d4", position.move_text(near)), encoding="utf-8")
    (drawn,) = run_suite(read_suite(file, SETTINGS), level)
    assert drawn.move == thought.move and drawn.lot == near, "worth less, but it may be played"


def test_a_run_that_is_stopped_says_what_it_has() -> None:
    suite = read_suite(find_suite("win-at-chess"), SETTINGS)
    stop = StopSignal()
    outcomes = []
    for outcome in run_suite(suite, parse_player("random", "chess"), stop=stop):
        outcomes.append(outcome)
        stop.request()
    assert 1 <= len(outcomes) < len(suite.cases)


def test_no_more_cases_begin_than_somebody_asks_for(monkeypatch) -> None:
    """While a run gives way to other work, it leaves the processors free."""
    begun: list[int] = []
    run_one = suite_run.run_case
    monkeypatch.setattr(
        suite_run, "run_case", lambda number, *rest: begun.append(number) or run_one(number, *rest)
    )
    suite = read_suite(find_suite("win-at-chess"), SETTINGS)
    outcomes = run_suite(suite, parse_player("random", "chess"), workers=2)
    next(outcomes)
    time.sleep(0.3)
    assert len(begun) <= 2 * AHEAD + 1 < len(suite.cases)
    assert len(list(outcomes)) == len(suite.cases) - 1 == len(begun) - 1


def test_since_when_a_case_fails(tmp_path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    suite = read_suite(file, SETTINGS)
    spec = parse_player("greedy:center", "isolation")
    outcomes = sorted(run_suite(suite, spec), key=lambda outcome: outcome.number)
    history = SuiteHistory(tmp_path)
    assert [o.since for o in history.remember(suite, str(spec), outcomes, date(2026, 1, 1))] == [
        "2026-01-01"
    ] * 2
    for_side = [type(o)(**{**vars(o), "passed": not o.passed}) if o.number else o for o in outcomes]
    later = SuiteHistory(tmp_path).remember(suite, str(spec), for_side, date(2026, 2, 1))
    assert [o.since for o in later] == ["2026-01-01", "2026-02-01"]
    known = history.read()[run_key(suite, str(spec))]
    assert known[suite.cases[1].key] == (for_side[1].passed, "2026-02-01")
    assert run_key(suite, "random") not in history.read()
    (tmp_path / "suites" / "results.json").write_text("[", encoding="utf-8")
    assert history.read() == {}
