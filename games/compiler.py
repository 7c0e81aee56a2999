"""From plain Python functions to Numba kernels, without a decorator on any of them.

A kernel is an ordinary module function over structured records. `compiled(f)` makes a copy of
`f` in which every plain function that it refers to, by a global name or from a closure, is
replaced by its own compiled copy, and hands that to `numba.njit(nogil=True)`. The original stays
what it was, so the window, the notation and a person with a breakpoint use the very same source
uncompiled, and importing a game does not import Numba.

Nothing is cached on disk: Numba's cache does not notice edits in imported modules, and a stale
kernel must never play.
"""

import os
import threading
import types
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

_lock = threading.RLock()
_made: WeakKeyDictionary[Callable[..., Any], Any] = WeakKeyDictionary()


def jit_disabled() -> bool:
    """Whether the environment asks for the same code uncompiled (`NUMBA_DISABLE_JIT=1`)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled copy of a kernel, made once for each function object.

    Compilation itself happens at the first call, for the types of that call's arguments. With
    `NUMBA_DISABLE_JIT=1` this is `function` itself.
    """
    if jit_disabled() or not isinstance(function, types.FunctionType):
        return function
    with _lock:
        dispatcher = _made.get(function)
        if dispatcher is None:
            twin = getattr(function, "__compiled__", None)
            dispatcher = twin() if twin else _copy_and_compile(function)
            _made[function] = dispatcher
        return dispatcher


def _copy_and_compile(function: types.FunctionType) -> Any:
    import numba

    names = dict(function.__globals__)
    cells = tuple(types.CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = types.FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, cells
    )
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    dispatcher = numba.njit(nogil=True)(copy)
    _made[function] = dispatcher  # before the walk: a recursive kernel refers to itself
    for name in _names_used(function.__code__):
        if isinstance(names.get(name), types.FunctionType):
            names[name] = compiled(names[name])
    for cell in cells:
        if isinstance(cell.cell_contents, types.FunctionType):
            cell.cell_contents = compiled(cell.cell_contents)
    return dispatcher


def _names_used(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_used(constant)
    return names
