"""A file of results with flipped bits, as from a bad disk: either it can be read, or a line names the file
and what is wrong."""

import random
from functools import partial
from pathlib import Path

import pytest

from arena.match import GameResult
from arena.results import Results
from arena.tournament import Entrant, Tournament, make_tournament
from engines.jobs import DONE, Job
from engines.player_text import parse_player
from games.contract import BadText
from games.registry import load_game
from study.tournaments.arena_session import list_tournaments, results_file


def of_two_players() -> Tournament:
    players = [Entrant(name, parse_player("random", "isolation")) for name in ("one", "two")]
    return make_tournament("cup", "isolation", players, [(0, 1)], 30, load_game("isolation").options())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with a tournament of thirty games."""
    path = results_file(tmp_path_factory.mktemp("results"))
    with Results(path) as results:
        number = results.enter(of_two_players())
        for game in range(30):
            moves = tuple((move, 0) for move in range(game + 20))
            results.add(number, GameResult(game, game % 2, 0.5, moves, "nobody can move"), 1.0)
    return path.read_bytes()


def read_all(path: Path) -> None:
    with Results(path) as results:
        for kept in results.tournaments():
            Tournament.of_text(kept.text)
            for result in results.games(kept.id):
                assert isinstance(result.ending, str) and result.points in (0.0, 0.5, 1.0)
                assert all(isinstance(number, int) for move in result.moves for number in move)


@pytest.mark.long
@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
def test_bits_flipped(tmp_path: Path, whole: bytes, count: int) -> None:
    draw, told = random.Random(31), set()
    path = results_file(tmp_path)
    path.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(count):
        flipped = bytearray(whole)
        for _ in range(draw.randint(1, 40)):
            flipped[draw.randrange(len(flipped))] ^= 1 << draw.randrange(8)
        path.write_bytes(flipped)
        try:
            read_all(path)
        except BadText as error:
            assert len(str(error).splitlines()) == 1
            told.add(str(error)[-40:])
        job = Job("the list")
        job.run(partial(list_tournaments, tmp_path))
        assert job.news.phase == DONE or str(path) in job.news.error, job.news
        for left in path.parent.glob(f"{path.name}*"):
            left.unlink()
    assert told, "none of it was noticed"
