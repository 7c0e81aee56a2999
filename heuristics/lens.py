"""A heuristic together with its weights.

Searches and panels all evaluate through a lens, and a search's result carries the lens that it used. So a
value can always be explained with the weights that produced it.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from games.contract import SIDE_NAMES, WHITE, BadText, State, copy_state
from games.registry import load_game
from games.safe_text import shown
from heuristics.contract import (
    DIFFERENCE,
    MOST_VALUE,
    MOST_WEIGHT,
    OTHER,
    OWN,
    SINGLE,
    Heuristic,
    Kernel,
    Squares,
    Term,
    takes_weights,
)
from heuristics.failure import TermFailure, ends_the_program, in_words, one_line, place_of
from heuristics.former_weights import is_former

T = TypeVar("T")

Weights = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Weights that a person changed, by game, heuristic and name of the weight."""


@dataclass(frozen=True)
class Row:
    """A term as the breakdown shows it."""

    name: str
    """Its key."""
    weight: float
    contribution: float
    """What it adds to the value; 0 if it has failed."""
    own: float | None
    other: float | None
    """What it counts for the side and for the other side; None where that does not apply."""
    description: str
    source: str
    failure: TermFailure | None = None
    """Why it has failed, None if it has not."""
    group: str = ""
    label: str = ""
    """Its name for people."""
    worth: float | None = None
    """The tapered factor in this position, by which the count is multiplied in addition to the weight; None
    for a term without one."""
    counts: bool = True
    """Whether `own` and `other` are counts; else they are sums of values."""


@dataclass(frozen=True)
class Breakdown:
    """Rows whose contributions add up, in order, to `value`, which is for `side`.

    If `failure` is set, one of the rows could not be evaluated, and `value` means nothing.
    """

    value: float
    side: int
    rows: tuple[Row, ...]
    failure: TermFailure | None = None

    def to_json(self) -> dict[str, Any]:
        terms = []
        for row in self.rows:
            term: dict[str, Any] = {
                "name": row.name,
                "label": row.label,
                "weight": row.weight,
                "contribution": row.contribution,
            }
            if row.own is not None:
                term["own"] = row.own
            if row.other is not None:
                term["other"] = row.other
            if row.worth is not None:
                term["worth"] = row.worth
            if not row.counts:
                term["counts"] = False
            term |= {"description": row.description, "source": row.source}
            if row.group:
                term["group"] = row.group
            terms.append(term)
        return {"value": self.value, "side": SIDE_NAMES[self.side], "terms": terms}


