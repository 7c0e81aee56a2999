"""Class packs: a folder or a zip of lesson files with an order.

Nothing of a zip is unpacked onto the disk. Its members are read one by one, and limits count the unpacked
bytes, not the bytes that the zip's header claims.
"""

import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from games.contract import BadText
from games.safe_text import one_line, shown
from games.text_files import decoded, read_bytes, read_json
from study.lesson_files.lesson_file import MOST_BYTES, SUFFIX, LessonFile, lesson_of
from study.suites.suites import LONGEST_NAME

PACK_SUFFIX = ".plyglass-pack"
ORDER = "pack.json"
"""The file in a pack that may give its title and order: {"plyglass": "pack", "format": 1, "title": …,
"order": […]}."""

MOST_UNPACKED = 200_000_000
MOST_ENTRIES = 10_000
CHUNK = 1 << 16


@dataclass(frozen=True)
class ClassPack:
    """A class pack. `names` are its lesson files, in their order."""

    path: Path
    title: str
    names: tuple[str, ...]

    def read(self, number: int) -> LessonFile:
        """Lesson `number`, from 0. On failure raises a BadText that names the pack, the file and what is
        wrong."""
        return next(self.lessons((self.names[number],)))

    def lessons(self, names: Sequence[str] | None = None) -> Iterator[LessonFile]:
        """The lessons of these names, or of all, one after another. Opens the pack once. Raises BadText as
        `read` does."""
        for name, content in self.files(names):
            yield lesson_of(content, f"{self.path.name}, {name}")

    def files(self, names: Sequence[str] | None = None) -> Iterator[tuple[str, bytes]]:
        """The name and the bytes of these lesson files, or of all."""
        read = _in_zip if self.path.is_file() else _in_folder
        return read(self.path, self.names if names is None else names)


def is_pack(path: Path) -> bool:
    """Whether a path leads to a class pack, or to a folder, which is read as one."""
    return path.suffix.lower() == PACK_SUFFIX or path.is_dir()


def read_pack(path: Path) -> ClassPack:
    """The pack in a folder or a zip. Unpacks every member of a zip once, to count its bytes. On failure
    raises a BadText that names what is wrong."""
    try:
        names, order = _zip(path) if path.is_file() else _folder(path)
        title, wanted = _order(order) if order is not None else ("", [])
        missing = [name for name in wanted if name not in names]
        if missing:
            raise BadText(f"{ORDER}, order: there is no {shown(missing[0])}")
        lessons = [*wanted, *(name for name in sorted(names) if name not in wanted)]
        if not lessons:
            raise BadText(f"expected lesson files (*{SUFFIX}), found none")
        return ClassPack(path, title or path.stem, tuple(lessons))
    except BadText as error:
        text = str(error)
        raise BadText(text if text.startswith(str(path)) else f"{path}: {text}") from None


def _order(content: bytes) -> tuple[str, list[str]]:
    found: Any = read_json(decoded(content, ORDER))
    if not isinstance(found, dict) or found.get("plyglass") != "pack" or found.get("format") != 1:
        raise BadText(f'{ORDER}: expected {{"plyglass": "pack", "format": 1, …}}, found {shown(found)}')
    title, order = found.get("title", ""), found.get("order", [])
    if not isinstance(title, str):
        raise BadText(f"{ORDER}, title: expected a text, found {shown(title)}")
    if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
        raise BadText(f"{ORDER}, order: expected a list of file names, found {shown(order)}")
    return one_line(title, LONGEST_NAME), list(dict.fromkeys(order))


def _check_name(name: str) -> None:
    """Raises BadText for a name that leads out of the pack."""
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    leads_out = posix.is_absolute() or bool(windows.drive or windows.root)
    if leads_out or ".." in windows.parts or "\0" in name or not name:
        raise BadText(f"expected names inside the pack, found {shown(name)}")


# Folders


