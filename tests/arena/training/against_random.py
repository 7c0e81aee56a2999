"""Measures what a learner has learned by games against random moves."""

from collections.abc import Callable, Sequence

import numpy as np

from arena.game_kernel import GAME_STATE
from arena.kernel_players import KernelPlayers
from arena.training.environment import make_steps, room_for_keys
from engines.random_player import RandomPlayer
from games.contract import DRAW, ONGOING, Game, State
from games.position import Position

Best = Callable[[State, Sequence[int]], int]
"""Chooses one of the legal moves of a state."""


def against_random(rules: Game, best: Best, games: int) -> float:
    """The share of points that `best` wins in games against random moves, with either side in turn. Not
    compiled."""
    begin, make, answer = make_steps(rules)
    game = np.zeros(1, GAME_STATE).view(np.recarray)[0]
    now = np.zeros(2, rules.dtype).view(np.recarray)
    seats, points = KernelPlayers(rules), 0.0
    opponent = (
        seats.records[0],
        seats.workspaces[0],
        seats.states,
        seats.tables[0],
        seats.take(0, RandomPlayer()),
    )
    board = (game, now, room_for_keys(rules), np.zeros((1, 2), np.int32))
    for number in range(games):
        side = number % 2
        begin(game, now, Position.start(rules).state, -1 - number, 99, seats.records[0])
        answer(*board, side, *opponent)
        while game.outcome == ONGOING:
            make(*board, best(now[0], Position(rules, now.copy()[0]).moves))
            answer(*board, side, *opponent)
        points += 0.5 if game.outcome == DRAW else float(game.outcome == side)
    return points / games
