"""Opens a file in an editor."""

import os
import subprocess
import sys
import time
from pathlib import Path

from engines.subprocesses.launch_command import words_of

IN_TERMINALS = frozenset(
    ("vi", "vim", "nvim", "nano", "pico", "micro", "helix", "hx", "ed", "joe", "ne", "kak")
)
"""Editors that need a terminal, which a window does not have; `$EDITOR` is often one of them."""

SOON = 0.5
"""A program that cannot open a file usually ends within this many seconds."""


def editor_command(chosen: str = "") -> list[str]:
    """The words of the command that opens a file whose path follows them: the command in the settings, else
    $VISUAL or $EDITOR if that program has a window, else the system's command. Empty on Windows if the system
    opens the file, which needs no command."""
    for command in (chosen, os.environ.get("VISUAL", ""), os.environ.get("EDITOR", "")):
        words = _words(command)
        if words and (command == chosen or Path(words[0]).stem not in IN_TERMINALS):
            return words
    if sys.platform == "win32":
        return []
    return ["open", "-t"] if sys.platform == "darwin" else ["xdg-open"]


def _words(command: str) -> list[str]:
    try:
        return words_of(command)
    except ValueError:
        return [command]


def open_folder(folder: Path) -> str:
    """Shows a folder in the system's own program, and makes it if it is missing. Returns "" or, in a line,
    why it cannot be shown. Takes at most SOON seconds."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if sys.platform == "win32":
            os.startfile(folder)
            return ""
    except OSError as error:
        return error.strerror or str(error)
    return _start(["open" if sys.platform == "darwin" else "xdg-open", str(folder)])


def open_in_editor(file: Path, chosen: str = "") -> str:
    """Opens a file in an editor. Returns "" or, in a line, why that is impossible. Takes at most SOON
    seconds."""
    words = editor_command(chosen)
    if sys.platform == "win32" and not words:
        try:
            os.startfile(file, "edit")  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            words = ["notepad"]
        else:
            return ""
    return _start([*words, str(file)])


def _start(words: list[str]) -> str:
    """Starts a program. Returns "" or, in a line, why it ended at once."""
    try:
        nothing = subprocess.DEVNULL
        program = subprocess.Popen(
            words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    except (OSError, ValueError) as error:
        return f"{words[0]}: {getattr(error, 'strerror', None) or error}"
    ends = time.perf_counter() + SOON
    while time.perf_counter() < ends:
        if program.poll() is not None:
            return f"{words[0]} ended with status {program.returncode}" if program.returncode else ""
        time.sleep(0.02)
    return ""
