"""The home screen compiles ahead, once, for a choice that has stayed for a while."""

import pytest

from engines.compiling import kernel_processes
from engines.jobs import Job, Work
from engines.player_text import parse_player
from games.registry import game_names
from study.core.settings import Settings
from study.game import precompile
from study.game.precompile import PATIENCE, Precompile


class FakeLane:
    started: list[str] = []  # noqa: RUF012

    def __init__(self, name: str) -> None:
        pass

    def do(self, work: Work, name: str) -> Job:
        self.started.append(name)
        return Job(name)

    def close(self, patience: float) -> None:
        self.started.append("closed")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(precompile, "Lane", FakeLane)
    FakeLane.started = []
    return FakeLane.started


def test_a_choice_that_stands_is_prepared_once(started: list[str]) -> None:
    ahead = Precompile(Settings())
    players = (parse_player("human", "isolation"), parse_player("alphabeta:improved,ms=50", "isolation"))
    for now in (0.0, PATIENCE / 2):
        ahead.consider("isolation", players, now)
    assert started == []
    for tenths in range(100):
        ahead.consider("isolation", players, PATIENCE + tenths / 10)
    assert started == ["alphabeta:improved,ms=50"]
    ahead.close()
    assert started[-1] == "closed"


def test_a_choice_in_motion_is_not(started: list[str]) -> None:
    ahead = Precompile(Settings())
    spec = {
        game: (parse_player("random", game), parse_player("greedy:" + name, game))
        for game, name in (("isolation", "open"), ("morris", "weighted"))
    }
    for step in range(20):
        game = ("isolation", "morris")[step % 2]
        ahead.consider(game, spec[game], step * PATIENCE)
    assert started == []


def test_people_and_random_players_need_nothing(started: list[str]) -> None:
    ahead = Precompile(Settings())
    players = (parse_player("human", "isolation"), parse_player("random", "isolation"))
    for now in (0.0, 1.0, 2.0, 3.0):
        ahead.consider("isolation", players, now)
    assert started == []
    ahead.close()


def test_what_is_not_begun_is_dropped_with_the_choice(started: list[str]) -> None:
    ahead = Precompile(Settings())
    chosen = (parse_player("greedy:improved", "isolation"),) * 2
    other = (parse_player("greedy:open", "isolation"),) * 2
    for now in (0.0, 1.0):
        ahead.consider("isolation", chosen, now)
    for now in (2.0, 3.0, 4.0):
        ahead.consider("isolation", other, now)
    for now in (5.0, 6.0):
        ahead.consider("isolation", chosen, now)
    assert started == ["greedy:improved", "greedy:open", "greedy:improved"], "it was dropped, not done"


def test_other_games_follow_where_children_compile(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = Precompile(Settings())
    players = (parse_player("human", "morris"), parse_player("greedy:weighted", "morris"))
    monkeypatch.setattr(kernel_processes, "have_begun", lambda: True)
    for now in (0.0, 1.0, 2.0):
        ahead.consider("morris", players, now)
    others = [game for game in game_names() if game != "morris"]
    assert started == ["greedy:weighted", "morris", *others]


def test_other_games_make_way_for_a_game_that_is_played(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[bool] = []
    monkeypatch.setattr(kernel_processes, "have_begun", lambda: True)
    monkeypatch.setattr(kernel_processes, "hurry", hurried.append)
    ahead = Precompile(Settings())
    players = (parse_player("human", "morris"), parse_player("greedy:weighted", "morris"))
    for now in (0.0, 1.0):
        ahead.consider("morris", players, now)
    jobs = [*ahead._others.values()]
    chosen = [*ahead._chosen.values()]
    ahead.pause()
    assert all(job.dropped for job in jobs) and not any(job.dropped for job in chosen)
    assert hurried == [False, False, True]
    del started[:]
    for now in (2.0, 3.0):
        ahead.consider("morris", players, now)
    assert started == ["morris", *(game for game in game_names() if game != "morris")], "they begin again"
