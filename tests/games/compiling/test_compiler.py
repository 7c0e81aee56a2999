"""Compiled copies of plain functions, and the bit tricks with a compiled twin."""

import gc
import math
import struct
import weakref
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.bits import float_bits, lowest_bit, popcount
from games.compiling.compiler import compiled, jit_disabled, seems_to_allocate

words = st.integers(-(2**63), 2**63 - 1)
needs_jit = pytest.mark.skipif(jit_disabled(), reason="the environment disables compilation")

FACTOR = 3
TABLE = np.array([5, 7, 11], np.int64)


def tripled(x):
    return FACTOR * x


def from_table(x):
    return tripled(TABLE[x]) + popcount(x)


def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def squares_below(n):
    return (np.arange(n) ** 2).sum()


def adder(step):
    def add(x):
        return step(x) + 1

    return add


class Steps(NamedTuple):
    step: Callable[[int], int]
    back: Callable[[int], int]
    length: int


def walker(steps):
    def walk(x):
        return steps.back(steps.step(x)) + steps.length

    return walk


@needs_jit
def test_a_plain_function_stays_plain():
    assert compiled(from_table) is not from_table
    assert type(from_table).__name__ == "function"
    assert from_table.__globals__["tripled"] is tripled


def test_functions_named_by_globals_are_compiled_along():
    assert [compiled(from_table)(i) for i in range(3)] == [from_table(i) for i in range(3)] == [15, 22, 34]


def test_functions_in_closures_are_compiled_along():
    chain = adder(adder(tripled))
    assert compiled(chain)(4) == chain(4) == 14


def test_functions_in_a_closures_named_tuple_are_compiled():
    walk = walker(Steps(tripled, lambda x: x - 1, 100))
    assert compiled(walk)(5) == walk(5) == 114
    assert not seems_to_allocate(walk, frozenset())
    assert seems_to_allocate(walker(Steps(squares_below, tripled, 0)), frozenset())


def test_recursion():
    assert compiled(factorial)(10) == factorial(10) == math.factorial(10)


def test_recursion_through_two_functions():
    assert [compiled(is_even)(n) for n in range(4)] == [True, False, True, False]


@needs_jit
def test_only_kernels_that_may_allocate_create_arrays():
    from numba.core.errors import NumbaError

    assert compiled(squares_below, allocates=True)(4) == squares_below(4) == 14
    with pytest.raises(NumbaError):
        compiled(squares_below)(4)


def test_each_function_is_compiled_once():
    assert compiled(tripled) is compiled(tripled)


@needs_jit
def test_kernels_drop_the_global_interpreter_lock():
    assert compiled(from_table).targetoptions["nogil"] is True


def test_what_is_no_function_comes_back():
    assert compiled(len) is len


@needs_jit
def test_a_kernel_of_its_own_for_every_function_object():
    assert compiled(adder(tripled)) is not compiled(adder(tripled))


def test_disabled_by_the_environment(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert jit_disabled()
    assert compiled(factorial) is factorial
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    assert not jit_disabled()


@given(word=words)
@example(word=-1)
@example(word=-(2**63))
@example(word=0)
def test_popcount_counts_the_sign_bit_too(word):
    expected = format(word % 2**64, "b").count("1")
    assert popcount(word) == popcount(np.int64(word)) == compiled(popcount)(word) == expected


@given(word=words.filter(lambda word: word != 0))
@example(word=-(2**63))
@example(word=1)
def test_lowest_bit(word):
    expected = next(i for i in range(64) if word >> i & 1)
    assert lowest_bit(word) == lowest_bit(np.int64(word)) == compiled(lowest_bit)(word) == expected


@given(value=st.floats(allow_nan=False))
@example(value=-0.0)
@example(value=math.inf)
def test_float_bits(value):
    (expected,) = struct.unpack("<q", struct.pack("<d", value))
    assert float_bits(value) == compiled(float_bits)(value) == expected


@needs_jit
def test_a_forgotten_function_is_let_go():
    function = adder(tripled)
    gone = weakref.ref(function)
    compiled(function)
    del function
    gc.collect()
    assert gone() is None


@needs_jit
def test_the_passes_that_a_kernel_was_compiled_with_are_freed() -> None:
    """llvmlite forgets that: the class that frees them is the second base of the two classes."""
    from llvmlite.binding import newpassmanagers as passes

    compiled(tripled)(1)
    for kind in (passes.ModulePassManager, passes.FunctionPassManager):
        assert kind._dispose is passes.NewPassManager._dispose
