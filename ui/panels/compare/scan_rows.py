"""The table of what a scan has found: whose choices were worse, and the positions in which the two heuristics
choose differently, the costliest choice first."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from games.contract import WHITE
from heuristics.lens import Lens
from study.compare.background_scan import GAME, Scanned, cost_in_words, worse_in_words
from study.compare.scan import Disagreement, ScanNews
from study.format import number_text
from study.format.value_format import ValueFormat
from study.searches.values import for_side
from study.state.study import Study
from ui.kit.cells import DIM, TEXT, NumberCell, TextCell
from ui.kit.flow import PageFlow
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.table import LINE, Cells, Content, DataRow, Each
from ui.panels.parts.outcome_table import decided_words

OpenFound = Callable[[Scanned, Disagreement], object]
"""Opens a position that a scan has found."""

TIE = (
    "A tie: one heuristic values both moves exactly alike, and chance picked one. It counts against neither."
)


WORSE = (
    "A term decides a choice if it speaks most for that move and against the other one. In brackets: how "
    "many of the choices that a term decided were worse. Ties are not counted: there a heuristic values both "
    "moves alike, and chance picks one."
)


def add_worse_choices(
    page: PageFlow, key: Hashable, news: ScanNews, lenses: Sequence[Lens], labels: Sequence[str]
) -> None:
    """Adds a sentence on whose choices were worse. From the start it has room for all terms, two lines at
    most, so that the list below does not jump."""
    words = worse_in_words(news, lenses, labels)
    everything = (
        f"{label} 88 ({', '.join(f'{term.label} 88 of 88' for term in lens.heuristic.terms)})"
        for lens, label in zip(lenses, labels, strict=False)
    )
    usual = f"Worse choices: {'; '.join(everything)}"
    page.text(words, 12, key=key, most=2, usual=usual, tip=f"{words}. {WORSE}")


def scan_rows(study: Study, news: ScanNews, scanned: Scanned, open_found: OpenFound) -> Content:
    """The positions in which the choices differ, the costliest first."""
    whose = "the player to move" if study.view.for_mover else study.side_name(WHITE)
    where = ("move", "The move's number in the game.")
    if scanned.amount != GAME:
        where = ("no.", "The position's number in the scan.")
    judge = scanned.lenses[2].name
    cost = f"What the worse choice costs, in the unit of the judge, {judge}. Ties stand last. {TIE}"
    chosen = (
        f"The move that {label} chooses, and its value for {whose} by {scanned.judge}. Below it: the "
        f"term that speaks most for it and against the other move, by {label}'s own search of both."
        for label in scanned.labels
    )
    columns = (
        DataColumn(0, *where, wanted="88…"),
        *(
            DataColumn(which + 1, label, tip, least=40, grow=1.0)
            for which, (label, tip) in enumerate(zip(scanned.labels, chosen, strict=True))
        ),
        DataColumn(3, "cost", cost, wanted="88.88", align=RIGHT),
    )
    row = partial(_row, study, scanned, open_found)
    return Content(Each(news.found, row), columns, 2 * LINE + 4, of=scanned)


def _row(study: Study, scanned: Scanned, open_found: OpenFound, found: Disagreement) -> DataRow:
    spot, form = found.spot, ValueFormat.of_lens(scanned.lenses[2])
    words = cost_in_words(found, form).removeprefix("costs ").removesuffix(f" {form.units}")
    cost = number_text.NOTHING if found.better is None else words.replace("less than", "<")
    number = study.record.label(spot.plies) if scanned.amount == GAME else str(spot.number)
    cells: Cells = (
        (TextCell(number, color=DIM), TextCell("")),
        *(_choice(study, scanned, found, which) for which in (0, 1)),
        (
            TextCell(cost, color=DIM if found.tied else TEXT),
            TextCell("tie" if found.tied else "", 12, DIM),
        ),
    )
    tip = f"{scanned.sentence(found)} Click to look at it."
    return DataRow(spot.number, cells, tip, partial(open_found, scanned, found))


def _choice(study: Study, scanned: Scanned, found: Disagreement, which: int) -> tuple[TextCell, TextCell]:
    """A heuristic's move with its value, and the term that decided for it."""
    choice, position = found.choices[which], found.spot.position
    value = for_side(choice.judged, position.to_move, study.perspective_in(position))
    form = ValueFormat.of_lens(scanned.lenses[2])
    worth = NumberCell(value, form, 12, DIM, words=decided_words(value))
    heuristic = scanned.lenses[which].heuristic
    term = "a tie" if choice.tied else heuristic.label_of(choice.term) or "no term"
    better = found.better == which and not found.tied
    return TextCell(position.notation(choice.move), bold=better, after=worth), TextCell(term, 12, DIM)
