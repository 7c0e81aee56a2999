"""Trains a learned player: plays games, learns from them, and writes a record. Matches measure its strength
on the way and at the end. It keeps its state, so that a later run can go on."""

import json
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path
from typing import Any

from arena.match import Match, MatchResult
from arena.training.net_training import KEPT, NetTraining
from arena.training.table_training import TableTraining
from engines.contract import Engine, StopSignal
from engines.learned.action_table import new_action_table
from engines.learned.files import TRAINED, own_file, read_learned, write_learned
from engines.learned.learners import Learner, TableLearner, in_words
from engines.learned.net_learner import NetLearner
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine, parse_player
from games.contract import BadText
from games.registry import load_game
from games.text_files import write_whole

POINTS = 10
"""How many times a run of the usual length is measured on the way."""

GAMES_ON_THE_WAY, GAMES_IN_THE_END = 200, 2000
SEED_ON_THE_WAY, SEED_IN_THE_END = 77_000_001, 88_000_001
"""Seeds of the measuring matches. They differ, so that the last measurement has new games."""

WRITTEN_EVERY = 60.0
"""A run writes the player and its own state before each measurement, and between two blocks of games once
this many seconds have passed. If the process is ended, what it has learned since is lost."""

NEWS_EVERY = 1.0
"""The fewest seconds between two reports while it plays, except after a measurement."""


class Trainer:
    """Trains a learner. `games` is the number of games it has learned from."""

    block: int
    """How many games are played against one opponent before the next opponent's turn."""

    games = 0
    _training: TableTraining | NetTraining

    def play(self) -> None:
        """Plays one block of games and learns from them. That takes less than a second for a table, some
        seconds for a large net. The first call also compiles the kernel."""
        self._training.play(self.games, self.block)
        self.games += self.block

    def write(self, path: Path, **header: Any) -> None:
        """Writes the file for a player."""
        raise NotImplementedError

    def keep(self, path: Path, **header: Any) -> None:
        """Writes what a later run needs to go on."""
        raise NotImplementedError

    def resume(self, path: Path) -> dict[str, Any]:
        """Goes on from a file of `keep`. Returns its header. Raises BadText if it cannot be read."""
        raise NotImplementedError


class TableTrainer(Trainer):
    """Trains a table of actions."""

    block = 100
    _training: TableTraining

    def __init__(self, learner: TableLearner, seed: int, opponents: tuple[Engine, ...]) -> None:
        self._learner, self._table = learner, new_action_table(learner.rows)
        self._training = TableTraining(load_game(learner.game), learner, opponents, self._table, seed)

    def write(self, path: Path, **header: Any) -> None:
        self._learner.write(path, self._table, self._learner.least_visits, **header)

    def keep(self, path: Path, **header: Any) -> None:
        # With the actions that were tried rarely, which a player's file leaves out.
        self._learner.write(path, self._table, 1, games=self.games, **header)

    def resume(self, path: Path) -> dict[str, Any]:
        table, header = self._learner.read(path)
        self._training.take_over(table)
        self.games = int(header.get("games", 0))
        return header


class NetTrainer(Trainer):
    """Trains a neural net. Its experience is not kept: a run that goes on gathers new experience before it
    learns more."""

    block = 20
    _training: NetTraining

    def __init__(
        self, learner: NetLearner, seed: int, opponents: tuple[Engine, ...], teacher: Engine
    ) -> None:
        self._learner = learner
        self._training = NetTraining(load_game(learner.game), learner, opponents, teacher, seed)

    def write(self, path: Path, **header: Any) -> None:
        self._learner.write(path, self._training.brain.weights, **header)

    def keep(self, path: Path, **header: Any) -> None:
        batches = int(self._training.progress.batches)
        arrays = self._training.brain.to_keep()
        write_learned(path, self._learner.name, arrays, games=self.games, batches=batches, **header)

    def resume(self, path: Path) -> dict[str, Any]:
        shape = (self._learner.view.net.weights,)
        arrays, header = read_learned(path, self._learner.name, dict.fromkeys(KEPT, shape))
        self._training.brain.take_over(arrays)
        self._training.progress.batches = int(header.get("batches", 0))
        self.games = int(header.get("games", 0))
        return header


@dataclass(frozen=True)
class CurvePoint:
    """The learner's strength after a number of games and seconds: its score against each judge, an opponent
    that only measures, under the first of the rules' options that the learner is judged under."""

    games: int
    seconds: float
    scores: Mapping[str, float]


@dataclass(frozen=True)
class TrainingNews:
    """The progress of a run: `share` is the finished part, 0 to 1."""

    games: int
    seconds: float
    share: float
    curve: tuple[CurvePoint, ...] = ()
    measuring: str = ""
    """In words, the match that is being played to measure the player at the end; "" before that."""


