"""Checks a heuristic for faults, such as a wrong sign or a term that never counts.

    for news in check(lens, stop=stop):
        if isinstance(news, Finding): ...

First it compares a few positions with their mirror images, in which the colours are exchanged, in plain
Python. Then come findings from the terms in many positions, then findings from results of games. Last, the
heuristic plays against itself with the sign of one term turned.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from arena.check.cost import costs
from arena.check.finding import CheckProgress, Finding
from arena.check.kinds import constant_terms, kinds_that_harm
from arena.check.other_thread import yielded_in_thread
from arena.check.references import opposite_terms, references_of
from arena.check.results import Judged, jumps, worse_than_random, wrong_signs
from arena.check.sample import (
    AGAINST_USUAL,
    OWN_GAMES,
    RANDOM_GAMES,
    GamePositions,
    TermSample,
    pool_games,
    pool_positions,
    saved_games,
    walked,
)
from arena.check.shapes import doubled_terms, drowning_terms
from arena.check.silence import silent_terms
from arena.check.symmetry import asymmetries, one_sidedness
from arena.check.turned import turned_signs
from arena.check.walks import Walks
from arena.pools.contributions import Contributions, TableStopped
from arena.pools.pool import GamePool, PoolPositions, pool_of
from engines.contract import StopSignal
from games.compiling.compiler import jit_disabled
from games.position import Position
from games.random_stream import drawn_word
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from heuristics.smoke_test import check as smoke_test

FIRST, MIRRORED = 40, 400
"""How many positions are compared with their mirror images: in the first step, and in the third."""

OF_A_GAME, JUDGED = 4, 8
"""The most positions of a game: to look at each term, and to compare values with results."""

RANDOM, OWN = 200, 100
"""The number of random games; and of games of the heuristic against itself, as well as against the usual
heuristic."""

STRAY = 5
"""At most this number of random moves are made from a position of the pool, to reach unusual positions."""

SavedGames = Iterable[Sequence[Position]]
"""The positions of each of a person's saved games. An iterator reads a game only when it is needed."""


