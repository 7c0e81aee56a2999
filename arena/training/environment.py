"""The environment for reinforcement learning: many games at a time, in each of which one side learns.

The other side is part of the environment: a step makes the learner's move in every game and lets the opponent
answer until the learner is to move again, or the game is over. The games use the steps of the game kernel
(`arena.game_kernel`). All steps of a call are made by one compiled function, which does not hold the
interpreter's lock.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from arena.game_kernel import GAME_STATE, make_turns
from arena.game_loop import MOST_PLIES
from arena.kernel_players import KernelPlayers
from engines.contract import Engine
from games.compiling.compiler import compiled
from games.compiling.function_pointers import clock_address
from games.contract import ONGOING, Game, Options
from games.position import Position
from games.random_stream import drawn_word

LONGEST_RUN = 1024
"""The most positions since the last irreversible move. A game with more is broken off."""


def room_for_keys(rules: Game) -> np.ndarray:
    """Room for the hash keys of the positions since the last irreversible move, int64."""
    return np.zeros(LONGEST_RUN if rules.has_repetition else 1, np.int64)


class Steps(NamedTuple):
    """Kernels over one game in an environment. `begin(game, now, start, number, most_plies, seat)` sets up
    the game with that number, from which its seeds are drawn; `make(game, now, keys, line, move)` makes the
    learner's move; and `answer(game, now, keys, line, side, seat, workspace, states, table, weights)`, after
    either, lets the opponent play until `side` is to move or the game is over. Their results are in `game`
    and `now` (`arena.game_kernel`)."""

    begin: Callable[..., None]
    make: Callable[..., None]
    answer: Callable[..., None]


def make_steps(rules: Game) -> Steps:
    """Makes the three functions for a game's rules. They are written in Python, but run only when Numba has
    compiled them."""
    decided, chosen, drawn_chance, make_move = make_turns(rules)

    def begin(game: Any, now: Any, start: Any, number: int, most_plies: int, seat: Any) -> None:
        now[0] = start
        game.seed = drawn_word(number, 0)
        seat.seed = drawn_word(number, 1)
        game.drawn = 0
        seat.drawn = 0
        game.earlier = 0
        game.left = most_plies

    def make(game: Any, now: Any, keys: Any, line: Any, move: int) -> None:
        game.noted = 0
        make_move(game, now, keys, line, move, drawn_chance(game, now[0], move))

    def answer(
        game: Any, now: Any, keys: Any, line: Any, side: int,
        seat: Any, ws: Any, states: Any, table: Any, weights: Any,
    ) -> None:  # fmt: skip
        while True:
            game.outcome = decided(game, now[0], keys)
            if game.left <= 0 or game.earlier >= keys.shape[0]:
                game.left = 0  # marks a game that is broken off
                return
            if game.outcome != ONGOING or now[0].to_move == side:
                return
            make(game, now, keys, line, chosen(game, now[0], keys, seat, ws, states, table, weights))

    return Steps(begin, make, answer)


Advance = Callable[..., int]
"""`advance(games, nows, keys, line, start, numbers, sides, moves, counts, seed, most_plies, made, seats, ws,
states, table, weights) -> plies`: a step of every game."""


def make_advance(rules: Game) -> Advance:
    """Makes the function, to be compiled, that takes a step in every game. A game that is over begins again
    instead, and its move is ignored."""
    begin, make, answer = make_steps(rules)
    legal_moves = rules.legal_moves

    def advance(
        games: Any, nows: Any, keys: Any, line: Any, start: Any, numbers: Any, sides: Any, moves: Any,
        counts: Any, seed: int, most_plies: int, made: Any,
        seats: Any, ws: Any, states: Any, table: Any, weights: Any,
    ) -> int:  # fmt: skip
        plies = 0
        for i in range(len(games)):
            game, now, seat = games[i], nows[i], seats[i]
            before = game.moves
            if game.outcome != ONGOING or game.left <= 0:
                numbers[i] += len(games)
                # Each side in turn; half of the boards begin with White.
                sides[i] = (numbers[i] // len(games) + i) & 1
                begin(game, now, start, drawn_word(seed, numbers[i]), most_plies, seat)
            else:
                make(game, now, keys[i], line, made[i])
            answer(game, now, keys[i], line, sides[i], seat, ws, states, table, weights)
            plies += game.moves - before
            counts[i] = 0
            if game.outcome == ONGOING and game.left > 0:
                counts[i] = legal_moves(now[0], moves[i])
        return plies

    return advance


class Environment:
    """`boards` games against one opponent; in each the learner is to move, unless it is over.

    `states` (a recarray of the rules' dtype) are the positions, `sides` (int8) the learner's sides. `moves`
    (int32[boards, max_moves]) are the legal moves, of which the first `counts` (int64) count; `outcomes`
    (int64) say how a game has ended. All are views that `step` changes. On each board the learner has White
    and Black in turn. The same seed and the same moves give the same games.
    """

    def __init__(
        self,
        rules: Game,
        opponent: Engine,
        boards: int,
        seed: int = 0,
        options: Options | None = None,
        most_plies: int = MOST_PLIES,
    ) -> None:
        self.rules, self.seed, self._most_plies = rules, seed, most_plies
        self._memory = KernelPlayers(rules)
        weights = self._memory.take(0, opponent)
        self._games = np.zeros(boards, GAME_STATE).view(np.recarray)
        self._games.clock = clock_address()
        self._nows = np.zeros((boards, 2), rules.dtype).view(np.recarray)
        self._keys = np.repeat(room_for_keys(rules)[None], boards, axis=0)
        self._line = np.zeros((1, 2), np.int32)
        self._start = Position.start(rules, options).state
        self._numbers = np.arange(boards) - boards  # beginning a game adds `boards` to its number
        self._seats = np.repeat(self._memory.records[:1], boards).view(np.recarray)
        self.sides = np.zeros(boards, np.int8)
        self.moves = np.zeros((boards, rules.max_moves), np.int32)
        self.counts = np.zeros(boards, np.int64)
        self._opponent = (self._seats, self._memory.workspaces[0], self._memory.states,
                          self._memory.tables[0], weights)  # fmt: skip
        self._advance = kernel_of(rules)
        self.plies = 0
        self.step(np.zeros(boards, np.int32))  # begins all games, since none has plies left

    @property
    def states(self) -> Any:
        return self._nows[:, 0]

    @property
    def outcomes(self) -> np.ndarray:
        outcomes: np.ndarray = self._games.outcome
        return outcomes

    @property
    def over(self) -> np.ndarray:
        """bool: the games that have ended, or were broken off. The next step begins them again."""
        over: np.ndarray = (self._games.outcome != ONGOING) | (self._games.left <= 0)
        return over

    def step(self, moves: np.ndarray) -> None:
        """Makes a move (int32[boards], each a legal one) in every game. A game that is over begins again
        instead, and its move is ignored. `plies` counts both sides' moves."""
        if not np.all(self._is_legal(moves) | self.over):
            raise ValueError("a move is not legal")
        self.plies += self._advance(
            self._games, self._nows, self._keys, self._line, self._start, self._numbers, self.sides,
            self.moves, self.counts, self.seed, self._most_plies, moves, *self._opponent,
        )  # fmt: skip

    def _is_legal(self, moves: np.ndarray) -> np.ndarray:
        listed = np.arange(self.moves.shape[1]) < self.counts[:, None]
        legal: np.ndarray = ((self.moves == moves[:, None]) & listed).any(axis=1)
        return legal


@lru_cache
def kernel_of(rules: Game) -> Advance:
    """The kernel of all games' steps, made once for each game's rules."""
    kernel: Advance = compiled(make_advance(rules))
    return kernel
