"""A heuristic together with its weights: what a position is looked at through.

Everything that evaluates does it through a lens, a search as well as a panel, and a search's result
carries the lens that it was found through. So a value and what explains it never part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from games.contract import SIDE_NAMES, WHITE, BadText, State
from heuristics.contract import DIFFERENCE, MOST_WEIGHT, OTHER, OWN, SINGLE, Heuristic, Term

Weights = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Weights that a person changed: game, heuristic, name of the weight."""


@dataclass(frozen=True)
class Row:
    """A term as the breakdown shows it. `own` and `other` are None where they do not apply."""

    name: str
    weight: float
    contribution: float
    own: float | None
    other: float | None
    description: str
    source: str


@dataclass(frozen=True)
class Breakdown:
    """Rows whose contributions add up, in order, to `value`, which is for `side`."""

    value: float
    side: int
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        terms = []
        for row in self.rows:
            term: dict[str, Any] = {
                "name": row.name,
                "weight": row.weight,
                "contribution": row.contribution,
            }
            if row.own is not None:
                term["own"] = row.own
            if row.other is not None:
                term["other"] = row.other
            terms.append(term | {"description": row.description, "source": row.source})
        return {"value": self.value, "side": SIDE_NAMES[self.side], "terms": terms}


@dataclass(frozen=True, eq=False)
class Lens:
    """A heuristic with its weights, frozen. Lenses are equal when they see alike.

    `weights` (float64, in the order of `Heuristic.weight_names`, not to be written to) are those
    that a person sets; `prepared` are those that the sum uses, after `Heuristic.prepare`.
    """

    heuristic: Heuristic
    weights: np.ndarray

    @classmethod
    def of(cls, heuristic: Heuristic, changes: Mapping[str, float] | None = None) -> "Lens":
        """Through the default weights, with some changed by name; BadText for an unknown name, or a
        number that is larger than MOST_WEIGHT or none."""
        weights = heuristic.default_weights
        for name, value in (changes or {}).items():
            weights[_index(heuristic, name)] = _checked(heuristic, name, value)
        return cls(heuristic, weights)

    def __post_init__(self) -> None:
        self.weights.flags.writeable = False

    @property
    def name(self) -> str:
        return self.heuristic.name

    @cached_property
    def prepared(self) -> np.ndarray:
        """What the kernel `Heuristic.evaluator` takes as weights: float64."""
        return self.heuristic.prepare(self.weights)

    @cached_property
    def key(self) -> tuple[int, bytes]:
        """Equal for lenses that see alike, within one process."""
        return id(self.heuristic), self.weights.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lens) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def weight(self, name: str) -> float:
        """A weight by its name; BadText for a name that is not there."""
        return float(self.weights[_index(self.heuristic, name)])

    def with_weight(self, name: str, value: float) -> "Lens":
        """The same heuristic with one weight changed; BadText as for `of`."""
        weights = self.weights.copy()
        weights[_index(self.heuristic, name)] = _checked(self.heuristic, name, value)
        return Lens(self.heuristic, weights)

    # Values

    def breakdown(self, state: State, side: int) -> Breakdown:
        """The value for `side` and what it is made of; the same float as the evaluator's."""
        heuristic, used = self.heuristic, self.prepared
        rows = []
        decision = 0.0
        if heuristic.decisive:
            decision = float(_count(heuristic.decisive, state, side, used))
            if decision != 0.0:
                rows.append(_row(heuristic.decisive, 1.0, decision, None, None))
        value = decision
        for index, term in enumerate(heuristic.terms):
            own, other, amount = _counts(term, state, side, used)
            contribution = float(used[index]) * amount if decision == 0.0 else 0.0
            value += contribution
            rows.append(_row(term, float(self.weights[index]), contribution, own, other))
        return Breakdown(value, side, tuple(rows))

    def amount(self, breakdown: Breakdown, index: int) -> float | None:
        """What the weight of the row at `index` was multiplied by; None if unknown."""
        offset = len(breakdown.rows) - len(self.heuristic.terms)
        if offset > 0 or not self.prepared[index]:  # decided, or any amount would give the same
            return None
        return breakdown.rows[index].contribution / float(self.prepared[index])

    def squares(self, term: Term, state: State, side: int) -> list[tuple[str, float]] | None:
        """Where a term's contribution to the value for `side` comes from: (square, amount) in the
        value's unit, positive where it favours White. None for a term that does not say where."""
        if term.squares is None:
            return None
        terms = self.heuristic.terms
        weight = float(self.prepared[terms.index(term)]) if term in terms else 1.0
        signs = {OWN: ((side, 1.0),), SINGLE: ((side, 1.0),), OTHER: ((1 - side, 1.0),)}.get(
            term.kind, ((side, 1.0), (1 - side, -1.0))
        )
        favour = 1.0 if side == WHITE else -1.0
        sums: dict[str, float] = {}
        for whose, sign in signs:
            for square, amount in term.squares(state, whose):
                sums[square] = sums.get(square, 0.0) + favour * sign * weight * amount
        return list(sums.items())


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


def _count(term: Term, state: State, side: int, weights: np.ndarray) -> float:
    return term.count(state, side, weights) if term.takes_weights else term.count(state, side)


def _counts(
    term: Term, state: State, side: int, weights: np.ndarray
) -> tuple[float | None, float | None, float]:
    """(own, other, what the weight is multiplied by)."""
    if term.kind == OTHER:
        other = float(_count(term, state, 1 - side, weights))
        return None, other, other
    own = float(_count(term, state, side, weights))
    if term.kind == DIFFERENCE:
        other = float(_count(term, state, 1 - side, weights))
        return own, other, own - other
    return (own if term.kind == OWN else None), None, own


def _row(term: Term, weight: float, contribution: float, own: float | None, other: float | None) -> Row:
    return Row(term.name, weight, contribution, own, other, term.description, term.source)
