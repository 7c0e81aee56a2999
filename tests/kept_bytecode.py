"""Where the tests keep what they compile; bytecode with it, where there would be none.

An environment may ask for no bytecode beside the sources (PYTHONDONTWRITEBYTECODE). Then each worker of each
run would translate all files of the tests, with their assertions written out, for eight seconds.
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
    """For this process where it is to leave none beside the sources, and for the processes of tests."""
    return cache_folder() / "bytecode"


if sys.dont_write_bytecode:  # before anything else of the program is imported
    cache_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(bytecode_folder())
