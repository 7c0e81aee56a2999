"""The process that compiles kernels for another one: what `engines.compiling.kernel_processes` starts.

It reads one part (`engines.compiling.kernel_parts`) a line, compiles it, has it kept, and writes the same
line. It ends at once when its input ends: then the program that started it is gone. It loads nothing of a
person's own.
"""

import gc
import importlib
import os
import queue
import sys
import threading
from pathlib import Path

from engines.compiling.kernel_parts import KernelPart
from engines.jobs import let_others_go_first
from games.compiling.kept_kernels import keep_kernels_in


def serve(folder: str) -> None:
    """Compiles what standard input asks for, and keeps it in `folder`."""
    keep_kernels_in(Path(folder))
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    told, answers = sys.stdin, sys.stdout
    sys.stdout = sys.stderr  # nothing else is an answer

    def listen() -> None:
        for line in told:
            waiting.put(line)
        os._exit(0)  # whatever the compiler is at

    threading.Thread(target=listen, name="listen", daemon=True).start()
    let_others_go_first()
    gc.disable()  # a compiler makes a million objects that stay, and the process ends soon
    importlib.import_module("numba")  # while nothing is asked for yet
    while True:
        part = KernelPart.from_line(waiting.get())
        part.compile()
        answers.write(part.to_line() + "\n")
        answers.flush()
