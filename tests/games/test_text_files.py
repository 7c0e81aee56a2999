"""A person's files: only files are read, never too much of them, and a file that is written has its new or
its old content."""

import errno
import os
import sys
from pathlib import Path

import pytest

from games import text_files
from games.contract import BadText
from games.text_files import (
    DEVICES,
    check_name,
    read_bytes,
    read_json,
    read_object,
    read_text,
    replace_file,
    write_file,
    write_whole,
)


def test_only_files_of_a_bounded_size_are_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_bytes(file, 5) == b"12345"
    with pytest.raises(BadText, match="file: expected at most 4 bytes"):
        read_bytes(file, 4)
    with pytest.raises(BadText, match="cannot be read: no such file"):
        read_bytes(tmp_path / "none", 5)
    with pytest.raises(BadText, match="short: cannot be read"):
        read_bytes(tmp_path, 5, "short")
    with pytest.raises(BadText, match="cannot be a file's name"):
        read_bytes(tmp_path / "a\0b", 5)
    file.write_bytes(b"ab\xff")
    with pytest.raises(BadText, match="not UTF-8 at byte 2"):
        read_text(file, 5)


@pytest.mark.skipif(sys.platform == "win32", reason="no such things in its folders")
def test_a_pipe_a_device_and_a_link_to_nowhere_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "nowhere").symlink_to(tmp_path / "none")
    for name, reason in (("pipe", "expected a file"), ("device", "expected a file"), ("nowhere", "no such")):
        with pytest.raises(BadText, match=reason):
            read_bytes(tmp_path / name, 5)
    for name in ("pipe", "device"):
        with pytest.raises(OSError, match="expected a file"):
            write_whole(tmp_path / name, "text")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "1" * 10_000, "nul"])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(BadText, match="expected JSON"):
        read_json(text)


def test_a_key_that_stands_twice_in_json_is_refused() -> None:
    assert read_json('{"a": {"x": 1}, "b": {"x": 2}}') == {"a": {"x": 1}, "b": {"x": 2}}
    with pytest.raises(BadText, match="the key 'x' stands twice in one object"):
        read_json('[{"y": 1, "x": 1, "x": 2}]')


def test_a_file_is_written_whole_or_added_to(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, "one\n")
    write_whole(file, "two \ud800\n")
    write_whole(file, "three\n", append=True)
    assert file.read_text(encoding="utf-8") == "two ?\nthree\n"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_is_made_only_on_request(tmp_path: Path) -> None:
    file = tmp_path / "no" / "file.json"
    with pytest.raises(BadText, match=": cannot be written"):
        write_file(file, "{}")
    write_file(file, '{"a": 1}', makes_folder=True)
    assert read_object(file, 8) == {"a": 1} and read_object(file, 7) == read_object(tmp_path, 8) == {}
    write_file(file, "[1]")
    assert read_object(file, 8) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes")
def test_a_link_and_the_mode_of_a_file_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("before", encoding="utf-8")
    file.chmod(0o600)
    link.symlink_to(file)
    write_whole(link, "after")
    assert (
        link.is_symlink()
        and file.read_text(encoding="utf-8") == "after"
        and file.stat().st_mode & 0o777 == 0o600
    )


class Killed(BaseException):
    """Ends the process, as far as the code under test can tell."""


def write_failing_at(number: int, error: BaseException, written: int = 1):  # type: ignore[no-untyped-def]
    """A version of `os.write` that writes only `written` bytes at call `number` (0: the first), and raises at
    the next call."""
    real, calls = os.write, iter(range(1_000_000))

    def write(descriptor: int, content: bytes) -> int:
        call = next(calls)
        if call == number:
            return real(descriptor, bytes(content)[:written])
        if call == number + 1:
            raise error
        return real(descriptor, content)

    return write


@pytest.mark.parametrize("append", [False, True])
@pytest.mark.parametrize("call", range(-1, 2))
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), Killed()])
def test_no_end_of_the_disk_or_the_process_loses_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, append: bool, call: int, error: BaseException
) -> None:
    file = tmp_path / "file"
    file.write_text("what was there", encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", write_failing_at(call, error))
        try:
            write_whole(file, "what is to be", append)
        except (OSError, Killed) as raised:
            assert raised is error and file.read_text(encoding="utf-8") == "what was there"
        else:
            assert file.read_text(encoding="utf-8").endswith("what is to be")
    assert list(tmp_path.iterdir()) == [file]
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", lambda *paths: (_ for _ in ()).throw(error))
        with pytest.raises(type(error)):
            write_whole(file, "never", append)
    assert "never" not in file.read_text(encoding="utf-8")


def test_names_of_devices_are_refused_in_all_their_forms() -> None:
    assert len(DEVICES) == 22
    for name in ("nul", "CON", "Aux.pgn", "com1.tar.gz", "LPT9 .txt", "prn."):
        with pytest.raises(BadText, match=r"Windows keeps the name [a-z]+[0-9]? for a device"):
            check_name(Path("folder", name))
    for name in ("null", "console", "com", "com0", "com10", "a.nul", ".nul", "auxiliary.pgn", "nul-1.txt"):
        check_name(Path("nul", name))


@pytest.mark.skipif(sys.platform == "win32", reason="no such file can be there")
def test_a_file_of_a_device_s_name_can_still_be_changed(tmp_path: Path) -> None:
    file = tmp_path / "aux.txt"
    with pytest.raises(OSError, match="for a device"):
        write_whole(file, "new")
    assert not list(tmp_path.iterdir())
    file.write_text("old", encoding="utf-8")
    write_whole(file, "new")
    assert file.read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize("letter", text_files.NO_LETTERS)
def test_letters_that_windows_has_in_no_name(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = Path(f"ab{letter}c.pgn")
    monkeypatch.setattr(text_files, "ON_WINDOWS", True)
    with pytest.raises(BadText, match=r"ab.c\.pgn: cannot be written: expected a name without any of < > : "):
        check_name(name)
    monkeypatch.setattr(text_files, "ON_WINDOWS", False)
    check_name(name)


def refuse(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Lets the system refuse to replace a file as often as that, as Windows does while another process has
    it open."""
    real, left = os.replace, iter(range(times))

    def replace(new: Path, target: Path) -> None:
        if next(left, None) is not None:
            raise PermissionError(errno.EACCES, "Access is denied")
        real(new, target)

    monkeypatch.setattr(os, "replace", replace)


def test_a_file_that_is_held_for_a_moment_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("before", encoding="utf-8")
    monkeypatch.setattr(text_files, "ON_WINDOWS", True)
    refuse(monkeypatch, 3)
    write_whole(file, "after")
    assert file.read_text(encoding="utf-8") == "after" and list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("windows", [True, False])
def test_a_file_that_stays_held_is_a_line(
    windows: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("before", encoding="utf-8")
    monkeypatch.setattr(text_files, "ON_WINDOWS", windows)
    monkeypatch.setattr(text_files, "HELD_SECONDS", 0.03)
    refuse(monkeypatch, 1000)
    with pytest.raises(BadText, match="file: cannot be written: Access is denied"):
        write_file(file, "after")
    assert file.read_text(encoding="utf-8") == "before" and list(tmp_path.iterdir()) == [file]
    with pytest.raises(PermissionError):
        replace_file(file, tmp_path / "other")