@dataclass
class TrainingRun:
    """A run of a learner with a seed. It lasts `minutes` if given, else the learner's usual number of games;
    with `resume` it continues the previous run. It writes to the person's folder of learned players, which
    `KIND,trained=SEED` plays from. `measured_with` are the games of a measuring match: on the way, and at the
    end."""

    learner: Learner
    seed: int = 1
    minutes: float | None = None
    resume: bool = False
    measured_with: tuple[int, int] = (GAMES_ON_THE_WAY, GAMES_IN_THE_END)
    curve: list[CurvePoint] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return own_file(self.learner.name, self.seed)

    @property
    def record_file(self) -> Path:
        return self.file.with_suffix(".json")

    @property
    def checkpoint(self) -> Path:
        return self.file.with_suffix(".checkpoint.npz")

    @property
    def player(self) -> PlayerSpec:
        """The player that plays with what was learned so far."""
        return PlayerSpec(self.learner.kind, options=((TRAINED[0], self.seed),))

    def run(
        self, on_news: Callable[[TrainingNews], None] = lambda news: None, stop: StopSignal | None = None
    ) -> dict[str, Any]:
        """Trains, and returns the record. A requested `stop` ends it early, with everything written. Between
        two blocks of games the run looks at the stop and at the time, and reports."""
        learner, stop = self.learner, stop or StopSignal()
        trainer = make_trainer(learner, self.seed)
        before = self._resumed(trainer)
        first, began = trainer.games, time.perf_counter()
        every = max(1, learner.games // POINTS)
        reported = written = 0.0

        def seconds() -> float:
            return float(time.perf_counter() - began)

        def share() -> float:
            if self.minutes is not None:
                return min(1.0, seconds() / (60 * self.minutes))
            return min(1.0, (trainer.games - first) / learner.games)

        def news(measuring: str = "") -> None:
            nonlocal reported
            reported = seconds()
            on_news(TrainingNews(trainer.games, before + seconds(), share(), tuple(self.curve), measuring))

        while share() < 1.0 and not stop.requested:
            trainer.play()
            measured = trainer.games // every > (self.curve[-1].games if self.curve else 0) // every
            if measured or seconds() - written >= WRITTEN_EVERY:
                self._write(trainer, before + seconds())
                written = seconds()
            if measured:
                self._measure_on_the_way(trainer.games, before + seconds())
                self._write_record(self._record(trainer, before + seconds(), []))
            if measured or seconds() - reported >= NEWS_EVERY:
                news()
        trained = before + seconds()
        self._write(trainer, trained)
        results = []
        for judge in learner.judges:
            for change in learner.judged_under:
                if not stop.requested:
                    news(f"{judge}, {in_words(change)}")
                    results.append(self._measure(judge, change, self.measured_with[1], SEED_IN_THE_END))
        record = self._record(trainer, trained, results)
        self._write_record(record)
        return record

    def _resumed(self, trainer: Trainer) -> float:
        """Continues the previous run, with `resume`. Returns the seconds that it took."""
        if not self.resume:
            return 0.0
        header = trainer.resume(self.checkpoint)
        self.curve[:] = [CurvePoint(*point) for point in header.get("curve", [])]
        return float(header.get("seconds", 0.0))

    def _write(self, trainer: Trainer, seconds: float) -> None:
        header = {"seed": self.seed, "seconds": seconds, "curve": [astuple(point) for point in self.curve]}
        try:
            trainer.write(self.file, games=trainer.games, seed=self.seed)
            trainer.keep(self.checkpoint, **header)
        except OSError as error:
            raise BadText(f"{self.file}: cannot be written: {error.strerror or error}") from None

    def _measure_on_the_way(self, games: int, seconds: float) -> None:
        change = self.learner.judged_under[0]
        scores = {
            judge: self._measure(judge, change, self.measured_with[0], SEED_ON_THE_WAY + games)["score"]
            for judge in self.learner.judges
        }
        self.curve.append(CurvePoint(games, seconds, scores))

    def _measure(self, judge: str, change: Mapping[str, Any], games: int, seed: int) -> dict[str, Any]:
        """Plays a match against a judge. Returns its result as data."""
        rules = load_game(self.learner.game)
        second = parse_player(judge, rules.name)
        match = Match(rules, self.player, second, games, rules.options(**change), seed=seed)
        return _summary(match.play(), judge, change, seed)

    def _record(self, trainer: Trainer, seconds: float, results: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "learner": self.learner.name,
            "player": str(self.player),
            "seed": self.seed,
            "games": trainer.games,
            "seconds": seconds,
            "settings": self.learner.settings,
            "curve": [asdict(point) for point in self.curve],
            "results": results,
            "date": time.strftime("%Y-%m-%d"),
            "machine": f"{platform.machine()}, Python {platform.python_version()}",
            "file": str(self.file),
        }

    def _write_record(self, record: dict[str, Any]) -> None:
        kept = {name: value for name, value in record.items() if name != "file"}
        write_whole(self.record_file, json.dumps(kept, indent=1) + "\n")


def make_trainer(learner: Learner, seed: int) -> Trainer:
    """The trainer of a learner; compiles its opponents, which takes seconds."""

    def made(player: str) -> Engine:
        engine = make_engine(parse_player(player, learner.game), learner.game)
        engine.prepare(learner.game)
        return engine

    opponents = tuple(map(made, learner.opponents))
    if isinstance(learner, TableLearner):
        return TableTrainer(learner, seed, opponents)
    assert isinstance(learner, NetLearner)
    return NetTrainer(learner, seed, opponents, made(learner.teacher))


def _summary(result: MatchResult, judge: str, change: Mapping[str, Any], seed: int) -> dict[str, Any]:
    answer, kept = result.to_json(), ("games", "wins", "draws", "losses", "score", "score_low", "score_high")
    summary = {name: answer[name] for name in kept}
    return {"against": judge, "options": dict(change), **summary, "seed": seed}
