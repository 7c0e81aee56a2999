"""Drives a window through a game and its pages as a person would, and counts what each step waits for."""

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from driving import Driver

from compile_events import CompileEvents
from engines.compiling import kernel_processes
from engines.compiling.kernel_processes import KernelProcesses
from engines.levels import LEVEL
from games.position import Position
from study.compare.heuristic_pair import HeuristicPair
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.tree.lesson import Lessons
from study.tree.tree_recordings import TreeRecordings
from study.why_not.questions import WhyNotQuestions
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.tree.lesson_page import LessonPanel
from ui.scenes.arena.arena import Arena
from ui.scenes.home.who_plays import PLAY
from ui.scenes.play.play import Play

FRAME = 1 / 60
MOVES = 10
"""The moves of the person in a game."""

PATIENCE = 1800.0
"""Seconds after which a step counts as never ending."""


@dataclass
class Step:
    """What a person did, and the seconds on the clock until the answer. `parts` are those that were compiled
    while somebody waited, and `waited` the seconds of that; `functions` were compiled in the window's own
    process, in `own` seconds of the processor. `frames` are milliseconds between the beginnings of frames."""

    name: str
    seconds: float = 0.0
    parts: list[str] = field(default_factory=list)
    waited: float = 0.0
    functions: int = 0
    own: float = 0.0
    processor: float = 0.0
    frames: list[float] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        """Whether it waited for the compiler."""
        return bool(self.parts or self.functions)


def processor_seconds() -> float:
    """Seconds of the processor of this process and of its children. Those of running children count under
    Linux alone."""
    times = os.times()
    total = times.user + times.system + times.children_user + times.children_system
    with_children = Path("/proc/self/task")
    if not with_children.exists():
        return total
    for task in with_children.iterdir():
        try:
            children = (task / "children").read_text(encoding="ascii").split()
        except OSError:
            continue
        for child in children:
            try:
                fields = Path("/proc", child, "stat").read_text(encoding="ascii").rpartition(")")[2].split()
            except OSError:
                continue
            total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


