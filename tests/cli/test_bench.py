"""What `bench` measures about games. Its figures are not tested."""

import time

import pytest

from arena.match import Match
from arena.single_game import SingleGame
from cli.arena import bench
from games.registry import load_game
from heuristics.registry import load_heuristic


def test_rate_counts_until_a_coarse_clock_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr(time, "process_time", lambda: len(done) // 4 / 64)
    assert bench._rate(lambda: done.append(1)) == 4 * 64


def test_the_games_in_python_are_those_of_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[SingleGame, bool]] = []
    original = bench.play

    def play(game: SingleGame, compiled: bool) -> object:
        played.append((game, compiled))
        return original(game, compiled=compiled)

    monkeypatch.setattr(bench, "play", play)
    monkeypatch.setattr(bench, "NODES_PER_MOVE", 50)
    rules = load_game("isolation")
    heuristic = load_heuristic("isolation", "custom_score_2")
    answer = bench.bench_games(rules, rules.options(), heuristic, 9, table_megabytes=1)
    player = played[0][0].players[0]
    assert str(player) == "alphabeta:custom_score_2,nodes=50"
    match = Match(rules, player, player, 9, rules.options(), table_megabytes=1)
    assert played[:2] == [(match.single_game(number), False) for number in (0, 1)]
    assert played == played[:2] * (len(played) // 2)
    ratio = answer["games_per_cpu_second"] / answer["python_games_per_cpu_second"]
    assert answer["games"] == 9 and answer["games_ratio"] == ratio and answer["two_workers_ratio"] > 0
