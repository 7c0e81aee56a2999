"""Positions with the results of their games and with the values of two searches. They come from games of the
heuristic against itself, and from the games that come with the program.

A position counts if its static value can be trusted. So the side to move is not in check, no turn of several
actions has begun, and the move that a small search plays is not noisy, such as a capture. In the middle of an
exchange no static value could be right.
"""

from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np

from arena.calibration.chance_scale import progress_of
from arena.compiled_games import KernelFailure, borrow, give_back
from arena.gaps.sampled_positions import Row, SampledPositions, once
from arena.single_game import Stopped, can_be_compiled
from engines.contract import StopSignal
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from engines.search_hints import hints_of
from games.contract import Game, Options
from games.position import Position
from heuristics.lens import Weights

SMALL = 60
"""Nodes of the small search. Threats that it sees in the next plies are no gap of the heuristic."""


@dataclass(frozen=True)
class Judge:
    """Values positions by two searches of the heuristic's player: one of SMALL nodes, and one of `deeper`
    nodes. A row is the position's text, the result for its side to move, the values of the small and of the
    deeper search, and the game's progress."""

    game: str
    player: PlayerSpec
    options: Options
    weights: Weights | None
    deeper: int

    def row(self, position: Position, result: float, stop: StopSignal) -> Row | None:
        """The row of a position; None where its value cannot be trusted."""
        rules, state = position.game, position.state
        hints, position = hints_of(rules), Position(rules, state)  # without repetitions, as in games of pools
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
                    # NaN: the search found this move to be better just before it ended, not by how much.
                    if played.moves and not isnan(played.values[0]):
                        return played.moves[0][0], played.values[0]
            thought = engine.think(position, stop=stop)
            if stop.requested or thought.move is None:
                raise Stopped
            return thought.move, float(thought.value)


@dataclass(frozen=True)
class LabelledPositions(SampledPositions):
    """Positions of many games. float64 [rows]: the values of the `small` and the `deeper` search; int64
    [rows]: the game's `progress`."""

    small: np.ndarray
    deeper: np.ndarray
    progress: np.ndarray

    @classmethod
    def of(cls, games: Iterable[list[Row]], rules: Game, options: Any) -> "LabelledPositions":
        """From the rows of each game, in the order of the games. A position that comes again is left out."""
        rows = list(once(games))
        states = tuple(rules.parse(row[0], options) for _, row in rows)
        columns = np.array([[*row[1:5], game] for game, row in rows], np.float64).reshape(-1, 5)
        results, small, deeper, progress, numbers = columns.T
        texts = tuple(row[0] for _, row in rows)
        return cls(states, texts, results, numbers.astype(np.int64), small, deeper, progress.astype(np.int64))
