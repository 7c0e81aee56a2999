"""Values mean chances by the calibrations of their heuristic, weights and rules, for searches of any size;
and the bar is the chance."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.calibration.calibration import Bin, BudgetCurves, Calibration, Phase, ScoreCurve
from arena.calibration.kept_calibrations import folder_of, keep
from bars import read_calibrations, settled_marks
from engines.contract import EXACT, WIN, RootMove, Thought
from engines.player_text import parse_player
from games.contract import BLACK, WHITE
from games.record import Record
from games.registry import load_game
from heuristics.content_hash import content_hash
from heuristics.registry import load_lens
from study.calibration.chance import Chance, chance_by
from study.calibration.chances import Chances, chance_of
from study.format.loss_scale import share
from study.on_board.evaluation_bar import Mark
from study.review.move_loss_text import column_in_words, listed_in, loss_in_words
from study.review.timeline import Timeline
from study.state.move_loss import judge
from study.state.study import Study

GAME = load_game("isolation")
LENS = load_lens("isolation", "improved")
OTHER_WEIGHTS = LENS.with_weight(LENS.heuristic.weight_names[0], 2.0)


def curve(spread: float) -> tuple[Phase, ...]:
    """One phase, in which 3 moves more score half and `spread`."""
    scores = (0.5 - spread, 0.5, 0.5 + spread)
    return (Phase(0, ScoreCurve((-3.0, 0.0, 3.0), scores, (0.01, 0.01, 0.02))),)


BINS = (Bin(0, 50, 20, 0.5, 0.5, 0.4, 0.6),)


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    """After a ply, with Black to move. With 3 moves to choose from, Black scores 70 % without a search, 80 %
    by one of 1000 nodes, and 90 % by one of 100 000."""
    record = Record.start(GAME)
    record.play(record.position.moves[0])
    made = Study(record, LENS, 1)
    made.data = tmp_path
    calibration = Calibration(
        "isolation",
        "improved",
        content_hash(LENS.heuristic),
        tuple(LENS.weights.tolist()),
        record.options.model_dump(mode="json"),
        1000,
        1,
        20,
        tuple(
            BudgetCurves(nodes, curve(spread), BINS)
            for nodes, spread in ((0, 0.2), (1000, 0.3), (100_000, 0.4))
        ),
    )
    keep(calibration, folder_of(tmp_path), "made-up")
    yield made
    made.features.lanes.close()


def thought(study: Study, value: float, nodes: int = 1000, worse: float = 0.0) -> Thought:
    position = study.record.positions[1]
    first, second, *_ = position.moves
    rows = (RootMove(first, value, EXACT, 3), RootMove(second, worse, EXACT, 3))
    return Thought(position, first, value, 3, nodes, 0.1, (first,), rows, lens=LENS)


def mark_of(study: Study) -> Mark:
    """The only mark of the bar."""
    (mark,) = settled_marks(study)
    return mark


def test_the_chance_is_for_the_side_that_the_value_is_for(study: Study) -> None:
    found = thought(study, 3.0)
    assert chance_of(study, found, 3.0, BLACK) is None, "not before the files are read"
    read_calibrations(study, LENS)
    assert chance_of(study, found, 3.0, BLACK) == Chance(0.8, 0.02, BLACK, 1000)
    white = chance_of(study, found, -3.0, WHITE)
    assert white is not None and white.score == pytest.approx(0.2) and white.text == "20 %"
    said = white.sentence_for("White")
    assert "White scores 20 % (16 to 24 %)" in said and "between two programs of 1\u202f000 nodes" in said


def test_other_weights_programs_and_forced_ends_have_no_chance(study: Study) -> None:
    read_calibrations(study, LENS)
    read_calibrations(study, OTHER_WEIGHTS)
    assert chance_of(study, thought(study, WIN - 3), WIN - 3, BLACK) is None
    assert chance_of(study, replace(thought(study, 3.0), lens=OTHER_WEIGHTS), 3.0, BLACK) is None
    assert chance_of(study, replace(thought(study, 3.0), lens=None), 3.0, BLACK) is None


def test_the_bar_is_a_chance_for_every_number_of_nodes(study: Study) -> None:
    read_calibrations(study, LENS)
    counts = [0, 1, 2, 5, 30, 249, 250, 999, 1000, 4001, 30_000, 100_000, 400_001, 10**7, 10**10]
    scores, position = [], study.record.positions[1]
    for nodes in counts:
        found = chance_by(study.of(Chances).scale(study, LENS), position, 3.0, BLACK, nodes)
        assert found is not None
        scores.append(found.score)
        study.search_store.keep(thought(study, 3.0, nodes))
        mark = mark_of(study)
        assert mark.words == f"{round(100 * (1 - found.score))} %", "for White"
        assert (
            mark.share == pytest.approx(1 - 2 * found.score)
            and "The middle of the bar is 50 %" in mark.scaled
        )
    assert scores == sorted(scores) and (scores[0], scores[-1]) == (0.7, 0.9)


def test_the_chance_never_jumps_while_a_search_deepens(study: Study) -> None:
    read_calibrations(study, LENS)
    position, nodes, last = study.record.positions[1], 0, 0.7
    while nodes < 10**8:
        found = chance_by(study.of(Chances).scale(study, LENS), position, 3.0, BLACK, nodes)
        assert found is not None and abs(found.score - last) < 0.011
        nodes, last = nodes + 1 + nodes // 4, found.score


def test_bar_without_a_search_is_the_static_chance(study: Study) -> None:
    value = LENS.breakdown(study.position.state, BLACK).value
    mark = mark_of(study)
    score = min(0.7, max(0.3, 0.5 + value / 3 * 0.2))
    assert mark.share == pytest.approx(1 - 2 * score, abs=1e-3)
    assert mark.words == f"{round(100 * (1 - score))} %" and "static evaluation" in mark.text


def test_a_bar_that_is_no_chance_says_so_at_its_end_and_why(study: Study) -> None:
    study.lens = OTHER_WEIGHTS
    mark = mark_of(study)
    assert mark.words == "value" and "changed weights" in mark.scaled
    study.lens = load_lens("isolation", "center")
    mark = mark_of(study)
    assert mark.words == "value" and "center has no calibration for these rules" in mark.scaled
    other = replace(thought(study, 3.0), lens=None, program="Somebody", unit="pawns", scale=3.0)
    study.search_store.keep(other)
    mark = mark_of(study)
    assert mark.words == "value" and "other programs" in mark.scaled and mark.share == share(-3.0, 3.0)


def test_two_opinions_are_values_even_where_one_is_calibrated(study: Study) -> None:
    study.players = tuple(
        parse_player(f"alphabeta:{name},depth=3", "isolation") for name in ("improved", "center")
    )
    study.search_store.keep(thought(study, 3.0))
    marks = settled_marks(study)
    assert [mark.words for mark in marks] == ["value", "value"] and "%" not in marks[0].text
    assert marks[0].share == pytest.approx(share(-3.0, 3.0))


def test_the_bar_says_whose_count_a_one_sided_heuristic_is(study: Study) -> None:
    study.lens = load_lens("isolation", "open")
    mark = mark_of(study)
    assert (mark.words, mark.counted) == ("value", WHITE)
    study.lens = LENS
    assert mark_of(study).counted is None


def test_former_calibration_counts_for_every_search(study: Study, tmp_path: Path) -> None:
    (made,) = folder_of(tmp_path).glob("*.json")
    found = json.loads(made.read_text(encoding="utf-8"))
    del found["budgets"]  # as `calibrate` wrote it until then
    made.write_text(json.dumps(found), encoding="utf-8")
    read_calibrations(study, LENS)
    for nodes in (0, 249, 1000, 4001):
        known = chance_of(study, thought(study, 3.0, nodes), 3.0, BLACK)
        assert known is not None and (known.score, known.nodes) == (0.8, 1000)
        assert known.measured == (None if nodes == 1000 else 1000)
        far = "Measured only for searches of 1\u202f000 nodes."
        assert known.sentence_for("Black").endswith(far) == (nodes != 1000)


def test_what_a_move_lost_is_said_as_chances_too(study: Study) -> None:
    study.record.play(study.record.position.moves[1])
    found = thought(study, 3.0)
    move_loss = judge(1, found.root_moves[1].move, found, {row.move: row for row in found.root_moves})
    assert move_loss is not None
    read_calibrations(study, LENS)
    said = loss_in_words(study, move_loss)
    assert "As chances: 20 % instead of 50 %, between two programs of 1\u202f000 nodes a move." in said


def test_a_row_of_the_review_says_chances_and_no_other_per_cent(study: Study) -> None:
    study.record.play(study.record.position.moves[1])
    found = thought(study, 3.0)
    move_loss = judge(1, found.root_moves[1].move, found, {row.move: row for row in found.root_moves})
    assert move_loss is not None
    assert "of the way" in listed_in(study, move_loss)[0], "without a calibration"
    read_calibrations(study, LENS)
    assert listed_in(study, move_loss) == (
        "costs 3.00 moves, chances 50 % instead of 80 %",
        "costs 3.00 moves",
    )
    assert study.perspective == WHITE, "and it is Black's move that cost this"


def test_column_of_the_timeline_has_the_search_s_chance(study: Study) -> None:
    timeline = Timeline()
    timeline.follow(study)
    assert timeline.course is not None
    column = timeline.course.columns[1]
    assert "%" not in column_in_words(study, timeline, column)
    study.search_store.keep(thought(study, 3.0))
    read_calibrations(study, LENS)
    said = column_in_words(study, timeline, column)
    assert "\n−3.00 moves for White by a search 3 plies deep. White scores 20 %" in said
    assert "between two programs of 1\u202f000 nodes a move" in said
