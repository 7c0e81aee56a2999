"""A person's tournaments: which program may play one now, and games that the window can open."""

from functools import partial
from pathlib import Path

import pytest

from arena.match import GameResult
from arena.results import Results
from arena.single_game import play
from arena.tournament import Entrant, Tournament, make_tournament, round_robin
from arena.tournament_run import TournamentRun
from engines.jobs import Job
from engines.player_text import parse_player
from games.contract import BadText
from games.registry import load_game
from study.game.session import Session
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.tournaments.tournaments import game_of, open_game, play_alone, results_file


def tournament(game: str = "jungle", first: str = "random") -> Tournament:
    entrants = [Entrant("one", parse_player(first, game)), Entrant("two", parse_player("random", game))]
    options = load_game(game).options()
    return make_tournament(
        "cup", game, entrants, list(round_robin(2)), 4, options, weights={"weighted": {"mills": 9.0}}
    )


def test_results_lie_in_the_folder_of_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    assert results_file() == tmp_path / "tournaments.sqlite"
    assert results_file(tmp_path / "own").parent == tmp_path / "own"


def test_one_plays_a_tournament_at_a_time(tmp_path: Path) -> None:
    one = tournament()
    with Results(tmp_path / "file") as results, Results(tmp_path / "file") as others:
        refusals = []

        class Meanwhile(Job):
            """Another program tries as well, while this one plays."""

            def report(self, value: object = None, doing: str | None = None) -> None:
                super().report(value, doing)
                if doing == "playing" and not refusals:
                    other = Job()
                    other.run(partial(play_alone, TournamentRun(one, others)))
                    refusals.append(other.news.error)

        job = Meanwhile()
        job.run(partial(play_alone, TournamentRun(one, results)))
        assert job.news.value.done == one.total
        assert "cup is being played by another window or command" in refusals[0]
        again = Job()
        again.run(partial(play_alone, TournamentRun(one, others)))
        assert again.news.error == "" and again.news.value.over
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_game_opens_as_it_was_played(tmp_path: Path) -> None:
    """Chance included. What is played from there goes to a file of its own."""
    one = tournament()
    played = play(one.single_game(1))
    opened = open_game(one, GameResult.of(1, played))
    assert opened.players == ("random", "random") and opened.file is None
    assert "Game 2 of cup: two against one." in opened.remark
    assert [(ply.move, ply.chance) for ply in opened.record.plies] == list(played.moves)
    assert opened.record.position.outcome == played.outcome
    saves = Saves(tmp_path)
    players = tuple(parse_player(text, "jungle") for text in opened.players)
    session = Session(opened.record, (players[0], players[1]), Settings(), saves, resumed=opened.file)
    assert session.study.over and saves.list() == []
    session.close()


def test_a_player_is_opened_with_the_weights_it_had() -> None:
    one = tournament("morris", "greedy:weighted,stones=2")
    opened = open_game(one, GameResult(0, 0, 1.0, (), "", "did not answer"))
    assert opened.players[0] == "greedy:weighted,mills=9,stones=2"
    assert opened.remark.endswith("did not answer")


def test_a_game_that_does_not_fit_the_rules_says_so(tmp_path: Path) -> None:
    one = tournament()
    with pytest.raises(BadText, match="game 1 of cup: move 1"):
        open_game(one, GameResult(0, 0, 1.0, ((1 << 20, 0),), ""))
    with Results(tmp_path / "file") as results, pytest.raises(BadText, match="has not been played yet"):
        game_of(results, results.enter(one), 3, one.name)
