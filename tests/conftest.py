"""Settings of the whole suite."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import kept_bytecode
from engines import search_engine
from engines.workspace import table_size
from fast_records import find_fields_fast
from games.compiling.compiler import jit_disabled
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from ui.garbage import give_back, keep_large_blocks_apart
from worker_memory import WorkerMemory


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(WorkerMemory(), "worker memory")


find_fields_fast()

settings.register_profile(
    "plyglass", deadline=None, derandomize=True, max_examples=6 if jit_disabled() else 12
)
settings.load_profile("plyglass")


@pytest.fixture(scope="session")
def cache_of_the_session() -> Iterator[Path]:
    """The tests' own cache folder, never the person's. A kernel that one test has compiled is not compiled
    again by the next test, by a process that a test starts, or by the next run of the suite: its file is
    named for everything that it was compiled from. `PLYGLASS_TEST_CACHE` names another folder."""
    folder = kept_bytecode.cache_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGLASS_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def data_of_the_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty data folder, so that no test sees a person's own games and heuristics."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("PLYGLASS_DATA", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def children_write_utf_8() -> Iterator[None]:
    """Programs that tests start write what the tests read, on every system."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONIOENCODING", "utf-8")
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collects the tests with the garbage collector off: almost all objects of collection stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


SLOW_SECONDS = 4 * 3600
"""The time limit of a slow test; that of the others is in `pyproject.toml`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_SECONDS))


@pytest.fixture(scope="session", autouse=True)
def large_blocks_are_apart() -> None:
    keep_large_blocks_apart()


@pytest.fixture(scope="module", autouse=True)
def garbage_of_earlier_modules_is_given_back() -> None:
    """Collects garbage before each module. A worker that has compiled for many tests has a million permanent
    objects, so Python hardly ever looks for old garbage, and engines and windows would keep their tables.
    Freezing these objects lets a window, and the next module, look through newer objects only: looking
    through all takes a second and more."""
    gc.collect()
    give_back()
    gc.freeze()


@pytest.fixture(scope="module")
def trees_are_forgotten() -> Iterator[None]:
    """For the modules of tests that read the syntax trees of the whole program."""
    from docs.architecture import forget_modules  # here, because a checkout of a new game has no docs

    yield
    forget_modules()


MOST_TABLE = 4.0
"""Mebibytes of a transposition table in tests that name no size. A window of a test lives until its garbage
is collected, and 64 MB for each of its programs would be most of a worker's memory."""


@pytest.fixture(scope="session", autouse=True)
def tables_are_small() -> Iterator[None]:
    def size(megabytes: float, nodes: int | None) -> float:
        given = megabytes != search_engine.Searcher.table_megabytes  # a test that sets another size means it
        return table_size(megabytes if given else MOST_TABLE, nodes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_engine, "table_size", size)
        yield


@pytest.fixture(scope="session", autouse=True)
def children_keep_bytecode(cache_of_the_session: Path) -> Iterator[None]:
    """Lets processes that a test starts keep bytecode, so that they need not compile the whole program's
    source again, even where the tests' own process keeps none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setenv("PYTHONPYCACHEPREFIX", str(kept_bytecode.bytecode_folder()))
        yield


@pytest.fixture(scope="session", autouse=True)
def children_can_be_interrupted() -> Iterator[None]:
    """Lets Ctrl-C reach the processes that a test starts. A script that runs the suite in the background
    ignores it, and children would inherit that. With a handler that does nothing, the suite still ignores
    Ctrl-C, and its children do not."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored:
        signal.signal(signal.SIGINT, lambda number, frame: None)
    yield
    if ignored:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.fixture(scope="module", autouse=True)
def kernels_of_fixtures_are_kept(cache_of_the_session: Path) -> None:
    """For fixtures of a module, which are made before those of its first test."""
    keep_kernels_in(default_folder())


@pytest.fixture(autouse=True)
def kernels_are_kept(cache_of_the_session: Path) -> None:
    keep_kernels_in(default_folder())
