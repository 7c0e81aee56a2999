"""The course of a game as a chart in SVG: what each position's value is made of, stacked, the total as a line
with dots, and marks where a move lost much."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arena.html_page import escaped
from study.format.term_colors import OTHERS as OTHERS_COLOR
from study.format.term_colors import TERMS
from study.format.value_format import ValueFormat
from study.review.timeline import OTHERS, Column, Course

WIDTH, HEIGHT, LEFT, FOOT = 1160, 240, 70, 26
"""Of the chart, in pixels; what stands left of the columns and below them."""

_CLASSES = (*(f"term{number}" for number in range(1, len(TERMS) + 1)), "others")


def _style(colors: Iterable[str]) -> str:
    return " ".join(
        f".{name} {{ fill: {color}; color: {color}; }}" for name, color in zip(_CLASSES, colors, strict=True)
    )


STYLE = f"""
{_style(color.light for color in (*TERMS, OTHERS_COLOR))}
@media (prefers-color-scheme: dark) {{ {_style(color.dark for color in (*TERMS, OTHERS_COLOR))} }}
"""
"""What a page with a chart needs."""


@dataclass(frozen=True)
class Chart:
    """`svg`, and where its columns are: from `left` on, each `step` wide, of a `width` in all."""

    svg: str
    left: float
    step: float
    width: float


def timeline(course: Course, lost: Mapping[int, float]) -> Chart:
    """The chart; `lost` is how much moves lost that are marked, as a share, by ply from 0."""
    columns, form = course.columns, ValueFormat.of_lens(course.lens)
    step = (WIDTH - LEFT) / max(1, len(columns))
    reach = max((_reach(column) for column in columns), default=0.0) or 1.0
    scale = (HEIGHT - FOOT) / 2 / reach
    middle = (HEIGHT - FOOT) / 2
    parts = [
        f'<line class=axis x1="{LEFT}" y1="{middle:.1f}" x2="{WIDTH}" y2="{middle:.1f}"/>',
        _scale_text(12, form.signed(reach)),
        _scale_text(middle + 4, "0"),
        _scale_text(HEIGHT - FOOT, form.signed(-reach)),
        *(part for column in columns for part in _stack(column, step, scale, middle)),
        *_total(columns, step, scale, middle),
        f'<rect class=at x="{LEFT}" y="0" width="{step:.2f}" height="{HEIGHT}"/>',
    ]
    for index, way in lost.items():
        x = LEFT + (index + 1.5) * step
        parts.append(f'<circle class=lost cx="{x:.1f}" cy="{HEIGHT - FOOT / 2:.1f}" r="{3 + 6 * way:.1f}"/>')
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return Chart(f'{_legend(course)}<svg {size} role="img">{"".join(parts)}</svg>', LEFT, step, WIDTH)


def _scale_text(y: float, text: str) -> str:
    return f'<text class=dim x="{LEFT - 8}" y="{y:.1f}" text-anchor="end">{text}</text>'


def _reach(column: Column) -> float:
    """How far a column goes up or down from zero."""
    if column.amounts is None or column.value is None or column.decided:
        return 0.0
    up, down = (sum(a for a in column.amounts if a * sign > 0) * sign for sign in (1, -1))
    return max(up, down, abs(column.value))


def _stack(column: Column, step: float, scale: float, middle: float) -> Iterator[str]:
    if column.amounts is None or column.decided:
        return
    ends = {1: middle, -1: middle}
    for number, amount in enumerate(column.amounts):
        height = abs(amount) * scale
        if height < 0.05:
            continue
        way = 1 if amount > 0 else -1
        top = ends[way] - height if way > 0 else ends[way]
        ends[way] += -height if way > 0 else height
        name = _CLASSES[-1 if number == len(column.amounts) - 1 else number]
        x = LEFT + column.cursor * step
        place = f'x="{x:.1f}" y="{top:.1f}" width="{step * 0.9:.1f}" height="{height:.1f}"'
        yield f"<rect class={name} {place}/>"


def _total(columns: tuple[Column, ...], step: float, scale: float, middle: float) -> Iterator[str]:
    """The line of the values, with a dot for each, broken where there is none."""
    run: list[tuple[float, float]] = []
    for column in (*columns, None):
        if column is not None and column.value is not None and not column.decided:
            run.append((LEFT + (column.cursor + 0.45) * step, middle - column.value * scale))
            continue
        if run:
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in run)
            yield f'<polyline class=total points="{line}"/>'
            yield from (f'<circle class=point cx="{x:.1f}" cy="{y:.1f}" r="2"/>' for x, y in run)
        run = []


def _legend(course: Course) -> str:
    names = [*course.terms, *([OTHERS] if course.has_others else [])]
    classes = [*_CLASSES[: len(course.terms)], _CLASSES[-1]]
    shown = (
        f"<span class={of}>■</span> {escaped(name.replace('_', ' '))}"
        for name, of in zip(names, classes, strict=False)
    )
    return (
        f"<p class=dim>{' &nbsp; '.join(shown)} &nbsp; line: the value &nbsp; dots below: what lost much</p>"
    )
