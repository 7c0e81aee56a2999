"""Units of a card that are made up at once, under a clock that only they move."""

import threading
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from arena.calibration.valued_games import ValuedGames
from arena.card.foresight import DeepValues
from arena.card.pairs import ChunkOfPairs
from arena.card.self_play import DataGame
from arena.card.truth_kept import OutcomesKept, ProvenNearEnds
from arena.experiments import experiment_run, units
from arena.experiments.units import Done
from arena.match import Match
from arena.sign.candidate_game import CandidateGame
from engines.contract import StopSignal
from games.position import Position
from games.registry import load_game

Strength = Callable[[Mapping[str, float]], float]


class FalseGames:
    """Stands in for `units.do`. A unit takes the seconds that `costs` says for its kind, else 1.
    `strength` is a player's share of the points against one of strength 0, above ½, from its changed
    weights. `results` are those of games of self-play, in turn. A term of self-play fires if `speaks` says
    so, in other games each one."""

    def __init__(
        self,
        costs: Mapping[type, float] | None = None,
        strength: Strength = lambda weights: 0.0,
        results: tuple[float, ...] = (1.0, 0.0, 0.5),
        speaks: Callable[[int], bool] = lambda term: True,
        compiling: float = 0.0,
    ) -> None:
        self.costs = costs or {}
        self.strength = strength
        self.results = results
        self.speaks = speaks
        self.compiling = compiling
        self.compiled = self.now = 0.0
        self.done: list[type] = []
        self._lock = threading.Lock()

    def stand_in(self, monkeypatch: pytest.MonkeyPatch) -> "FalseGames":
        monkeypatch.setattr(units, "clock", lambda: self.now)
        monkeypatch.setattr(experiment_run, "seconds_compiling", lambda: self.compiled)
        monkeypatch.setattr(units, "do", self)
        monkeypatch.setattr(Match, "prepare", self._prepare)
        # A unit takes no real time, so a waiting one would begin before anybody looks at the clock.
        monkeypatch.setattr(units, "AHEAD", 1)
        return self

    def _prepare(self) -> bool:
        self.now += self.compiling
        self.compiled += self.compiling
        return True

    def __call__(self, work: Any, stop: StopSignal) -> Done:
        task = work.__self__
        seconds = self.costs.get(type(task), 1.0)
        with self._lock:
            self.now += seconds
            self.done.append(type(task))
        return Done(self._answer(task), seconds, 0.0)

    def _answer(self, task: Any) -> Any:
        if isinstance(task, ChunkOfPairs):
            return self._points(task)
        if isinstance(task, DataGame):
            return self._game(task)
        if isinstance(task, ProvenNearEnds):
            return {"found": [], "seen": 30}
        if isinstance(task, OutcomesKept):
            return [[] for _ in range(len(task.changes))]
        if isinstance(task, ValuedGames):
            return [self._values(seed, task) for seed in task.seeds]
        if isinstance(task, CandidateGame):
            return self._candidate(task)
        assert isinstance(task, DeepValues)
        return [None for _ in task.positions]

    def _points(self, task: ChunkOfPairs) -> list[float]:
        first, second = task.games[0].players
        name = f"{first} {second} {task.games[0].seeds}".encode()
        random = np.random.default_rng(zlib.crc32(name))
        share = 0.5 + self.strength(dict(first.weights)) - self.strength(dict(second.weights))
        points: list[float] = random.choice([0.0, 0.5, 1.0], size=len(task.games), p=_spread(share)).tolist()
        return points

    def _game(self, task: DataGame) -> dict[str, Any]:
        random = np.random.default_rng(task.seed % 2**32)
        position = Position.start(load_game(task.game.game), task.game.options).text
        count, result = self.terms, self.results[task.seed % len(self.results)]
        rows = []
        for _ in range(8):
            terms = random.normal(result - 0.5, 1.0, count)
            heard = [task.judge is not None or self.speaks(term) for term in range(count)]
            rows.append({"position": position, "result": result, "terms": (terms * heard).tolist()})
        return {"plies": 30, "rows": rows}

    def _values(self, seed: int, task: ValuedGames) -> list[list[float]]:
        """Values that foretell a game's result about as well as they do in real games."""
        random = np.random.default_rng(seed % 2**32)
        strength, luck = random.normal(0.0, 1.5), random.logistic()
        result = float(strength + luck > 0)
        rows = []
        for budget in task.budgets:
            for progress in range(0, 3 * budget.positions, 3):
                rows.append([budget.nodes, round(10.0 * strength, 3), progress, result, int(progress == 0)])
        return rows

    def _candidate(self, task: CandidateGame) -> dict[str, Any] | None:
        position = Position.start(load_game(task.game.game), task.game.options).text
        third, proven = task.seed % 3, task.may_be_proven
        return {"position": position, "winner": "white", "third": third, "proven": proven, "score": 1.0}

    terms = 5
    """The number of the heuristic's terms."""


def _spread(share: float) -> list[float]:
    """The probabilities of 0, ½ and 1 with that mean."""
    share = min(0.98, max(0.02, share))
    drawn = min(0.3, share, 1 - share)
    return [1 - share - drawn / 2, drawn, share - drawn / 2]
