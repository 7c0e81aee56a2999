"""Installs a wheel into a new environment outside the checkout, and tries it there as a person would.

    python packaging/try_wheel.py dist/plyglass-0.1.0-py3-none-any.whl

Prints a line for each check and ends with status 1 at the first that fails. Folders have blanks and umlauts,
the current folder is empty. `PLYGLASS_CACHE` names a cache of compiled kernels that may be used. Nothing is
left behind.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden" / "evaluations.json"

LARGEST = 6_000_000
"""The most bytes of a wheel."""

EXPLAIN = """
import plyglass
answer = plyglass.explain("isolation", None, "alphabeta:custom_score_2,depth=3")
assert abs(sum(term["contribution"] for term in answer.terms) - answer.value) < 1e-9
assert answer._repr_html_().startswith("<div") and answer.board.png.startswith(b"\\x89PNG")
print(answer.move)
"""


class Trial:
    """An environment with the wheel in it, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.environment, self.here = folder / "Umgebung mit ä", folder / "leerer Ordner"
        self.here.mkdir(parents=True)
        venv.create(self.environment, with_pip=True)
        self.programs = self.environment / ("Scripts" if os.name == "nt" else "bin")
        names = ("PATH", "SYSTEMROOT", "TEMP", "LANG", "PLYGLASS_CACHE")
        self.variables = {name: value for name, value in os.environ.items() if name in names} | {
            "HOME": str(folder),
            "USERPROFILE": str(folder),
            "PLYGLASS_DATA": str(folder / "Daten"),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }
        self.variables.setdefault("PLYGLASS_CACHE", str(folder / "cache"))

    def install(self, wheel: Path) -> None:
        """Installs the wheel. Packages come from this person's usual source for pip."""
        words = (str(self.programs / "python"), "-m", "pip", "install", "--quiet", str(wheel))
        subprocess.run([*words, "--disable-pip-version-check"], check=True, cwd=self.here)

    def run(self, program: str, *words: str) -> str:
        """The output of a program of the environment. SystemExit if it fails."""
        done = subprocess.run(
            [self.programs / program, *words],
            cwd=self.here, env=self.variables, capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(
                f"{program} {' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}"
            )
        return done.stdout

    def ask(self, *words: str) -> Any:
        """The answer of `plyglass … --json`."""
        return json.loads(self.run("plyglass", *words, "--json"))


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"expected {what}")


def one_name(wheel: Path) -> str:
    expect(wheel.stat().st_size <= LARGEST, f"at most {LARGEST} bytes")
    with zipfile.ZipFile(wheel) as file:
        folders = {name.partition("/")[0] for name in file.namelist()}
    about = {folder for folder in folders if folder.endswith(".dist-info")}
    expect(folders - about == {"plyglass"} and len(about) == 1, f"one folder, found {sorted(folders)}")
    return f"{wheel.stat().st_size / 1e6:.1f} MB, one folder"


def version(trial: Trial, wheel: Path) -> str:
    found = trial.run("plyglass", "--version").strip()
    expect(found == f"Plyglass {wheel.name.split('-')[1]}", f"the wheel's version, found {found}")
    return found


def own_player(trial: Trial) -> str:
    trial.run("plyglass", "players", "--new", "first")
    answer = trial.ask("match", "isolation", "own:first", "random", "--games", "4", "--workers", "2")
    expect(answer["games"] == 4 and not answer.get("forfeits"), f"four games, found {answer}")
    return f"{answer['wins']} of 4 games won against random, two workers"


def window(trial: Trial) -> str:
    answer = trial.ask("play", "isolation", "--black", "random", "--frames", "60")
    return f"first frame after {answer['first_frame_seconds']:.1f} s"


def explanation(trial: Trial) -> str:
    return f"plays {trial.run('python', '-c', EXPLAIN).strip()}"


NOTEBOOK = (
    "import plyglass, pathlib; print(pathlib.Path(plyglass.__file__).parent / 'docs/course/see-why.ipynb')"
)


def notebook(trial: Trial) -> str:
    """Runs the course's notebook, the one in the package."""
    file = trial.run("python", "-c", NOTEBOOK).strip()
    shown = trial.run("python", str(ROOT / "packaging" / "run_notebook.py"), file)
    return f"{shown.count('characters of HTML')} answers shown"


def same_values(trial: Trial) -> str:
    """Compares values of the golden positions in the environment with those in the checkout."""
    words = ("eval", "--batch", str(GOLDEN), "--json")
    here = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        env=trial.variables, check=True, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    there = trial.ask("eval", "--batch", str(GOLDEN))
    expect(json.loads(here.stdout) == there, "the values of the checkout")
    return f"{len(there)} values are those of the checkout"


def health(trial: Trial) -> str:
    answer = trial.ask("doctor")
    expect(answer["program"]["kind"] == "package", "an installed package")
    return f"nothing is wrong, {len(answer['games'])} games tested"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("wheel", type=Path)
    wheel: Path = parser.parse_args().wheel.resolve()
    with tempfile.TemporaryDirectory(prefix="plyglass ") as folder:
        trial = Trial(Path(folder))
        checks: dict[str, Callable[[], str | None]] = {
            "wheel": lambda: one_name(wheel),
            "install": lambda: trial.install(wheel),
            "version": lambda: version(trial, wheel),
            "eval": lambda: same_values(trial),
            "own player": lambda: own_player(trial),
            "window": lambda: window(trial),
            "explanation": lambda: explanation(trial),
            "notebook": lambda: notebook(trial),
            "doctor": lambda: health(trial),
        }
        for name, check in checks.items():
            started = time.perf_counter()
            found = check() or "done"
            print(f"{name:12} {found} ({time.perf_counter() - started:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
