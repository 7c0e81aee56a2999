"""Curves from values to expected scores, and their check on other games.

A difference between two values means more near 0 than far from it, and may mean more for the side ahead than
for the side behind. So the model is an ordered logit (`arena.card.regression`) whose log-odds are a piecewise
linear function of asinh(value / scale). It bends at eighths of the values, if there are enough. With
quartiles alone it cannot follow games in which an even value is a draw and a slight advantage wins.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from arena.calibration.calibration import Bin, Phase, ScoreCurve
from arena.calibration.valued_games import ValuedPositions
from arena.card.regression import expected_scores, fit_columns

PHASES = 3
"""The number of phases after the opening."""

SCALE = 0.2
"""The scale as a share of the mean absolute value. Values below it count nearly linearly, larger ones by
their logarithm."""

BENDS, ROWS_OF_A_BEND = 7, 60
"""The most bends of the line, at equal quantiles of the values, and the fewest values for each."""

KNOTS = 33
"""The number of values, at equal quantiles, for which a curve is kept."""

SAMPLES = 40
"""The number of samples of games, drawn with replacement. The spread of their curves is the error of the
fit."""

BINS = 8
"""The number of bins of each phase, of about equal size."""

LEAST = 50
"""The fewest positions in a bin."""

Z = 1.96


def phase_starts(positions: ValuedPositions) -> tuple[int, ...]:
    """The progress at which each phase begins. The first is the random opening, if all later positions have a
    higher progress; the others have about equally many positions. One phase where the progress is always
    0."""
    played = positions.progress[~positions.opening]
    ends = [np.quantile(played, at / PHASES) for at in range(1, PHASES)]
    return tuple(sorted({0, int(played.min()), *map(int, ends)}))


def of_their_phase(positions: ValuedPositions, starts: Sequence[int]) -> ValuedPositions:
    """The positions, without positions of the opening whose progress reaches the second phase: they belong to
    no phase."""
    begun = starts[1] if len(starts) > 1 else 0
    return positions.where(~positions.opening | (positions.progress < begun))


def fit_phases(positions: ValuedPositions, seed: int, starts: Sequence[int]) -> tuple[Phase, ...]:
    """The phases that have positions, with their curves. `seed` draws the samples of games."""
    found = []
    for number, (start, end) in enumerate(pairwise([*starts, np.inf])):
        rows = positions.where((positions.progress >= start) & (positions.progress < end))
        if len(rows.values):
            random = np.random.default_rng(np.random.SeedSequence([seed, number]))
            found.append(Phase(int(start), fit_curve(rows, random)))
    return tuple(found)


def fit_curve(rows: ValuedPositions, random: np.random.Generator) -> ScoreCurve:
    """An ascending curve, with the standard error of each of its knots by samples of whole games."""
    from scipy.optimize import isotonic_regression  # only when needed: it is slow to import

    quantiles = np.quantile(rows.values, np.linspace(0.0, 1.0, KNOTS))
    knots, counts = np.unique(quantiles, return_counts=True)
    columns = _columns(rows.values)

    def fitted(chosen: ValuedPositions) -> np.ndarray:
        fit = fit_columns(columns(chosen.values), chosen.results, chosen.games)
        return expected_scores(columns(knots), fit)

    _, index = np.unique(rows.games, return_inverse=True)
    members = np.split(np.argsort(index, kind="stable"), np.cumsum(np.bincount(index))[:-1])
    samples = []
    for _ in range(SAMPLES):
        drawn = random.integers(len(members), size=len(members))
        # A game that is drawn twice keeps its number: β does not depend on the numbers of games.
        again = rows.where(np.concatenate([members[game] for game in drawn]))
        samples.append(fitted(again))
    scores = isotonic_regression(fitted(rows), weights=counts).x
    # Not below 1 / games: even if all games ended alike, the next one might not.
    errors = np.maximum(np.std(samples, axis=0, ddof=1), 1.0 / len(members))
    return ScoreCurve(*(tuple(round(float(each), 4) for each in found) for found in (knots, scores, errors)))


def _columns(seen: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """The function from values to the columns of a fit, float64 [rows, columns]. `seen` sets the scale and
    the bends."""
    scale = SCALE * float(np.abs(seen).mean()) or 1.0
    count = min(BENDS, len(seen) // ROWS_OF_A_BEND)
    quantiles = np.linspace(0.0, 1.0, count + 2)[1:-1]
    bends = np.arcsinh(np.unique(np.quantile(seen, quantiles)) / scale)

    def columns(values: np.ndarray) -> np.ndarray:
        shrunk = np.arcsinh(values / scale)
        return np.stack([shrunk, *(np.maximum(shrunk - bend, 0.0) for bend in bends)], axis=1)

    return columns


def check(phases: Sequence[Phase], positions: ValuedPositions) -> tuple[Bin, ...]:
    """Bins of the expected score in each phase, with the actual scores."""
    starts = [phase.start for phase in phases]
    of = np.maximum(0, np.searchsorted(starts, positions.progress, "right") - 1)
    bins = []
    for number, phase in enumerate(phases):
        rows = positions.where(of == number)
        expected = np.interp(rows.values, phase.curve.values, phase.curve.scores)
        errors = np.interp(rows.values, phase.curve.values, phase.curve.errors)
        if len(expected) < LEAST:
            continue
        order = np.argsort(expected, kind="stable")
        count = max(1, min(BINS, len(expected) // LEAST))
        for first, last in _groups(expected[order], count):
            chosen = order[first:last]
            error = float(errors[chosen].mean())
            bins.append(_bin(number, expected[chosen], error, rows.results[chosen], rows.games[chosen]))
    return tuple(bins)


def _groups(ordered: np.ndarray, count: int) -> list[tuple[int, int]]:
    """Ranges of about equal size; equal numbers are in one range."""
    edges = [0]
    for at in range(1, count + 1):
        target = len(ordered) * at // count
        edge = len(ordered) if at == count else int(np.searchsorted(ordered, ordered[target], "left"))
        if edge > edges[-1]:
            edges.append(edge)
    return list(pairwise(edges))


def _bin(phase: int, expected: np.ndarray, error: float, results: np.ndarray, games: np.ndarray) -> Bin:
    """The bin of some positions. The variance of the check is the variance of the games' sums of differences,
    because positions of one game are not independent. Half a game that was won and half a lost one are added,
    as for pairs in `arena.statistics`. Otherwise a bin whose games all ended alike would look certain."""
    _, index = np.unique(games, return_inverse=True)
    size = len(results) / (int(index.max()) + 1)
    sums = np.bincount(index, results - expected)
    mean, scored = float(expected.mean()), float(results.mean())
    padding = size**2 * (0.5 * (1.0 - mean) ** 2 + 0.5 * mean**2)
    count = len(results) + size
    variance = (float((sums**2).sum()) + padding) / count**2 + error**2
    padded, spread = (float(results.sum()) + 0.5 * size) / count, Z * float(np.sqrt(variance))
    low, high = max(0.0, min(scored, padded - spread)), min(1.0, max(scored, padded + spread))
    rounded = (round(each, 5) for each in (mean, scored, low, high))
    return Bin(phase, len(results), int(index.max()) + 1, *rounded)
