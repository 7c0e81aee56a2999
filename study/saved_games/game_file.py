"""The file of a game that is being played. Only the process that holds its lock, the owner, writes to it.
Entries are added at its end."""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from games.contract import BadText
from games.text_files import open_regular, read_bytes, write_all
from study.saved_games.file_lock import lock

MOST_BYTES = 64 << 20
"""The most bytes of a file that can be opened: more than a hundred thousand moves and fifty thousand
searches."""

MOST_BYTES_OF_SEARCHES = MOST_BYTES // 2
"""A file that is longer takes moves, but no more searches."""

TAIL = 200
"""The number of last bytes that are compared before each writing, to notice another program's changes."""

_BINARY = getattr(os, "O_BINARY", 0)  # Windows would write "\r\n" for "\n"


class Displaced(Exception):
    """The file no longer has what was written to it: another program has deleted, moved, cut off or changed
    it."""


class GameFile:
    """The file is owned from `create` or `claim` to `close`, or until this object is collected. `end` is the
    number of bytes with whole entries; a crash may have left a part of one after them, which the next entry
    overwrites.

    Every entry is handed to the system when its method returns, so ending this process does not lose it.
    There is no wait for the disk (fsync), which would cost the window's thread up to two frames a move. An
    entry that could not be written (OSError) is written before the next one. If another program has changed
    or replaced the file, nothing is written, and Displaced is raised.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.end = 0
        self._descriptor = descriptor
        self._unwritten = b""
        self._tail = b""  # the last bytes of the file

    @classmethod
    def create(cls, path: Path, entries: Iterable[Mapping[str, Any]]) -> "GameFile":
        """A new file with these entries. If that fails, raises OSError and leaves no file. Raises
        FileExistsError if there is a file of that name."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
        lock(descriptor)
        file = cls(path, descriptor)
        try:
            file.append(*entries)
        except OSError:
            file._unwritten = b""
            file.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return file

    @classmethod
    def claim(cls, path: Path) -> "GameFile | None":
        """Opens the file of a game that goes on, and locks it; None if another process owns it. Raises
        OSError or BadText if it cannot be opened for writing or read."""
        descriptor = open_regular(path, os.O_RDWR)
        if not lock(descriptor):
            os.close(descriptor)
            return None
        file = cls(path, descriptor)
        try:
            content = read_bytes(path, MOST_BYTES)
            file.end = content.rfind(b"\n") + 1
            file._tail = content[max(0, file.end - TAIL) : file.end]
        except BadText:
            file.close()
            raise
        return file

    def append(self, *entries: Mapping[str, Any]) -> None:
        """Writes the entries of a change of the record."""
        self._write("".join(json.dumps(entry) + "\n" for entry in entries))

    def append_closely(self, *entries: Mapping[str, Any]) -> None:
        """Writes entries as compact JSON, without spaces: searches are long."""
        self._write("".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries))

    def append_end(self, reason: str, result: str = "") -> None:
        """Writes how the game ended, so that it is not offered for continuation; `result` is "white", "black"
        or "draw", "" if the game was left."""
        self.append({"end": reason, "result": result} if result else {"end": reason})

    def flush(self) -> None:
        """Writes what could not be written before. Raises OSError or Displaced. Does nothing once closed."""
        if self._descriptor >= 0:
            self._check()
            if self._unwritten:
                self._write()

    def close(self) -> None:
        """Closes the file. May be called more than once."""
        if self._descriptor >= 0:
            if self._unwritten:
                with contextlib.suppress(OSError, Displaced):
                    self._write()
            os.close(self._descriptor)
            self._descriptor = -1

    def __del__(self) -> None:
        self.close()

    def _write(self, lines: str = "") -> None:
        """Writes lines, after any lines that could not be written before."""
        self._unwritten += lines.encode()
        self._check()
        os.ftruncate(self._descriptor, self.end)
        os.lseek(self._descriptor, self.end, os.SEEK_SET)
        try:
            write_all(self._descriptor, self._unwritten)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self.end)
            raise
        self.end += len(self._unwritten)
        self._tail = (self._tail + self._unwritten)[-TAIL:]
        self._unwritten = b""

    def _check(self) -> None:
        """Raises Displaced if the path leads to another file, or the file has other content."""
        try:
            there = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            raise Displaced from None
        here = os.fstat(self._descriptor)
        if not os.path.samestat(there, here) or here.st_size < self.end:
            raise Displaced
        os.lseek(self._descriptor, self.end - len(self._tail), os.SEEK_SET)
        if os.read(self._descriptor, len(self._tail)) != self._tail:
            raise Displaced


def is_owned(path: Path) -> bool:
    """Whether somebody plays the game of this file now."""
    try:
        descriptor = open_regular(path)
    except (OSError, BadText):
        return False
    free = lock(descriptor)
    os.close(descriptor)
    return not free
