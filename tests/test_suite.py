"""The suite itself: it ends, whatever hangs and whoever starts it."""

import re
import signal
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from each_file_alone import main

ROOT = Path(__file__).resolve().parent.parent


def outcome_of(test: str, *options: str) -> str:
    """The last line of a run of pytest that ignores Ctrl-C, as in a script's background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *options, test],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=ROOT,
            encoding="utf-8",
        )
    finally:
        signal.signal(signal.SIGINT, before)
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_children_of_tests_can_be_interrupted() -> None:
    test = "tests/cli/test_command_line.py::test_an_interrupt_while_it_starts_is_quiet[argparse-words0]"
    assert outcome_of(test).startswith("1 passed")


@pytest.mark.skipif(sys.platform == "win32", reason="there the whole run ends, not the test")
def test_a_test_that_hangs_ends_at_its_time_limit(tmp_path: Path) -> None:
    """Every test has a limit; this one gets a shorter one."""
    hangs = tmp_path / "test_hangs.py"
    hangs.write_text("import threading\n\ndef test_it():\n    threading.Event().wait()\n", encoding="utf-8")
    options = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-o", "timeout=1")
    assert outcome_of(str(hangs), *options).startswith("1 failed")


def test_every_test_has_a_time_limit(request: pytest.FixtureRequest) -> None:
    assert 0 < float(request.config.getini("timeout")) <= 3600


def test_a_file_that_passes_only_after_another_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ahead.py").write_text("made = []\n", encoding="utf-8")
    (tmp_path / "test_first.py").write_text(
        "import ahead\n\ndef test_it():\n    ahead.made.append(1)\n", encoding="utf-8"
    )
    (tmp_path / "test_second.py").write_text(
        "import ahead\n\ndef test_it():\n    assert ahead.made\n", encoding="utf-8"
    )
    assert main([str(tmp_path), "--", "-p", "no:cacheprovider"]) == 1
    told = capsys.readouterr().out.splitlines()
    second = (tmp_path / "test_second.py").as_posix()
    ended = [line.split()[0] for line in told if " s  " in line and line.endswith(".py")]
    assert ended == ["passed", "FAILED"]
    assert told[-2:] == ["These files fail alone:", second]


def test_the_helpers_of_a_file_are_found_where_it_runs_alone() -> None:
    """pytest looks in the file's own folder, and in those above it that have a `conftest.py`."""
    tests = ROOT / "tests"
    folders = defaultdict(set)
    for path in tests.rglob("*.py"):
        folders[path.stem].add(path.parent)
    missed = []
    for path in tests.rglob("test_*.py"):
        seen = {path.parent, *(above for above in path.parents if (above / "conftest.py").exists())}
        for name in re.findall(r"^(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            ours = name in folders and not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()
            if ours and not folders[name] & seen:
                missed.append(f"{path.relative_to(ROOT).as_posix()}: {name}")
    assert missed == []
