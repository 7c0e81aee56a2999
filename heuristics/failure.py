"""Errors in a person's terms, each as one line: which heuristic, which term, in which file and line."""

import inspect
import threading
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import FrameType, TracebackType

from games.contract import BadText
from games.former_names import PRESENT
from games.installation import ROOT

LONGEST = 200
"""The most characters of a message, because an exception's text may hold a whole array."""


class TermFailure(Exception):
    """A term did not give a value. `str(failure)` is one line.

    `line` is 0 where the place is not known; `position` is the position's text, "" where there is none.
    """

    def __init__(
        self, heuristic: str, term: str, message: str, file: str = "", line: int = 0, position: str = ""
    ) -> None:
        super().__init__(heuristic, term, message, file, line, position)
        self.heuristic, self.term, self.message = heuristic, term, message
        self.file, self.line, self.position = file, line, position

    def here(self) -> str:
        """The message with its file and line, without heuristic, term and position."""
        return f"{self.message} ({self.file}, line {self.line})" if self.line else self.message

    def __str__(self) -> str:
        term = f"{self.term}: " if self.term else ""
        position = f", at {self.position}" if self.position else ""
        return f"{self.heuristic} failed: {term}{self.here()}{position}"


class GivenUp(BaseException):
    """Raised in a thread from outside, to end a term that nobody waits for any more. It is no `Exception`, so
    that a term does not catch it by mistake."""


def ends_the_program(error: BaseException) -> bool:
    """Whether an exception comes from outside the term: Ctrl-C, which Python raises in the main thread, or
    `GivenUp`."""
    if isinstance(error, KeyboardInterrupt):
        return threading.current_thread() is threading.main_thread()
    return isinstance(error, GivenUp)


def one_line(text: str) -> str:
    """Text as one line that can be shown: its first line, no control characters, not too long."""
    first = next((line for line in text.splitlines() if line.strip()), "").strip()
    printable = "".join(letter if letter.isprintable() else "?" for letter in first[: LONGEST + 1])
    return printable if len(printable) <= LONGEST else printable[: LONGEST - 1] + "…"


def message_of(error: BaseException) -> str:
    """What an exception says; "" where its `str` fails."""
    try:
        return str(error)
    except BaseException as bug:
        if ends_the_program(bug):
            raise
        return ""


def in_words(error: BaseException) -> str:
    """An exception as one line: its kind and what it says. If a former name is to blame, it gives the present
    name."""
    said = one_line(message_of(error))
    if isinstance(error, ImportError | AttributeError) and error.name in PRESENT:
        said = f"{error.name} is called {PRESENT[error.name]} now"
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def first_line(error: BaseException) -> str:
    """The first line of an exception's message, or the exception's type if the message is empty."""
    lines = message_of(error).splitlines()
    return next((line for line in lines if line.strip()), type(error).__name__)


def short_path(path: str) -> str:
    """A file's path within the project; the unchanged path of a file outside."""
    try:
        return Path(path).resolve().relative_to(ROOT).as_posix()
    except (ValueError, OSError):
        return path


def source_of(function: object) -> tuple[str, int]:
    """(file, line) where a function's source begins; ("", 0) if it has no source."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)


def line_in(file: str, frames: Iterable[tuple[FrameType, int]]) -> int:
    """The line of the innermost of the frames, outermost first, that is in a file; 0 for none."""
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    return lines[-1] if lines else 0


def place_of(function: object, error: TracebackType | None = None) -> tuple[str, int]:
    """(short file, line) for a function: the innermost line of the traceback in the function's file, else the
    line at which the function begins."""
    file, begins = source_of(function)
    return short_path(file), line_in(file, traceback.walk_tb(error)) or begins


def wrong_with(file: str, error: BaseException) -> str:
    """Why a file of heuristics cannot be loaded, as one line with file and line."""
    if isinstance(error, SyntaxError) and error.filename:
        place = f"({short_path(error.filename)}, line {error.lineno})"
        return f"{type(error).__name__}: {one_line(str(error.msg))} {place}"
    line = line_in(file, traceback.walk_tb(error.__traceback__))
    words = one_line(message_of(error)) if isinstance(error, BadText) else ""
    words = words or in_words(error)
    return f"{words} ({short_path(file)}, line {line})" if line else words


def shortened(message: str) -> str:
    """A message in which paths of files of this program are relative, so that it fits a panel."""
    return message.replace(f"{ROOT}/", "").replace(f"{ROOT}\\", "")
