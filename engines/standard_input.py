"""Reads standard input from a copy of its descriptor. All parts of the program read it here.

While a thread waits for a line on descriptor 0, importing Numba in another thread can wait for ever on
Windows. The Fortran runtime below SciPy asks for the state of the standard handles, and Windows serves one
request for a handle at a time. So descriptor 0 becomes the null device. Child processes then do not read the
program's input either.
"""

import io
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import TextIO


def take_standard_input() -> TextIO:
    """The standard input of this process; from now on descriptor 0 and `sys.stdin` are empty.

    Lines come as soon as they are complete, without a byte order mark before them, which PowerShell may
    write. Bytes that are not UTF-8 become U+FFFD. A closed input has no line.
    """
    lines: TextIO = io.StringIO()
    if sys.stdin is not None:  # None where it was closed at the start: descriptor 0 may be another file
        lines = os.fdopen(os.dup(0), encoding="utf-8-sig", errors="replace")
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        os.close(nowhere)
    sys.stdin = io.StringIO()
    return lines


def requests_of_parent(at_once: Callable[[str], bool]) -> "tuple[queue.SimpleQueue[str], TextIO]":
    """The lines of the standard input, without their ends, and where to write the answers to them; what is
    printed goes to the standard error. `at_once` gets each line as soon as it comes, in the reading thread.
    If it returns True, the line does not go into the queue. This process ends at once when the input ends,
    because then the program that started it is gone."""
    requests, answers = take_standard_input(), sys.stdout
    sys.stdout = sys.stderr
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in requests:
            request = line.rstrip("\n")
            if not at_once(request):
                waiting.put(request)
        os._exit(0)  # even in the middle of work

    threading.Thread(target=listen, name="listen", daemon=True).start()
    return waiting, answers
