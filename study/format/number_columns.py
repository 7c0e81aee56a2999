"""How wide the columns for a lens's numbers are in tables, and the scale of their bars. Columns only grow, so
that a changing number stays in its place. The scale of bars only grows after the first bars."""

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np

from heuristics.lens import Breakdown, Lens, Row
from study.format import number_text
from study.format.term_cells import TermCells, tapers, worth_title
from study.format.value_format import ValueFormat

EXPECTED_COUNT = 9
"""The count for which a column has room before any count was shown."""

SEEN = 8
"""The number of latest breakdowns that are remembered, so that columns are widened for each only once."""

MOST_ADVANTAGES = 2
"""With default weights, a full bar stands for at most this many clear advantages. Without the limit, one
position in the middle of an exchange of queens would make bars invisibly short for the rest of the game."""

COARSE = 1.0, 2.0, 5.0, 10.0, 20.0
FINE = 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0
"""COARSE: the steps for the end of an axis, which is written as a number. FINE: the steps for a scale of
bars. Coarse steps would make bars shorter."""

ROOM_TO_GROW = 4
"""The first shown bar may shrink the guessed scale, but bars this many times as long still fit then."""

USUAL_COUNT = 3
"""The difference of counts for which the scale of bars has room before any was shown."""


@dataclass
class NumberColumns:
    """The columns for one lens's numbers, which are written in its `form`. `scale` is the contribution of a
    full bar, at most `most`. Until the first bars are `fitted` it is a guess that may shrink, but not while a
    search runs (`holds`). `rounds`: rounded rows may not add up to the rounded total."""

    lens: Lens | None = None
    digits: int = 1
    count_decimals: int = 0
    count_digits: int = 1
    scale: float = 0.0
    worths: tuple[str, ...] = field(default=())
    """For each term, the widest text of the value of a count of 1."""
    holds: bool = False
    fitted: bool = False
    most: float = math.inf
    rounds: bool = False
    seen: deque[Breakdown] = field(default_factory=lambda: deque(maxlen=SEEN), repr=False, compare=False)

    @classmethod
    def of(cls, lens: Lens) -> "NumberColumns":
        """The columns for a lens before any number was shown, with guesses for their width and scale."""
        count = len(lens.heuristic.terms)
        used = lens.prepared[:count]  # the weights as the evaluation uses them: divided, or normalised
        sizes = np.abs(used[used != 0.0]).tolist()
        largest = max(sizes, default=0.0)
        form = ValueFormat.of_lens(lens)
        usual = np.array_equal(lens.weights, lens.heuristic.default_weights)
        most = round_up(MOST_ADVANTAGES * lens.heuristic.clear_advantage, FINE) if usual else math.inf
        return cls(
            lens,
            most=most,
            digits=number_text.whole_digits(form.in_units(largest * EXPECTED_COUNT)),
            scale=min(round_up(median(sizes) * USUAL_COUNT), most) if sizes else 0.0,
            worths=tuple(
                TermCells(form, float(weight), lens.divisor, counts=term.counts).widest_worth(term)
                for term, weight in zip(lens.heuristic.terms, lens.weights, strict=False)
            ),
        )

    @property
    def form(self) -> ValueFormat:
        """The format of the numbers."""
        return ValueFormat.of_lens(self.lens)

    @property
    def worth_title(self) -> str:
        """The heading over the value of a count of 1."""
        return worth_title(self.form, self.lens is not None and tapers(self.lens))

    def include(self, breakdowns: Sequence[Breakdown], subtotals: Iterable[float] = ()) -> None:
        """Makes room for these breakdowns' numbers, and sets a scale on which their bars and the bars of
        `subtotals` fit."""
        self.make_room(breakdowns)
        small = [abs(value) for value in subtotals if abs(value) < number_text.LEAST_SHARE_OF_A_WIN]
        self.fit(max([self._largest(breakdown) for breakdown in breakdowns] + small, default=0.0))

    def _largest(self, breakdown: Breakdown) -> float:
        """The size of the longest bar that a breakdown needs."""
        sizes = [abs(row.contribution) for row in self.undecided(breakdown)]
        if not self.is_decided(breakdown):
            sizes.append(abs(breakdown.value))
        return max(sizes, default=0.0)

    def fit(self, largest: float) -> None:
        """Sets a scale on which a bar for the contribution `largest` fits. The scale only grows, because two
        positions of a game are compared by their bars, and at most to `most`: longer bars are cut. The first
        bar while no search runs may also shrink the scale, which was a guess until then, but leaves room for
        larger bars."""
        if largest <= 0.0:
            return
        before = self.scale
        if not (self.fitted or self.holds):
            before = min(before, round_up(ROOM_TO_GROW * largest, FINE))
        self.scale = max(before, min(round_up(largest, FINE), self.most))
        self.fitted |= not self.holds

    def make_room(self, breakdowns: Iterable[Breakdown]) -> None:
        """Widens the columns where these breakdowns need it."""
        for breakdown in breakdowns:
            if any(breakdown is seen for seen in self.seen):
                continue  # it has got room already: a shown breakdown comes again in each frame
            self.seen.append(breakdown)
            rounded = 0
            for index, row in enumerate(self.undecided(breakdown)):
                rounded += self._is_rounded(index, row)
                self._make_room_for_sides(row)
            self.rounds |= rounded > 1  # a single rounded term is rounded as the total is
            if not self.is_decided(breakdown):
                self.make_room_for([row.contribution for row in breakdown.rows] + [breakdown.value])

    def _make_room_for_sides(self, row: Row) -> None:
        """Widens the columns of the two sides where a row needs it."""
        if self.lens is None:
            return
        cells = TermCells.of_row(self.form, self.lens, row)
        sides = [cells.side(counted) for counted in (row.own, row.other) if counted is not None]
        self.count_decimals = max(self.count_decimals, cells.decimals(sides))
        for side in sides:
            self.count_digits = max(self.count_digits, number_text.whole_digits(side))

    def _is_rounded(self, index: int, row: Row) -> bool:
        """Whether a term's contribution, or the amount of one of its sides, needs more decimals than are
        written. Then the rows may not add up in the next position, and the table keeps a row for the
        difference from the start."""
        factor = 0.0 if self.lens is None else float(self.lens.prepared[index])
        factor *= 1.0 if row.worth is None else row.worth
        amounts = (
            row.contribution,
            *(factor * count for count in (row.own, row.other) if count is not None),
        )
        return any(not self.form.is_exact(amount) for amount in amounts)

    def make_room_for(self, values: Iterable[float]) -> None:
        """Widens the column of contributions where these values need it."""
        shown = [self.form.in_units(v) for v in values if abs(v) < number_text.LEAST_SHARE_OF_A_WIN]
        self.digits = max([self.digits] + [number_text.whole_digits(value) for value in shown])

    def remainder(self, breakdown: Breakdown) -> float | None:
        """The rounding difference between the shown rows and the shown total. 0.0 if there is none now but
        can be one, so that its row stays; None if there can be none."""
        self.make_room([breakdown])
        lacking = self.lacking(breakdown.value, [row.contribution for row in breakdown.rows])
        return lacking if self.rounds else None

    def lacking(self, total: float, parts: Iterable[float]) -> float:
        """The rounding difference between the shown parts and the shown total."""
        lacking = self.form.lacking(total, parts)
        self.rounds |= lacking != 0.0
        return lacking

    def is_decided(self, breakdown: Breakdown) -> bool:
        """Whether the heuristic's decisive term, if it has one, has replaced the sum of the terms."""
        return len(breakdown.rows) > len(self.worths)

    def undecided(self, breakdown: Breakdown) -> list[Row]:
        """The rows without the decisive one, which does not count for the scale."""
        return list(breakdown.rows[len(breakdown.rows) - len(self.worths) :])

    def sample(self) -> str:
        """The widest contribution for which there is room."""
        decimals = self.form.decimals
        return "+" + "0" * self.digits + ("." + "0" * decimals if decimals else "")

    def count_sample(self) -> str:
        fraction = "." + "0" * self.count_decimals if self.count_decimals else ""
        return number_text.MINUS + "0" * self.count_digits + fraction

    def share(self, value: float) -> float:
        return value / self.scale if self.scale else 0.0


def round_up(value: float, steps: tuple[float, ...] = COARSE) -> float:
    """The next of some `steps` times a power of ten, 1, 2 or 5 if none are given; 0 for 0."""
    if value <= 0.0:
        return 0.0
    power = 10.0 ** math.floor(math.log10(value))
    # A value that is above a step only by a rounding error gets this step.
    return next(step * power for step in steps if step * power >= value * (1 - 1e-12))
