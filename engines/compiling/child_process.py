"""Starts child processes of this program, which answer line by line, and talks to them. Most of them compile
kernels (`engines.compiling.kernel_child`)."""

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engines.compiling.kernel_child import IN_BACKGROUND, IS_KEPT, LOOK_FOR
from engines.compiling.kernel_parts import KernelPart, modules_of_kinds
from engines.subprocesses.launch_command import own_process_group
from games.installation import ROOT

if TYPE_CHECKING:  # imported when a child is started, not before the first frame
    import subprocess

FIND = "import sys; sys.path.insert(0, sys.argv[1]); "
"""The beginning of each child's program: with it the child finds the modules of this one."""

RUN = "from engines.compiling.kernel_child import serve; serve(*sys.argv[2:])"
"""The program of a child that compiles."""


@dataclass(eq=False)
class ChildProcess:
    """A child process, which may not be started yet. `part` is the part that it compiles now, `looking` the
    part that it looks for in the folder, and `since` is when it began to. `parts` is the number of parts that
    it has compiled. `in_background`: it has the lowest priority."""

    in_background: bool
    process: "subprocess.Popen[str] | None" = None
    part: KernelPart | None = None
    looking: KernelPart | None = None
    since: float = 0.0
    parts: int = 0
    killed: bool = False
    has_answered: bool = False

    def start(self, folder: Path) -> None:
        """Starts the process. Raises OSError or ValueError where none can be started."""
        self.process = start_child(RUN, str(folder), *modules_of_kinds())
        if self.in_background:
            self.send_to_background()

    def compile(self, part: KernelPart) -> tuple[bool, float]:
        """Compiles a part. Returns whether it did, and the seconds of the processor (0.0: not known)."""
        line = part.to_line()
        answer = self.ask(line)
        self.parts += 1
        return answer.startswith(line), float(answer.removeprefix(line) or 0.0)

    def is_kept(self, part: KernelPart) -> bool | None:
        """Whether the folder has a part; None if the process has ended."""
        answer = self.ask(LOOK_FOR + part.to_line())
        return answer == IS_KEPT if answer else None

    def ask(self, request: str) -> str:
        """Sends a line and waits for the answer; "" if there is none."""
        assert self.process is not None and self.process.stdout is not None
        if not send(self.process, request):
            return ""
        try:
            answer = self.process.stdout.readline().rstrip("\n")
        except (OSError, ValueError):
            return ""
        self.has_answered |= bool(answer)
        return answer

    def send_to_background(self) -> None:
        """Gives it the lowest priority, for good: most systems let no process raise it again."""
        self.in_background = True
        if self.process is not None:
            send(self.process, IN_BACKGROUND)

    def kill(self) -> None:
        """Ends the process at once; whoever waits for its answer gets none."""
        self.killed = True
        if self.process is not None:
            self.process.kill()

    def end(self) -> None:
        """Ends the process and frees what belongs to it."""
        if self.process is not None:
            end_child(self.process)


def start_child(program: str, *words: str) -> "subprocess.Popen[str]":
    """A child that runs a program in Python, with these words from `sys.argv[2]` on. Raises OSError or
    ValueError where none can be started."""
    import subprocess

    return subprocess.Popen(
        [sys.executable, "-P", "-c", FIND + program, str(ROOT), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        **own_process_group(),
    )


def send(child: "subprocess.Popen[str]", line: str) -> bool:
    """Sends a line to a child. Returns whether that worked."""
    assert child.stdin is not None
    try:
        child.stdin.write(line + "\n")
        child.stdin.flush()
    except (OSError, ValueError):
        return False
    return True


def end_child(child: "subprocess.Popen[str]") -> None:
    """Ends a child at once and frees what belongs to it."""
    child.kill()
    for stream in (child.stdin, child.stdout):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    child.wait()
