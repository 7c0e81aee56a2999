"""What a person practises: positions, and all answers to them, as lines of JSON in the data folder.

Lines are only added at the file's end, whole. A crash can cut off only the last line, which is then left out.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError, field_validator

from games.contract import BadText, Options
from games.position import Position
from games.registry import game_names, load_game
from games.safe_text import one_line
from games.text_files import read_source, write_all
from study.practice.leitner import Place
from study.settings.settings import Settings
from study.suites.suites import LONGEST_NAME, LONGEST_QUESTION, Case

FILE = "practice.jsonl"

MOST_BYTES = 16 << 20

_BINARY = getattr(os, "O_BINARY", 0)  # Windows would write "\r\n" for "\n"


class PracticePosition(BaseModel, frozen=True):
    """A position of the file. `rules` are the game's options that differ from the settings; `name` says where
    the position is from, `question` asks for the move in words. `best` and `avoid` are the moves of a suite's
    case, in the command line's notation. Without them a move is right if a review would not mark it."""

    game: str
    position: str
    rules: dict[str, Any] = {}
    name: str = ""
    question: str = ""
    best: list[str] = []
    avoid: list[str] = []
    day: date

    @field_validator("name")
    @classmethod
    def _drawable(cls, name: str) -> str:
        return one_line(name, LONGEST_NAME)

    @field_validator("question")
    @classmethod
    def _asked(cls, question: str) -> str:
        return one_line(question, LONGEST_QUESTION)

    @property
    def key(self) -> str:
        """The key by which the file's answers name this position. Equal positions with equal rules and right
        moves have equal keys."""
        asked = self.game, self.rules, self.position, sorted(self.best), sorted(self.avoid)
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]

    def case(self, settings: Settings) -> tuple[Options, Position, Case | None]:
        """The rules, the position and the case of a suite; the case is None for a position that is from no
        suite. Raises BadText for an unknown game, a position that is not valid, or one in which the game is
        over."""
        if self.game not in game_names():
            raise BadText(f"game: expected one of {', '.join(game_names())}, found {self.game!r}")
        options = settings.options_for(self.game, self.rules)
        position = Position.start(load_game(self.game), options, self.position)
        if not position.moves:
            raise BadText(f"position: the game is over: {position.ending}")
        if not (self.best or self.avoid):
            return options, position, None
        best, avoid = (tuple(map(position.parse_move, moves)) for moves in (self.best, self.avoid))
        return options, position, Case(self.name, position, best, avoid)


class PracticeAnswer(BaseModel, frozen=True):
    """An answer to the position `to`. `heuristic` is the heuristic that compared the move with the best, ""
    if none did, for example because the person gave up. `game` is set if the position is not practised: a
    right answer of *Decide first* counts for `misjudged_groups` only."""

    to: str
    move: str = ""
    right: bool
    heuristic: str = ""
    game: str = ""
    day: date


class DecidingGroup(BaseModel, frozen=True):
    """The group of terms that `decides` the position `of`, by `heuristic`."""

    of: str
    decides: str
    heuristic: str


PracticeEntry = PracticePosition | PracticeAnswer | DecidingGroup


@dataclass
class PracticeProgress:
    """The content of the file."""

    positions: dict[str, PracticePosition] = field(default_factory=dict)
    """The positions by key."""
    answers: list[PracticeAnswer] = field(default_factory=list)
    """The answers in their order."""
    places: dict[str, Place] = field(default_factory=dict)
    """By key: the position's place in the boxes of learning cards (`study.practice.leitner`)."""
    deciding: dict[tuple[str, str], str] = field(default_factory=dict)
    """By heuristic and key: the group of terms that decides the position."""
    problem: str = ""
    """What was wrong with the file, in a line; else ""."""
    readable: bool = True
    """Whether the file could be read. If not, nothing is added to it."""

    def take(self, entry: PracticeEntry) -> None:
        """Adds an entry. A position that is known already changes nothing."""
        if isinstance(entry, PracticePosition):
            self.positions.setdefault(entry.key, entry)
            self.places.setdefault(entry.key, Place(0, entry.day))
        elif isinstance(entry, PracticeAnswer) and entry.to in self.positions:
            self.places[entry.to] = self.places[entry.to].after(entry.right, entry.day)
            self.answers.append(entry)
        elif isinstance(entry, DecidingGroup):
            self.deciding[entry.heuristic, entry.of] = entry.decides
        elif entry.game:
            self.answers.append(entry)

    def due(self, game: str, day: date) -> list[PracticePosition]:
        """The positions of a game that are due on a day; the longest overdue comes first."""
        waiting = [key for key, place in self.places.items() if place.due <= day]
        waiting.sort(key=lambda key: self.places[key].due)
        return [self.positions[key] for key in waiting if self.positions[key].game == game]

    def next_day(self, game: str) -> date | None:
        """The earliest day on which a position of a game is due, perhaps a past one; None without
        positions."""
        days = [place.due for key, place in self.places.items() if self.positions[key].game == game]
        return min(days, default=None)

    def answers_of(self, game: str) -> list[PracticeAnswer]:
        return [each for each in self.answers if game == (each.game or self.positions[each.to].game)]

    @property
    def games(self) -> list[str]:
        """The games with positions."""
        return list(dict.fromkeys(position.game for position in self.positions.values()))


def practice_file(data: Path) -> Path:
    return data / FILE


def read_progress(path: Path) -> PracticeProgress:
    """The content of a file. Leaves out lines that cannot be read, and names the first of them."""
    progress = PracticeProgress()
    if not path.exists():
        return progress
    try:
        content = read_source(path, MOST_BYTES)
    except BadText as error:
        progress.problem, progress.readable = str(error), False
        return progress
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            progress.take(_entry(line))
        except (ValueError, ValidationError, RecursionError, OverflowError):
            progress.problem = progress.problem or (
                f"{path}: line {number} is no position and no answer. It was left out."
            )
    return progress


def _entry(line: bytes) -> PracticeEntry:
    content = json.loads(line.decode("utf-8"))
    if not isinstance(content, dict):
        raise ValueError("expected an object")
    kind = PracticeAnswer if "to" in content else DecidingGroup if "of" in content else PracticePosition
    return kind.model_validate(content)


def append(path: Path, entries: Sequence[PracticeEntry]) -> None:
    """Appends entries to a file; makes the file if there is none. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{line}\n" for line in _lines(entries)).encode()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o666)
    with open(descriptor, "r+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(size - 1)
            if file.read(1) != b"\n":  # a crash has cut off the last line
                lines = b"\n" + lines
        write_all(descriptor, lines)


def _lines(entries: Sequence[PracticeEntry]) -> Iterator[str]:
    for entry in entries:
        yield json.dumps(entry.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
