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
from study.core.settings import EngineSettings
from study.game.session import Session
from study.review.ask_why_not import ask_why_not
from study.review.background_review import Review
from study.why_not.questions import WhyNotQuestions
from ui.app import NEVER
from ui.panels.tree.search_tree import SearchTreePanel
from ui.scenes.arena.arena import Arena
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

MEGABYTES = 16
"""Of a search's table."""

GAMES, QUESTIONS, ARENA_GAMES = 300, 200, 200
PLAY_MINUTES, STEP_MINUTES = 20.0, 10.0
ROUNDS = 4
"""How often each game has its turn; the first time, kernels, fonts and pictures come that stay."""

GAMES_LEFT_AT_ONCE = 5
"""One in so many, while its kernels compile if they are not there."""

LONG_GAME = 150
"""Plies, at most, of the game that is stepped through."""


@dataclass(frozen=True)
class Figures:
    """Megabytes that the process held at the end of the warm-up and at the end, the difference, and at its
    peak; how many threads it had at those two moments; how often that was looked at, in so many seconds."""

    scenario: str
    looks: int
    seconds: float
    warm: float
    end: float
    grown: float
    peak: float
    threads: tuple[int, int]


def resident() -> float:
    """Megabytes of this process in memory. For Linux alone, as is `peak`."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak() -> float:
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


class TimeIsUp(Exception):
    """The scenario ends with what it has done."""


class Soak:
    """A window in use. `note` is called each time that something was done, `end_warm_up` when all is there
    that stays."""

    def __init__(self, share: float, folder: Path, minutes: float) -> None:
        self.share = share
        self._seconds = 60 * minutes
        self.driver = Driver(folder)
        engine = EngineSettings(table_megabytes=MEGABYTES)
        self.driver.app.settings = self.driver.app.settings.model_copy(update={"engine": engine})
        self._began = time.perf_counter()
        self._notes: list[tuple[float, int]] = []
        self._warm = 0  # how many notes are of the warm-up

    def end_warm_up(self) -> None:
        self._warm = self._warm or len(self._notes)

    def note(self) -> None:
        """Looks at the memory; TimeIsUp where the scenario has taken as long as it may."""
        if time.perf_counter() - self._began > self._seconds:
            raise TimeIsUp
        self._notes.append((resident(), threading.active_count()))

    def figures(self, scenario: str) -> Figures:
        notes = self._notes
        some = max(1, len(notes) // 20)  # whether a search is just at it should not matter
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

    # What a person does

    def frames(self, seconds: float) -> None:
        """Goes on so long, 60 frames a second."""
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
        """A game against the usual program, as White."""
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
            self.until(lambda: session.over or session.human_may_move)
            if session.over:
                return
            session.enter(session.position.moves[draws.below(len(session.position.moves))])
        self.until(lambda: session.over or session.human_may_move)

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
        self.until(lambda: not play.session.analysis.hinting)

    def review(self, play: Play) -> None:
        play.commands.run("review")
        self.until(
            lambda: not play.session.study.of(Review).goes_on or not play.session.study.of(Review).running
        )

    def record(self, play: Play) -> None:
        if not play.session.shown.moves:
            return
        panel = next(each for each in play.places.panels if isinstance(each, SearchTreePanel))
        open_page(self.driver, play, panel)
        recordings = panel.recordings
        assert recordings is not None
        recordings.begin(play.session.study)
        self.until(lambda: not recordings.running)
        self.driver.frame(2)
        self.driver.key(pygame.K_ESCAPE)

    # The scenarios

    def games(self) -> None:
        """All games in turn: opened, played a little, asked about, left; some left at once."""
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
        """Programs play each other, game after game in one screen, all games in turn."""
        seconds = 60 * PLAY_MINUTES * self.share
        for game in game_names() * ROUNDS:
            play = self.open(self.new_record(game), (opponent(game), opponent(game)))
            play.session.pace = 0
            ends = time.perf_counter() + seconds / len(game_names()) / ROUNDS
            while time.perf_counter() < ends:
                self.frames(0.5)
                if play.session.over:
                    self.driver.key(pygame.K_n)
                self.note()
            del play
            self.leave()
            if game == game_names()[-1]:
                self.end_warm_up()

    def stepping(self) -> None:
        """Through a long game, forwards and back, each position analysed as it is shown."""
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
            if play.session.cursor in (0, len(record.plies)):
                key = pygame.K_LEFT if play.session.cursor else pygame.K_RIGHT
        self.leave()

    def questions(self) -> None:
        """Why not this move? In positions of all games, some of one game after another."""
        draws = Draws(3)
        for game in game_names() * ROUNDS:
            play = self.start(game)
            for _ in range(max(1, round(QUESTIONS * self.share / len(game_names()) / ROUNDS))):
                if play.session.over:
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
        """Tournaments of all games in turn, each left when it is over."""
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
        """Has the fewest games played that the screen offers; how many those are."""
        name = default_heuristic(game).name
        self.driver.app.choices.contests[game] = [f"alphabeta:{name},nodes=2000", f"greedy:{name}"]
        arena = Arena(self.driver.app, self.driver.window, game, (), "threads")
        self.driver.window._show(arena)
        self.driver.frame(2)
        arena.setup.games.choose(0)
        arena.setup.seed.show(str(seed))
        self.driver.key(pygame.K_SPACE)
        self.until(lambda: arena.contest.over or arena.contest.error)
        assert not arena.contest.error and arena.contest.news is not None, arena.contest.error
        return arena.contest.news.done


SCENARIOS: dict[str, Callable[[Soak], None]] = {
    "games": Soak.games,
    "two programs": Soak.two_programs,
    "stepping": Soak.stepping,
    "questions": Soak.questions,
    "arena": Soak.arena,
}


def opponent(game: str) -> PlayerSpec:
    """The program that the window proposes, which takes a twentieth of a second for a move."""
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
    gc.freeze()  # as the program's own start does, and then its window
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
