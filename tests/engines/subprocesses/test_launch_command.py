"""How commands that a person writes are split into words."""

from pathlib import Path

import pytest

from engines.subprocesses.launch_command import split_command, words_of
from games.contract import BadText


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ('"C:\\Program Files\\Edit\\e.exe" -n', ["C:\\Program Files\\Edit\\e.exe", "-n"]),
        ('C:\\e.exe --o="c d" x', ["C:\\e.exe", "--o=c d", "x"]),
        ('C:\\"Program Files"\\e.exe', ["C:\\Program Files\\e.exe"]),
        ("C:\\Users\\O'Neil\\e.exe -a 'b", ["C:\\Users\\O'Neil\\e.exe", "-a", "'b"]),
        ('\\\\host\\e.exe "" #1', ["\\\\host\\e.exe", "", "#1"]),
        ('e "c:\\d e\\"', ["e", "c:\\d e\\"]),
    ],
)
def test_words_of_a_command_on_windows(command: str, words: list[str]) -> None:
    assert words_of(command, windows=True) == words


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("'/opt/my editor/e' --o=\"c d\" a\\ b", ["/opt/my editor/e", "--o=c d", "a b"]),
        ("e '' #1", ["e", "", "#1"]),
    ],
)
def test_words_of_a_command_on_other_systems(command: str, words: list[str]) -> None:
    assert words_of(command, windows=False) == words


@pytest.mark.parametrize("windows", [False, True])
def test_the_path_of_a_file_alone_is_one_word(windows: bool, tmp_path: Path) -> None:
    program = tmp_path / "my editor"
    program.touch()
    assert words_of(str(program), windows) == [str(program)]
    assert len(words_of(f"{program} -n", windows)) > 2


def test_a_quote_that_is_not_closed_is_a_line() -> None:
    with pytest.raises(BadText, match="no closing quotation"):
        split_command('"mine')
