"""Measures how long all parts that the window can ask for take to compile, in seconds of the processor, each
in a process of its own with no kernel kept. Writes `assets/compile_seconds.json`: what a window expects of a
computer on which it has not compiled yet.

    PYTHONPATH=. python tests/engines/compiling/measure_part_seconds.py
"""

import json
import platform
import subprocess
import sys
import tempfile

from engines.compiling.compile_times import SHIPPED
from engines.compiling.kernel_parts import KernelPart, modules_of_kinds
from engines.player_text import parse_player
from games.registry import game_names
from study.game.later_parts import later_parts
from study.settings.settings import Settings

RUN = """
import sys, time
from importlib import import_module
from pathlib import Path
from engines.compiling.kernel_parts import KernelPart
from games.compiling.kept_kernels import keep_kernels_in
import numba
for module in sys.argv[3:]:
    import_module(module)
keep_kernels_in(Path(sys.argv[1]))
began = time.process_time()
KernelPart.from_line(sys.argv[2]).compile()
print(time.process_time() - began)
"""


PROGRAMS = {"chess": (parse_player("selective:classical", "chess"),)}
"""Programs that the window proposes by no default."""


def seconds_of(part: KernelPart) -> float:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", RUN, folder, part.to_line(), *modules_of_kinds()]
        return float(
            subprocess.run(words, capture_output=True, text=True, check=True, encoding="utf-8").stdout
        )


if __name__ == "__main__":
    found = {}
    for game in game_names():
        for part in later_parts(game, PROGRAMS.get(game, ()), Settings()):
            found[part.measured_as] = round(seconds_of(part), 2)
            print(part.measured_as, found[part.measured_as], flush=True)
    measured = f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
    text = json.dumps({"measured": f"seconds of the processor, {measured}", "seconds": found}, indent=1)
    SHIPPED.write_text(text + "\n", encoding="utf-8", newline="\n")