def _folder(path: Path) -> tuple[set[str], bytes | None]:
    """(names of the lesson files, content of ORDER) of a folder; the content is None if there is no ORDER."""
    names: set[str] = set()
    order, total, count = None, 0, 0
    for file in _files(path):
        count += 1
        if count > MOST_ENTRIES:
            raise BadText(f"expected at most {MOST_ENTRIES:,} entries, found more")
        name = file.relative_to(path).as_posix()
        if file.is_symlink():
            raise BadText(f"expected no links, found {shown(name)}")
        if not file.is_file():
            continue
        try:
            total += file.stat().st_size
        except OSError as error:
            raise BadText(f"{name}: cannot be read: {error.strerror or error}") from None
        if total > MOST_UNPACKED:
            raise BadText(f"expected at most {MOST_UNPACKED:,} bytes, found more")
        if name == ORDER:
            order = read_bytes(file, MOST_BYTES, name)
        elif file.suffix.lower() == SUFFIX:
            names.add(name)
    return names, order


def _files(folder: Path) -> Iterator[Path]:
    """All files and folders inside a folder, at any depth; does not follow links."""
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        raise BadText(f"cannot be read: {error.strerror or error}") from None
    for each in found:
        yield each
        if each.is_dir() and not each.is_symlink():
            yield from _files(each)


def _in_folder(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        _check_name(name)
        path = folder / name
        inside = path.resolve().is_relative_to(folder.resolve())
        if not inside or path.is_symlink():
            raise BadText(f"{folder}: expected no links, found {shown(name)}")
        yield name, read_bytes(path, MOST_BYTES, f"{folder.name}, {name}")


# Zips


def _zip(path: Path) -> tuple[set[str], bytes | None]:
    """What `_folder` returns, of a zip."""
    names: set[str] = set()
    order, total = None, 0
    with _opened(path) as archive:
        members = archive.infolist()
        if len(members) > MOST_ENTRIES:
            raise BadText(f"expected at most {MOST_ENTRIES:,} entries, found {len(members):,}")
        for member in members:
            name = member.orig_filename  # as stored; `filename` ends at a null byte
            _check_name(name)
            if stat.S_ISLNK(member.external_attr >> 16):  # the upper half is the file's Unix mode
                raise BadText(f"expected no links, found {shown(name)}")
            if member.is_dir():
                continue
            kept = name == ORDER
            content, size = _unpacked(archive, member, MOST_UNPACKED - total, kept)
            total += size
            if kept:
                order = content
            elif name.lower().endswith(SUFFIX):
                names.add(name)
    return names, order


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        if path.stat().st_size > MOST_UNPACKED:
            raise BadText(f"expected at most {MOST_UNPACKED:,} bytes, found more")
        return zipfile.ZipFile(path)
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
        raise BadText(f"expected a folder or a zip of lesson files: {one_line(str(error), 120)}") from None


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int, kept: bool) -> tuple[bytes, int]:
    """(content, size): the unpacked bytes of a member, empty unless `kept`, and their number, counted while
    unpacking. Raises BadText beyond `most` bytes."""
    parts: list[bytes] = []
    size = 0
    try:
        with archive.open(member) as stream:
            while part := stream.read(CHUNK):
                size += len(part)
                if size > most:
                    raise BadText(f"expected at most {MOST_UNPACKED:,} bytes unpacked, found more")
                if kept and size > MOST_BYTES:
                    raise BadText(f"expected at most {MOST_BYTES:,} bytes, found more")
                if kept:
                    parts.append(part)
    except (OSError, ValueError, RuntimeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise BadText(f"{shown(member.orig_filename)}: {one_line(str(error), 120)}") from None
    return b"".join(parts), size


def _in_zip(path: Path, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    with _opened(path) as archive:
        # Reversed, so that the first of two members with the same name counts.
        members = {member.orig_filename: member for member in reversed(archive.infolist())}
        for name in names:
            if name not in members:
                raise BadText(f"{path}: there is no {shown(name)} in it any more")
            yield name, _unpacked(archive, members[name], MOST_UNPACKED, kept=True)[0]
