"""The commands that start other programs: what may be one, and whether its program is there."""

import os
import shlex
import shutil
from dataclasses import dataclass
from typing import Any

from games.contract import BadText
from games.safe_text import one_line


@dataclass(frozen=True)
class LaunchCommand:
    """A program to start: the words of a command, its folder (None: this one), and a `version` that changes
    when the running program is out of date and must be started again."""

    words: tuple[str, ...]
    folder: str | None = None
    version: object = None


def split_command(command: str) -> list[str]:
    """The words of a command, quoted as in a shell; BadText if there are none or a quote is open."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise BadText(f"command {command!r}: {str(error).lower()}") from None
    if os.name == "nt":  # where a backslash parts folders, and so the quotes are left in their place
        words = [word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word for word in words]
    if not words or not words[0]:
        raise BadText("command: expected a program and its arguments, as in ./mine --fast")
    return words


def apart() -> dict[str, Any]:
    """What starts a program so that Ctrl-C is ours alone, and that it can be ended with all it started."""
    if os.name == "nt":
        import subprocess

        flags = ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW")
        return {"creationflags": sum(getattr(subprocess, flag) for flag in flags)}
    return {"process_group": 0}


def missing_program(command: str) -> str:
    """That the program of a command is not on this computer, as a line; "" where it is."""
    program = split_command(command)[0]
    return "" if shutil.which(program) else f"{one_line(program)}: no such program on this computer"
