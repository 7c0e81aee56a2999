"""A tournament in progress: its games go to an executor, and into the file as they finish."""

import threading
import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from arena.crosstable import CrossTable, Tally
from arena.executors import AHEAD, DASK, PROCESSES, THREADS, open_executor
from arena.match import GameResult
from arena.results import Results
from arena.sequential import NONE
from arena.single_game import PlayedGame, play
from arena.tournament import Tournament
from engines.contract import EngineFailure, StopSignal
from engines.jobs import COMPILING, Job
from engines.player_text import make_engine
from engines.table_moves import checksums_played
from games.contract import BadText

NEWS_EVERY = 0.25
"""The least seconds between two snapshots, because each needs a fit of the ratings."""

LOOK = 0.1
"""Seconds between two checks whether to stop or to pause."""

PREPARING, PLAYING, PAUSED = "preparing", "playing", "paused"
"""The state of a run."""

Flying = dict[Future[PlayedGame], tuple[int, StopSignal]]
"""Games that are being played, or wait for a worker: their numbers, and the signals that stop them."""


@dataclass(frozen=True)
class TournamentProgress:
    """The progress of a tournament. `done` of at most `total` games are over; `seconds` is the time that it
    was played in all. `games_per_second` is of this run, and `seconds_left` the time left at that rate (with
    a sequential test, at most); both are None until they are known. `games` are the finished games, in the
    order in which they came in; `tournament.players(game.number)` are a game's players."""

    table: CrossTable
    done: int
    total: int
    seconds: float
    games_per_second: float | None
    seconds_left: float | None
    games: tuple[GameResult, ...]

    @property
    def over(self) -> bool:
        """Whether all games are played, or the test is decided."""
        test = self.table.test
        return self.done >= self.total or (test is not None and test.decision != NONE)


class TournamentRun:
    """Plays the remaining games of a tournament; `work` is the job. Any thread may call `pause` and `resume`.

    `executor` is one of `arena.executors.KINDS`, "" for the kind that suits the players. While `may_play` is
    not set, no game begins and nothing is compiled. Several runs may share it.
    """

    def __init__(
        self,
        tournament: Tournament,
        results: Results,
        workers: int = 1,
        executor: str = "",
        scheduler: str = "",
        may_play: threading.Event | None = None,
    ) -> None:
        self.tournament = tournament
        self.results = results
        self.id = results.enter(tournament)
        self._workers = workers
        self._executor = executor
        self._scheduler = scheduler
        if may_play is None:
            may_play = threading.Event()
            may_play.set()
        self._may_play = may_play
        self._tally = Tally(tournament)
        self._games: list[GameResult] = []
        self._seconds_before = 0.0
        self._played_for = 0.0  # of this run
        self._first: tuple[int, float] | None = None  # games, and `_played_for` when the run's first was over

    @property
    def paused(self) -> bool:
        return not self._may_play.is_set()

    def pause(self) -> None:
        """Begins no further game. Games that have begun are finished and kept."""
        self._may_play.clear()

    def resume(self) -> None:
        self._may_play.set()

    def work(self, job: Job) -> TournamentProgress:
        """Plays, and reports a TournamentProgress now and then. When the job is stopped, it ends with the
        finished games. Games that have begun are lost then, and are played when the tournament goes on.
        BadText and EngineFailure where it cannot be played."""
        job.report(doing=PREPARING)
        for result in self.results.games(self.id):
            self._take(result)
        self._seconds_before = self.results.seconds(self.id)
        job.report(self.news())
        if not self.news().over:
            self._play(job)
        return self.news()

    def news(self) -> TournamentProgress:
        """The progress. Only for the thread that does the work."""
        done, total = len(self._games), self.tournament.total
        rate = None
        if self._first is not None and self._played_for > self._first[1] and done > self._first[0]:
            rate = (done - self._first[0]) / (self._played_for - self._first[1])
        return TournamentProgress(
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
        while self.paused and not job.stop.requested:
            job.report(doing=PAUSED)
            self._may_play.wait(LOOK)
        if job.stop.requested:
            return
        self.results.check_can_be_written()
        job.report(doing=PREPARING)
        kind = self._kind_of_executor(job)
        if job.stop.requested:
            return
        players = [entrant.player for entrant in self.tournament.entrants]
        self.results.note_tables(self.id, checksums_played(players, self.tournament.game))
        executor, workers = open_executor(kind, self._workers, self._scheduler)
        flying: Flying = {}
        kept = {result.number for result in self._games}
        left = (number for number in range(self.tournament.total) if number not in kept)
        try:
            reported = clock = time.perf_counter()
            unreported = False  # whether the last snapshot lacks finished games
            while not job.stop.requested and self._tally.ends is None:
                job.report(doing=PAUSED if self.paused and not flying else PLAYING)
                while not self.paused and len(flying) < AHEAD * workers:
                    number = next(left, None)
                    if number is None:
                        break
                    self._begin(executor, kind, number, flying)
                if not flying and not self.paused:
                    return
                over = self._wait(flying)
                now = time.perf_counter()
                if over or flying:  # not in a pause
                    self._played_for += now - clock
                clock = now
                for number, played in over:
                    self._keep(GameResult.of(number, played))
                unreported |= bool(over)
                if unreported and now - reported >= NEWS_EVERY:
                    reported, unreported = now, False
                    job.report(self.news())
        finally:
            for _, stop in flying.values():
                stop.request()
            executor.shutdown(wait=False, cancel_futures=True)

    def _kind_of_executor(self, job: Job) -> str:
        """The kind of executor to use. Compiles before threads start, because they would only wait for one
        another."""
        outside = any(entrant.player.is_outside for entrant in self.tournament.entrants)
        if outside and self._executor != DASK:
            check_programs(self.tournament)
        if self._executor in (PROCESSES, DASK):
            return self._executor
        if not outside:
            job.report(doing=COMPILING)
        compiled = not outside and self.tournament.prepare()
        return self._executor or (THREADS if compiled else PROCESSES)

    def _begin(self, executor: Executor, kind: str, number: int, flying: Flying) -> None:
        game, stop = self.tournament.single_game(number), StopSignal()
        # A stop signal cannot reach another process, whose games end with it.
        future = executor.submit(play, game, stop) if kind == THREADS else executor.submit(play, game)
        flying[future] = number, stop

    def _wait(self, flying: Flying) -> list[tuple[int, PlayedGame]]:
        """The finished games, which it removes from `flying`. Waits for LOOK seconds at most."""
        if not flying:
            self._may_play.wait(LOOK)
            return []
        done, _ = wait(flying, LOOK, FIRST_COMPLETED)
        return [(flying.pop(future)[0], future.result()) for future in done]

    def _keep(self, result: GameResult) -> None:
        seconds = self._seconds_before + self._played_for
        if self._tally.ends is None and self.results.add(self.id, result, seconds):
            self._take(result)
            self._first = self._first or (len(self._games), self._played_for)


def check_programs(tournament: Tournament) -> None:
    """Starts every outside program once, because a program that cannot be started would lose all its games.
    BadText names the player."""
    for entrant in tournament.entrants:
        if entrant.player.is_outside:
            engine = make_engine(entrant.player, tournament.game, options=tournament.options)
            try:
                engine.prepare(tournament.game)
            except EngineFailure as error:
                raise BadText(f"player {entrant.name}: {error}") from None
            finally:
                engine.close()
