"""Reads the records of how learned players were trained, for the window's training curves."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.jobs import FAILED, Lane
from engines.learned.files import TRAINED, own_folder, shipped_file
from engines.learned.learners import in_words
from engines.learned.registry import learners
from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.text_files import read_json, read_text
from study.state.changes import Memo
from study.state.incremental_cache import Steps
from study.state.study import Study

MOST_BYTES = 1 << 20
STEP_SECONDS = 0.001
"""Seconds between two checks whether the records are read."""

READ_EVERY = 3.0
"""Seconds after which the records are read again, because a training may be running."""


@dataclass(frozen=True)
class Measured:
    """A score against a judge, a player that measures the training, over a number of games, with its 95 %
    interval. `options` are the options of the rules in words."""

    against: str
    options: str
    games: int
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class TrainingCurve:
    """A training: its `player`, seed and date, and its number of games and seconds. `points` are (games,
    score) on the way, by judge; `results` are the last measurements."""

    player: str
    shipped: bool
    seed: int
    date: str
    games: int
    seconds: float
    points: tuple[tuple[str, tuple[tuple[int, float], ...]], ...]
    results: tuple[Measured, ...]


def learns(game: str) -> bool:
    """Whether a player of the game can be trained."""
    return any(learner.game == game for learner in learners())


def read_curve(path: Path, shipped: bool) -> TrainingCurve:
    """The record of one training. Raises BadText if it cannot be read."""
    try:
        record = read_json(read_text(path, MOST_BYTES))
        judges = [str(judge) for judge in record["curve"][0]["scores"]] if record["curve"] else []
        points = tuple(
            (judge, tuple((int(p["games"]), _share(p["scores"][judge])) for p in record["curve"]))
            for judge in judges
        )
        results = tuple(
            Measured(
                str(row["against"]),
                in_words(row["options"]),
                int(row["games"]),
                *(_share(row[name]) for name in ("score", "score_low", "score_high")),
            )
            for row in record["results"]
        )
        return TrainingCurve(
            # The record says "dqn,trained=1", but the text of a shipped player has no seed: "dqn".
            str(record["player"]).split(",")[0] if shipped else str(record["player"]),
            shipped,
            int(record["seed"]),
            str(record["date"]),
            int(record["games"]),
            float(record["seconds"]),
            points,
            results,
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, BadText):
            raise
        raise BadText(f"{path}: expected the record of a training, found something else") from None


def _share(value: Any) -> float:
    share = float(value)
    if not math.isfinite(share) or not 0.0 <= share <= 1.0:
        raise ValueError
    return share


def curve_of(players: Sequence[PlayerSpec], known: Sequence[TrainingCurve]) -> str:
    """The name of the curve of the first learned player among `players`, whether it came with the program or
    was trained here. "" if none of them has a curve."""
    names = {curve.player for curve in known}
    for spec in players:
        name, seed = spec.kind, spec.option(TRAINED[0])
        if seed is not None:
            name += f",{TRAINED[0]}={seed}"
        if name in names:
            return name
    return ""


def read_curves(game: str) -> tuple[list[TrainingCurve], list[str]]:
    """The curves of a game's players: shipped ones first, then those trained here; and a line for each record
    that cannot be read."""
    names = [learner.name for learner in learners() if learner.game == game]
    files = {shipped_file(name).with_suffix(".json"): True for name in names}
    files |= {path: False for name in names for path in sorted(own_folder().glob(f"{name}-*.json"))}
    curves, problems = [], []
    for path, shipped in files.items():
        try:
            curves.append(read_curve(path, shipped))
        except BadText as error:
            problems.append(str(error))
    return curves, problems


def curves(game: str) -> Steps:
    """`read_curves` in a thread, as a fact (`study.state.incremental_cache`): None until they are read."""
    lane = Lane("training records")
    job = lane.do(lambda job: read_curves(game), "the records of trainings")
    try:
        while not job.over:
            yield None
            time.sleep(STEP_SECONDS)
        return ([], [job.news.error]) if job.news.phase == FAILED else job.news.value
    finally:
        job.drop()
        lane.end()


@dataclass
class _LastFound:
    """The curves and problems of a game that were found last; None before that."""

    found: tuple[list[TrainingCurve], list[str]] | None = None


class NewestCurves:
    """The curves of a game, read now and then, because a training may be running."""

    def __init__(self) -> None:
        self._last: Memo[_LastFound] = Memo()

    def of(self, study: Study) -> tuple[list[TrainingCurve], list[str]] | None:
        """What `read_curves` has found last of the study's game; None before that."""
        game = study.record.game.name
        found = study.facts.ask(("training", game, int(time.monotonic() / READ_EVERY)), lambda: curves(game))
        last = self._last.of(_LastFound, game)
        last.found = last.found if found is None else found
        return last.found
