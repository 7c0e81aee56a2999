"""The arena without its drawing: the plan of a tournament, and the tournament that is played now.

A background thread plays the games and reads files. It reports its progress as immutable snapshots.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from arena.openings import enough_plies
from arena.results import Results
from arena.sequential import SequentialTest
from arena.tournament import MOST_GAMES, Entrant, Tournament, make_tournament, round_robin
from arena.tournament_run import PLAYING, PREPARING, TournamentProgress, TournamentRun
from engines.jobs import Job, Lane
from engines.player_kinds import PlayerSpec
from engines.player_text import parse_player
from games.contract import BadText
from games.registry import entry, load_game
from study.format.number_text import grouped
from study.format.player_names import entrant_in_words
from study.settings.settings import Settings
from study.state.background_task import BackgroundTask
from study.tournaments.tournament_files import (
    LONGEST_NAME,
    find_tournament,
    preset_names,
    read_tournament,
    tournament_of,
)
from study.tournaments.tournaments import play_alone, results_file

MEASURED = 1000
"""After a test, this many games measure how much stronger one player is."""

MOST_LISTED = 50
"""The most earlier tournaments that are listed, the newest first."""

MakeTournament = Callable[[Settings], Tournament]
"""A function that makes the tournament to play, by the present settings."""


@dataclass(frozen=True)
class Plan:
    """A plan of games: all `players` (their texts) against one another, with `games` games for each pairing.
    A `test` has two players and plays as many games as it needs; `games` is 0 then. Openings consist of
    `random_plies` random moves (None: as many as needed for enough different openings). The first `skipped`
    pairs of games are left out, because a test has played them."""

    game: str
    players: tuple[str, ...]
    games: int
    test: SequentialTest | None = None
    seed: int = 0
    skipped: int = 0
    random_plies: int | None = None

    def tournament(self, settings: Settings) -> Tournament:
        """The tournament of the plan. Raises BadText if it cannot be played."""
        if self.test is not None and len(self.players) != 2:
            raise BadText("test: expected two players")
        what = "test" if self.test is not None else "measured" if self.skipped else "games"
        options, plies = settings.options_for(self.game), self.random_plies
        if self.test is not None:  # more openings than the test needs, for the measurement
            pairs = (self.test.expected_games()[1] + MEASURED) // 2
            plies = enough_plies(load_game(self.game), options, pairs)
        names = names_of(self.players)
        entrants = [Entrant(name, spec) for name, spec in zip(names, self.specs, strict=True)]
        return make_tournament(
            f"{entry(self.game).title}, {what}",
            self.game,
            entrants,
            list(round_robin(len(entrants))),
            self.games if self.test is None else MOST_GAMES,
            options,
            plies,
            self.seed,
            settings.weights.get(self.game),
            settings.engine.table_megabytes,
            self.test,
            self.skipped,
        )

    @property
    def specs(self) -> list[PlayerSpec]:
        """The players. Raises BadText for a text that is no player."""
        return [parse_player(text, self.game) for text in self.players]

    @property
    def expected_games(self) -> tuple[int, int]:
        """(fewest, most) expected games. They differ only for a test."""
        if self.test is not None:
            return self.test.expected_games()
        games = self.games * sum(1 for _ in round_robin(len(self.players)))
        return games, games


def names_of(players: tuple[str, ...]) -> list[str]:
    """The players' names in the table: their texts, with numbers if two are equal."""
    before = [players[:number].count(text) for number, text in enumerate(players)]
    return [f"{text} ({n + 1})" if n else text for text, n in zip(players, before, strict=True)]


def plan_of(tournament: Tournament) -> Plan:
    """A plan with the players and games of a tournament. Other properties of the tournament are dropped."""
    players = tuple(str(entrant.player) for entrant in tournament.entrants)
    test, skipped = tournament.test, tournament.skipped
    games = tournament.games if test is None else 0
    plies = tournament.random_plies if skipped else None  # pairs are skipped in the test's list of openings
    return Plan(tournament.game, players, games, test, tournament.seed, skipped, plies)


@dataclass(frozen=True)
class Known:
    """A tournament that can be opened: a preset, or one that was `begun` earlier."""

    name: str
    detail: str
    make: MakeTournament
    begun: Tournament | None = field(default=None, compare=False)


def list_tournaments(folder: Path | None, job: Job) -> tuple[Known, ...]:
    """The tournaments: earlier ones first, the newest on top, then presets."""
    found: list[Known] = []
    path = results_file(folder)
    if path.exists():
        with Results(path) as results:
            for kept in results.tournaments()[:MOST_LISTED]:
                try:
                    total = Tournament.of_text(kept.text)
                except BadText:  # it has a player or a rule that no longer exists
                    continue
                games = f"{kept.games} games of a test"
                if total.test is None:
                    games = f"{grouped(kept.games)} of {grouped(total.total)} games"
                detail = f"{entry(total.game).title}: {_players_of(total)}, {games}"
                found.append(Known(kept.name, detail, partial(_made_before, total), total))
    for name in preset_names():
        found.append(Known(name, read_tournament(find_tournament(name)).description, partial(_preset, name)))
    return tuple(found)


