"""The example games: shipped files in the form of saved games, each with a title, a question that its review
answers, and the searches of that review. New moves go to a new file."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.text_files import read_text
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.saved_games import SUFFIX, Saves

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "examples"
MOST_BYTES = 1 << 20

REVIEW_NODES = 100_000
"""Nodes for each position in the reviews of the examples: the fewest with which the reviews answer the
examples' questions."""


@dataclass(frozen=True)
class Example:
    """`names` are the names of the people who played it, "" for programs; it is shown first after `shown`
    plies, which led to `position`."""

    path: Path
    game: str
    title: str
    question: str
    names: tuple[str, str]
    shown: int
    position: str


@cache
def examples() -> tuple[Example, ...]:
    """The shipped examples in the order of their files' names."""
    return tuple(map(_read, sorted(FOLDER.glob(f"*{SUFFIX}"))))


def _read(path: Path) -> Example:
    header = json.loads(read_text(path, MOST_BYTES, path.name).partition("\n")[0])
    about = header["example"]
    return Example(
        path,
        header["game"],
        about["title"],
        about["question"],
        tuple(about["names"]),
        about["shown"],
        about["position"],
    )


def open_example(example: Example, saves: Saves, prepare: Callable[[Any], object]) -> GameToOpen:
    """The example as a game for the window; `prepare` is called with its study. Raises BadText for a damaged
    file."""
    record, header, searches = saves.load(example.path)
    return GameToOpen(
        record,
        (header["white"], header["black"]),
        header["seed"],
        None,
        example.question,
        example.shown,
        prepare,
        example.names,
        searches=tuple(searches),
        keeps_layout=False,  # the example opens pages that the person did not choose
    )
