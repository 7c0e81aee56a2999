"""The home screen compiles ahead, once, for a choice that has stayed for a while."""

import pytest

from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import EVALUATION, KernelPart
from engines.jobs import Job, Work, wait_for
from engines.player_text import parse_player
from study.game import precompile
from study.game.precompile import LISTING, PATIENCE, Precompile
from study.settings.settings import Settings


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


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[list[KernelPart]]:
    """What children were asked to compile later, call by call."""
    asked: list[list[KernelPart]] = []
    monkeypatch.setattr(kernel_processes, "have_begun", lambda: True)
    monkeypatch.setattr(kernel_processes, "compile_later", lambda parts: asked.append([*parts]))
    return asked


def games_of(parts: list[KernelPart]) -> list[str]:
    return list(dict.fromkeys(part.game for part in parts))


def test_other_games_follow_in_the_order_of_last_play(later: list[list[KernelPart]]) -> None:
    ahead = Precompile(Settings())
    ahead.played = ("jungle", "morris", "isolation")
    players = (parse_player("greedy:weighted", "morris"),)
    ahead.go_on("morris", players)
    wait_for([ahead._list], 60)
    assert [games_of(parts) for parts in later[-2:]] == [
        ["morris", "jungle", "isolation", "chess"],
        ["morris", "jungle", "isolation", "chess", "tabletactics"],
    ]
    evaluation = next(part for part in later[-1] if part.kind == EVALUATION)
    assert evaluation.heuristic == "weighted", "that of the program that plays"
    calls = len(later)
    ahead.go_on("morris", players)
    assert len(later) == calls, "the same was asked before"
    ahead.go_on("chess", ())
    wait_for([ahead._list], 60)
    assert games_of(later[-1]) == ["chess", "jungle", "morris", "isolation", "tabletactics"]
    ahead.close()


def test_home_screen_compiles_all_games_for_a_choice(
    started: list[str], later: list[list[KernelPart]]
) -> None:
    ahead = Precompile(Settings())
    players = (parse_player("greedy:weighted", "morris"),)
    for now in (0.0, 1.0, 2.0):
        ahead.consider("morris", players, now)
    assert started == ["greedy:weighted", LISTING]


def test_the_home_screen_lists_parts_for_a_person_and_a_program(later: list[list[KernelPart]]) -> None:
    ahead = Precompile(Settings())
    players = (parse_player("human", "isolation"), parse_player("random", "isolation"))
    for now in (0.0, 1.0, 2.0):
        ahead.consider("isolation", players, now)
    wait_for([ahead._list], 60)
    assert len(games_of(later[-1])) == 5 and games_of(later[-1])[0] == "isolation"
    ahead.close()


def test_the_setting_switches_it_off_and_on(started: list[str], later: list[list[KernelPart]]) -> None:
    off = Settings.model_validate({"engine": {"compile_ahead": False}})
    ahead = Precompile(off)
    players = (parse_player("greedy:weighted", "morris"),)
    for now in (0.0, 1.0, 2.0):
        ahead.consider("morris", players, now)
    ahead.go_on("morris", players)
    assert started == [] and later == []
    ahead.use(Settings())
    ahead.go_on("morris", players)
    assert started == [LISTING]
    ahead.use(off)
    assert later == [[]], "the children end"
    ahead.use(Settings())
    ahead.go_on("morris", players)
    assert started == [LISTING] * 2


def test_without_children_nothing_is_listed(started: list[str]) -> None:
    ahead = Precompile(Settings())
    ahead.go_on("morris", ())
    assert started == []


def test_a_list_that_fails_is_a_problem(
    later: list[list[KernelPart]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a bug of ours")

    ahead = Precompile(Settings())
    assert ahead.problem == ""
    ahead.go_on("morris", ())
    wait_for([ahead._list], 60)
    assert ahead.problem == ""
    monkeypatch.setattr(precompile, "later_parts", fail)
    ahead.go_on("chess", ())
    wait_for([ahead._list], 60)
    assert ahead.problem.startswith(f"{LISTING} failed: KeyError")
    ahead.close()
