"""Measures what compiling behind a game costs the game: nodes a second of an endless analysis of chess, and
milliseconds between two frames, in turns with a child of the lowest priority at work and with none. Kernels
are kept in a folder of its own. On a quiet machine:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_behind.py --rounds 6
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from driving import Driver

from engines.compiling import kernel_processes
from engines.player_text import parse_player
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.record import Record
from games.registry import game_names, load_game
from study.game.later_parts import later_parts
from study.game.session import Session
from ui.app import SWITCH_SECONDS

SECONDS = 6.0
FRAME = 1 / 60
BEGINS = 2.0
"""Seconds that a child takes to load the compiler; they are not measured."""


def turn(driver: Driver, session: Session, frames: list[float]) -> float:
    """Draws frames for a while. Returns the nodes a second."""
    began, nodes, at = time.perf_counter(), session.study.counters[0], time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        driver.app.frame()
        time.sleep(max(0.0, FRAME - (time.perf_counter() - at)))
        now = time.perf_counter()
        frames.append(1000 * (now - at))
        at = now
    return (session.study.counters[0] - nodes) / (time.perf_counter() - began)


def rest(driver: Driver, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        driver.app.frame()
        time.sleep(FRAME)


def measure(rounds: int) -> None:
    driver = Driver(Path(tempfile.mkdtemp()))
    settings, people = driver.app.settings, (parse_player("human", "chess"),) * 2
    session = Session(Record.start(load_game("chess")), people, settings, driver.saves)
    driver.window.play(session)
    driver.window._precompile.close()
    kernel_processes.compile_later(())
    session.study.analysing = True
    driver.until(lambda: session.study.counters[0] > 100_000, 600)
    parts = [part for game in game_names() for part in later_parts(game, (), settings)]
    ratios, alone, behind = [], list[float](), list[float]()
    for number in range(rounds):
        speeds = {}
        for compiles in (False, True) if number % 2 else (True, False):
            kernel_processes.compile_later(parts if compiles else ())
            rest(driver, BEGINS)
            speeds[compiles] = turn(driver, session, behind if compiles else alone)
            if compiles and not kernel_processes.left():
                raise SystemExit("all is compiled; choose fewer rounds")
        ratios.append(speeds[True] / speeds[False])
        print(
            f"{speeds[False]:,.0f} nodes/s alone, {speeds[True]:,.0f} with a child: {ratios[-1]:.3f}",
            flush=True,
        )
    for name, frames in (("alone", alone), ("with a child", behind)):
        frames.sort()
        p99 = frames[len(frames) * 99 // 100]
        print(f"{name}: frames p50 {median(frames):.1f} ms, p99 {p99:.1f} ms, longest {frames[-1]:.0f} ms")
    print(f"nodes a second with a child: {median(ratios):.3f} of those without (median)")
    driver.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    asked = parser.parse_args()
    os.environ["PLYGLASS_CACHE"] = tempfile.mkdtemp()
    keep_kernels_in(default_folder())
    kernel_processes.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        measure(asked.rounds)
    finally:
        kernel_processes.end()
