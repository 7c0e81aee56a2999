"""How strong a game's levels play. A module of heuristics may say so in `LEVELS`, beside its `DEFAULT`."""

from dataclasses import dataclass

COUNT = 8
"""The number of levels of every game. They count from 1, and the last is the strongest."""


@dataclass(frozen=True)
class Level:
    """How far a program searches: to a depth, or a number of nodes."""

    depth: int | None = None
    """In plies."""
    nodes: int | None = None
    slack: float = 0.0
    """How far a played move's value may be below the best, in clear advantages of the heuristic. Only a level
    with a depth has it, since the move is drawn among moves searched equally deep."""
    selective: int | None = None
    """The nodes of a `selective` search, which plays the level if the person has chosen so in the settings;
    None for a level that it never plays."""

    def __post_init__(self) -> None:
        assert (self.depth is None) != (self.nodes is None), "expected a depth or a number of nodes"
        assert self.slack >= 0.0 and (self.nodes is None or self.slack == 0.0), "slack goes with a depth"
        assert self.nodes is not None or self.selective is None, "selective goes with a number of nodes"


GENERAL = (
    Level(depth=1, slack=1.0),
    Level(depth=1, slack=0.5),
    Level(depth=2, slack=0.5),
    Level(depth=2, slack=0.2),
    Level(depth=3, slack=0.1),
    Level(nodes=2_000),
    Level(nodes=20_000),
    Level(nodes=1_000_000),
)
"""The levels of a game that declares none of its own. Nobody has measured them."""