class Waits:
    """A window whose steps are counted. Kernels are kept in the folder that the process keeps them in."""

    def __init__(self, folder: Path) -> None:
        self.steps: list[Step] = []
        self.began = time.perf_counter()
        self._events = CompileEvents()
        self._lock = threading.Lock()
        self._compile = KernelProcesses.compile
        watcher = self

        def compile(self: KernelProcesses, parts: Any, *tell: Any) -> None:
            missing = [part for part in parts if not part.is_ready()]
            before = time.perf_counter()
            watcher._compile(self, parts, *tell)
            if missing:
                with watcher._lock:
                    watcher.steps[-1].parts += [part.measured_as for part in missing]
                    watcher.steps[-1].waited += time.perf_counter() - before

        KernelProcesses.compile = compile  # type: ignore[method-assign]
        self.driver = Driver(folder)
        self._frame_at = 0.0

    def close(self) -> None:
        self.driver.close()
        KernelProcesses.compile = self._compile  # type: ignore[method-assign]

    def frame(self) -> None:
        began = time.perf_counter()
        if self.steps and self._frame_at:
            self.steps[-1].frames.append(1000 * (began - self._frame_at))
        self._frame_at = began
        self.driver.app.frame()
        time.sleep(max(0.0, FRAME - (time.perf_counter() - began)))

    @contextmanager
    def step(self, name: str) -> Iterator[Step]:
        step = Step(name)
        self.steps.append(step)
        began, processor = time.perf_counter(), processor_seconds()
        functions, own = len(self._events.rows), self._events.seconds
        yield step
        step.seconds, step.processor = time.perf_counter() - began, processor_seconds() - processor
        step.functions, step.own = len(self._events.rows) - functions, self._events.seconds - own

    def until(self, condition: Callable[[], object]) -> None:
        deadline = time.perf_counter() + PATIENCE
        while not condition():
            if time.perf_counter() > deadline:
                raise AssertionError(f"{self.steps[-1].name} never ended")
            scene = self.driver.app.scene
            if isinstance(scene, Play) and scene.session.study.failure:
                raise AssertionError(f"{self.steps[-1].name}: {scene.session.study.failure}")
            self.frame()

    def rest(self, name: str, until: float, game: str = "") -> None:
        """Draws frames until the window has been open for `until` seconds; 0.0: until nothing is left to
        compile, of one game or of all."""
        with self.step(name):
            if until:
                while time.perf_counter() - self.began < until:
                    self.frame()
            else:
                self.until(
                    lambda: (
                        not self.lists
                        and not (kernel_processes.left().get(game) if game else kernel_processes.left())
                    )
                )

    @property
    def lists(self) -> bool:
        """Whether it is not known yet what is left to compile."""
        assert not self.driver.window._precompile.problem
        listing = self.driver.window._precompile._list
        return listing is None or not listing.over

    # What a person does

    def begin(self, game: str) -> Play:
        """Starts a game as the home screen proposes it, which is against level 3."""
        home = self.driver.app.scene
        home.choose_game(game)  # type: ignore[attr-defined]
        home.who.choose_mode(PLAY)  # type: ignore[attr-defined]
        home.start()  # type: ignore[attr-defined]
        play = self.driver.app.scene
        assert isinstance(play, Play)
        return play

    def first_lesson(self) -> None:
        """Asks the home screen how a program thinks, which shows a search of 31 nodes."""
        with self.step("Thinks"):
            self.driver.app.scene.learn()  # type: ignore[attr-defined]
            play = self.driver.app.scene
            assert isinstance(play, Play)
            panel = next(panel for panel in play.dock.panels if isinstance(panel, LessonPanel))
            self.until(lambda: panel.lessons and (panel.lessons.lesson or panel.lessons.problem))
        self.driver.app.pop()

    def moves(self, play: Play, count: int = MOVES, seed: int = 5) -> None:
        """Plays `count` random moves of a person, with the program's answers."""
        session, draw = play.session, random.Random(seed)
        for number in range(count):
            with self.step(f"move {number + 1}"):
                mine: Position = session.study.record.position
                self.until(
                    lambda: (
                        session.study.over or session.study.is_person(session.study.record.position.to_move)
                    )
                )
                if session.study.over:
                    return
                session.turn.enter(draw.choice(session.study.record.position.moves))
                self.until(
                    lambda mine=mine: (
                        session.study.over
                        or (
                            session.study.record.position is not mine
                            and session.study.is_person(session.study.record.position.to_move)
                        )
                    )
                )

    def pages(self, play: Play) -> None:
        """Asks each page for its first answer."""
        session = play.session
        study, dock = session.study, play.dock
        review = study.of(BackgroundReview)
        with self.step("Review"):
            review.begin(study)
            self.until(lambda: review.news.done > 0 or review.problem)
        review.drop()
        recordings = TreeRecordings(study.features.lanes.study)
        with self.step("Tree"):
            recordings.begin(study)
            self.until(lambda: recordings.tree or recordings.problem)
        recordings.drop()
        lessons = Lessons(study.features.lanes.study)
        with self.step("Lesson"):
            lessons.begin(study.position, study.lens, 2)
            self.until(lambda: lessons.lesson or lessons.problem)
        lessons.drop()
        with self.step("Why not"):
            study.go_to(max(0, len(session.study.record.plies) - 2))
            ask_why_not(study, (study.position.moves[-1],))
            self.until(lambda: study.of(WhyNotQuestions).answer or study.of(WhyNotQuestions).problem)
        study.of(WhyNotQuestions).drop()
        with self.step("Compare"):
            panel = next(panel for panel in dock.panels if isinstance(panel, TwoHeuristicsPanel))
            dock.show(panel, study)
            choices = study.of(HeuristicPair).choices
            self.until(lambda: choices.news.value is not None or choices.problem)
        with self.step("Analyse"):
            session.study.analysing = True
            self.until(lambda: session.analysis.search is not None and session.study.counters[0] > 0)
            session.study.analysing = False

    def match(self, game: str, levels: tuple[int, int] = (2, 4)) -> None:
        """Plays a match between two levels in the arena."""
        players = [f"{LEVEL}:{level}" for level in levels]
        self.driver.app.choices.contests[game] = players
        arena = self.driver.window.arena(game)
        assert isinstance(arena, Arena)
        with self.step("Match"):
            arena.contest.show(arena.setup.plan.tournament, 1)
            self.until(lambda: arena.contest.news is not None and arena.contest.news.done > 0)
            arena.contest.leave()
        self.driver.app.pop()
