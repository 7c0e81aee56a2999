"""Reads a person's files within limits, and writes a file completely or not at all."""

import codecs
import contextlib
import json
import os
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.contract import BadText
from games.safe_text import shown

NO_FILE = "expected a file, found a folder, a pipe or a device"
ON_WINDOWS = os.name == "nt"
DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
)
"""The names that Windows keeps for devices. What is written to nul.txt is lost there."""

NO_LETTERS = '<>:"|?*'
"""Characters that no name has on Windows. What follows a colon would become a hidden part of a file."""

HELD_SECONDS = 0.3
"""How long replacing a file is tried again on Windows, where another process, such as an antivirus, may have
the file open."""

HELD_PAUSE = 0.01
"""Seconds between two tries."""

MARK = codecs.BOM_UTF8
"""The byte order mark that editors of Windows write before UTF-8."""

UTF16_MARKS = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
LOOKED_AT = 1 << 12
"""The number of bytes at a file's beginning by which UTF-16 without a mark is recognised."""

_BINARY = getattr(os, "O_BINARY", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""A flag for opening: without it, opening a pipe waits for a writer."""


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """A descriptor of an existing file that is no pipe, device or folder.

    Raises BadText, which does not name the file, for anything else and for an impossible name. Raises OSError
    where it cannot be opened.
    """
    try:
        descriptor = os.open(path, flags | _BINARY | _AT_ONCE)
    except ValueError as error:  # NUL in the name, or a character that the system's encoding lacks
        raise BadText(f"cannot be a file's name: {error}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadText(NO_FILE)
    return descriptor


def read_bytes(path: Path, most: int, name: str | None = None) -> bytes:
    """The content of a file of at most `most` bytes. On failure raises a BadText that names `name`, else the
    whole path, and says why it cannot be read."""
    name = str(path) if name is None else name
    content = read_beginning(path, most + 1, name)
    if len(content) > most:
        raise BadText(f"{name}: expected at most {most:,} bytes, found more")
    return content


def read_beginning(path: Path, most: int, name: str) -> bytes:
    """At most the first `most` bytes of a file. On failure raises a BadText that names `name` and says why it
    cannot be read."""
    try:
        with open(open_regular(path), "rb") as stream:
            return stream.read(most)
    except FileNotFoundError:
        raise BadText(f"{name}: cannot be read: no such file") from None
    except OSError as error:
        raise BadText(f"{name}: cannot be read: {error.strerror or error}") from None
    except BadText as error:
        raise BadText(f"{name}: cannot be read: {error}") from None


def read_source(path: Path, most: int, name: str | None = None) -> bytes:
    """The content of a file for a parser that decodes bytes itself: as `read_bytes`, without a byte order
    mark. Raises BadText for UTF-16, too."""
    return without_mark(read_bytes(path, most, name), str(path) if name is None else name)


def read_text(path: Path, most: int, name: str | None = None, latin: bool = False) -> str:
    """The text of a file of at most `most` bytes. Raises BadText as `read_bytes` and `decoded` do."""
    return decoded(read_bytes(path, most, name), str(path) if name is None else name, latin)


def read_first_text(path: Path, most: int, name: str) -> str:
    """The text of at most the first `most` bytes of a file, from which its kind is known. "�" replaces bytes
    that are not UTF-8. Raises BadText as `read_beginning` does."""
    return read_beginning(path, most, name).removeprefix(MARK).decode("utf-8", "replace")


def decoded(content: bytes, name: str, latin: bool = False) -> str:
    """The text of a person's bytes, which are UTF-8, with or without a byte order mark. With `latin`, bytes
    that are not UTF-8 are Latin-1, which can read any. On failure raises a BadText that names `name` and what
    is wrong."""
    text = without_mark(content, name)
    if latin:
        return utf8_or_latin(text)
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + len(content) - len(text)
        raise BadText(f"{name}: cannot be read: not UTF-8 at byte {at}; save it as UTF-8") from None


def utf8_or_latin(content: bytes) -> str:
    """The text of bytes in UTF-8, else in Latin-1."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def without_mark(content: bytes, name: str) -> bytes:
    """A person's bytes without the byte order mark of UTF-8. On failure raises a BadText that names `name`
    where they are UTF-16."""
    try:
        refuse_utf16(content)
    except BadText as error:
        raise BadText(f"{name}: cannot be read: {error}") from None
    return content.removeprefix(MARK)


def refuse_utf16(content: bytes) -> None:
    """Raises BadText, which does not name the file, for bytes in UTF-16. Without a byte order mark, UTF-16 is
    recognised by its NULs: at least half of all odd (or all even) bytes are 0, and none of the others."""
    first = content[:LOOKED_AT]
    least, most = sorted(half.count(0) for half in (first[::2], first[1::2]))
    by_nuls = least == 0 and 4 * most >= len(first) > 1
    if content.startswith(UTF16_MARKS) or by_nuls:
        raise BadText("it is in UTF-16; save it as UTF-8")


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises BadText where it is no JSON, or an object has a key twice."""
    try:
        return json.loads(text, object_pairs_hook=json_object)
    except BadText:
        raise
    except (ValueError, RecursionError):
        raise BadText(f"expected JSON, found {text[:60]!r}") from None


def json_object(entries: list[tuple[str, Any]]) -> dict[str, Any]:
    """The dictionary of the entries of a JSON object, as `object_pairs_hook`. Raises BadText if a key occurs
    twice; Python's reader by itself would keep the last entry."""
    made = dict(entries)
    if len(made) < len(entries):
        keys = [key for key, _ in entries]
        twice = next(key for key in made if keys.count(key) > 1)
        raise BadText(f"the key {shown(twice)} stands twice in one object. Remove one.")
    return made


def read_object(path: Path, most: int) -> dict[str, Any]:
    """The JSON object in a file of at most `most` bytes; empty if the file cannot be read or holds
    something else."""
    try:
        content = read_json(read_text(path, most))
    except BadText:
        return {}
    return content if isinstance(content, dict) else {}


@contextlib.contextmanager
def mistakes_in(place: object) -> Iterator[None]:
    """A context that puts a place, such as a field's name, before the message of a BadText raised inside."""
    try:
        yield
    except BadText as error:
        raise BadText(f"{place}: {error}") from None


def wrong_with_name(path: Path) -> str:
    """Why no new file can have this name; "" if it can. Names of devices are refused on every system, so
    that files can be moved to Windows. An existing file may have any name."""
    device = path.name.split(".")[0].rstrip().lower()
    if device in DEVICES and not os.path.isfile(path):
        return f"Windows keeps the name {device} for a device. Choose another name"
    if ON_WINDOWS and any(letter in NO_LETTERS for letter in path.name):
        return f"expected a name without any of {' '.join(NO_LETTERS)}"
    return ""


def check_name(path: Path) -> None:
    """Raises BadText if no new file can have this name."""
    if problem := wrong_with_name(path):
        raise BadText(f"{path}: cannot be written: {problem}")


def replace_file(new: Path, target: Path) -> None:
    """Renames a file to `target`, and replaces a file of that name. On Windows it tries again for
    HELD_SECONDS while another process has one of the two open. Raises OSError."""
    until = time.monotonic() + HELD_SECONDS
    while True:
        try:
            os.replace(new, target)
            return
        except PermissionError:
            if not ON_WINDOWS or time.monotonic() > until:
                raise
        time.sleep(HELD_PAUSE)


def write_all(descriptor: int, content: bytes) -> None:
    """Writes all bytes at the descriptor's position. Raises OSError where that fails."""
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]


def write_whole(path: Path, content: str | bytes, append: bool = False) -> None:
    """Makes `content` the whole content of a file, or with `append` its end. Even if the disk is full or the
    process ends meanwhile, the file has either its old or its new content. Raises OSError.

    A lone surrogate becomes "?", because UTF-8 cannot write it.
    """
    if problem := wrong_with_name(path):
        raise OSError(problem)
    target = Path(os.path.realpath(path))  # a link keeps its target
    if target.exists() and not target.is_file():
        raise OSError(NO_FILE)
    partial = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o666)
        with open(descriptor, "wb", buffering=0):
            if append and target.exists():
                with target.open("rb") as before:
                    while chunk := before.read(1 << 20):
                        write_all(descriptor, chunk)
            whole = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
            write_all(descriptor, whole)
        if target.exists():
            shutil.copymode(target, partial)
        replace_file(partial, target)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def write_file(path: Path, content: str | bytes, makes_folder: bool = False) -> None:
    """Writes a file as `write_whole` does, and with `makes_folder` makes its folder first. On failure raises
    a BadText that names the file and says why it cannot be written."""
    try:
        if makes_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadText(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
