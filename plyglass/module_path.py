"""Where Python finds the program's modules, although others may have the same names (`games`, `engines`,
…)."""

import sys
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).resolve().parent
ROOT = _HERE if (_HERE / "main.py").is_file() else _HERE.parent
"""The folder of `main.py`: this one in an installed package, the one above it in a checkout."""

MODULES = ("games", "heuristics", "engines", "arena", "study", "cli", "ui")


def put_first() -> None:
    """Makes Python look here before anywhere else: for a process that is this program and nothing else."""
    sys.path[:] = [str(ROOT), *(folder for folder in sys.path if folder != str(ROOT))]


def put_last() -> None:
    """Makes Python look here after everywhere else: for somebody else's process. ImportError names the file
    that is, or would be, imported in place of a module of ours."""
    added = str(ROOT) not in sys.path
    if added:
        sys.path.append(str(ROOT))
    for name in MODULES:
        file = _file_of(name)
        if file is None or not file.is_relative_to(ROOT):
            if added:
                sys.path.remove(str(ROOT))
            raise ImportError(
                f"plyglass: its module {name!r} cannot be imported, {file or 'another module'} has its name; "
                "rename that one, or start Python in another folder"
            )


def _file_of(name: str) -> Path | None:
    """The file or folder of a module that is imported, or would be; None if it has none."""
    loaded = sys.modules.get(name)
    spec = find_spec(name) if loaded is None else loaded.__spec__
    file = getattr(loaded, "__file__", None) or (spec.origin if spec is not None else None)
    folders = spec.submodule_search_locations if spec is not None else None
    found = file or next(iter(folders or ()), None)
    return None if found is None else Path(found).resolve()
