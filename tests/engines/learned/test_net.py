"""The small net: it answers the same in NumPy and step by step, and its gradient is correct."""

import numpy as np
import pytest

from engines.learned.net import LEAK, adapt, first_weights, make_net

NET = make_net(7, 5, 4, 3)
ROWS = np.array([[0, 3, 6], [2, 0, 0], [5, 1, 0]])
COEFFICIENTS = np.array([[1.0, 0.5, 1.0], [1.0, 0.0, 0.0], [1.0, -2.0, 0.0]])
COUNTS = np.array([3, 1, 2])


@pytest.fixture
def weights() -> np.ndarray:
    return np.random.default_rng(1).normal(size=NET.weights)


def asked(weights: np.ndarray, which: int) -> np.ndarray:
    layers = np.zeros(NET.values)
    NET.ask(weights, ROWS[which], COEFFICIENTS[which], COUNTS[which], layers)
    return layers


def leaky(values: np.ndarray) -> np.ndarray:
    return np.where(values < 0.0, LEAK * values, values)


def test_its_size_is_that_of_its_layers() -> None:
    assert (NET.weights, NET.values) == (7 * 5 + 5 + 5 * 4 + 4 + 4 * 3 + 3, 12)


def test_one_at_a_time_is_all_at_once(weights: np.ndarray) -> None:
    answers = NET.answers(weights, ROWS, COEFFICIENTS, COUNTS, 3)
    for which in range(3):
        assert np.allclose(asked(weights, which)[-3:], answers[which], atol=1e-12)


def test_it_is_what_it_says_it_is(weights: np.ndarray) -> None:
    first, bias = weights[:35].reshape(7, 5), weights[35:40]
    second, third = weights[40:60].reshape(5, 4), weights[64:76].reshape(4, 3)
    values = leaky(first[0] + 0.5 * first[3] + first[6] + bias)
    values = leaky(values @ second + weights[60:64])
    answers = NET.answers(weights, ROWS, COEFFICIENTS, COUNTS, 1)
    assert np.allclose(answers[0], values @ third + weights[76:])


@pytest.mark.parametrize("output", [0, 2])
def test_the_gradient_is_that_of_the_error(weights: np.ndarray, output: int) -> None:
    gradient, touched = np.zeros_like(weights), np.zeros(7, np.int64)
    NET.learn(weights, ROWS[0], COEFFICIENTS[0], 3, asked(weights, 0), output, 0.7, gradient, touched)
    assert touched.nonzero()[0].tolist() == [0, 3, 6]
    for index in range(NET.weights):
        moved = weights.copy()
        moved[index] += 1e-6
        slope = (asked(moved, 0)[9 + output] - asked(weights, 0)[9 + output]) / 1e-6
        assert gradient[index] == pytest.approx(0.7 * slope, abs=1e-5)


def test_steps_lead_to_the_target_and_leave_other_rows_alone(weights: np.ndarray) -> None:
    before = weights.copy()
    gradient, first, second = (np.zeros_like(weights) for _ in range(3))
    touched = np.zeros(7, np.int64)
    for step in range(1, 300):
        layers = asked(weights, 0)
        error = layers[10] - 2.5
        NET.learn(weights, ROWS[0], COEFFICIENTS[0], 3, layers, 1, error, gradient, touched)
        adapt(weights, gradient, first, second, touched, 5, step, 0.02)
        assert not gradient.any() and not touched.any()
    assert asked(weights, 0)[10] == pytest.approx(2.5, abs=0.05)
    moved = (weights != before)[:35].reshape(7, 5).any(axis=1)
    assert moved.tolist() == [row in (0, 3, 6) for row in range(7)]


def test_what_it_begins_with_is_drawn_from_the_seed() -> None:
    one, same, other = (first_weights(NET, seed, 3) for seed in (1, 1, 2))
    assert len(one) == NET.weights and np.array_equal(one, same) and not np.array_equal(one, other)
