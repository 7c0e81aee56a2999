"""Measures what a window says by itself after a heuristic's file is saved: seconds until the Evaluation has
the new rows, until the first sentence of the check, and until the new version is compared with the one before
on 200 positions; and the time between frames meanwhile, at most 60 a second. Each edit changes a weight and a
term. On a quiet machine:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_saved.py   # all games, a process for each
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_saved.py chess
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from driving import Driver
from measure_edits import MORE, edited

from engines.player_text import parse_player
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.record import Record
from games.registry import game_names, load_game
from heuristics.lens import Breakdown
from heuristics.registry import look_in
from own_heuristics import write
from study.check.check import HeuristicCheck, changes_in_words
from study.evaluation.breakdowns import breakdown_now
from study.game.session import Session
from study.user_files.new_heuristic import new_heuristic
from ui.app import SWITCH_SECONDS

EDITS = 5
FRAME = 1 / 60
PATIENCE = 300.0
REST = 5.0
"""Seconds of drawing before the first edit, to compare with."""


class Frames:
    """Draws a window's frames, at most 60 a second, and notes the milliseconds between their beginnings."""

    def __init__(self, driver: Driver) -> None:
        self.between: list[float] = []
        self._driver = driver
        self._began = 0.0

    def until(self, condition: Callable[[], object]) -> float:
        """Draws until a condition holds; returns the time then."""
        end = time.perf_counter() + PATIENCE
        while not condition():
            began = time.perf_counter()
            assert began < end, "it never happened"
            if self._began:
                self.between.append(1000 * (began - self._began))
            self._began = began
            self._driver.app.frame()
            time.sleep(max(0.0, FRAME - (time.perf_counter() - began)))
        return time.perf_counter()

    def in_words(self) -> str:
        """The times between the frames so far, which are then forgotten."""
        between, self.between = sorted(self.between), []
        median, most = (between[len(between) * share // 100] for share in (50, 99))
        return f"median {median:.1f}, p99 {most:.1f}, longest {between[-1]:.0f} ms of {len(between)}"


def measure(game: str) -> None:
    folder = Path(tempfile.mkdtemp())
    file = new_heuristic("mine", game, folder)
    text = file.read_text(encoding="utf-8") + MORE
    write(file, edited(text, 0))
    look_in(folder)
    driver = Driver(Path(tempfile.mkdtemp()))
    people = (parse_player("human", game), parse_player("human", game))
    settings = driver.app.settings
    record = Record.start(load_game(game), settings.options_for(game))
    study = driver.window.play(Session(record, people, settings, driver.saves)).session.study
    study.set_lens("mine")
    check = study.of(HeuristicCheck)
    frames = Frames(driver)
    rest = time.perf_counter() + REST
    frames.until(lambda: time.perf_counter() > rest)
    at_rest = frames.in_words()
    rows, sentences, scans, changed = [], [], [], []
    for edit in range(EDITS):
        before = study.lens
        write(file, edited(text.replace("weight=1.0", f"weight={(-1) ** edit * (2 + edit)}"), 1 + edit))
        began = time.perf_counter()

        def has_rows(before: object = before) -> bool:
            return study.lens != before and isinstance(breakdown_now(study), Breakdown)

        rows.append(frames.until(has_rows) - began)

        def is_compared() -> bool:
            scanned = check.scan.scanned
            return scanned is not None and scanned.lenses[1].heuristic is study.lens.heuristic

        frames.until(is_compared)
        sentences.append(frames.until(lambda: check.said) - began)
        scans.append(frames.until(lambda: not check.scan.running) - began)
        changed.append(changes_in_words(check.scan))
    figures = " / ".join(
        f"{name} {each[0]:.2f}, {statistics.median(each[1:]):.2f}, {max(each[1:]):.2f}"
        for name, each in (("rows", rows), ("sentence", sentences), ("scan", scans))
    )
    print(f"{game}: first edit, median and most of the later ones, in s: {figures}")
    print(f"frames: {frames.in_words()}; before: {at_rest}; {'; '.join(changed)}", flush=True)
    driver.close()


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    sys.setswitchinterval(SWITCH_SECONDS)
    if sys.argv[1:]:
        measure(sys.argv[1])
    else:
        for each in game_names():
            subprocess.run([sys.executable, __file__, each], check=True)
