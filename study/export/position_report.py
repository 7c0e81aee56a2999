"""Makes a report on a position, for export as text, as CSV or as a picture. It is made from the answers that
the command line prints as JSON, so that report and command line agree."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.contract import SIDE_NAMES
from games.position import Position
from games.record import line_for_people
from games.registry import entry
from study.format import number_text
from study.format.term_cells import WEIGHT, WORTH, TermCells, worth_title
from study.format.value_format import ValueFormat
from study.why_not.comparison import ROUNDING

CommandAnswer = Mapping[str, Any]

Cell = float | str | None

TERM, VALUE, DIFFERENCE = "term", "value", "difference"
FLIPS, UNTIL, BEST = "flips at", "until", "best there"
"""Columns of a report on why a move was not played: the weight of a term at which the asked move becomes the
better one, the weight up to which it stays so, and the best of all moves just beyond the first weight."""


@dataclass(frozen=True)
class PositionReport:
    """`sentences` and a table about a position, with arrows for `moves`. The first of the `columns` has the
    names of terms, the others numbers or texts. The numbers of the columns in `sums` add up to the last row,
    the value. Missing cells are None."""

    title: str
    position: Position
    moves: tuple[int, ...]
    sentences: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    sums: frozenset[str] = frozenset()
    form: ValueFormat = field(default=ValueFormat())
    """How `table` writes the numbers that add up. CSV has the heuristic's own numbers."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The label of each term or move in `table`, by its name. CSV has the names themselves."""
    written: Mapping[str, Sequence[str] | None] = field(default_factory=dict)
    """The texts of a column in `table`, by the column's name, for columns that do not add up. None for a
    column that only CSV has."""

    @property
    def table(self) -> list[list[str]]:
        """The table for people, its head first. A rounding difference has a row of its own."""
        if not self.rows:
            return []
        names = [name for name in self.columns[1:] if self.written.get(name, ()) is not None]
        columns = [self._written(self.columns.index(name) - 1, name) for name in names]
        *terms, total = [
            [self.labels.get(name, name), *(column[0][row] for column in columns)]
            for row, (name, _) in enumerate(self.rows)
        ]
        rest = [column[1] for column in columns]
        rounding = [[ROUNDING, *rest]] if any(rest) else []
        unit = f", in {self.form.units}" if self.form.unit else ""
        head = [
            self.labels.get(name, name) + (unit if name in self.sums else "")
            for name in (self.columns[0], *names)
        ]
        return [head, *terms, *rounding, total]

    def _written(self, column: int, name: str) -> tuple[list[str], str]:
        """(texts, rounding difference) of a column, the difference "" if there is none."""
        if written := self.written.get(name):
            return list(written), ""
        if name not in self.sums:
            cells = (_short(row[column]) for _, row in self.rows)
            return [self.labels.get(cell, cell) for cell in cells], ""
        found = self._numbers(column)
        if name == DIFFERENCE:
            pairs = zip(self._numbers(0), self._numbers(1), strict=True)
            found = [None if a is None or b is None else self.form.difference(a, b) for a, b in pairs]
        *parts, total = (number for number in found if number is not None)
        lacking = self.form.lacking(total, parts)
        texts = ["" if number is None else amount(number, self.form) for number in found]
        return texts, self.form.signed(lacking) if lacking else ""

    def _numbers(self, column: int) -> list[float | None]:
        cells = [row[column] for _, row in self.rows]
        return [cell for cell in cells if not isinstance(cell, str)]

    @property
    def text(self) -> str:
        """The whole report as text."""
        lines = [self.title, self.position.text, ""]
        lines += [*self.sentences, ""]
        lines += aligned(self.table)
        return "\n".join(lines).rstrip() + "\n"

    @property
    def csv(self) -> str:
        """The table with exact numbers."""
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow(self.columns or (TERM,))
        for name, found in self.rows:
            cells = ("" if cell is None else cell if isinstance(cell, str) else repr(cell) for cell in found)
            writer.writerow([name, *cells])
        return written.getvalue()


def aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table as text: names on the left, all else on the right of its column."""
    widths = [max(map(len, cells)) for cells in zip(*table, strict=True)]
    for row in table:
        cells = [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip()


def _short(cell: Cell) -> str:
    """A cell that is not part of a sum, as text."""
    return "" if cell is None else cell if isinstance(cell, str) else number_text.short(cell)


def amount(value: float, form: ValueFormat) -> str:
    """A value with its sign; for a forced win or loss the plies to it, "wins in 3"."""
    if number_text.is_decided(value):
        return f"{'wins' if value > 0 else 'loses'} in {number_text.plies_to_end(value)}"
    return form.signed(value)


def _with_unit(value: float, form: ValueFormat) -> str:
    return amount(value, form) if number_text.is_decided(value) else form.with_unit(value)


def of_breakdown(answer: CommandAnswer, position: Position) -> PositionReport:
    """The report on an answer of `main.py eval`."""
    about = entry(position.game.name)
    side = SIDE_NAMES.index(answer["side"])
    ours, theirs = about.side_name(side), about.side_name(1 - side)
    form, terms = ValueFormat.of_answer(answer), answer["terms"]
    columns = {ours: "own", theirs: "other", WEIGHT: "weight"}
    written = _written_sides(form, answer, ours, theirs)
    if WORTH in written:
        columns[WORTH] = "worth"
    missing = {"worth": 1.0}  # a term whose worth is 1 in all phases has none in the answer
    numbers = [tuple(row.get(key, missing.get(key)) for key in columns.values()) for row in terms]
    rows: list[tuple[str, tuple[Cell, ...]]] = [
        (row["name"], (*found, row["contribution"])) for found, row in zip(numbers, terms, strict=True)
    ]
    value = _with_unit(answer["value"], form)
    sentences = [f"{value} for {ours}, by {answer['heuristic']}, static evaluation.", *_chance(answer)]
    if one_sided := [row["label"] for row in answer["terms"] if row.get("one_sided")]:
        sentences.append(
            f"Evaluated for {ours}. For {theirs}, these one-sided terms would not be the same "
            f"amounts with the opposite sign: {', '.join(one_sided)}."
        )
    rows.append((VALUE, (*(None for _ in columns), answer["value"])))
    return PositionReport(
        f"{about.title}: {answer['heuristic']}",
        position,
        (),
        tuple(sentences),
        (TERM, *columns, f"for {ours}"),
        tuple(rows),
        frozenset((f"for {ours}",)),
        form,
        _labels(answer["terms"]),
        written,
    )


def _written_sides(
    form: ValueFormat, answer: CommandAnswer, ours: str, theirs: str
) -> dict[str, Sequence[str] | None]:
    """The texts of a breakdown's columns except the contributions, as in the window's table."""
    terms = answer["terms"]
    cells = [TermCells.of_answer(form, answer["divisor"], row) for row in terms]
    written: dict[str, Sequence[str] | None] = {}
    for name, side in ((ours, "own"), (theirs, "other")):
        sides = zip(cells, (row.get(side) for row in terms), strict=True)
        written[name] = [*("" if amount is None else each.side_text(amount) for each, amount in sides), ""]
    title = worth_title(form, any("worth" in row for row in terms))
    if title == WORTH:
        written[WEIGHT] = None
    written[title] = [*(each.worth_text for each in cells), ""]
    return written


def _chance(answer: CommandAnswer) -> list[str]:
    """The sentence on the chance that the value means, if the answer has one."""
    return [answer["chance"]["sentence"]] if "chance" in answer else []


def of_analysis(answer: CommandAnswer, position: Position) -> PositionReport:
    """The report on an answer of `main.py analyse`: the terms at the end of the best line."""
    about = entry(position.game.name)
    ours = about.side_name(position.to_move)
    line = next(iter(answer["lines"]), None)
    terms = line["terms"] if line is not None else []
    move = None if answer["move"] is None else position.parse_move(answer["move"])
    form = ValueFormat.of_answer(answer)
    played = None if move is None else position.notation(move)
    sentences = [f"{ours} is to move: {answer['player']} plays {played}."]
    if line is not None:
        value = f"{_with_unit(answer['value'], form)} for {ours}"
        best = line_for_people(position, answer["pv"])
        sentences.append(f"{value}, {number_text.plies(answer['depth'])} deep: {' '.join(best)}")
        sentences += _chance(answer)
    for number, other in enumerate(answer["lines"][1:], 2):
        value = _with_unit(other["value"], form)
        moves = " ".join(line_for_people(position, other["pv"]))
        sentences.append(f"Line {number}, {value} for {ours}: {moves}")
    rows = [(row["name"], (row["contribution"],)) for row in terms if row["name"]]
    return PositionReport(
        f"{about.title}: {answer['player']}",
        position,
        () if move is None else (move,),
        tuple(sentences),
        (TERM, f"for {ours}, at the end of the line"),
        (*rows, (VALUE, (answer["value"],))) if rows else (),
        frozenset((f"for {ours}, at the end of the line",)),
        form,
        _labels(terms),
    )


def of_why_not(answer: CommandAnswer, position: Position) -> PositionReport:
    """The report on an answer of `main.py whynot`."""
    about = entry(position.game.name)
    ours = about.side_name(SIDE_NAMES.index(answer["side"]))
    chosen, asked = answer["chosen"], answer["asked"]
    form = ValueFormat.of_answer(answer)
    names = _moves_for_people(position, answer)
    lines = [
        f"{label} {names[which]}: {_with_unit(answer[f'{key}_value'], form)} for {ours}: "
        + " ".join(line_for_people(position, answer[f"{key}_line"]))
        for key, which, label in zip(("chosen", "asked"), (chosen, asked), answer["labels"], strict=True)
    ]
    columns: tuple[str, ...] = (TERM, chosen, asked if asked != chosen else f"{asked} (asked)", DIFFERENCE)
    summed = frozenset(columns[1:])
    values: tuple[Cell, ...] = (answer["chosen_value"], answer["asked_value"], answer["difference"])
    rows: list[tuple[str, tuple[Cell, ...]]] = [
        (row["name"], (row["chosen"], row["asked"], row["difference"])) for row in answer["terms"]
    ]
    if any("flip_weight" in row for row in answer["terms"]):
        columns = (*columns, WEIGHT, FLIPS, UNTIL, BEST)
        fields = ("weight", "flip_weight", "flip_until", "best_beyond")
        flips = [tuple(row.get(name) for name in fields) for row in answer["terms"]]
        rows = [(name, (*found, *more)) for (name, found), more in zip(rows, flips, strict=True)]
        values = (*values, *(None for _ in fields))
    firsts = [answer[f"{key}_line"][:1] for key in ("chosen", "asked")]
    moves = [position.parse_move(text) for first in firsts for text in first]
    return PositionReport(
        f"{about.title}: why {names[chosen]} and not {names[asked]}?",
        position,
        tuple(dict.fromkeys(moves)),
        (answer["sentence"], *lines),
        columns,
        (*rows, (VALUE, values)) if rows else (),
        summed,
        form,
        names | _labels(answer["terms"]),
    )


def of_truth(answer: CommandAnswer, position: Position) -> PositionReport:
    """The report on the worst mistake in an answer of `main.py truth`, in its position. It has no table."""
    mistake = answer["worst"][0]
    chosen, right = (position.parse_move(mistake[which]["move"]) for which in ("chosen", "right"))
    wrong, better = (position.notation(move) for move in (chosen, right))
    tied = " It values both as equal." if mistake["equal"] else ""
    return PositionReport(
        f"{entry(position.game.name).title}: {answer['heuristic']}",
        position,
        (chosen, right),
        (
            f"Its worst mistake: it plays {wrong}, {mistake['chosen']['outcome']}; "
            f"right is {better}, {mistake['right']['outcome']}." + tied,
        ),
    )


def _moves_for_people(position: Position, answer: CommandAnswer) -> dict[str, str]:
    """The moves that the table or the title names, in notation for people, by their names in JSON."""
    named = {answer["chosen"], answer["asked"], *(row.get("best_beyond") for row in answer["terms"])}
    if position.game.move_text is None:
        return {name: name for name in named if name}
    return {name: position.notation(position.parse_move(name)) for name in named if name}


def _labels(terms: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {row["name"]: row["label"] for row in terms}
