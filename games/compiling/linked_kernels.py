"""Kernels that other kernels call through the linker, instead of each holding a copy.

Such a kernel is compiled once and kept like any other. Its callers refer to it by a symbol made from its key
(`games.compiling.kernel_key`), and the linker finds it. So a kept caller holds no address, and a later
process loads both from the same folder.
"""

from typing import Any

PREFIX = "plyglass_"

_provided: dict[str, Any] = {}
"""The compiled or loaded code by symbol. It must live as long as any caller."""


def linked(kernel: Any, allocates: bool) -> Any:
    """A function that kernels call instead of a compiled kernel: it calls that kernel through the linker.
    `allocates` as for `games.compiling.compiler.compiled`."""
    from numba import njit
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def call(typing_context, arguments):  # type: ignore[no-untyped-def]
        kinds = tuple(map(types.unliteral, arguments))
        kernel.compile(kinds)
        made = kernel.overloads[kinds]
        symbol = provide(kernel, kinds, made)
        result = made.signature.return_type

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            convention = context.call_conv
            function_type = convention.get_function_type(result, kinds)
            function = cgutils.get_or_insert_function(builder.module, function_type, symbol)  # type: ignore[no-untyped-call]
            given = cgutils.unpack_tuple(builder, values[0])  # type: ignore[no-untyped-call]
            status, value = convention.call_function(builder, function, result, kinds, given)
            with cgutils.if_unlikely(builder, status.is_error):  # type: ignore[no-untyped-call]
                convention.return_status_propagate(builder, status)
            return value

        return result(arguments), generate

    def twin(*arguments):  # type: ignore[no-untyped-def]
        return call(arguments)  # type: ignore[call-arg]

    wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    options: dict[str, Any] = {"nogil": True, "forceinline": True, "_nrt": allocates, **wrappers}
    made: Any = njit(**options)(twin)
    made.described_by = kernel, linked.__code__
    return made


def provide(kernel: Any, kinds: tuple[Any, ...], made: Any) -> str:
    """Registers a kernel's code for arguments of these Numba types with the linker. Returns its symbol."""
    from games.compiling.kernel_key import NotDescribed, kernel_key

    try:
        symbol = PREFIX + kernel_key(kernel, kinds)
    except NotDescribed:  # its callers have no key either, so none of them is kept
        symbol = f"{PREFIX}{id(made):x}"
    provide_as(symbol, made)
    return symbol


def provide_as(symbol: str, made: Any) -> None:
    """Registers code under a given symbol. If the symbol is taken, the earlier code stays."""
    from llvmlite.binding import add_symbol

    if symbol not in _provided:
        _provided[symbol] = made
        add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
