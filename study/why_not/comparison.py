"""Two moves of one position compared, term by term: why one move was chosen and not the other.

All numbers are for the player who moves at the root. `study.why_not.why_not_text` puts them into words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.contract import UNKNOWN, WIN_BAND, RootMove, Thought
from engines.move_noise import better_known
from engines.player_kinds import PlayerSpec
from games.contract import WHITE
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from study.format.term_groups import Part, parts_between
from study.format.value_format import ValueFormat
from study.state.term_difference import Flip, TermDifference
from study.why_not.compared_line import ComparedLine

ENDED = "the game's end"
ROUNDING = "rounding"

GOING_DEEPER = "looking as deep as the search that chose"
"""What `Comparison.doing` says while the values of the two moves may still change."""


def named_parts(heuristic: Heuristic, parts: Sequence[float]) -> dict[str, float]:
    """The parts of a search's value by name: the terms, the decisive term if the heuristic has one, and the
    part of the game's end."""
    *terms, decided, ended = parts
    named = dict(zip((term.name for term in heuristic.terms), terms, strict=True))
    if heuristic.decisive is not None:
        named[heuristic.decisive.name] = decided
    return named | {ENDED: ended}


def lasting_ply(gaps: Sequence[float | None], whole: float) -> int:
    """The first ply, from 1, from which on every gap is at least half of `whole`, the gap at the end. `gaps`
    has one for each ply. None, for a ply after the end of the game, counts as less than half."""
    first = len(gaps)
    while first > 1:
        gap = gaps[first - 2]
        if gap is None or gap / whole < 0.5:
            break
        first -= 1
    return first


@dataclass(frozen=True)
class Without:
    """What would happen if `term` counted nothing: the move `played` then, in notation for people, and by how
    much the chosen move would be better than the asked one."""

    term: str
    played: str
    difference: float


@dataclass(frozen=True)
class Later:
    """The values of the two moves one ply deeper, at `depth`."""

    depth: int
    chosen: float
    asked: float


