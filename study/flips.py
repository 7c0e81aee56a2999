"""At which weight of a term the asked move would be preferred.

The line's ends that were found say at which weight both moves would be worth the same, as long as they
stay the ends. Whether they do, searches with weights on both sides of it tell; only what these confirm
is told.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engines.contract import EngineFailure, StopSignal
from engines.searchers import Searcher
from games.contract import BadText
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from study.branch import Branch
from study.comparison import Comparison

LEAST_SHARE = 0.05
"""Of the difference that a term must make to be asked about."""

MARGIN = 0.01
"""How far beside a flip weight it is verified, as a share of the way to it."""

TABLE_MEGABYTES = 16.0
"""Of a search that verifies: a new one for each lens."""

MOST_HALVINGS = 20

Found = tuple[tuple[str, float], ...]


@dataclass
class Flips:
    """Looks for the flip weights of one comparison in which the chosen move is better, with new engines
    of the kind of `engine`; `signal` gives each search its stop."""

    engine: Searcher
    comparison: Comparison
    signal: Callable[[], StopSignal]
    _ends: float = 0.0  # time.perf_counter() at which the time is up

    def verified(self, seconds: float) -> Iterator[Found]:
        """What has been confirmed so far, (term, weight), the largest term first, each time there is one
        more; within so many seconds."""
        self._ends = time.perf_counter() + seconds
        found: list[tuple[str, float]] = []
        for name in self._candidates():
            if self._left <= 0.0:
                return
            weight = self._flip(name)
            if weight is not None:
                found.append((name, weight))
                yield tuple(found)

    def without(self, seconds: float) -> tuple[str, str] | None:
        """The term that weighs most, and what is played with weight 0 for it; None if that takes longer."""
        comparison = self.comparison
        name = next(iter(self._candidates()), None)
        if name is None or self.signal().requested:
            return None
        self._ends = time.perf_counter() + seconds
        try:
            engine = self._through(comparison.lens.with_weight(name, 0.0))
            engine = engine.to_depth(comparison.depth, self._left)
            thought = engine.think(self._position, stop=self.signal())
        except (EngineFailure, TermFailure):  # a heuristic may need each of its weights
            return None
        if thought.depth < comparison.depth or thought.move is None:
            return None
        return name, self._position.notation(thought.move)

    @property
    def _left(self) -> float:
        return self._ends - time.perf_counter()

    @property
    def _position(self) -> Position:
        return self.comparison.thought.position

    def _candidates(self) -> list[str]:
        """The terms that make a share of the difference, the largest first."""
        comparison = self.comparison
        terms = {term.name for term in comparison.lens.heuristic.terms}
        least = LEAST_SHARE * abs(comparison.difference)
        rows = [row for row in comparison.terms if row.name in terms and abs(row.difference) >= least]
        return [row.name for row in sorted(rows, key=lambda row: -abs(row.difference)) if row.difference]

    def _through(self, lens: Lens) -> Searcher:
        engine = replace(self.engine.anew(lens), table_megabytes=TABLE_MEGABYTES, threads=1)
        engine.prepare(self._position.game.name)  # so that what it shares with those `to_depth` is there
        return engine

    def _flip(self, name: str) -> float | None:
        lens = self.comparison.lens
        try:
            if any(term.takes_weights for term in lens.heuristic.terms):
                return self._by_bisection(name)
            weight = self._on_the_ends(name)
            if weight is None:
                return None
            way = weight - lens.weight(name)
            before, beyond = weight - MARGIN * way, weight + MARGIN * way
            if self._confirms(name, beyond, asked=True) and self._confirms(name, before, asked=False):
                return weight
        except (BadText, EngineFailure, TermFailure):  # no weight, or not one that the heuristic takes
            pass
        return None

    # On the ends that were found

    def _worth(self, lens: Lens, branch: Branch) -> float:
        """What a branch's end would be worth through a lens that differs in weights."""
        known = dict(branch.parts or ())
        value = 0.0
        for index, term in enumerate(lens.heuristic.terms):
            part, used = known.pop(term.name, 0.0), float(self.comparison.lens.prepared[index])
            value += part / used * float(lens.prepared[index]) if used else 0.0
        return value + sum(known.values())

    def _gap(self, name: str, weight: float) -> float:
        lens = self.comparison.lens.with_weight(name, weight)
        return self._worth(lens, self.comparison.chosen) - self._worth(lens, self.comparison.asked)

    def _on_the_ends(self, name: str) -> float | None:
        """The weight at which the two ends would be worth the same; None if there is none."""
        comparison = self.comparison
        lens, now = comparison.lens, comparison.lens.weight(name)
        row = next(row for row in comparison.terms if row.name == name)
        used = float(lens.prepared[lens.heuristic.weight_names.index(name)])
        if not used:
            return None
        guess = now - comparison.difference / (row.difference / used) * (now / used)
        changed = lens.with_weight(name, guess).prepared - lens.prepared
        if sum(changed != 0.0) <= 1 and float(abs(changed).sum()) == abs(guess - now):
            return guess
        return self._zero(name, now, guess)

    def _zero(self, name: str, now: float, guess: float) -> float | None:
        """Where the gap between the ends changes sign, for weights that are prepared: between `now` and
        some multiple of the way to `guess`."""
        for factor in (1.0, -1.0, 4.0, -4.0, 16.0, -16.0):
            near, far = now, now + factor * (guess - now)
            if self._gap(name, far) >= 0.0:
                continue
            for _ in range(60):
                middle = (near + far) / 2
                near, far = (middle, far) if self._gap(name, middle) > 0.0 else (near, middle)
            return far
        return None

    # By search

    def _confirms(self, name: str, weight: float, asked: bool) -> bool:
        """Whether a search with another weight prefers the asked move, or the chosen one."""
        comparison = self.comparison
        lens = comparison.lens.with_weight(name, weight)
        better, worse = comparison.chosen, comparison.asked
        if asked:
            better, worse = worse, better
        if not self.engine.steady:
            gap = self._searched_gap(lens, better, worse)
            return gap is not None and gap > 0.0
        # Between what both should be worth: the one above it and the other not, which is soon known.
        middle = (self._worth(lens, better) + self._worth(lens, worse)) / 2
        engine = self._through(lens)
        above = self._is_above(engine, better, middle)
        return bool(above) and self._is_above(engine, worse, middle) is False

    def _is_above(self, engine: Searcher, branch: Branch, value: float) -> bool | None:
        """Whether a branch is worth more than that; None if that takes too long."""
        if self._left <= 0.0:
            return None
        position, depth, signal = *self._start(branch), self.signal()
        limited = engine.to_depth(depth, self._left)
        answer = limited.is_worth_more(position, branch.asked[-1], value, signal)
        return None if signal.requested else answer

    def _searched_gap(self, lens: Lens, better: Branch, worse: Branch) -> float | None:
        """How much more one branch is worth through a lens; None if that takes too long."""
        values = []
        for branch in (better, worse):
            if self._left <= 0.0:
                return None
            position, depth, signal = *self._start(branch), self.signal()
            engine = self._through(lens).to_depth(depth, self._left)
            values.append(engine.think(position, stop=signal, only=branch.asked[-1:]).value)
            if signal.requested:
                return None
        return values[0] - values[1]

    def _start(self, branch: Branch) -> tuple[Position, int]:
        """The position before the last of a branch's asked moves, and the depth to search it to."""
        position = self._position
        for move in branch.asked[:-1]:
            position = position.play(move)
        return position, self.comparison.depth - len(branch.asked) + 1

    def _by_bisection(self, name: str) -> float | None:
        """For terms that look at weights themselves: between the weight and one with which a search
        prefers the asked move, nearer and nearer, each step a search; confirmed as the others are."""
        comparison = self.comparison
        now = comparison.lens.weight(name)
        branches = comparison.chosen, comparison.asked

        def gap(weight: float) -> float | None:
            return self._searched_gap(comparison.lens.with_weight(name, weight), *branches)

        for far in (0.0, 2.0 * now, -now, 4.0 * now):
            at_far = gap(far) if far != now else None
            if at_far is None or at_far >= 0.0:
                continue
            near = now
            for _ in range(MOST_HALVINGS):
                if abs(far - near) <= MARGIN * abs(far - now):
                    before, beyond = (gap(now + share * (far - now)) for share in (1 - MARGIN, 1 + MARGIN))
                    confirmed = before is not None and beyond is not None and beyond < 0.0 < before
                    return far if confirmed else None
                middle = (near + far) / 2
                found = gap(middle)
                if found is None:
                    break
                near, far = (middle, far) if found >= 0.0 else (near, middle)
            return None
        return None
