"""How the side panel writes numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import WIN
from study.format import number_text


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.2142, 3, "+0.214"),
        (-0.2142, 3, "−0.214"),
        (0.0, 3, "0.000"),
        (-0.0001, 3, "0.000"),
        (3.0, 0, "+3"),
        (-1234.5, 1, "−1234.5"),
    ],
)
def test_signs_are_explicit(value: float, decimals: int, text: str) -> None:
    assert number_text.signed(value, decimals) == text


@given(st.floats(-1e6, 1e6), st.integers(0, 3))
def test_a_signed_number_reads_back(value: float, decimals: int) -> None:
    read = float(number_text.signed(value, decimals).replace(number_text.MINUS, "-"))
    assert abs(read - value) <= 0.5 * 10**-decimals + 1e-9


@pytest.mark.parametrize(
    ("values", "decimals"), [([1.0, -3.0], 0), ([0.5], 1), ([0.25, 1.0], 2), ([1 / 3], 3), ([], 0)]
)
def test_no_more_decimals_than_needed(values: list[float], decimals: int) -> None:
    assert number_text.decimals_of(values) == decimals


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1.0 k"),
        (9949, "9.9 k"),
        (412345, "412 k"),
        (999600, "1.0 M"),
        (2100000, "2.1 M"),
        (-1000000, "−1.0 M"),
        (33000000000.0, "33 G"),
        (5000000000000.0, "5000 G"),
    ],
)
def test_counts_are_short(value: float, text: str) -> None:
    assert number_text.compact(value) == text


def test_a_win_is_words() -> None:
    names = ("Red", "Blue")
    assert number_text.verdict(WIN - 5, 0, names) == "Red wins in 5 plies"
    assert number_text.verdict(WIN - 1, 1, names) == "Blue wins in 1 ply"
    assert number_text.verdict(2 - WIN, 0, names) == "Blue wins in 2 plies"
    assert number_text.verdict(1e6, 0, names) == ""


def test_a_mean_with_wins_is_a_share_of_one() -> None:
    assert number_text.of_a_win((WIN - 1) / 4) == "+0.250 wins"
    assert number_text.of_a_win(WIN - 1) == ""
    assert number_text.of_a_win(-1e6) == ""


def test_decimals_go_before_digits_do() -> None:
    assert number_text.fitted(1234.567, 3, lambda text: len(text) <= 9) == "+1234.567"
    assert number_text.fitted(1234.567, 3, lambda text: len(text) <= 7) == "+1234.6"
    assert number_text.fitted(1_000_000.0, 3, lambda text: len(text) <= 6) == "+1.0 M"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.04, "40 ms"),
        (0.3, "0.3 s"),
        (9.9, "9.9 s"),
        (12.2, "12 s"),
        (125, "2 min 5 s"),
        (3599.6, "1 h 0 min"),
        (12000, "3 h 20 min"),
    ],
)
def test_durations(value: float, text: str) -> None:
    assert number_text.seconds(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(20000.0, "20000"), (-1.0, "−1"), (0.25, "0.25"), (1 / 3, "0.3333")]
)
def test_weights(value: float, text: str) -> None:
    assert number_text.short(value) == text


@given(st.floats(-1e5, 1e5), st.floats(-1e5, 1e5))
def test_a_weight_is_written_so_that_it_lies_apart_from_another(value: float, other: float) -> None:
    written = float(number_text.apart(value, other).replace(number_text.MINUS, "-"))
    assert abs(written - value) <= 0.01 * abs(value - other) + 1e-12 * abs(value)
