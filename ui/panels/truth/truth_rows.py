"""The tables of the page Truth: the figures by depth, those by kind of position or term, and the worst
mistakes."""

from collections.abc import Sequence
from functools import partial

import pygame

from arena.truth.measure import ProvenChoice
from heuristics.lens import Lens
from study.format import number_text
from study.format.value_format import ValueFormat
from study.state.study import Study
from study.truth.figure_words import EQUAL
from study.truth.figures import FigureRow, figures_by_depth
from study.truth.truth import Truth, mistake_in_words
from study.truth.truth_run import USUAL_DEPTHS, TruthNews
from ui.kit.cells import DIM, TEXT, WARNING, ButtonsCell, NumberCell, TextCell, Tool
from ui.kit.layout import NEVER, RIGHT, DataColumn
from ui.kit.table import LINE, Content, DataRow, Each

INTERVAL = 32
"""Design pixels of an interval such as "91–96"."""

FIGURES = "figures"
"""The view of the figures by depth, on a page that is too low to show them above the other views."""


def by_depth(news: TruthNews) -> Content:
    """A row for each figure: its value and interval at each depth. Depths that are not measured yet have
    empty columns."""
    figures, depths = figures_by_depth(news), max(len(news.by_depth), len(USUAL_DEPTHS))
    titles = [f"{number_text.plies(found.depth)} ahead" for found in news.by_depth]
    titles += [""] * (depths - len(titles))
    columns = [DataColumn("figure", grow=1.0)]
    for depth, title in enumerate(titles):
        columns.append(DataColumn(("share", depth), title, wanted="00.0 %", align=RIGHT))
        columns.append(DataColumn(("interval", depth), None, wanted=INTERVAL, align=RIGHT))
    rows = []
    for figure in figures:
        cells = [TextCell(figure.words, after=TextCell(figure.of, 12, DIM))]
        for share, interval in (*figure.cells, *[("", "")] * (depths - len(figure.cells))):
            cells += [TextCell(share), TextCell(interval, 12, DIM)]
        rows.append(DataRow(figure.words, cells))
    return Content(rows, columns, of=FIGURES, breaks=True)


def by_term(news: TruthNews, lens: Lens) -> Content:
    """The figures with each term left out, the least needed term first."""
    terms, label = sorted(news.terms, key=lambda term: -(term.tally.kept or 0)), lens.heuristic.label_of

    def kinds(name: str) -> str:
        found = None if news.by_kind is None else news.by_kind.of(name)
        return "" if found is None else found.figures

    rows = [FigureRow.of(label(term.name), term.tally, term.beside, kinds(term.name)) for term in terms]
    return _figures(rows, "without", FigureRow.heads(True))


def by_kind(news: TruthNews) -> Content:
    """The figures of each kind of position."""
    rows = [FigureRow.of(name, tally) for name, tally in news.kinds.items()]
    return _figures(rows, "kind of position", FigureRow.heads(False))


def _figures(found: Sequence[FigureRow], first: str, heads: tuple[str, ...]) -> Content:
    """A row for each term or kind. In a narrow table the last figures are left out; the tooltip of a row has
    all."""
    columns = [DataColumn("name", first, wanted=tuple(row.name for row in found), grow=1.0)]
    for way, head in zip((NEVER, 2, 1), heads, strict=True):  # the last figure gives way first
        columns.append(DataColumn(head, head, gives_way=way, align=RIGHT))
    rows = [
        DataRow(row.name, (TextCell(row.name), *(TextCell(cell, 12) for cell in row.cells)), row.tip)
        for row in found
    ]
    return Content(rows, columns, of=first)


MISTAKES = (
    DataColumn("what"),
    DataColumn("move", least=0, grow=1.0),
    DataColumn("value", align=RIGHT),
    DataColumn("tools"),
)


def worst(study: Study, news: TruthNews, lens: Lens) -> Content:
    """The positions in which the heuristic gives the outcome away, the worst first."""
    row = partial(_mistake_row, study, ValueFormat.of_lens(lens))
    measured = news.by_depth[0].figures.all.positions > 0 and not study.of(Truth).running
    nothing = "The heuristic gives no outcome away one ply deep." if measured else ""
    return Content(Each(news.worst, row), MISTAKES, 2 * LINE + 4, of=lens, nothing=nothing)


def _mistake_row(study: Study, form: ValueFormat, mistake: ProvenChoice) -> DataRow:
    truth, position, fates = study.of(Truth), mistake.proven.position, mistake.proven.fates
    played, right = mistake.chosen, mistake.right

    def move(move: int, color: str) -> TextCell:
        return TextCell(f"{position.notation(move)}, {fates[move].in_words}", color=color)

    value = NumberCell(mistake.values[right], form, 12, DIM, words=EQUAL if mistake.is_tied else "")
    add = partial(truth.ask_case, study, mistake)
    tool = Tool("truth case", "plus", "Adds the position to a suite (Insert).", add)
    return DataRow(
        id(mistake),
        (
            (TextCell("plays", 12, DIM), TextCell("right", 12, DIM)),
            (move(played, WARNING), move(right, TEXT)),
            (NumberCell(mistake.values[played], form, 12, DIM), value),
            ButtonsCell((tool,)),
        ),
        f"{mistake_in_words(mistake)} Click to see why.",
        partial(truth.look_at, study, mistake),
        keys={pygame.K_INSERT: add},
        chosen=truth.visited is mistake,
    )
