"""The course of a game as a chart."""

import re
from dataclasses import replace

import pytest

from heuristics.registry import load_lens
from reviews import random_game, small
from study.export.page_timeline import HEIGHT, STYLE, timeline
from study.format.term_colors import OTHERS, TERMS
from study.review.stretch import Stretch
from study.review.timeline import Column, Course
from study.state.move_loss import judge

LENS = load_lens("isolation", "improved")
MIDDLE = HEIGHT / 2


def chart_of(*columns, terms=("a", "b"), marked=(), stretch=None):
    return timeline(Course(LENS, 0, terms, columns, tuple(range(len(terms)))), marked, stretch)


def bars(chart):
    """Every bar: (left, top, height, side)."""
    found = re.findall(r'<rect class=(\w+) x="(.*?)" y="(.*?)" width="0.9" height="(.*?)"', chart)
    return [(float(x), float(y), float(height), of) for of, x, y, height in found]


def test_positive_is_above_the_zero_line_and_the_rest_below() -> None:
    chart = chart_of(Column(0, (2.0, -1.0, 1.0), 2.0), Column(1, (0.0, -3.0, 0.0), -3.0))
    (_, top_a, high_a, a), (_, top_b, high_b, b), (_, top_c, high_c, others), (left, top, high, again) = bars(
        chart
    )
    assert top_a + high_a == top_b == MIDDLE == top and (a, b) != (b, a) and b == again
    assert (a, b, others) == ("term1", "term2", "others")
    assert f"<span class={a}></span>a" in chart and f"<span class={b}></span>b" in chart
    assert top_c + high_c == pytest.approx(top_a, abs=0.2)
    assert (high_b, high_a) == pytest.approx((high / 3, high / 1.5), abs=0.2)
    assert left == pytest.approx(1.05) and f'viewBox="0 0 2 {HEIGHT}"' in chart
    line = re.search(r'<polyline class=total points="(.*?)"', chart)[1].split()
    heights = [MIDDLE - float(point.split(",")[1]) for point in line]
    assert heights == pytest.approx([high_a, -high], abs=0.2)
    assert re.findall(r"<span>([^<]*)</span>", chart) == ["+3.00", "0.00", "−3.00"]


def test_marks_and_the_stretch_stand_where_the_value_went_to() -> None:
    record = random_game("isolation", 4, 1)
    thought = small(LENS, depth=1).think(record.positions[1])
    rows = {row.move: replace(row, bound="exact") for row in thought.root_moves}
    marked = judge(1, record.plies[1].move, thought, rows)
    stretch = Stretch(0, True, 0, 2, 0.0, -3.0, (), 1, 0)
    columns = [Column(cursor, (1.0, 0.0, 0.0), 1.0) for cursor in range(4)]
    chart = chart_of(*columns, marked=[marked], stretch=stretch)
    assert "<i class='lost up' style='left:62.500%'>" in chart, "Black's, over the column after its move"
    assert "<i class='stretch down' style='left:12.500%;width:50.000%'>" in chart
    assert "marked" in chart and "bracket: where it was lost" in chart
    slipped = chart_of(*columns, stretch=replace(stretch, lost=False))
    assert "bracket: where an advantage slipped" in slipped
    plain = chart_of(*columns)
    assert "<i class='" not in plain and "marked" not in plain and "bracket" not in plain


def test_missing_evaluation_breaks_the_line_decided_does_not() -> None:
    columns = [
        Column(0, (1.0, 0.0, 0.0), 1.0),
        Column(1, None, None, "over"),
        Column(2, (1.0, 0.0, 0.0), 1.0),
    ]
    decided = Column(3, (0.0, 0.0, 1e9), 1e9, decided=True)
    chart = chart_of(*columns, decided)
    assert len(bars(chart)) == 2 and chart.count("<polyline") == 2 and ">+1.00<" in chart
    assert chart_of(Column(0, None, None)).count("<rect") == 0


def test_page_has_the_window_s_colours_for_both_grounds() -> None:
    light, dark = STYLE.split("@media screen and (prefers-color-scheme: dark)")
    names = [*(f"term{number}" for number in range(1, len(TERMS) + 1)), "others"]
    for name, color in zip(names, (*TERMS, OTHERS), strict=True):
        assert f".{name} {{ fill: {color.light}; background: {color.light}; }}" in light
        assert f".{name} {{ fill: {color.dark}; background: {color.dark}; }}" in dark
