"""Measures the first start of the window, with no kernel kept: seconds on the clock from *Watch* to the first
move of a program, and the frames meanwhile. Each game has a process and a cache folder of its own. The home
screen is open for 0 and for 30 seconds before, or for as many as are said. On a quiet machine:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_first_start.py
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_first_start.py chess 10

`--threads` has the window compile in its own threads, as where no process can be started.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from driving import Driver

from engines.compiling import kernel_processes
from games.compiling.kept_kernels import keep_kernels_in
from games.registry import game_names
from ui.app import SWITCH_SECONDS
from ui.scenes.home.who_plays import WATCH
from ui.scenes.play.play import Play

AT_HOME = (0.0, 30.0)
FRAME = 1 / 60


def measure(game: str, at_home: float, apart: bool) -> None:
    keep_kernels_in(Path(tempfile.mkdtemp()))
    if apart:
        kernel_processes.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
    driver = Driver(Path(tempfile.mkdtemp()))
    home = driver.app.scene
    home.choose_game(game)
    home.who.choose_mode(WATCH)
    frames: list[float] = []

    def frame() -> None:
        began = time.perf_counter()
        driver.app.frame()
        lasted = time.perf_counter() - began
        frames.append(1000 * lasted)
        time.sleep(max(0.0, FRAME - lasted))

    left = time.perf_counter() + at_home
    while time.perf_counter() < left:
        frame()
    began, cpu = time.perf_counter(), os.times()
    home.start()
    play = driver.app.scene
    assert isinstance(play, Play)
    play.session.study.pace = 0
    while not play.session.study.record.plies:
        frame()
    seconds = time.perf_counter() - began
    now = os.times()
    own = now.user + now.system - cpu.user - cpu.system
    frames.sort()
    print(
        f"{game}, {at_home:.0f} s at home: first move after {seconds:.2f} s ({own:.2f} s of the window's own "
        f"processor time), frames p99 {frames[len(frames) * 99 // 100]:.1f} ms, longest {frames[-1]:.1f} ms",
        flush=True,
    )
    driver.close()
    kernel_processes.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="?", choices=game_names())
    parser.add_argument("at_home", nargs="?", type=float)
    parser.add_argument("--threads", action="store_true")
    asked = parser.parse_args()
    if asked.game and asked.at_home is not None:
        measure(asked.game, asked.at_home, not asked.threads)
    else:
        more = ["--threads"] if asked.threads else []
        for each in [asked.game] if asked.game else game_names():
            for seconds in AT_HOME:
                subprocess.run([sys.executable, __file__, each, str(seconds), *more], check=True)
