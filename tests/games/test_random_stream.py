"""Random numbers that Python and compiled code draw identically."""

import numpy as np
import pytest

from games.bits import WORD
from games.compiling.compiler import compiled
from games.random_stream import Draws, drawn_below, drawn_word, scrambled, shuffle

SEEDS = (0, 1, 2, -1, WORD, -WORD - 1, 0x5DEECE66D, -(1 << 40))


def test_compiled_code_draws_the_same() -> None:
    below, mix = compiled(drawn_below), compiled(shuffle)
    for seed in SEEDS:
        assert [below(seed, number, 1000) for number in SEEDS] == [
            drawn_below(seed, number, 1000) for number in SEEDS
        ]
        ours, theirs = np.arange(40, dtype=np.int32), np.arange(40, dtype=np.int32)
        shuffle(seed, ours, 40)
        mix(seed, theirs, 40)
        assert ours.tolist() == theirs.tolist() != list(range(40))
        assert sorted(ours.tolist()) == list(range(40))


def test_numbers_of_arrays_are_taken_as_they_are() -> None:
    """With NumPy's integers, no product may overflow into a warning or into another number."""
    with np.errstate(all="raise"):
        assert drawn_word(np.int64(-7), np.int64(9)) == drawn_word(-7, 9)
        assert drawn_below(np.int64(5), np.int64(-3), np.int32(10)) == drawn_below(5, -3, 10)


def test_a_word_is_scrambled_one_to_one() -> None:
    words = range(20000)
    assert len({scrambled(word) for word in words}) == len(words)
    assert all(0 <= scrambled(word) <= WORD for word in (0, 1, WORD))


@pytest.mark.parametrize("limit", [2, 3, 8, 10, 37])
def test_numbers_are_even_and_streams_apart(limit: int) -> None:
    """Chi-squared over the numbers of one stream, over first numbers of many seeds, and over pairs."""
    count = 20000
    streams = (
        [drawn_below(3, number, limit) for number in range(count)],
        [drawn_below(seed, 0, limit) for seed in range(count)],
        [(drawn_below(9, n, limit) + drawn_below(9, n + 1, limit)) % limit for n in range(0, 2 * count, 2)],
        [(drawn_below(s, 5, limit) - drawn_below(s + 1, 5, limit)) % limit for s in range(0, 2 * count, 2)],
    )
    for numbers in streams:
        counts = np.bincount(numbers, minlength=limit)
        statistic = float(((counts - count / limit) ** 2 / (count / limit)).sum())
        assert statistic < limit - 1 + 5 * (2 * (limit - 1)) ** 0.5 + 6


def test_a_stream_goes_on() -> None:
    draws = Draws(4)
    assert [draws.below(100) for _ in range(5)] == [drawn_below(4, number, 100) for number in range(5)]
