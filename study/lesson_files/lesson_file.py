"""Lesson files: a game with a position that a question is about, hints, an answer, the pages open beside it,
and the heuristic with its weights.

The first line says the kind, `{"plyglass": "lesson", "format": 1}`; below it is one JSON object. A file holds
only data: `code` in it is text until a person has agreed to run it (`trusted_programs`).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from games.contract import SIDE_NAMES, BadText
from games.record import Record
from games.safe_text import one_line, shown
from games.text_files import decoded, mistakes_in, read_bytes, read_first_text, read_json, write_file
from study.saved_games.carried_code import CarriedCode
from study.saved_games.saved_games import SUFFIX as SUFFIX  # saved games and lessons share it
from study.suites.suites import LONGEST_NAME, Case, in_words
from study.text.yaml_text import mistakes

KIND, FORMAT = "lesson", 1
MOST_BYTES = 8 << 20
MOST_CODE, MOST_MOVES = 1 << 20, 20_000
HEAD = re.compile(r'\s*\{\s*"plyglass"\s*:\s*"lesson"')
HEAD_BYTES = 200


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class _Game(_Section):
    game: str
    options: dict[str, Any] = {}
    position: str
    moves: list[dict[str, Any]] = Field(default=[], max_length=MOST_MOVES)


class _Answer(_Section):
    best: list[str] = []
    avoid: list[str] = []


class Look(_Section):
    """What a lesson shows: the titles of the open panels, and what is drawn on the board, as in
    `study.saved_games.preferences.Layout`."""

    side: tuple[str, ...] = ()
    foot: str = ""
    on_squares: str = ""
    arrows: tuple[str, ...] = ()


class _Code(_Section):
    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,59}$")
    text: str = Field(max_length=MOST_CODE)


class _Heuristic(_Section):
    name: str = Field(max_length=LONGEST_NAME)
    weights: dict[str, float] = {}
    code: _Code | None = None


class _Term(_Section):
    name: str
    contribution: float


class _Values(_Section):
    side: str
    value: float
    unit: str = ""
    terms: list[_Term] = Field(default=[], max_length=500)


class LessonText(_Section):
    """The JSON below the first line. `line` is the last move of the shown line, by its number in the game
    tree; without it the main line is shown."""

    title: str = ""
    question: str = ""
    hints: list[str] = []
    answer: _Answer = _Answer()
    game: _Game
    line: int | None = None
    shown: int = 0
    look: Look = Look()
    heuristic: _Heuristic | None = None
    values: _Values | None = None


@dataclass(frozen=True)
class StoredValues:
    """The breakdown of the shown position when the file was written, for `side`. The `terms` are (name,
    contribution), in `unit`, "" for the heuristic's own numbers."""

    side: int
    value: float
    unit: str = ""
    terms: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class LessonFile:
    """A lesson. `case` is the shown position, after `shown` plies of `record`, with question, hints and
    answer. The answer has no moves if nothing is asked. `heuristic` is the name of the heuristic, "" for
    none; `code` is its file if the lesson's author wrote it."""

    record: Record
    shown: int
    case: Case
    look: Look = field(default_factory=Look)
    heuristic: str = ""
    weights: Mapping[str, float] = field(default_factory=dict)
    code: CarriedCode | None = None
    values: StoredValues | None = None


def is_lesson(path: Path) -> bool:
    """Whether a file can be read and begins as a lesson file does."""
    try:
        begins = read_first_text(path, HEAD_BYTES, str(path))
    except BadText:
        return False
    return HEAD.match(begins) is not None


def read_lesson(path: Path) -> LessonFile:
    """The lesson in a file. On failure raises a BadText that names the file and what is wrong."""
    return lesson_of(read_bytes(path, MOST_BYTES), str(path))


