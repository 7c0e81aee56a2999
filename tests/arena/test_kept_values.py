"""The values of both players, which a match or a tournament keeps if it is asked to."""

import gzip
import sqlite3
from contextlib import closing
from dataclasses import replace
from math import isnan, nan
from pathlib import Path

import pytest
from experiments.experiments_of_before import FOLDER
from test_read_only_files import lock_in
from tournaments import game_of, toy

from arena.match import GameResult, Match
from arena.results import Results
from arena.single_game import play
from arena.tournament import Tournament
from arena.tournament_run import TournamentRun
from engines.jobs import Job
from engines.player_text import parse_player
from games.contract import BadText
from games.registry import load_game

SEARCHED = ("greedy:weighted", "greedy:weighted,mills=0")


def played(one: Tournament, file: Path, keeps_values: bool) -> list[GameResult]:
    """The games that the file has after the tournament was played to its end."""
    with Results(file) as results:
        job = Job("a tournament")
        job.run(TournamentRun(one, results, 1, "threads", keeps_values=keeps_values).work)
        assert job.news.error == ""
        return results.games(1)


def of_before(path: Path) -> Path:
    """A file of results as programs wrote it before values were kept."""
    path.write_bytes(gzip.decompress((FOLDER / "tournament.sqlite.gz").read_bytes()))
    return path


def test_a_game_has_what_each_move_was_worth_to_its_player() -> None:
    one = toy(games=2, players=SEARCHED, game="morris").single_game(0)
    game = play(one, compiled=False)
    assert len(game.values) == len(game.moves)
    assert all(isnan(value) == (ply < len(one.opening)) for ply, value in enumerate(game.values))
    engine = one.engines()[0]
    record = one.opened()
    assert record.position.to_move == 0
    thought = engine.think(record.position)
    assert (thought.move, thought.value) == (game.moves[len(one.opening)][0], game.values[len(one.opening)])


def test_a_random_player_has_no_values() -> None:
    game = play(toy(games=2, players=("random", "random,seed=3")).single_game(0), compiled=False)
    assert len(game.values) == len(game.moves) and all(map(isnan, game.values))


def test_values_are_kept_if_asked_and_read_again_exactly(tmp_path: Path) -> None:
    one = toy(games=2, players=SEARCHED, game="morris")
    kept = played(one, tmp_path / "kept.sqlite", True)
    expected = [play(one.single_game(number)).values for number in range(2)]
    assert [list(map(repr, game.values)) for game in kept] == [list(map(repr, each)) for each in expected]
    plain = played(one, tmp_path / "plain.sqlite", False)
    assert [game.values for game in plain] == [(), ()] and plain == kept


def test_a_kept_value_takes_eight_bytes(tmp_path: Path) -> None:
    path, one = tmp_path / "results.sqlite", toy()
    game = game_of(one, 0)
    with Results(path) as results:
        results.add(results.enter(one), replace(game, values=(nan,) * len(game.moves)), 1.0)
    with closing(sqlite3.connect(path)) as database:
        (size,) = database.execute("SELECT length(worth) FROM game_values").fetchone()
    assert size == 8 * game.plies


def test_a_match_keeps_values_if_it_is_asked_to() -> None:
    rules = load_game("morris")
    first, second = (parse_player(text, "morris") for text in SEARCHED)
    match = Match(rules, first, second, 2, rules.options())
    assert [result.values for result in match.play().results] == [(), ()]
    kept = match.play(keeps_values=True).results
    assert [result.values[-1:] for result in kept] == [
        play(match.single_game(number)).values[-1:] for number in range(2)
    ]


def test_a_file_of_before_opens_and_keeps_values_of_new_games(tmp_path: Path) -> None:
    path = of_before(tmp_path / "results.sqlite")
    with Results(path) as results:
        (kept,) = results.tournaments()
        before = results.games(kept.id)
        one = Tournament.of_text(kept.text)
        assert before and all(game.values == () for game in before)
        new = GameResult.of(max(game.number for game in before) + 1, play(one.single_game(0)), True)
        assert results.add(kept.id, new, 1.0) and results.game(kept.id, new.number) == new
        values = results.games(kept.id)[-1].values
        assert list(map(repr, values)) == list(map(repr, new.values)) and values


def test_a_read_only_file_of_before_has_no_values(tmp_path: Path) -> None:
    path = of_before(tmp_path / "results.sqlite")
    lock_in(path)
    with Results(path) as results:
        games = results.games(1)
        assert not results.can_be_written and games and all(game.values == () for game in games)


def test_a_program_of_before_reads_and_adds_to_a_new_file(tmp_path: Path) -> None:
    path, one = tmp_path / "results.sqlite", toy()
    with Results(path) as results:
        game = game_of(one, 0)
        results.add(results.enter(one), replace(game, values=(0.5,) * len(game.moves)), 1.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:  # its statements, word for word
        assert database.execute("PRAGMA application_id").fetchone() == (0x506C7967,)
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        columns = "number, first_side, points, moves, ending, failure, nodes1, seconds1, nodes2, seconds2"
        (found,) = database.execute(f"SELECT {columns} FROM game WHERE tournament = 1 ORDER BY number")
        assert found[:3] == (0, game.first_side, game.points)
        row = (1, 1, 1, 0.5, "[[1,0]]", "", "", 0, 0.0, 0, 0.0)
        database.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    with Results(path) as results:
        assert [bool(game.values) for game in results.games(1)] == [True, False]


@pytest.mark.parametrize("damage", [b"x", b"", b"12345678", "text", 5])
def test_damaged_values_are_said_with_the_game(damage: object, tmp_path: Path) -> None:
    path, one = tmp_path / "results.sqlite", toy()
    with Results(path) as results:
        game = game_of(one, 0)
        results.add(results.enter(one), replace(game, values=(0.5,) * len(game.moves)), 1.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE game_values SET worth = ?", (damage,))
    with Results(path) as results, pytest.raises(BadText, match=r"results\.sqlite: game 0 is damaged"):
        results.games(1)
