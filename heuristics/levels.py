"""How strong a game's levels play. A module of heuristics may say so in `LEVELS`, beside its `DEFAULT`."""

from dataclasses import dataclass

COUNT = 8
"""The number of levels of every game. They count from 1, and the last is the strongest."""


@dataclass(frozen=True)
class Level:
    """How far a program searches: `depth` in plies, or a number of `nodes`. `slack`, in clear advantages of
    the heuristic, is how far a played move's value may be below the best. Only levels with a depth have it,
    since the move is drawn among moves searched equally deep. `selective` is the number of nodes that this
    search gets if the person has chosen it; None if it does not play the level."""

    depth: int | None = None
    nodes: int | None = None
    slack: float = 0.0
    selective: int | None = None

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
