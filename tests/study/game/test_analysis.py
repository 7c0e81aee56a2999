"""Hints and endless analysis of the shown position, by the strongest kind of program."""

import time
from typing import Any

import pytest

from engines.contract import EXACT, EngineFailure, RootMove, Thought
from engines.player_text import parse_player, tireless
from engines.table_moves import by_tables
from games.compiling.compiler import jit_disabled
from games.record import Record
from games.registry import game_names, load_game
from games.truth.tables import tables_of
from heuristics.registry import default_heuristic, load_lens
from samples import said
from study.game import analysis as analysis_module
from study.game.session import Session
from study.game.status import status
from study.settings.settings import Settings


class Tireless:
    """Finds the first legal move at once, and thinks until it is stopped."""

    name = "tireless"

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self.asked: list[Any] = []

    def prepare(self, game_name: str) -> None:
        pass

    def think(self, position, publish=None, stop=None, only=()):  # type: ignore[no-untyped-def]
        self.asked.append(position)
        if self.fails:
            raise EngineFailure("the engine has a headache")
        rows = tuple(RootMove(move, 0.0, EXACT, 1) for move in position.moves)
        thought = Thought(position, position.moves[0], 0.0, 1, len(rows), 0.001, position.moves[:1], rows)
        publish(thought)
        while not stop.requested:
            time.sleep(0.001)
        return thought

    def peek(self) -> tuple[int, int]:
        return 1, 1

    def close(self) -> None:
        pass


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(analysis_module, "HINT_SECONDS", 0.02)


@pytest.fixture
def opened():
    made: list[Session] = []
    yield made.append
    for each in made:
        each.close()


def session(
    opened,
    moves=(),
    text=None,
    white="human",
    black="human",
    fails=False,
    game="isolation",
    settings=Settings(),
):
    record = Record.start(load_game(game), text=text)
    for move in moves:
        record.play(record.position.parse_move(move))
    engines: dict[str, Tireless] = {}

    def make(spec, game, seed):
        return engines.setdefault(str(spec), Tireless(fails))

    players = (parse_player(white, game), parse_player(black, game))
    made = Session(record, players, settings, engine_maker=make)
    opened(made)
    return made, engines


def until(made: Session, so) -> None:
    deadline = time.perf_counter() + 120
    while not so():
        made.update()
        made.study.facts.advance(0.0)  # as each frame of the window does
        assert time.perf_counter() < deadline, status(made)
        time.sleep(0.001)


ENDED = {"text": "w1x3b/2x4/1x5/7/7/7/7 b", "moves": ("f5",)}


def test_a_hint_is_for_the_position_that_is_shown(opened, quick):
    made, _ = session(opened, ("d4", "a1", "e6"))
    for cursor in (3, 1, 0, 2):
        made.study.go_to(cursor)
        assert made.analysis.ask_hint() and status(made) == "looking for a hint"
        until(made, lambda: made.study.hint is not None)
        assert made.study.hint.position is made.study.record.positions[cursor]
        assert made.study.thought_here is made.study.hint
        until(made, lambda: not made.study.running)
    made.study.go_to(0)
    made.update()
    assert made.study.hint is None, "an arrow of another position"


def test_every_position_of_a_finished_game_has_a_hint(opened, quick):
    made, _ = session(opened, **ENDED)
    assert made.study.over and not made.analysis.ask_hint()
    made.study.go_to(0)
    assert made.analysis.ask_hint()
    until(made, lambda: made.study.hint is not None)
    assert made.study.hint.position is made.study.record.positions[0] and made.study.over


def test_analysis_follows_the_person_and_never_ends(opened, quick):
    made, engines = session(opened, **ENDED)
    made.study.analysing = True
    for cursor in (1, 0, 1, 0):
        made.study.go_to(cursor)
        until(made, lambda: made.study.running == (made.study.cursor == 0))
    until(made, lambda: made.study.thought_here is not None)
    began = time.perf_counter()
    until(made, lambda: time.perf_counter() - began > 0.1)
    assert status(made) == "analysing" and made.study.doing.limit == 0.0 and not made.turn.can_hurry
    (engine,) = engines.values()
    assert set(engine.asked) == {made.study.record.positions[0]}, "what is over is not searched"
    made.study.analysing = False
    made.update()
    assert not made.study.running


def test_a_hint_during_the_analysis_does_not_end_it(opened, quick):
    made, engines = session(opened, ("d4",))
    made.study.analysing = True
    until(made, lambda: made.study.running)
    assert made.analysis.ask_hint()
    until(made, lambda: made.study.hint is not None)
    made.update()
    assert made.study.running and status(made) == "analysing"
    assert len(next(iter(engines.values())).asked) == 1, "one search has answered both"


