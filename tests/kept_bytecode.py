"""The folder in which the tests keep what they compile, and bytecode if there would be none.

An environment may forbid bytecode beside the sources (PYTHONDONTWRITEBYTECODE). Without a folder, each worker
of each run would then compile all files of the tests, with their rewritten assertions, for eight seconds.
"""

import os
import sys
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The tests' own cache folder, never the person's. `PLYGLASS_TEST_CACHE` names another one."""
    named = os.environ.get("PLYGLASS_TEST_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("Plyglass tests", appauthor=False)


def bytecode_folder() -> Path:
    """The folder for bytecode: of this process, if it may not leave any beside the sources, and of processes
    that tests start."""
    return cache_folder() / "bytecode"


if sys.dont_write_bytecode:  # before anything else of the program is imported
    cache_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(bytecode_folder())
