"""Arranges the rows of a table of terms: a row for each group that the heuristic declares, with its subtotal,
and the group's terms below it if there is room. Otherwise level terms, which add nothing to the total, are
folded into one row, and a group's terms into the row of the group.

Each term is in exactly one of the rows that count (`TableRow.counts`), folded rows included. So their amounts
add up to the total, apart from the rounding difference, which has a row of its own.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Breakdown, Lens
from study.format.value_format import ValueFormat

GROUP, TERM, LEVEL = "group", "term", "level"
"""Kinds of rows: a group with its subtotal, a term, and several terms in one row: those that are level, or
the smallest ones where room is short."""

AUTHORS, BY_SIZE = "author's", "by size"
"""The orders of a table: the order in the heuristic, or the largest amount first."""

SHORT = 8
"""A table of at most this many rows is shown whole, before other tables on the page get room."""

Unfolded = Mapping[str, bool]
"""What a person has folded (False) or unfolded (True), by `TableRow.key`."""


@dataclass(frozen=True)
class Part:
    """A term of a table: `name` is its key, `label` its name for people. `amount` is what it adds to the
    total, in the heuristic's own numbers. A `level` term adds nothing that is large enough to be written."""

    name: str
    label: str
    group: str
    amount: float
    level: bool


@dataclass(frozen=True)
class TermGroup:
    """A group: its `terms` as indices of the table's parts. `name` is "" for a single term, which needs no
    group. `amount` is the sum of the rounded amounts."""

    name: str
    terms: tuple[int, ...]
    amount: float
    level: bool


@dataclass(frozen=True)
class TableRow:
    """A row with the sum of its `terms`. `name` is the group's name or the term's label. `inside`: the row
    belongs to an unfolded group."""

    kind: str
    name: str
    terms: tuple[int, ...]
    inside: bool = False
    unfolded: bool = False

    @property
    def counts(self) -> bool:
        """Whether the row counts for the total. An unfolded group does not: its terms do."""
        return not self.unfolded

    @property
    def key(self) -> str:
        """The key by which the row is folded or unfolded. A group has the same key in both states."""
        return f"{self.kind}:{self.name}"

    @property
    def verb(self) -> str:
        """What a click does, as a verb."""
        return "folds" if self.unfolded else "unfolds"

    def label(self, level: bool) -> str:
        """The text of the row. `level`: its terms are level in this position. They may not be where room is
        short, or if a person has folded the row in another position."""
        if self.kind != LEVEL:
            return group_title(self.name) if self.kind == GROUP else self.name
        count = len(self.terms)
        if not level:
            return "1 other term" if count == 1 else f"{count} other terms"
        return "1 term is level" if count == 1 else f"{count} terms are level"


@lru_cache(maxsize=64)  # a table asks for it several times in a frame
def parts_of(form: ValueFormat, breakdown: Breakdown, compared: Breakdown | None = None) -> tuple[Part, ...]:
    """The terms of a breakdown. A term does not count as level if it has failed, or if it contributes
    something to the breakdown `compared`, which is shown next to it."""
    others = compared.rows if compared is not None else ()
    rows = zip(breakdown.rows, others if len(others) == len(breakdown.rows) else breakdown.rows, strict=True)
    return tuple(
        Part(
            row.name,
            row.label,
            row.group,
            row.contribution,
            row.failure is None and not form.steps(row.contribution) and not form.steps(other.contribution),
        )
        for row, other in rows
    )


def parts_between(lens: Lens, before: Mapping[str, float], after: Mapping[str, float]) -> tuple[Part, ...]:
    """How much more each term contributes `after` than `before`, as a reader computes it from the written
    contributions. Both are contributions by a term's name; a missing term counts 0. Terms that contribute the
    same to both are level."""
    form, groups = ValueFormat.of_lens(lens), {term.name: term.group for term in terms_of(lens.heuristic)}
    parts = []
    for name in {**after, **before}:
        new, old = after.get(name, 0.0), before.get(name, 0.0)
        level = form.steps(new) == form.steps(old)
        label, group = lens.heuristic.label_of(name), groups.get(name, "")
        parts.append(Part(name, label, group, form.difference(new, old), level))
    return tuple(parts)


def groups_of(form: ValueFormat, parts: Sequence[Part], order: str = AUTHORS) -> tuple[TermGroup, ...]:
    """The parts in their groups. A group has the place of its first term. With the order BY_SIZE, the largest
    group comes first, and in each group the largest term."""
    return _groups_of(form, tuple(parts), order)


@lru_cache(maxsize=64)
def _groups_of(form: ValueFormat, parts: tuple[Part, ...], order: str) -> tuple[TermGroup, ...]:
    places: dict[str, list[int]] = {}
    for index, part in enumerate(parts):
        own_key = f"\n{index}"  # no group has such a name
        places.setdefault(part.group or own_key, []).append(index)
    groups = []
    for name, terms in places.items():
        if order == BY_SIZE:
            terms.sort(key=lambda index: -abs(parts[index].amount))
        level = all(parts[index].level for index in terms)
        amount = form.subtotal(parts[index].amount for index in terms)
        groups.append(TermGroup("" if len(terms) == 1 else name, tuple(terms), amount, level))
    if order == BY_SIZE:
        groups.sort(key=lambda group: -abs(group.amount))
    return tuple(groups)


