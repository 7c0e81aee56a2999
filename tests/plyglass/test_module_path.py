"""`import plyglass` hides nobody's modules, and if one of ours is hidden, a message names it."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.installation import ROOT


def run(code: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder, which is first on its path as in a notebook."""
    told = f"import sys; sys.path.append({str(ROOT)!r}); {code}"
    command = [sys.executable, *options, "-c", told]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, encoding="utf-8")


def test_its_folder_is_last_on_the_path(tmp_path: Path) -> None:
    code = f"import plyglass; sys.path.remove({str(ROOT)!r}); plyglass.put_last(); print(sys.path[-1])"
    assert run(code, tmp_path).stdout == f"{ROOT}\n"


@pytest.mark.parametrize("taken", ["games.py", "engines/__init__.py", "ui.py"])
def test_a_module_that_would_be_another_is_named(tmp_path: Path, taken: str) -> None:
    file = tmp_path / taken
    file.parent.mkdir(exist_ok=True)
    file.write_text("", encoding="utf-8")
    done = run("import plyglass", tmp_path)
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("ImportError: plyglass: its module ") and str(file.resolve()) in line


def test_a_module_that_is_another_is_named(tmp_path: Path) -> None:
    (tmp_path / "study.py").write_text("", encoding="utf-8")
    done = run("import study; sys.path.remove(''); import plyglass", tmp_path)
    assert f"{tmp_path.resolve() / 'study.py'} has its name" in done.stderr.splitlines()[-1]


def test_a_module_without_a_file_is_named_too(tmp_path: Path) -> None:
    code = "from types import ModuleType; sys.modules['arena'] = ModuleType('arena'); import plyglass"
    assert "'arena' cannot be imported, another module has its name" in run(code, tmp_path).stderr


def test_where_it_cannot_be_imported_the_path_stays(tmp_path: Path) -> None:
    (tmp_path / "cli.py").write_text("", encoding="utf-8")
    code = (
        "sys.modules['main'] = None; before = list(sys.path)\n"
        "try: import plyglass\nexcept ImportError: print(sys.path == before)"
    )
    assert run(code, tmp_path).stdout == "True\n"


def test_a_folder_that_is_no_package_is_in_nobody_s_way(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    done = run("import plyglass; from games.contract import BadText; print(BadText.__name__)", tmp_path)
    assert (done.stdout, done.stderr) == ("BadText\n", "")


def test_the_command_finds_its_own_modules_first(tmp_path: Path) -> None:
    for name in ("games", "cli", "main"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong one')", encoding="utf-8")
    script = tmp_path / "bin" / "plyglass"
    script.parent.mkdir()
    script.write_text(
        f"import sys; sys.path[0] = {str(tmp_path)!r}; sys.path.append({str(ROOT)!r})\n"
        "from plyglass.__main__ import run\nrun()\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script), "--version"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        encoding="utf-8",
    )
    assert done.returncode == 0 and done.stdout.startswith("Plyglass ") and done.stderr == ""


def test_it_runs_as_a_module_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plyglass", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, encoding="utf-8")
    assert done.returncode == 0 and done.stdout.startswith("Plyglass ") and done.stderr == ""
