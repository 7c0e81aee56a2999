"""Long use of the window takes no more memory than a short one: `soak.py`, each scenario in a process.

    pytest -m slow -n 0 -s tests/ui/test_soak.py

takes some 90 minutes; `PLYGLASS_SOAK=0.1` in the environment has it take a tenth of the games and minutes.
Its figures stand in docs/lab/memory.md.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import soak

from games.compiling.compiler import jit_disabled

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc"),
    pytest.mark.skipif(jit_disabled(), reason="searches thousands of times"),
]

ROOT = Path(__file__).resolve().parents[2]

MOST_GROWTH = 60
"""The most megabytes by which a process may have grown from the end of the warm-up to the end."""

MOST_WARM, MOST_COLD = 500, 1000
"""The most megabytes at the peak, with kept kernels, and where all kernels are compiled."""

FILLS = 0.01
"""The share of a scenario that uses each of its kernels."""


def run(scenario: str, cache: Path, share: float) -> dict[str, float]:
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "ui")))
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "ui" / "soak.py"), scenario, "--share", str(share)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": paths, "PLYGLASS_CACHE": str(cache)},
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    figures = done.stdout.strip().splitlines()[-1]
    print(f"\n{figures}")
    found: dict[str, float] = json.loads(figures)
    return found


@pytest.fixture(scope="session")
def share() -> float:
    return float(os.environ.get("PLYGLASS_SOAK", "1"))


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the kernels of the scenarios."""
    folder = tmp_path_factory.mktemp("cache")
    for scenario in soak.SCENARIOS:
        run(scenario, folder, FILLS)
    return folder


@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_memory_is_flat_with_kernels_that_were_kept(scenario: str, kernels: Path, share: float) -> None:
    figures = run(scenario, kernels, share)
    assert figures["grown"] <= MOST_GROWTH and figures["peak"] <= MOST_WARM


def test_memory_is_flat_where_all_kernels_are_compiled(tmp_path: Path, share: float) -> None:
    figures = run("games", tmp_path, share)
    assert figures["grown"] <= MOST_GROWTH and figures["peak"] <= MOST_COLD
