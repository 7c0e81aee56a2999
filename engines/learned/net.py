"""A small neural net in NumPy: layers of leakily rectified sums, which answer several questions at a time.

A question gives its inputs as rows of the first layer's weights, each with a coefficient, because a board is
mostly empty. All weights lie in one float64 array, layer by layer: the matrix (inputs × outputs, by inputs)
and then the bias.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

LEAK = 0.1
"""The share of a negative sum that a unit lets through. With 0, all units of a layer died within minutes
(leaky rectifiers: Maas, Hannun, Ng 2013)."""


class Net(NamedTuple):
    """`sizes` are the sizes of the layers, from the inputs to the outputs; `weights` is the number of
    weights, `values` the number of values in all layers for one question.

    Kernels: `answers(weights, rows, coefficients, counts, asked) -> float64[asked, outputs]` answers several
    questions, each with the first `counts` of its `rows` (int64[asked, most]), in few steps of NumPy. For
    compiled code, `ask(weights, rows, coefficients, count, layers)` answers one question and leaves all
    layers' values in `layers` (float64[values]), the outputs last. `learn(weights, rows, coefficients, count,
    layers, output, error, gradient, touched)` adds the gradient of an `error` of that output to `gradient`
    (shaped like the weights), and 1 to `touched` (int64[inputs]) for each input's row.
    """

    sizes: tuple[int, ...]
    weights: int
    values: int
    answers: Callable[..., Any]
    ask: Callable[..., None]
    learn: Callable[..., None]


def make_net(*sizes: int) -> Net:
    """Makes the kernels for these sizes of layers."""
    layers = len(sizes) - 1
    widths = np.array(sizes, np.int64)
    offsets = np.zeros(layers + 1, np.int64)  # where each layer's matrix begins
    places = np.zeros(layers + 1, np.int64)  # where each layer's values begin
    for layer in range(layers):
        offsets[layer + 1] = offsets[layer] + (sizes[layer] + 1) * sizes[layer + 1]
        places[layer + 1] = places[layer] + sizes[layer + 1]
    first = sizes[1]

    def answers(weights: Any, rows: Any, coefficients: Any, counts: Any, asked: int) -> Any:
        bias = sizes[0] * first
        matrix = weights[:bias].reshape((sizes[0], first))
        values = np.zeros((asked, first))
        for i in range(asked):
            count = counts[i]
            values[i] = weights[bias : bias + first] + np.dot(
                coefficients[i, :count], matrix[rows[i, :count]]
            )
        for layer in range(1, layers):
            values = np.maximum(values, LEAK * values)
            inputs, outs, at = widths[layer], widths[layer + 1], offsets[layer]
            matrix = weights[at : at + inputs * outs].reshape((inputs, outs))
            values = np.dot(values, matrix) + weights[at + inputs * outs : at + (inputs + 1) * outs]
        return values

    def ask(weights: Any, rows: Any, coefficients: Any, count: int, layer_values: Any) -> None:
        bias = sizes[0] * first
        for k in range(first):
            layer_values[k] = weights[bias + k]
        for j in range(count):
            at = rows[j] * first
            for k in range(first):
                layer_values[k] += coefficients[j] * weights[at + k]
        for layer in range(1, layers):
            inputs, outs, at = widths[layer], widths[layer + 1], offsets[layer]
            source, target = places[layer - 1], places[layer]
            for k in range(outs):
                layer_values[target + k] = weights[at + inputs * outs + k]
            for i in range(inputs):
                value = layer_values[source + i]
                if value < 0.0:
                    value *= LEAK
                    layer_values[source + i] = value
                row = at + i * outs
                for k in range(outs):
                    layer_values[target + k] += value * weights[row + k]

    def learn(
        weights: Any, rows: Any, coefficients: Any, count: int, layer_values: Any, output: int,
        error: float, gradient: Any, touched: Any,
    ) -> None:  # fmt: skip
        errors = np.zeros(places[layers])
        errors[places[layers - 1] + output] = error
        for layer in range(layers - 1, 0, -1):
            inputs, outs, at = widths[layer], widths[layer + 1], offsets[layer]
            source, target = places[layer - 1], places[layer]
            only = output if layer == layers - 1 else -1  # all other outputs' errors are 0
            for k in range(outs):
                gradient[at + inputs * outs + k] += errors[target + k]
            for i in range(inputs):
                value = layer_values[source + i]
                slope = LEAK if value < 0.0 else 1.0
                row = at + i * outs
                if only >= 0:
                    errors[source + i] = slope * weights[row + only] * error
                    gradient[row + only] += value * error
                    continue
                total = 0.0
                for k in range(outs):
                    total += weights[row + k] * errors[target + k]
                    gradient[row + k] += value * errors[target + k]
                errors[source + i] = slope * total
        bias = sizes[0] * first
        for k in range(first):
            gradient[bias + k] += errors[k]
        for j in range(count):
            touched[rows[j]] += 1
            at = rows[j] * first
            for k in range(first):
                gradient[at + k] += coefficients[j] * errors[k]

    return Net(tuple(sizes), int(offsets[layers]), int(places[layers]), answers, ask, learn)


def first_weights(net: Net, seed: int, most_inputs: int) -> np.ndarray:
    """The weights of a net before it learns: He's initialisation (2015, arXiv:1502.01852). The first layer
    counts `most_inputs` inputs, the most that are not 0 at a time. The last layer's weights are a tenth."""
    draw = np.random.default_rng([seed, 12])
    parts = []
    for layer in range(len(net.sizes) - 1):
        inputs, outputs = net.sizes[layer], net.sizes[layer + 1]
        spread = np.sqrt(2.0 / (most_inputs if layer == 0 else inputs))
        if layer == len(net.sizes) - 2:
            spread /= 10.0
        parts += [draw.normal(0.0, spread, inputs * outputs), np.zeros(outputs)]
    return np.concatenate(parts)


ADAM_FIRST, ADAM_SECOND, ADAM_LEAST = 0.9, 0.999, 1e-8
"""β₁, β₂ and ε of Adam (Kingma, Ba 2015, arXiv:1412.6980)."""


def adapt(
    weights: Any, gradient: Any, first: Any, second: Any, touched: Any, width: int, step: int, rate: float
) -> None:
    """A step of Adam, number `step` from 1, with the moments `first` and `second`. Clears the gradient. Of
    the first layer, `width` wide, only the `touched` rows change, and `touched` is cleared."""
    pace = rate * np.sqrt(1.0 - ADAM_SECOND**step) / (1.0 - ADAM_FIRST**step)
    inputs = len(touched)
    for row in range(inputs + 1):
        if row < inputs and touched[row] == 0:
            continue
        begin = row * width
        end = begin + width if row < inputs else len(weights)
        for i in range(begin, end):
            slope = gradient[i]
            first[i] = ADAM_FIRST * first[i] + (1.0 - ADAM_FIRST) * slope
            second[i] = ADAM_SECOND * second[i] + (1.0 - ADAM_SECOND) * slope * slope
            weights[i] -= pace * first[i] / (np.sqrt(second[i]) + ADAM_LEAST)
            gradient[i] = 0.0
        if row < inputs:
            touched[row] = 0
