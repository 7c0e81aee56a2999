"""Runs each test file in a process of its own, so that none passes only after another one.

    python tests/each_file_alone.py
    python tests/each_file_alone.py tests/games tests/cli/test_bench.py -- -p randomly --randomly-seed=1

What follows `--` is for pytest. The exit status is 1 where a file failed.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOTHING_COLLECTED = 5
"""pytest's exit status for a file that has only slow tests."""


def files_in(named: list[str]) -> Iterator[Path]:
    """The test files in the named folders, and the named files; those of the project if none is named."""
    for path in (Path(name).absolute() for name in named or [str(ROOT / "tests")]):
        yield from sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def main(words: list[str]) -> int:
    at = words.index("--") if "--" in words else len(words)
    failed = []
    for file in files_in(words[:at]):
        name = (file.relative_to(ROOT) if file.is_relative_to(ROOT) else file).as_posix()
        begun = time.perf_counter()
        command = [sys.executable, "-m", "pytest", "-n", "0", name, *words[at + 1 :]]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace")
        passed = run.returncode in (0, NOTHING_COLLECTED)
        print(f"{'passed' if passed else 'FAILED'} {time.perf_counter() - begun:6.1f} s  {name}", flush=True)
        if not passed:
            failed.append(name)
            print(run.stdout + run.stderr, flush=True)
    print("\n".join(["All files pass alone." if not failed else "These files fail alone:", *failed]))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