@dataclass(frozen=True)
class _Table:
    """The parts of a table in their groups, and what a person has `chosen` to fold or unfold."""

    parts: Sequence[Part]
    groups: Sequence[TermGroup]
    chosen: Unfolded

    def rows(self, folded: Collection[str] = (), fold_level: bool = False) -> tuple[TableRow, ...]:
        """The rows with these groups folded, and with level terms in one row if `fold_level`."""
        rows: list[TableRow] = []
        alone: list[int] = []
        for group in self.groups:
            if not group.name:
                alone += group.terms
                rows.append(TableRow(TERM, self.parts[group.terms[0]].label, group.terms))
            elif group.name in folded:
                rows.append(TableRow(GROUP, group.name, group.terms))
            else:
                rows.append(TableRow(GROUP, group.name, group.terms, unfolded=True))
                rows += self._terms(group.name, group.terms, fold_level)
        level = self._folded("", alone, fold_level)
        if level:
            rows = [row for row in rows if row.kind != TERM or row.inside or row.terms[0] not in level]
            rows += self._level_rows("", level)
        return tuple(rows)

    def _terms(self, group: str, terms: Sequence[int], fold_level: bool) -> Iterable[TableRow]:
        """The rows of the terms in an unfolded group."""
        level = self._folded(group, terms, fold_level)
        for index in terms:
            if index not in level:
                yield TableRow(TERM, self.parts[index].label, (index,), inside=True)
        if level:
            yield from self._level_rows(group, level)

    def _folded(self, group: str, terms: Sequence[int], fold_level: bool) -> tuple[int, ...]:
        """The level terms that are folded into one row. A single level term is not folded, because that would
        save no row."""
        level = tuple(index for index in terms if self.parts[index].level)
        folds = fold_level or f"{LEVEL}:{group}" in self.chosen
        return level if folds and len(level) > 1 else ()

    def _level_rows(self, group: str, level: tuple[int, ...]) -> Iterable[TableRow]:
        """The row of level terms, and the terms below it if a person has unfolded it."""
        unfolded = self.chosen.get(f"{LEVEL}:{group}", False)
        yield TableRow(LEVEL, group, level, bool(group), unfolded)
        if unfolded:
            yield from (TableRow(TERM, self.parts[index].label, (index,), inside=True) for index in level)

    def arranged(self, room: int) -> tuple[TableRow, ...]:
        """The rows for a table with `room` rows, as described at `arrange`."""
        rows = self.rows()
        if len(rows) <= room:
            return rows
        named = {group.name: group for group in self.groups if group.name}
        folded = {name for name in named if named[name].level}
        ranked = sorted((n for n in named if n not in folded), key=lambda name: abs(named[name].amount))
        for name in ranked:  # folds the groups of the smallest amount until the rows fit
            if len(self.rows(folded, True)) > room:
                folded.add(name)
        for name in (name for name in reversed(ranked) if name in folded):  # a smaller group may still fit
            if len(self.rows(folded - {name}, True)) <= room:
                folded.remove(name)
        rows = self.rows(folded, True)
        if len(rows) > room:
            rows = self._in_one(rows, {f"{GROUP}:{name}" for name in named if named[name].level})
        return rows if len(rows) <= room else self._smallest_in_one(rows, room)

    def as_chosen(self, rest: Collection[str]) -> tuple[TableRow, ...]:
        """The rows as a person has folded and unfolded them, even if there is too little room. The rows
        with the keys `rest`, and level terms without a group, are in one row."""
        rows = self.rows({group.name for group in self.groups if not self._unfolds(group.name, rest)})
        return self._in_one(rows, rest)

    def _unfolds(self, group: str, rest: Collection[str]) -> bool:
        key = f"{GROUP}:{group}"
        return key not in rest and self.chosen.get(key, True)

    def _in_one(self, rows: tuple[TableRow, ...], rest: Collection[str]) -> tuple[TableRow, ...]:
        """The rows. Those with the keys `rest`, and level terms without a group, become one row at the
        end."""
        folded = [row for row in rows if row.key == f"{LEVEL}:" or (row.key in rest and not row.inside)]
        if len(folded) < 2:
            return rows
        terms = tuple(index for row in folded for index in row.terms)
        kept = (
            row for row in rows if row not in folded and not (row.inside and set(row.terms) <= set(terms))
        )
        return *kept, *self._level_rows("", terms)

    def _smallest_in_one(self, rows: tuple[TableRow, ...], room: int) -> tuple[TableRow, ...]:
        """As many of the largest rows as there is room for, and one row for all others. Unchanged if there is
        room for fewer than two rows."""
        if room < 2:
            return rows
        ranked = sorted(
            (row for row in rows if row.kind != LEVEL),
            key=lambda row: -abs(sum(self.parts[index].amount for index in row.terms)),
        )
        kept = ranked[: room - 1]
        rest = tuple(index for row in rows if row not in kept for index in row.terms)
        return *(row for row in rows if row in kept), *self._level_rows("", rest)


