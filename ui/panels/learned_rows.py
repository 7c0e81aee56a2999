"""The table of the page Learned: the terms that a learned player's values follow, the terms that it does not
see, and the positions that the terms explain least."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial

import pygame

from arena.learned.explanation import (
    PlayerExplanation,
    ReadableTerm,
    Surprise,
    UnseenTerm,
    share_text,
    weight_text,
)
from games.registry import load_game
from study.format import number_text
from study.format.player_names import player_in_words
from study.learned.learned_values import LearnedValues
from study.on_board.exhibits import Exhibit
from study.state.study import Study
from ui.kit.cells import DIM, TEXT, MarkCell, TextCell
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.sheet import Sheet
from ui.kit.table import LINE, Content, DataRow
from ui.panels.parts.exhibit_row import exhibit_row
from ui.theme import Theme

COLUMNS = (
    DataColumn("what", "its values follow", "The terms and counts that its values follow.", grow=1.0),
    DataColumn("counts", "", "Whose pieces or moves it counts, if its name does not say it.", gives_way=0),
    DataColumn("each", "each", "How much one more of it changes the value.", align=RIGHT),
    DataColumn(
        "explains",
        "explains",
        "The share of the values' variance that it explains beyond the terms above it.",
        align=RIGHT,
    ),
    DataColumn("bar", "", least=24, wanted=60, gives_way=1),
)

UNTITLED = tuple(replace(column, title="", tip="") for column in COLUMNS)

SPACE = 10
"""Space above and below a sentence together, in design pixels."""

Wrap = Callable[[str, int], list[str]]

Rows = Iterator[tuple[DataRow, float]]
"""Rows, each with its height in design pixels."""


def player_name(found: PlayerExplanation) -> str:
    """The name of the player that is explained, in words."""
    return player_in_words(str(found.plan.player), found.plan.game)


def learned_rows(study: Study, found: PlayerExplanation, state: str, theme: Theme, wrap: Wrap) -> Content:
    """The table of an explanation. `state` says how many games and positions it used; `wrap(text, size)`
    breaks a text of this size of type into lines."""
    columns = COLUMNS if found.terms else UNTITLED
    return Content.of_heights(_rows(study, found, state, wrap), columns, theme, found.plan)


def _rows(study: Study, found: PlayerExplanation, state: str, wrap: Wrap) -> Rows:
    for number, readable in enumerate(found.terms):
        yield _readable(study, found, number, readable), LINE
    if found.terms:
        together = f"{100 * found.share:.0f} %"
        about = f"All of them together explain {share_text(found.share, found.low, found.high)}."
        bar = MarkCell(draw_share, (found.share,), 60)
        words = TextCell("together", bold=True), None, TextCell(""), TextCell(together, bold=True), bar
        yield DataRow(("learned", "together"), words, about), LINE
    yield _sentence("rest", f"{found.rest} {state}.".strip(), wrap, 12, DIM)
    for number, unseen in enumerate(found.unseen):
        yield from _unseen(study, found, number, unseen, wrap)
    if found.surprises:
        yield _sentence("surprises", "Where its values and these terms differ most:", wrap)
    for number, surprise in enumerate(found.surprises):
        yield _surprise(study, found, number, surprise), LINE


def _readable(study: Study, found: PlayerExplanation, number: int, readable: ReadableTerm) -> DataRow:
    """A term that the values follow."""
    learned, term = study.of(LearnedValues), readable.term
    typical = number_text.signed(readable.typical, found.decimals)
    of = f" of {term.heuristic}" if term.heuristic else ""
    beside, counted = term.counted_beside, f" ({term.counted})" if term.counted else ""
    tip = (
        f"{term.label}{of}{counted}: one more changes the value by {weight_text(readable.weight)} "
        f"{found.plan.policy.unit}, and one standard deviation more, over positions, by {typical}. It "
        f"explains {share_text(readable.share, readable.low, readable.high)} beyond the terms above it."
    )
    cells = (
        TextCell(term.label),
        TextCell(beside, 12, DIM) if beside else None,
        TextCell(weight_text(readable.weight)),
        TextCell(f"{100 * readable.share:.0f} %"),
        MarkCell(draw_share, (readable.share,), 60),
    )
    light = partial(learned.point_at, study)
    return DataRow(("readable", number), cells, tip, None, partial(light, term), partial(light, None))


def draw_share(sheet: Sheet, place: pygame.Rect, share: float) -> None:
    """Draws how much a term explains, as a bar."""
    sheet.progress(place.inflate(0, -2 * (place.height // 3)), min(1.0, max(0.0, share)))


def _unseen(study: Study, found: PlayerExplanation, number: int, unseen: UnseenTerm, wrap: Wrap) -> Rows:
    """A term that the player does not see, and positions in which it matters."""
    row, height = _sentence(("unseen", number), unseen.sentence, wrap)
    light = partial(study.of(LearnedValues).point_at, study)
    yield replace(row, enter=partial(light, unseen.term), leave=partial(light, None)), height
    for place, shown in enumerate(unseen.positions):
        exhibit = Exhibit(unseen.sentence, study.lens, shown.text, squares=shown.squares)
        amount = number_text.signed(shown.amount, 0)
        tip = f"{unseen.term.label}: {amount} for the side to move. Click to see it on the board."
        cells = TextCell(amount, 12, DIM), TextCell("")
        yield _position(study, found, ("unseen", number), place, exhibit, cells, tip), LINE


def _surprise(study: Study, found: PlayerExplanation, number: int, surprise: Surprise) -> DataRow:
    """A position that the terms explain badly."""
    value, said = (number_text.signed(each, found.decimals) for each in (surprise.value, surprise.said))
    sentence = f"{player_name(found)} values this at {value} for the side to move; the terms say {said}."
    cells = TextCell(value, 12), TextCell(f"terms {said}", 12, DIM)
    exhibit = Exhibit(sentence, study.lens, surprise.text)
    tip = f"{sentence} Click to see it on the board."
    return _position(study, found, "surprise", number, exhibit, cells, tip)


def _position(
    study: Study,
    found: PlayerExplanation,
    below: Hashable,
    number: int,
    exhibit: Exhibit,
    cells: tuple[TextCell, TextCell],
    tip: str,
) -> DataRow:
    """A row that opens a position. It is the row `number`, from 0, of those under the sentence `below`."""
    learned, rules = study.of(LearnedValues), load_game(found.plan.game)
    side = study.side_name(int(rules.parse(exhibit.position, found.plan.options).to_move))
    name = TextCell(f"position {number + 1}, {side} to move", color=DIM)
    key = "learned position", below, number
    return exhibit_row(study, learned, exhibit, key, (name, None, *cells, None), tip)


def _sentence(
    key: object, sentence: str, wrap: Wrap, size: int = 14, color: str = TEXT
) -> tuple[DataRow, float]:
    """A sentence over all columns."""
    lines = wrap(sentence, size)
    nothing = (None,) * len(lines)
    cells = (tuple(TextCell(line, size, color) for line in lines), *(nothing for _ in COLUMNS[1:]))
    return DataRow(("sentence", key), cells, sentence), LINE * len(lines) + SPACE
