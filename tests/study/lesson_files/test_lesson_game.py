"""A lesson file as a command's game."""

from pathlib import Path

import pytest
from test_lesson_file import lesson

from games.contract import BadText
from study.lesson_files.lesson_file import write_lesson
from study.lesson_files.lesson_game import game_in
from study.settings.settings import Settings
from trees import comments_of


def test_the_question_is_a_comment_of_its_position(tmp_path: Path) -> None:
    path = tmp_path / "a.plyglass"
    write_lesson(path, lesson())
    found = game_in(path, Settings())
    assert comments_of(found.record) == {4: "A title: Which one?"}
    with pytest.raises(BadText, match="expected a game from 1 to 1"):
        game_in(path, Settings(), 2)


def test_a_saved_game_is_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "a.plyglass"
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(BadText, match="not a saved game"):
        game_in(path, Settings())
