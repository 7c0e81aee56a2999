"""Bit tricks on 64-bit words, for rules that keep a board in one integer.

A word is always a signed 64-bit integer: NumPy and Numba both turn a mix of signed and
unsigned 64-bit integers into a float, so the project has no unsigned ones. Bit 63 is the
sign and behaves like any other bit here.

Each function has a compiled twin made of one or two machine instructions (`__compiled__`, see
`games.compiling.compiler`); the plain function is what a debugger steps through.
"""

import struct
from collections.abc import Callable
from typing import Any

_ALL = 0xFFFF_FFFF_FFFF_FFFF


WORD = (1 << 63) - 1
"""All bits of a word but the sign."""


def _one_instruction(build: Callable[..., Any], takes_float: bool = False) -> Callable[[], Any]:
    """A maker of the compiled twin: a Numba intrinsic whose LLVM code is `build(builder, word)`."""

    def make() -> Any:
        from numba import njit, types
        from numba.extending import intrinsic

        argument = types.float64 if takes_float else types.int64

        @intrinsic
        def instruction(typing_context, word):  # type: ignore[no-untyped-def]
            def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                return build(builder, arguments[0])

            return types.int64(argument), generate

        @njit(nogil=True, inline="never")
        def twin(word):  # type: ignore[no-untyped-def]
            return instruction(word)  # type: ignore[call-arg]

        return twin

    return make


def popcount(word: int) -> int:
    """Number of bits set in `word`."""
    return (int(word) & _ALL).bit_count()


def lowest_bit(word: int) -> int:
    """Index 0..63 of the lowest bit set in `word`, which must not be 0."""
    word = int(word) & _ALL
    return (word & -word).bit_length() - 1


def float_bits(value: float) -> int:
    """The 64 bits of a float as an integer."""
    return int(struct.unpack("<q", struct.pack("<d", value))[0])


def low_product(word: int, other: int) -> int:
    """The low 63 bits of the product of two words; never negative. Numba's `*` must not overflow."""
    return int(word) * int(other) & WORD


def _product() -> Any:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    @intrinsic
    def instruction(typing_context, word, other):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.and_(builder.mul(*arguments), ir.Constant(ir.IntType(64), WORD))

        return types.int64(types.int64, types.int64), generate

    @njit(nogil=True)
    def twin(word, other):  # type: ignore[no-untyped-def]
        return instruction(word, other)  # type: ignore[call-arg]

    return twin


def _count_trailing_zeros(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))


def _bitcast(builder: Any, value: Any) -> Any:
    from llvmlite import ir

    return builder.bitcast(value, ir.IntType(64))


popcount.__compiled__ = _one_instruction(lambda builder, word: builder.ctpop(word))  # type: ignore[attr-defined]
lowest_bit.__compiled__ = _one_instruction(_count_trailing_zeros)  # type: ignore[attr-defined]
float_bits.__compiled__ = _one_instruction(_bitcast, takes_float=True)  # type: ignore[attr-defined]
low_product.__compiled__ = _product  # type: ignore[attr-defined]
