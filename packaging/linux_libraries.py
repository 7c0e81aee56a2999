"""Makes a folder of programs for Linux independent of installed libraries: copies the libraries that they
load, apart from glibc, into it, and makes the programs load them from there. Needs `ldd` and `patchelf`."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

GLIBC = re.compile(
    r"(ld-linux.*|linux-vdso|libc|libm|libdl|librt|libpthread|libutil|libresolv|libmvec|libanl|libnsl|libBrokenLocale)"
    r"\.so(\.\d+)*"
)
"""Libraries of every Linux that is new enough; no program may bring its own."""

MAGIC = b"\x7fELF"
VERSION = re.compile(rb"GLIBC_2\.(\d+)\b")


class Missing(Exception):
    """A library cannot be found on this computer."""


def elf_files(folder: Path) -> Iterator[Path]:
    """The programs and libraries below a folder, without links."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as stream:
                if stream.read(4) == MAGIC:
                    yield path


def loaded(path: Path) -> dict[str, Path | None]:
    """The libraries, except glibc's, that a program or a library loads when it starts, by name: where this
    computer has each, None if it has not."""
    said = subprocess.run(["ldd", os.fspath(path)], capture_output=True, encoding="utf-8", check=False)
    found: dict[str, Path | None] = {}
    for line in said.stdout.splitlines():
        name, arrow, where = line.strip().partition(" => ")
        if not arrow or GLIBC.fullmatch(Path(name).name):
            continue
        where = where.rpartition(" (")[0] or where
        found[name] = None if where.startswith("not found") else Path(where)
    return found


def outside(folder: Path) -> dict[str, Path | None]:
    """The libraries that files of a folder load from elsewhere, or do not find; empty if the folder is
    independent."""
    folder = folder.resolve()
    return {
        f"{path.relative_to(folder)}: {name}": where
        for path in elf_files(folder)
        for name, where in loaded(path).items()
        if where is None or not where.resolve().is_relative_to(folder)
    }


def bring_along(folder: Path, libraries: Path) -> list[Path]:
    """Copies the libraries that files of a folder load from elsewhere into `libraries`, a folder inside it,
    and makes the files look there. Returns the files of this computer that were copied. Raises Missing."""
    folder, libraries = folder.resolve(), libraries.resolve()
    copied: dict[str, Path] = {}
    waiting = list(elf_files(folder))
    while waiting:
        path = waiting.pop()
        wanted: list[Path] = [libraries] if path.parent == libraries else []
        for name, where in loaded(path).items():
            if where is not None and where.resolve().is_relative_to(folder):
                continue
            beside, target = path.parent / name, libraries / name
            if where is None and beside.exists():
                # A library of the same package. It was found only because another one had loaded it before.
                wanted.append(path.parent)
                continue
            wanted.append(libraries)
            if not target.exists():
                if where is None:
                    raise Missing(f"{path}: {name} is nowhere on this computer")
                shutil.copyfile(where, target)
                target.chmod(0o755)
                copied[name] = where
                waiting.append(target)
        if wanted:
            _look_in(path, wanted)
    return sorted(copied.values())


def _look_in(path: Path, folders: Sequence[Path]) -> None:
    """Adds folders to those in which a file looks for libraries, relative to its own."""
    said = ["patchelf", "--print-rpath", os.fspath(path)]
    before = subprocess.run(said, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    kept = [entry for entry in before.split(":") if entry.startswith("$ORIGIN")]
    for folder in folders:
        relative = os.path.relpath(folder, path.parent)
        kept.append("$ORIGIN" if relative == "." else f"$ORIGIN/{relative}")
    entries = ":".join(dict.fromkeys(kept))
    subprocess.run(["patchelf", "--set-rpath", entries, os.fspath(path)], check=True)


def least_glibc(folder: Path) -> tuple[str, Path]:
    """The oldest glibc with which all files of a folder can run, as "2.28", and one file that needs it."""
    newest, file = 0, folder
    for path in elf_files(folder):
        needed = max((int(number) for number in VERSION.findall(path.read_bytes())), default=0)
        if needed > newest:
            newest, file = needed, path
    return f"2.{newest}", file
