"""Compiles plain Python functions to Numba kernels, without a decorator on any of them.

A kernel is an ordinary module function over structured records. `compiled(f)` makes a copy of
`f` in which every plain function that it refers to, by a global name, from a closure or in a closure's named
tuple, is replaced by its own compiled copy, and hands that to `numba.njit(nogil=True)`. The original does not
change, so the window, the notation and a person with a breakpoint use the same source
uncompiled, and importing a game does not import Numba.

Compiled kernels are kept on the disk for later starts, unless the settings forbid it
(`games.compiling.kept_kernels`).
"""

import os
import threading
import types
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from games.compiling.array_indices import count_from_zero
from games.compiling.kept_kernels import keep, prepare_compiler
from games.compiling.linked_kernels import linked

Variant = tuple[bool, bool, frozenset[Callable[..., Any]]]
"""Whether a kernel creates arrays, whether Python calls it, and which of the functions it calls are compiled
separately."""

_rules: WeakSet[Callable[..., Any]] = WeakSet()
"""The functions of `keep_rules`."""

_lock = threading.RLock()
_made: WeakKeyDictionary[Callable[..., Any], dict[Any, Any]] = WeakKeyDictionary()
"""The compiled copies, by the plain function and its `Variant`."""


def jit_disabled() -> bool:
    """Whether the environment asks for the same code uncompiled (`NUMBA_DISABLE_JIT=1`)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def compiled(
    function: Callable[..., Any],
    allocates: bool = False,
    apart: frozenset[Callable[..., Any]] = frozenset(),
) -> Any:
    """The compiled copy of a kernel, made once for each function object.

    Compilation itself happens at the first call, for the types of that call's arguments. Without
    `allocates` no kernel may create arrays, lists or strings. That avoids all reference counting and makes a
    search a fifth faster. Functions in `apart` are compiled separately, once for all callers, instead of
    being copied into each caller; that costs nanoseconds a call. With `NUMBA_DISABLE_JIT=1` this is
    `function` itself.
    """
    return _compiled(function, (allocates, True, apart))


def keep_rules(rules: Iterable[Any]) -> None:
    """From now on, keeps the compiled code of these functions in files of their own whenever a kernel
    contains them. So the next kernel that contains them, in another process, need not compile them again."""
    with _lock:
        _rules.update(rule for rule in rules if isinstance(rule, types.FunctionType))


_of_rules: "WeakKeyDictionary[Any, dict[Callable[[Any], Any], Any]]" = WeakKeyDictionary()
"""The kernels of `kernel_of_rules`, by the rules' `legal_moves` and by `make`."""


def kernel_of_rules(rules: Any, make: Callable[[Any], Callable[..., Any]]) -> Callable[..., Any]:
    """The compiled kernel that `make(rules)` returns for a game's rules; made once. Keeps the rules'
    functions, too (`keep_rules`)."""
    with _lock:
        made = _of_rules.setdefault(rules.legal_moves, {})
        if make not in made:
            keep_rules(vars(rules).values())
            made[make] = compiled(make(rules))
        return made[make]


CREATING = frozenset(
    ("empty", "zeros", "ones", "full", "array", "arange", "copy", "empty_like", "zeros_like", "full_like")
)
"""Names of NumPy's functions that create arrays."""


def seems_to_allocate(function: Callable[..., Any], apart: frozenset[Callable[..., Any]]) -> bool:
    """Whether a kernel, or one that it calls, names a function that creates an array. Then compiling it
    without `allocates` would take long and fail. Where this is False the kernel may still allocate."""
    seen: set[Callable[..., Any]] = set(apart)
    left = [function]
    while left:
        kernel = left.pop()
        if not isinstance(kernel, types.FunctionType) or kernel in seen or hasattr(kernel, "__compiled__"):
            continue
        seen.add(kernel)
        names = _names_used(kernel.__code__)
        if names & CREATING:
            return True
        left += [kernel.__globals__[name] for name in names if name in kernel.__globals__]
        for cell in kernel.__closure__ or ():
            left += cell.cell_contents if _is_named_tuple(cell.cell_contents) else [cell.cell_contents]
    return False


def _compiled(function: Callable[..., Any], variant: Variant) -> Any:
    if jit_disabled() or not isinstance(function, types.FunctionType):
        return function
    with _lock:
        made = _made.setdefault(function, {})
        allocates, called_from_python, apart = variant
        if variant not in made:
            twin = getattr(function, "__compiled__", None)
            if twin:
                made[variant] = twin()
            elif function in apart and not called_from_python:
                made[variant] = linked(compiled(function), allocates)
            else:
                _copy_and_compile(function, variant, made)
        return made[variant]


def _copy_and_compile(function: types.FunctionType, variant: Variant, made: dict[Any, Any]) -> None:
    prepare_compiler()
    import numba

    _free_passes()
    count_from_zero()
    allocates, called_from_python, apart = variant
    names = dict(function.__globals__)
    cells = tuple(types.CellType(cell.cell_contents) for cell in function.__closure__ or ())
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    # Wrappers for calls from Python and C, and reference counting, take half of the compiling time, so they
    # are made only where they are needed.
    options: dict[str, Any] = {
        "nogil": True,
        "no_cpython_wrapper": not called_from_python,
        "no_cfunc_wrapper": True,
        "_nrt": allocates,
        # By default LLVM does not inline calls that pass whole tuples. With all calls inlined, chess's
        # `classical` takes 0.58 of the time, a node of its search 0.77, and compiling a tenth more.
        "forceinline": not called_from_python,
    }
    made[variant] = numba.njit(**options)(copy)
    if called_from_python or function in _rules:
        keep(made[variant])

    def inner(kernel: Any) -> Any:
        if kernel is function:  # a recursive kernel calls the copy that is being made
            return made[variant]
        return _compiled(kernel, (allocates, False, apart))

    for name in _names_used(function.__code__):
        if isinstance(names.get(name), types.FunctionType):
            names[name] = inner(names[name])
    for cell in cells:
        value = cell.cell_contents
        cell.cell_contents = type(value)(*map(inner, value)) if _is_named_tuple(value) else inner(value)


@cache
def _free_passes() -> None:
    """Makes llvmlite free the compiler passes of a function, 16 to 60 KB each time. llvmlite's pass managers
    have two base classes, and inherit the `_dispose` that does nothing. Without this a kernel takes ten times
    the memory."""
    with suppress(ImportError, AttributeError):  # another version of llvmlite
        from llvmlite.binding.ffi import ObjectRef
        from llvmlite.binding.newpassmanagers import FunctionPassManager, ModulePassManager, NewPassManager

        for kind in (ModulePassManager, FunctionPassManager):
            if kind._dispose is ObjectRef._dispose:
                kind._dispose = NewPassManager._dispose


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _names_used(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_used(constant)
    return names
