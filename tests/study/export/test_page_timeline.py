"""The course of a game as a chart."""

import re

import pytest

from heuristics.registry import load_lens
from study.export.page_timeline import HEIGHT, LEFT, STYLE, WIDTH, timeline
from study.format.term_colors import OTHERS, TERMS
from study.review.timeline import Column, Course


def chart_of(*columns, terms=("a", "b")):
    course = Course(load_lens("isolation", "improved"), 0, terms, columns)
    return timeline(course, {1: 0.5})


def bars(chart):
    """Every bar: (left, top, height, whose colour)."""
    found = re.findall(r'<rect class=(\w+) x="(.*?)" y="(.*?)" width=".*?" height="(.*?)"', chart.svg)
    return [(float(x), float(y), float(height), of) for of, x, y, height in found if of != "at"]


def test_what_is_positive_stands_on_the_zero_line_and_the_rest_hangs_from_it() -> None:
    chart = chart_of(Column(0, (2.0, -1.0, 1.0), 2.0), Column(1, (0.0, -3.0, 0.0), -3.0))
    (_, top_a, high_a, a), (_, top_b, high_b, b), (_, top_c, high_c, others), (left, top, high, again) = bars(
        chart
    )
    middle = top_a + high_a
    assert top_b == middle == top and (a, b) != (b, a) and b == again and others not in (a, b)
    assert (a, b, others) == ("term1", "term2", "others")
    assert f"<span class={a}>■</span> a" in chart.svg and f"<span class={b}>■</span> b" in chart.svg
    assert top_c + high_c == pytest.approx(top_a, abs=0.2)
    assert (high_b, high_a) == pytest.approx((high / 3, high / 1.5), abs=0.2)
    assert left == pytest.approx(LEFT + chart.step) and chart.step == (WIDTH - LEFT) / 2
    line = re.search(r'<polyline class=total points="(.*?)"', chart.svg)[1].split()
    heights = [middle - float(point.split(",")[1]) for point in line]
    assert heights == pytest.approx([high_a, -high], abs=0.2)
    lost = re.search(r'<circle class=lost cx="(.*?)" cy="(.*?)"', chart.svg)
    assert float(lost[1]) == pytest.approx(LEFT + 2.5 * chart.step, abs=0.1) and float(lost[2]) < HEIGHT


def test_what_has_no_evaluation_breaks_the_line_and_what_is_decided_does_not_count() -> None:
    columns = [
        Column(0, (1.0, 0.0, 0.0), 1.0),
        Column(1, None, None, "over"),
        Column(2, (1.0, 0.0, 0.0), 1.0),
    ]
    decided = Column(3, (0.0, 0.0, 1e9), 1e9, decided=True)
    chart = chart_of(*columns, decided)
    assert len(bars(chart)) == 2 and chart.svg.count("<polyline") == 2 and "+1.00<" in chart.svg
    assert chart_of(Column(0, None, None)).svg.count("<rect") == 1  # the sign of where one is


def test_a_page_has_the_colours_of_the_window_for_a_light_and_a_dark_ground() -> None:
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")
    names = [*(f"term{number}" for number in range(1, len(TERMS) + 1)), "others"]
    for name, color in zip(names, (*TERMS, OTHERS), strict=True):
        assert f".{name} {{ fill: {color.light}; color: {color.light}; }}" in light
        assert f".{name} {{ fill: {color.dark}; color: {color.dark}; }}" in dark
