"""A person's own heuristics and players, packed so that they go with the work to other computers.

A worker of a cluster may start at any time, on a computer that has none of these files. So each piece of work
brings the files along, and the worker loads them before it begins.
"""

import hashlib
import os
import pickle
import shutil
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engines.subprocesses import user_players
from games.compiling.kept_kernels import LONGEST_UNUSED, cache_folder
from games.contract import BadText
from games.text_files import read_bytes, replace_file
from games.truth import syzygy
from heuristics.registry import look_in, looked_in, own_files

MOST_BYTES = 32 << 20
"""The most bytes of all files of a folder that are sent."""

Folders = tuple[Path | None, Path | None, Path | None]


def own_folders() -> Folders:
    """The folders of a person's own heuristics, players and Syzygy tables, which a worker needs."""
    return looked_in(), user_players.looked_in(), syzygy.looked_in()


def find_own(folders: Folders) -> None:
    """Uses these folders in this process from now on."""
    look_in(folders[0])
    user_players.look_in(folders[1])
    syzygy.look_in(folders[2])


@dataclass(frozen=True)
class OwnFiles:
    """The folders of `own_folders`, and for the first two the content of each file by its path below the
    folder. Endgame tables are too large to be sent: a worker uses the tables that it finds at the same
    path."""

    folders: Folders
    files: tuple[tuple[tuple[str, bytes], ...], ...]

    @classmethod
    def of(cls, folders: Folders) -> "OwnFiles":
        """Reads the files of the folders. Raises BadText if they are too large or cannot be read."""
        return cls(folders, tuple(_read(folder) for folder in folders[:2]))

    def packed(self) -> bytes:
        return zlib.compress(pickle.dumps(self))


def _read(folder: Path | None) -> tuple[tuple[str, bytes], ...]:
    """All files of a folder and of the folders in it, but not hidden ones and Python's own copies."""
    found: list[tuple[str, bytes]] = []
    left = MOST_BYTES
    for path in sorted(folder.rglob("*")) if folder is not None and folder.is_dir() else []:
        name = path.relative_to(folder or path)
        if path.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in name.parts):
            content = read_bytes(path, left, f"{path}: own files for a cluster, all of a folder")
            left -= len(content)
            found.append((name.as_posix(), content))
    return tuple(found)


_turn = threading.Condition()
_used: bytes | None = None
_users = 0


@contextmanager
def using(packed: bytes) -> Iterator[None]:
    """Uses packed files in this process. Work with other files waits until nobody uses these any more,
    because a process has one folder of each kind."""
    global _used, _users
    with _turn:
        while _users and _used != packed:
            _turn.wait()
        if _used != packed:
            _used = None
            find_own((None, None, None))  # otherwise a folder with the same path would not be read again
            find_own(_folders_of(pickle.loads(zlib.decompress(packed))))
            own_files()  # loads them now: the person may edit a file while a tournament goes on
            _used = packed
        _users += 1
    try:
        yield
    finally:
        with _turn:
            _users -= 1
            _turn.notify_all()


def _folders_of(own: OwnFiles) -> Folders:
    """Folders on this computer with these files: the original paths if they have the same content here, else
    new folders in the cache."""
    try:
        if OwnFiles.of(own.folders) == own:
            return own.folders
    except (BadText, OSError):  # another person's folder, which this worker cannot read
        pass
    kept = cache_folder() / "own"
    try:
        _remove_unused(kept)
        heuristics, players = (_unpacked(files, kept) for files in own.files)
    except OSError as error:
        raise BadText(f"{kept}: own files cannot be kept there: {error.strerror or error}") from None
    return heuristics, players, own.folders[2]


def _unpacked(files: tuple[tuple[str, bytes], ...], kept: Path) -> Path:
    """A folder with these files, whose name depends on them alone: kernels that were compiled from them are
    found again by their paths."""
    folder = kept / hashlib.sha256(pickle.dumps(files)).hexdigest()[:16]
    if folder.is_dir():
        if _read(folder) == files:
            os.utime(folder)
            return folder
        shutil.rmtree(folder)
    new = Path(tempfile.mkdtemp(dir=kept))
    for name, content in files:
        path = new / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        replace_file(new, folder)
    except OSError:  # another worker was faster
        shutil.rmtree(new)
    return folder


def _remove_unused(kept: Path) -> None:
    """Makes the folder of unpacked files, and removes files in it that nobody has used for long."""
    kept.mkdir(parents=True, exist_ok=True)
    for folder in kept.iterdir():
        if time.time() - folder.stat().st_mtime > LONGEST_UNUSED:
            shutil.rmtree(folder, ignore_errors=True)
