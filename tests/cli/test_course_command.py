"""The course: its lessons, their files to start from, and the check at the end of each."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from test_command_line import run

from games.contract import BadText
from heuristics.registry import heuristics_of, look_in
from study.settings.settings import Settings
from study.user_files.course import FOLDER, copy_files, find_lesson, lessons

NUMBERS = [1, 2, 3, 4]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, where heuristics are found."""
    monkeypatch.setenv("PLYGLASS_DATA", str(tmp_path))
    return tmp_path


def check_of(number: int) -> list[str]:
    """The words of the last command on a lesson's page, which checks the work."""
    commands = re.findall(
        r"^python main\.py (.*)$", find_lesson(number).page.read_text("utf-8"), re.MULTILINE
    )
    return shlex.split(commands[-1])


def solve(number: int, data: Path) -> None:
    """Replaces a lesson's files to start from with the finished ones."""
    solutions = FOLDER / "solutions" / str(number)
    for file in solutions.glob("*/*"):
        start = FOLDER / "files" / str(number) / file.relative_to(solutions)
        assert start.read_text("utf-8") != file.read_text("utf-8")
        shutil.copy(file, data / file.relative_to(solutions))


def test_there_are_four_lessons_each_with_files() -> None:
    assert [lesson.number for lesson in lessons()] == NUMBERS
    assert lessons()[0].title == "See a search think"
    assert all(lesson.files for lesson in lessons())
    with pytest.raises(BadText, match="a number from 1 to 4, found 5"):
        find_lesson(5)


def test_files_go_into_folders_of_their_kind(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path)
    copied = copy_files(find_lesson(3), settings)
    assert sorted(file.path.relative_to(tmp_path).as_posix() for file in copied) == [
        "games/lesson-3.plyglass",
        "heuristics/herd.py",
        "suites/lesson-3.yaml",
    ]
    assert not any(file.kept for file in copy_files(find_lesson(3), settings))
    mine = tmp_path / "heuristics" / "herd.py"
    mine.write_text("# mine\n", encoding="utf-8")
    kept = [file.path for file in copy_files(find_lesson(3), settings) if file.kept]
    assert kept == [mine] and mine.read_text("utf-8") == "# mine\n"


def test_the_command_lists_lessons_and_begins_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "course", "--json")
    assert status == 0 and [row["lesson"] for row in json.loads(out)] == NUMBERS
    status, out, _ = run(capsys, "course", "2")
    room = folder / "heuristics" / "room.py"
    assert status == 0 and str(room) in out and room.is_file() and "changes of yours" not in out
    room.write_text("# mine\n", encoding="utf-8")
    assert "changes of yours" in run(capsys, "course", "2")[1]
    status, _, err = run(capsys, "course", "9")
    assert status == 2 and err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_lesson_s_check_fails_at_start_and_passes_at_end(
    number: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, _ = run(capsys, "course", str(number))
    assert status == 0
    assert run(capsys, *check_of(number))[0] == 1
    solve(number, folder)
    look_in(None)  # as in another process: forgets what was loaded
    assert run(capsys, *check_of(number))[0] == 0


@pytest.mark.parametrize("number", [2, 3, 4])
def test_heuristics_of_a_lesson_load(number: int) -> None:
    for kind in ("files", "solutions"):
        look_in(FOLDER / kind / str(number) / "heuristics")
        game = "morris" if number == 3 else "isolation"
        name = {2: "room", 3: "herd", 4: "ideas"}[number]
        assert name in [heuristic.name for heuristic in heuristics_of(game)]
    look_in(None)


def test_check_of_a_match_needs_a_sequential_test(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "match", "isolation", "random", "random", "--games", "2", "--check")
    assert status == 2 and err.startswith("main.py: --check: expected together with --sprt")
