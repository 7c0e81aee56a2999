"""Finds flip weights: the weight of a term at which the asked move becomes better than the chosen move, and
up to which weight it stays better.

The terms at the ends of both lines give the weight at which both moves would have the same value, if the
lines stayed the same. Searches with a weight just below and just above it check that; only confirmed weights
are reported. With weights further away, searches may find other lines, and the order may change back. More
searches look for that, and for the best of all moves just beyond the flip weight.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engines.contract import WIN_BAND, EngineFailure, StopSignal, Thought
from engines.search_engine import Searcher
from games.contract import ONGOING, BadText
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from study.state.term_difference import Flip
from study.why_not.compared_line import ComparedLine
from study.why_not.comparison import Comparison, Without

LEAST_SHARE = 0.05
"""A term is examined if it makes at least this share of the difference between the moves."""

MARGIN = 0.01
"""How far from a flip weight the two searches are that confirm it, as a share of its distance from the
present weight."""

TABLE_MEGABYTES = 16.0
"""The transposition table of a confirming search. Each lens gets an empty table."""

MOST_HALVINGS = 20
"""The most steps by which the weight at which the order changes is narrowed down."""

LEVELS = 5
"""How often the ranges between weights beyond a flip are divided, with a search at each division."""

STRAIGHT, SURE = 1e-3, 2
"""For `Flips`, whose gaps change linearly with the weight as long as the lines stay the same. STRAIGHT: the
largest deviation of a gap from the gap that its neighbours predict, as a share of the larger neighbour. After
`SURE` smaller deviations in a row, at closer and closer weights, nothing more is searched between them."""

NOTHING = 1e-9
"""A gap below this share of the moves' values is a rounding error."""

REFUSED = (BadText, EngineFailure, TermFailure)
"""Errors that mean: the heuristic refuses this weight."""


class _OutOfTime(Exception):
    """The search takes too long, or is no longer wanted."""


