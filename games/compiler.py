"""From plain Python functions to Numba kernels, without a decorator on any of them.

A kernel is an ordinary module function over structured records. `compiled(f)` makes a copy of
`f` in which every plain function that it refers to, by a global name or from a closure, is
replaced by its own compiled copy, and hands that to `numba.njit(nogil=True)`. The original stays
what it was, so the window, the notation and a person with a breakpoint use the very same source
uncompiled, and importing a game does not import Numba.

What has been compiled is kept for later starts where a person wants that (`games.kept_kernels`).
"""

import os
import threading
import types
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from games.kept_kernels import keep

_lock = threading.RLock()
_made: WeakKeyDictionary[Callable[..., Any], dict[Any, Any]] = WeakKeyDictionary()


def jit_disabled() -> bool:
    """Whether the environment asks for the same code uncompiled (`NUMBA_DISABLE_JIT=1`)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def compiled(function: Callable[..., Any], allocates: bool = False) -> Any:
    """The compiled copy of a kernel, made once for each function object.

    Compilation itself happens at the first call, for the types of that call's arguments. Without
    `allocates` no kernel may create arrays, lists or strings, which spares all reference counting
    and makes a search a fifth faster. With `NUMBA_DISABLE_JIT=1` this is `function` itself.
    """
    return _compiled(function, allocates, called_from_python=True)


def _compiled(function: Callable[..., Any], allocates: bool, called_from_python: bool) -> Any:
    if jit_disabled() or not isinstance(function, types.FunctionType):
        return function
    with _lock:
        made = _made.setdefault(function, {})
        variant = (allocates, called_from_python)
        if variant not in made:
            twin = getattr(function, "__compiled__", None)
            if twin:
                made[variant] = twin()
            else:
                _copy_and_compile(function, variant, made)
        return made[variant]


def _copy_and_compile(function: types.FunctionType, variant: tuple[bool, bool], made: dict[Any, Any]) -> None:
    import numba

    _free_passes()
    allocates, called_from_python = variant
    names = dict(function.__globals__)
    cells = tuple(types.CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    # Wrappers for calls from Python and C, and reference counting, are half the time that
    # compiling takes; what only other kernels call does without.
    options: dict[str, Any] = {
        "nogil": True,
        "no_cpython_wrapper": not called_from_python,
        "no_cfunc_wrapper": True,
        "_nrt": allocates,
        # Left to itself LLVM keeps calls that pass whole tuples on the stack. Without them chess's
        # `classical` takes 0.58 of the time, a node of its search 0.77, and compiling a tenth more.
        "forceinline": not called_from_python,
    }
    made[variant] = numba.njit(**options)(copy)
    if called_from_python:
        keep(made[variant])

    def inner(kernel: types.FunctionType) -> Any:
        if kernel is function:  # a recursive kernel calls the very variant that is being made
            return made[variant]
        return _compiled(kernel, allocates, called_from_python=False)

    for name in _names_used(function.__code__):
        if isinstance(names.get(name), types.FunctionType):
            names[name] = inner(names[name])
    for cell in cells:
        if isinstance(cell.cell_contents, types.FunctionType):
            cell.cell_contents = inner(cell.cell_contents)


@cache
def _free_passes() -> None:
    """Has llvmlite free the passes that a function was compiled with, 16 to 60 KB each time: of its classes'
    two bases the first one's `_dispose` does nothing. Without this a kernel leaves ten times the memory."""
    with suppress(ImportError, AttributeError):  # another llvmlite than those that are known
        from llvmlite.binding.ffi import ObjectRef
        from llvmlite.binding.newpassmanagers import FunctionPassManager, ModulePassManager, NewPassManager

        for kind in (ModulePassManager, FunctionPassManager):
            if kind._dispose is ObjectRef._dispose:
                kind._dispose = NewPassManager._dispose


def _names_used(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_used(constant)
    return names
