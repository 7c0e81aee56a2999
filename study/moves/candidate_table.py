"""The table of the legal moves on the page Moves: the best lines first, whose values are exact, then the
other moves. It keeps their order and the content of each row.

While a search runs the table follows it, but shows the previous snapshot until the lines of the newest one
are read. Rows change places only if that disturbs nobody: their values have not changed for a moment, and the
pointer is not over them.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from engines.contract import EXACT, UNKNOWN, RootMove, Thought
from heuristics.lens import Lens
from study.format import number_text
from study.moves.candidates import Candidate, CandidateList, in_order
from study.moves.line_terms import LineTerms, term_names, terms_after, terms_at_ends
from study.searches.lines import Line, line_of
from study.state.changes import Memo
from study.state.search_store import has_value
from study.state.study import Study

CALM_SECONDS = 0.5
"""Seconds for which the values of a running search must stay the same before rows change places."""

MOST_LISTED = 10
"""If a search was asked for more best lines than this, no lines are listed above the table of all moves."""

MOVE, SEARCHED, DEPTH, AFTER = "move", "search", "depth", "after"
"""The keys of columns. The key of a term's column is `("term", name)`."""

Column = str | tuple[str, str]


@dataclass(frozen=True)
class Sorting:
    """The column by which rows are sorted. Values begin with the best for the player to move, names of moves
    with A; `backwards` reverses that."""

    column: Column = SEARCHED
    backwards: bool = False


@dataclass(frozen=True)
class Rest:
    """What a search found about the moves that are not among the listed lines. `bounded` of them are worth at
    most `most` for the player to move; `unknown` were not searched."""

    bounded: int = 0
    most: float = 0.0
    unknown: int = 0

    @property
    def count(self) -> int:
        return self.bounded + self.unknown

    def words(self, text: str, at_least: bool) -> str:
        """The result in words. `text` is the written `most`. `at_least`: it is written for the other side,
        for which it is a lower bound."""
        moves = f"{self.count} more move{'' if self.count == 1 else 's'}"
        if not self.bounded:
            return f"{moves}, not searched"
        which, several = "" if self.count == 1 else "each ", False
        if self.unknown:
            which, several = f"{self.bounded} of them ", self.bounded > 1
        if not number_text.is_decided(self.most):
            return f"{moves}, {which}at {'least' if at_least else 'most'} {text}"
        if self.most < 0:
            return f"{moves}, {which}{'lose' if several else 'loses'} by force"
        return f"{moves}, {which}may win, but no sooner than the best"


@dataclass(frozen=True)
class _Picture:
    """A snapshot of a search, with its rows by move, and its best lines with their ranks."""

    thought: Thought
    rows: dict[int, RootMove]
    ranked: list[tuple[int, Candidate]]

    @property
    def line_moves(self) -> list[int]:
        """The moves of the lines in their order."""
        return [candidate.move for _, candidate in self.ranked]


