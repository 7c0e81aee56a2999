"""Fits: the parameters that data was made with are found, and their errors are as large as stated."""

import numpy as np
import pytest

from arena.card.regression import calibrate, expected_scores, fit_weights


def results_of(eta: np.ndarray, draw: float, random: np.random.Generator) -> np.ndarray:
    """Results 1, ½ or 0, drawn from the model."""
    won = 1 / (1 + np.exp(-(eta - draw)))
    lost = 1 / (1 + np.exp(eta + draw))
    drawn = random.random(len(eta))
    return np.where(drawn < won, 1.0, np.where(drawn < won + lost, 0.0, 0.5))


@pytest.mark.parametrize("draw", [0.0, 1.0])
def test_a_calibration_finds_slope_intercept_and_draws(draw: float) -> None:
    random = np.random.default_rng(1)
    values = random.normal(0, 2, 20_000)
    results = results_of(0.2 + 0.7 * values, draw, random)
    fit = calibrate(values, results, np.arange(20_000))
    assert fit.beta[0] == pytest.approx(0.7, abs=0.03)
    assert fit.intercept == pytest.approx(0.2, abs=0.05)
    assert fit.draw == pytest.approx(draw, abs=0.05)
    for low, high in ((-4, -1), (-1, 1), (1, 4)):
        inside = (values > low) & (values < high)
        assert expected_scores(values[:, None], fit)[inside].mean() == pytest.approx(
            results[inside].mean(), abs=0.02
        )


def test_weights_are_found_and_their_errors_hold() -> None:
    true = np.array([1.0, 0.0, -0.5])
    inside = 0
    for seed in range(12):
        random = np.random.default_rng(seed)
        terms = random.normal(0, 1, (800, 3))
        results = results_of(terms @ true, 0.3, random)
        fit = fit_weights(terms, results, np.arange(800), 0.5)
        inside += int((np.abs(fit.beta - true) <= 1.96 * fit.errors).sum())
    # 36 intervals of 95 %; the ridge pulls a little towards 0.5.
    assert inside >= 30


def test_rows_of_one_game_do_not_make_the_errors_small() -> None:
    random = np.random.default_rng(3)
    terms = random.normal(0, 1, (300, 1))
    results = results_of(terms[:, 0], 0.0, random)
    once = fit_weights(terms, results, np.arange(300), 1.0)
    eight = fit_weights(np.repeat(terms, 8, 0), np.repeat(results, 8), np.repeat(np.arange(300), 8), 1.0)
    assert eight.errors[0] == pytest.approx(once.errors[0], rel=0.15)


def test_what_says_the_same_twice_is_shared_out_evenly() -> None:
    random = np.random.default_rng(4)
    one = random.normal(0, 1, 3000)
    results = results_of(1.0 * one, 0.0, random)
    fit = fit_weights(np.column_stack([one, one]), results, np.arange(3000), 0.5)
    assert fit.beta[0] == pytest.approx(fit.beta[1], abs=1e-6)
    assert fit.beta.sum() == pytest.approx(1.0, abs=0.15)


def test_values_that_foretell_results_give_finite_weights() -> None:
    values = np.linspace(-3, 3, 200)
    fit = calibrate(values, (values > 0).astype(float), np.arange(200))
    assert np.isfinite(fit.beta).all() and fit.beta[0] > 0
