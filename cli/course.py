"""`main.py course`: lists the lessons of the course, and copies the files that a lesson starts from."""

import argparse
from typing import Any

from cli.command_io import settings_of, show
from cli.parser import counting_number
from cli.plain_tables import show_lesson, show_lessons
from study.user_files.course import CourseLesson, copy_files, find_lesson, lessons


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        type=counting_number,
        help="number of a lesson; lists the lessons if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    """Copies the files that a lesson starts from into the person's own folders; without a number, lists the
    lessons."""
    settings = settings_of(arguments)
    if arguments.lesson is None:
        show(arguments, [_described(lesson) for lesson in lessons()], show_lessons)
        return
    lesson = find_lesson(arguments.lesson)
    files = [{"file": str(file.path), "changed": file.kept} for file in copy_files(lesson, settings)]
    show(arguments, _described(lesson) | {"files": files}, show_lesson)


def _described(lesson: CourseLesson) -> dict[str, Any]:
    return {"lesson": lesson.number, "title": lesson.title, "page": str(lesson.page)}