@dataclass(frozen=True, eq=False)
class Lens:
    """A heuristic with its weights, frozen. Lenses are equal if they have the same heuristic and the same
    weights.

    `weights` (float64, in the order of `Heuristic.weight_names`, read-only) are those that a person sets;
    `prepared` are those that the sum uses, after `Heuristic.prepare`."""

    heuristic: Heuristic
    weights: np.ndarray

    @classmethod
    def of(cls, heuristic: Heuristic, changes: Mapping[str, float] | None = None) -> "Lens":
        """The lens with the default weights, some of them changed by name. Raises BadText for an unknown
        name, and for a number that is NaN or larger than MOST_WEIGHT. Names in `former_weights` change
        nothing."""
        weights = heuristic.default_weights
        for name, value in (changes or {}).items():
            if not is_former(heuristic, name):
                weights[_index(heuristic, name)] = _checked(heuristic, name, value)
        return cls(heuristic, weights)

    def __post_init__(self) -> None:
        self.weights.flags.writeable = False

    @property
    def name(self) -> str:
        return self.heuristic.name

    @cached_property
    def prepared(self) -> np.ndarray:
        """What the kernel `Heuristic.evaluator` takes as weights: float64, as many as `weights`, read-only.
        Raises TermFailure if `Heuristic.prepare` returns anything else."""
        prepare = self.heuristic.prepare
        try:
            with plain_arithmetic():
                prepared = prepare(self.weights)
            fits = getattr(prepared, "dtype", None) == np.float64 and prepared.shape == self.weights.shape
            found = "" if fits else shown(prepared)
        except BaseException as error:
            if ends_the_program(error):
                raise
            place = place_of(prepare, error.__traceback__)
            raise TermFailure(self.name, "prepare", in_words(error), *place) from error
        if not fits:
            message = f"expected {len(self.weights)} float64 weights, returned {found}"
            raise TermFailure(self.name, "prepare", message, *place_of(prepare))
        # The same layout for all lenses: a compiled evaluation is called by its address, where no types are
        # checked.
        prepared = np.require(prepared, requirements=("C", "A", "E"))
        prepared.flags.writeable = False
        return prepared

    @cached_property
    def divisor(self) -> float | None:
        """The number by which `Heuristic.prepare` divides all weights; 1.0 if it leaves them as they are,
        None if it does anything else."""
        count = len(self.heuristic.terms)
        set_, used = self.weights[:count], self.prepared[:count]
        largest = int(np.argmax(np.abs(set_))) if count else 0
        if not count or not set_[largest] or not used[largest]:
            return 1.0 if np.array_equal(set_, used) else None
        divisor = float(set_[largest] / used[largest])
        whole = float(round(divisor))  # a division by a whole number may have been rounded
        divisor = whole if abs(divisor - whole) < 1e-9 * abs(divisor) else divisor
        return divisor if np.allclose(used * divisor, set_, rtol=1e-12, atol=0.0) else None

    @cached_property
    def key(self) -> tuple[int, bytes]:
        """A key that is equal for the same heuristic with the same weights, within one process."""
        return id(self.heuristic), self.weights.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lens) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def weight(self, name: str) -> float:
        """A weight by its name. Raises BadText for an unknown name."""
        return float(self.weights[_index(self.heuristic, name)])

    def with_weight(self, name: str, value: float) -> "Lens":
        """The same heuristic with one weight changed. Raises BadText as `of` does."""
        if is_former(self.heuristic, name):
            return self
        weights = self.weights.copy()
        weights[_index(self.heuristic, name)] = _checked(self.heuristic, name, value)
        return Lens(self.heuristic, weights)

    def with_weights(self, weights: Iterable[tuple[str, float]]) -> "Lens":
        """The same heuristic with these weights changed. Unknown names are ignored. Raises BadText for a
        number that no weight can be."""
        lens = self
        for name, value in weights:
            if name in self.heuristic.weight_names or name in self.heuristic.former_weights:
                lens = lens.with_weight(name, value)
        return lens

    # Values

    def breakdown(self, state: State, side: int, partly: bool = False) -> Breakdown:
        """The value for `side` and what it is made of; the same float as the evaluator's.

        The terms get a copy of the state. Raises TermFailure if one of them fails, unless the decisive term
        has decided. With `partly` the failure is put into the term's row instead.
        """
        heuristic, asked = self.heuristic, _TermCalls(self.heuristic, state, side, self.prepared)
        rows = []
        decision = 0.0
        failure: TermFailure | None = None
        with plain_arithmetic():
            if heuristic.decisive:
                try:
                    decision = asked.count(heuristic.decisive, side)
                    if abs(decision) > MOST_VALUE:
                        raise asked.failure(heuristic.decisive, _too_large(decision))
                    if decision != 0.0:
                        rows.append(_row(heuristic.decisive, 1.0, decision, None, None))
                except TermFailure as error:
                    failure = error
                    rows.append(_row(heuristic.decisive, 1.0, 0.0, None, None, failure))
            value = decision
            for index, term in enumerate(heuristic.terms):
                weight = float(self.weights[index])
                try:
                    own, other, amount = asked.counts(term)
                    worth = asked.worth(term)
                    contribution = float(self.prepared[index]) * amount if decision == 0.0 else 0.0
                    if not math.isfinite(contribution):
                        raise asked.failure(term, f"contributes {contribution}")
                except TermFailure as error:
                    rows.append(_row(term, weight, 0.0, None, None, error))
                    if decision == 0.0:  # else the decisive term replaces the sum
                        failure = failure or error
                else:
                    value += contribution
                    rows.append(_row(term, weight, contribution, own, other, worth=worth))
        if failure is None and not abs(value) <= MOST_VALUE:
            largest = max(range(len(rows)), key=lambda index: abs(rows[index].contribution))
            failure = asked.failure(heuristic.terms[largest], _too_large(rows[largest].contribution))
            rows[largest] = replace(rows[largest], contribution=0.0, failure=failure)
            value = 0.0
        if failure is not None and not partly:
            raise failure
        return Breakdown(value, side, tuple(rows), failure)

    def amount(self, breakdown: Breakdown, index: int) -> float | None:
        """What the weight and the worth of the row at `index` were multiplied by: the count or the difference
        of both counts. None if the decisive term has decided or failed, or the weight or worth is 0."""
        offset = len(breakdown.rows) - len(self.heuristic.terms)
        if offset > 0:
            return None
        row = breakdown.rows[index]
        factor = float(self.prepared[index]) * (1.0 if row.worth is None else row.worth)
        return row.contribution / factor if factor else None  # 0 times any amount is 0

    def squares(self, term: Term, state: State, side: int) -> list[tuple[str, float]] | None:
        """Where a term's contribution to the value for `side` comes from: (square, amount) in the numbers
        that the heuristic computes with, positive where it favours White. None for a term without squares.
        Raises TermFailure if its function of squares fails."""
        if term.squares is None:
            return None
        asked = _TermCalls(self.heuristic, state, side, self.prepared)
        terms = self.heuristic.terms
        weight = float(self.prepared[terms.index(term)]) if term in terms else 1.0
        worth = asked.worth(term)
        if worth == 0.0:  # it counts nowhere in this phase of the game
            return []
        weight *= 1.0 if worth is None else worth
        signs = {OWN: ((side, 1.0),), SINGLE: ((side, 1.0),), OTHER: ((1 - side, 1.0),)}.get(
            term.kind, ((side, 1.0), (1 - side, -1.0))
        )
        favour = 1.0 if side == WHITE else -1.0
        sums: dict[str, float] = {}
        for whose, sign in signs:
            for square, amount in asked.squares(term, term.squares, whose):
                sums[square] = sums.get(square, 0.0) + favour * sign * weight * amount
        return list(sums.items())


