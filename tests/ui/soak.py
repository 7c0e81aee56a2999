"""The window in long use: what memory it takes, and whether that grows.

    PYTHONPATH=.:tests:tests/ui python tests/ui/soak.py games --share 0.05

plays one of the SCENARIOS in a window that nobody sees, with tables of 16 MB, and prints its figures as
JSON; a `--share` of 1 is all of it. Each needs a process of its own, for the peak is that of a process.
"""

import argparse
import gc
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from statistics import median

import pygame
from driving import Driver, open_page

from engines.player_kinds import PlayerSpec
from engines.player_text import default_opponent, parse_player
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic
from study.game.session import Session
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.settings.settings import EngineSettings
from study.why_not.questions import WhyNotQuestions
from ui.app import NEVER
from ui.panels.tree.search_tree import SearchTreePanel
from ui.scenes.arena.arena import Arena
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

MEGABYTES = 16
"""Megabytes of a search's table."""

GAMES, QUESTIONS, ARENA_GAMES = 300, 200, 200
PLAY_MINUTES, STEP_MINUTES = 20.0, 10.0
ROUNDS = 4
"""How often each game has its turn. The first turn loads kernels, fonts and pictures, which stay."""

GAMES_LEFT_AT_ONCE = 5
"""One in this many games is left at once, while its kernels may still compile."""

LONG_GAME = 150
"""The most plies of the game that is stepped through."""


@dataclass(frozen=True)
class Figures:
    """Megabytes of the process at the end of the warm-up, at the end, their difference, and at the peak; its
    threads at the first two moments; and how many times, in how many seconds, memory was looked at."""

    scenario: str
    looks: int
    seconds: float
    warm: float
    end: float
    grown: float
    peak: float
    threads: tuple[int, int]


def resident() -> float:
    """Megabytes of this process in memory. Linux only, like `peak`."""
    return (
        int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
        * os.sysconf("SC_PAGE_SIZE")
        / 2**20
    )


def peak() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


class TimeIsUp(Exception):
    """Ends the scenario with the results so far."""


