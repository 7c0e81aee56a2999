"""Games between two equal programs, with the values of some of their positions, and the results. A position
has several values: the static one, and those of searches with different budgets."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arena.calibration.chance_scale import STATIC, progress_of
from arena.single_game import SingleGame, play, points_of
from engines.contract import WIN_BAND, StopSignal
from engines.player_kinds import lens_of
from engines.player_text import make_engine
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game

MOST_POSITIONS = 5
"""The most positions after the opening that are valued in one game."""


@dataclass(frozen=True)
class Budget:
    """A search of `nodes` nodes (STATIC: no search) values up to `positions` positions of a game, in one game
    of `every`."""

    nodes: int
    positions: int = MOST_POSITIONS
    every: int = 1


@dataclass(frozen=True)
class ValuedGames:
    """A unit of work: games that are played one after another, from number `first` on; `seeds` draw the
    positions of each. The answer is a list of rows for each game. A row has the nodes of the budget, the
    value for the side to move, the game's progress, the result for the side to move, and 1 for a position of
    the opening, else 0."""

    first: int
    games: tuple[SingleGame, ...]
    seeds: tuple[int, ...]
    budgets: tuple[Budget, ...]

    def work(self, stop: StopSignal) -> list[list[list[float]]]:
        return [
            _rows(game, Draws(seed), stop, [budget for budget in self.budgets if number % budget.every == 0])
            for number, (game, seed) in enumerate(zip(self.games, self.seeds, strict=True), self.first)
        ]


def _rows(game: SingleGame, draws: Draws, stop: StopSignal, budgets: Sequence[Budget]) -> list[list[float]]:
    played, rules = play(game, stop), load_game(game.game)
    position = Position.start(rules, game.options)
    before: list[Position] = []
    positions: list[Position] = []
    for number, (move, chance) in enumerate(played.moves):
        (before if number < len(game.opening) else positions).append(position)
        position = position.play(move, chance)
    # In the order of drawing, so that the first ones are random, too: some budgets value only these.
    chosen: list[int] = []
    left = list(range(len(positions)))
    while left and len(chosen) < MOST_POSITIONS:
        chosen.append(left.pop(draws.below(len(left))))
    # No program has moved before the opening is over, so such positions are a phase of their own.
    begun = progress_of(positions[0]) if positions else 0
    before = [position for position in before if progress_of(position) < begun]
    drawn = [before[draws.below(len(before))]] if before else []
    rows = []
    for budget in budgets:
        for position in (*drawn, *(positions[number] for number in chosen[: budget.positions])):
            value = _value(game, position, budget.nodes, stop)
            if abs(value) < WIN_BAND:
                result = points_of(played.outcome, position.to_move)
                progress = progress_of(position)
                rows.append([budget.nodes, value, progress, result, int(progress < begun)])
    return rows


def _value(game: SingleGame, position: Position, nodes: int, stop: StopSignal) -> float:
    """The value for the side to move: by a search of that many nodes with an empty transposition table, or
    without a search."""
    side = position.to_move
    player, seed = game.players[side], game.seeds[side]
    if nodes == STATIC:
        return lens_of(player, game.game, game.weights).breakdown(position.state, side).value
    player = replace(player, options=(("nodes", nodes),))
    with closing(make_engine(player, game.game, game.weights, seed, 1, options=game.options)) as engine:
        return float(engine.think(position, stop=stop).value)


@dataclass(frozen=True)
class ValuedPositions:
    """Rows of many games. float64 [rows]: `values`, `progress` and `results`; int64 [rows]: `games`, the
    number of the row's game; bool [rows]: whether the position is one of the `opening`."""

    values: np.ndarray
    progress: np.ndarray
    results: np.ndarray
    games: np.ndarray
    opening: np.ndarray

    @classmethod
    def of(cls, answers: Mapping[int, Any], nodes: int) -> "ValuedPositions":
        """The rows of one budget in all games, from the rows of each game by its number."""
        rows = np.array(
            [(*row[1:], number) for number, found in answers.items() for row in found if row[0] == nodes],
            np.float64,
        ).reshape(-1, 5)
        return cls(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 4].astype(np.int64), rows[:, 3] == 1)

    def where(self, chosen: np.ndarray) -> "ValuedPositions":
        columns = self.values, self.progress, self.results, self.games, self.opening
        return ValuedPositions(*(column[chosen] for column in columns))