def plain_arithmetic() -> AbstractContextManager[None]:
    """A context in which NumPy raises on division by zero, as compiled code does, and lets overflow give
    infinity without a warning."""
    return np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore")


def _index(heuristic: Heuristic, name: str) -> int:
    if name not in heuristic.weight_names:
        raise BadText(
            f"weight of {heuristic.game} {heuristic.name}: expected one of "
            f"{', '.join(heuristic.weight_names)}, found {name!r}"
        )
    return heuristic.weight_names.index(name)


def _checked(heuristic: Heuristic, name: str, value: float) -> float:
    if not abs(value) <= MOST_WEIGHT:
        raise BadText(
            f"weight {name!r} of {heuristic.game} {heuristic.name}: expected a number from "
            f"{-MOST_WEIGHT:.0f} to {MOST_WEIGHT:.0f}, found {value:g}"
        )
    return value


@dataclass
class _TermCalls:
    """Calls terms with a copy of one state, in Python, and turns every error into a TermFailure. `given` is
    the caller's state; terms see only the copy `state`."""

    heuristic: Heuristic
    state: State
    side: int
    weights: np.ndarray

    def __post_init__(self) -> None:
        self.given, self.state = self.state, copy_state(self.state)
        self.bytes = self.state.tobytes()
        self._shared: object = None
        self._share: float | None = None

    def count(self, term: Term, side: int) -> float:
        """What a term counts for a side. Raises TermFailure if that is no finite number."""
        words = (self.weights,) if term.takes_weights else ()
        if term.takes_shared:
            words = (*words, self.shared(term))
        return self._number(term, term.count, lambda: term.count(self.state, side, *words))

    def worth(self, term: Term) -> float | None:
        """The tapered worth of what a term counts, in this phase of the game; None for a term without one."""
        if term.worth is None:
            return None
        if self._share is None:
            phase = self.heuristic.phase
            assert phase is not None
            share = self._number(term, phase, lambda: phase(self.state))
            if not 0.0 <= share <= 1.0:
                raise self.failure(term, f"phase: expected a number from 0 to 1, returned {share:g}", phase)
            self._share = share
        return term.worth.at(self._share)

    def _number(self, term: Term, function: Kernel, call: Callable[[], object]) -> float:
        """The number that a function returns. Raises TermFailure if it is no finite number."""
        found = self._called(term, function, call)
        if not isinstance(found, Real | np.bool_):
            written = self._called(term, function, lambda: shown(found))
            kind = "nothing" if found is None else f"{type(found).__name__} {written}"
            raise self.failure(term, f"expected a number, returned {kind}", function)
        number = self._called(term, function, lambda: float(found))
        if not math.isfinite(number):
            raise self.failure(term, f"expected a number, returned {number}", function)
        return number

    def shared(self, term: Term) -> object:
        """The result of the heuristic's `precompute` function, for a term that takes it."""
        if self._shared is None:
            precompute_shared = self.heuristic.shared
            assert precompute_shared is not None
            self._shared = self._called(term, precompute_shared, lambda: precompute_shared(self.state))
        return self._shared

    def counts(self, term: Term) -> tuple[float | None, float | None, float]:
        """(own, other, what the weight is multiplied by)."""
        worth = self.worth(term)

        def worth_of(count: float) -> float:
            return count if worth is None else count * worth

        if term.kind == OTHER:
            other = self.count(term, 1 - self.side)
            return None, other, worth_of(other)
        own = self.count(term, self.side)
        if term.kind == DIFFERENCE:
            other = self.count(term, 1 - self.side)
            return own, other, worth_of(own) - worth_of(other)
        return (own if term.kind == OWN else None), None, worth_of(own)

    def squares(self, term: Term, where: Squares, side: int) -> list[tuple[str, float]]:
        """The squares that a term counts for a side, as it names them."""

        def named() -> list[tuple[str, float]]:
            words = (self.weights,) if takes_weights(where) else ()
            return [(str(square), float(amount)) for square, amount in where(self.state, side, *words)]

        found = self._called(term, where, named)
        if not all(math.isfinite(amount) for _, amount in found):
            raise self.failure(term, "expected numbers on its squares, found one that is not finite", where)
        return found

    def _called(self, term: Term, function: Kernel | Squares, call: Callable[[], T]) -> T:
        """The result of `call`, which calls `function` of a term. Raises TermFailure if it raises anything or
        changes the state."""
        try:
            answer = call()
        except BaseException as error:
            if ends_the_program(error):
                raise
            raise self.failure(term, in_words(error), function, error) from error
        if self.state.tobytes() != self.bytes:
            self.state = copy_state(self.given)
            raise self.failure(term, "changes the state that it is given", function)
        return answer

    def failure(
        self,
        term: Term,
        message: str,
        function: Kernel | Squares | None = None,
        error: BaseException | None = None,
    ) -> TermFailure:
        file, line = place_of(function or term.count, error.__traceback__ if error else None)
        position = text_of(self.heuristic.game, self.given)
        return TermFailure(self.heuristic.name, term.name, message, file, line, position)


def text_of(game: str, state: State) -> str:
    """A state as the game writes it; "" where it cannot."""
    try:
        return one_line(load_game(game).format(state))
    except Exception:  # it is for a message about another failure, which must not be lost
        return ""


def _too_large(value: float) -> str:
    return f"contributes {value:g}, and the value is too large: a won game begins at {MOST_VALUE:.0f}"


def _row(
    term: Term,
    weight: float,
    contribution: float,
    own: float | None,
    other: float | None,
    failure: TermFailure | None = None,
    worth: float | None = None,
) -> Row:
    described = (term.description, term.source, failure, term.group, term.label)
    return Row(term.name, weight, contribution, own, other, *described, worth, term.counts)
