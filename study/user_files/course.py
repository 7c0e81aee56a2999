"""The lessons of the course: their pages, and the files that a lesson starts from."""

import re
from dataclasses import dataclass
from pathlib import Path

from games.contract import BadText
from games.installation import ROOT
from games.text_files import read_text
from study.settings.settings import Settings
from study.suites.user_suites import own_folder
from study.user_files.new_file import write_new

FOLDER = ROOT / "docs" / "course"
MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class CourseLesson:
    """A lesson of the course. `files` are the files to start from, each in a folder named by its kind:
    heuristics, suites or games."""

    number: int
    title: str
    page: Path
    files: tuple[Path, ...]


@dataclass(frozen=True)
class CopiedFile:
    """A copy of a lesson's file in the person's own folders. `kept`: the person's file was kept, because
    there was one with another text."""

    path: Path
    kept: bool


def lessons() -> list[CourseLesson]:
    """All lessons in their order."""
    return [_lesson(page) for page in sorted(FOLDER.glob("[0-9]-*.md"))]


def find_lesson(number: int) -> CourseLesson:
    """The lesson of that number. Raises BadText if there is none."""
    known = lessons()
    for lesson in known:
        if lesson.number == number:
            return lesson
    raise BadText(f"lesson: expected a number from 1 to {len(known)}, found {number}")


def copy_files(lesson: CourseLesson, settings: Settings) -> list[CopiedFile]:
    """Copies the files that a lesson starts from into the person's own folders. Does not overwrite existing
    files. Raises BadText if one cannot be written."""
    folders = {
        "heuristics": settings.own_heuristics,
        "suites": own_folder(settings.saved_games),
        "games": settings.saved_games / "games",
    }
    copied = []
    for start in lesson.files:
        text = read_text(start, MOST_BYTES)
        path = folders[start.parent.name] / start.name
        if path.exists():
            kept = read_text(path, MOST_BYTES).splitlines() != text.splitlines()
            copied.append(CopiedFile(path, kept))
        else:
            write_new(path, text, "file")
            copied.append(CopiedFile(path, kept=False))
    return copied


def _lesson(page: Path) -> CourseLesson:
    number = int(page.name[0])
    heading = read_text(page, MOST_BYTES).partition("\n")[0]
    files = (path for path in (FOLDER / "files" / str(number)).glob("*/*") if path.is_file())
    return CourseLesson(number, re.sub(r"^# (Lesson \d+: )?", "", heading), page, tuple(sorted(files)))
