"""Array indices in the program's own kernels: they count from 0 and are never negative.

In Python a negative index counts from the end, and Numba tests each access for that, which takes a twelfth of
the time of a node in chess. Kernels of the modules below leave out this test; a slow test of ours checks
their indices while all games are searched. In the files of a person, and in a game that a person adds,
`table[-1]` is the last entry as usual.
"""

from functools import cache
from typing import Any

NEVER_NEGATIVE = (
    *("games.bits", "games.chess", "games.isolation", "games.jungle", "games.morris", "games.tabletactics"),
    *("games.truth", "games.repetition_history", "engines"),
    *("engines.search_hints.chess", "engines.search_hints.jungle", "engines.search_hints.morris"),
    "engines.search_hints.tabletactics",
    *("heuristics.chess", "heuristics.isolation", "heuristics.jungle", "heuristics.jungle_pursuit"),
    *("heuristics.morris", "heuristics.sides", "heuristics.tabletactics"),
)
"""The modules and packages whose kernels never use a negative index. This list is part of a kernel's key."""

OPEN = ("engines.search_hints",)
"""Packages to which a person may add modules: of these only the modules that are named above count."""


def is_never_negative(module: str) -> bool:
    """Whether the kernels of a module, by its full name, have indices from 0 only."""
    around = [name for name in (*NEVER_NEGATIVE, *OPEN) if f"{module}.".startswith(f"{name}.")]
    return max(around, key=len, default="") in NEVER_NEGATIVE


@cache
def count_from_zero() -> None:
    """Makes Numba leave out the test for a negative index, from now on in this process. A version of Numba
    without that function keeps the test."""
    from numba.core.types import intp
    from numba.np import arrayobj

    usual = getattr(arrayobj, "fix_integer_index", None)
    if usual is None:
        return

    def index_of(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        described = getattr(context, "fndesc", None)
        if described is None or not is_never_negative(described.modname or ""):
            return usual(context, builder, kind, index, size)
        return context.cast(builder, index, kind, intp)

    arrayobj.fix_integer_index = index_of
