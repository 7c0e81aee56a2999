"""A scan of one heuristic: finds the positions in which its own deeper search refutes its move.

A move is refuted if it loses so much that a review would mark it (`study.format.loss_scale.is_marked`). In
every position the deeper search compares the heuristic's move with the best other move, also where the
heuristic's move loses nothing. So refuted and right choices are treated alike, and it can be compared which
terms decide them.
"""

from dataclasses import dataclass
from functools import partial

from engines.contract import StopSignal
from games.position import Position
from heuristics.lens import Lens
from study.compare.scan import (
    Disagreement,
    RightChoice,
    Scan,
    ScanNews,
    choice_of,
    deciding_term,
    depth_of,
)
from study.compare.scan_positions import Spot
from study.format.loss_scale import clear_advantage, cost_in_words, is_marked
from study.format.value_format import ValueFormat
from study.why_not.comparison import ROUNDING, Comparison

FURTHER = 5
"""How many plies deeper than the choice the refuting search looks."""

MOST_GOOD = 4
"""The most good moves that are listed. One more is looked for, to know whether there are others."""

CHOOSER, DEEPER = 0, 1


@dataclass(frozen=True)
class MisledTerm:
    """How much a term speaks for the refuted move and against the best one. `promised`, above 0, is how much
    at the depth of the choice. `left` is how much in the deeper search, below 0 if the term speaks for the
    best move there; None if one of the two moves wins, loses or draws by rule there."""

    name: str
    label: str
    promised: float
    left: float | None

    @property
    def misled(self) -> float:
        """The part of the promised amount that the deeper search does not confirm."""
        return self.promised - min(max(self.left or 0.0, 0.0), self.promised)


@dataclass(frozen=True)
class Refutation(Disagreement):
    """A position in which a deeper search refutes the heuristic's move. The `choices` are that move and the
    best other one; `judged` is the deeper search's value. `good` are the moves whose value by the deeper
    search is nearer to the best move's than to the refuted move's. `reply` is the deeper search's answer to
    the refuted move, None at the game's end. `terms` are those that promised too much, the worst first."""

    good: tuple[int, ...]
    reply: int | None
    terms: tuple[MisledTerm, ...]

    @property
    def refuted(self) -> int:
        """The refuted move."""
        return self.choices[CHOOSER].move

    def words(self, lens: Lens) -> str:
        """What the refuted move costs, as a verb and its object."""
        shallow, deep = self.choices
        return cost_in_words(deep.judged, shallow.judged, ValueFormat.of_lens(lens))


class DeeperScan(Scan):
    """A scan of one heuristic. Its first player is the chooser. The second player and the judge are the same
    player, FURTHER plies deeper."""

    def _look_at(self, spot: Spot, stop: StopSignal) -> Disagreement | RightChoice | None:
        """The refutation of the heuristic's move in a position. If it is not refuted, the right choice with
        the term that decided for it; None if no term did, as in a tie."""
        position, engine = spot.position, self._engine(DEEPER)
        thought = self._think(self._engine(CHOOSER), position, stop)
        move = thought.move
        assert move is not None
        deep = self._think(engine, position, stop)
        if deep.move == move:
            rest = tuple(other for other in position.moves if other != move)
            best, alone = self._think(engine, position, stop, rest), deep
        else:
            best, alone = deep, self._think(engine, position, stop, (move,))
        assert best.move is not None
        valued = self._valued(CHOOSER, position, move, best.move, depth_of(thought), stop)
        if not is_marked(best.value, alone.value, clear_advantage(best)):
            term = deciding_term(valued)
            return RightChoice(term) if term else None
        against = self._valued(DEEPER, position, best.move, move, engine.deepest(), stop)
        choices = choice_of(thought, valued, alone.value), choice_of(best, against, best.value)
        good = self._good(position, move, best.move, (best.value + alone.value) / 2, stop)
        reply = alone.pv[1] if len(alone.pv) > 1 else None
        return Refutation(spot, choices, good, reply, misled_terms(valued, against))

    def _good(
        self, position: Position, refuted: int, best: int, than: float, stop: StopSignal
    ) -> tuple[int, ...]:
        """The moves that the deeper search values above `than`, the best one first; at most one more than
        MOST_GOOD."""
        found = [best]
        for move in position.moves:
            if move in (refuted, best):
                continue
            beats = partial(self._engine(DEEPER).is_worth_more, position, move, than)
            if self._asked(stop, beats):
                found.append(move)
            if len(found) > MOST_GOOD:
                break
        return tuple(found)


def misled_terms(valued: Comparison, against: Comparison) -> tuple[MisledTerm, ...]:
    """The terms that promised too much for the refuted move, the worst first. `valued` compares it with the
    best move at the depth of the choice; `against` compares the two with the deeper search, the best move
    first."""
    left = {row.name: -row.difference for row in against.terms}
    terms = (
        MisledTerm(row.name, row.label, row.difference, left.get(row.name, 0.0) if left else None)
        for row in valued.terms
        if row.name != ROUNDING and row.difference > 0.0
    )
    return tuple(sorted((term for term in terms if term.misled > 0.0), key=lambda term: -term.misled))


def refutations(news: ScanNews) -> list[Refutation]:
    """The refutations that a scan has found, the worst first, without ties."""
    return [found for found in news.found if isinstance(found, Refutation) and not found.tied]
