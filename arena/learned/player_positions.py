"""Positions with the values that a learned player gives them, and with the results of their games. They come
from games of the player against itself, and from the games that come with the program.

The value of a position is that of the best move there, for the side to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from arena.gaps.sampled_positions import Row, SampledPositions, once
from arena.learned.plan import policy_of
from engines.contract import StopSignal
from engines.player_kinds import PlayerSpec
from games.contract import Game, Options
from games.position import Position


@dataclass(frozen=True)
class PlayerValues:
    """Values positions as a player does. A row is the position's text, its value and the result, both for its
    side to move."""

    game: str
    player: PlayerSpec
    options: Options

    def row(self, position: Position, result: float, stop: StopSignal) -> Row | None:
        """The row of a position; None if the player knows the value of no move there."""
        values = policy_of(self.game, self.player, self.options).of_moves(position)
        best = float(values.max(initial=-np.inf))
        return [position.text, best, result] if np.isfinite(best) else None


@dataclass(frozen=True)
class PlayerPositions(SampledPositions):
    """Positions of many games. float64 [rows]: their `values` for the side to move; bool [rows]: `own`,
    whether the row's game is one of the player against itself."""

    values: np.ndarray
    own: np.ndarray

    @classmethod
    def of(
        cls, own: Iterable[list[Row]], pool: Iterable[list[Row]], rules: Game, options: Options
    ) -> "PlayerPositions":
        """From the rows of each game, first those of the player. A position that comes again is left out."""
        own = list(own)
        rows = list(once([*own, *pool]))
        states = tuple(rules.parse(row[0], options) for _, row in rows)
        columns = np.array([[*row[1:3], game] for game, row in rows], np.float64).reshape(-1, 3)
        values, results, numbers = columns.T
        texts = tuple(row[0] for _, row in rows)
        return cls(states, texts, results, numbers.astype(np.int64), values, numbers < len(own))
