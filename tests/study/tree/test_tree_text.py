"""Nodes of a search tree in words."""

from types import SimpleNamespace

import pytest

from engines.contract import WIN
from study.format.value_format import ValueFormat
from study.tree.search_tree import AT_LEAST, AT_MOST, EXACTLY
from study.tree.tree_text import worth


@pytest.mark.parametrize(
    ("value", "bound", "words"),
    [
        (35.0, EXACTLY, "+0.35 pawns for White"),
        (35.0, AT_LEAST, "at least +0.35 pawns for White"),
        (WIN - 15, EXACTLY, "White wins in 15 plies"),
        (WIN - 15, AT_LEAST, "White wins in 15 plies or sooner"),
        (WIN - 15, AT_MOST, "White wins no sooner than in 15 plies"),
        (15 - WIN, AT_MOST, "Black wins in 15 plies or sooner"),
        (15 - WIN, AT_LEAST, "Black wins no sooner than in 15 plies"),
    ],
)
def test_a_bound_of_a_win_says_who_wins_how_soon(value: float, bound: str, words: str) -> None:
    rows = SimpleNamespace(reason=[0])
    tree = SimpleNamespace(rows=rows, value=lambda *_: value, bound=lambda node: bound, side=lambda node: 0)
    told = worth(tree, 0, 0, ("White", "Black"), ValueFormat("pawn", 100.0, 2))  # type: ignore[arg-type]
    assert told == words.replace(" pawns", "")
