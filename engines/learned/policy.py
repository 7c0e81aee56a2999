"""Players that know what each action is worth. A policy gives a value Q to every legal move, and the best is
played; of equal moves one is drawn.

Python and the kernel of whole games (`arena.game_kernel`) use one source. Values are a plain function over a
state and an array of what was learned; it runs in plain Python or compiled.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from engines.contract import (
    EXACT,
    UNKNOWN,
    Engine,
    EngineFailure,
    Moves,
    Publish,
    RootMove,
    StopSignal,
    Thought,
)
from games.contract import BadText, State
from games.position import Position
from games.random_stream import drawn_below

Values = Callable[[State, Any, int, Any, Any], float]
"""`values(state, moves, count, learned, out)`: fills `out` (float64) with the values of the first `count` of
`moves` (int32) for the player to move, −inf where no value is known. `learned` (float64) is read-only.
Returns 0.0. It may create arrays, and uses nothing that is hidden from the player."""


def best_of(values: Any, count: int, seed: int, number: int) -> int:
    """Index of the largest of the first `count` values. Of equal ones it draws one, by the random number
    `number` of a seed. A player that takes the first of them walks to and fro until the game is drawn."""
    best = 0
    equals = 1
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
            equals = 1
        elif values[i] == values[best]:
            equals += 1
    chosen = drawn_below(seed, number, equals)
    for i in range(best, count):
        if values[i] == values[best]:
            if chosen == 0:
                return i
            chosen -= 1
    return best


def nothing_to_say(state: State, move: int) -> str:
    return ""


@dataclass(frozen=True, eq=False)
class Policy:
    """What was learned: `values` with its array, and `words(state, move)`, a remark on a move. `scale` is the
    value of a clear advantage, as for a heuristic, and `unit` the values' name."""

    values: Values
    learned: np.ndarray
    scale: float
    words: Callable[[State, int], str] = field(default=nothing_to_say)
    unit: str = "Q"

    def __post_init__(self) -> None:
        self.learned.flags.writeable = False

    def of_moves(self, position: Position) -> np.ndarray:
        """The value of each legal move, float64 in their order."""
        moves = np.array(position.moves, np.int32)
        out = np.zeros(len(moves))
        self.values(position.state, moves, len(moves), self.learned, out)
        return out


class PolicyPlayer(Engine):
    """Plays the move with the highest value. The same seed gives the same moves in the same game. `load`
    reads its policy when it is first needed."""

    def __init__(self, load: Callable[[], Policy], kind: str, name: str, seed: int = 0) -> None:
        self._load, self.kind, self.name, self.seed = load, kind, name, seed
        self._drawn = 0

    @cached_property
    def policy(self) -> Policy:
        """The loaded policy. Raises BadText where its file is missing or cannot be read."""
        return self._load()

    def prepare(self, game_name: str) -> None:
        try:
            self.policy  # noqa: B018
        except BadText as error:
            raise EngineFailure(str(error)) from None

    def think(
        self,
        position: Position,
        publish: Publish | None = None,
        stop: StopSignal | None = None,
        only: Moves = (),
    ) -> Thought:
        self.prepare(position.game.name)
        if not position.moves:
            raise EngineFailure("there is no move: the game is over")
        began = time.perf_counter()
        values, words = self.policy.of_moves(position), self.policy.words
        rows = tuple(
            RootMove(move, float(value), EXACT, 1, remark=words(position.state, move))
            if np.isfinite(value)
            else RootMove(move, 0.0, UNKNOWN, remark=words(position.state, move))
            for move, value in zip(position.moves, values, strict=True)
        )
        allowed = [i for i, row in enumerate(rows) if not only or row.move in only]
        best = rows[allowed[best_of(values[allowed], len(allowed), self.seed, self._drawn)]]
        self._drawn += 1
        thought = Thought(
            position,
            best.move,
            best.value,
            1,
            len(rows),
            time.perf_counter() - began,
            (best.move,),
            rows,
            program=self.kind,
            unit=self.policy.unit,
            scale=self.policy.scale,
            player=self.name,
        )
        if publish is not None:
            publish(thought)
        return thought
