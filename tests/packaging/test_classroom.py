"""The scripts that make a folder for a classroom: its content, its launcher, and its licences."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from docs.architecture import imported, modules
from games.installation import ROOT

sys.path.insert(0, str(ROOT / "packaging"))

import classroom
import licences
import linux_libraries

linux = pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")


@pytest.mark.parametrize(
    "name",
    ["libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2", "linux-vdso.so.1", "librt.so.1"],
)
def test_glibc_stays_at_home(name):
    assert linux_libraries.GLIBC.fullmatch(name)


@pytest.mark.parametrize(
    "name", ["libcrypt.so.1", "libz.so.1", "libcrypto.so.3", "libstdc++.so.6", "libmd.so.0"]
)
def test_everything_else_comes_along(name):
    assert not linux_libraries.GLIBC.fullmatch(name)


@pytest.mark.long
def test_no_standard_module_that_the_program_imports_is_left_out():
    """The interpreter in a folder of scripts stays as well, and so do modules that only others import."""
    imports = {module.partition(".")[0] for tree in modules().values() for _, module in imported(tree)}
    standard = imports & sys.stdlib_module_names
    assert len(standard) > 50
    files = (*standard, *(f"{module}.py" for module in standard), "xml", "encodings", "python3")
    assert classroom.LEFT_OUT("", [*files]) == set()
    assert classroom.LEFT_OUT("", ["test", "tkinter", "site-packages", "_testcapi.so", "nis.so"])


@linux
@pytest.mark.skipif(shutil.which("patchelf") is None, reason="needs patchelf")
def test_library_is_found_wherever_the_folder_lies(tmp_path):
    dynamic = Path(sysconfig.get_path("stdlib"), "lib-dynload")
    extension = next(dynamic.glob("_ctypes.*"))
    made = tmp_path / "made"
    (made / "deep" / "er").mkdir(parents=True)
    (made / "lib").mkdir()
    shutil.copy(extension, made / "deep" / "er")
    before = linux_libraries.outside(made)
    assert before and all("libffi" in name or "libpython" in name for name in before)
    copied = linux_libraries.bring_along(made, made / "lib")
    assert {path.name for path in copied} == {path.name for path in (made / "lib").iterdir()}
    assert any(path.name.startswith("libffi") for path in copied)
    moved = tmp_path / "ä moved"
    made.rename(moved)
    assert linux_libraries.outside(moved) == {}
    assert linux_libraries.least_glibc(moved)[0].startswith("2.")


@linux
def test_every_library_in_pygame_has_a_text_and_an_address(tmp_path):
    """Numeric packages ship the licences of their own libraries."""
    rows = licences._within_packages(tmp_path, Path(sysconfig.get_path("platlib")))
    assert not [row for row in rows if row[2] == "in pygame_ce's"]
    known = [row for row in rows if row[0].endswith(", in pygame_ce")]
    assert len(known) > 20 and all(row[3] and row[4].startswith("https://") for row in known)
    assert len(list(tmp_path.iterdir())) > 20


def test_the_texts_are_there():
    texts = {path.stem for path in licences.TEXTS.iterdir()}
    assert {licences.PARTS.get(name, name) for name in licences.SOURCES} | set(licences.COMMON) == texts


def test_a_python_without_its_licence_is_refused(tmp_path):
    (tmp_path / "python" / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (tmp_path / "python" / "lib" / "python3.11" / "site-packages" / "LICENSE.txt").write_text(
        "another one", encoding="utf-8"
    )
    (tmp_path / "texts").mkdir()
    with pytest.raises(licences.NoText):
        licences._of_python(tmp_path / "texts", tmp_path / "python", "3.11.7")


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder whose Python prints its arguments."""
    made = tmp_path / "ü stick" / "Plyglass"
    python = made / "python" / "bin" / "python3"
    python.parent.mkdir(parents=True)
    python.write_text(
        '#!/bin/sh\necho "$PYTHONHOME|$PYTHONPATH|$PYTHONNOUSERSITE|$PYTHONDONTWRITEBYTECODE"\n'
        'for word; do echo "$word"; done\n',
        encoding="utf-8",
    )
    python.chmod(0o755)
    classroom.write_launchers(made)
    return made


def started(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env={**os.environ, **environment}, cwd="/", capture_output=True, text=True, encoding="utf-8"
    )


def test_what_a_command_says_is_read_whatever_its_letters_are():
    assert classroom.run(sys.executable, "-c", "print('Jörg → München')") == "Jörg → München\n"
    code = "import sys; sys.stdout.buffer.write(b'M\\xfcller'); sys.exit(1)"
    with pytest.raises(classroom.Failed, match="M\N{REPLACEMENT CHARACTER}ller"):
        classroom.run(sys.executable, "-c", code)


@linux
def test_the_launcher_starts_the_folders_own_python(folder):
    done = started([str(folder / "plyglass.sh"), "eval", "a b"], PYTHONHOME="/usr", PYTHONPATH="/tmp")
    assert done.stdout.splitlines() == ["||1|1", "-m", "plyglass", "eval", "a b"]
    link = folder.parent / "linked"
    link.symlink_to(folder)
    assert started(["sh", str(link / "plyglass.sh")]).stdout.splitlines()[1:] == ["-m", "plyglass"]


@linux
def test_a_stick_on_which_nothing_may_run_is_named(folder):
    (folder / "python" / "bin" / "python3").chmod(0o644)
    done = started(["sh", str(folder / "plyglass.sh")])
    assert done.returncode == 1 and "Copy it to your home folder" in done.stderr


def test_windows_gets_a_launcher_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    classroom.write_launchers(tmp_path)
    content = (tmp_path / "plyglass.cmd").read_bytes()
    assert b"%~dp0python\\python.exe" in content and content.count(b"\r\n") == content.count(b"\n")
    assert "plyglass.cmd" in (tmp_path / "READ ME.txt").read_text(encoding="utf-8")
    assert classroom.program_of(tmp_path) == tmp_path / "python.exe"


def test_a_folder_that_is_there_is_not_touched(tmp_path):
    with pytest.raises(classroom.Failed, match="is there already"):
        classroom.make(tmp_path, None, None, [])


def test_macos_needs_an_archive(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(classroom.Failed, match="archive"):
        classroom.copy_python(tmp_path / "python")
