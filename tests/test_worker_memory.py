"""If a process of the suite takes too much memory, it is named and the run fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from worker_memory import MOST, peak_megabytes, too_much

TESTS = Path(__file__).parent

PLUGIN = """
import worker_memory
from worker_memory import WorkerMemory

worker_memory.MOST = {most}


def pytest_configure(config):
    config.pluginmanager.register(WorkerMemory(), "worker memory")
"""


def test_what_takes_too_much_is_named() -> None:
    assert too_much({"gw0": MOST, "gw1": 5}) == ""
    assert too_much({"gw1": MOST + 2, "gw0": 7}).endswith(f"found: gw1 {MOST + 2} MB")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is known on Linux")
def test_a_process_knows_its_peak() -> None:
    before = peak_megabytes()
    block = bytearray(50_000_000)
    assert before > 10 and peak_megabytes() >= before and len(block)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is known on Linux")
@pytest.mark.parametrize(("most", "status"), [(MOST, 0), (1, 1)])
def test_a_run_fails_where_a_worker_takes_too_much(tmp_path: Path, most: int, status: int) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN.format(most=most), encoding="utf-8")
    (tmp_path / "test_it.py").write_text("def test_it():\n    pass\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", "test_it.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert ("a process of the suite may take 1 MB, found: gw0 " in done.stdout) == bool(status)
    assert "memory at the peak: gw0 " in done.stdout
