"""The text of a row of the review about a move."""

import pytest

from engines.contract import WIN
from reviews import random_game, reviewed_as
from study.review.move_loss_text import listed_as


@pytest.mark.parametrize(
    "best, loss, words",
    [
        (1.0, 1.25, "costs 1.25 pawns, 5 plies deep"),
        (-4.0, WIN - 12, "loses in 8 plies"),
        (WIN - 5, WIN - 7, "misses a win in 5 plies"),
        (WIN - 5, 2 * WIN - 13, "loses in 8 plies"),
        (8 - WIN, 2.0, "loses 2 plies sooner"),
    ],
)
def test_a_row_says_one_number_of_plies(best, loss, words) -> None:
    record = random_game("chess", 1, 3)
    (judged,) = reviewed_as(record, [best], {0: loss}).judged
    assert listed_as(judged) == words
