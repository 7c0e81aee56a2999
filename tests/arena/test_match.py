"""Matches: pairs, seeds, workers, tests that stop them, forfeits."""

import math
from contextlib import AbstractContextManager

import pytest

from arena.executors import PROCESSES, THREADS, Workers, open_executor
from arena.match import Match
from arena.sequential import SequentialTest
from arena.statistics import PairCounts
from engines.contract import EngineFailure
from engines.player_text import parse_player
from games.contract import BadText, Game
from games.position import Position
from games.registry import game_names, load_game
from samples import searched_heuristic


def match(game: str, first: str, second: str, games: int, **more: object) -> Match:
    rules = load_game(game)
    more = {"table_megabytes": 1, **more}  # every game has engines of its own
    return Match(rules, parse_player(first, game), parse_player(second, game), games, rules.options(), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", game_names())
def test_random_games_of_every_game_end_and_are_counted(game: str) -> None:
    result = match(game, "random", "random", 4).play()
    answer = result.to_json()
    assert answer["games"] == 4 == answer["wins"] + answer["draws"] + answer["losses"]
    assert answer["score"] == (answer["wins"] + answer["draws"] / 2) / 4
    assert answer["score_low"] <= answer["score"] <= answer["score_high"]
    assert answer["plies"] > 8 and sum(answer["endings"].values()) == 4


def test_same_seed_gives_the_same_games_for_any_workers() -> None:
    players = "alphabeta:improved,nodes=300", "alphabeta:open,depth=2"
    one = match("isolation", *players, 8, seed=5).play(workers=1)
    two = match("isolation", *players, 8, seed=5).play(workers=3)
    other = match("isolation", *players, 8, seed=6).play()
    assert one.results == two.results
    assert one.results != other.results


def test_a_pair_shares_its_opening_and_swaps_sides() -> None:
    played = match("isolation", "random", "random", 8, random_plies=4)
    games = played.play().results
    assert [game.first_side for game in games] == [0, 1, 0, 1, 0, 1, 0, 1]
    openings = [game.moves[:4] for game in games]
    assert openings[::2] == openings[1::2] and len(set(openings)) == 4


def test_identical_players_are_even_in_every_pair() -> None:
    """They share the sides' seeds, so each pair is the same game twice, and the report says so."""
    result = match("isolation", "alphabeta:improved,depth=2", "alphabeta:improved,depth=2", 12).play()
    assert result.to_json()["pairs"] == [0, 0, 6, 0, 0]
    assert (result.distinct_games, result.openings) == (6, 6)
    assert result.pairs.interval()[0] < 0.32 and result.pairs.interval()[1] > 0.68


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_identical_players_are_inside_the_interval(game: str) -> None:
    player = f"alphabeta:{searched_heuristic(game)},nodes=50"
    intervals = [match(game, player, player, 8, seed=seed).play().pairs.interval() for seed in range(100)]
    assert sum(low <= 0.5 <= high for low, high in intervals) >= 95


def test_openings_are_said_to_repeat_where_there_are_no_more() -> None:
    result = match("tabletactics", "random", "random", 30, random_plies=4).play()
    assert result.openings == 12 and len({game.moves[:4] for game in result.results}) == 12


def test_a_test_stops_the_match_and_quotes_no_elo() -> None:
    one = match("isolation", "greedy:improved", "random", 400, test=SequentialTest(0, 80))
    result = one.play(workers=1)
    answer = result.to_json()
    assert answer["decision"] == "accept" and answer["llr"] >= math.log(19)
    assert not {"elo", "elo_low", "elo_high", "score_low"} & set(answer)
    assert len(result.results) == 2 * sum(answer["pairs"]) < 400
    before = PairCounts.of(
        (a.points, b.points) for a, b in zip(result.results[:-2:2], result.results[1:-2:2], strict=True)
    )
    assert one.test is not None and one.test.ratio(before) < math.log(19)
    again = match("isolation", "greedy:improved", "random", 400, test=SequentialTest(0, 80)).play(workers=3)
    assert again.results == result.results
    stopped = match("isolation", "greedy:improved", "random", 4, test=SequentialTest(0, 80)).play()
    assert stopped.to_json()["decision"] == "none" and len(stopped.results) == 4


def test_the_stronger_player_wins() -> None:
    result = match("isolation", "alphabeta:improved,depth=3", "random", 20).play()
    assert result.score > 0.7
    swapped = match("isolation", "random", "alphabeta:improved,depth=3", 20).play()
    assert swapped.score < 0.3


def test_a_failing_engine_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(self: object, position: Position, **more: object) -> None:
        raise EngineFailure("it broke")

    monkeypatch.setattr("engines.search_engine.Searcher.think", think)
    monkeypatch.setattr("arena.single_game.plays_compiled", lambda engine, rules: False)
    result = match("isolation", "greedy:open", "random", 4).play()
    assert (result.wins, result.losses) == (0, 4)
    assert result.to_json()["forfeits"] == 4
    assert result.to_json()["failures"][0] == "it broke"


def test_players_that_no_kernel_plays_are_played_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more than one worker. The games are the same as by threads."""
    opened: list[str] = []

    def open_threads(kind: str, workers: int) -> AbstractContextManager[Workers]:
        opened.append(kind)
        return open_executor(THREADS, workers)

    monkeypatch.setattr("arena.match.open_executor", open_threads)
    players = ("alphabeta:open,depth=1", "alphabeta:open,depth=1,ms=60000")
    games = [match("isolation", player, "random", 4).play(n) for player in players for n in (1, 2)]
    assert opened == [THREADS, THREADS, THREADS, PROCESSES]
    assert all(result.results == games[0].results for result in games)


def test_time_that_is_up_ends_a_search_and_not_the_game() -> None:
    result = match("isolation", "alphabeta:open,ms=1", "random", 2).play()
    assert result.wins + result.losses == 2
    assert not any(game.failure for game in result.results)


def test_mistakes_are_bad_text() -> None:
    with pytest.raises(BadText, match="human"):
        match("isolation", "human", "random", 2).play()
    with pytest.raises(BadText, match="random plies"):
        match("isolation", "random", "random", 2, random_plies=60).play()


def test_games_are_those_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule options reach the games: with a counter of 2, morris without captures is soon drawn."""
    game: Game = load_game("morris")
    spec = parse_player("random", "morris")
    short = Match(game, spec, spec, 6, game.options(quiet_limit=2))
    assert short.play().draws == 6
