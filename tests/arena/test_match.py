"""Matches: pairs, seeds, workers, forfeits, and the statistics under them."""

import math

import pytest

from arena.match import Match
from arena.statistics import elo, wilson_interval
from engines.contract import EngineFailure
from engines.players import parse_player
from games.contract import BadText, Game
from games.position import Position
from games.registry import game_names, load_game


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


def test_the_same_seed_gives_the_same_games_on_any_number_of_workers() -> None:
    players = "alphabeta:improved,nodes=300", "alphabeta:open,depth=2"
    one = match("isolation", *players, 8, seed=5).play(workers=1)
    two = match("isolation", *players, 8, seed=5).play(workers=3)
    other = match("isolation", *players, 8, seed=6).play()
    assert one.results == two.results
    assert one.results != other.results


def test_a_pair_shares_its_opening_and_swaps_sides() -> None:
    played = match("isolation", "random", "random", 4, random_plies=4)
    assert [p.text for p in played.opening(0).positions] == [p.text for p in played.opening(0).positions]
    assert played.opening(0).position.text != played.opening(1).position.text
    assert [played.play_game(number).first_side for number in range(4)] == [0, 1, 0, 1]
    assert len(played.opening(0).plies) == 4


def test_the_stronger_player_wins() -> None:
    result = match("isolation", "alphabeta:improved,depth=3", "random", 20).play()
    assert result.score > 0.7
    swapped = match("isolation", "random", "alphabeta:improved,depth=3", 20).play()
    assert swapped.score < 0.3


def test_a_failing_engine_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(self: object, position: Position, *more: object) -> None:
        raise EngineFailure("it broke")

    monkeypatch.setattr("engines.searchers.Searcher.think", think)
    result = match("isolation", "greedy:open", "random", 4).play()
    assert (result.wins, result.losses) == (0, 4)
    assert result.to_json()["forfeits"] == 4
    assert result.to_json()["failures"][0] == "it broke"


def test_mistakes_are_bad_text() -> None:
    with pytest.raises(BadText, match="human"):
        match("isolation", "human", "random", 2).play()
    with pytest.raises(BadText, match="random plies"):
        match("isolation", "random", "random", 2, random_plies=60).play()


def test_elo_of_known_scores() -> None:
    assert str(elo(0.5)) == "0.0"  # and not -0.0, which would be shown
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.0) is None and elo(1.0) is None


@pytest.mark.parametrize(("score", "games"), [(0.5, 100), (0.9, 50), (0.01, 400)])
def test_wilson_bounds_are_where_the_score_test_rejects(score: float, games: int) -> None:
    """The interval's ends p solve |score − p| = z·√(p(1 − p)/n), its definition."""
    for bound in wilson_interval(score, games):
        assert abs(score - bound) == pytest.approx(
            1.959964 * math.sqrt(bound * (1 - bound) / games), rel=1e-5
        )


def test_wilson_does_not_collapse() -> None:
    low, high = wilson_interval(1.0, 20)
    assert high == 1.0 and 0.8 < low < 0.9
    assert wilson_interval(0.0, 0) == (0.0, 1.0)


def test_games_are_those_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule options reach the games: with a counter of 2, morris without captures is soon drawn."""
    game: Game = load_game("morris")
    spec = parse_player("random", "morris")
    short = Match(game, spec, spec, 6, game.options(quiet_limit=2))
    assert short.play().draws == 6
