"""Positions from games of self-play: what each term contributes there, and who won the game.

In the first third of a usual game's length one move in ten, on average, is random, so positions differ. The
terms are those at the end of a small search's best line, because a position in the middle of an exchange says
little.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.game_loop import GameLoop
from arena.single_game import SingleGame, points_of
from engines.contract import WIN_BAND, StopSignal, Thought
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from games.contract import ONGOING, State
from games.position import Position
from games.random_stream import Draws
from heuristics.lens import Lens

MOST_POSITIONS, APART, NEAR_END = 8, 2, 4
"""The most positions of a game; the plies between two of them; the plies before its end without any."""

RANDOM_SHARE = 10
"""Among the first plies of a game, one move in this many is random, on average."""

SMALL = 100
"""Nodes of the search whose best line's end is used."""

MOST_PLIES = 400
"""The ply after which an unfinished game counts as a draw."""


@dataclass(frozen=True)
class DataGame:
    """A unit of work: a game. Some of the first `wandering` plies are random moves, which `seed` draws. The
    answer has the `plies` after the opening, and a row for each position: its text, the result for its side
    to move (1, ½, 0), and the contributions of the terms for that side, at the end of a small search's line.
    `judge` is the player whose terms these are; None for the player to move."""

    game: SingleGame
    seed: int
    wandering: int
    judge: PlayerSpec | None = None

    def work(self, stop: StopSignal) -> dict[str, Any]:
        draws = Draws(self.seed)
        loop = GameLoop(self.game.opened(), self.game.seeds[2])  # the seed of chance
        engines = self.game.engines()
        opened = len(loop.record.plies)
        while not loop.over and len(loop.record.plies) < MOST_PLIES:
            moves = loop.position.moves
            if len(loop.record.plies) - opened < self.wandering and draws.below(RANDOM_SHARE) == 0:
                loop.play(moves[draws.below(len(moves))])
                continue
            move = engines[loop.position.to_move].think(loop.position, stop=stop).move
            assert move is not None
            loop.play(move)
        outcome = loop.position.outcome
        positions = loop.record.positions[opened:]
        rows = [
            {"position": position.text, "result": points_of(outcome, position.to_move), "terms": found}
            for position in self._chosen(positions, draws)
            if (found := self._terms(position, stop)) is not None
        ]
        return {"plies": len(loop.record.plies) - opened, "rows": rows}

    def _chosen(self, positions: "list[Position]", draws: Draws) -> list[Position]:
        """Some of a game's positions, in their order."""
        first = draws.below(APART)
        numbers = list(range(first, max(first, len(positions) - NEAR_END), APART))
        while len(numbers) > MOST_POSITIONS:
            numbers.pop(draws.below(len(numbers)))
        return [positions[number] for number in numbers]

    def _terms(self, position: Position, stop: StopSignal) -> list[float] | None:
        game, spec = self.game, self.judge or self.game.players[position.to_move]
        small = PlayerSpec(spec.kind, spec.heuristic, (("nodes", SMALL),), weights=spec.weights)
        engine = make_engine(small, game.game, game.weights, 0, 1, explains=True, options=game.options)
        return line_end_terms(engine.think(position, stop=stop))


def line_end_terms(thought: Thought) -> list[float] | None:
    """What each term contributes at the end of a search's best line, for the player to move at its root; a
    mean where the line ends in a chance move. None where the end of the line has no evaluation."""
    lens = thought.lens
    if lens is None or abs(thought.value) >= WIN_BAND:
        return None
    count = len(lens.heuristic.terms)
    if thought.parts:  # the last two: what the decisive term and finished games contribute to the mean
        *_, decided, ended = thought.parts
        return None if decided or ended else [float(part) for part in thought.parts[:count]]
    end = thought.pv_end()
    if end.outcome != ONGOING:
        return None
    return root_terms(lens, end.state, thought.position.to_move)


def root_terms(lens: Lens, state: State, side: int) -> list[float] | None:
    """What each term contributes in a position; None where the decisive term decides."""
    rows = lens.breakdown(state, side).rows
    if len(rows) > len(lens.heuristic.terms):
        return None
    return [float(row.contribution) for row in rows]


@dataclass(frozen=True)
class Sample:
    """Rows of many games. `terms`: float64 [rows, terms], contributions for the side to move; `results`:
    float64 [rows], 1, ½ or 0; `games`: int64 [rows], the number of the row's game."""

    terms: np.ndarray
    results: np.ndarray
    games: np.ndarray
    positions: tuple[str, ...]

    @classmethod
    def of(cls, answers: Mapping[int, Any], terms: int) -> "Sample":
        """The rows of data games, from their answers by number."""
        rows = [(number, row) for number, answer in answers.items() for row in answer["rows"]]
        return cls(
            np.array([row["terms"] for _, row in rows], np.float64).reshape(-1, terms),
            np.array([row["result"] for _, row in rows], np.float64),
            np.array([number for number, _ in rows], np.int64),
            tuple(row["position"] for _, row in rows),
        )

    @property
    def values(self) -> np.ndarray:
        """float64 [rows]: the sum of each row's terms, which is the heuristic's value at the end of the small
        search's line."""
        total: np.ndarray = self.terms.sum(axis=1)
        return total

    @property
    def count(self) -> int:
        """The number of games with a position."""
        return len(set(self.games.tolist()))

    @property
    def all_drawn(self) -> bool:
        return bool(len(self.results)) and set(self.results.tolist()) == {0.5}

    @property
    def contributing(self) -> list[int]:
        """The indices of the terms that contribute anything in any position."""
        found: list[int] = np.flatnonzero((self.terms != 0.0).any(axis=0)).tolist()
        return found
