"""The one reader of standard input.

While a thread waits for a line on descriptor 0, importing Numba in another thread can wait for ever on
Windows: the Fortran runtime below SciPy asks for the state of the standard handles, and Windows serves one
request for a handle at a time. So the input is read from a copy, and descriptor 0 becomes the null device.
Child processes then do not read the program's input either.
"""

import io
import os
import sys
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
