"""Positions with the results of their games and with the values of two searches. They come from games of the
heuristic against itself, and from the games that come with the program.

A position counts if its static value can be trusted. So the side to move is not in check, no turn of several
actions has begun, and the move that a small search plays is not noisy, such as a capture. In the middle of an
exchange no static value could be right.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np

from arena.calibration.chance_scale import progress_of
from arena.compiled_games import KernelFailure, borrow, give_back
from arena.pools.pool import pool_of
from arena.single_game import SingleGame, Stopped, can_be_compiled, play, points_of
from engines.contract import StopSignal
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from engines.search_hints import hints_of
from games.contract import Game, Options, State
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game
from heuristics.lens import Weights

MOST_POSITIONS, APART, NEAR_END = 6, 2, 4
"""The most positions of a game; the plies between two of them; the plies before its end without any."""

SMALL = 60
"""Nodes of the small search. Threats that it sees in the next plies are no gap of the heuristic."""

Row = list[Any]
"""A position's text, the result for its side to move, the values of the small and of the deeper search, and
the game's progress."""


@dataclass(frozen=True)
class Judge:
    """Values positions by two searches of the heuristic's player: one of SMALL nodes, and one of `deeper`
    nodes."""

    game: str
    player: PlayerSpec
    options: Options
    weights: Weights | None
    deeper: int

    def row(self, state: State, result: float, stop: StopSignal) -> Row | None:
        """The row of a position; None where its value cannot be trusted."""
        rules = load_game(self.game)
        hints, position = hints_of(rules), Position(rules, state)
        if rules.in_check(state) or not hints.may_stand_pat(state):
            return None
        move, small = self._choice(position, SMALL, stop)
        if hints.noisy(state, move):
            return None
        _, deep = self._choice(position, self.deeper, stop)
        return [position.text, result, small, deep, progress_of(position)]

    def _choice(self, position: Position, nodes: int, stop: StopSignal) -> tuple[int, float]:
        """The move and the value of a search of `nodes`. The kernel of whole games makes the move, if
        it can: a search that Python begins costs as much as thousands of nodes."""
        player = replace(self.player, options=(("nodes", nodes),))
        with closing(make_engine(player, self.game, self.weights, 0, 1, options=self.options)) as engine:
            if can_be_compiled([engine], position.game):
                games = borrow(position.game)
                with suppress(KernelFailure):  # the engine in Python shows why
                    played = games.play(position, (engine, engine), 0, most_plies=1, stop=stop)
                    give_back(games)
                    # The kernel knows no value where the search has changed its mind at the last moment.
                    if played.moves and not isnan(played.values[0]):
                        return played.moves[0][0], played.values[0]
            thought = engine.think(position, stop=stop)
            if stop.requested or thought.move is None:
                raise Stopped
            return thought.move, float(thought.value)


@dataclass(frozen=True)
class OwnGames:
    """A unit of work: games that are played one after another; `seeds` draw the positions of each. The answer
    is a list of rows for each game."""

    games: tuple[SingleGame, ...]
    seeds: tuple[int, ...]
    judge: Judge

    def work(self, stop: StopSignal) -> list[list[Row]]:
        return [
            self._rows(game, Draws(seed), stop) for game, seed in zip(self.games, self.seeds, strict=True)
        ]

    def _rows(self, game: SingleGame, draws: Draws, stop: StopSignal) -> list[Row]:
        played = play(game, stop)
        positions = [Position.start(load_game(game.game), game.options)]
        for move, chance in played.moves:
            positions.append(positions[-1].play(move, chance))
        plies = list(range(len(game.opening), len(played.moves) - NEAR_END))
        rows: list[Row] = []
        while plies and len(rows) < MOST_POSITIONS:
            ply = plies.pop(draws.below(len(plies)))
            state = positions[ply].state
            row = self.judge.row(state, points_of(played.outcome, int(state.to_move)), stop)
            if row is not None:
                rows.append(row)
                plies = [other for other in plies if abs(other - ply) >= APART]
        return rows


@dataclass(frozen=True)
class PoolGames:
    """A unit of work: some games that come with the program, by their numbers; `seed` draws their positions.
    The answer is a list of rows for each game."""

    numbers: range
    seed: int
    judge: Judge

    def work(self, stop: StopSignal) -> list[list[Row]]:
        pool = pool_of(self.judge.game)
        found = pool.positions(self.seed, MOST_POSITIONS, near_end=NEAR_END)
        rows: dict[int, list[Row]] = {number: [] for number in self.numbers}
        for at in np.flatnonzero(np.isin(found.games, self.numbers)).tolist():
            row = self.judge.row(found.states[at], float(found.results[at]), stop)
            if row is not None:
                rows[int(found.games[at])].append(row)
        return list(rows.values())


@dataclass(frozen=True)
class LabelledPositions:
    """Positions of many games, each once. float64 [rows]: `results` for the side to move, and the values of
    the `small` and the `deeper` search; int64 [rows]: `games`, the number of each row's game, and
    `progress`."""

    states: tuple[State, ...]
    texts: tuple[str, ...]
    results: np.ndarray
    small: np.ndarray
    deeper: np.ndarray
    games: np.ndarray
    progress: np.ndarray

    @classmethod
    def of(cls, games: Iterable[list[Row]], rules: Game, options: Any) -> "LabelledPositions":
        """From the rows of each game, in the order of the games. A position that comes again is left out."""
        rows = list(_once(games))
        states = tuple(rules.parse(row[0], options) for _, row in rows)
        columns = np.array([[*row[1:5], game] for game, row in rows], np.float64).reshape(-1, 5)
        results, small, deeper, progress, numbers = columns.T
        texts = tuple(row[0] for _, row in rows)
        whole = numbers.astype(np.int64), progress.astype(np.int64)
        return cls(states, texts, results, small, deeper, *whole)

    def where(self, chosen: np.ndarray) -> "LabelledPositions":
        """Some of the positions, by a bool array."""
        kept = np.flatnonzero(chosen).tolist()
        columns = self.results, self.small, self.deeper, self.games, self.progress
        return LabelledPositions(
            tuple(self.states[at] for at in kept),
            tuple(self.texts[at] for at in kept),
            *(column[chosen] for column in columns),
        )

    @property
    def game_count(self) -> int:
        """The number of games with a position."""
        return len(np.unique(self.games))


def _once(games: Iterable[list[Row]]) -> Iterator[tuple[int, Row]]:
    """The rows with the numbers of their games; of equal positions the first one."""
    seen: set[str] = set()
    for number, rows in enumerate(games):
        for row in rows:
            if row[0] not in seen:
                seen.add(row[0])
                yield number, row
