"""Which terms explain a learned player's values: forward selection in a linear regression.

The value is modelled as a constant, plus a sum of weighted terms, plus an error. Each step adds the candidate
that explains most of what the terms before it leave. The selection ends after MOST_TERMS; at a candidate that
chance would find as easily (by random signs of whole games, see `arena.gaps.selection`); and at a gain below
LEAST_GAIN of the values' variance, in games that the weights were not fitted to.

The share that is explained is measured in games that have no part in the selection and the weights:

    share = 1 − Σ (value − sum of the terms)² / Σ (value − constant)²

where the constant is fitted alone. It is R² of another sample. A game is one observation. The interval of the
share is by the delta method for a ratio of sums over games, with a t-value, on the scale of log(1 − share).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from arena.gaps.selection import LEAST_GAMES, LEVEL, SAID, Found, Share, chance_of, drawn_signs, left_over
from arena.statistics import t_95

MOST_TERMS = 5

LEAST_GAIN = 0.01
"""The share of the variance that a term must explain to be named."""

SELECTION = 0.7
"""The share of the games that select; the others judge (`held_games`)."""

FOLDS = 5
"""The games are divided into this many parts. Errors in a part are measured with weights fitted to the
others."""

ALIKE = 1e-6
"""Candidates whose gains differ by less than this share count as equal, and the first is taken."""

RIDGE = 0.01
"""A pull of the weights of all candidates towards 0, as a share of the rows."""


@dataclass(frozen=True)
class LinearFit:
    """A fitted linear model: float64 [columns] `beta`, and the intercept."""

    beta: np.ndarray
    intercept: float

    def of(self, columns: np.ndarray) -> np.ndarray:
        """float64 [rows]: the values that the model predicts."""
        found: np.ndarray = self.intercept + columns @ self.beta
        return found


def fit_linear(columns: np.ndarray, values: np.ndarray, ridge: float = 0.0) -> LinearFit:
    """The linear model of values, float64 [rows], with the least squared error, from columns, float64 [rows,
    columns]. `ridge` is as RIDGE."""
    middle, scale = columns.mean(axis=0), columns.std(axis=0)
    scale = np.where(scale <= 1e-12 * (np.abs(middle) + 1e-300), np.inf, scale)
    x, rows = (columns - middle) / scale, len(values)
    mean = float(values.mean())
    products = x.T @ x + (ridge + 1e-9) * rows * np.eye(x.shape[1])
    beta = np.linalg.solve(products, x.T @ (values - mean)) / scale
    return LinearFit(beta, mean - float(middle @ beta))


def held_games(games: np.ndarray, seed: int) -> np.ndarray:
    """bool [rows]: the rows of random games that take no part in the selection."""
    numbers = np.unique(games)
    random = np.random.default_rng(np.random.SeedSequence([seed, 1]))
    kept = random.permutation(numbers)[round(SELECTION * len(numbers)) :]
    return np.isin(games, kept)


def select_readable(candidates: np.ndarray, values: np.ndarray, games: np.ndarray, seed: int) -> list[Found]:
    """At most MOST_TERMS candidates, float64 [rows, candidates], in the order in which they explain the
    values."""
    _, game_of = np.unique(games, return_inverse=True)
    number = int(game_of.max(initial=-1)) + 1
    signs = drawn_signs(number, seed)
    fold_of = np.random.default_rng([seed, 2]).permutation(number)[game_of] % FOLDS
    whole = ((candidates - candidates.mean(axis=0)) ** 2).sum(axis=0)
    found: list[Found] = []
    missed = _missed_in_folds(candidates[:, []], values, fold_of)
    all_missed = missed
    while len(found) < MOST_TERMS:
        chosen = [each.index for each in found]
        left = left_over(candidates[:, chosen], candidates)
        own = (left**2).sum(axis=0)
        scores = np.zeros((number, candidates.shape[1]))
        np.add.at(scores, game_of, left * left_over(candidates[:, chosen], values)[:, None])
        usable = (own > SAID * whole) & ((scores != 0.0).sum(axis=0) >= LEAST_GAMES)
        usable[chosen] = False
        if not usable.any():
            break
        gains = np.where(usable, scores.sum(axis=0) ** 2 / np.where(usable, own, 1.0), 0.0)
        best = int(np.flatnonzero(gains >= (1.0 - ALIKE) * gains.max())[0])
        spread = np.sqrt((scores**2).sum(axis=0))
        scaled = np.where(usable, scores / np.where(usable, spread, 1.0), 0.0)
        p = chance_of(scaled, abs(float(scaled[:, best].sum())), signs)
        after = _missed_in_folds(candidates[:, [*chosen, best]], values, fold_of)
        if p > LEVEL or missed - after < LEAST_GAIN * all_missed:
            break
        found.append(Found(best, p))
        missed = after
    return found


def _missed_in_folds(columns: np.ndarray, values: np.ndarray, fold_of: np.ndarray) -> float:
    """The sum of squared errors, each with weights fitted to the other folds (cross-validation)."""
    total = 0.0
    for fold in range(FOLDS):
        seen = fold_of != fold
        errors = values[~seen] - fit_linear(columns[seen], values[seen]).of(columns[~seen])
        total += float(errors @ errors)
    return total


@dataclass(frozen=True)
class Readable:
    """What terms explain of values: their `fit`, the `share` of all together, that of each beyond those
    before it (they add up to the whole), and that of all candidates together."""

    fit: LinearFit
    share: Share
    shares: tuple[Share, ...]
    all_candidates: float
    positions: int
    games: int


def measured(
    candidates: np.ndarray,
    chosen: list[int],
    values: np.ndarray,
    games: np.ndarray,
    held: np.ndarray,
) -> Readable:
    """The shares in the rows that are `held`, bool [rows], of weights that are fitted to the others."""
    rest = ~held
    _, game_of = np.unique(games[held], return_inverse=True)

    def missed(fit: LinearFit, columns: np.ndarray) -> np.ndarray:
        """float64 [games]: the squared errors of a fit in each held game."""
        return np.bincount(game_of, (values[held] - fit.of(columns[held])) ** 2)

    steps = [candidates[:, chosen[:count]] for count in range(len(chosen) + 1)]
    fits = [fit_linear(columns[rest], values[rest]) for columns in steps]
    by_step = [missed(fit, columns) for fit, columns in zip(fits, steps, strict=True)]
    everything = missed(fit_linear(candidates[rest], values[rest], RIDGE), candidates)
    whole = by_step[0]
    shares = (share_of_sums(before - after, whole) for before, after in pairwise(by_step))
    return Readable(
        fits[-1],
        share_left(by_step[-1], whole),
        tuple(shares),
        1.0 - float(everything.sum()) / (float(whole.sum()) or 1.0),
        int(held.sum()),
        len(whole),
    )


def share_left(missed: np.ndarray, whole: np.ndarray) -> Share:
    """1 − the ratio of two sums over games, float64 [games], with its interval."""
    ratio, error = _ratio(missed, whole)
    if ratio <= 0.0:
        return Share(1.0, 1.0, 1.0)
    factor = float(np.exp(t_95(max(1, len(whole) - 1)) * error / ratio))
    return Share(1.0 - ratio, 1.0 - ratio * factor, 1.0 - ratio / factor)


def share_of_sums(gains: np.ndarray, whole: np.ndarray) -> Share:
    """The ratio of two sums over games, float64 [games], with its interval."""
    ratio, error = _ratio(gains, whole)
    reach = t_95(max(1, len(whole) - 1)) * error
    return Share(ratio, ratio - reach, ratio + reach)


def _ratio(part: np.ndarray, whole: np.ndarray) -> tuple[float, float]:
    """The ratio of two sums over games, and its standard error."""
    total, games = float(whole.sum()), len(whole)
    if total <= 0.0 or games < 2:
        return 0.0, 0.0
    ratio = float(part.sum()) / total
    squares = float(((part - ratio * whole) ** 2).sum()) * games / (games - 1)
    return ratio, float(np.sqrt(squares)) / total


@dataclass(frozen=True)
class Effect:
    """By how much a value is larger for one more of a candidate, the other columns held equal, with its 95 %
    interval."""

    size: float
    low: float
    high: float


def effects(base: np.ndarray, candidates: np.ndarray, values: np.ndarray, games: np.ndarray) -> list[Effect]:
    """The effect of each candidate, float64 [rows, candidates], on values, beside a base, float64 [rows,
    columns]. The standard errors are by game (Liang and Zeger 1986, Biometrika 73:13)."""
    _, game_of = np.unique(games, return_inverse=True)
    number = int(game_of.max(initial=-1)) + 1
    left, rest = left_over(base, candidates), left_over(base, values)
    own = (left**2).sum(axis=0)
    own = np.where(own > 0.0, own, np.inf)
    sizes = (left * rest[:, None]).sum(axis=0) / own
    scores = np.zeros((number, candidates.shape[1]))
    np.add.at(scores, game_of, left * (rest[:, None] - left * sizes))
    errors = np.sqrt((scores**2).sum(axis=0) * number / max(1, number - 1)) / own
    reach = t_95(max(1, number - 1)) * errors
    return [Effect(*map(float, each)) for each in zip(sizes, sizes - reach, sizes + reach, strict=True)]
