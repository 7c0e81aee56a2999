"""What the table of a move's terms says, without a window."""

import pytest

from heuristics.registry import default_heuristic, load_lens
from reviews import random_game
from study.format.term_groups import Arrangement
from study.state.study import LinePosition, Study
from ui.kit.cells import TextCell
from ui.panels.evaluation.breakdown_table import ROUNDING
from ui.panels.moves.move_detail import TOTAL, DetailRows


def detail(game: str, compared: bool = True) -> DetailRows:
    """The terms of the position after a random game, compared with those three plies before."""
    record, lens = random_game(game, 12, 3), load_lens(game, default_heuristic(game).name)
    study = Study(record, lens, len(record.plies))
    here, before = record.positions[-1], record.positions[-4]
    shown, reference = (lens.breakdown(each.state, study.perspective) for each in (here, before))
    ahead = LinePosition(record.positions[-2], (record.plies[-1].move,), (here,), 1)
    return DetailRows(study, lens, shown, ahead, None, reference if compared else None, Arrangement(), "of")


def _cells(rows: DetailRows) -> list[object]:
    return [row.cells for row in rows.content(99).rows]


@pytest.mark.parametrize("game", ["chess", "isolation", "morris"])
def test_rows_add_up_to_the_total_as_they_are_written(game):
    rows = detail(game)
    form, content = rows.form, rows.content(99)
    (total,) = content.foot
    for column in (1, 3):
        outer = [row for row in content.rows if not getattr(row.cells[0], "inside", False)]
        steps = [form.steps(row.cells[column].value) for row in outer]
        assert sum(steps) == form.steps(total.cells[column].value)
    assert total.key == ("detail term", TOTAL) and _cells(rows) == [row.cells for row in content.rows]


def test_without_a_reference_there_is_no_difference():
    content = detail("chess", compared=False).content(99)
    assert len(content.columns) == 2 and all(len(row.cells) == 2 for row in content.rows)


def test_click_folds_a_group_and_pointing_lights_its_squares():
    rows = detail("chess")
    group, inside = next(
        (row, after)
        for row, after in zip(rows.content(99).rows, rows.content(99).rows[1:], strict=False)
        if getattr(after.cells[0], "inside", False) and not row.cells[0].inside
    )
    group.enter()
    assert rows.study.pointed.ahead is rows.ahead
    group.leave()
    assert rows.study.pointed.ahead is None
    group.click()
    assert inside.key not in [row.key for row in rows.content(99).rows]


def test_rounding_row_has_a_tooltip_of_its_own():
    rows = detail("chess")
    rounding = rows._sums(ROUNDING, TextCell(ROUNDING), 0.01, [1], 1)
    assert rounding.tip == "The difference between the rounded total and the rounded rows above."
    assert rows.content(99).foot[0].tip.startswith("The sum of the contributions.")
