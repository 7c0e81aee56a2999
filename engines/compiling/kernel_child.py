"""The process that compiles kernels for another process; `engines.compiling.kernel_processes` starts it.

It reads a part (`engines.compiling.kernel_parts`) per line, compiles and keeps it, and writes the same line
with the seconds of the processor that it took. After LOOK_FOR it only writes whether the part is kept. A line
IN_BACKGROUND gives it the lowest priority. It ends at once when its input ends, because then the program that
started it is gone. It loads no file of a person.
"""

import gc
import importlib
import threading
import time
from pathlib import Path

from engines.compiling.kernel_parts import KernelPart
from engines.standard_input import requests_of_parent
from games.compiling.kept_kernels import keep_kernels_in
from games.thread_priority import let_others_go_first, put_behind_all

IN_BACKGROUND, LOOK_FOR = "in background", "? "
IS_KEPT, IS_MISSING = "kept", "missing"


def serve(folder: str, *modules: str) -> None:
    """Compiles what standard input asks for, and keeps it in `folder`. `modules` add kinds of parts."""
    keep_kernels_in(Path(folder))
    worker = threading.get_native_id()

    def at_once(request: str) -> bool:
        if request == IN_BACKGROUND:
            put_behind_all(worker)  # even in the middle of compiling
        return request == IN_BACKGROUND

    waiting, answers = requests_of_parent(at_once)
    let_others_go_first(in_child=True)
    gc.disable()  # a compiler makes a million objects that stay, and the process ends soon
    for module in ("numba", *modules):  # before the first request, which then takes less time
        importlib.import_module(module)
    while True:
        request = waiting.get()
        if request.startswith(LOOK_FOR):
            is_ready = KernelPart.from_line(request.removeprefix(LOOK_FOR)).is_ready()
            answer = IS_KEPT if is_ready else IS_MISSING
        else:
            began = time.process_time()
            KernelPart.from_line(request).compile()
            answer = f"{request} {time.process_time() - began:.2f}"
        answers.write(answer + "\n")
        answers.flush()
