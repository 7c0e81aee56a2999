"""Keeps a person's answers to exercises, with their times, in a file in the data folder, by the key of the
case."""

import json
import threading
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from games.contract import BadText
from games.safe_text import one_line
from games.text_files import read_object, write_whole
from study.suites.suites import Case

MOST_BYTES = 1 << 24
MOST_CASES, MOST_ANSWERS = 20_000, 20
"""The most cases that are kept, and the most answers to each. Older ones are dropped."""

_writing = threading.Lock()


@dataclass(frozen=True)
class GivenAnswer:
    """An answer: the move in the notation for people, whether it was right, and the minute, as in 2026-11-24
    10:30. `hints` is the number of hints read before."""

    move: str
    right: bool
    when: str
    hints: int = 0

    @property
    def words(self) -> str:
        hints = f", {self.hints} hint{'' if self.hints == 1 else 's'}" if self.hints else ""
        return f"{self.when}: {self.move}, {'right' if self.right else 'wrong'}{hints}"


Answers = dict[str, tuple[GivenAnswer, ...]]
"""By the key of the case, the first answer first."""


class AnswerLog:
    """The file of answers in a data folder. A file that cannot be read counts as empty."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "answers.json"

    def read(self) -> Answers:
        """The kept answers. Leaves out what is not an answer."""
        found: Answers = {}
        for key, rows in read_object(self._file, MOST_BYTES).items():
            if isinstance(rows, list):
                answers = tuple(answer for row in rows if (answer := _sound(row)) is not None)
                found |= {key: answers} if answers else {}
        return found

    def add(self, case: Case, answer: GivenAnswer) -> Answers:
        """Adds an answer; returns all kept answers. Raises BadText if the file cannot be written."""
        with _writing:
            answers = self.read()
            before = answers.pop(case.key, ())
            answers[case.key] = (*before, answer)[-MOST_ANSWERS:]
            kept = dict(list(answers.items())[-MOST_CASES:])
            content = {key: [asdict(each) for each in rows] for key, rows in kept.items()}
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self._file, json.dumps(content, indent=1))
            except OSError as error:
                raise BadText(f"{self._file}: {error.strerror or error}") from None
        return kept


def answered(case: Case, move: int, hints: int, now: datetime) -> GivenAnswer:
    """The answer that a person has given to a case with a move."""
    return GivenAnswer(case.position.notation(move), case.passes(move), now.strftime("%Y-%m-%d %H:%M"), hints)


def solved(answers: tuple[GivenAnswer, ...]) -> bool:
    """Whether one of the answers was right."""
    return any(answer.right for answer in answers)


def _sound(row: object) -> GivenAnswer | None:
    if not isinstance(row, dict):
        return None
    move, right, when, hints = (row.get(name) for name in ("move", "right", "when", "hints"))
    if not isinstance(move, str) or not isinstance(right, bool) or not isinstance(when, str):
        return None
    return GivenAnswer(one_line(move, 60), right, one_line(when, 40), hints if type(hints) is int else 0)
