"""Games between two equal programs, with the values of some of their positions by a search, and the
results."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.single_game import SingleGame, play, points_of
from engines.contract import WIN_BAND, StopSignal
from engines.player_text import make_engine
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game

MOST_POSITIONS = 5
"""The most positions of a game."""


@dataclass(frozen=True)
class ValuedGames:
    """Games that are played one after another; `seeds` draw the positions of each. The answer is a list of
    rows for each game: value for the side to move, progress of the game, result for the side to move."""

    games: tuple[SingleGame, ...]
    seeds: tuple[int, ...]

    def work(self) -> list[list[list[float]]]:
        return [_rows(game, Draws(seed)) for game, seed in zip(self.games, self.seeds, strict=True)]


def _rows(game: SingleGame, draws: Draws) -> list[list[float]]:
    played, rules = play(game), load_game(game.game)
    position = Position.start(rules, game.options)
    positions = []
    for number, (move, chance) in enumerate(played.moves):
        if number >= len(game.opening):
            positions.append(position)
        position = position.play(move, chance)
    chosen = list(range(len(positions)))
    while len(chosen) > MOST_POSITIONS:
        chosen.pop(draws.below(len(chosen)))
    rows = []
    for number in chosen:
        position = positions[number]
        value = _value(game, position)
        if abs(value) < WIN_BAND:
            rows.append([value, progress_of(position), points_of(played.outcome, position.to_move)])
    return rows


def _value(game: SingleGame, position: Position) -> float:
    """The value by a search with the budget of the game's players and an empty memory, for the side to
    move."""
    side = position.to_move
    player, seed = game.players[side], game.seeds[side]
    with closing(make_engine(player, game.game, game.weights, seed, 1, options=game.options)) as engine:
        return float(engine.think(position, stop=StopSignal()).value)


def progress_of(position: Position) -> int:
    """How far the game has come; 0 for a game without `progress`."""
    return 0 if position.game.progress is None else position.game.progress(position.state)


@dataclass(frozen=True)
class ValuedPositions:
    """Rows of many games: float64 [rows] each, and int64 [rows] the number of the row's game."""

    values: np.ndarray
    progress: np.ndarray
    results: np.ndarray
    games: np.ndarray

    @classmethod
    def of(cls, answers: Mapping[int, Any]) -> "ValuedPositions":
        """The rows of all games, from those of each game by its number."""
        rows = np.array(
            [(*row, number) for number, found in answers.items() for row in found], np.float64
        ).reshape(-1, 4)
        return cls(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3].astype(np.int64))

    def where(self, chosen: np.ndarray) -> "ValuedPositions":
        return ValuedPositions(
            self.values[chosen], self.progress[chosen], self.results[chosen], self.games[chosen]
        )
