"""Tournaments of players that need no compiler, for tests."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from arena.crosstable import CrossTable, Tally
from arena.match import GameResult
from arena.results import Results
from arena.sequential import SequentialTest
from arena.single_game import play
from arena.tournament import Entrant, Tournament, make_tournament, round_robin
from arena.tournament_run import TournamentProgress, TournamentRun
from engines.jobs import Job
from engines.player_text import parse_player
from games.registry import load_game


def toy(
    games: int = 6,
    players: Sequence[str] = ("random", "random,seed=5", "random,seed=6"),
    game: str = "isolation",
    test: SequentialTest | None = None,
    seed: int = 1,
) -> Tournament:
    """Everybody against everybody, with the names a, b, …"""
    entrants = [Entrant("abcdefgh"[i], parse_player(text, game)) for i, text in enumerate(players)]
    pairings = list(round_robin(len(entrants)))
    options = load_game(game).options()
    return make_tournament("toy", game, entrants, pairings, games, options, seed=seed, test=test)


def game_of(tournament: Tournament, number: int) -> GameResult:
    """Plays a game of the tournament here."""
    return GameResult.of(number, play(tournament.single_game(number)))


def table_of(tournament: Tournament, results: Iterable[GameResult]) -> CrossTable:
    """The table of these results."""
    tally = Tally(tournament)
    for result in results:
        tally.add(result)
    return tally.table()


def played(
    tournament: Tournament, file: Path, executor: str = "threads", workers: int = 2
) -> TournamentProgress:
    """Plays the rest of a tournament, whose file may hold a part of it."""
    with Results(file) as results:
        job = Job("a tournament")
        run = TournamentRun(tournament, results, workers, executor)
        job.run(run.work)
        assert job.news.error == ""
        news: TournamentProgress = job.news.value
        return news
