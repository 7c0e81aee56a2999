"""A child process that compiles kernels (`engines.compiling.kernel_child`), from the outside."""

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engines.compiling.kernel_child import BEHIND, IS_KEPT, LOOK_FOR
from engines.compiling.kernel_parts import KernelPart, modules_of_kinds
from engines.subprocesses.launch_command import own_process_group
from games.installation import HOUSE

if TYPE_CHECKING:  # imported when a child is started, not before the first frame
    import subprocess

RUN = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from engines.compiling.kernel_child import serve; serve(*sys.argv[2:])"
)
"""The program of a child. It finds this program by the same paths as this process."""


@dataclass(eq=False)
class ChildProcess:
    """A child process, from before its start on. `part` is what it compiles, `looking` what it looks for in
    the folder, `since` when it began either. `parts` counts those it has compiled. `behind`: it has the
    lowest priority."""

    behind: bool
    process: "subprocess.Popen[str] | None" = None
    part: KernelPart | None = None
    looking: KernelPart | None = None
    since: float = 0.0
    parts: int = 0
    killed: bool = False
    has_answered: bool = False

    def start(self, folder: Path) -> None:
        """Starts the process. Raises OSError or ValueError where none can be started."""
        self.process = start_child(folder)
        if self.behind:
            self.put_behind()

    def compile(self, part: KernelPart) -> tuple[bool, float]:
        """Compiles a part. Returns whether it did, and the seconds of the processor, if known."""
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
        assert self.process is not None and self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(request + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().rstrip("\n")
        except (OSError, ValueError):
            return ""
        self.has_answered |= bool(answer)
        return answer

    def put_behind(self) -> None:
        """Gives it the lowest priority, for good: most systems let no process raise it again."""
        self.behind = True
        if self.process is not None and self.process.stdin is not None:
            with suppress(OSError, ValueError):
                self.process.stdin.write(BEHIND + "\n")
                self.process.stdin.flush()

    def kill(self) -> None:
        """Ends the process at once; whoever waits for its answer gets none."""
        self.killed = True
        if self.process is not None:
            self.process.kill()

    def end(self) -> None:
        """Ends the process and frees what belongs to it."""
        if self.process is None:
            return
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        self.process.wait()


def start_child(folder: Path) -> "subprocess.Popen[str]":
    """A child that compiles what its input asks for. Raises OSError or ValueError where none can be
    started."""
    import subprocess

    return subprocess.Popen(
        [sys.executable, "-P", "-c", RUN, str(HOUSE), str(folder), *modules_of_kinds()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        **own_process_group(),
    )
