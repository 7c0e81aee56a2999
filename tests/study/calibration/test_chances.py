"""Chances stand beside values of searches that a calibration fits, and nowhere else."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.calibration.calibration import Bin, Calibration, Phase, ScoreCurve
from arena.calibration.kept_calibrations import folder_of, keep
from engines.contract import EXACT, WIN, RootMove, Thought
from games.contract import BLACK, WHITE
from games.record import Record
from games.registry import load_game
from heuristics.content_hash import content_hash
from heuristics.registry import load_lens
from study.calibration.chances import Chance, Chances, chance_of
from study.core.move_loss import judge
from study.core.study import Study
from study.format import number_text
from study.on_board.evaluation_bar import EvaluationBar
from study.review.move_loss_text import column_told, listed_in, told
from study.review.timeline import Timeline

GAME = load_game("isolation")
LENS = load_lens("isolation", "improved")


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    """After a ply, with Black to move. With 3 moves to choose from and 1000 nodes, Black scores 80 %."""
    record = Record.start(GAME)
    record.play(record.position.moves[0])
    made = Study(record, LENS, 1)
    made.data = tmp_path
    curve = ScoreCurve((-3.0, 0.0, 3.0), (0.2, 0.5, 0.8), (0.01, 0.01, 0.02))
    calibration = Calibration(
        "isolation",
        "improved",
        content_hash(LENS.heuristic),
        tuple(LENS.weights.tolist()),
        record.options.model_dump(mode="json"),
        1000,
        1,
        20,
        (Phase(0, curve),),
        (Bin(0, 50, 20, 0.5, 0.5, 0.4, 0.6),),
    )
    keep(calibration, folder_of(tmp_path), "made-up")
    yield made
    made.features.lanes.close()


def thought(study: Study, value: float, nodes: int = 1000, worse: float = 0.0) -> Thought:
    position = study.record.positions[1]
    first, second, *_ = position.moves
    rows = (RootMove(first, value, EXACT, 3), RootMove(second, worse, EXACT, 3))
    return Thought(position, first, value, 3, nodes, 0.1, (first,), rows, lens=LENS)


def known(study: Study, found: Thought, value: float, side: int) -> Chance | None:
    """The chance, once the files have been read."""
    until = time.monotonic() + 60.0
    while (chance := chance_of(study, found, value, side)) is None:
        if all(study.of(Chances).version):  # read, and there is none
            return chance_of(study, found, value, side)
        assert time.monotonic() < until
        time.sleep(0.01)
    return chance


def test_the_chance_is_for_the_side_that_the_value_is_for(study: Study) -> None:
    found = thought(study, 3.0)
    assert known(study, found, 3.0, BLACK) == Chance(0.8, 0.02, BLACK, 1000)
    white = known(study, found, -3.0, WHITE)
    assert white is not None and white.score == pytest.approx(0.2) and white.text == "20 %"
    said = white.told("White")
    assert "White scores 20 % (16 to 24 %)" in said and "between two programs of 1\u202f000 nodes" in said


def test_without_a_calibration_that_fits_nothing_is_said(study: Study) -> None:
    assert known(study, thought(study, 3.0, 4000), 3.0, BLACK) is not None
    assert known(study, thought(study, 3.0, 4001), 3.0, BLACK) is None
    assert known(study, thought(study, 3.0, 249), 3.0, BLACK) is None
    assert known(study, thought(study, WIN - 3), WIN - 3, BLACK) is None
    other = replace(thought(study, 3.0), lens=LENS.with_weight(LENS.heuristic.weight_names[0], 2.0))
    assert known(study, other, 3.0, BLACK) is None
    program = replace(thought(study, 3.0), lens=None)
    assert known(study, program, 3.0, BLACK) is None


def test_the_bar_says_the_chance_where_there_is_one_and_its_length_is_always_the_value(study: Study) -> None:
    found = thought(study, 3.0)
    study.thoughts.keep(found)
    assert known(study, found, 3.0, BLACK) is not None
    (mark,) = EvaluationBar().marks(study)
    assert mark.share == pytest.approx(-0.5) and "20 %" in mark.text and "half full" in mark.scaled
    study.thoughts.keep(thought(study, 3.0, 100_000))
    (mark,) = EvaluationBar().marks(study)
    assert mark.share == pytest.approx(-0.5) and "%" not in mark.text and "half full" in mark.scaled


def test_what_a_move_lost_is_said_as_chances_too(study: Study) -> None:
    study.record.play(study.record.position.moves[1])
    found = thought(study, 3.0)
    judged = judge(1, found.root_moves[1].move, found, {row.move: row for row in found.root_moves})
    assert judged is not None and known(study, found, 3.0, BLACK) is not None
    said = told(study, judged)
    assert "As chances: 20 % instead of 50 %, between two programs of 1\u202f000 nodes a move." in said
    rare = replace(judged, thought=thought(study, 3.0, 100_000))
    assert "chances" not in told(study, rare)


def test_a_row_of_the_review_has_the_chances_of_who_moved_where_there_is_room(study: Study) -> None:
    study.record.play(study.record.position.moves[1])
    found = thought(study, 3.0)
    judged = judge(1, found.root_moves[1].move, found, {row.move: row for row in found.root_moves})
    assert judged is not None and known(study, found, 3.0, BLACK) is not None
    words = (f"costs 3.00 moves, {number_text.percent(judged.way)} of the way", "costs 3.00 moves")
    assert listed_in(study, judged) == (*(f"{text}, chances 50 % instead of 80 %" for text in words), *words)
    assert study.perspective == WHITE, "and it is Black's move that cost this"
    rare = replace(judged, thought=thought(study, 3.0, 100_000))
    assert listed_in(study, rare) == words


def test_a_column_of_the_timeline_has_the_chance_of_what_a_search_found(study: Study) -> None:
    timeline = Timeline()
    timeline.follow(study)
    assert timeline.course is not None
    column = timeline.course.columns[1]
    assert "%" not in column_told(study, timeline, column)
    study.thoughts.keep(thought(study, 3.0))
    assert known(study, thought(study, 3.0), 3.0, BLACK) is not None
    said = column_told(study, timeline, column)
    assert "\n−3.00 moves for White by a search 3 plies deep. White scores 20 %" in said
    assert "between two programs of 1\u202f000 nodes a move" in said
    study.thoughts.keep(thought(study, 3.0, 100_000))
    assert "%" not in column_told(study, timeline, column)
