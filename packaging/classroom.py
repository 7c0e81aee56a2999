"""Makes a folder for a classroom: Plyglass with a Python of its own, compiled, to be copied and started.

python packaging/classroom.py FOLDER [--wheel FILE] [--python FILE-OR-ADDRESS] [--games GAME …]

Whoever gets the folder needs no network, no administrator and no Python. docs/classroom.md says more.
"""

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import urllib.request
from pathlib import Path

import licences
import linux_libraries

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent

RELEASE, VERSION = "20241016", "3.12.7"
STANDALONE = "https://github.com/astral-sh/python-build-standalone/releases/download"
SYSTEMS = {
    ("linux", "x86_64"): "x86_64-unknown-linux-gnu",
    ("linux", "aarch64"): "aarch64-unknown-linux-gnu",
    ("win32", "AMD64"): "x86_64-pc-windows-msvc",
    ("darwin", "arm64"): "aarch64-apple-darwin",
    ("darwin", "x86_64"): "x86_64-apple-darwin",
}

LEFT_OUT = shutil.ignore_patterns(
    *(
        "__pycache__",
        "site-packages",
        "test",
        "tests",
        "idlelib",
        "tkinter",
        "turtledemo",
        "turtle.py",
        "lib2to3",
    ),
    *(
        "ensurepip",
        "config-*",
        "*.a",
        "_tkinter*",
        "_test*",
        "_ctypes_test*",
        "_xx*",
        "xx*",
        "nis*",
        "readline*",
    ),
    *("_curses*", "_dbm*", "_gdbm*", "_crypt*", "ossaudiodev*", "*.pyc"),
)
"""What is not copied from a Python's folder: parts of the standard library that Plyglass never imports,
packages installed there, static libraries and bytecode."""

UNUSED = ("numpy", "scipy", "numba", "llvmlite", "pygame", "yaml")
"""Packages whose own tests and examples are left out."""

READ_ME = """Plyglass - board games in which you see why the AI moves.

Start it by a double click on {launcher}.
{more}
Nothing is installed and nothing is written into this folder: it may lie on a stick or a network drive, and be
read-only. Your games and settings are kept in your own user folder.

LICENSES/README.md says what is in this folder and under which licences. Its source is in it.
"""


class Failed(Exception):
    """Why the folder cannot be made, in one line."""


def standalone_address() -> str:
    """The address of a Python for this system that works in any folder."""
    name = SYSTEMS.get((sys.platform, platform.machine()))
    if name is None:
        raise Failed(f"no Python that can be moved is known for {sys.platform} on {platform.machine()}")
    file = f"cpython-{VERSION}+{RELEASE}-{name}-install_only.tar.gz"
    return f"{STANDALONE}/{RELEASE}/{file}"


def unpack(archive: Path, python: Path) -> None:
    """Unpacks an archive of python-build-standalone. Links are replaced by what they point to, because the
    file system of a stick may have none."""
    with tempfile.TemporaryDirectory() as name:
        with tarfile.open(archive) as packed:
            packed.extractall(name, filter="data")
        shutil.copytree(Path(name) / "python", python, ignore=LEFT_OUT)
    remove_scripts(python)


def fetch(address: str, folder: Path) -> Path:
    """Downloads a published file, and compares it with the checksum published beside it."""
    file = folder / address.rpartition("/")[2]
    try:
        with urllib.request.urlopen(address, timeout=60) as answer, file.open("wb") as stream:
            shutil.copyfileobj(answer, stream)
        with urllib.request.urlopen(f"{address}.sha256", timeout=60) as answer:
            expected = answer.read().decode().split()[0]
    except OSError as error:
        raise Failed(f"{address}: {error}") from None
    if hashlib.sha256(file.read_bytes()).hexdigest() != expected:
        raise Failed(f"{address}: its checksum is not the published one")
    return file


