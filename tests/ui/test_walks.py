"""The walks of docs/architecture.md: what the page says happens in an order happens in that order."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from driving import Driver
from panel_views import searched

from docs.architecture import ROOT, walks
from engines.compiling.uncompiled_searches import MOST_NODES
from engines.contract import Limits
from engines.search_engine import Searcher
from heuristics.abandonable_threads import AbandonableTask
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, load_lens, look_in, looked_in
from own_heuristics import source, write
from study.why_not.questions import WhyNotQuestions
from ui.scenes.arena.arena import Arena

WALKS = walks((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
PLAYER = "alphabeta:custom_score,depth=2"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The modules whose functions are called, in their order, by this thread and those that work for it."""
    found: list[str] = []
    known: dict[str, str] = {}

    def note(frame: Any, event: str, argument: object) -> None:
        if event == "call":
            name = frame.f_code.co_filename
            if name not in known:
                path = Path(name)
                known[name] = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
            if known[name] and (not found or found[-1] != known[name]):
                found.append(known[name])

    begin = AbandonableTask.__init__

    def traced(task: AbandonableTask, kind: str, work: Callable[[], object]) -> None:
        def traced_work() -> object:
            sys.setprofile(note)  # the thread may be older than this fixture
            try:
                return work()
            finally:
                sys.setprofile(None)

        begin(task, kind, traced_work)

    monkeypatch.setattr(AbandonableTask, "__init__", traced)
    threading.setprofile(note)
    sys.setprofile(note)
    yield found
    sys.setprofile(None)
    threading.setprofile(None)


@pytest.fixture
def opening(calls: list[str], tmp_path: Path) -> Iterator[dict[str, Any]]:
    """The window's threads are traced, too. It looks into a folder with one own heuristic."""
    before = looked_in()
    (tmp_path / "own").mkdir()
    write(tmp_path / "own" / "mine.py", source())
    look_in(tmp_path / "own")
    yield {"folder": tmp_path / "data"}
    look_in(before)


def missed(walk: Sequence[str], calls: Sequence[str]) -> list[str]:
    """The first module of a walk that is not called after those before it."""
    rest = iter(calls)
    return [module for module in walk if module not in rest][:1]


def follow(title: str, calls: list[str], lead: Callable[[], object]) -> None:
    """Leads the window along a walk."""
    calls.clear()
    lead()
    assert missed([hop.file for hop in WALKS[title]], list(calls)) == []


def test_module_out_of_order_is_missed() -> None:
    assert missed(["a", "b", "a"], ["a", "c", "b", "a"]) == []
    assert missed(["b", "a", "c"], ["a", "c", "b", "a"]) == ["c"]


def small(lens: Lens) -> Searcher:
    """Searches more nodes than a child process is asked for."""
    limits = Limits(depth=2, nodes=MOST_NODES + 1)
    return Searcher(lens, limits, table_megabytes=0.01, compile=False)


def test_click_becomes_a_move(driver: Driver, calls: list[str]) -> None:
    play = driver.play("isolation", "human", "human")

    def lead() -> None:
        driver.app.redraw()
        driver.frame()
        driver.click_square(play, "d4")
        driver.until(lambda: play.session.study.record.plies)

    follow("A click becomes a move", calls, lead)


def test_kernel_leads_to_a_bar(driver: Driver, calls: list[str]) -> None:
    driver.engine = small(Lens.of(load_heuristic("morris", "mobile")))  # type: ignore[assignment]
    play = driver.play("morris", "human", "human")

    def lead() -> None:
        play.commands.run("analyse")
        driver.until(lambda: play.session.study.thought_here is not None)
        driver.frame(3)

    follow("From the kernel to a bar", calls, lead)


def test_saved_heuristic_leads_to_its_breakdown(driver: Driver, calls: list[str], tmp_path: Path) -> None:
    play = driver.play("isolation", "human", "human")
    study = play.session.study
    study.lens = load_lens("isolation", "mine")
    driver.frame()
    first = study.lens

    def lead() -> None:
        write(tmp_path / "own" / "mine.py", source(weight=5.0))
        driver.until(lambda: study.lens != first)
        driver.until(lambda: not study.facts.busy)
        driver.frame(3)

    follow("From a saved heuristic to its new breakdown", calls, lead)


def test_why_not_leads_to_its_answer(driver: Driver, calls: list[str]) -> None:
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    study = play.session.study
    study.search_store.keep(searched(study.position, PLAYER))
    driver.frame()
    best = study.position.notation(study.thought_here.move)  # type: ignore[union-attr,arg-type]
    other = next(move for move in study.position.moves if study.position.notation(move) != best)
    at = play.board.picture.pixel_of(study.position.notation(other))

    def lead() -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=3))
        driver.frame(3)
        questions = study.of(WhyNotQuestions)
        driver.until(lambda: questions.answer is not None and not questions.running)
        driver.frame(3)

    follow("From why-not to its answer", calls, lead)


def test_game_of_a_tournament_leads_to_the_table(driver: Driver, calls: list[str]) -> None:
    driver.app.choices.contests["isolation"] = ["greedy:open", "random"]
    driver.window._show(Arena(driver.app, driver.window, "isolation", (), "threads"))
    driver.frame(2)
    arena = driver.app.scene
    assert isinstance(arena, Arena)

    def lead() -> None:
        driver.key(pygame.K_SPACE)
        driver.until(lambda: arena.contest.news is not None and arena.contest.news.done > 1, 120)
        driver.frame(3)

    follow("From a tournament's game to the table", calls, lead)
