"""Draws the course of a game as a chart for a page of HTML: what each position's value is made of, as stacked
bars, the value as a line, signs at marked moves, and the stretch in which the game was lost.

The chart is as wide as the page. Its picture is stretched, with one unit of width for each column. Signs and
texts, which must not be stretched, are placed above it, at percentages of its width.
"""

from collections.abc import Iterable, Iterator, Sequence

from arena.html_page import Markup, joined, markup
from games.contract import WHITE
from study.format.term_colors import OTHERS as OTHERS_COLOR
from study.format.term_colors import TERMS
from study.format.value_format import ValueFormat
from study.review.stretch import Stretch
from study.review.timeline import OTHERS, Column, Course, title_of
from study.state.move_loss import MoveLoss

HEIGHT = 200
"""The height of the picture in its own units; zero is in the middle."""

_CLASSES = (*(f"term{number}" for number in range(1, len(TERMS) + 1)), "others")


def _colors(colors: Iterable[str]) -> str:
    return " ".join(
        f".{name} {{ fill: {color}; background: {color}; }}"
        for name, color in zip(_CLASSES, colors, strict=True)
    )


STYLE = (
    f"""
{_colors(color.light for color in (*TERMS, OTHERS_COLOR))}
@media screen and (prefers-color-scheme: dark) {{ {_colors(color.dark for color in (*TERMS, OTHERS_COLOR))} }}
"""
    + """
.chart { display: grid; grid-template-columns: auto 1fr; gap: 0 .5rem; margin: .8rem 0; }
.chart .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right;
  font-size: .8rem; color: var(--dim); padding: 18px 0; line-height: 0; }
.plot { position: relative; padding: 18px 0; cursor: pointer; min-width: 0; }
.plot svg { display: block; width: 100%; height: 13rem; }
.plot svg .axis { stroke: var(--dim); } .plot svg .total { fill: none; stroke: var(--ink); stroke-width: 2; }
.plot svg * { vector-effect: non-scaling-stroke; }
.plot i { position: absolute; } .plot .at { top: 0; bottom: 0; background: var(--mark); opacity: .3;
  min-width: 3px; } .plot .lost { width: 12px; margin-left: -6px; height: 12px; background: rgb(var(--bad)); }
.plot .up { top: 4px; clip-path: polygon(0 100%, 100% 100%, 50% 0); }
.plot .down { bottom: 4px; clip-path: polygon(0 0, 100% 0, 50% 100%); }
.plot .stretch { height: 5px; border: 2px solid rgb(var(--bad)); box-sizing: border-box; min-width: 5px; }
.plot .stretch.up { top: 0; border-bottom: 0; clip-path: none; }
.plot .stretch.down { bottom: 0; border-top: 0; clip-path: none; }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; padding: 0; margin: 0; list-style: none; }
.legend span { display: inline-block; width: .8em; height: .8em; margin-right: .3em; }
@media print { .plot i, .plot svg rect, .legend span { print-color-adjust: exact; }
  .chart { break-inside: avoid; } }
"""
)
"""The style sheet of a page with a chart."""