class CandidateTable:
    """`order` are the candidates of `found` in their present order: first `lines`, the candidates of the few
    best lines, then the `others`. `best_first` has them sorted by the search, then by their values after one
    ply. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.found: CandidateList | None = None
        self.lines: list[Candidate] = []
        self.others: list[Candidate] = []
        self.best_first: list[Candidate] = []
        self.at_line = False  # whether terms are those at the end of each move's line, else after the move
        self.lens: Lens | None = None  # the lens of the terms' columns; None: the search used none
        self._clock = clock
        self._sorting = {
            False: Sorting(),
            True: Sorting(AFTER),
        }  # by whether best lines are listed above the table
        self._resorts = False  # whether a person has just chosen another order
        self._changed_at: Memo[float] = Memo()  # when what is shown changed
        self._arranged_at = 0.0  # when the lines got their present order
        self.thought: Thought | None = None  # the snapshot that is shown
        self.rows: dict[int, RootMove] = {}  # its rows by move
        self._picture: _Picture | None = None
        self._incoming: _Picture | None = None  # the next snapshot, whose lines are still being read
        self._listed_moves: set[int] = set()  # the moves of the lines
        self._lens_read: Memo[None] = Memo()
        self._read: Mapping[RootMove, LineTerms] = {}
        self._older: dict[int, LineTerms] = {}  # by move, the terms at line ends in earlier snapshots
        self._after: dict[int, LineTerms | None] = {}  # by move, the terms after it

    @property
    def order(self) -> list[Candidate]:
        return [*self.lines, *self.others]

    @property
    def ranks(self) -> dict[int, int]:
        """The ranks of the lines by move, from 1; 0 where another move may be better."""
        picture = self._picture
        return {} if picture is None else {candidate.move: rank for rank, candidate in picture.ranked}

    @property
    def sorting(self) -> Sorting:
        """How the moves below the lines are sorted."""
        return self._sorting[bool(self.lines)]

    def sort_by(self, column: Column) -> None:
        """Sorts the rows by a column; a second call for the same column reverses the order."""
        same = self.sorting.column == column
        self._sorting[bool(self.lines)] = Sorting(column, same and not self.sorting.backwards)
        self._resorts = True

    @property
    def searched(self) -> bool:
        """Whether a search has found a value of any of the moves."""
        return any(row.bound != UNKNOWN for row in self.rows.values())

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of the terms' columns."""
        return () if self.lens is None else term_names(self.lens)

    @property
    def best(self) -> Candidate | None:
        """The move that the search would play; without a search, the move with the best value after it. None
        without moves."""
        return self.best_first[0] if self.best_first else None

    @property
    def rest(self) -> Rest:
        """What the search found about the moves below the lines."""
        rows = [row for c in self.others if (row := self.row(c)) is not None and row.bound != UNKNOWN]
        most = max((row.value for row in rows), default=0.0)
        return Rest(len(rows), most, len(self.others) - len(rows))

    @property
    def lines_read(self) -> int:
        """The number of moves for which the terms at the end of their line are known."""
        return len(self._read)

    def row(self, candidate: Candidate) -> RootMove | None:
        """The search's row of a move; None without one."""
        return self.rows.get(candidate.move)

    def compared(self, chosen: Candidate, at_line: bool) -> Candidate | None:
        """The move to compare `chosen` with: the best other move whose terms are known. None if there is
        none."""

        def explained(other: Candidate) -> bool:
            row = self.row(other)
            return (row is not None and row.bound == EXACT) if at_line else other.breakdown is not None

        others = (candidate for candidate in (*self.lines, *self.best_first) if candidate is not chosen)
        return next((other for other in others if explained(other)), None)

    def line(self, study: Study, candidate: Candidate) -> Line | None:
        """A move's best line; None if the search has no exact value for it, and while the line is read."""
        row, thought = self.row(candidate), self.thought
        if thought is None or row is None or row.bound != EXACT or not row.line:
            return None
        return line_of(study, thought, row)

    def terms_of(self, candidate: Candidate) -> tuple[LineTerms | None, bool]:
        """(terms, is older): the terms of a move's value, and whether they still belong to the value in an
        earlier snapshot. They are those after the move, or those at the end of its line if `at_line` or if it
        is among the lines. None until they are computed."""
        if not (self.at_line or candidate.move in self._listed_moves):
            if candidate.move not in self._after and candidate.value is not None:
                self._after[candidate.move] = terms_after(candidate)
            return self._after.get(candidate.move), False
        row = self.row(candidate)
        found = None if row is None else self._read.get(row)
        if found is not None or row is None or not row.line:
            return found, False
        return self._older.get(candidate.move), True

    # Following the search

    def update(
        self, study: Study, found: CandidateList, at_line: bool, holds: bool, selected: int | None = None
    ) -> bool:
        """Takes in the newest results. Call it once a frame. `holds`: the pointer is over the rows;
        `selected` is the move that a person has selected. Returns whether the position has changed."""
        new = found is not self.found
        other = self.found is None or self.found.position is not found.position
        if new:  # nothing that belongs to another position or lens is shown any longer
            self.found, self._read, self._older, self._after = found, {}, {}, {}
            self._picture = self._incoming = None
        now = self._clock()
        settled = not study.running or now - self._arranged_at >= CALM_SECONDS
        picture = self._picture = self._newest(study, found, settled and not holds, selected)
        self.thought, self.rows = (None, {}) if picture is None else (picture.thought, picture.rows)
        thought, searched = self.thought, self.searched
        line_lens = None if thought is None else thought.lens
        self._lens_read.of(self._forget_lines, line_lens)
        if thought is not None and searched:
            self._older |= {row.move: terms for row, terms in self._read.items()}
            self._read = terms_at_ends(study, thought, self.rows, self._read)
        # In the order of a term, each line that has been read may change the places of the rows.
        by_term = isinstance(self.sorting.column, tuple)
        values = (*self.rows.values(), len(self._read) if by_term else 0)
        shown = found, found.done, found.busy, values, self.at_line
        changed_at = self._changed_at.of(partial(self._rank, found, now), *shown)
        ranked = [candidate for _, candidate in picture.ranked] if picture is not None else []
        calm = not study.running or now - changed_at >= CALM_SECONDS
        # `_newest` has taken a picture with other lines only if rows may change places.
        rearrange = new or found.busy or (bool(self.lines) and ranked != self.lines)
        rearrange |= bool(ranked) != bool(self.lines) and not holds
        if rearrange or (calm and not holds):
            if ranked != self.lines:
                self._arranged_at = now
            self.lines = ranked
            self._listed_moves = {candidate.move for candidate in self.lines}
        self.at_line = at_line and searched and not self.lines
        self.lens = line_lens if self.at_line else study.lens
        if rearrange or self._resorts or (calm and not holds):
            self._resorts = False
            self.others = self._in_order()
        return other

    def _forget_lines(self) -> None:
        """Drops the terms at the ends of lines, because another lens has searched."""
        self._read, self._older = {}, {}

    def _rank(self, found: CandidateList, now: float) -> float:
        """Ranks the moves, because they have other values; returns the time."""
        best = self.thought.move if self.thought is not None and self.searched else None
        self.best_first = in_order(found.candidates, self.rows, best)
        return now

    def _newest(
        self, study: Study, found: CandidateList, may_move: bool, selected: int | None
    ) -> _Picture | None:
        """The newest snapshot, once the lines and terms that the page shows of it are read; until then the
        previous one, if it is of the same lens. A snapshot with other lines is taken only if rows
        `may_move`."""
        thought, shown = study.thought_here, self._picture
        if thought is None:
            return None
        if shown is None or shown.thought.lens != thought.lens:  # no older snapshot fits: shows it unread
            self._incoming = None
            return self._pictured(study, found, thought)
        incoming = self._incoming
        if incoming is None:
            incoming = self._pictured(study, found, thought)
            if incoming == shown:
                return shown
        ready = self._is_read(study, found, incoming, selected)
        self._incoming = None if ready else incoming
        moves = not self.lines or incoming.line_moves != [candidate.move for candidate in self.lines]
        return incoming if ready and (may_move or not self.lines or not moves) else shown

    def _pictured(self, study: Study, found: CandidateList, thought: Thought) -> _Picture:
        """A snapshot with its best lines; without lines if more than MOST_LISTED were asked for."""
        rows = study.rows_of(thought)
        few = max(thought.lines, study.view.lines) <= MOST_LISTED
        ranked = _best_lines(thought, rows, found, study.view.lines) if few and has_value(thought) else []
        return _Picture(thought, rows, ranked)

    def _is_read(self, study: Study, found: CandidateList, picture: _Picture, selected: int | None) -> bool:
        """Whether enough is read to show a picture: the listed lines, or without them those of the two best
        moves; the selected move's line; and the terms at the ends of the listed lines."""
        thought, rows = picture.thought, picture.rows
        wanted = [rows[move] for move in picture.line_moves]
        if not wanted:
            wanted = [rows[c.move] for c in in_order(found.candidates, rows, thought.move)[:2]]
        if selected is not None and selected in rows:
            wanted.append(rows[selected])
        wanted = [row for row in wanted if row.bound == EXACT and row.line]
        lines = [
            line_of(study, thought, row) for row in wanted
        ]  # asks for all of them, not only up to the first unknown one
        terms = terms_at_ends(study, thought, rows, self._read) if thought.lens is not None else wanted
        return None not in lines and all(row in terms for row in wanted[: len(picture.ranked)])

    def _in_order(self) -> list[Candidate]:
        """The moves below the lines in the chosen order. Moves with an empty cell come last."""
        rows = [candidate for candidate in self.best_first if candidate.move not in self._listed_moves]
        known = [candidate for candidate in rows if self._figure(candidate) is not None]
        unknown = [candidate for candidate in rows if self._figure(candidate) is None]
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
        """The number by which the chosen column sorts the rows; None for an empty cell. For MOVE and SEARCHED
        only None matters: `_in_order` sorts them by other things."""
        column, row = self.sorting.column, self.row(candidate)
        if column == MOVE:
            return 0.0
        if column == AFTER or (column == SEARCHED and not self.searched):
            return candidate.value
        if column in (SEARCHED, DEPTH):
            return None if row is None or row.bound == UNKNOWN else float(row.depth)
        terms, _ = self.terms_of(candidate)
        return None if terms is None else terms.amount(column[1])


