"""The loop in Python that plays a game. `arena.game_kernel` does the same in compiled code, if both players
can run there."""

from collections.abc import Callable, Sequence

from engines.contract import Engine, StopSignal, Thought
from games.contract import ONGOING
from games.game_tree import Ply
from games.position import Position
from games.random_stream import Draws
from games.record import Record

MOST_PLIES = 100_000
"""The number of plies after which a game between programs is broken off."""


class GameLoop:
    """A record, and the random numbers that decide its chance outcomes."""

    def __init__(self, record: Record, seed: int = 0) -> None:
        self.record = record
        self._draws = Draws(seed)

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def over(self) -> bool:
        return self.position.outcome != ONGOING

    def play(self, move: int) -> Ply:
        """Makes a legal move, drawing its chance outcome. Raises BadText if it is not legal."""
        return self.record.play(move, self.record.draw_chance(move, self._draws))

    def finish(
        self,
        engines: Sequence[Engine],
        max_plies: int = MOST_PLIES,
        stop: StopSignal | None = None,
        on_thought: Callable[[Thought], None] = lambda thought: None,
    ) -> int:
        """Plays to the end in the calling thread, with `engines` by side. Returns the outcome, ONGOING if
        `max_plies` did not suffice or a `stop` was requested. `on_thought` gets the thought of every move.
        Raises EngineFailure."""
        stop = stop or StopSignal()
        while not self.over and len(self.record.plies) < max_plies:
            thought = engines[self.position.to_move].think(self.position, stop=stop)
            if stop.requested:
                break
            on_thought(thought)
            assert thought.move is not None
            self.play(thought.move)
        return self.position.outcome
