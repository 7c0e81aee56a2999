"""Random openings for matches: no two lead to the same position, until every possible opening has been used.

Deterministic players would play the same game again from the same opening, and it would count as new
evidence.
"""

import threading
from dataclasses import dataclass, field

import numpy as np

from games.contract import ONGOING, BadText, Game, Options, State, new_state
from games.random_stream import Draws
from games.record import Record

PER_PAIR = 4
"""The number of openings that there should be for each pair."""

MOST_RANDOM_PLIES = 100

DEAD_ENDS = 1000
"""The most moves that may end the game on the way to one opening. After that `_find` assumes that there is no
further one."""

BREADTH = 100
"""`enough_plies` keeps up to this many positions after each ply, even if fewer openings are needed."""


@dataclass
class _Branching:
    """A position on the way, with the moves and chance outcomes that are still to be tried there."""

    state: State
    branches: list[tuple[int, int]]


@dataclass
class RandomOpenings:
    """The openings of a number of random plies, in an order drawn from `seed`. Any thread may use this.

    An opening is a list of moves; no two lead to the same position. At each ply, all pairs of a move and a
    chance outcome that may lead to a new opening are equally likely. Raises BadText if every game is over
    after that number of plies.
    """

    game: Game
    options: Options
    plies: int
    seed: int = 0
    _found: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    _all_found: bool = False
    # By place: the ply, and the position's key.
    _nodes: dict[tuple[int, int], _Branching] = field(default_factory=dict)
    _spent: set[tuple[int, int]] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._draws = Draws(self.seed)
        self._start = Record.start(self.game, self.options).position.state

    def __getitem__(self, number: int) -> tuple[tuple[int, int], ...]:
        """The moves of an opening, each with the index of its chance outcome. After the last opening it
        begins again with the first."""
        with self._lock:
            while not self._all_found and number >= len(self._found):
                self._find()
            if not self._found:
                raise BadText(f"random plies: {self.plies} random moves end every game; expected fewer")
            return self._found[number % len(self._found)]

    def different(self, number: int, first: int = 0) -> int:
        """How many of `number` openings, from the `first` on, differ."""
        if number > 0:
            self[first + number - 1]
        return min(number, len(self._found))

    def _find(self) -> None:
        """Finds one more opening, or finds that there is none, by a random walk that enters no dead end
        twice.

        A position is spent once all ways from it have been walked to the end. The walk then turns back.
        """
        line: list[tuple[int, int]] = []
        path = [(0, int(self._start.key))]
        dead_ends = 0
        if path[0] not in self._nodes:
            self._nodes[path[0]] = self._branching(self._start, 0)
        while path:
            here = self._nodes[path[-1]]
            if len(line) == self.plies:
                self._spend(path[-1])
                self._found.append(tuple(line))
                return
            if not here.branches:
                self._spend(path.pop())
                if line:
                    line.pop()
                continue
            at = self._draws.below(len(here.branches))
            move, chance = here.branches[at]
            after = new_state(self.game.dtype)
            self.game.apply(here.state, move, chance, after)
            place = (len(path), int(after.key))
            over = self.game.outcome(after) != ONGOING
            if over or place in self._spent:
                dead_ends += over
                if dead_ends > DEAD_ENDS:
                    break
                # This branch leads to no new opening: remove it.
                here.branches[at] = here.branches[-1]
                here.branches.pop()
                continue
            if place not in self._nodes:
                self._nodes[place] = self._branching(after, len(path))
            path.append(place)
            line.append((move, chance))
        self._all_found = True

    def _branching(self, state: State, plies: int) -> _Branching:
        return _Branching(state, _branches(self.game, state) if plies < self.plies else [])

    def _spend(self, place: tuple[int, int]) -> None:
        self._spent.add(place)
        del self._nodes[place]


def _branches(game: Game, state: State) -> list[tuple[int, int]]:
    out = np.zeros(game.max_moves, np.int32)
    moves = out[: game.legal_moves(state, out)].tolist()
    return [(move, chance) for move in moves for chance in range(int(game.chance_count(state, move)))]


def enough_plies(game: Game, options: Options, pairs: int) -> int:
    """The least number of random plies, at least the game's `opening_plies`, after which there are PER_PAIR
    times as many positions as pairs. If there is none, the number up to MOST_RANDOM_PLIES with the most
    positions."""
    enough = max(1, PER_PAIR * pairs)
    level: list[State] = [Record.start(game, options).position.state]
    best, most = game.opening_plies, 0
    for plies in range(1, MOST_RANDOM_PLIES + 1):
        level = _positions_after(game, level, max(enough, BREADTH))
        if plies >= game.opening_plies and len(level) > most:
            best, most = plies, len(level)
        if most >= enough or not level:
            break
    return best


def _positions_after(game: Game, level: list[State], enough: int) -> list[State]:
    """The different positions one ply later in which the game goes on, or the first `enough` of them."""
    after: dict[int, State] = {}
    for state in level:
        for move, chance in _branches(game, state):
            following = new_state(game.dtype)
            game.apply(state, move, chance, following)
            if int(following.key) not in after and game.outcome(following) == ONGOING:
                after[int(following.key)] = following
                if len(after) >= enough:
                    return list(after.values())
    return list(after.values())