def lesson_of(content: bytes, name: str) -> LessonFile:
    """The lesson in the bytes of a file of that name. Raises BadText as `read_lesson` does."""
    try:
        if len(content) > MOST_BYTES:
            raise BadText(f"expected at most {MOST_BYTES:,} bytes, found more")
        first, _, rest = decoded(content, name).partition("\n")
        head = read_json(first) if HEAD.match(first) else None
        if not isinstance(head, dict) or head.get("plyglass") != KIND or head.get("format") != FORMAT:
            kind = json.dumps({"plyglass": KIND, "format": FORMAT})
            raise BadText(f"line 1: expected {kind}, found {shown(first)}")
        body = read_json(rest)
        if not isinstance(body, dict):
            raise BadText(f"line 2: expected a JSON object, found {shown(body)}")
        return _lesson(LessonText.model_validate(body))
    except ValidationError as error:
        raise BadText(f"{name}: {mistakes(error, LessonText)[0]}") from None
    except BadText as error:
        text = str(error)
        raise BadText(text if text.startswith(name) else f"{name}: {text}") from None


def _lesson(text: LessonText) -> LessonFile:
    """The lesson that a file's JSON describes. Raises BadText for an impossible value, such as an illegal
    move."""
    game = text.game
    header = {"game": game.game, "options": game.options, "position": game.position}
    with mistakes_in("game"):
        record = Record.replay(header, game.moves)
    if text.line is not None:
        if not 0 <= text.line < len(record.tree.nodes) or (text.line and record.tree[text.line].ply is None):
            raise BadText(f"line: expected a move of the game, found {text.line}")
        record.follow(text.line)
    if not 0 <= text.shown < len(record.positions):
        raise BadText(f"shown: expected 0 to {len(record.plies)}, found {text.shown}")
    position = record.positions[text.shown]
    with mistakes_in("answer"):
        best, avoid = (
            tuple(position.parse_move(move) for move in moves)
            for moves in (text.answer.best, text.answer.avoid)
        )
    if avoid and set(avoid) >= set(position.moves):
        raise BadText("answer: expected at least one legal move that avoid does not list")
    question, hints = in_words(text.question, text.hints)
    case = Case(one_line(text.title, LONGEST_NAME), position, best, avoid, question, hints)
    heuristic, code = text.heuristic, None
    if heuristic is not None and heuristic.code is not None:
        code = CarriedCode(heuristic.code.name, heuristic.code.text, record.game.name, heuristic.name)
    name, weights = ("", {}) if heuristic is None else (heuristic.name, heuristic.weights)
    return LessonFile(record, text.shown, case, text.look, name, weights, code, _values(text.values))


def _values(text: _Values | None) -> StoredValues | None:
    if text is None:
        return None
    if text.side not in SIDE_NAMES:
        raise BadText(f"values.side: expected white or black, found {shown(text.side)}")
    terms = tuple((one_line(term.name, LONGEST_NAME), term.contribution) for term in text.terms)
    return StoredValues(SIDE_NAMES.index(text.side), text.value, one_line(text.unit, LONGEST_NAME), terms)


def written(lesson: LessonFile) -> str:
    """The text of a lesson's file."""
    record, case = lesson.record, lesson.case
    name = case.position.move_text
    body: dict[str, Any] = {
        "title": case.name,
        "question": case.question,
        "hints": list(case.hints),
        "answer": {"best": [name(move) for move in case.best], "avoid": [name(move) for move in case.avoid]},
        "game": record.header() | {"moves": list(record.copy().entries())},
        "line": record.end,
        "shown": lesson.shown,
        "look": lesson.look.model_dump(mode="json"),
    }
    if lesson.heuristic:
        body["heuristic"] = {"name": lesson.heuristic, "weights": dict(lesson.weights)}
        if lesson.code is not None:
            body["heuristic"]["code"] = {"name": lesson.code.name, "text": lesson.code.text}
    if (values := lesson.values) is not None:
        terms = [{"name": term, "contribution": amount} for term, amount in values.terms]
        body["values"] = {
            "side": SIDE_NAMES[values.side],
            "value": values.value,
            "unit": values.unit,
            "terms": terms,
        }
    head = json.dumps({"plyglass": KIND, "format": FORMAT})
    return f"{head}\n{json.dumps(body, indent=1, ensure_ascii=False)}\n"


def write_lesson(path: Path, lesson: LessonFile) -> None:
    """Writes a lesson's file, after a check that it can be read again. Raises BadText if not, or if it cannot
    be written."""
    text = written(lesson)
    lesson_of(text.encode("utf-8", "replace"), str(path))
    write_file(path, text)
