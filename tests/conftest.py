"""Settings of the whole suite."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from games.compiler import jit_disabled
from games.kept_kernels import default_folder, keep_kernels_in

settings.register_profile(
    "plyglass", deadline=None, derandomize=True, max_examples=6 if jit_disabled() else 25
)
settings.load_profile("plyglass")


@pytest.fixture(scope="session")
def cache_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache folder that is empty as the session begins: what one test compiles need not be compiled
    again for the next one, nor in a process that a test starts, nor by the tests that run beside it."""
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()  # a folder of its own for each of pytest-xdist's workers
        folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
        folder.mkdir(mode=0o700, exist_ok=True)
        patch.setenv("PLYGLASS_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def data_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test sees the games and heuristics of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("PLYGLASS_DATA", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def kernels_are_kept(cache_of_the_session: Path) -> None:
    keep_kernels_in(default_folder())
