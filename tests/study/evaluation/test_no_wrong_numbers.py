"""No number stands above a breakdown that does not belong to it: a search is explained by the lens that it
used, whatever heuristic is shown meanwhile."""

import time

import pytest

from engines.contract import UNKNOWN, Limits, Thought
from engines.player_text import make_engine, parse_player
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.evaluation.breakdowns import breakdown_now
from study.game.session import Session
from study.game.status import status
from study.searches.lines import best_line
from study.settings.settings import Settings
from study.state.study import Study

GAME = load_game("isolation")
WEIGHTS = {"isolation": {"custom_score": {"targets": 7.0, "overlap": -3.0}}}
TEXT = "4bxx/2xxx2/1x2wxx/3x3/xx3x1/3x3/1x5 w"


def session(white: str, black: str, settings: Settings | None = None) -> Session:
    players = (parse_player(white, "isolation"), parse_player(black, "isolation"))
    made = Session(Record.start(GAME, text=TEXT), players, settings or Settings())
    made.study.pace = 0
    return made


def until(made: Session, so) -> None:  # type: ignore[no-untyped-def]
    deadline = time.perf_counter() + 120
    while not so():
        made.update()
        assert time.perf_counter() < deadline, status(made)
        time.sleep(0.001)


def read(study: Study):  # type: ignore[no-untyped-def]
    """The best line that the study shows, once it has been read to its end."""
    best_line(study)
    while study.facts.busy:
        study.facts.advance(time.perf_counter() + 1)
        best_line(study)
    return best_line(study)


def agrees(study: Study) -> bool:
    """Whether the search's value is the total of the breakdown below it."""
    line = read(study)
    return line.breakdown is not None and line.value == line.breakdown.value == study.thought.value


@pytest.fixture
def made():  # type: ignore[no-untyped-def]
    opened: list[Session] = []
    yield opened.append
    for each in opened:
        each.close()


def test_weights_in_the_settings(made) -> None:  # type: ignore[no-untyped-def]
    settings = Settings.model_validate({"weights": WEIGHTS})
    played = session("alphabeta:custom_score,depth=3", "human", settings)
    made(played)
    until(played, lambda: len(played.study.record.plies) == 1)
    study = played.study
    assert study.lens == study.thought.lens == load_lens("isolation", "custom_score", WEIGHTS)
    assert agrees(study)
    default = load_lens("isolation", "custom_score")
    end = study.thought.pv_end()
    assert default.breakdown(end.state, study.thought.position.to_move).value != study.thought.value


def test_two_heuristics_and_a_third_that_is_shown(made) -> None:  # type: ignore[no-untyped-def]
    played = session("alphabeta:custom_score,depth=3", "alphabeta:center,depth=2")
    made(played)
    until(played, lambda: len(played.study.record.plies) >= 2)
    played.turn.pause()
    study = played.study
    study.set_lens("improved")
    for cursor, name in ((0, "custom_score"), (1, "center")):
        study.go_to(cursor)
        assert study.thought_here.lens.name == name
        assert agrees(study) and read(study).lens.name == name
        while (now := breakdown_now(study)) is None:
            study.facts.advance(time.perf_counter())
        assert now == study.lens.breakdown(study.position.state, 0) and study.lens.name == "improved"


def test_a_hint_uses_the_heuristic_shown_when_it_is_asked_for(made) -> None:  # type: ignore[no-untyped-def]
    played = session("human", "human")
    made(played)
    study = played.study
    for name in ("center", "improved", "center"):
        study.set_lens(name)
        assert played.analysis.ask_hint()
        played.turn.move_now()
        until(played, lambda: played.study.hint is not None)
        assert played.study.hint.lens == study.lens and played.study.hint.lens.name == name
        study.set_lens("open")
        assert study.thought.lens.name == name and read(study).lens.name == name
        line = read(study)
        assert line.breakdown is None or line.breakdown.value == line.value


def test_unfinished_values_do_not_equal_the_iteration_before() -> None:
    engine = make_engine(parse_player("alphabeta:custom_score,depth=20", "isolation"), "isolation", {}, 1)
    position = Record.start(GAME, text="7/7/3w3/7/2b4/7/7 w").position
    mixed: Thought | None = None
    for nodes in range(400, 1600, 7):
        engine.limits = Limits(nodes=nodes)
        thought = engine.think(position)
        depths = {row.depth for row in thought.root_moves if row.bound != UNKNOWN}
        assert max(depths) - min(depths) <= 1 and thought.depth == min(depths)
        best = next(row for row in thought.root_moves if row.move == thought.move)
        assert best.depth == max(depths) and best.value == thought.value
        mixed = thought if len(depths) == 2 else mixed
    assert mixed is not None


def test_a_stored_position_stepped_back_to(made) -> None:  # type: ignore[no-untyped-def]
    played = session("alphabeta:custom_score,depth=3", "alphabeta:custom_score,depth=2")
    made(played)
    until(played, lambda: len(played.study.record.plies) >= 4)
    played.turn.pause()
    found = {}
    for cursor in range(4):
        played.study.go_to(cursor)
        found[cursor] = played.study.thought_here
        assert found[cursor].position is played.study.record.positions[cursor]
        assert (
            found[cursor].depth == (3, 2)[cursor % 2]
            and found[cursor].move == played.study.record.plies[cursor].move
        )
    for cursor in (3, 0, 2, 1):
        played.study.go_to(cursor)
        line = read(played.study)
        assert line.thought is found[cursor]
        assert line.breakdown is None or line.breakdown.value == line.value
        assert {row.move for row in played.study.searched.values()} == set(played.study.position.moves)
