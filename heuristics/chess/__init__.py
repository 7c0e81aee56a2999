"""Chess's heuristics: three published ones, and our own `classical`, which also looks at pawn structure,
activity and king safety."""

from typing import Any

import heuristics.chess.attacks as _attacks
import heuristics.chess.bare_king as _bare_king
import heuristics.chess.classical as _classical
import heuristics.chess.distances as _distances
import heuristics.chess.former as _former
import heuristics.chess.king_attack as _king_attack
import heuristics.chess.king_places as _king_places
import heuristics.chess.pawn_sets as _pawn_sets
import heuristics.chess.phases as _phases
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
    Level(depth=4, slack=0.26),
    Level(depth=5, slack=0.3),
    Level(nodes=3_400),
    Level(nodes=6_400),
    Level(nodes=10_500),
    Level(nodes=19_000, selective=11_500),
)
"""docs/lab/strength.md has the Elo of each step."""


_MODULES = (
    _classical,
    _former,
    _attacks,
    _king_attack,
    _king_places,
    _bare_king,
    _distances,
    _phases,
    _published,
    _pawn_sets,
    _squares,
    _tables,
)


def __getattr__(name: str) -> Any:
    """Finds names of this folder's modules, because a person's own files import them from here."""
    for module in _MODULES:
        if name in vars(module):
            return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
