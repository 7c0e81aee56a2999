"""Other processes in tests, on every system: their command lines, and whether they run."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

SYNCHRONIZE, WAIT_TIMEOUT = 0x00100000, 0x102
"""Of Windows: the right to wait for a process, and the answer if it has not ended."""


def joined(words: Sequence[str]) -> str:
    """A command as one text, quoted as the system's shell wants it."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def is_running(pid: int, patience: float = 0.0) -> bool:
    """Whether a process is running, and still is after `patience` seconds; a zombie is not."""
    ends = time.perf_counter() + patience
    while _runs(pid):
        if time.perf_counter() >= ends:
            return True
        time.sleep(0.02)
    return False


def _runs(pid: int) -> bool:
    if sys.platform == "win32":  # where os.kill(pid, 0) sends Ctrl+C
        import ctypes

        kernel = ctypes.windll.kernel32
        process = kernel.OpenProcess(SYNCHRONIZE, False, pid)
        runs: bool = process != 0 and kernel.WaitForSingleObject(process, 0) == WAIT_TIMEOUT
        kernel.CloseHandle(process)
        return runs
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not (status.exists() and status.read_text("utf-8").rpartition(")")[2].split()[0] == "Z")
    except OSError:
        return False
