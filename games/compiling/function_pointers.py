"""Calls of compiled kernels and of the system's clock by their addresses, from compiled code.

A kernel that takes another kernel's address as an argument is compiled once for all such kernels. Its machine
code contains no address, so it can be kept for the next process.
"""

import ctypes
import sys
import time
from functools import cache
from typing import Any

import numpy as np

CLOCK_ID = getattr(time, "CLOCK_THREAD_CPUTIME_ID", getattr(time, "CLOCK_MONOTONIC", 0))
"""The clock of the calling thread's processor time. Windows counts that too coarsely for a move, so there it
is the performance counter. Neither runs backwards, and both ignore that somebody sets the time of day."""


def _counts_a_second() -> int:
    """The rate of Windows' performance counter, the same until the computer starts again; else 0."""
    if sys.platform != "win32":
        return 0
    rate = ctypes.c_int64()
    ctypes.windll.kernel32.QueryPerformanceFrequency(ctypes.byref(rate))
    return rate.value


COUNTS_A_SECOND = _counts_a_second()
"""Part of a kernel's code, and so of its key; 0 where there is no such counter."""


def compile_for(kernel: Any, arguments: tuple[Any, ...]) -> Any:
    """Compiles a kernel for arguments of these types, unless it is. Returns Numba's result of compiling."""
    types = types_of(arguments)
    kernel.compile(types)
    return kernel.overloads[types]


def is_compiled_for(kernel: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a kernel is compiled for arguments of these types."""
    return types_of(arguments) in kernel.overloads


def types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Numba's types of the arguments of a kernel."""
    return tuple(type_of(argument) for argument in arguments)


_types: dict[tuple[Any, ...], Any] = {}
"""Numba's types that `type_of` has found, by the properties of an argument that they depend on."""


def type_of(argument: Any) -> Any:
    """Numba's type of an argument. Finding that of a record takes longer than a small search, so types of
    NumPy's values are kept."""
    import numba

    if not isinstance(argument, np.ndarray | np.generic):
        return numba.typeof(argument)  # type: ignore[no-untyped-call]
    dtype, flags = argument.dtype, argument.flags
    layout = argument.ndim, flags.c_contiguous, flags.f_contiguous, flags.writeable
    key = type(argument), dtype, dtype.isalignedstruct, *layout
    if key not in _types:
        _types[key] = numba.typeof(argument)  # type: ignore[no-untyped-call]
    return _types[key]


def address_of(kernel: Any, arguments: tuple[Any, ...]) -> int:
    """The address of a kernel's machine code for arguments of these types, for `call_at`. Compiles it if need
    be. Keep the kernel as long as the address. Raises TypeError if it does not return a float64."""
    made = compile_for(kernel, arguments)
    if str(made.signature.return_type) != "float64":
        raise TypeError(f"expected a kernel that returns a float64, found {made.signature}")
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def call_at(address: int, arguments: tuple[Any, ...]) -> float:
    """Calls a compiled kernel that returns a float64, by its `address_of`, with arguments of the types that
    it was compiled for. Passes its exceptions on. For compiled code only."""
    raise NotImplementedError("an address can be called by compiled code alone")


def _call_at() -> Any:
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def call(typing_context, address, arguments):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            convention = context.call_conv
            kernel_type = convention.get_function_type(types.float64, arguments.types)
            kernel = builder.inttoptr(values[0], kernel_type.as_pointer())
            given = cgutils.unpack_tuple(builder, values[1])  # type: ignore[no-untyped-call]
            status, value = convention.call_function(builder, kernel, types.float64, arguments.types, given)
            with cgutils.if_unlikely(builder, status.is_error):  # type: ignore[no-untyped-call]
                convention.return_status_propagate(builder, status)
            return value

        return types.float64(types.int64, arguments), generate

    return call


@cache
def clock_address() -> int:
    """The address of the system's function that `nanoseconds` calls."""
    if sys.platform == "win32":
        function: Any = ctypes.windll.kernel32.QueryPerformanceCounter
    else:
        function = ctypes.CDLL(None).clock_gettime
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def address_of_record(record: Any) -> int:
    """The address of a record, for `record_at`. Keep the record as long as the address."""
    return int(record.__array_interface__["data"][0])


def record_at(address: int, like: Any) -> Any:
    """The record at an address. `like` is its dtype, or another record of its type."""
    dtype: Any = like if isinstance(like, np.dtype) else like.dtype
    memory = (ctypes.c_char * dtype.itemsize).from_address(int(address))
    return np.frombuffer(memory, dtype).view(np.recarray)[0]


def _record_at() -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def find(typing_context, address, like):  # type: ignore[no-untyped-def]
        record = like.dtype if isinstance(like, types.DType) else like

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return builder.inttoptr(values[0], context.get_value_type(record))

        return record(types.int64, like), generate

    return find


def short_at(address: int, number: int) -> int:
    """Entry `number` of the array of 16-bit integers at an address."""
    return int(ctypes.c_int16.from_address(int(address) + 2 * int(number)).value)


def _short_at() -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def read(typing_context, address, number):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            first = builder.inttoptr(values[0], ir.IntType(16).as_pointer())
            return builder.sext(builder.load(builder.gep(first, [values[1]])), ir.IntType(64))

        return types.int64(types.int64, types.int64), generate

    return read


def nanoseconds(address: int) -> int:
    """The time of the clock at `clock_address`, in nanoseconds; only differences mean anything. For compiled
    code only."""
    raise NotImplementedError("an address can be called by compiled code alone")


def _nanoseconds() -> Any:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def ask(typing_context, address):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            word, number = ir.IntType(64), ir.IntType(32)
            time_type = ir.ArrayType(word, 2)
            told = builder.alloca(time_type)
            # On Windows a number of counts; else a timespec: seconds and nanoseconds.
            takes = [time_type.as_pointer()] if COUNTS_A_SECOND else [number, time_type.as_pointer()]
            function = builder.inttoptr(values[0], ir.FunctionType(number, takes).as_pointer())
            builder.call(function, [told] if COUNTS_A_SECOND else [number(CLOCK_ID), told])
            first, second = (builder.extract_value(builder.load(told), index) for index in (0, 1))
            billion = word(1_000_000_000)
            if COUNTS_A_SECOND:  # the seconds apart, because a product of all counts would overflow
                rate = word(COUNTS_A_SECOND)
                part = builder.udiv(builder.mul(builder.urem(first, rate), billion), rate)
                first, second = builder.udiv(first, rate), part
            return builder.add(builder.mul(first, billion), second)

        return types.int64(types.int64), generate

    return ask


def fetch_ahead(entry: Any) -> None:
    """Asks the processor to load an array's record into its caches. Does not wait, and changes nothing."""


def _fetch_ahead() -> Any:
    from llvmlite import ir
    from numba import njit
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def instruction(typing_context, entry):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            place, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            takes = ir.FunctionType(ir.VoidType(), [place, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [place], takes)
            # 0: for reading; 3: keep in all caches; 1: data, not code
            builder.call(function, [builder.bitcast(values[0], place), number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(entry), generate

    @njit(nogil=True)
    def twin(entry):  # type: ignore[no-untyped-def]
        instruction(entry)  # type: ignore[call-arg]

    return twin


call_at.__compiled__ = _call_at  # type: ignore[attr-defined]
record_at.__compiled__ = _record_at  # type: ignore[attr-defined]
fetch_ahead.__compiled__ = _fetch_ahead  # type: ignore[attr-defined]
short_at.__compiled__ = _short_at  # type: ignore[attr-defined]
nanoseconds.__compiled__ = _nanoseconds  # type: ignore[attr-defined]
