"""The file with the results of a person's tournaments. A tournament is played by one window or command at a
time. Its games can be opened in the window."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from arena.match import GameResult
from arena.results import Results
from arena.tournament import Entrant, Tournament
from arena.tournament_run import TournamentProgress, TournamentRun
from engines.jobs import Job
from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.data_folder import default_folder
from games.record import Record
from games.registry import load_game
from games.text_files import mistakes_in
from study.format.player_names import entrant_in_words
from study.game.replayed_searches import ReplayedSearches, can_think_again, thinking_again
from study.saved_games.file_lock import lock
from study.saved_games.game_to_open import GameToOpen

FILE = "tournaments.sqlite"


def results_file(folder: Path | None = None) -> Path:
    """The file of results, in the folder of a person's data (None: the usual one)."""
    return (folder or default_folder()) / FILE


def play_alone(run: TournamentRun, job: Job) -> TournamentProgress:
    """Does `TournamentRun.work` under a lock. Raises BadText if another window or command plays this
    tournament now: no game may be played twice. If the file of results can only be read, no game is played
    and no lock is needed."""
    if not run.results.can_be_written:
        return run.work(job)
    with _alone(run.results.path, run.id, run.tournament.name):
        return run.work(job)


@contextlib.contextmanager
def _alone(results: Path, tournament: int, name: str) -> Iterator[None]:
    path = results.with_name(f"{results.name}.{tournament}.lock")
    descriptor = _lock(path, f"{results}: tournament {name} is being played by another window or command")
    try:
        yield
    finally:
        is_removed = _remove(path)  # before the lock ends, or somebody could lock it in between
        os.close(descriptor)
        if not is_removed:  # Windows does not remove a file that is open
            _remove(path)


def _remove(path: Path) -> bool:
    """Removes a file. Returns whether that was possible."""
    with contextlib.suppress(OSError):
        path.unlink()
        return True
    return False


def _lock(path: Path, taken: str) -> int:
    """The descriptor of the locked file. Raises BadText with the text `taken` if somebody else has it."""
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise BadText(f"{path}: cannot be made: {error.strerror or error}") from None
        if not lock(descriptor):
            os.close(descriptor)
            raise BadText(taken)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        os.close(descriptor)  # its owner has removed the file meanwhile: make it again


def open_game(tournament: Tournament, result: GameResult) -> GameToOpen:
    """A tournament's game for the window, to be viewed or continued; new moves go to a file of its own.
    Raises BadText if a move is no longer legal, because the rules have changed."""
    record = Record.start(load_game(tournament.game), tournament.options)
    place = f"game {result.number + 1} of {tournament.name}"
    with mistakes_in(place):
        for move, chance in result.moves:
            record.play(move, chance)
    white, black = (str(player_of(tournament, one)) for one in tournament.players(result.number))
    game = tournament.single_game(result.number)
    thinking = thinking_again(game, record) if can_think_again(game) else None
    return GameToOpen(
        record,
        (white, black),
        tournament.seed,
        None,
        remark(tournament, result),
        min(len(game.opening), len(record.plies)),
        None if thinking is None else lambda study: study.of(ReplayedSearches).begin(thinking),
    )


def player_of(tournament: Tournament, entrant: Entrant) -> PlayerSpec:
    """An entrant with the weights that it played with, not the present ones."""
    spec = entrant.player
    weights = {**(tournament.weights or {}).get(spec.heuristic, {}), **dict(spec.weights)}
    return replace(spec, weights=tuple(weights.items()))


def remark(tournament: Tournament, result: GameResult) -> str:
    """A sentence on the game, for the window that shows it."""
    white, black = (
        entrant_in_words(entrant.name, str(entrant.player), tournament.game)
        for entrant in tournament.players(result.number)
    )
    lost = f" {result.failure}" if result.failure else ""
    return f"Game {result.number + 1} of {tournament.name}: {white} against {black}.{lost}"


def game_of(results: Results, tournament: int | None, number: int, name: str) -> GameResult:
    """Game `number`, from 1, of a tournament, given by its number in the file. Raises BadText if the game has
    not been played."""
    found = None if tournament is None else results.game(tournament, number - 1)
    if found is None:
        raise BadText(f"game {number} of {name}: has not been played yet")
    return found
