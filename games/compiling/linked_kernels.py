"""Kernels that others call where they lie, instead of each holding a copy of them.

Such a kernel is compiled once and kept like any other. Who calls it knows it by a symbol that is made from
its key (`games.compiling.kernel_key`), which the linker looks up. So a caller that is kept holds no address,
and a later process that loads it gets the kernel it needs from the same folder.
"""

from typing import Any

PREFIX = "plyglass_"

_provided: dict[str, Any] = {}
"""What was compiled or loaded for each symbol, which must not go while any caller is there."""


def linked(kernel: Any, allocates: bool) -> Any:
    """What other kernels call in the place of a compiled kernel: it does the same, by way of the linker.
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
    """Has the linker know what was made of a kernel for arguments of such Numba types; its symbol."""
    from games.compiling.kernel_key import NotDescribed, kernel_key

    try:
        symbol = PREFIX + kernel_key(kernel, kinds)
    except NotDescribed:  # then no key can be made of its callers either, and none is kept
        symbol = f"{PREFIX}{id(made):x}"
    provide_as(symbol, made)
    return symbol


def provide_as(symbol: str, made: Any) -> None:
    """The same under a symbol that is known; the first one of it stays."""
    from llvmlite.binding import add_symbol

    if symbol not in _provided:
        _provided[symbol] = made
        add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
