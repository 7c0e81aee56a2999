"""Samples positions from games of a player against itself, and from the games that come with the program. A
valuer, such as `labelled_positions.Judge`, chooses the positions that count and gives each a row of
values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import compress
from typing import Any, Protocol, Self

import numpy as np

from arena.experiments.experiment_run import GoesOn, Workshop
from arena.gaps.plan import GAMES, POOL
from arena.match import Match
from arena.pools.pool import APART, games_under, pool_of
from arena.single_game import SingleGame, play, points_of
from engines.contract import StopSignal
from games.contract import Options, State
from games.position import Position
from games.random_stream import Draws
from games.registry import load_game

MOST_POSITIONS = 6
"""The most positions of a game."""

UNIT = 10
"""Games of one unit of work, which are played and kept together."""

STAGE, POOL_STAGE = "own games", "games of the pool"

Row = list[Any]
"""A position's text, and what a valuer knows of it."""


class Valuer(Protocol):
    """Makes the rows of a game's positions."""

    @property
    def game(self) -> str: ...

    def row(self, position: Position, result: float, stop: StopSignal) -> Row | None:
        """The row of a position with the `result` for its side to move; None if it does not count."""
        ...


class SelfPlayPlan(Protocol):
    """The plan of an experiment that samples positions. `self_play` is the match of its games. Only the first
    game of each pair is played: equal players would play the second one, from the same opening, alike."""

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> Options: ...

    @property
    def self_play(self) -> Match: ...

    def seed_of(self, *parts: int) -> int: ...


@dataclass(frozen=True)
class OwnGames:
    """A unit of work: games that are played one after another; `seeds` draw the positions of each, none of
    its last `near_end` plies. The answer is a list of rows for each game."""

    games: tuple[SingleGame, ...]
    seeds: tuple[int, ...]
    valuer: Valuer
    near_end: int

    @classmethod
    def of(cls, plan: SelfPlayPlan, number: int, valuer: Valuer, near_end: int) -> "OwnGames":
        """The unit with this number."""
        games = range(UNIT * number, UNIT * (number + 1))
        seeds = tuple(plan.seed_of(GAMES, game) for game in games)
        return cls(tuple(plan.self_play.single_game(2 * game) for game in games), seeds, valuer, near_end)

    def work(self, stop: StopSignal) -> list[list[Row]]:
        return [
            self._rows(game, Draws(seed), stop) for game, seed in zip(self.games, self.seeds, strict=True)
        ]

    def _rows(self, game: SingleGame, draws: Draws, stop: StopSignal) -> list[Row]:
        played = play(game, stop)
        positions = [Position.start(load_game(game.game), game.options)]
        for move, chance in played.moves:
            positions.append(positions[-1].play(move, chance))
        plies = list(range(len(game.opening), len(played.moves) - self.near_end))
        rows: list[Row] = []
        while plies and len(rows) < MOST_POSITIONS:
            ply = plies.pop(draws.below(len(plies)))
            position = positions[ply]
            row = self.valuer.row(position, points_of(played.outcome, position.to_move), stop)
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
    valuer: Valuer

    def work(self, stop: StopSignal) -> list[list[Row]]:
        found = pool_of(self.valuer.game).positions(self.seed, MOST_POSITIONS)
        rows: dict[int, list[Row]] = {number: [] for number in self.numbers}
        for at in np.flatnonzero(np.isin(found.games, self.numbers)).tolist():
            row = self.valuer.row(found.position(at), float(found.results[at]), stop)
            if row is not None:
                rows[int(found.games[at])].append(row)
        return list(rows.values())


def rows_of_pool(
    plan: SelfPlayPlan, workshop: Workshop, valuer: Valuer, goes_on: GoesOn = None
) -> list[list[Row]]:
    """The rows of each game that comes with the program; `goes_on` as in `Workshop.ask`."""
    number, seed = games_under(plan.game, plan.options), plan.seed_of(POOL)

    def unit(at: int) -> PoolGames:
        return PoolGames(range(UNIT * at, min(UNIT * (at + 1), number)), seed, valuer)

    return by_game(workshop.ask(POOL_STAGE, range(-(-number // UNIT)), unit, goes_on))


def by_game(answers: Iterable[list[list[Row]]]) -> list[list[Row]]:
    """The rows of each game, from the answers of units."""
    return [rows for answer in answers for rows in answer]


def once(games: Iterable[list[Row]]) -> Iterator[tuple[int, Row]]:
    """The rows with the numbers of their games; of equal positions the first one."""
    seen: set[str] = set()
    for number, rows in enumerate(games):
        for row in rows:
            if row[0] not in seen:
                seen.add(row[0])
                yield number, row


@dataclass(frozen=True)
class SampledPositions:
    """Positions of many games, each once. float64 [rows]: `results` for the side to move; int64 [rows]:
    `games`, the number of each row's game."""

    states: tuple[State, ...]
    texts: tuple[str, ...]
    results: np.ndarray
    games: np.ndarray

    def where(self, chosen: np.ndarray) -> Self:
        """Some of the positions, by a bool array."""
        kept: dict[str, Any] = {}
        for field in fields(self):
            column = getattr(self, field.name)
            kept[field.name] = (
                column[chosen] if isinstance(column, np.ndarray) else (*compress(column, chosen),)
            )
        return replace(self, **kept)

    @property
    def game_count(self) -> int:
        """The number of games with a position."""
        return len(np.unique(self.games))
