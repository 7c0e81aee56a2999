"""A weight is written into a person's file: one number changes, or nothing and a line says why."""

from pathlib import Path

import pytest

from games.contract import BadText
from heuristics.contract import Heuristic
from heuristics.user_files import UserFile
from study.user_files import user_files
from study.user_files.weight_in_file import write_weight

TEXT = (
    "# caf\u00e9\r\n"
    "from heuristics.contract import Heuristic\r\n"
    "mine = Heuristic('mine', 'isolation', '', '')\r\n"
    "\r\n"
    "@mine.single(label='\u00e4', weight={number})  # by feeling\r\n"
    "def rim(state, side):\r\n"
    "    return {number}\r\n"
)


def written(file: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Heuristic:
    """The heuristic of a person's file with this text."""
    file.write_bytes(text.encode())
    names: dict[str, object] = {}
    exec(compile(text, str(file), "exec"), names)
    mine = names["mine"]
    assert isinstance(mine, Heuristic)
    monkeypatch.setattr(user_files, "own_files", lambda: (UserFile(file, None, (mine,)),))
    return mine


@pytest.mark.parametrize("number", ["-1.6", "1_0", "- 2"])
def test_only_the_number_in_the_decorator_changes(tmp_path, monkeypatch, number):
    file, text = tmp_path / "mine.py", TEXT.format(number=number)
    mine = written(file, text, monkeypatch)
    assert write_weight(mine, "rim", 1.6) == "mine.py, line 5"
    expected = text.replace(f"weight={number}", "weight=1.6").encode()
    assert file.read_bytes() == expected


@pytest.mark.parametrize("change", [("weight=1.5", "weight=1.5 + 0"), ("weight=1.5", "**{'weight': 1.5}")])
def test_weight_that_is_not_one_number_is_refused(tmp_path, monkeypatch, change):
    file, text = tmp_path / "mine.py", TEXT.format(number="1.5").replace(*change)
    mine = written(file, text, monkeypatch)
    with pytest.raises(BadText, match=r"mine.py, line 5: expected weight=1.5 in the decorator"):
        write_weight(mine, "rim", 2.0)
    assert file.read_bytes() == text.encode()


def test_file_that_has_changed_since_is_refused(tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    mine = written(file, TEXT.format(number="1.5"), monkeypatch)
    for text in (TEXT.format(number="7"), "# a line more\n" + TEXT.format(number="1.5"), "def ("):
        file.write_text(text, encoding="utf-8", newline="")
        with pytest.raises(BadText):
            write_weight(mine, "rim", 2.0)
        assert file.read_bytes() == text.encode()


def test_term_from_elsewhere_is_refused(monkeypatch):
    mine = Heuristic("mine", "isolation", "", "")

    @mine.single(weight=1.0)
    def rim(state: object, side: int) -> float:
        return 1.0

    monkeypatch.setattr(user_files, "own_files", lambda: ())
    with pytest.raises(BadText, match="no file of your own"):
        write_weight(mine, "rim", 2.0)
