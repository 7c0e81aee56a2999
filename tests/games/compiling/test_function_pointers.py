"""What compiled code knows only by address."""

import sys
import time

import numpy as np
import pytest

from games.compiling import function_pointers
from games.compiling.compiler import compiled, jit_disabled
from games.compiling.function_pointers import (
    CLOCK_ID,
    address_of_record,
    clock_address,
    nanoseconds,
    record_at,
    type_of,
)


def new_record():
    return np.zeros(1, [("count", "i8"), ("values", "f8", (3,))]).view(np.recarray)[0]


def add_there(address, like):
    there = like if address == 0 else record_at(address, like)
    there.count += 1
    there.values[2] += 0.5


@pytest.mark.parametrize(
    "compiles", [False, pytest.param(True, marks=pytest.mark.skipif(jit_disabled(), reason="-"))]
)
def test_a_record_is_found_and_changed_by_its_address(compiles: bool) -> None:
    add = compiled(add_there) if compiles else add_there
    one, other = new_record(), new_record()
    add(address_of_record(one), other)
    add(address_of_record(one), other)
    add(0, other)
    assert (one.count, one.values.tolist()) == (2, [0.0, 0.0, 1.0])
    assert (other.count, other.values.tolist()) == (1, [0.0, 0.0, 0.5])


def asks_the_clock(address: int) -> int:
    return nanoseconds(address)


def test_no_setting_of_the_time_of_day_moves_the_clock() -> None:
    if sys.platform == "win32":
        import ctypes

        counter = ctypes.windll.kernel32.QueryPerformanceCounter
        assert clock_address() == ctypes.cast(counter, ctypes.c_void_p).value
    else:
        assert CLOCK_ID in (time.CLOCK_THREAD_CPUTIME_ID, time.CLOCK_MONOTONIC)


@pytest.mark.skipif(jit_disabled(), reason="for compiled code alone")
def test_the_clock_counts_nanoseconds() -> None:
    ask = compiled(asks_the_clock)
    reference = time.perf_counter_ns if function_pointers.COUNTS_A_SECOND else time.thread_time_ns
    for _ in range(20):
        before, began = reference(), ask(clock_address())
        inner = reference()
        while reference() - inner < 2_000_000:
            pass
        until = reference()
        passed, after = ask(clock_address()) - began, reference()
        assert until - inner - 1_000_000 <= passed <= after - before + 1_000_000


@pytest.mark.skipif(jit_disabled(), reason="for compiled code alone")
@pytest.mark.parametrize("rate", [3_579_545, 10_000_000, 3_000_000_000])
def test_a_counter_of_any_rate_gives_nanoseconds(monkeypatch: pytest.MonkeyPatch, rate: int) -> None:
    """As on Windows, with a counter that is years old."""
    import ctypes

    counts = 9 * 365 * 24 * 3600 * rate % (1 << 62) + rate // 4

    @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(ctypes.c_int64))
    def counter(there: "ctypes._Pointer[ctypes.c_int64]") -> int:
        there[0] = counts
        return 1

    monkeypatch.setattr(function_pointers, "COUNTS_A_SECOND", rate)

    def asks_a_counter(address: int) -> int:
        return nanoseconds(address)

    address = int(ctypes.cast(counter, ctypes.c_void_p).value or 0)
    expected = counts // rate * 1_000_000_000 + counts % rate * 1_000_000_000 // rate
    assert compiled(asks_a_counter)(address) == expected


@pytest.mark.skipif(jit_disabled(), reason="types are those of the compiler")
def test_types_that_are_kept_are_those_that_numba_finds() -> None:
    import numba

    plain, aligned = (np.dtype([("a", "i8"), ("b", "f8")], align=align) for align in (False, True))
    values = [np.zeros(3), np.zeros((4, 4))[:, 1], np.zeros((4, 4)).T, np.float64(1.0), np.int32(2), 3, None]
    read_only = np.zeros(3)
    read_only.flags.writeable = False
    for dtype in (plain, aligned):
        records = np.zeros(2, dtype).view(np.recarray)
        values += [np.zeros(2, dtype), records, records[0], np.zeros(2, dtype)[0]]
    for value in (*values, read_only) * 2:
        assert type_of(value) == numba.typeof(value), value