class Soak:
    """A window in use. Call `note` after each action, and `end_warm_up` once everything permanent has been
    loaded."""

    def __init__(self, share: float, folder: Path, minutes: float) -> None:
        self.share = share
        self._seconds = 60 * minutes
        self.driver = Driver(folder)
        engine = EngineSettings(table_megabytes=MEGABYTES)
        self.driver.app.settings = self.driver.app.settings.model_copy(update={"engine": engine})
        self._began = time.perf_counter()
        self._notes: list[tuple[float, int]] = []
        self._warm = 0  # how many notes belong to the warm-up

    def end_warm_up(self) -> None:
        self._warm = self._warm or len(self._notes)

    def note(self) -> None:
        """Records the memory; raises TimeIsUp where the scenario has taken its time."""
        if time.perf_counter() - self._began > self._seconds:
            raise TimeIsUp
        self._notes.append((resident(), threading.active_count()))

    def figures(self, scenario: str) -> Figures:
        notes = self._notes
        some = max(1, len(notes) // 20)  # averages, because a running search should not matter
        warm, end = notes[max(0, self._warm - some) : self._warm], notes[-some:]
        held = [median(memory for memory, _ in each) for each in (warm, end)]
        return Figures(
            scenario,
            len(notes),
            round(time.perf_counter() - self._began, 1),
            round(held[0], 1),
            round(held[1], 1),
            round(held[1] - held[0], 1),
            round(peak(), 1),
            (warm[0][1], end[-1][1]),
        )

    # Actions

    def frames(self, seconds: float) -> None:
        """Draws 60 frames a second for `seconds`."""
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends:
            self.driver.frame()
            time.sleep(1 / 60)

    def until(self, condition: Callable[[], object], seconds: float = 300.0) -> None:
        ends = time.perf_counter() + seconds
        while not condition():
            assert time.perf_counter() < ends, "it did not happen in time"
            self.driver.frame()
            time.sleep(0.005)

    def new_record(self, game: str) -> Record:
        return Record.start(load_game(game), self.driver.app.settings.options_for(game))

    def open(self, record: Record, players: tuple[PlayerSpec, PlayerSpec], seed: int = 0) -> Play:
        app = self.driver.app
        session = Session(record, players, app.settings, self.driver.saves, seed)
        return self.driver.window.play(session)

    def start(self, game: str, seed: int = 0) -> Play:
        """Starts a game as White against the usual program."""
        players = (parse_player("human", game), opponent(game))
        return self.open(
            Record.start(load_game(game), self.driver.app.settings.options_for(game)), players, seed
        )

    def leave(self) -> None:
        while not isinstance(self.driver.app.scene, Home):
            self.driver.key(pygame.K_ESCAPE)
        self.driver.frame(2)

    def make_moves(self, play: Play, moves: int, draws: Draws) -> None:
        session = play.session
        for _ in range(moves):
            self.until(lambda: session.study.over or session.turn.person_may_move)
            if session.study.over:
                return
            session.turn.enter(
                session.study.record.position.moves[draws.below(len(session.study.record.position.moves))]
            )
        self.until(lambda: session.study.over or session.turn.person_may_move)

    def ask_why_not(self, play: Play, draws: Draws) -> None:
        study = play.session.study
        if study.position.moves:
            ask_why_not(study, (study.position.moves[draws.below(len(study.position.moves))],))
            self.until(lambda: not study.of(WhyNotQuestions).running)
            assert study.of(WhyNotQuestions).problem == ""

    def ask_hint(self, play: Play) -> None:
        self.driver.key(pygame.K_h)
        self.frames(0.1)
        self.driver.key(pygame.K_m)
        self.until(lambda: play.session.study.hint_for is None)

    def review(self, play: Play) -> None:
        play.commands.run("review")
        self.until(
            lambda: (
                not play.session.study.of(BackgroundReview).goes_on
                or not play.session.study.of(BackgroundReview).running
            )
        )

    def record(self, play: Play) -> None:
        if not play.session.study.position.moves:
            return
        panel = next(each for each in play.dock.panels if isinstance(each, SearchTreePanel))
        open_page(self.driver, play, panel)
        recordings = panel.recordings
        assert recordings is not None
        recordings.begin(play.session.study)
        self.until(lambda: not recordings.running)
        self.driver.frame(2)
        self.driver.key(pygame.K_ESCAPE)

    # Scenarios

    def games(self) -> None:
        """Plays all games in turn: opens each, plays a little, asks questions, leaves; leaves some at
        once."""
        draws, names = Draws(1), game_names()
        for number in range(max(3 * len(names), round(GAMES * self.share))):
            play = self.start(names[number % len(names)], number)
            if number % GAMES_LEFT_AT_ONCE == (number // len(names)) % GAMES_LEFT_AT_ONCE:
                self.frames(0.2)
            else:
                self.make_moves(play, 2, draws)
                self.ask_why_not(play, draws)
                self.ask_hint(play)
                self.review(play)
                self.record(play)
            del play
            self.leave()
            self.note()
            if number + 1 == 2 * len(names):
                self.end_warm_up()

    def two_programs(self) -> None:
        """Lets programs play each other, game after game on one screen, in all games in turn."""
        seconds = 60 * PLAY_MINUTES * self.share
        for game in game_names() * ROUNDS:
            play = self.open(self.new_record(game), (opponent(game), opponent(game)))
            play.session.study.pace = 0
            ends = time.perf_counter() + seconds / len(game_names()) / ROUNDS
            while time.perf_counter() < ends:
                self.frames(0.5)
                if play.session.study.over:
                    self.driver.key(pygame.K_n)
                self.note()
            del play
            self.leave()
            if game == game_names()[-1]:
                self.end_warm_up()

    def stepping(self) -> None:
        """Steps through a long game, forwards and back, and analyses each shown position."""
        record, draws = Record.start(load_game("chess")), Draws(2)
        while len(record.plies) < LONG_GAME and record.position.moves:
            record.play(record.position.moves[draws.below(len(record.position.moves))])
        people = (parse_player("human", "chess"),) * 2
        play = self.open(record, people)
        self.driver.key(pygame.K_a)
        began, seconds = time.perf_counter(), 60 * STEP_MINUTES * self.share
        key = pygame.K_LEFT
        while (passed := time.perf_counter() - began) < seconds:
            self.driver.key(key)
            self.frames(0.5)
            self.note()
            if passed > seconds / ROUNDS:
                self.end_warm_up()
            if play.session.study.cursor in (0, len(record.plies)):
                key = pygame.K_LEFT if play.session.study.cursor else pygame.K_RIGHT
        self.leave()

    def questions(self) -> None:
        """Asks why not this move, in positions of all games; several in a row from one game."""
        draws = Draws(3)
        for game in game_names() * ROUNDS:
            play = self.start(game)
            for _ in range(max(1, round(QUESTIONS * self.share / len(game_names()) / ROUNDS))):
                if play.session.study.over:
                    self.driver.key(pygame.K_n)
                    self.driver.frame()
                self.make_moves(play, 1, draws)
                self.ask_why_not(play, draws)
                self.note()
            del play
            self.leave()
            if game == game_names()[-1]:
                self.end_warm_up()

    def arena(self) -> None:
        """Plays tournaments of all games in turn, and leaves each when it is over."""
        names, played = game_names(), 0
        for number in count():
            if played >= ARENA_GAMES * self.share and number > len(names):
                return
            played += self.tournament(names[number % len(names)], number)
            self.leave()
            self.note()
            if number + 1 == len(names):
                self.end_warm_up()

    def tournament(self, game: str, seed: int) -> int:
        """Plays the smallest tournament that the screen offers; returns the number of its games."""
        name = default_heuristic(game).name
        self.driver.app.choices.contests[game] = [f"alphabeta:{name},nodes=2000", f"greedy:{name}"]
        arena = Arena(self.driver.app, self.driver.window, game, (), "threads")
        self.driver.window._show(arena)
        self.driver.frame(2)
        arena.setup.games.choose(0)
        arena.setup.seed.show(str(seed))
        self.driver.key(pygame.K_SPACE)
        self.until(lambda: arena.contest.over or arena.contest.problem)
        assert not arena.contest.problem and arena.contest.news is not None, arena.contest.problem
        return arena.contest.news.done


SCENARIOS: dict[str, Callable[[Soak], None]] = {
    "games": Soak.games,
    "two programs": Soak.two_programs,
    "stepping": Soak.stepping,
    "questions": Soak.questions,
    "arena": Soak.arena,
}


def opponent(game: str) -> PlayerSpec:
    """The program that the window suggests, with a twentieth of a second for a move."""
    spec = default_opponent(game)
    options = tuple((name, 50 if name == "ms" else value) for name, value in spec.options)
    return replace(spec, options=options)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="the most that it may take")
    arguments = parser.parse_args()
    keep_kernels_in(default_folder())
    gc.collect()
    gc.freeze()  # as the program does when it starts
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(arguments.share, Path(folder), arguments.minutes)
        with suppress(TimeIsUp):
            SCENARIOS[arguments.scenario](soak)
        figures = soak.figures(arguments.scenario)
        soak.driver.close()
    print(json.dumps(asdict(figures)))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
