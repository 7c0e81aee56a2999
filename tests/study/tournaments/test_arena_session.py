"""The plan of the arena, and the tournament that is played there, without the window."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from arena.results import Results
from arena.sequential import SequentialTest
from arena.tournament import Tournament
from engines.jobs import Job
from games.contract import BadText
from study.settings.settings import Settings
from study.tournaments.arena_session import (
    ArenaSession,
    Known,
    Plan,
    list_tournaments,
    names_of,
    plan_of,
)
from study.tournaments.tournament_files import preset_names
from study.tournaments.tournaments import results_file

TWO = ("greedy:open", "random")


@pytest.fixture
def contest(tmp_path: Path) -> Iterator[ArenaSession]:
    contest = ArenaSession(Settings(), tmp_path, "threads")
    yield contest
    contest.close()


def wait(condition: Callable[[], object]) -> None:
    end = time.perf_counter() + 60
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        time.sleep(0.01)


def listed(folder: Path) -> tuple[Known, ...]:
    job = Job()
    job.run(partial(list_tournaments, folder))
    assert job.news.error == ""
    found: tuple[Known, ...] = job.news.value
    return found


def test_a_plan_is_a_tournament_and_says_how_long_it_takes() -> None:
    plan = Plan("isolation", (*TWO, "greedy:open"), 20, seed=3)
    tournament = plan.tournament(Settings(weights={"isolation": {"open": {"mobility": 2.0}}}))
    assert tournament.total == 60 == plan.expected_games[0] and tournament.seed == 3
    assert [entrant.name for entrant in tournament.entrants] == [*TWO, "greedy:open (2)"]
    assert plan_of(tournament) == plan
    assert tournament.weights == {"open": {"mobility": 2.0}}


def test_test_needs_two_players_and_spare_openings() -> None:
    test = SequentialTest(0.0, 50.0)
    plan = Plan("isolation", TWO, 0, test)
    tournament = plan.tournament(Settings())
    assert plan_of(tournament) == plan and plan.expected_games == test.expected_games()
    pairs = (test.expected_games()[1] + 1000) // 2
    assert tournament.matches[0].openings.different(pairs) == pairs
    with pytest.raises(BadText, match="two players"):
        Plan("isolation", (*TWO, "greedy:open"), 0, test).tournament(Settings())


def test_names_tell_equal_players_apart() -> None:
    assert names_of(("a", "b", "a", "a")) == ["a", "b", "a (2)", "a (3)"]


def test_it_is_played_and_listed_and_gone_on_with(contest: ArenaSession, tmp_path: Path) -> None:
    plan = Plan("isolation", TWO, 4)
    contest.show(plan.tournament, 1)
    wait(lambda: contest.over)
    assert contest.news is not None and contest.news.done == 4 and not contest.problem
    first = listed(tmp_path)[0]
    assert (first.name, first.detail) == (
        "Isolation, games",
        "Isolation: Greedy, open – Random moves, 4 of 4 games",
    )
    contest.show(first.make, 1, plays=False)
    wait(lambda: contest.news is not None)
    assert contest.tournament is not None and plan_of(contest.tournament) == plan
    assert contest.over and not contest.plays


def test_watched_tournament_is_not_played_until_resumed(contest: ArenaSession, tmp_path: Path) -> None:
    contest.show(Plan("isolation", TWO, 4).tournament, 1, plays=False)
    wait(lambda: contest.doing == "paused")
    assert contest.news is not None and contest.news.done == 0 and not contest.plays
    contest.go_on(1)
    wait(lambda: contest.over)
    assert contest.news.games is not None
    with Results(results_file(tmp_path)) as results:
        assert [one.games for one in results.tournaments()] == [4]


def test_another_number_of_workers_goes_on_with_the_same_games(contest: ArenaSession, tmp_path: Path) -> None:
    contest.show(Plan("isolation", TWO, 8).tournament, 1, plays=False)
    wait(lambda: contest.doing == "paused")
    contest.go_on(2)
    wait(lambda: contest.over)
    with Results(results_file(tmp_path)) as results:
        assert [one.games for one in results.tournaments()] == [8]


def test_a_plan_that_cannot_be_played_is_a_line(contest: ArenaSession) -> None:
    contest.show(Plan("isolation", ("greedy:open", "human"), 4).tournament, 1)
    wait(lambda: contest.problem)
    assert "no human" in contest.problem and contest.news is None and not contest.plays


def test_presets_are_listed_without_a_file_of_results(tmp_path: Path) -> None:
    found = listed(tmp_path)
    assert [known.name for known in found] == preset_names() and found[0].detail
    assert not results_file(tmp_path).exists()
    made = found[0].make(Settings())
    assert isinstance(made, Tournament) and made.name == found[0].name


def test_a_tournament_of_players_that_are_no_more_is_not_listed(tmp_path: Path) -> None:
    one = Plan("isolation", TWO, 4).tournament(Settings())
    text = one.text.replace("greedy:open", "greedy:gone")
    with Results(results_file(tmp_path)) as results:
        results.enter(one)
        results._database.execute("UPDATE tournament SET text = ?", (text,))  # type: ignore[union-attr]
    assert [known.name for known in listed(tmp_path)] == preset_names()
