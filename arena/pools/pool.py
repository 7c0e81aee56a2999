"""Games with results that come with the program, the same for all heuristics.

`pool_of("chess").positions(seed)` gives some positions of each game, as arrays:

    found = pool_of("chess").positions(seed=1, of_a_game=4)
    found.states      # recarray [n] of the game's records; found.states[i] is a state for kernels
    found.sides       # int64 [n], the side to move
    found.white       # float64 [n], what White got in the end: 1, ½ or 0
    found.results     # float64 [n], the same for the side to move
    found.games       # int64 [n], the number of the game: positions of one game are not independent
    found.plies       # int64 [n], the ply of the game
    found.text(i), found.position(i)

`pool_of` plays the games again in compiled code, which takes some tenths of a second, and keeps them.
`arena.pools.contributions` says what the terms of a heuristic contribute there.

The games are between two equal programs, which use the usual heuristic and few nodes. They begin with random
moves, and a few later moves are random, too, so that most games are decided.
`python -m arena.pools.making GAME` makes the pool of a game again.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from arena.pools.pool_file import PoolFile, read_pool, shipped_file
from arena.pools.replay import prepare, replay_of
from games.contract import WHITE, BadText, Game, Options
from games.position import Position
from games.random_stream import Draws, drawn_word
from games.registry import load_game

OF_A_GAME, APART, NEAR_END = 4, 2, 4
"""The usual number of positions that are taken from a game; the fewest plies between two of them; and the
plies before the end of a game from which none is taken."""

MAKING = "python -m arena.pools.making"
MASK = (1 << 64) - 1


@dataclass(frozen=True)
class PoolPositions:
    """Positions with the results of their games; see the module's text."""

    rules: Game
    states: Any
    white: np.ndarray
    games: np.ndarray
    plies: np.ndarray

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def sides(self) -> np.ndarray:
        """int64 [n]: the side to move."""
        found: np.ndarray = np.asarray(self.states["to_move"]).astype(np.int64)
        return found

    @cached_property
    def results(self) -> np.ndarray:
        """float64 [n]: what the side to move got in the end."""
        found: np.ndarray = np.where(self.sides == WHITE, self.white, 1.0 - self.white)
        return found

    def position(self, index: int) -> Position:
        """The position, without those before it."""
        return Position(self.rules, self.states[index])

    def text(self, index: int) -> str:
        """The position as the game writes it."""
        return self.rules.format(self.states[index])


@dataclass(frozen=True)
class GamePool:
    """The games of a pool, with all their positions."""

    rules: Game
    file: PoolFile
    states: Any
    """recarray: the positions of all games, one game after the other, each from its first position on."""
    first: np.ndarray
    """int64 [games + 1]: where each game begins in `states`."""

    @property
    def games(self) -> int:
        return len(self.first) - 1

    def line(self, number: int) -> Any:
        """recarray: the positions of a game, from the first to the last."""
        return self.states[self.first[number] : self.first[number + 1]]

    def positions(
        self, seed: int, of_a_game: int = OF_A_GAME, games: int | None = None, near_end: int = NEAR_END
    ) -> PoolPositions:
        """Random positions of each game, or of the first `games` games. At most `of_a_game` are of one game,
        at least APART plies apart. None is of its random opening or of its last `near_end` plies. The same
        seed chooses the same positions."""
        chosen: list[int] = []
        numbers: list[int] = []
        for number in range(self.games if games is None else min(games, self.games)):
            draws = Draws(drawn_word(seed, number))
            plies = list(
                range(self.file.opened[number] + draws.below(APART), self._last(number, near_end), APART)
            )
            while len(plies) > of_a_game:
                plies.pop(draws.below(len(plies)))
            chosen += [int(self.first[number]) + ply for ply in plies]
            numbers += [number] * len(plies)
        of = np.array(numbers, np.int64)
        at = np.array(chosen, np.int64)
        white = np.array(self.file.white)[of]
        return PoolPositions(self.rules, self.states[at], white, of, at - self.first[of])

    def _last(self, number: int, near_end: int) -> int:
        """One beyond the last ply of a game that may be chosen. All plies of a game that is not stored to its
        end count as far from it."""
        count = int(self.first[number + 1] - self.first[number])
        return count - near_end if self.file.complete[number] else count


def pool_of(game: str) -> GamePool:
    """The pool of a game. Raises BadText if there is none, or if the rules have changed since it was made."""
    return _loaded(load_game(game))


def games_under(game: str, options: Options) -> int:
    """The number of games of a pool; 0 where there is none with these rules."""
    try:
        pool = pool_of(game)
    except BadText:
        return 0
    return pool.games if pool.file.options == options else 0


@lru_cache(maxsize=2)
def _loaded(rules: Game) -> GamePool:
    file = shipped_file(rules.name)
    if not file.is_file():
        raise BadText(f"no games of {rules.name} come with the program: {MAKING} {rules.name} makes them")
    return replayed(rules, read_pool(file, rules))


def replayed(rules: Game, file: PoolFile) -> GamePool:
    """Plays the games of a file again. Raises BadText if they do not lead to the same positions, because the
    game's rules have changed."""
    prepare(rules)
    replay = replay_of(rules)
    first = np.concatenate([[0], np.cumsum([plies + 1 for plies in file.plies])])
    states = np.zeros(int(first[-1]), rules.dtype).view(np.recarray)
    start = Position.start(rules, file.options).state
    left, moves, total = np.zeros(1, np.int64), np.zeros(rules.max_moves, np.int32), 0
    for at, plies, number in zip(first.tolist(), file.plies, file.numbers, strict=False):
        line = states[at : at + plies + 1]
        line[0] = start
        total += int(replay(np.frombuffer(number, np.uint8).copy(), left, line, plies, moves))
        if left[0] != 0:
            break
    if left[0] != 0 or total & MASK != file.key:
        others = f"{MAKING} {rules.name} makes others"
        raise BadText(f"the games that come with {rules.name} break its rules: {others}")
    return GamePool(rules, file, states, first)
