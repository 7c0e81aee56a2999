"""Chess's heuristics: three published ones, and one of our own, `classical`, with what chess players speak of
besides material and squares."""

from typing import Any

import heuristics.chess.bare_king as _bare_king
import heuristics.chess.classical as _classical
import heuristics.chess.pawn_sets as _pawn_sets
import heuristics.chess.published as _published
import heuristics.chess.squares as _squares
import heuristics.chess.tables as _tables
from heuristics.chess.classical import classical
from heuristics.chess.published import location, michniewski, piece_value
from heuristics.levels import Level

__all__ = [  # noqa: RUF022 (as the program lists them)
    "piece_value",
    "location",
    "michniewski",
    "classical",
    "DEFAULT",
    "LEVELS",
]

DEFAULT = classical

LEVELS = (
    Level(depth=3, slack=0.5),
    Level(depth=3, slack=0.25),
    Level(depth=4, slack=0.34),
    Level(depth=4, slack=0.06),
    Level(nodes=4_000),
    Level(nodes=6_700),
    Level(nodes=13_500),
    Level(nodes=28_000),
)
"""What each is worth more than the one before stands in docs/lab/strength.md."""


def __getattr__(name: str) -> Any:
    """Files of a person's own import from here whatever a heuristic is made of."""
    for module in (_classical, _bare_king, _published, _pawn_sets, _squares, _tables):
        if name in vars(module):
            return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
