"""The one loop that plays a game, for the window, matches and training."""

from collections.abc import Callable, Sequence

from engines.contract import Engine, StopSignal, Thought
from games.contract import ONGOING
from games.position import Position
from games.random_stream import Draws
from games.record import Ply, Record

MOST_PLIES = 100_000
"""The number of plies after which a game between programs is broken off."""


class GameLoop:
    """A record, and the random numbers that decide chance outcomes.

    `on_ply(record)` and `on_take_back(record, plies)` are called after each change, to save it.
    """

    def __init__(
        self,
        record: Record,
        seed: int = 0,
        on_ply: Callable[[Record], None] = lambda record: None,
        on_take_back: Callable[[Record, int], None] = lambda record, plies: None,
    ) -> None:
        self.record = record
        self._draws = Draws(seed)
        self._on_ply = on_ply
        self._on_take_back = on_take_back

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def over(self) -> bool:
        return self.position.outcome != ONGOING

    def play(self, move: int) -> Ply:
        """Makes a legal move, drawing its chance outcome; BadText if it is not legal."""
        chance = self.record.draw_chance(move, self._draws)
        ply = self.record.play(move, chance)
        self._on_ply(self.record)
        return ply

    def take_back(self, plies: int) -> int:
        """Undoes up to `plies` moves; returns how many."""
        plies = min(plies, len(self.record.plies))
        for _ in range(plies):
            self.record.take_back()
        if plies:
            self._on_take_back(self.record, plies)
        return plies

    def finish(
        self,
        engines: Sequence[Engine],
        max_plies: int = MOST_PLIES,
        stop: StopSignal | None = None,
        on_thought: Callable[[Thought], None] = lambda thought: None,
    ) -> int:
        """Plays to the end in the calling thread, `engines` thinking by side; returns the outcome,
        ONGOING if `max_plies` did not suffice or a `stop` was requested. `on_thought` gets every move's.
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