def arrange(parts: Sequence[Part], groups: Sequence[TermGroup], room: int) -> tuple[TableRow, ...]:
    """The rows for a table with `room` rows, before a person has folded or unfolded any. All terms are shown
    if they fit. If not, level terms are folded; then groups, the smallest first; then everything level into
    one row; and at last all rows except the largest. A table whose rows still do not fit scrolls."""
    return _Table(parts, groups, {}).arranged(room)


class Arrangement:
    """The rows of one table, frame after frame. They are folded to fit the room until a person folds or
    unfolds one; from then on they are as the person chose. While a search runs, they keep their places."""

    def __init__(self) -> None:
        self._chosen: dict[str, bool] = {}
        self._rest: tuple[Hashable, frozenset[str]] = (None, frozenset())
        """(terms, keys): the rows, by key, that were folded into the row "other terms" when a person first
        clicked. They stay there as long as the table has these terms."""
        self._place: Hashable = None
        self._parts: tuple[Part, ...] = ()
        self._groups: tuple[TermGroup, ...] = ()
        self._rows: tuple[TableRow, ...] = ()

    def rows(
        self,
        form: ValueFormat,
        parts: Sequence[Part],
        order: str,
        room: int,
        chosen: dict[str, bool],
        of: Hashable,
        holds: bool,
    ) -> tuple[TableRow, ...]:
        """The rows of a table for `room` rows. `of` identifies what the table is about. `chosen` is what a
        person has folded or unfolded of these terms; `toggle` writes it. While a search runs (`holds`), the
        rows keep their places as long as only the amounts change."""
        self._chosen = chosen
        terms = tuple((part.label, part.group) for part in parts)
        if self._rest[0] != terms:
            self._rest = (terms, frozenset())
        place = (of, order, 0 if chosen else room, tuple(chosen.items()), self._rest)
        if place != self._place or not (holds or tuple(parts) == self._parts):
            self._groups = groups_of(form, parts, order)
            table = _Table(parts, self._groups, chosen)
            self._rows = table.as_chosen(self._rest[1]) if chosen else table.arranged(room)
            self._place, self._parts = place, tuple(parts)
        return self._rows

    @property
    def shown(self) -> tuple[TableRow, ...]:
        """The rows of the last call."""
        return self._rows

    def toggle(self, row: TableRow) -> None:
        """Folds or unfolds a row. At a person's first click, all other rows are kept as they are from then
        on."""
        if not self._chosen:
            self._keep_as_shown()
        self._chosen[row.key] = not row.unfolded

    def _keep_as_shown(self) -> None:
        """Writes down how each row is folded now, as if a person had chosen it, so that only the clicked row
        changes."""
        shown = {row.key for row in self._rows if row.kind != TERM or not row.inside}
        folded = _Table(self._parts, self._groups, {}).rows({group.name for group in self._groups})
        lacking = [row for row in folded if row.key not in shown]  # they are folded into another row now
        # If they are not all level terms, that is the row "other terms".
        if any(row.kind == GROUP or not self._parts[row.terms[0]].level for row in lacking):
            self._rest = (self._rest[0], frozenset(row.key for row in lacking))
        for row in (*self._rows, *lacking):
            if row.kind != TERM:
                self._chosen[row.key] = row.unfolded


def rows_in_all(parts: Sequence[Part], groups: Sequence[TermGroup]) -> int:
    """The number of rows that show all terms below their groups."""
    return len(_Table(parts, groups, {}).rows())


def rows_needed(parts: Sequence[Part], groups: Sequence[TermGroup]) -> int:
    """The number of rows that show all terms except level ones; for a short table, all rows."""
    whole = rows_in_all(parts, groups)
    return whole if whole <= SHORT else len(fold_level(parts, groups))


def rows_at_least(parts: Sequence[Part], groups: Sequence[TermGroup]) -> int:
    """The number of rows with everything folded; for a short table, all rows."""
    whole = rows_in_all(parts, groups)
    return whole if whole <= SHORT else len(all_folded(parts, groups, {}))


def all_folded(parts: Sequence[Part], groups: Sequence[TermGroup], chosen: Unfolded) -> tuple[TableRow, ...]:
    """The rows with everything folded except what a person has `chosen` to unfold. They do not depend on the
    room."""
    folded = {group.name for group in groups if group.name and not chosen.get(f"{GROUP}:{group.name}")}
    return _Table(parts, groups, chosen).rows(folded, fold_level=True)


def fold_level(parts: Sequence[Part], groups: Sequence[TermGroup]) -> tuple[TableRow, ...]:
    """The rows with all level terms folded, and all others in view."""
    level = {group.name for group in groups if group.name and group.level}
    return _Table(parts, groups, {}).rows(level, fold_level=True)


def group_title(name: str) -> str:
    """A group's name with a capital, for places beside a number; sentences use the heuristic's spelling."""
    return capital(name.replace("_", " "))


def capital(name: str) -> str:
    """A name with a capital first letter; its other letters stay."""
    return name[:1].upper() + name[1:]
