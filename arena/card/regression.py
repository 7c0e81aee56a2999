"""Fits values to the results of games: which score a value predicts, and the weights that would have
predicted the results best.

The model is an ordered logit (McCullagh 1980, JRSS B 42:109):

    η = b + Σ β·x        P(win) = σ(η − d)        P(loss) = σ(−η − d)

where x is a position's value or the contributions of its terms, for the side to move. The rest is the
probability of a draw; d = 0 where no game was drawn. With one β for the value the fit is a calibration. With
one β for each term it gives weights: a term whose β is twice the value's β should count twice as much. A
ridge (a penalty for differences) pulls the β of all terms towards the β of the value. Its strength is the one
with the best predictions for games that were not used (cross-validation over whole games). Rows of one game
are not independent; errors are those of sums over games (Liang and Zeger 1986, Biometrika 73:13).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RIDGES = (0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 10_000.0)
"""The strengths of the ridge to try."""

FOLDS = 5
STEPS, CLOSE, BANDS = 50, 1e-9, 6
"""The most steps of Newton's method, the change that ends it, and the number of its first steps that also
compute d."""

SMALLEST = 1e-12


@dataclass(frozen=True)
class Fit:
    """A fitted model. `beta`: float64 [columns]; `errors`: their standard errors, robust by game. `intercept`
    is b, the value of being to move, and `draw` is d, both in logits."""

    beta: np.ndarray
    errors: np.ndarray
    intercept: float
    draw: float
    ridge: float


def calibrate(values: np.ndarray, results: np.ndarray, games: np.ndarray) -> Fit:
    """One β for the value."""
    return fit_columns(values[:, None], results, games)


def fit_columns(columns: np.ndarray, results: np.ndarray, games: np.ndarray) -> Fit:
    """One β for each column, without a ridge."""
    return _fitted(columns, results, games, np.zeros(columns.shape[1]), 0.0)


def fit_weights(
    terms: np.ndarray, results: np.ndarray, games: np.ndarray, towards: "float | np.ndarray"
) -> Fit:
    """One β for each term, pulled `towards` the β of the value, or towards one β for each term."""
    towards = np.broadcast_to(np.asarray(towards, np.float64), terms.shape[1:])
    folds = games % FOLDS
    losses = []
    for ridge in RIDGES:
        loss = 0.0
        for fold in range(FOLDS):
            held, rest = folds == fold, folds != fold
            if held.any() and rest.any():
                fit = _fitted(terms[rest], results[rest], games[rest], towards, ridge)
                loss -= _likelihood(_eta(terms[held], fit), results[held], fit.draw)
        losses.append(loss)
    # Of ridges that predict equally well, the strongest: it changes the author's weights least.
    best = max(at for at, loss in enumerate(losses) if loss <= min(losses) + 1e-9)
    return _fitted(terms, results, games, towards, RIDGES[best])


def taken_over(terms: np.ndarray, index: int, others: Sequence[int]) -> np.ndarray:
    """float64 [others]: the factors of the other terms' weights with which they best replace the term at
    `index`. A copy of it has the factor 2, and a term that has nothing to do with it 1."""
    centred = terms - terms.mean(axis=0)
    shares = np.linalg.lstsq(centred[:, others], centred[:, index], rcond=None)[0]
    more: np.ndarray = 1.0 + shares
    return more


def expected_scores(columns: np.ndarray, fit: Fit) -> np.ndarray:
    """float64 [rows]: the expected score of the side to move, from the columns of the fit."""
    eta = _eta(columns, fit)
    won, lost = _sigmoid(eta - fit.draw), _sigmoid(-eta - fit.draw)
    expected: np.ndarray = won + 0.5 * (1 - won - lost)
    return expected


def _eta(terms: np.ndarray, fit: Fit) -> np.ndarray:
    eta: np.ndarray = fit.intercept + terms @ fit.beta
    return eta


def _sigmoid(x: np.ndarray) -> np.ndarray:
    value: np.ndarray = 0.5 * (1.0 + np.tanh(0.5 * x))
    return value


def _likelihood(eta: np.ndarray, results: np.ndarray, draw: float) -> float:
    """The logarithm of the probability of the results."""
    won, lost = _sigmoid(eta - draw), _sigmoid(-eta - draw)
    chosen = np.where(results == 1.0, won, np.where(results == 0.0, lost, 1 - won - lost))
    return float(np.log(np.maximum(chosen, SMALLEST)).sum())


def _slopes(eta: np.ndarray, results: np.ndarray, draw: float) -> tuple[np.ndarray, np.ndarray]:
    """First and second derivatives of each row's log-likelihood by η."""
    won, lost = _sigmoid(eta - draw), _sigmoid(-eta - draw)
    first = np.where(results == 1.0, 1 - won, np.where(results == 0.0, lost - 1, lost - won))
    drawn = -won * (1 - won) - lost * (1 - lost)
    second = np.where(results == 1.0, -won * (1 - won), np.where(results == 0.0, -lost * (1 - lost), drawn))
    return first, second


def _fitted(
    columns: np.ndarray, results: np.ndarray, games: np.ndarray, towards: np.ndarray, ridge: float
) -> Fit:
    """Newton's method for β and b, in turn with d, which follows from the number of draws."""
    rows, count = columns.shape
    scale = np.maximum(columns.std(axis=0), SMALLEST) if rows else np.ones(count)
    x = np.hstack([np.ones((rows, 1)), columns / scale])
    target = np.concatenate([[0.0], towards * scale])
    penalty = np.concatenate([[0.0], np.full(count, ridge)]) + SMALLEST
    drawn = float(np.mean(results == 0.5)) if rows else 0.0
    beta, draw = target.copy(), 0.0
    for step_number in range(STEPS):
        if step_number < BANDS:
            draw = _band(x @ beta, drawn)
        first, second = _slopes(x @ beta, results, draw)
        gradient = x.T @ first - 2 * penalty * (beta - target)
        curvature = x.T @ (x * -second[:, None]) + 2 * np.diag(penalty) + SMALLEST * rows * np.eye(count + 1)
        step = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        # At most 2 in each coordinate, so that the first steps do not overshoot.
        step *= min(1.0, 2.0 / max(SMALLEST, float(np.abs(step).max())))
        beta = beta + step
        if float(np.abs(step).max(initial=0.0)) < CLOSE:
            break
    first, second = _slopes(x @ beta, results, draw)
    # Without the ridge, which would make the weights that it pulls look certain.
    inverse = np.linalg.pinv(x.T @ (x * -second[:, None]), rcond=1e-9, hermitian=True)
    sums = np.zeros((int(games.max(initial=-1)) + 1, count + 1))
    np.add.at(sums, games, x * first[:, None])
    spread = inverse @ (sums.T @ sums) @ inverse
    errors = np.sqrt(np.maximum(np.diag(spread)[1:], 0.0)) / scale
    return Fit(beta[1:] / scale, errors, float(beta[0]), draw, ridge)


def _band(eta: np.ndarray, drawn: float) -> float:
    """The d with which as many draws are expected as there were."""
    if drawn <= 0.0 or not len(eta):
        return 0.0
    low, high = 0.0, 20.0
    for _ in range(24):
        middle = (low + high) / 2
        expected = float(np.mean(1 - _sigmoid(eta - middle) - _sigmoid(-eta - middle)))
        low, high = (middle, high) if expected < drawn else (low, middle)
    return (low + high) / 2
