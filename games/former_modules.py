"""Modules that lay under another name once: a person's own heuristics and players that import them go on
running."""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

FORMER = {
    "heuristics.piece_square_tables": "heuristics.chess.tables",
}
"""What a module is called now, by its former name."""


class _FormerName:
    """Finds and loads a module by a former name: the very module that has the new one."""

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}  # by new name

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in FORMER else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(FORMER[spec.name])
        self._specs[module.__name__] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It was run under its new name. The import system has given it the spec of the former one."""
        module.__spec__ = self._specs[module.__name__]


_FINDER = _FormerName()


def accept_former_names() -> None:
    """From now on, imports of a former name give the module that there is now."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)  # type: ignore[arg-type]