@dataclass(frozen=True)
class Comparison:
    """The answer to a question Why not: the line of the chosen move against the line of the asked move."""

    thought: Thought
    """The search that chose."""
    lens: Lens
    names: tuple[str, str]
    """The sides' names."""
    depth: int
    """The depth to which both moves are searched, by an engine like that of `thought`."""
    chosen: ComparedLine
    asked: ComparedLine
    flips: tuple[Flip, ...] = ()
    """The weights at which the order of the moves changes, of the largest term first."""
    without: Without | None = None
    """What would happen if the term with the largest difference counted nothing."""
    later: Later | None = None
    """The values one ply deeper; None if they were not searched, or that takes too long."""
    ends_quiet: bool = True
    """Whether the engine searches beyond the depth until a position is quiet."""
    doing: str = ""
    """What is still being computed; "" if nothing is."""
    failure: str = ""
    """Why no more could be computed; "" if all was."""
    played_by: PlayerSpec | None = None
    """The program that has played the asked moves in the game; None if none did."""
    by_level: bool = False
    """Whether a level played the asked moves, and skipped the better, chosen move on purpose."""
    looked_for_flips: bool = False
    """Whether the search for `flips` is over."""
    looked_deeper: bool = False
    """Whether the search for `later` is over."""

    @property
    def side(self) -> int:
        return self.thought.position.to_move

    @property
    def for_whom(self) -> str:
        """The side that a difference is for, in words: " for Black". It is "" for White, because values are
        usually shown for White."""
        return "" if self.side == WHITE else f" for {self.names[self.side]}"

    @property
    def difference(self) -> float:
        return self.chosen.value - self.asked.value

    @property
    def written_difference(self) -> float:
        """The difference as a reader computes it from the written values."""
        return self.form.difference(self.chosen.value, self.asked.value)

    @property
    def same(self) -> bool:
        """Whether the asked move is the chosen one."""
        return self.chosen.moves[: len(self.asked.asked)] == self.asked.asked

    @property
    def is_decided(self) -> bool:
        """Whether one of the two moves wins or loses by force, which no deeper search changes."""
        return any(abs(compared_line.value) > WIN_BAND for compared_line in (self.chosen, self.asked))

    @property
    def turned(self) -> Later | None:
        """The values one ply deeper, if the order of the moves is reversed there; else None. Then it is not
        known which move is better."""
        later = self.later
        if later is None or self.difference * (later.chosen - later.asked) >= 0.0:
            return None
        return later

    @property
    def sees_otherwise(self) -> bool:
        """Whether the chosen move has another value here than in the search that chose it, at the same depth.
        That happens if values depend on what the transposition table has from other searches."""
        found = self._row_of(self.thought.move)
        return found.depth == self.depth and found.value != self.chosen.value

    def _row_of(self, move: int | None) -> RootMove:
        """The result for a move in the search that chose."""
        return next(row for row in self.thought.root_moves if row.move == move)

    @property
    def chosen_at(self) -> int:
        """The depth of the value by which the search chose."""
        return self._row_of(self.thought.move).depth

    @property
    def came_late(self) -> bool:
        """Whether the search that chose was stopped just when the chosen move turned out better than the best
        move so far (`engines.searcher.unresolved_fail_high`). Its value is then from a smaller depth than
        those of the other moves."""
        return self.chosen_at < self.thought.depth

    @property
    def refused(self) -> float | None:
        """The value, or upper bound, of the asked move in the search that chose, at the depth of its choice.
        None if it has none there, and for a turn of several moves."""
        if len(self.asked.asked) > 1:
            return None
        row = self._row_of(self.asked.asked[0])
        return row.value if row.bound != UNKNOWN and row.depth == self.chosen_at else None

    @cached_property
    def passed_over(self) -> int | None:
        """The better move that the search knew and skipped on purpose, as a level may (`engines.move_noise`):
        the asked move if it is one of these, else the best of them. None if no move was skipped."""
        if self.by_level:
            return self.thought.move
        better = [row.move for row in better_known(self.thought)]
        if self.asked.asked[0] in better and len(self.asked.asked) == 1:
            return self.asked.asked[0]
        return better[0] if better else None

    @property
    def labels(self) -> tuple[str, str]:
        """The names of the two moves: the chosen move is called "best move", unless it turned out to be no
        better than the asked move, or the search skipped a better move on purpose."""
        is_best = self.difference > 0.0 and (self.by_level or self.passed_over is None)
        asked = "your move" if self.played_by is None else "played move"
        return ("best move" if is_best else "its move"), asked

    def labels_for(self, yours: bool) -> tuple[str, str]:
        """The names of the two moves for a person; `yours` says whether the asked move is that person's own.
        If one ply more reverses the order of the moves, neither is called the best."""
        chosen, asked = self.labels
        if self.turned is not None:
            chosen = "other move" if self.by_level else "chosen move"
            return chosen, asked if yours or self.played_by is not None else "asked move"
        if yours and self.played_by is None:
            return chosen, asked
        asked = "asked move" if self.played_by is None else asked
        return ("best move" if chosen == "best move" else "chosen move"), asked

    @cached_property
    def terms(self) -> tuple[TermDifference, ...]:
        """A row for each term, in the lens's order. The differences sum to `difference`; a last row has the
        rounding difference, if any. Empty if a line ends in a draw or a forced result, or both moves are the
        same."""
        if self.same or self.chosen.parts is None or self.asked.parts is None:
            return ()
        ours, theirs = dict(self.chosen.parts), dict(self.asked.parts)
        flips = {flip.term: flip for flip in self.flips}
        rows = []
        total = 0.0
        for name in {**ours, **theirs}:
            a, b = ours.get(name, 0.0), theirs.get(name, 0.0)
            label = self.lens.heuristic.label_of(name)
            rows.append(TermDifference(name, label, a, b, a - b, flips.get(name)))
            total += a - b
        rest = self.difference - total
        if rest != 0.0:
            rows.append(TermDifference(ROUNDING, ROUNDING, 0.0, 0.0, rest))
        return tuple(rows)

    @property
    def form(self) -> ValueFormat:
        """The format of the numbers."""
        return ValueFormat.of_lens(self.lens)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """How much each term adds to the difference, rounded, for `study.format.term_groups`."""
        rows = [row for row in self.terms if row.name != ROUNDING]
        asked, chosen = ({row.name: getattr(row, which) for row in rows} for which in ("asked", "chosen"))
        return parts_between(self.lens, asked, chosen)

    @cached_property
    def decisive(self) -> tuple[int, ComparedLine] | None:
        """(ply, line): the first ply, from 1, from which on the evaluations along both lines differ by at
        least half of the final difference. The line is the one whose evaluation changes more at this ply.
        None without terms, or if the two moves are equal."""
        if not self.terms or self.difference == 0.0:
            return None
        longest = max(len(self.chosen.moves), len(self.asked.moves))
        both = (
            [compared_line.worth_after(ply) for ply in range(1, longest + 1)]
            for compared_line in (self.chosen, self.asked)
        )
        gaps = [None if a is None or b is None else a - b for a, b in zip(*both, strict=True)]
        first = lasting_ply(gaps, self.difference)

        def change(compared_line: ComparedLine) -> float:
            before, after = compared_line.worth_after(first - 1), compared_line.worth_after(first)
            if first > len(compared_line.moves) or before is None or after is None:
                return -1.0
            return abs(after - before)

        return first, max((self.asked, self.chosen), key=change)

    @cached_property
    def crossing(self) -> int | None:
        """The last depth below `depth` at which the asked move was better, if the chosen move is better at
        `depth`. None if it never was, or if a depth in between was not searched."""
        if self.difference <= 0.0:
            return None
        pairs = list(zip(self.chosen.values, self.asked.values, strict=False))[: self.depth - 1]
        for depth in range(len(pairs), 0, -1):
            chosen, asked = pairs[depth - 1]
            if chosen is None or asked is None:
                return None
            if asked > chosen:
                return depth
        return None
