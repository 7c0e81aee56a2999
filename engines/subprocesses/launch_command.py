"""Commands that start other programs: how they are split, and whether the program is installed."""

import os
import shlex
import shutil
from dataclasses import dataclass
from typing import Any

from games.contract import BadText
from games.safe_text import one_line
from games.thread_priority import goes_last


@dataclass(frozen=True)
class LaunchCommand:
    """The words of a command and the folder to start it in (None: the present one). A changed `version` means
    that the running program is out of date and must be started again."""

    words: tuple[str, ...]
    folder: str | None = None
    version: object = None


def split_command(command: str) -> list[str]:
    """The words of a command, quoted as in a shell. Raises BadText if there are none or a quote is not
    closed."""
    try:
        words = words_of(command)
    except ValueError as error:
        raise BadText(f"command {command!r}: {str(error).lower()}") from None
    if not words or not words[0]:
        raise BadText("command: expected a program and its arguments, as in ./mine --fast")
    return words


def words_of(command: str, windows: bool = os.name == "nt") -> list[str]:
    """The words of a command, by the rules of the system's shell; the full path of a file alone is one word,
    even with blanks in it. Raises ValueError if a quote is not closed."""
    if os.path.isabs(command) and os.path.isfile(command):
        return [command]
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if windows:  # a backslash separates folders there, and an apostrophe may be in a name
        lexer.escape, lexer.quotes = "", '"'
    return list(lexer)


def own_process_group() -> dict[str, Any]:
    """Arguments of `Popen` for a process group of the program's own: Ctrl-C does not reach it, and killing
    the group kills what it has started, too. It gets the calling thread's priority."""
    if os.name == "nt":
        import subprocess

        flags = ["CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW"]
        if goes_last():
            flags.append("BELOW_NORMAL_PRIORITY_CLASS")
        return {"creationflags": sum(getattr(subprocess, flag) for flag in flags)}
    return {"process_group": 0}


def missing_program(command: str) -> str:
    """A line that says that the command's program is not installed; "" if it is."""
    program = split_command(command)[0]
    return "" if shutil.which(program) else f"{one_line(program)}: no such program on this computer"
