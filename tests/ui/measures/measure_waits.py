"""Measures what a person waits for in a window whose folder of kernels is empty at first: a game from the
home screen, ten moves against level 3, then the first answers of Review, Tree, Lesson, Why not, Compare, an
analysis and a match between levels. On a quiet machine:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_waits.py chess --after 90
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_waits.py morris --home 180
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_waits.py chess --lesson

`--after` is the number of seconds from the start until the pages are opened, `--home` the number of seconds
at the home screen before the game is opened. 0 stands for: when all of the game is compiled; at the home
screen, when all games are. `--lesson` asks *How does it think?* first. `--folder` names a folder of kernels,
as for a second start. `--hurried` gives all children the priority of searches, for a machine that others use.
Each line says of a step: seconds on the clock; of the processor, of the window and its children; how long it
waited for which parts; what was compiled in the window's own process; and the longest time between two
frames.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from waits import Step, Waits, processor_seconds

from engines.compiling import kernel_processes, uncompiled_searches
from engines.compiling.child_process import ChildProcess
from games.compiling.kept_kernels import SUFFIX, default_folder, keep_kernels_in
from games.registry import game_names
from ui.app import SWITCH_SECONDS


def measure(game: str, after: float | None, home: float | None, lesson: bool = False) -> dict[str, Any]:
    """The steps and their sums."""
    keep_kernels_in(default_folder())
    kernel_processes.begin()
    uncompiled_searches.begin()
    sys.setswitchinterval(SWITCH_SECONDS)
    waits = Waits(Path(tempfile.mkdtemp()))
    if lesson:
        waits.first_lesson()
    if home is not None:
        waits.driver.app.scene.choose_game(game)  # type: ignore[attr-defined]
        waits.rest("home", home)
    play = waits.begin(game)
    waits.moves(play)
    if after is not None:
        waits.rest("playing", after, game)
    waits.pages(play)
    waits.match(game)
    seconds, processor = time.perf_counter() - waits.began, processor_seconds()
    waits.close()
    kernel_processes.end()
    uncompiled_searches.end()
    frames = sorted(each for step in waits.steps for each in step.frames)
    return {
        "steps": waits.steps,
        "waits": sum(step.waits for step in waits.steps),
        "waited": sum(step.waited + step.own for step in waits.steps),
        "kernels": sum(path.suffix == SUFFIX for path in default_folder().iterdir()),
        "seconds": seconds,
        "processor": processor,
        "frame_p99": frames[len(frames) * 99 // 100],
        "frame_max": frames[-1],
    }


def only_marked(child: ChildProcess) -> None:
    """In place of `send_to_background`: leaves the priority as it is."""
    child.in_background = True


def line(step: Step) -> str:
    """What is printed of a step."""
    taken = f"{step.name:10} {step.seconds:7.2f} s, {step.processor:6.2f} s of the processor"
    waited = f"; waited {step.waited:.2f} s for {', '.join(step.parts)}" if step.parts else ""
    own = f"; {step.functions} functions compiled in the window, {step.own:.2f} s" if step.functions else ""
    return f"{taken}; frames {max(step.frames, default=0.0):.0f} ms{waited}{own}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--after", type=float)
    parser.add_argument("--home", type=float)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--lesson", action="store_true")
    parser.add_argument("--hurried", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    os.environ["PLYGLASS_CACHE"] = str(asked.folder or tempfile.mkdtemp())
    if asked.hurried:
        ChildProcess.send_to_background = only_marked  # type: ignore[method-assign]
        kernel_processes.BUSY = 0.0
    found = measure(asked.game, asked.after, asked.home, asked.lesson)
    if asked.json:
        print(json.dumps(found, default=asdict))
    else:
        for step in found["steps"]:
            print(line(step))
        print(
            f"{found['waits']} waits, {found['waited']:.1f} s; {found['kernels']} kernels kept; "
            f"{found['seconds']:.1f} s, {found['processor']:.1f} s of the processor; "
            f"frames p99 {found['frame_p99']:.1f} ms, longest {found['frame_max']:.0f} ms"
        )