def test_analysis_waits_while_a_program_thinks(opened, quick):
    made, engines = session(opened, black="random")
    made.study.analysing = True
    until(made, lambda: made.study.running)
    made.turn.enter(made.study.record.position.moves[0])
    until(made, lambda: "random" in engines and engines["random"].asked)
    made.study.go_to(0)
    for _ in range(20):
        made.update()
        assert made.analysis.search is None and status(made) == "thinking"
    made.turn.move_now()
    until(made, lambda: len(made.study.record.plies) == 2)
    until(made, lambda: made.analysis.search is not None)


def test_a_failing_analysis_says_so_once_and_ends(opened):
    made, engines = session(opened, fails=True)
    made.study.analysing = True
    until(made, lambda: said(made))
    for _ in range(10):
        made.update()
    assert said(made) == ["Nothing found: the engine has a headache"]
    assert not made.study.analysing and not made.study.failure
    assert len(next(iter(engines.values())).asked) == 1


def test_analysis_uses_the_default_unless_another_was_chosen(opened, quick):
    made, engines = session(opened, black="greedy:center")
    assert made.study.lens.name == "center", "what the program plays by is what is shown"
    made.analysis.ask_hint()
    made.study.set_lens("open")
    made.analysis.ask_hint()
    assert list(engines) == [str(tireless("territory", 3)), str(tireless("open", 3))]


@pytest.mark.parametrize(("game", "search"), [("chess", "selective"), ("jungle", "strong")])
def test_the_chosen_search_looks_for_hints_and_analyses(opened, quick, game, search):
    made, engines = session(
        opened, game=game, settings=Settings(engine={"search": "selective", "threads": 2})
    )
    made.analysis.ask_hint()
    usual = default_heuristic(game).name
    assert list(engines) == [str(tireless(usual, 3, 2, search))]
    made.use_settings(Settings())
    made.study.analysing = True
    made.update()
    assert list(engines)[1:] == [str(tireless(usual, 3))]


@pytest.mark.parametrize("analyses", [True, False])
def test_other_weights_begin_an_analysis_unless_only_tried(opened, analyses):
    made, _ = session(opened)
    name = made.study.lens.heuristic.weight_names[0]
    made.study.show_lens(made.study.lens.with_weight(name, 9.0), analyses)
    made.update()
    assert made.study.analysing is analyses and made.study.reweighed is None


def test_an_analysis_and_a_hint_find_as_many_lines_as_was_chosen(opened, quick):
    made, engines = session(opened)
    assert made.study.view.lines == 3
    made.analysis.ask_hint()
    until(made, lambda: made.study.hint is not None)
    assert made.study.advised and not made.study.analysing, "a hint begins no analysis"
    made.study.look_for(5)
    made.update()
    assert made.study.analysing and said(made) == ["Analysing several lines. Press A to stop."]
    assert list(engines) == [str(tireless("territory", 3)), str(tireless("territory", 5))]
    assert made.study.view.lines == 5
    made.study.analysing = False
    made.turn.enter(made.study.record.position.moves[0])
    made.update()
    assert not made.study.advised, "the hint was of the position before"


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_analysed_by_the_strongest_kind(game):
    spec = tireless(default_heuristic(game).name)
    assert parse_player(str(spec), game) == spec and spec.kind == "strong"
    assert spec.option("ms") is None and spec.option("nodes") is None


@pytest.mark.skipif(jit_disabled(), reason="searches, and makes a table")
def test_a_hint_contradicts_no_table_that_is_loaded(opened, quick):
    tables = tables_of("chess")
    tables.make(lambda making: None, ("KQK", "KRK"))
    record = Record.start(load_game("chess"), None, "8/8/8/3k4/8/8/1R6/K7 w - - 0 1")
    players = (parse_player("human", "chess"), parse_player("human", "chess"))
    session = Session(record, players, Settings())
    opened(session)
    session.study.lens = load_lens("chess", "piece_value")
    session.analysis.ask_hint()
    deadline = time.perf_counter() + 120
    while session.study.hint is None and time.perf_counter() < deadline:
        session.update()
        time.sleep(0.01)
    position = session.study.position
    best = tables.best_moves(position)
    assert session.study.hint.move in best
    bad = next(move for move in position.moves if move not in best)
    rows = tuple(RootMove(move, float(move == bad), EXACT, 1) for move in position.moves)
    thought = Thought(position, bad, 1.0, 1, 1, 0.001, (bad,), rows)
    assert by_tables(thought).move in best
