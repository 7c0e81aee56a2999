"""A match of the command line that is kept in the file of tournaments, so that the window shows it."""

import time
from typing import Self

from arena.match import GameResult, Match
from arena.results import Results
from arena.tournament import Entrant, make_tournament
from games.registry import entry
from study.settings.settings import Settings
from study.tournaments.arena_session import names_of
from study.tournaments.tournaments import results_file


class KeptMatch:
    """A match in the file of tournaments (`path`), as a tournament with one pairing. `add` saves a game. As a
    context manager it closes the file at the end. Raises BadText if the match cannot be saved."""

    def __init__(self, match: Match, settings: Settings) -> None:
        players = (match.first, match.second)
        names = names_of((str(match.first), str(match.second)))
        tournament = make_tournament(
            f"{entry(match.game.name).title}, match",
            match.game.name,
            [Entrant(name, player) for name, player in zip(names, players, strict=True)],
            [(0, 1)],
            match.games,
            match.options,
            match.openings.plies,
            match.seed,
            (match.weights or {}).get(match.game.name),
            match.table_megabytes,
            match.test,
        )
        self.path = results_file(settings.data_folder)
        self._results = Results(self.path)
        self._results.check_can_be_written()
        self._id = self._results.enter(tournament)
        self._began = time.perf_counter()

    def add(self, game: GameResult) -> None:
        self._results.add(self._id, game, time.perf_counter() - self._began)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._results.close()
