"""The table of the legal moves: in which order they stand, and what stands in each row.

While a search runs the numbers follow it, but rows change places only where that disturbs nobody: when
the values have been the same for a moment, and not under the pointer.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engines.contract import UNKNOWN, RootMove
from heuristics.lens import Lens
from study.core.study import Study
from study.moves.candidates import Candidate, CandidateList, in_order
from study.moves.line_terms import LineTerms, term_names, terms_after, terms_at_ends

CALM_SECONDS = 0.5
"""How long the values of a running search must have stayed before rows change places."""

MOVE, SEARCHED, DEPTH, AFTER = "move", "search", "depth", "after"
"""The columns; a term's is `("term", its name)`."""

Column = str | tuple[str, str]


@dataclass(frozen=True)
class Sorting:
    """By which column the rows stand in order; the best for the player to move first, the names of moves
    from A on, unless `backwards`."""

    column: Column = SEARCHED
    backwards: bool = False


class CandidateTable:
    """`order` are the candidates of `found` as they stand, `best_first` as a search and the values after
    them rank them; `clock` tells seconds."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.sorting = Sorting()
        self.found: CandidateList | None = None
        self.order: list[Candidate] = []
        self.best_first: list[Candidate] = []
        self.at_line = False  # whether terms are those at the end of a line, else after the move
        self.lens: Lens | None = None  # whose terms they are; None for a program that does not say
        self._clock = clock
        self._sorted: Sorting | None = None
        self._seen: object = None
        self._seen_at = 0.0
        self._searched: dict[int, RootMove] = {}
        self._read: Mapping[RootMove, LineTerms] = {}
        self._older: dict[int, LineTerms] = {}  # by move, of the search's snapshots before
        self._after: dict[int, LineTerms | None] = {}  # by move

    def sort_by(self, column: Column) -> None:
        """Puts the rows in order by a column; once more, the other way round."""
        same = self.sorting.column == column
        self.sorting = Sorting(column, same and not self.sorting.backwards)

    @property
    def searched(self) -> bool:
        """Whether a search has found a value of any of the moves."""
        return any(row.bound != UNKNOWN for row in self._searched.values())

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of the terms' columns."""
        return () if self.lens is None else term_names(self.lens)

    @property
    def best(self) -> Candidate | None:
        """What the search would play; the best value after it, where nothing was searched."""
        return self.best_first[0] if self.best_first else None

    def row(self, candidate: Candidate) -> RootMove | None:
        """What the search found of a move."""
        return self._searched.get(candidate.move)

    def terms_of(self, candidate: Candidate) -> tuple[LineTerms | None, bool]:
        """What a move's value is made of, and whether that is still of an older value, while the newer one's
        is being worked out."""
        if not self.at_line:
            if candidate.move not in self._after and candidate.value is not None:
                self._after[candidate.move] = terms_after(candidate)
            return self._after.get(candidate.move), False
        row = self._searched.get(candidate.move)
        found = None if row is None else self._read.get(row)
        if found is not None or row is None or not row.line:
            return found, False
        return self._older.get(candidate.move), True

    # Following the search

    def update(self, study: Study, found: CandidateList, at_line: bool, holds: bool) -> bool:
        """Takes in what there is now; to be called once a frame. `holds`: the pointer is among the rows.
        Returns whether the position is another one than before."""
        new = found is not self.found
        other = self.found is None or self.found.position is not found.position
        if new:
            self.found, self._read, self._older, self._after = found, {}, {}, {}
        self._searched, thought = study.searched, study.thought_here
        self.at_line = at_line and self.searched
        lens = study.lens if not self.at_line or thought is None else thought.lens
        if lens != self.lens:
            self.lens, self._read, self._older = lens, {}, {}
        if self.at_line:
            self._older |= {row.move: terms for row, terms in self._read.items()}
            self._read = terms_at_ends(study, self._read)
        by_term = isinstance(self.sorting.column, tuple)
        values = (*self._searched.values(), len(self._read) if by_term else 0)
        seen = (found, found.done, found.busy, values, self.at_line)
        now = self._clock()
        if seen != self._seen:
            self._seen, self._seen_at = seen, now
            best = thought.move if thought is not None and self.searched else None
            self.best_first = in_order(found.candidates, self._searched, best)
        calm = not study.running or now - self._seen_at >= CALM_SECONDS
        if new or found.busy or self.sorting != self._sorted or (calm and not holds):
            self._sorted = self.sorting
            self.order = self._in_order()
        return other

    def _in_order(self) -> list[Candidate]:
        known = [candidate for candidate in self.best_first if self._figure(candidate) is not None]
        unknown = [candidate for candidate in self.best_first if self._figure(candidate) is None]
        backwards = self.sorting.backwards
        if self.sorting.column == MOVE:
            known.sort(key=lambda candidate: candidate.notation.casefold(), reverse=backwards)
        elif self.sorting.column == SEARCHED:
            known = known[::-1] if backwards else known
        else:
            sign = 1.0 if backwards else -1.0
            known.sort(key=lambda candidate: sign * (self._figure(candidate) or 0.0))
        return [*known, *unknown]

    def _figure(self, candidate: Candidate) -> float | None:
        """What stands in the column that the rows are sorted by; None where nothing does."""
        column, row = self.sorting.column, self.row(candidate)
        if column == MOVE:
            return 0.0
        if column == AFTER or (column == SEARCHED and not self.searched):
            return candidate.value
        if column in (SEARCHED, DEPTH):
            return None if row is None or row.bound == UNKNOWN else float(row.depth)
        terms, _ = self.terms_of(candidate)
        return None if terms is None else terms.amount(column[1])
