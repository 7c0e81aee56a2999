"""Positions with the values that a learned player gives them, and with the results of their games. They come
from games of the player against itself, and from the games that come with the program.

The value of a position is that of the best move there, for the side to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.learned.plan import policy_of
from arena.pools.pool import pool_of
from arena.single_game import SingleGame, play, points_of
from engines.contract import StopSignal
from engines.player_kinds import PlayerSpec
from games.contract import Game, Options, State
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game

MOST_POSITIONS, APART = 6, 2
"""The most positions of a game; the plies between two of them."""

Row = list[Any]
"""A position's text, its value and the result, both for its side to move."""


@dataclass(frozen=True)
class PlayerValues:
    """Values positions as a player does."""

    game: str
    player: PlayerSpec
    options: Options

    def row(self, position: Position, result: float) -> Row | None:
        """The row of a position; None if the player knows the value of no move there."""
        values = policy_of(self.game, self.player, self.options).of_moves(position)
        best = float(values.max(initial=-np.inf))
        return [position.text, best, result] if np.isfinite(best) else None


@dataclass(frozen=True)
class ValuedOwnGames:
    """Games of a player against itself; `seeds` draw the positions of each. The answer is a list of rows for
    each game."""

    games: tuple[SingleGame, ...]
    seeds: tuple[int, ...]
    values: PlayerValues

    def work(self, stop: StopSignal) -> list[list[Row]]:
        return [
            self._rows(game, Draws(seed), stop) for game, seed in zip(self.games, self.seeds, strict=True)
        ]

    def _rows(self, game: SingleGame, draws: Draws, stop: StopSignal) -> list[Row]:
        played = play(game, stop)
        positions = [Position.start(load_game(game.game), game.options)]
        for move, chance in played.moves:
            positions.append(positions[-1].play(move, chance))
        plies = list(range(len(game.opening), len(played.moves)))
        rows: list[Row] = []
        while plies and len(rows) < MOST_POSITIONS:
            ply = plies.pop(draws.below(len(plies)))
            position = positions[ply]
            row = self.values.row(position, points_of(played.outcome, int(position.to_move)))
            if row is not None:
                rows.append(row)
                plies = [other for other in plies if abs(other - ply) >= APART]
        return rows


@dataclass(frozen=True)
class ValuedPoolGames:
    """Some games that come with the program, by their numbers; `seed` draws their positions. The answer is a
    list of rows for each game."""

    numbers: range
    seed: int
    values: PlayerValues

    def work(self, stop: StopSignal) -> list[list[Row]]:
        found = pool_of(self.values.game).positions(self.seed, MOST_POSITIONS)
        rows: dict[int, list[Row]] = {number: [] for number in self.numbers}
        for at in np.flatnonzero(np.isin(found.games, self.numbers)).tolist():
            row = self.values.row(found.position(at), float(found.results[at]))
            if row is not None:
                rows[int(found.games[at])].append(row)
        return list(rows.values())


@dataclass(frozen=True)
class PlayerPositions:
    """Positions of many games, each once. float64 [rows]: their `values` and the `results`, for the side to
    move; int64 [rows] `games`, the number of each row's game; bool [rows] `own`, whether that is a game of
    the player against itself."""

    states: tuple[State, ...]
    texts: tuple[str, ...]
    values: np.ndarray
    results: np.ndarray
    games: np.ndarray
    own: np.ndarray

    @classmethod
    def of(
        cls, own: Iterable[list[Row]], pool: Iterable[list[Row]], rules: Game, options: Options
    ) -> "PlayerPositions":
        """From the rows of each game, first those of the player. A position that comes again is left out."""
        own, seen, kept = list(own), set[str](), []
        for number, rows in enumerate([*own, *pool]):
            for row in rows:
                if row[0] not in seen:
                    seen.add(row[0])
                    kept.append((*row, number, number < len(own)))
        columns = np.array([row[1:] for row in kept], np.float64).reshape(-1, 4).T
        return cls(
            tuple(rules.parse(row[0], options) for row in kept),
            tuple(row[0] for row in kept),
            columns[0],
            columns[1],
            columns[2].astype(np.int64),
            columns[3].astype(bool),
        )

    def where(self, chosen: np.ndarray) -> "PlayerPositions":
        """Some of the positions, by a bool array."""
        kept = np.flatnonzero(chosen).tolist()
        columns = self.values, self.results, self.games, self.own
        return PlayerPositions(
            tuple(self.states[at] for at in kept),
            tuple(self.texts[at] for at in kept),
            *(column[chosen] for column in columns),
        )

    @property
    def game_count(self) -> int:
        """The number of games with a position."""
        return len(np.unique(self.games))
