"""The searches of a game's programs, repeated later."""

import time

import pytest

from arena.match import GameResult
from arena.single_game import play
from engines.jobs import Job
from study.game.replayed_searches import ReplayedSearches, can_think_again, thinking_again
from study.game.session import Session
from study.settings.settings import Settings
from study.tournaments.arena_session import Plan
from study.tournaments.tournaments import open_game


def tournament(*players: str):
    return Plan("isolation", players, 2).tournament(Settings())


def test_it_is_what_led_to_each_of_the_moves() -> None:
    one = tournament("greedy:open", "greedy:center")
    opened = open_game(one, GameResult.of(1, play(one.single_game(1))))
    assert opened.shown == one.random_plies
    job = Job()
    job.run(thinking_again(one.single_game(1), opened.record))
    plies = opened.record.plies[one.random_plies :]
    assert [thought.move for thought in job.news.value] == [ply.move for ply in plies]
    assert {thought.lens.name for thought in job.news.value[::2]} == {"center"}


def test_a_study_takes_in_all_of_it() -> None:
    one = tournament("greedy:open", "greedy:open")
    opened = open_game(one, GameResult.of(0, play(one.single_game(0))))
    players = one.single_game(0).players
    session = Session(opened.record, players, Settings())
    assert opened.prepare is not None
    opened.prepare(session.study)
    end = time.perf_counter() + 120
    while session.study.of(ReplayedSearches).running:
        assert time.perf_counter() < end
    session.update()
    searched = [session.study.search_store.of(position) is not None for position in opened.record.positions]
    shown = one.random_plies
    assert searched == [shown <= number < len(opened.record.plies) for number in range(len(searched))]
    session.close()


def test_engine_that_plays_another_move_is_not_believed() -> None:
    one, other = tournament("greedy:open", "greedy:open"), tournament("greedy:center", "greedy:center")
    result = GameResult.of(0, play(one.single_game(0)))
    opened = open_game(other, result)
    job = Job()
    job.run(thinking_again(other.single_game(0), opened.record))
    assert len(job.news.value) < len(result.moves) - one.random_plies
    moves = [thought.move for thought in job.news.value]
    assert moves == [move for move, _ in result.moves[one.random_plies :][: len(moves)]]


@pytest.mark.parametrize(
    ("player", "again"),
    [
        ("random", True),
        ("alphabeta:open,nodes=100", True),
        ("alphabeta:open,ms=100", False),
        ("alphabeta:open", False),  # half a second a move
        ("strong:open,depth=3,threads=2", False),
    ],
)
def test_clocks_and_threads_are_not_the_same_again(player: str, again: bool) -> None:
    one = tournament(player, "greedy:open")
    assert can_think_again(one.single_game(0)) == again
    assert (open_game(one, GameResult(0, 0, 1.0, (), "")).prepare is not None) == again
