"""The legal moves of a position, each with its value after one ply.

Values are for the player to move, as a search's values at the root are, and equal those of a search of one
ply. The work is done in steps of a fraction of a millisecond, some in each frame.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from functools import partial

from engines.contract import UNKNOWN, UPPER, WIN, RootMove
from games.contract import DRAW, ONGOING
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.guarded_evaluation import evaluating
from heuristics.lens import Breakdown, Lens
from study.state.incremental_cache import Steps
from study.state.search_store import position_key
from study.state.study import Study


@dataclass(frozen=True)
class AfterMove:
    """One chance outcome of a move, or what a move without chance leads to. `text` says what chance shows,
    `position` is the position after it. If the game is over there, `breakdown` is None and `ended` is the
    result (ONGOING otherwise)."""

    text: str
    probability: float
    value: float
    breakdown: Breakdown | None
    ended: int
    position: Position


@dataclass
class Candidate:
    """A legal move. `value` is None until all its outcomes are evaluated."""

    move: int
    notation: str = ""
    outcomes: list[AfterMove] = field(default_factory=list)
    value: float | None = None

    @property
    def has_chance(self) -> bool:
        return len(self.outcomes) > 1

    @property
    def ended(self) -> int:
        """How the game has ended after the move; ONGOING if it has not, or chance decides."""
        return self.outcomes[0].ended if len(self.outcomes) == 1 else ONGOING

    @property
    def breakdown(self) -> Breakdown | None:
        """The evaluation after the move; None if chance decides what follows, or the game is over."""
        return self.outcomes[0].breakdown if len(self.outcomes) == 1 else None


class CandidateList:
    """The moves of `position` with their values by `lens`; `error` says why there are no values. `steps`
    computes them, as the steps of a fact (`study.state.incremental_cache`) whose value is this list."""

    def __init__(self, position: Position, lens: Lens) -> None:
        self.position, self.lens = position, lens
        self.side = position.to_move
        self.candidates = [Candidate(move) for move in position.moves]
        self.error = ""
        self.done = 0  # how many have a value
        self.busy = True

    def steps(self) -> Steps:
        try:
            for _ in self._steps():
                yield self
        except TermFailure as failure:  # the window can do without the values
            self.error = str(failure)
        self.busy = False
        return self

    def _steps(self) -> Iterator[None]:
        for candidate in self.candidates:
            candidate.notation = self.position.notation(candidate.move)
            yield
        for candidate in self.candidates:
            outcomes = []
            chances = self.position.chances(candidate.move)
            for chance, probability in enumerate(chances):
                outcomes.append((yield from self._after(candidate.move, chance, probability, len(chances))))
                yield
            candidate.outcomes = outcomes
            mean = outcomes[0].value
            if len(outcomes) > 1:
                mean = 0.0
                for outcome in outcomes:
                    mean += outcome.probability * outcome.value
            candidate.value = mean
            self.done += 1

    def _after(
        self, move: int, chance: int, probability: float, count: int
    ) -> Generator[None, None, AfterMove]:
        lens, side = self.lens, self.side
        game, state = self.position.game, self.position.state
        text = game.chance_text(state, move, chance) if count > 1 else ""
        after = self.position.play(move, chance)
        ended = after.outcome
        if ended == ONGOING:
            breakdown = yield from evaluating(lens.heuristic, partial(lens.breakdown, after.state, side))
            return AfterMove(text, probability, breakdown.value, breakdown, ended, after)
        # A forced win's value is WIN less the plies to it.
        value = 0.0 if ended == DRAW else WIN - 1.0 if ended == self.side else 1.0 - WIN
        return AfterMove(text, probability, value, None, ended, after)


def candidates(study: Study) -> CandidateList:
    """The legal moves on the board by the study's lens, with the values known so far."""
    position, lens = study.position, study.lens
    key = ("candidates", position_key(position), lens)
    found: CandidateList = study.facts.ask(key, lambda: CandidateList(position, lens).steps())
    return found


def in_order(
    candidates: list[Candidate], searched: dict[int, RootMove], best: int | None = None
) -> list[Candidate]:
    """The moves, best first: the search's choice, other moves with a value from the search, then moves
    without one. Values of a deeper iteration come before values of the previous one, because the two cannot
    be compared. Among moves of equal value, those with an exact value come before bounds; then the value
    after one ply and the move's number decide."""

    def rank(candidate: Candidate) -> tuple[bool | float, ...]:
        row = searched.get(candidate.move)
        known = row is not None and row.bound != UNKNOWN
        value = candidate.value if candidate.value is not None else -2 * WIN
        return (
            candidate.move != best,
            not known,
            -row.depth if known and row is not None else 0,
            -row.value if known and row is not None else 0.0,
            row is not None and row.bound == UPPER,
            -value,
            candidate.move,
        )

    return sorted(candidates, key=rank)
