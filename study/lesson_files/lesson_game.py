"""Reads the game in any file, including lesson files and class packs."""

from pathlib import Path

from games.contract import BadText
from study.lesson_files.class_pack import is_pack, read_pack
from study.lesson_files.lesson_file import SUFFIX, LessonFile, is_lesson, read_lesson
from study.saved_games.read_game import GameOfFile, read_game
from study.settings.settings import Settings


def game_in(path: Path, settings: Settings, number: int | None = None) -> GameOfFile:
    """The game in a file, as `read_game` returns it. The game of a lesson file, or of lesson `number` of a
    class pack, has its question as a comment. On failure raises a BadText that names the file and what is
    wrong."""
    if is_pack(path):
        pack = read_pack(path)
        count = len(pack.names)
        if number is None and count > 1:
            raise BadText(f"{path}: expected the number of a lesson, 1 to {count}, because it has several")
        if number is not None and not 1 <= number <= count:
            raise BadText(f"{path}: expected a lesson from 1 to {count}, found {number}")
        return game_of_lesson(pack.read((number or 1) - 1))
    if path.suffix.lower() != SUFFIX or not is_lesson(path):
        return read_game(path, settings, number)
    if number not in (None, 1):
        raise BadText(f"{path}: expected a game from 1 to 1, found {number}")
    return game_of_lesson(read_lesson(path))


def game_of_lesson(lesson: LessonFile) -> GameOfFile:
    """The game of a lesson, with its question as a comment on the shown move."""
    record, node = lesson.record, lesson.record.node(lesson.shown)
    asked = ": ".join(filter(None, (lesson.case.name, lesson.case.question)))
    record.edit({"comment": node, "text": " ".join(filter(None, (asked, record.tree[node].comment)))})
    return GameOfFile(record, ("", ""), "", record.not_kept)
