"""The one loop that plays a game. The window, matches and training give it other choosers."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from engines.contract import Engine, Thought
from games.contract import ONGOING
from games.position import Position
from games.record import Ply, Record


class Chooser(Protocol):
    """Chooses one side's moves. Asked once a step; None means "not yet", ask again.

    Raises `engines.contract.EngineFailure` when no move will come.
    """

    def choose(self, position: Position) -> int | None: ...


class EngineChooser:
    """Thinks in the calling thread, to the end of the engine's limits."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.last: Thought | None = None

    def choose(self, position: Position) -> int | None:
        self.last = self.engine.think(position)
        return self.last.move


class GameLoop:
    """A record, a chooser for each side, and the generator that decides chance outcomes.

    `on_ply(record)` and `on_take_back(record, plies)` are called after each change, to save it.
    """

    def __init__(
        self,
        record: Record,
        white: Chooser,
        black: Chooser,
        seed: int = 0,
        on_ply: Callable[[Record], None] = lambda record: None,
        on_take_back: Callable[[Record, int], None] = lambda record, plies: None,
    ) -> None:
        self.record = record
        self.choosers: list[Chooser] = [white, black]
        self._generator = np.random.Generator(np.random.PCG64(seed))
        self._on_ply = on_ply
        self._on_take_back = on_take_back

    @property
    def position(self) -> Position:
        return self.record.position

    @property
    def over(self) -> bool:
        return self.position.outcome != ONGOING

    def step(self) -> Ply | None:
        """Makes one move if the game goes on and its chooser has one ready."""
        if self.over:
            return None
        move = self.choosers[self.position.to_move].choose(self.position)
        return None if move is None else self.play(move)

    def play(self, move: int) -> Ply:
        """Makes a legal move, drawing its chance outcome; BadText if it is not legal."""
        chance = self.record.draw_chance(move, self._generator)
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

    def finish(self, max_plies: int = 100_000) -> int:
        """Plays to the end with choosers that never say "not yet"; returns the outcome, ONGOING if
        `max_plies` did not suffice."""
        while not self.over and len(self.record.plies) < max_plies:
            self.step()
        return self.position.outcome
