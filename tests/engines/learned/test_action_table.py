"""The table of actions: every entry is found again, and nothing else."""

import numpy as np

from engines.learned.action_table import ROW, UNSEEN, contents, filled, new_action_table, row_of, value_in


def test_what_is_put_in_is_found_again() -> None:
    draw = np.random.default_rng(3)
    numbers = np.unique(draw.integers(0, 1 << 40, 3000))
    values, visits = draw.normal(size=len(numbers)), draw.integers(1, 1000, len(numbers))
    table = filled(numbers, values, visits)
    assert [value_in(table, int(number), 1, UNSEEN) for number in numbers] == values.tolist()
    found = contents(table)
    assert all(np.array_equal(*pair) for pair in zip(found, (numbers, values, visits), strict=True))
    often = contents(table, 500)
    assert np.array_equal(often[0], numbers[visits >= 500])


def test_what_was_never_put_in_is_not_found() -> None:
    table = filled(np.array([0, 7]), np.array([1.5, -2.0]), np.array([1, 1]))
    assert value_in(table, 0, 7, UNSEEN) == 1.5 and value_in(table, 8, 9, UNSEEN) == UNSEEN
    assert value_in(table, 8, 7, UNSEEN) == -2.0


def test_a_full_table_says_so() -> None:
    table = new_action_table(16)
    for number in range(16):
        at = row_of(table, number)
        assert at >= 0
        table[at : at + ROW] = number + 1, 0.5, 1
    assert row_of(table, 16) == -1 and value_in(table, 16, 17, UNSEEN) == UNSEEN
    assert all(value_in(table, number, 99, UNSEEN) == 0.5 for number in range(16))