class Checking:
    """One check of a heuristic with its weights (`lens`). `seed` draws the positions; `saved` are a person's
    saved games."""

    pool: GamePool
    positions: PoolPositions
    contributions: Contributions
    walks: Walks | None
    sample: TermSample
    judged: Judged

    def __init__(
        self, lens: Lens, seed: int = 0, saved: SavedGames = (), stop: StopSignal | None = None
    ) -> None:
        self.lens, self.seed, self.saved = lens, seed, saved
        self.stop = stop or StopSignal()
        self.rules = load_game(lens.heuristic.game)
        self._asymmetric: set[str] = set()
        self._doubled: frozenset[str] = frozenset()
        self._turned: dict[str, float] = {}  # the weights that mend the wrong signs so far

    def steps(self) -> Iterator[tuple[str, Callable[[], Iterator[Finding]]]]:
        """What is done, in order: its description, and the function that does it and yields findings."""
        yield "Compares mirror images", self._first
        yield "Compiles the terms", self._compile
        yield "Compares more mirror images", self._mirrors
        yield "Looks at each term in many positions", self._shapes
        yield "Compares with other heuristics' terms", self._opposites
        yield "Measures the computing time of terms", self._costs
        yield "Compares values with the results of games", self._results
        yield "Plays with the sign of each term turned", self._games

    def _first(self) -> Iterator[Finding]:
        smoke_test(self.lens, self.rules.name)
        self.pool = pool_of(self.rules.name)
        self.positions = self.pool.positions(self.seed, OF_A_GAME)
        yield from one_sidedness(self.lens)
        plain = Contributions(self.rules, self.lens, compiles=False, stop=self.stop)
        random = np.random.default_rng(self.seed)
        chosen = random.choice(len(self.positions), min(FIRST, len(self.positions)), replace=False)
        yield from self._new_asymmetries(asymmetries(plain, self.positions.states[chosen]))

    def _compile(self) -> Iterator[Finding]:
        self.contributions = Contributions(self.rules, self.lens, stop=self.stop)
        _ = self.contributions.obstacle  # compiles
        self.walks = None if jit_disabled() else Walks(self.rules)
        return iter(())

    def _mirrors(self) -> Iterator[Finding]:
        yield from self._new_asymmetries(asymmetries(self.contributions, self._unusual(MIRRORED)))

    def _new_asymmetries(self, found: Iterator[Finding]) -> Iterator[Finding]:
        """The findings about terms that no earlier step has found asymmetric."""
        for finding in found:
            if finding.terms[0] not in self._asymmetric:
                self._asymmetric.add(finding.terms[0])
                yield finding

    def _unusual(self, count: int) -> Any:
        """Positions that a few random moves reach from positions of the pool."""
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
        games = [pool_games(self.pool), *self._played(), saved_games(self.saved, self.rules.dtype)]
        games = [part for part in games if len(part)]
        # From the pool's games, the same positions as in earlier steps are taken.
        drawn = [part.drawn(OF_A_GAME, self.seed + number) for number, part in enumerate(games)]
        parts = [pool_positions(self.positions), *drawn[1:]]
        self.sample = TermSample.of(self.contributions, parts)
        doubled = list(doubled_terms(self.sample))
        self._doubled = frozenset(finding.terms[0] for finding in doubled)
        yield from drowning_terms(self.sample, self.seed)
        yield from doubled
        yield from silent_terms(self.sample, self.contributions, games)
        yield from constant_terms(self.sample)

    def _played(self) -> Iterator[GamePositions]:
        """Games that the check itself plays: random ones and, if the heuristic is compiled, the
        heuristic's."""
        if self.walks is None:
            return
        starts = [self.pool.line(0)[0]] * RANDOM
        yield walked(RANDOM_GAMES, self.rules, self.walks, starts, self.seed)
        if not self.contributions.address:
            return
        mine, usual = self.contributions, default_heuristic(self.rules.name)
        starts = self._starts()[:OWN]
        yield walked(OWN_GAMES, self.rules, self.walks, starts, self.seed + 2, (mine, mine))
        if usual.compiled_as is not self.lens.heuristic.compiled_as:
            theirs = Contributions(self.rules, Lens.of(usual), stop=self.stop)
            yield walked(AGAINST_USUAL, self.rules, self.walks, starts, self.seed + 3, (mine, theirs))

    def _starts(self) -> list[Any]:
        """The states of the pool's games after their random openings."""
        return [self.pool.line(at)[self.pool.file.opened[at]] for at in range(self.pool.games)]

    def _opposites(self) -> Iterator[Finding]:
        for finding in opposite_terms(self.sample, list(references_of(self.sample, self.stop))):
            self._turned |= finding.remedy
            yield finding

    def _costs(self) -> Iterator[Finding]:
        middle = self.positions.position(len(self.positions) // 2)
        yield from costs(self.rules, self.contributions, self.positions.states, middle, self.stop)

    def _results(self) -> Iterator[Finding]:
        self.judged = judged = Judged.of(self.contributions, self.pool.positions(self.seed, JUDGED))
        yield from worse_than_random(judged)
        for finding in wrong_signs(judged, self._doubled):
            if finding.terms[0] not in self._turned:
                self._turned |= finding.remedy
                yield finding
        yield from jumps(judged)

    def _games(self) -> Iterator[Finding]:
        if self.walks is not None:
            games = self.contributions, self.walks, self._starts(), self.seed
            found = turned_signs(*games, self._doubled, dict(self._turned), self.stop)
            for finding in found:
                self._turned |= finding.remedy
                yield finding
        for finding in kinds_that_harm(self.judged, self._doubled):
            if finding.terms[0] not in self._turned:
                yield finding


def check(
    lens: Lens, seed: int = 0, stop: StopSignal | None = None, saved: SavedGames = ()
) -> Iterator[Finding | CheckProgress]:
    """Yields each finding as soon as it is known, and before each step what it does. Ends within tenths of a
    second after a stop. The same seed takes the same positions. Raises BadText for a game without a pool and
    TermFailure for a term that fails."""
    return yielded_in_thread(lambda stop: _news(lens, seed, stop, saved), stop or StopSignal())


def _news(lens: Lens, seed: int, stop: StopSignal, saved: SavedGames) -> Iterator[Finding | CheckProgress]:
    """Does the work of `check` in the calling thread. A stop takes effect while terms are computed in many
    positions, and between games."""
    checking = Checking(lens, seed, saved, stop)
    steps = list(checking.steps())
    try:
        for number, (doing, work) in enumerate(steps):
            if stop.requested:
                return
            yield CheckProgress(doing, number / len(steps))
            yield from work()
    except TableStopped:
        return
    yield CheckProgress("Done", 1.0, len(checking.sample))