def copy_python(python: Path) -> None:
    """Copies this computer's interpreter and standard library. Packages and shared libraries come later."""
    if sys.platform == "darwin":
        raise Failed("Python of macOS cannot be moved: give --python an archive of python-build-standalone")
    base = Path(sys.base_prefix)
    if sys.platform == "win32":
        shutil.copytree(base, python, ignore=LEFT_OUT)
        return
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, python / "lib" / version, ignore=LEFT_OUT)
    (python / "bin").mkdir()
    shutil.copy(Path(sys.executable).resolve(), python / "bin" / "python3")


def program_of(python: Path) -> Path:
    """The interpreter in a Python's folder."""
    return python / "python.exe" if sys.platform == "win32" else python / "bin" / "python3"


def run(*words: str | Path, shows: bool = False) -> str:
    """Runs a command without the settings of a person's own Python. Returns its output; "" if it `shows` the
    output at once. Raises Failed with its last lines if it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA_"))}
    settings = {"PYTHONNOUSERSITE": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    out = None if shows else subprocess.PIPE
    done = subprocess.run(
        [str(word) for word in words],
        env={**kept, **settings},
        stdout=out,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",  # a compiler that pip starts may write in the system's own encoding
    )
    if done.returncode:
        raise Failed("\n".join((" ".join(map(str, words)), *(done.stdout or "").splitlines()[-15:])))
    return done.stdout or ""


def install(wheel: Path, python: Path) -> Path:
    """Installs the program and its packages into the Python. Returns their folder."""
    program = program_of(python)
    pip = (sys.executable, "-m", "pip", "--python", program, "--disable-pip-version-check")
    run(
        *pip,
        "install",
        "--no-compile",
        "--no-warn-script-location",
        f"plyglass[tune] @ {wheel.resolve().as_uri()}",
    )
    where = run(program, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))").strip()
    packages = Path(where)
    for name in UNUSED:
        for folder in sorted((packages / name).rglob("*"), reverse=True):
            if folder.is_dir() and folder.name in ("tests", "examples", "__pycache__"):
                shutil.rmtree(folder)
    for pool in (packages / "numba" / "np" / "ufunc").glob("*pool.*"):
        pool.unlink()  # numba's thread pools of TBB and OpenMP, which no kernel uses
    remove_scripts(python)
    return packages


def remove_scripts(python: Path) -> None:
    """Keeps only one interpreter: its other names were links, and scripts name this computer's folders."""
    for folder in (python / "bin", python / "Scripts"):
        for script in folder.glob("*"):
            if script != program_of(python):
                script.unlink()


def compile_modules(python: Path) -> None:
    """Compiles all modules to bytecode that is not checked against the source later, because copied files
    have other times."""
    run(
        program_of(python),
        "-m",
        "compileall",
        "-q",
        "-j",
        "2",
        "--invalidation-mode",
        "unchecked-hash",
        python,
    )


LAUNCHER = """#!/bin/sh
# Starts Plyglass with the Python in this folder. Words that follow are for its command line.
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P) || exit 1
unset PYTHONHOME PYTHONPATH PYTHONSTARTUP
export PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1
if [ ! -x "$folder/python/bin/python3" ]; then
    echo "Nothing may be run in $folder. Copy it to your home folder and start it there." >&2
    exit 1
fi
exec "$folder/python/bin/python3" -m plyglass "$@"
"""

MENU_FILE = """[Desktop Entry]
Type=Application
Name=Plyglass
Comment=Board games in which you see why the AI moves
Exec=sh -c '"$(dirname "$1")/plyglass.sh"' start %k
Terminal=false
Categories=Game;BoardGame;
"""

WINDOWS_LAUNCHER = """@echo off\r
rem Starts Plyglass with the Python in this folder. Words that follow are for its command line.\r
set PYTHONHOME=\r
set PYTHONPATH=\r
set PYTHONNOUSERSITE=1\r
set PYTHONDONTWRITEBYTECODE=1\r
if "%~1"=="" (start "" "%~dp0python\\pythonw.exe" -m plyglass) else "%~dp0python\\python.exe" -m plyglass %*\r
"""


