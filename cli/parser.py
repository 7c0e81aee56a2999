"""The parser of the command line: a mistake is reported in one line, and numbers and sizes are checked."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NoReturn

from games.fen_rows import whole_number

OPEN = "open"
"""The command for a file that is given without the name of a command."""

MEANINGS = {
    "GAME": "the name of a game; the command games lists them",
    "PLAYER": "a player, such as alphabeta:weighted,depth=8; the command engines lists the kinds",
    "HEURISTIC": "the name of a heuristic of the game; the command heuristics lists them",
    "DEPTH": "length of the move sequences, in plies",
    "TERM=X": "another weight for a term; may be given for several terms",
    "N": "fixes all random choices; 0 if left out",
    "W": "how many games at a time; 1 if left out",
    "OUT.png": "the file to write",
    "WxH": "the window's size in pixels",
}
"""By placeholder: the help of an argument that has none of its own."""

SEARCHES = "a player that searches with a heuristic, such as alphabeta:weighted,depth=8"
"""The help of PLAYER for a command that refuses all others."""

MOST = 2**63 - 1
"""The largest whole number that an option takes."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports a mistake in one line. `commands` are the names of its commands."""

    commands: Collection[str] = ()

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments of these words. A file in the place of a command is opened in the window."""
        words, at = list(words), 0
        while at < len(words) and words[at].startswith("-"):
            at += 2 if words[at] == "--settings" else 1  # skips an option, with its value
        if at < len(words) and words[at] not in self.commands and _is_file(words[at]):
            words.insert(at, OPEN)
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


class CommandParser(Parser):
    """The parser of one command. `adds` is the function of the command's module that adds its arguments. It
    is called only when they are needed, because importing the modules of all commands takes long."""

    def __init__(
        self, adds: Callable[[argparse.ArgumentParser], object] | None = None, **settings: Any
    ) -> None:
        super().__init__(**settings)
        self._adds = adds

    def complete(self) -> None:
        """Adds the command's arguments, and help texts to arguments that have none."""
        if self._adds is not None:
            adds, self._adds = self._adds, None
            adds(self)
        for action in self._actions:
            action.help = action.help or MEANINGS[str(action.metavar)]

    def parse_known_args(self, *arguments: Any, **more: Any) -> Any:
        self.complete()
        return super().parse_known_args(*arguments, **more)


def _is_file(word: str) -> bool:
    """Whether a word is the path of a file. If it looks like one, the file need not exist."""
    return os.path.isfile(word) or bool(Path(word).suffix) or os.sep in word


def weight_change(text: str) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        number = finite_number(value)
    except argparse.ArgumentTypeError:
        equals = ""
    if not equals:
        raise argparse.ArgumentTypeError(f"expected TERM=NUMBER, found {text!r}")
    return name, number


def finite_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if number - number != 0.0:  # not a number, or infinite
        raise argparse.ArgumentTypeError(f"expected a number, found {text[:40]!r}")
    return number


def positive_number(text: str) -> float:
    number = finite_number(text)
    if number <= 0.0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text[:40]!r}")
    return number


def counting_number(text: str) -> int:
    return _number_from(1, text)


def natural_number(text: str) -> int:
    return _number_from(0, text)


def _number_from(low: int, text: str) -> int:
    number = whole_number(text, low, MOST)
    if number is None:
        raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {MOST}, found {text[:40]!r}")
    return number


COUNT: dict[str, Any] = {"type": counting_number, "metavar": "N"}
FILE: dict[str, Any] = {"type": Path, "metavar": "FILE"}
"""Keyword arguments of `add_argument`, for a count from 1 and for a file."""


def window_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    size = (whole_number(width, 640, 16384), whole_number(height, 480, 16384))
    if size[0] is None or size[1] is None:
        raise argparse.ArgumentTypeError(
            f"expected WIDTHxHEIGHT from 640x480 to 16384x16384, found {text[:40]!r}"
        )
    return size[0], size[1]
