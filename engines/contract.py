"""What an engine is: a program that thinks about a position within limits and can be watched."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from games.position import Position
from heuristics.contract import MOST_VALUE
from heuristics.lens import Lens

WIN_BAND = MOST_VALUE
"""Values beyond ±WIN_BAND are forced wins or losses, not evaluations: no heuristic goes beyond it."""

WIN = WIN_BAND + 1e5
"""Value of having won at the root; a win `n` plies away has the value WIN − n. No evaluation outweighs a win,
and a shorter win outweighs a longer one."""

EXACT, UPPER, UNKNOWN = "exact", "upper", "unknown"


@dataclass(frozen=True)
class Limits:
    """When to stop, by the first limit that is reached: `depth` in plies, `nodes` of all threads, `seconds`
    of wall time."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class RootMove:
    """A legal move of the root."""

    move: int
    value: float
    """For the player to move at the root; 0 if the move was not searched. Values of different depths cannot
    be compared."""
    bound: str
    """EXACT; UPPER, where the search only proved that the move is worth no more than `value` (it was cut off
    as no better than the best); or UNKNOWN, not searched."""
    depth: int = 0
    """The depth of the iteration that found the value, 0 for UNKNOWN."""
    line: tuple[int, ...] = ()
    """The line whose end has the value, `move` first (see `Thought.pv`); empty where none is known, as for a
    bound."""
    outcomes: tuple[float, ...] = ()
    """As in `Thought`, for the best lines only."""
    parts: tuple[float, ...] = ()
    """As in `Thought`."""
    remark: str = ""
    """What the player knows of the move besides its value, in a sentence or two."""


PAWNS_SCALE = 3.0
"""The number of pawns that is a clear advantage in chess."""


@dataclass(frozen=True)
class Thought:
    """An immutable snapshot of a search."""

    position: Position
    move: int | None
    value: float
    """For the player to move at the root. After a stop it may come from the unfinished iteration, which is a
    ply deeper than `depth`."""
    depth: int
    """The plies of the last complete iteration."""
    nodes: int
    seconds: float
    pv: tuple[int, ...]
    """The principal variation. The value comes from the evaluation at its end (`pv_end`), or from the game's
    end. Where it ends in a chance move, the value is the mean of `outcomes`."""
    root_moves: tuple[RootMove, ...]
    remark: str = ""
    """What a person should know, such as an uncompiled heuristic."""
    outcomes: tuple[float, ...] = ()
    """The values of the last move's chance outcomes, in the order of their indices, for the player who makes
    that move. Empty without a chance move, or where they are not known."""
    parts: tuple[float, ...] = ()
    """What the value is made of, for the player to move at the root, also where it is a mean of outcomes:
    each term's contribution, the decisive term's, and what finished games contribute. Only a search that
    `explains` has them (`engines.player_kinds.Making`)."""
    lens: Lens | None = None
    """What the search evaluated with; None for a player without a heuristic and for another program. Then the
    next three say what a value means."""
    program: str = ""
    """The name of such a player, as it calls itself."""
    unit: str = ""
    """The unit of its values."""
    scale: float = PAWNS_SCALE
    """The value of a clear advantage."""
    player: str = ""
    """The text of the player that searched, "" where it is not known."""
    before: "Thought | None" = field(default=None, compare=False, repr=False)
    """The snapshot of the previous iteration, in a search that deepens."""
    lines: int = 1
    """The number of best moves with exact values (`best_moves`)."""

    @property
    def best_moves(self) -> tuple[RootMove, ...]:
        """The moves with exact values of the depth of `move`, the best first, at most `lines`."""
        best = next((row for row in self.root_moves if row.move == self.move), None)
        exact = [row for row in self.root_moves if row.bound == EXACT and best and row.depth == best.depth]
        exact.sort(key=lambda row: (-row.value, row.move != self.move))
        return tuple(exact[: self.lines])

    def playing(self, row: RootMove, remark: str) -> "Thought":
        """The thought of a player who plays this move instead of the best one known. Value and line belong to
        the move. The values of all moves stay, and `remark` is added to the remark."""
        return replace(
            self,
            move=row.move,
            value=row.value,
            pv=row.line,
            outcomes=row.outcomes,
            parts=row.parts,
            remark=" ".join(filter(None, (self.remark, remark))),
        )

    def pv_end(self) -> Position:
        """The position at the end of the principal variation, or before its chance move."""
        return [self.position, *self.position.along(self.pv)][-1]


Publish = Callable[[Thought], None]
Moves = tuple[int, ...]
"""Legal moves of a position; an empty tuple means all of them."""


class StopSignal:
    """Asks one `think` to return soon; may be requested from any thread, before or during it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._act: Callable[[], None] | None = None
        self.requested = False

    def request(self) -> None:
        with self._lock:
            self.requested = True
            if self._act is not None:
                self._act()

    def attach(self, act: Callable[[], None] | None) -> None:
        """Sets what a request to stop does from now on, None for nothing. If there was a request already,
        calls `act` at once."""
        with self._lock:
            self._act = act
            if self.requested and act is not None:
                act()


class Engine(Protocol):
    """A player that is a program. One `think` runs at a time. `prepare`, `peek` and `close` do nothing by
    default; classes that derive from it override what they need."""

    name: str

    def prepare(self, game_name: str) -> None:
        """Does the long work once (compiling), so that `think` starts at once."""
        return

    def think(
        self,
        position: Position,
        publish: Publish | None = None,
        stop: StopSignal | None = None,
        only: Moves = (),
    ) -> Thought:
        """Chooses a move and returns it with its reasons. `publish` gets snapshots on the way. A requested
        `stop` makes it return, usually within 50 ms, with the best move so far. `only`: the legal moves to
        choose from; the others stay UNKNOWN.

        `position` must not be over. Raises EngineFailure when no move can be given.
        """
        ...

    def peek(self) -> tuple[int, int]:
        """The nodes so far and the depth in progress of the running search. Any thread may call it."""
        return 0, 0

    def close(self) -> None:
        """Ends what would outlive the engine (another program). Can be called from any thread, and more than
        once. A later `prepare` starts it again."""
        return


class EngineFailure(Exception):
    """An engine could not move; the message is one line for a person."""