def write_launchers(folder: Path) -> None:
    """Writes the files that a person double-clicks, and a page that explains them."""
    more = ""
    if sys.platform == "win32":
        launcher = "plyglass.cmd"
        (folder / launcher).write_text(WINDOWS_LAUNCHER, encoding="ascii", newline="")
    else:
        launcher = "plyglass.command" if sys.platform == "darwin" else "plyglass.sh"
        (folder / launcher).write_text(LAUNCHER, encoding="ascii", newline="\n")
        (folder / launcher).chmod(0o755)
    if sys.platform == "linux":
        (folder / "Plyglass.desktop").write_text(MENU_FILE, encoding="ascii", newline="\n")
        (folder / "Plyglass.desktop").chmod(0o755)
        more = "If that opens an editor, double-click Plyglass.desktop, or run ./plyglass.sh in a terminal.\n"
    (folder / "READ ME.txt").write_text(READ_ME.format(launcher=launcher, more=more), encoding="ascii")


def make(folder: Path, wheel: Path | None, source: str | None, games: list[str]) -> None:
    if folder.exists():
        raise Failed(f"{folder}: is there already; name a new folder")
    python = folder / "python"
    with tempfile.TemporaryDirectory() as name:
        temporary = Path(name)
        if wheel is None:
            run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", temporary, ROOT)
            wheel = next(temporary.glob("plyglass-*.whl"))
        folder.mkdir(parents=True)
        if source == "copy":
            copy_python(python)
        else:
            try:
                file = Path(source) if source and Path(source).is_file() else None
                unpack(file or fetch(source or standalone_address(), temporary), python)
            except Failed as problem:
                if source is not None or sys.platform == "darwin":
                    raise
                print(f"{problem}\nCopying this computer's Python instead.")
                copy_python(python)
        copied: list[Path] = []
        if sys.platform == "linux":
            copied = linux_libraries.bring_along(python, python / "lib")
        packages = install(wheel, python)
    if sys.platform == "linux":
        copied += linux_libraries.bring_along(python, python / "lib")
    version = run(program_of(python), "-c", "import platform; print(platform.python_version())").strip()
    program = (packages / "plyglass").relative_to(folder).as_posix()
    licences.write(folder / "LICENSES", packages, program, copied, python, version)
    compile_modules(python)
    write_launchers(folder)
    ready = packages / "plyglass" / "ready_kernels"
    run(program_of(python), HERE / "make_kernels.py", ready, *games, shows=True)
    if sys.platform == "linux":
        check(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / 1e6:.0f} MB")


def check(folder: Path) -> None:
    """Raises Failed if the folder needs more than glibc, or contains links. Prints the oldest possible
    glibc."""
    foreign = linux_libraries.outside(folder)
    if foreign:
        raise Failed("\n".join(f"{name} => {where or 'not found'}" for name, where in foreign.items()))
    links = [str(path) for path in folder.rglob("*") if path.is_symlink()]
    if links:
        raise Failed(f"links, which a stick may not hold: {', '.join(links)}")
    version, file = linux_libraries.least_glibc(folder)
    print(f"needs nothing but glibc {version} or newer ({file.relative_to(folder)})")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="the folder to make; people will see its name"
    )
    parser.add_argument(
        "--wheel", type=Path, metavar="FILE", help="a wheel of Plyglass; built from this checkout if left out"
    )
    parser.add_argument(
        "--python",
        metavar="FILE-OR-ADDRESS",
        help="an archive of python-build-standalone, or the word copy for this computer's Python; "
        f"if left out, the archive of {RELEASE}, or a copy if that cannot be fetched (not on macOS)",
    )
    parser.add_argument(
        "--games", nargs="*", default=[], metavar="GAME", help="games to compile; all if left out"
    )
    arguments = parser.parse_args()
    try:
        make(arguments.folder, arguments.wheel, arguments.python, arguments.games)
    except (Failed, linux_libraries.Missing, licences.NoText) as problem:
        print(f"classroom.py: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
