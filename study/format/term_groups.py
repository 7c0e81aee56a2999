"""The rows of a table of terms: a row for each group that the heuristic declares, with its subtotal, and its
terms if there is room. Otherwise level terms fold into one row, and groups into theirs.

The rows that count (`TableRow.counts`), folded ones included, always hold every term once. So their amounts
add up to the total, apart from the rounding difference, which is a row of its own.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from heuristics.guarded_evaluation import terms_of
from heuristics.lens import Breakdown, Lens
from study.format.value_format import ValueFormat

GROUP, TERM, LEVEL = "group", "term", "level"
"""Kinds of rows: a group with its subtotal, a term, and level terms that are folded into one."""

AUTHORS, BY_SIZE = "author's", "by size"
"""Orders: the heuristic's, or the largest first."""

SHORT = 8
"""A table of at most this many rows is shown whole before other tables get room."""

Unfolded = Mapping[str, bool]
"""What a person has folded (False) or unfolded (True), by `TableRow.key`."""


@dataclass(frozen=True)
class Part:
    """A term of a table: `name` is its key, `label` its name for people. `amount` is what it adds to the
    total, as the heuristic counts. A `level` term has nothing to show."""

    name: str
    label: str
    group: str
    amount: float
    level: bool


@dataclass(frozen=True)
class TermGroup:
    """Terms of one group, by their places in the table's parts; `name` is "" for a single term without a
    group. `amount` is their subtotal in writing."""

    name: str
    terms: tuple[int, ...]
    amount: float
    level: bool


@dataclass(frozen=True)
class TableRow:
    """A row with the sum of its `terms`. `name` is the group's, or the term's label; `inside` is whether it
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
        """The key by which it is folded or unfolded; the same for the row that it folds into."""
        return f"{self.kind}:{self.name}"

    @property
    def verb(self) -> str:
        """The action of a click."""
        return "folds" if self.unfolded else "unfolds"

    def label(self, level: bool) -> str:
        """The text of the row. `level` is whether its terms are still level."""
        if self.kind != LEVEL:
            return group_title(self.name) if self.kind == GROUP else self.name
        count = len(self.terms)
        if not level:
            return "1 other term" if count == 1 else f"{count} other terms"
        return "1 term is level" if count == 1 else f"{count} terms are level"


@lru_cache(maxsize=64)  # a table asks several times a frame
def parts_of(form: ValueFormat, breakdown: Breakdown, compared: Breakdown | None = None) -> tuple[Part, ...]:
    """The terms of a breakdown. A term is not level if it has failed, or contributes something to the
    breakdown that this one is `compared` with."""
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
    """The parts in their groups. A group has the place of its first term. By size, the largest group comes
    first, and in each the largest term."""
    return _groups_of(form, tuple(parts), order)


@lru_cache(maxsize=64)
def _groups_of(form: ValueFormat, parts: tuple[Part, ...], order: str) -> tuple[TermGroup, ...]:
    places: dict[str, list[int]] = {}
    for index, part in enumerate(parts):
        places.setdefault(part.group or f"\n{index}", []).append(index)
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
        """The level terms that are folded into one row. Folding a single one would save nothing."""
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
        for name in ranked:
            if len(self.rows(folded, True)) > room:
                folded.add(name)
        for name in (name for name in reversed(ranked) if name in folded):  # a smaller one may still fit
            if len(self.rows(folded - {name}, True)) <= room:
                folded.remove(name)
        rows = self.rows(folded, True)
        if len(rows) > room:
            rows = self._in_one(rows, {f"{GROUP}:{name}" for name in named if named[name].level})
        return rows if len(rows) <= room else self._smallest_in_one(rows, room)

    def as_chosen(self, rest: Collection[str]) -> tuple[TableRow, ...]:
        """The rows as a person has folded and unfolded them, in any room. Those with these keys, and level
        terms without a group, are one row."""
        rows = self.rows({group.name for group in self.groups if not self._unfolds(group.name, rest)})
        return self._in_one(rows, rest)

    def _unfolds(self, group: str, rest: Collection[str]) -> bool:
        key = f"{GROUP}:{group}"
        return key not in rest and self.chosen.get(key, True)

    def _in_one(self, rows: tuple[TableRow, ...], rest: Collection[str]) -> tuple[TableRow, ...]:
        """The rows, where the rows with the keys `rest` and level terms without a group are one row at the
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
        """As many of the largest rows as there is room for, and one row for all others. The rows are
        unchanged if not even two fit."""
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
    """The rows for a table with `room` rows before a person folds or unfolds any: all terms, if they fit.
    Else level terms are folded, then groups, the smallest first, then everything level into one row, and at
    last all but the largest. If there are more rows than room, the table scrolls."""
    return _Table(parts, groups, {}).arranged(room)


class Arrangement:
    """The rows of one table, frame after frame: folded to fit their room until a person folds or unfolds one,
    and from then on as the person has them. They have stable places while a search runs."""

    def __init__(self) -> None:
        self._chosen: dict[str, bool] = {}
        self._rest: tuple[Hashable, frozenset[str]] = (None, frozenset())
        """The keys of the rows in the row of all others at a person's first click, and for what terms."""
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
        """The rows of a table `of` something, for `room` rows. `chosen` is what a person has folded or
        unfolded of these terms, which `toggle` writes. The rows keep their places while a search runs
        (`holds`) and only the amounts change."""
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
        """Folds or unfolds a row. At the first one, all others settle as they are."""
        if not self._chosen:
            self._settle()
        self._chosen[row.key] = not row.unfolded

    def _settle(self) -> None:
        """Keeps the rows as they are, as if a person had chosen them."""
        shown = {row.key for row in self._rows if row.kind != TERM or not row.inside}
        folded = _Table(self._parts, self._groups, {}).rows({group.name for group in self._groups})
        lacking = [row for row in folded if row.key not in shown]
        if any(row.kind == GROUP or not self._parts[row.terms[0]].level for row in lacking):
            self._rest = (self._rest[0], frozenset(row.key for row in lacking))
        for row in (*self._rows, *lacking):
            if row.kind != TERM:
                self._chosen[row.key] = row.unfolded


def rows_in_all(parts: Sequence[Part], groups: Sequence[TermGroup]) -> int:
    """The number of rows that show all terms below their groups."""
    return len(_Table(parts, groups, {}).rows())


def rows_needed(parts: Sequence[Part], groups: Sequence[TermGroup]) -> int:
    """The number of rows that show all terms but level ones; a short table is shown whole."""
    whole = rows_in_all(parts, groups)
    return whole if whole <= SHORT else len(fold_level(parts, groups))


def rows_at_least(parts: Sequence[Part], groups: Sequence[TermGroup]) -> int:
    """The number of rows with everything folded; a short table is shown whole."""
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
