"""A tournament in progress: its games go to an executor, and into the file as they finish."""

import threading
import time
from dataclasses import dataclass
from functools import partial

from arena.crosstable import CrossTable, Tally
from arena.executors import DASK, PROCESSES, THREADS, open_executor
from arena.experiments.progress import CountedProgress
from arena.experiments.units import LOOK, Flow
from arena.match import GameResult
from arena.results import Results
from arena.sequential import NONE
from arena.single_game import play
from arena.tournament import Tournament
from engines.contract import EngineFailure
from engines.jobs import COMPILING, Job
from engines.player_text import make_engine
from engines.table_moves import checksums_played
from games.contract import BadText

NEWS_EVERY = 0.25
"""The least seconds between two snapshots, because each needs a fit of the ratings."""

PREPARING, PLAYING, PAUSED = "preparing", "playing", "paused"
"""The state of a run."""


@dataclass(frozen=True)
class TournamentProgress(CountedProgress):
    """The progress of a tournament. `done` of at most `total` games are over; `seconds` is how long it has
    been played, earlier runs included. `games_per_second` is measured from this run's first game on, and None
    before its second one. `games` are the finished games, in the order in which they came in;
    `tournament.players(game.number)` are a game's players."""

    table: CrossTable
    done: int
    total: int
    seconds: float
    games_per_second: float | None
    games: tuple[GameResult, ...]

    @property
    def seconds_left(self) -> float | None:
        """The seconds left at this run's rate (with a sequential test, at most); None before the rate is
        known."""
        rate = self.games_per_second
        return None if rate is None else (self.total - self.done) / rate

    @property
    def over(self) -> bool:
        """Whether all games are played, or the test is decided."""
        test = self.table.test
        return self.done >= self.total or (test is not None and test.decision != NONE)


class TournamentRun:
    """Plays the remaining games of a tournament; `work` is the job. Any thread may call `pause` and `resume`.

    `executor` is one of `arena.executors.KINDS`, "" for threads if all games can be played compiled, else
    processes. While `may_play` is not set, no game begins. Several runs may share it. With `keeps_values` the
    file also gets the value of each move for its player.
    """

    def __init__(
        self,
        tournament: Tournament,
        results: Results,
        workers: int = 1,
        executor: str = "",
        scheduler: str = "",
        may_play: threading.Event | None = None,
        keeps_values: bool = False,
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
        self._keeps_values = keeps_values
        self._tally = Tally(tournament)
        self._games: list[GameResult] = []
        self._seconds_before = 0.0
        self._played_for = 0.0  # of this run
        # `done` and `_played_for` when this run's first game was over.
        self._first: tuple[int, float] | None = None

    @property
    def paused(self) -> bool:
        return not self._may_play.is_set()

    def pause(self) -> None:
        """Begins no further game. Games that have begun are finished and kept."""
        self._may_play.clear()

    def resume(self) -> None:
        self._may_play.set()

    def work(self, job: Job) -> TournamentProgress:
        """Plays, and reports a TournamentProgress now and then. When the job is stopped, games in progress
        are lost; a later run plays them from the start. Raises BadText or EngineFailure if the tournament
        cannot be played."""
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
        kept = {result.number for result in self._games}
        left = (number for number in range(self.tournament.total) if number not in kept)
        games = ((number, partial(play, self.tournament.single_game(number))) for number in left)
        opened = open_executor(kind, self._workers, self._scheduler)
        with opened as executor, Flow(executor, games) as flow:
            reported = clock = time.perf_counter()
            unreported = False  # whether the last snapshot lacks finished games
            while not job.stop.requested and self._tally.ends is None:
                job.report(doing=PAUSED if self.paused and not flow.is_busy else PLAYING)
                if not self.paused and not flow.begin():
                    return
                is_busy = flow.is_busy
                over = flow.done() if is_busy else []
                if not is_busy:
                    self._may_play.wait(LOOK)
                now = time.perf_counter()
                if is_busy:  # not in a pause
                    self._played_for += now - clock
                clock = now
                for number, done in over:
                    self._keep(GameResult.of(number, done.answer, self._keeps_values))
                unreported |= bool(over)
                if unreported and now - reported >= NEWS_EVERY:
                    reported, unreported = now, False
                    job.report(self.news())

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

    def _keep(self, result: GameResult) -> None:
        seconds = self._seconds_before + self._played_for
        if self._tally.ends is None and self.results.add(self.id, result, seconds):
            self._take(result)
            self._first = self._first or (len(self._games), self._played_for)


def check_programs(tournament: Tournament) -> None:
    """Starts every outside program once, because a program that cannot be started would lose all its games.
    On failure raises a BadText that names the player."""
    for entrant in tournament.entrants:
        if entrant.player.is_outside:
            engine = make_engine(entrant.player, tournament.game, options=tournament.options)
            try:
                engine.prepare(tournament.game)
            except EngineFailure as error:
                raise BadText(f"player {entrant.name}: {error}") from None
            finally:
                engine.close()
