"""The file of a game: it has one owner, and no full disk and no kill at any write loses a move."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.record import Record
from games.registry import load_game
from study.saved_games.game_file import GameFile, is_owned
from study.saved_games.saved_games import Saves

ROOT = Path(__file__).parents[3]
MOVES = ("d4", "e5", "f5", "f3")


class Killed(BaseException):
    """Ends the process, as far as the code under test can tell."""


def play(record: Record, file: GameFile, text: str) -> None:
    record.play(record.position.parse_move(text))
    file.append(record.entry(record.end))


def texts(saves: Saves, path: Path) -> list[str]:
    return [ply.text for ply in saves.load(path)[0].plies]


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException, written: int) -> None:
    """From now on `os.write` writes `written` bytes and then fails; another function fails at once."""
    real, given = getattr(os, name), []

    def fail(*arguments):  # type: ignore[no-untyped-def]
        if name == "write" and not given:
            given.append(real(arguments[0], bytes(arguments[1])[:written]))
            return given[0]
        raise error

    monkeypatch.setattr(os, name, fail)


@pytest.mark.parametrize("written", [1, 9])
@pytest.mark.parametrize("moves", range(4))
def test_full_disk_loses_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int, written: int
) -> None:
    saves, record = Saves(tmp_path), Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "human")
    for text in MOVES[:moves]:
        play(record, file, text)
    with monkeypatch.context() as patched:
        failing(patched, "write", OSError(errno.ENOSPC, "No space left on device"), written)
        with pytest.raises(OSError, match="No space"):
            play(record, file, MOVES[moves])
    assert texts(saves, file.path) == list(MOVES[:moves])
    assert file.path.read_bytes().endswith(b"\n")
    file.append({"back": 1})
    record.take_back()
    play(record, file, MOVES[moves])
    assert texts(saves, file.path) == list(MOVES[: moves + 1])


@pytest.mark.parametrize("name", ["write", "ftruncate", "lseek"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), Killed()])
def test_going_on_with_a_torn_file_keeps_what_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """The torn part is cut off in place: rewriting the file would lose everything if it failed."""
    saves, record = Saves(tmp_path), Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "human")
    play(record, file, "d4")
    file.close()
    with file.path.open("ab") as stream:
        stream.write(b'{"move": "\xe5')  # the cut may split a character
    with monkeypatch.context() as patched:
        opened = saves.open(file.path)
        assert opened.file is not None
        failing(patched, name, error, 1)
        with pytest.raises(type(error)):
            play(opened.record, opened.file, "e5")
    assert texts(saves, file.path) == ["d4"]
    if isinstance(error, Killed):
        os.close(opened.file._descriptor)  # as the system does
        opened.file._descriptor = -1
    else:
        opened.file.close()
        assert texts(saves, file.path) == ["d4", "e5"]
    again = saves.open(file.path)
    assert again.file is not None and [ply.text for ply in again.record.plies][:1] == ["d4"]


def test_a_game_that_cannot_begin_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves, record = Saves(tmp_path), Record.start(load_game("isolation"))
    with monkeypatch.context() as patched:
        failing(patched, "write", OSError(errno.ENOSPC, "No space left on device"), 5)
        with pytest.raises(OSError, match="No space"):
            saves.begin(record, "human", "human")
    assert saves.list() == [] and list(saves.folder.iterdir()) == []


def test_a_game_has_one_owner(tmp_path: Path) -> None:
    saves, record = Saves(tmp_path), Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "human")
    play(record, file, "d4")
    assert is_owned(file.path) and GameFile.claim(file.path) is None
    assert saves.interrupted() == () and len(saves.list()) == 1
    copy = saves.open(file.path)
    assert copy.file is None and "copy" in copy.remark and len(copy.record.plies) == 1
    file.close()
    (saved,) = saves.interrupted()
    assert saved.path == file.path
    again = saves.open(file.path)
    assert again.file is not None and again.remark == "" and is_owned(file.path)


def test_a_file_that_cannot_be_written_is_gone_on_with_in_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves, record = Saves(tmp_path), Record.start(load_game("isolation"))
    file = saves.begin(record, "human", "human")
    file.close()
    real = os.open

    def open_for_reading(path, flags, *rest):  # type: ignore[no-untyped-def]
        if flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", open_for_reading)
    opened = saves.open(file.path)
    assert opened.file is None and "cannot be written" in opened.remark


def test_the_owner_is_gone_with_its_process_and_no_move_is(tmp_path: Path) -> None:
    """The process dies without cleaning up, as when it is killed."""
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom study.saved_games.saved_games import Saves\n"
        "from games.record import Record\nfrom games.registry import load_game\n"
        f"saves = Saves(Path({str(tmp_path)!r}))\nrecord = Record.start(load_game('isolation'))\n"
        "file = saves.begin(record, 'human', 'human')\n"
        "for text in ('d4', 'e5', 'f5'):\n"
        "    record.play(record.position.parse_move(text))\n"
        "    file.append(record.entry(record.end))\n"
        "print(file.path, flush=True)\nsys.stdin.readline()\nos._exit(9)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None and process.stdout is not None
    path = Path(process.stdout.readline().strip())
    saves = Saves(tmp_path)
    assert is_owned(path) and saves.interrupted() == ()
    process.communicate("\n")
    assert process.returncode == 9 and not is_owned(path)
    (interrupted,) = saves.interrupted()
    assert interrupted.plies == 3
    assert texts(saves, interrupted.path) == ["d4", "e5", "f5"]
