"""What is wrong with a heuristic: the one door to all kinds of findings.

    for news in check(lens, stop=stop):
        if isinstance(news, Finding): ...

Findings come as soon as they are known. First mirror images are compared in a few positions, in plain Python.
Then come the kinds that need the terms of many positions, then those that ask results. A requested stop ends
it before the next step.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from arena.check.cost import costs
from arena.check.finding import CheckProgress, Finding
from arena.check.references import opposite_terms, references_of
from arena.check.results import Judged, jumps, worse_than_random, wrong_signs
from arena.check.sample import (
    OWN_GAMES,
    RANDOM_GAMES,
    SAVED,
    GamePositions,
    TermSample,
    pool_positions,
    walked,
)
from arena.check.shapes import doubled_terms, drowning_terms, silent_terms
from arena.check.symmetry import asymmetries, one_sidedness
from arena.check.walks import Walks
from arena.pools.contributions import Contributions
from arena.pools.pool import GamePool, PoolPositions, pool_of
from engines.contract import StopSignal
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.random_stream import drawn_word
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.smoke_test import check as smoke_test

FIRST, MIRRORED = 40, 400
"""The positions in which mirror images are compared: at first, and then."""

OF_A_GAME, JUDGED = 4, 8
"""The positions of a game of the pool: for shapes of terms, and where results are asked."""

RANDOM, OWN = 200, 100
"""The number of random games and of the heuristic's own."""

STRAY = 5
"""The most random moves that lead from a position of the pool to one that nobody has seen."""


class Checking:
    """One check: the lens, the seed of its positions, and positions of saved games, if there are any."""

    pool: GamePool
    positions: PoolPositions
    contributions: Contributions
    walks: Walks | None
    sample: TermSample

    def __init__(self, lens: Lens, seed: int = 0, saved: Sequence[Sequence[Position]] = ()) -> None:
        self.lens, self.seed, self.saved = lens, seed, saved
        self.rules = load_game(lens.heuristic.game)
        self._asymmetric: set[str] = set()
        self._doubled: frozenset[str] = frozenset()
        self._opposed: set[str] = set()

    def steps(self) -> Iterator[tuple[str, Callable[[], Iterator[Finding]]]]:
        """What is done, in order: a sentence without its full stop, and the work, which yields findings."""
        yield "Compares mirror images", self._first
        yield "Compiles the terms", self._compile
        yield "Compares more mirror images", self._mirrors
        yield "Looks at each term in many positions", self._shapes
        yield "Compares with other heuristics' terms", self._opposites
        yield "Measures what terms cost", self._costs
        yield "Asks the results of games", self._results

    def _first(self) -> Iterator[Finding]:
        smoke_test(self.lens, self.rules.name)
        self.pool = pool_of(self.rules.name)
        self.positions = self.pool.positions(self.seed, OF_A_GAME)
        yield from one_sidedness(self.lens)
        plain = Contributions(self.rules, self.lens, compiles=False)
        random = np.random.default_rng(self.seed)
        chosen = random.choice(len(self.positions), min(FIRST, len(self.positions)), replace=False)
        yield from self._noted(asymmetries(plain, self.positions.states[chosen]))

    def _compile(self) -> Iterator[Finding]:
        self.contributions = Contributions(self.rules, self.lens)
        _ = self.contributions.obstacle
        self.walks = None if jit_disabled() else Walks(self.rules, len(self.lens.heuristic.terms))
        return iter(())

    def _mirrors(self) -> Iterator[Finding]:
        yield from self._noted(asymmetries(self.contributions, self._strays(MIRRORED)))

    def _noted(self, found: Iterator[Finding]) -> Iterator[Finding]:
        """The findings of a symmetry that were not yielded before."""
        for finding in found:
            if finding.terms[0] not in self._asymmetric:
                self._asymmetric.add(finding.terms[0])
                yield finding

    def _strays(self, count: int) -> Any:
        """Positions a few random moves beyond some of the pool's."""
        random = np.random.default_rng(self.seed + 1)
        chosen = random.choice(len(self.positions), min(count, len(self.positions)), replace=False).tolist()
        if self.walks is None:
            return self.positions.states[chosen]
        states = np.zeros(len(chosen), self.rules.dtype).view(np.recarray)
        for at, index in enumerate(chosen):
            plies = int(random.integers(STRAY + 1))
            line = self.walks.line(self.positions.states[index], plies, drawn_word(self.seed, at))
            states[at] = line[-1]
        return states

    def _shapes(self) -> Iterator[Finding]:
        parts = [pool_positions(self.positions)]
        if self.walks is not None:
            starts = [self.pool.line(0)[0]] * RANDOM
            parts.append(walked(RANDOM_GAMES, self.rules, self.walks, starts, self.seed, OF_A_GAME))
        if self.walks is not None and self.contributions.address:
            opened = [
                self.pool.line(at)[self.pool.file.opened[at]] for at in range(min(OWN, self.pool.games))
            ]
            both = self.contributions, self.contributions
            parts.append(walked(OWN_GAMES, self.rules, self.walks, opened, self.seed + 2, OF_A_GAME, both))
        if self.saved:
            parts.append(_saved(self.saved, self.rules.dtype))
        self.sample = TermSample.of(self.contributions, parts)
        doubled = list(doubled_terms(self.sample))
        self._doubled = frozenset(finding.terms[0] for finding in doubled)
        yield from drowning_terms(self.sample, self.seed)
        yield from doubled
        yield from silent_terms(self.sample)

    def _opened(self, number: int) -> Any:
        """A game's state after its random opening."""
        return self.pool.line(number)[self.pool.file.opened[number]]

    def _opposites(self) -> Iterator[Finding]:
        for finding in opposite_terms(self.sample, list(references_of(self.sample))):
            self._opposed.add(finding.terms[0])
            yield finding

    def _costs(self) -> Iterator[Finding]:
        middle = self.positions.position(len(self.positions) // 2)
        yield from costs(self.rules, self.contributions, self.positions.states, middle)

    def _results(self) -> Iterator[Finding]:
        judged = Judged.of(self.contributions, self.pool.positions(self.seed, JUDGED))
        yield from worse_than_random(judged)
        for finding in wrong_signs(judged, self._doubled):
            if finding.terms[0] not in self._opposed:
                yield finding
        yield from jumps(judged)


def check(
    lens: Lens,
    seed: int = 0,
    stop: StopSignal | None = None,
    saved: Sequence[Sequence[Position]] = (),
) -> Iterator[Finding | CheckProgress]:
    """Yields each finding as soon as it is known, and before each step what it does. The same seed takes the
    same positions. `saved` are the positions of a person's own games. Raises BadText for a game without a
    pool and TermFailure for a term that fails."""
    checking = Checking(lens, seed, saved)
    steps = list(checking.steps())
    for number, (doing, work) in enumerate(steps):
        if stop is not None and stop.requested:
            return
        yield CheckProgress(doing, number / len(steps))
        yield from work()
    yield CheckProgress("Done", 1.0, len(checking.sample))


def _saved(games: Sequence[Sequence[Position]], dtype: np.dtype) -> GamePositions:
    states = [position.state for game in games for position in game]
    numbers = [number for number, game in enumerate(games) for _ in game]
    return GamePositions(SAVED, np.array(states, dtype).view(np.recarray), np.array(numbers, np.int64))