@dataclass
class Flips:
    """Searches for the flip weights of a comparison in which the chosen move is better. A *gap* is the chosen
    move's value minus the asked move's, found by searches with another weight of a term. The searches use new
    engines of the kind of `engine`; `signal` makes the stop signal of each."""

    engine: Searcher
    comparison: Comparison
    signal: Callable[[], StopSignal]
    _ends: float = 0.0  # time.perf_counter() when the time is up
    _gaps: dict[tuple[str, float], float] = field(default_factory=dict)
    _lines: dict[tuple[str, float], list[Thought]] = field(
        default_factory=dict
    )  # the two searches of each gap
    _last: Searcher | None = None  # its table helps the next search with the same lens

    def verified(self, seconds: float) -> Iterator[tuple[Flip, ...]]:
        """Yields the confirmed flips so far, the largest term first, whenever there is a new one, for at most
        `seconds`. A second pass finds narrower ranges of weights in which the order changes back."""
        self._ends = time.perf_counter() + seconds
        found: list[Flip] = []
        try:
            for name in self._candidates():
                flip = self._flip(name)
                if flip is not None:
                    found.append(flip)
                    yield tuple(found)
            for index, flip in enumerate(found):
                finer = self._finer(flip)
                if finer != flip:
                    found[index] = finer
                    yield tuple(found)
        except _OutOfTime:
            return

    def without(self, seconds: float) -> Without | None:
        """The move that is played if the term with the largest difference has weight 0, and which of the two
        moves is better then. None if no term makes enough of the difference, if the heuristic refuses the
        weight, or if the searches take longer than `seconds`."""
        name = next(iter(self._candidates()), None)
        if name is None:
            return None
        self._ends = time.perf_counter() + seconds
        try:
            played = self._best(self._with_lens(self.comparison.lens.with_weight(name, 0.0))).move
            assert played is not None
            return Without(name, self._position.notation(played), self._gap(name, 0.0))
        except (_OutOfTime, *REFUSED):
            return None

    @property
    def _position(self) -> Position:
        return self.comparison.thought.position

    def _candidates(self) -> list[str]:
        """The terms with a large enough share of the difference, the largest first."""
        comparison = self.comparison
        terms = {term.name for term in comparison.lens.heuristic.terms}
        least = LEAST_SHARE * abs(comparison.difference)
        rows = [row for row in comparison.terms if row.name in terms and abs(row.difference) >= least]
        return [row.name for row in sorted(rows, key=lambda row: -abs(row.difference)) if row.difference]

    def _flip(self, name: str) -> Flip | None:
        """The confirmed flip of a term; None if there is none."""
        heuristic = self.comparison.lens.heuristic
        by_search = any(term.takes_weights for term in heuristic.terms)
        try:
            weight = self._by_search(name) if by_search else self._by_line_ends(name)
            if weight is None:
                return None
            if abs(weight) <= NOTHING * abs(self.comparison.lens.weight(name)):
                weight = 0.0
            if not self._confirmed(name, weight):
                return None
            flip = Flip(name, weight, self._until(name, weight))
            return self._with_best(flip)
        except REFUSED:
            return None

    def _margin(self, name: str, weight: float) -> float:
        """The step from a flip weight to the weight that confirms it, away from the present weight."""
        return MARGIN * (weight - self.comparison.lens.weight(name))

    def _confirmed(self, name: str, weight: float) -> bool:
        """Whether searches prefer the asked move just beyond a weight, and the chosen one just before."""
        margin = self._margin(name, weight)
        return self._confirms(name, weight + margin, True) and self._confirms(name, weight - margin, False)

    # Beyond a flip

    def _beyond(self, name: str, weight: float) -> list[float]:
        """The weights beyond a flip to examine, the nearest first: just beyond it, at twice its distance from
        the present weight, and 0 if that lies beyond."""
        distance = weight - self.comparison.lens.weight(name)
        far = {weight + distance, 0.0} if weight * distance < 0.0 else {weight + distance}
        return [weight + self._margin(name, weight), *sorted(far, key=lambda each: abs(each - weight))]

    def _until(self, name: str, weight: float) -> float | None:
        """The weight beyond a flip at which the asked move is no longer better; None if it is better at each
        of the examined weights."""
        near, *far = self._beyond(name, weight)
        for beyond in far:
            try:
                gap = self._gap(name, beyond)
            except REFUSED:  # the heuristic refuses this weight
                continue
            if gap >= 0.0:
                return self._edge(name, near, beyond, weight)
            near = beyond
        return None

    def _finer(self, flip: Flip) -> Flip:
        """The flip with a nearer `until`, if the asked move is not better at some weight between those
        examined so far."""
        name = flip.term
        ends = self._beyond(name, flip.weight)
        weights = ends if flip.until is None else [ends[0], flip.until]
        straight: dict[tuple[float, float], int] = {}  # how often no bend was found between two weights
        try:
            for _ in range(LEVELS):
                for near, far in [pair for pair in pairwise(weights) if straight.get(pair, 0) < SURE]:
                    between = self._bend(name, near, far)
                    if self._gap(name, between) >= 0.0:
                        return self._finer(replace(flip, until=self._edge(name, near, between, flip.weight)))
                    weights.append(between)
                    if self._is_straight(name, near, between, far):
                        often = straight.get((near, far), 0) + 1
                        straight |= {(near, between): often, (between, far): often}
                weights.sort(key=lambda each: abs(each - flip.weight))
        except REFUSED:
            pass
        return flip

    def _bend(self, name: str, near: float, far: float) -> float:
        """The weight between two others at which the lines found at `near` and those found at `far` give the
        same gap. There the gap bends, unless a third pair of lines is better in between. The middle if chance
        decides in one of the lines, or if that weight is not between them."""
        middle = (near + far) / 2
        near_at_far, far_at_near = self._along(name, near, far), self._along(name, far, near)
        if near_at_far is None or far_at_near is None:
            return middle
        at_near, at_far = far_at_near - self._gap(name, near), near_at_far - self._gap(name, far)
        if at_near * at_far <= 0.0:
            return middle
        share = at_near / (at_near + at_far)
        return near + share * (far - near) if MARGIN < share < 1.0 - MARGIN else middle

    def _is_straight(self, name: str, near: float, between: float, far: float) -> bool:
        """Whether the gap at `between` is as expected: on the straight line between the gaps at `near` and
        `far`, or as the lines of play found there predict. The second matters if the heuristic computes its
        weights from other weights (prepared weights), which bends the straight line."""
        before, gap, after = (self._gap(name, weight) for weight in (near, between, far))
        most = STRAIGHT * max(abs(before), abs(after))
        if abs(gap - before - (between - near) / (far - near) * (after - before)) <= most:
            return True
        along = (self._along(name, near, between), self._along(name, far, between))
        return all(expected is not None and abs(gap - expected) <= most for expected in along)

    def _along(self, name: str, found_at: float, weight: float) -> float | None:
        """The gap at `weight` that the lines found at `found_at` would give; None if chance decides in
        them."""
        self._gap(name, found_at)  # fills `_lines`, if this weight was not searched yet
        lens, values = self.comparison.lens.with_weight(name, weight), []
        for thought in self._lines[name, found_at]:
            start, value = thought.position, thought.value
            *_, end = positions = [start, *start.along(thought.pv)]
            if len(positions) <= len(thought.pv):
                return None
            if abs(value) <= WIN_BAND and end.outcome == ONGOING:
                value = lens.breakdown(end.state, self.comparison.side).value
            values.append(value)
        return values[0] - values[1]

    def _edge(self, name: str, near: float, far: float, start: float) -> float:
        """The weight at which the order of the moves changes, between `near`, at which the asked move is
        better, and `far`, at which it is not. At the returned weight the asked move is not better. Exact to
        MARGIN of the distance from `start`."""
        at_near, at_far = self._gap(name, near), self._gap(name, far)
        for step in range(MOST_HALVINGS):
            if abs(far - near) <= MARGIN * abs(far - start):
                break
            if step % 2:  # halves, so that the range shrinks even if the gaps bend
                middle = (near + far) / 2
            elif at_far == 0.0:  # both moves are equal at this weight, perhaps also at nearer weights
                middle = far - MARGIN * (far - start)
            else:  # where a straight line through both gaps crosses 0
                middle = near + at_near / (at_near - at_far) * (far - near)
            gap = self._gap(name, middle)
            if gap * at_near > 0.0:
                near, at_near = middle, gap
            else:
                far, at_far = middle, gap
        return far

    def _with_best(self, flip: Flip) -> Flip | None:
        """The flip with the best of all moves just beyond it. None if values depend on other searches and the
        chosen move is still the best there."""
        comparison = self.comparison
        chosen, asked = comparison.chosen.asked[0], comparison.asked.asked[0]
        weight = flip.weight + self._margin(flip.term, flip.weight)
        engine = self._with_lens(comparison.lens.with_weight(flip.term, weight))
        try:
            thought = self._best(engine)
            best = thought.move
            if self.engine.steady and best != asked:  # the asked move is named if it is as good as the best
                below = thought.value - self._rounding(thought.value)
                best = asked if self._is_above(engine, comparison.asked, below) else best
        except _OutOfTime:
            if self.engine.steady:
                return flip
            raise
        # If values depend on other searches, the flip must hold in a search of all moves, too.
        return None if best == chosen != asked else replace(flip, best=best)

    # By the ends of the lines

    def _worth(self, lens: Lens, compared_line: ComparedLine) -> float:
        """The value of a compared line's end by a lens with other weights."""
        known = dict(compared_line.parts or ())
        value = 0.0
        for index, term in enumerate(lens.heuristic.terms):
            part, used = known.pop(term.name, 0.0), float(self.comparison.lens.prepared[index])
            value += part / used * float(lens.prepared[index]) if used else 0.0
        return value + sum(known.values())

    def _gap_of_ends(self, name: str, weight: float) -> float:
        """The gap with another weight, if both lines stayed the same."""
        lens = self.comparison.lens.with_weight(name, weight)
        return self._worth(lens, self.comparison.chosen) - self._worth(lens, self.comparison.asked)

    def _by_line_ends(self, name: str) -> float | None:
        """The weight at which the two ends would have the same value; None if there is none."""
        comparison = self.comparison
        lens, now = comparison.lens, comparison.lens.weight(name)
        row = next(row for row in comparison.terms if row.name == name)
        used = float(lens.prepared[lens.heuristic.weight_names.index(name)])
        if not used:
            return None
        # The term's part of the difference is proportional to its prepared weight, and that to the weight
        # that a person sets. So this change of the weight makes the difference 0.
        guess = now - comparison.difference / (row.difference / used) * (now / used)
        changed = lens.with_weight(name, guess).prepared - lens.prepared
        # Exact, unless the heuristic's other prepared weights depend on this one, too.
        if sum(changed != 0.0) <= 1 and float(abs(changed).sum()) == abs(guess - now):
            return guess
        return self._zero(name, now, guess)

    def _zero(self, name: str, now: float, guess: float) -> float | None:
        """The weight at which the gap of the ends is 0, for heuristics that compute ("prepare") their weights
        from one another. It is looked for from `now` up to multiples of the distance to `guess`. None if
        there is none."""
        for factor in (1.0, -1.0, 4.0, -4.0, 16.0, -16.0):
            near, far = now, now + factor * (guess - now)
            if self._gap_of_ends(name, far) >= 0.0:
                continue
            for _ in range(60):
                middle = (near + far) / 2
                near, far = (middle, far) if self._gap_of_ends(name, middle) > 0.0 else (near, middle)
            return far
        return None

    # By search

    def _confirms(self, name: str, weight: float, asked: bool) -> bool:
        """Whether a search with another weight prefers the asked move (`asked`), or the chosen one."""
        comparison = self.comparison
        lens = comparison.lens.with_weight(name, weight)
        better, worse = comparison.chosen, comparison.asked
        if asked:
            better, worse = worse, better
        if not self.engine.steady or any(term.takes_weights for term in lens.heuristic.terms):
            gap = self._gap(name, weight)
            return gap < 0.0 if asked else gap > 0.0
        # Quick, because the searches need only bounds: one move must be worth more than the middle value,
        # the other must not.
        middle = (self._worth(lens, better) + self._worth(lens, worse)) / 2
        engine, rounding = self._with_lens(lens), self._rounding(middle)
        if not self._is_above(engine, better, middle + rounding):
            return False
        return not self._is_above(engine, worse, middle - rounding)

    def _with_lens(self, lens: Lens) -> Searcher:
        """An engine with a lens. The last engine is used again if it has this lens and if its values do not
        depend on what its transposition table has."""
        if self._last is not None and self._last.lens == lens and self.engine.steady:
            return self._last
        engine = replace(self.engine.with_empty_memory(lens), table_megabytes=TABLE_MEGABYTES, threads=1)
        engine.prepare(self._position.game.name)  # before `to_depth` copies it, to share its memory
        self._last = engine
        return engine

    def _limited(self, engine: Searcher, depth: int) -> Searcher:
        """The engine limited to a depth and to the seconds that are left. Raises _OutOfTime if none are."""
        left = self._ends - time.perf_counter()
        if left <= 0.0:
            raise _OutOfTime
        return engine.to_depth(depth, left)

    def _best(self, engine: Searcher) -> Thought:
        """A search of all moves of the position, to the depth of the comparison."""
        signal = self.signal()
        thought = self._limited(engine, self.comparison.depth).think(self._position, stop=signal)
        if signal.requested:
            raise _OutOfTime
        return thought

    def _is_above(self, engine: Searcher, compared_line: ComparedLine, value: float) -> bool:
        """Whether a compared line is worth more than `value`."""
        (position, depth), signal = self._start(compared_line), self.signal()
        answer = self._limited(engine, depth).is_worth_more(position, compared_line.asked[-1], value, signal)
        if signal.requested:
            raise _OutOfTime
        return answer

    def _gap(self, name: str, weight: float) -> float:
        """How much better the chosen move is than the asked one with a weight."""
        known = self._gaps.get((name, weight))
        if known is not None:
            return known
        lens = self.comparison.lens.with_weight(name, weight)
        lines = []
        for compared_line in (self.comparison.chosen, self.comparison.asked):
            (position, depth), signal = self._start(compared_line), self.signal()
            engine = self._limited(self._with_lens(lens), depth)
            lines.append(engine.think(position, stop=signal, only=compared_line.asked[-1:]))
            if signal.requested:
                raise _OutOfTime
        values = [thought.value for thought in lines]
        gap = values[0] - values[1]
        if not any(abs(value) > WIN_BAND for value in values) and abs(gap) <= self._rounding(*values):
            gap = 0.0
        self._gaps[name, weight], self._lines[name, weight] = gap, lines
        return gap

    def _rounding(self, *values: float) -> float:
        """The rounding error that values of this size may have."""
        known = [abs(value) for value in values if abs(value) <= WIN_BAND]
        return NOTHING * max(*known, abs(self.comparison.difference), 0.0)

    def _start(self, compared_line: ComparedLine) -> tuple[Position, int]:
        """The position before the last of a compared line's asked moves, and the depth to search it to."""
        position = self._position
        for move in compared_line.asked[:-1]:
            position = position.play(move)
        return position, self.comparison.depth - len(compared_line.asked) + 1

    def _by_search(self, name: str) -> float | None:
        """The weight at which the order changes, for heuristics whose terms compute with weights themselves.
        It lies between the present weight and one with which a search prefers the asked move. None if none of
        the weights tried is one."""
        now = self.comparison.lens.weight(name)
        for far in (0.0, 2.0 * now, -now, 4.0 * now):
            if far != now and self._gap(name, far) < 0.0:
                return self._edge(name, now, far, now)
        return None
