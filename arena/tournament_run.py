"""A tournament that is being played: its games go to an executor, and into the file as they finish."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass

from arena.crosstable import CrossTable, Tally
from arena.executors import DASK, PROCESSES, THREADS, open_executor
from arena.match import GameResult
from arena.results import Results
from arena.tournament import Tournament, play_game
from engines.contract import EngineFailure
from engines.jobs import Job
from engines.players import make_engine
from games.compiler import jit_disabled
from games.contract import BadText

NEWS_EVERY = 0.25
"""Seconds between two snapshots at least: each costs a fit of the ratings."""

LOOK = 0.1
"""Seconds between two looks at whether to stop or to pause."""

AHEAD = 2
"""How many games wait for each worker, the one that it plays included."""

PREPARING, PLAYING, PAUSED = "preparing", "playing", "paused"
"""What a run is doing."""


@dataclass(frozen=True)
class RunNews:
    """How far a tournament has come. `done` of at most `total` games are over, `seconds` is how long it
    was played for, in all; `games_per_second` is of this run, and `seconds_left` what is left at that rate
    (of a sequential test at most), both None until something can be said. `games` are those that are over,
    in the order in which they came in: `tournament.players(game.number)` are a game's."""

    table: CrossTable
    done: int
    total: int
    seconds: float
    games_per_second: float | None
    seconds_left: float | None
    games: tuple[GameResult, ...]

    @property
    def over(self) -> bool:
        """Whether all is played, or the test decided."""
        test = self.table.test
        return self.done >= self.total or (test is not None and self.table.games < self.done)


class TournamentRun:
    """Plays what is left of a tournament; `work` is the job. `pause` and `resume` from any thread.

    `executor` is one of `arena.executors.KINDS`, "" for what suits the players.
    """

    def __init__(
        self,
        tournament: Tournament,
        results: Results,
        workers: int = 1,
        executor: str = "",
        scheduler: str = "",
    ) -> None:
        self.tournament = tournament
        self.results = results
        self.id = results.enter(tournament)
        self._workers = workers
        self._executor = executor
        self._scheduler = scheduler
        self._may_play = threading.Event()
        self._may_play.set()
        self._tally = Tally(tournament)
        self._games: list[GameResult] = []
        self._kept_before = 0
        self._seconds_before = 0.0
        self._played_for = 0.0  # seconds, by this run

    @property
    def paused(self) -> bool:
        return not self._may_play.is_set()

    def pause(self) -> None:
        """No further game begins; those that have begun are finished and kept."""
        self._may_play.clear()

    def resume(self) -> None:
        self._may_play.set()

    def work(self, job: Job) -> RunNews:
        """Reports a RunNews now and then. Once the job is to stop it ends with what there is; games that
        have begun are lost then, and played when the tournament goes on. BadText and EngineFailure where it
        cannot be played."""
        job.report(doing=PREPARING)
        for result in self.results.games(self.id):
            self._take(result)
        self._kept_before = len(self._games)
        self._seconds_before = self.results.seconds(self.id)
        job.report(self.news())
        if not self.news().over:
            self._play(job)
        return self.news()

    def news(self) -> RunNews:
        """How far it has come; for the thread that does the work."""
        played, done = len(self._games) - self._kept_before, len(self._games)
        rate = played / self._played_for if played and self._played_for > 0 else None
        total = self.tournament.total
        return RunNews(
            self._tally.table(),
            done,
            total,
            self._seconds_before + self._played_for,
            rate,
            None if rate is None else (total - done) / rate,
            tuple(self._games),
        )

    def _take(self, result: GameResult) -> None:
        self._games.append(result)
        self._tally.add(result)

    def _play(self, job: Job) -> None:
        kind = self._executor or (THREADS if in_kernels(self.tournament) else PROCESSES)
        if kind != DASK:
            check_programs(self.tournament)
        executor, workers = open_executor(kind, self._workers, self._scheduler)
        flying: set[Future[GameResult]] = set()
        try:
            left = self._left()
            told = clock = time.perf_counter()
            while not job.stop.requested and self._tally.ends is None:
                job.report(doing=PAUSED if self.paused and not flying else PLAYING)
                while not self.paused and len(flying) < AHEAD * workers:
                    number = next(left, None)
                    if number is None:
                        break
                    flying.add(executor.submit(play_game, self.tournament.text, number))
                if not flying and not self.paused:
                    return
                if flying:
                    over, flying = wait(flying, LOOK, FIRST_COMPLETED)
                else:
                    over = set()
                    self._may_play.wait(LOOK)
                now = time.perf_counter()
                if flying or over:  # not while it is paused
                    self._played_for += now - clock
                clock = now
                for future in over:
                    self._keep(future.result())
                if over and now - told >= NEWS_EVERY:
                    told = now
                    job.report(self.news())
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _left(self) -> Iterator[int]:
        kept = {result.number for result in self._games}
        return (number for number in range(self.tournament.total) if number not in kept)

    def _keep(self, result: GameResult) -> None:
        if self._tally.ends is None and self.results.add(
            self.id, result, self._seconds_before + self._played_for
        ):
            self._take(result)


def in_kernels(tournament: Tournament) -> bool:
    """Whether its games are kernels' work, which threads share."""
    return not jit_disabled() and not any(entrant.player.command for entrant in tournament.entrants)


def check_programs(tournament: Tournament) -> None:
    """Starts every outside program once: one that cannot be started would lose all its games. BadText
    names the player."""
    for entrant in tournament.entrants:
        if entrant.player.command:
            engine = make_engine(entrant.player, tournament.game)
            try:
                engine.prepare(tournament.game)
            except EngineFailure as error:
                raise BadText(f"player {entrant.name}: {error}") from None
            finally:
                engine.close()
