"""Writes class packs: lesson files in an order, as a zip to hand out or as a folder to edit."""

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from games.contract import BadText
from games.text_files import check_name, read_bytes, write_file
from study.lesson_files.class_pack import (
    MOST_ENTRIES,
    MOST_UNPACKED,
    ORDER,
    ClassPack,
    is_pack,
    read_pack,
)
from study.lesson_files.lesson_file import MOST_BYTES, SUFFIX, is_lesson, lesson_of

FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every member, so that the same lessons make the same file."""


@dataclass(frozen=True)
class PackedLesson:
    """A lesson file of a pack. `about` is its title, or else its question; `game` is the name of its game."""

    name: str
    content: bytes
    about: str
    game: str


def packed(name: str, content: bytes, source: str) -> PackedLesson:
    """The lesson in the bytes of a file. On failure raises a BadText that names the `source` and what is
    wrong."""
    lesson = lesson_of(content, source)
    about = lesson.case.name or lesson.case.question
    return PackedLesson(PurePosixPath(name).name, content, about, lesson.record.game.name)


def lessons_in(path: Path) -> tuple[str, list[PackedLesson]]:
    """The title and the lessons of a class pack or of a folder of lesson files, in their order; for a lesson
    file, this one lesson without a title. On failure raises a BadText that names what is wrong."""
    if is_pack(path):
        pack = read_pack(path)
        return pack.title, [packed(name, content, f"{path.name}, {name}") for name, content in pack.files()]
    if path.suffix.lower() == SUFFIX and not is_lesson(path):
        raise BadText(f"{path}: expected a lesson file, found a saved game")
    return "", [packed(path.name, read_bytes(path, MOST_BYTES), str(path))]


def write_pack(path: Path, title: str, lessons: Sequence[PackedLesson]) -> ClassPack:
    """Writes a class pack as a zip, and reads it again. Raises BadText if that is impossible."""
    _check(lessons)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _members(title, lessons):
            member = zipfile.ZipInfo(name, FIRST_DATE)
            member.external_attr = 0o644 << 16  # the Unix mode: all may read the file, its owner may write
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    write_file(path, stream.getvalue())
    return read_pack(path)


def write_folder(folder: Path, title: str, lessons: Sequence[PackedLesson]) -> None:
    """Writes the lesson files and their order into an existing folder. Raises BadText if the folder already
    has a file with such a name, or cannot be written to."""
    _check(lessons)
    members = _members(title, lessons)
    for name, _ in members:
        check_name(folder / name)  # first, because on Windows the names of devices always exist as files
    there = next((name for name, _ in members if (folder / name).exists()), None)
    if there is not None:
        raise BadText(f"{folder / there}: it is there already. Choose an empty folder.")
    for name, content in members:
        write_file(folder / name, content)


def _check(lessons: Sequence[PackedLesson]) -> None:
    if not lessons:
        raise BadText("Add a lesson file first.")
    if len(lessons) >= MOST_ENTRIES or sum(len(each.content) for each in lessons) > MOST_UNPACKED:
        most = f"{MOST_UNPACKED:,} bytes"
        raise BadText(f"expected fewer than {MOST_ENTRIES:,} lessons, together at most {most}")


def _members(title: str, lessons: Sequence[PackedLesson]) -> list[tuple[str, bytes]]:
    named = _with_names_of_their_own(lessons)
    order = {"plyglass": "pack", "format": 1, "title": title, "order": [each.name for each in named]}
    text = json.dumps(order, ensure_ascii=False, indent=1)
    return [(ORDER, text.encode()), *((each.name, each.content) for each in named)]


def _with_names_of_their_own(lessons: Sequence[PackedLesson]) -> list[PackedLesson]:
    """The lessons with unique names: a number follows a repeated name. Upper and lower case count as the same
    name, as on some disks."""
    taken: set[str] = set()
    named = []
    for lesson in lessons:
        stem, name, number = lesson.name[: -len(SUFFIX)], lesson.name, 1
        while name.lower() in taken:
            number += 1
            name = f"{stem}-{number}{SUFFIX}"
        taken.add(name.lower())
        named.append(replace(lesson, name=name))
    return named
