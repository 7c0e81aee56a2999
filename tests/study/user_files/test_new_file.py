"""A new file of a person's own: how its lines end, and names that exist already."""

import os

import pytest

from games.contract import BadText
from study.user_files.new_file import write_new


def test_lines_that_end_as_on_windows_are_not_doubled(tmp_path):
    write_new(tmp_path / "copy.py", "one = 1\r\n\r\ntwo = 2\n", "heuristic")
    lines = (tmp_path / "copy.py").read_bytes()
    assert lines == os.linesep.join(("one = 1", "", "two = 2", "")).encode()


def test_a_file_that_exists_keeps_its_text(tmp_path):
    (tmp_path / "mine.py").write_text("kept", encoding="utf-8")
    with pytest.raises(BadText, match=r"mine\.py: exists already; give the heuristic another name"):
        write_new(tmp_path / "mine.py", "other", "heuristic")
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == "kept"