def timeline(course: Course, marked: Sequence[MoveLoss], stretch: Stretch | None) -> Markup:
    """The chart: values that favour White go up, those that favour Black down. The sign of a marked move is
    at the edge to which the value went."""
    columns, form = course.columns, ValueFormat.of_lens(course.lens)
    reach = max((_reach(column) for column in columns), default=0.0) or 1.0
    middle, scale = HEIGHT / 2, HEIGHT / 2 / reach
    classes = _classes(course)
    parts = [
        *(part for column in columns for part in _stack(column, scale, middle, classes)),
        markup('<line class=axis x1="0" y1="{0:g}" x2="{1}" y2="{0:g}"/>', middle, len(columns)),
        *_total(columns, scale, middle),
    ]
    # The page's script moves this mark to the shown position.
    above = [markup("<i class=at style='left:0;width:{:.3f}%'></i>", 100 / len(columns))]
    for move_loss in marked:  # its sign is in the column of the position after the move
        above.append(_sign("lost", move_loss.side, _middle(move_loss.index + 1, columns)))
    if stretch is not None:
        left, right = (_middle(index, columns) for index in (stretch.start, stretch.end))
        above.append(_sign("stretch", stretch.side, left, f";width:{right - left:.3f}%"))
    edges = (form.signed(reach), form.signed(0.0), form.signed(-reach))
    picture = markup(
        '<svg viewBox="0 0 {} {}" preserveAspectRatio="none" role=img '
        "aria-label='The course of the game'>{}</svg>",
        len(columns),
        HEIGHT,
        joined(parts),
    )
    return markup(
        "{}<div class=chart><div class=scale>{}</div><div class=plot>{}{}</div></div>",
        _legend(course, bool(marked), stretch),
        joined(markup("<span>{}</span>", edge) for edge in edges),
        picture,
        joined(above),
    )


def _middle(index: int, columns: Sequence[Column]) -> float:
    """The middle of a column, in per cent of the width."""
    return 100 * (index + 0.5) / len(columns)


def _sign(name: str, side: int, left: float, more: str = "") -> Markup:
    """A sign at the edge to which the value goes when `side` loses something."""
    edge = "down" if side == WHITE else "up"
    return markup("<i class='{} {}' style='left:{:.3f}%{}'></i>", name, edge, left, more)


def _reach(column: Column) -> float:
    """How far a column's bars and line go up or down from zero."""
    if column.amounts is None or column.value is None or column.decided:
        return 0.0
    up, down = (sum(a for a in column.amounts if a * sign > 0) * sign for sign in (1, -1))
    return max(up, down, abs(column.value))


def _classes(course: Course) -> list[str]:
    """The CSS class of each term, and last the class of all other terms."""
    return [*(_CLASSES[at] for at in course.colors), _CLASSES[-1]]


def _stack(column: Column, scale: float, middle: float, classes: Sequence[str]) -> Iterator[Markup]:
    if column.amounts is None or column.decided:
        return
    ends = {1: middle, -1: middle}
    for name, amount in zip(classes, column.amounts, strict=True):
        height = abs(amount) * scale
        if height < 0.05:  # too low to be seen
            continue
        way = 1 if amount > 0 else -1
        top = ends[way] - height if way > 0 else ends[way]
        ends[way] += -height if way > 0 else height
        rect = '<rect class={} x="{:g}" y="{:.1f}" width="0.9" height="{:.1f}"/>'
        yield markup(rect, name, column.cursor + 0.05, top, height)


def _total(columns: Sequence[Column], scale: float, middle: float) -> Iterator[Markup]:
    """The line of the values, with gaps where there is none; a single value is a dash."""
    run: list[tuple[float, float]] = []
    for column in (*columns, None):  # None ends the last run
        if column is not None and column.value is not None and not column.decided:
            run.append((column.cursor + 0.5, middle - column.value * scale))
            continue
        if len(run) == 1:
            run = [(run[0][0] + aside, run[0][1]) for aside in (-0.4, 0.4)]
        if run:
            line = " ".join(f"{x:g},{y:.1f}" for x, y in run)
            yield markup('<polyline class=total points="{}"/>', line)
        run = []


def _legend(course: Course, marks: bool, stretch: Stretch | None) -> Markup:
    names = [*course.terms, *([OTHERS] if course.has_others else [])]
    items = [
        markup("<li><span class={}></span>{}</li>", of, title_of(name, course.lens))
        for name, of in zip(names, _classes(course), strict=False)
    ]
    items.append(Markup("<li>line: the value</li>"))
    if marks:
        items.append(Markup("<li>triangles: marked moves</li>"))
    if stretch is not None:
        what = "it was lost" if stretch.lost else "an advantage slipped"
        items.append(markup("<li>bracket: where {}</li>", what))
    return markup("<ul class='legend dim'>{}</ul>", joined(items))
