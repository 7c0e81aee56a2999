"""Which terms say the same: how often each contributes, how much, and together with which other term."""

from dataclasses import dataclass

import numpy as np

HIGH_CORRELATION, HIGH_INFLATION = 0.7, 5.0
"""The correlation, and the variance inflation factor, from which on another term may replace a term."""


@dataclass(frozen=True)
class TermShape:
    """`fires`: share of positions in which the term contributes anything; `effect`: the mean size of these
    contributions; `inflation`: the factor by which the variance of its weight grows because the other terms
    say the same (variance inflation factor); `partner`: the index of the term with the strongest
    `correlation`, None for none."""

    fires: float
    effect: float
    inflation: float
    partner: int | None
    correlation: float

    @property
    def is_redundant(self) -> bool:
        return abs(self.correlation) > HIGH_CORRELATION or self.inflation > HIGH_INFLATION


def term_shapes(terms: np.ndarray) -> tuple[TermShape, ...]:
    """The shape of each term, from contributions, float64 [positions, terms]."""
    rows, count = terms.shape
    spoken = terms != 0.0
    spreads = terms.std(axis=0) if rows else np.zeros(count)
    live = [index for index in range(count) if spreads[index] > 1e-12]
    correlations = np.zeros((count, count))
    if live:
        correlations[np.ix_(live, live)] = np.corrcoef(terms[:, live], rowvar=False).reshape(len(live), -1)
    shapes = []
    for index in range(count):
        others = [other for other in live if other != index]
        partner = max(others, key=lambda other: abs(correlations[index, other]), default=None)
        fires = float(spoken[:, index].mean()) if rows else 0.0
        loud = np.abs(terms[spoken[:, index], index])
        shapes.append(
            TermShape(
                fires,
                float(loud.mean()) if len(loud) else 0.0,
                _inflation(terms, index, others) if index in live else 1.0,
                partner if index in live else None,
                float(correlations[index, partner]) if index in live and partner is not None else 0.0,
            )
        )
    return tuple(shapes)


def _inflation(terms: np.ndarray, index: int, others: list[int]) -> float:
    """1 / (1 − R²) of a term by the others; infinite where they determine it."""
    if not others:
        return 1.0
    x = terms[:, others] - terms[:, others].mean(axis=0)
    y = terms[:, index] - terms[:, index].mean()
    left = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    share = float(left @ left) / float(y @ y)
    return float("inf") if share < 1e-9 else 1.0 / share
