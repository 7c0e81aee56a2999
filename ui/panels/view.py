"""What the side panel shows and what it may ask for: its whole interface to the play screen."""

from dataclasses import dataclass, field
from typing import Protocol

from engines.contract import Thought
from engines.jobs import News
from engines.kinds import PlayerSpec
from games.contract import WHITE
from games.position import Position
from games.record import Record
from games.registry import Entry
from heuristics.lens import Lens
from heuristics.registry import heuristics_of


@dataclass
class PanelView:
    """One frame's facts.

    `cursor` is the index of `position`, the one on the board, in `record.positions`. `lens` is what
    the person looks through; what `thought` was searched through, it says itself. `counters` are
    (nodes, depth in progress). `thought` is the newest for the position on the board, else the last
    one there was.
    """

    record: Record
    cursor: int
    position: Position
    lens: Lens | None
    entry: Entry
    players: tuple[PlayerSpec, PlayerSpec] | None = None
    news: News | None = None
    counters: tuple[int, int] = (0, 0)
    thought: Thought | None = None
    message: str = ""
    heuristics: tuple[str, ...] = field(default=())

    @property
    def side_names(self) -> tuple[str, str]:
        return self.entry.white, self.entry.black

    def side_name(self, side: int) -> str:
        return self.entry.white if side == WHITE else self.entry.black

    def heuristic_names(self) -> tuple[str, ...]:
        """What the chooser offers: `heuristics`, else all of the game's."""
        return self.heuristics or tuple(h.name for h in heuristics_of(self.entry.name))


class PanelActions(Protocol):
    """What the panel asks of the play screen.

    `hover_squares` gets (square name, amount) pairs: amounts in the heuristic's unit, as they enter
    the value, positive where they favour White; None takes the overlay away.
    """

    def go_to(self, ply: int) -> None: ...

    def choose_heuristic(self, name: str) -> None: ...

    def hover_move(self, move: int | None) -> None: ...

    def hover_squares(self, squares: list[tuple[str, float]] | None) -> None: ...


def same_position(one: Position, other: Position) -> bool:
    """Whether two positions are equal in everything the game's future depends on."""
    return one is other or (
        one.game is other.game
        and one.state.tobytes() == other.state.tobytes()
        and one.earlier == other.earlier
    )
