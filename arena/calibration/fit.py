"""Curves from values to expected scores, and how they do on other games."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arena.calibration.calibration import Bin, Curve, Phase
from arena.calibration.valued_games import ValuedPositions

PHASES = 3
KNOTS = 12
"""Groups of positions of equal size in each phase, whose means a curve goes through."""

BINS = 10
"""Bins of each phase, of about equal size."""

LEAST = 50
"""Positions of a bin at least."""

Z = 1.96


def fit_phases(positions: ValuedPositions) -> tuple[Phase, ...]:
    """Phases of about as many positions each, with their curves; one where the progress is always the
    same."""
    starts = sorted(
        {0, *(int(np.quantile(positions.progress, at / PHASES)) for at in range(1, PHASES))}
        if len(positions.values)
        else {0}
    )
    ends = [*starts[1:], np.inf]
    found = []
    for start, end in zip(starts, ends, strict=True):
        rows = positions.where((positions.progress >= start) & (positions.progress < end))
        if len(rows.values):
            found.append(Phase(start, fit_curve(rows.values, rows.results)))
    return tuple(found)


def fit_curve(values: np.ndarray, results: np.ndarray) -> Curve:
    """A rising curve through the means of KNOTS groups, by isotonic regression (Barlow et al. 1972), which
    assumes nothing but that a higher value is no worse."""
    from scipy.optimize import isotonic_regression  # only when needed: it is slow to import

    order = np.argsort(values, kind="stable")
    # Equal values stay together, so that no two knots have the same one.
    parts = _groups(values[order], KNOTS)
    means = np.array([values[order][first:last].mean() for first, last in parts])
    scores = np.array([results[order][first:last].mean() for first, last in parts])
    sizes = np.array([last - first for first, last in parts], np.float64)
    rising = isotonic_regression(scores, weights=sizes).x
    return Curve(tuple(map(float, means)), tuple(round(float(score), 5) for score in rising))


def _groups(ordered: np.ndarray, count: int) -> list[tuple[int, int]]:
    """Ranges of about equal size; equal numbers are in the same one."""
    edges = [0]
    for at in range(1, count + 1):
        target = len(ordered) * at // count
        edge = len(ordered) if at == count else int(np.searchsorted(ordered, ordered[target], "left"))
        if edge > edges[-1]:
            edges.append(edge)
    return list(pairwise(edges))


def check(phases: Sequence[Phase], positions: ValuedPositions) -> tuple[Bin, ...]:
    """Bins of the expected score in each phase, with what came."""
    starts = [phase.start for phase in phases]
    of = np.maximum(0, np.searchsorted(starts, positions.progress, "right") - 1)
    bins = []
    for number, phase in enumerate(phases):
        rows = positions.where(of == number)
        expected = np.array([phase.curve(value) for value in rows.values])
        order = np.argsort(expected, kind="stable")
        count = max(1, min(BINS, len(expected) // LEAST))
        if len(expected) < LEAST:
            continue
        for first, last in _groups(expected[order], count):
            chosen = order[first:last]
            bins.append(_bin(number, expected[chosen], rows.results[chosen], rows.games[chosen]))
    return tuple(bins)


def _bin(phase: int, expected: np.ndarray, results: np.ndarray, games: np.ndarray) -> Bin:
    """With an interval by games, for positions of one game are not independent: the variance of the mean is
    that of the games' sums of differences. A half of a game that was won and of one that was lost is added,
    as for pairs in `arena.statistics`, lest a bin whose games all ended alike look certain."""
    numbers, index = np.unique(games, return_inverse=True)
    share = len(results) / len(numbers)
    sums = np.bincount(index, results - expected)
    padding = 0.5 * share * np.array([1.0 - expected.mean(), -expected.mean()])
    count = len(results) + share
    middle = float(results.mean())
    spread = Z * float(np.sqrt((sums**2).sum() + (padding**2).sum() * 2)) / count
    padded = (results.sum() + 0.5 * share) / count
    return Bin(
        phase,
        len(results),
        len(numbers),
        round(float(expected.mean()), 5),
        round(middle, 5),
        round(max(0.0, min(middle, padded - spread)), 5),
        round(min(1.0, max(middle, padded + spread)), 5),
    )