def _best_lines(
    thought: Thought, rows: dict[int, RootMove], found: CandidateList, most: int
) -> list[tuple[int, Candidate]]:
    """The best lines with their ranks: those that the search was asked for; then, up to `most` lines, moves
    with an exact value that no other move can exceed; and the move that a level plays after skipping better
    ones. The rank is 0 if another move may be better."""
    depth = next(row.depth for row in thought.root_moves if row.move == thought.move)
    exact = [row for row in rows.values() if row.bound == EXACT and row.depth == depth]
    exact.sort(key=lambda row: (-row.value, row.move != thought.move))
    known = [row for row in rows.values() if row.bound != UNKNOWN]
    bounds = [row.value for row in known if row not in exact]
    # What no other move can exceed: unlimited while there is a move without a value and without a bound.
    proven = max(bounds, default=-math.inf) if len(known) == len(rows) else math.inf
    moves = {row.move for row in thought.best_moves}
    ranks: dict[int, int] = {}
    for rank, row in enumerate(exact, 1):
        next_best = row.value >= proven and rank <= max(most, len(moves))
        if row.move in moves or row.move == thought.move or next_best:
            ranks[row.move] = rank if row.move in moves or row.value >= proven else 0
    by_move = {candidate.move: candidate for candidate in found.candidates}
    return [(rank, by_move[move]) for move, rank in ranks.items()]