def _players_of(tournament: Tournament) -> str:
    if (count := len(tournament.entrants)) != 2:
        return f"{count} players"
    return " – ".join(entrant_in_words(e.name, str(e.player), tournament.game) for e in tournament.entrants)


def _made_before(tournament: Tournament, settings: Settings) -> Tournament:
    return tournament


def _preset(name: str, settings: Settings) -> Tournament:
    return tournament_of(read_tournament(find_tournament(name)), name[:LONGEST_NAME], settings)


class ArenaSession(BackgroundTask):
    """The tournament that is played or shown now. Only the window's thread uses it. `folder` is the folder of
    the person's data (None: the usual one), `executor` as in `TournamentRun`. Finished games are kept in the
    file of results."""

    def __init__(self, settings: Settings, folder: Path | None = None, executor: str = "") -> None:
        self._settings = settings
        self._folder = folder
        self._executor = executor
        self._lane = Lane("batch")
        self._may_play = threading.Event()
        self._workers = 1
        self._keeps_values = False
        self._last: TournamentProgress | None = None  # the last snapshot of this tournament

    def show(
        self, make: MakeTournament, workers: int, plays: bool = True, keeps_values: bool = False
    ) -> None:
        """Shows a tournament with all its results so far and, if it `plays`, goes on with it. Ends the
        previous one. With `keeps_values` the file also gets the value of each move by its player's search."""
        self.leave()
        self._workers, self._keeps_values = workers, keeps_values
        may_play = self._may_play = threading.Event()
        if plays:
            may_play.set()

        def work(job: Job) -> TournamentProgress:
            job.report(doing=PREPARING)
            tournament = make(self._settings)
            with Results(results_file(self._folder)) as results:
                run = TournamentRun(
                    tournament,
                    results,
                    workers,
                    self._executor,
                    may_play=may_play,
                    keeps_values=keeps_values,
                )
                return play_alone(run, job)

        self._job = self._lane.do(work, "the tournament")

    def pause(self) -> None:
        """Lets no further game begin."""
        self._may_play.clear()

    def go_on(self, workers: int, keeps_values: bool = False) -> None:
        """Goes on with the shown tournament, with `workers` games at a time."""
        tournament = self.tournament
        if self.running and (workers, keeps_values) == (self._workers, self._keeps_values):
            self._may_play.set()
        elif tournament is not None:
            self.show(partial(_made_before, tournament), workers, keeps_values=keeps_values)

    def leave(self) -> None:
        """Ends the tournament's work and stops showing it."""
        self.drop()
        self._last = None

    def close(self, patience: float = 0.0) -> None:
        """Ends the work, and waits at most `patience` seconds for it: a finished game must wait while another
        program writes to the file of results."""
        self.leave()
        self._lane.close(patience)

    # What is known

    @property
    def news(self) -> TournamentProgress | None:
        """The newest snapshot; None before there is one."""
        self._last = self.newest(TournamentProgress) or self._last
        return self._last

    @property
    def tournament(self) -> Tournament | None:
        return None if self.news is None else self.news.table.tournament

    @property
    def shown(self) -> bool:
        """Whether a tournament is shown or being read."""
        return self._job is not None

    @property
    def over(self) -> bool:
        """Whether all games are played or the test is decided."""
        return self.news is not None and self.news.over

    @property
    def plays(self) -> bool:
        """Whether games are being played or prepared."""
        return self.running and self._may_play.is_set()

    @property
    def at_work(self) -> bool:
        """Whether games are being played or prepared. Also in a pause, until the games that have begun are
        over: showing another tournament would lose them."""
        return self.plays or self.doing == PLAYING

    @property
    def doing(self) -> str:
        """The present activity: PREPARING, COMPILING, PLAYING (or finishing games), PAUSED, or "" if no more
        games are played."""
        return super().doing or PREPARING if self.running else ""

    @property
    def seconds_doing(self) -> float:
        """The seconds since the present activity began."""
        return 0.0 if self._job is None else time.perf_counter() - self._job.news.since

    @property
    def seconds_left(self) -> float | None:
        """The seconds left at the present rate; for a test up to the largest expected number of games. None
        before the first games have shown the rate."""
        news = self.news
        if news is None or news.seconds_left is None or news.games_per_second is None:
            return None
        test = news.table.tournament.test
        if test is None:
            return news.seconds_left
        return max(0.0, test.expected_games()[1] - news.done) / news.games_per_second

    @property
    def measuring(self) -> Plan | None:
        """The plan of games that measure the players of a test, with openings that the test has not used;
        None without a test, or before its first game."""
        news = self.news
        if news is None or news.table.tournament.test is None or not news.games:
            return None
        seen = max(game.number for game in news.games) // 2 + 1
        tournament = news.table.tournament
        return replace(
            plan_of(tournament),
            test=None,
            games=MEASURED,
            skipped=tournament.skipped + seen,
            random_plies=tournament.random_plies,
        )
