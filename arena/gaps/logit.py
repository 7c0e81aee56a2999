"""Logistic regression of labels between 0 and 1, and its deviance.

The model is P = σ(b + Σ β·x) for an expected score (Papke and Wooldridge 1996, J. Appl. Econometrics 11:619).
A draw is the label ½, and a label may be the mean of a result and of a search's chance to win. The deviance
of a label y is 2·(y·log(y / P) + (1 − y)·log((1 − y) / (1 − P))). The difference of two models'
deviances is linear in y, so the mean of two labels has the mean of their differences.
"""

from dataclasses import dataclass

import numpy as np

STEPS, CLOSE = 30, 1e-8
"""The most steps of Newton's method, and the change that ends it."""

RIDGE = 0.5
"""The strength of a weak pull of all β towards 0."""

LARGEST = 30.0
"""The largest size of logits."""


@dataclass(frozen=True)
class LogitFit:
    """A fitted model: float64 [columns] `beta`, and the intercept."""

    beta: np.ndarray
    intercept: float

    def logits(self, columns: np.ndarray) -> np.ndarray:
        """float64 [rows]: the log-odds of the expected scores."""
        found: np.ndarray = np.clip(self.intercept + columns @ self.beta, -LARGEST, LARGEST)
        return found

    def chances(self, columns: np.ndarray) -> np.ndarray:
        """float64 [rows]: the expected scores."""
        return chances_of(self.logits(columns))


def chances_of(logits: np.ndarray) -> np.ndarray:
    """float64 [rows]: the expected scores of these log-odds."""
    found: np.ndarray = 0.5 * (1.0 + np.tanh(0.5 * logits))
    return found


def fit_logit(columns: np.ndarray, labels: np.ndarray) -> LogitFit:
    """The fit of labels, float64 [rows], to columns, float64 [rows, columns]."""
    rows, count = columns.shape
    middle = columns.mean(axis=0)
    scale = columns.std(axis=0)
    scale[scale <= 1e-12 * (np.abs(middle) + 1e-300)] = np.inf  # a constant says nothing
    x = np.hstack([np.ones((rows, 1)), (columns - middle) / scale])
    ridge = np.full(count + 1, RIDGE)
    ridge[0] = 1e-9  # the intercept is free
    beta = np.zeros(count + 1)
    for _ in range(STEPS):
        chances = chances_of(np.clip(x @ beta, -LARGEST, LARGEST))
        weights = np.maximum(chances * (1.0 - chances), 1e-9)
        gradient = x.T @ (labels - chances) - ridge * beta
        step = np.linalg.solve((x.T * weights) @ x + np.diag(ridge), gradient)
        # At most 4 in each coordinate, so that the first steps do not overshoot.
        step *= min(1.0, 4.0 / max(1e-12, float(np.abs(step).max())))
        beta += step
        if float(np.abs(step).max()) < CLOSE:
            break
    slopes = beta[1:] / scale
    return LogitFit(slopes, float(beta[0] - slopes @ middle))


def deviances(chances: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """float64 [rows]: each row's deviance, without the part that depends on the label alone."""
    chances = np.clip(chances, 1e-12, 1.0 - 1e-12)
    found: np.ndarray = -2.0 * (labels * np.log(chances) + (1.0 - labels) * np.log1p(-chances))
    return found
