"""The game in any file, a lesson file among them."""

from pathlib import Path

from games.contract import BadText
from study.core.settings import Settings
from study.lesson_files.lesson_file import SUFFIX, is_lesson, read_lesson
from study.saved_games.read_game import GameOfFile, read_game


def game_in(path: Path, settings: Settings, number: int | None = None) -> GameOfFile:
    """The game in a file, as `read_game` has it; that of a lesson file with its question as a comment.
    BadText names the file and what is wrong."""
    if path.suffix.lower() != SUFFIX or not is_lesson(path):
        return read_game(path, settings, number)
    if number not in (None, 1):
        raise BadText(f"{path}: expected a game from 1 to 1, found {number}")
    lesson = read_lesson(path)
    record, node = lesson.record, lesson.record.node(lesson.shown)
    asked = ": ".join(filter(None, (lesson.case.name, lesson.case.question)))
    record.edit({"comment": node, "text": " ".join(filter(None, (asked, record.tree[node].comment)))})
    return GameOfFile(record, ("", ""), "", record.not_kept)
