"""If its packages are missing, too old or broken, the program says in a line what to install."""

import ast
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from cli import needed_packages

ROOT = Path(__file__).parents[2]
COMMANDS = (
    [],
    ["--help"],
    ["games"],
    ["eval", "isolation", "open"],
    ["match", "isolation", "random", "level:1"],
)

RUN_WITHOUT = """
import runpy, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
sys.argv = ["main.py", "games"]
sys.path.insert(0, {root!r})
runpy.run_path({main!r}, run_name="__main__")
"""


def run(*words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    more = {"PYTHONPATH": str(folder)} if folder is not None else {}
    return subprocess.run(
        [sys.executable, *words],
        env=os.environ | more,
        capture_output=True,
        text=True,
        timeout=120,
        encoding="utf-8",
    )


def check_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 1 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("main.py: ") and "pip install" in line and "requirements.txt" in line
    for word in words:
        assert word in line, line


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "the window")
def test_without_any_package(command: list[str]) -> None:
    check_line(run("-S", str(ROOT / "main.py"), *command), "not installed", "pygame-ce", "numpy", "rich")


def test_paths_with_blanks_stand_in_quotation_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = str(tmp_path / "my python")
    monkeypatch.setattr(sys, "executable", program)
    (tmp_path / "a list").touch()
    monkeypatch.setattr(needed_packages, "LIST", tmp_path / "a list")
    line = needed_packages.failed(ImportError("broken"))
    assert f'Install with: "{program}" -m pip install' in line and line.endswith(
        f'-r "{tmp_path / "a list"}"'
    )


@pytest.mark.parametrize("name", list(needed_packages.needed()))
def test_without_one_package(name: str) -> None:
    module = needed_packages.MODULES.get(name, name)
    program = RUN_WITHOUT.format(module=module, root=str(ROOT), main=str(ROOT / "main.py"))
    check_line(run("-c", program), f"not installed: {name}.")


def test_with_a_package_that_is_broken(tmp_path: Path) -> None:
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text(
        "raise ImportError('DLL load failed\\nand more')\n", encoding="utf-8"
    )
    check_line(run(str(ROOT / "main.py"), "games", folder=tmp_path), "DLL load failed", "--force-reinstall")


def test_without_the_list_of_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A checkout that was copied without it: the line names the file."""
    monkeypatch.setattr(needed_packages, "LIST", tmp_path / "requirements.txt")
    line = needed_packages.missing()
    assert "requirements.txt is missing" in line and "\n" not in line


def test_what_is_too_old_or_has_another_name_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "pygame-ce":
            raise metadata.PackageNotFoundError(name)
        return "0.9.1" if name == "numba" else "99" if name == "scipy" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    line = needed_packages.failed(AttributeError("x"))
    assert "too old: pygame-ce from another package (needs 2.5), numba 0.9.1 (needs 0.61)." in line


def test_what_is_installed_here_is_enough() -> None:
    assert needed_packages.missing() == "" and list(needed_packages.outdated()) == []
    assert len(needed_packages.needed()) == 10


AS_PYTHON_3_10 = """
import runpy, sys
sys.version_info, sys.version = (3, 10, 13), "3.10.13 (main)"
sys.argv = ["main.py", "games"]
sys.path.insert(0, {root!r})
try:
    runpy.run_path({main!r}, run_name="__main__")
finally:
    print(sorted({{"cli", "games"}} & set(sys.modules)))
"""


def test_older_python_is_refused_before_other_files() -> None:
    done = run("-c", AS_PYTHON_3_10.format(root=str(ROOT), main=str(ROOT / "main.py")))
    assert (done.returncode, done.stdout) == (1, "[]\n")
    assert done.stderr == "main.py: Python 3.11 or newer is needed, this is 3.10.13\n"


def test_an_older_python_can_read_the_file_that_refuses_it() -> None:
    source = (ROOT / "main.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    with pytest.raises(SyntaxError):
        ast.parse(source + "\nif absent := missing(): pass\n", feature_version=(3, 7))
