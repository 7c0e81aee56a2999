"""Measures what a window says by itself after a heuristic's file is saved: seconds until the Evaluation has
the new rows, until the first sentence of the check, until the new version is compared with the one before on
200 positions, and until the check is over. In brackets are seconds of this process's processor time. Each
edit changes a weight and a term.

Then the milliseconds between frames meanwhile, at most 60 a second: all of them, and without those in which
other programs had the processor that the window's thread wanted (counted on Linux alone). With kernels kept
(`main.py compile`):

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_saved.py   # all games, a process for each
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_saved.py chess
"""

import gc
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from driving import Driver
from measure_edits import MORE, edited

from engines.compiling import kernel_processes
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
from ui.app import NEVER, SWITCH_SECONDS

EDITS = 5
FRAME = 1 / 60
PATIENCE = 300.0
REST = 5.0
"""Seconds of drawing before the first edit, to compare with."""


def waited() -> float:
    """Seconds in which the calling thread was ready and had no processor; 0.0 where nobody counts them."""
    counts = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
    try:
        return int(counts.read_text(encoding="utf-8").split()[1]) / 1e9
    except OSError:
        return 0.0


class Frames:
    """Draws a window's frames, at most 60 a second, and notes the milliseconds between their beginnings:
    all of them, and without those in which it waited for a processor."""

    def __init__(self, driver: Driver) -> None:
        self.between: list[tuple[float, float]] = []
        self._driver = driver
        self._began = self._waited = 0.0

    def until(self, condition: Callable[[], object]) -> float:
        """Draws until a condition holds; returns the time then."""
        end = time.perf_counter() + PATIENCE
        while not condition():
            began = time.perf_counter()
            assert began < end, "it never happened"
            lost = waited()
            if self._began:
                whole = 1000 * (began - self._began)
                self.between.append((whole, whole - 1000 * (lost - self._waited)))
            self._began, self._waited = began, lost
            self._driver.app.frame()
            time.sleep(max(0.0, FRAME - (time.perf_counter() - began)))
        return time.perf_counter()

    def in_words(self) -> str:
        """The times between the frames so far, which are then forgotten."""
        between, self.between = self.between, []
        told = []
        for name, times in zip(("all", "own"), zip(*between, strict=True), strict=True):
            ordered = sorted(times)
            shares = (ordered[len(ordered) * share // 100] for share in (50, 95, 99))
            told.append(f"{name} {', '.join(f'{each:.1f}' for each in shares)}, longest {ordered[-1]:.0f}")
        return f"p50, p95, p99 of {len(between)}: {'; '.join(told)} ms"


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
    frames.until(lambda: check.news is not None and not check.running)  # looked ahead
    frames.in_words()
    rest = time.perf_counter() + REST
    frames.until(lambda: time.perf_counter() > rest)
    print(f"{game}: frames at rest, {frames.in_words()}", flush=True)
    steps: dict[str, list[tuple[float, float]]] = {"rows": [], "sentence": [], "scan": [], "check": []}
    for edit in range(EDITS):
        before = study.lens
        write(file, edited(text.replace("weight=1.0", f"weight={(-1) ** edit * (2 + edit)}"), 1 + edit))
        began = time.perf_counter(), time.process_time()

        def is_new(before: object = before) -> bool:
            return study.lens != before and isinstance(breakdown_now(study), Breakdown)

        def is_compared() -> bool:
            scanned = check.scan.scanned
            return scanned is not None and scanned.lenses[1].heuristic is study.lens.heuristic

        ends = (
            is_new,
            lambda: is_compared() and (check.is_known or changes_in_words(check.scan)),
            lambda: not check.scan.running,
            lambda: not check.running,
        )
        for name, over in zip(steps, ends, strict=True):
            steps[name].append((frames.until(over) - began[0], time.process_time() - began[1]))
        print(f"{game}: edit {edit}, {changes_in_words(check.scan)} {frames.in_words()}", flush=True)
    for name, found in steps.items():
        later = [statistics.median(each) for each in zip(*found[1:], strict=True)]
        most = [max(each) for each in zip(*found[1:], strict=True)]
        told = ", ".join(f"{seconds:.2f} ({processor:.2f})" for seconds, processor in (found[0], later, most))
        print(f"{game}: {name}, first edit, median and most of the later ones in s: {told}", flush=True)
    driver.close()


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    kernel_processes.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    if sys.argv[1:]:
        measure(sys.argv[1])
    else:
        for each in game_names():
            subprocess.run([sys.executable, __file__, each], check=True)
