"""The command `course`: the lessons, and the files that one starts from."""

from typing import Any

from study.core.settings import Settings
from study.user_files.course import CourseLesson, copy_files, find_lesson, lessons


def list_lessons() -> list[dict[str, Any]]:
    return [_described(lesson) for lesson in lessons()]


def begin_lesson(number: int, settings: Settings) -> dict[str, Any]:
    """Copies the files that a lesson starts from into the person's own folders. BadText for a number without
    a lesson, and if a file cannot be written."""
    lesson = find_lesson(number)
    files = [{"file": str(file.path), "changed": file.kept} for file in copy_files(lesson, settings)]
    return _described(lesson) | {"files": files}


def _described(lesson: CourseLesson) -> dict[str, Any]:
    return {"lesson": lesson.number, "title": lesson.title, "page": str(lesson.page)}
