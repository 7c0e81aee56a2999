"""The key of a compiled kernel: two kernels with the same key have the same machine code.

The key is a digest of everything that the compiler reads: the code of every function in the call graph (line
numbers and documentation too, so that an edit anywhere makes another key), the values of the constants,
arrays and closures that they use, the types of the arguments, the compiler's options and versions, and the
processor. Files of the program are named relative to its folder, so the key is the same wherever the program
lies.
"""

import ast
import builtins
import dis
import enum
import hashlib
import inspect
import os
import sys
import textwrap
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from games.compiling.array_indices import NEVER_NEGATIVE

_PINNED = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}
"""Packages that the key describes by their versions alone."""

_PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "")
"""The program's folder, as in the file names of its modules. Links in it are not followed."""

_MISSING = object()

_PLAIN = (type(None), type(...), bool, int, float, complex, str, bytes)


class NotDescribed(Exception):
    """A kernel uses a value that cannot be part of a key."""


def kernel_key(kernel: Any, argument_types: tuple[Any, ...]) -> str:
    """The key of a Numba dispatcher's machine code for arguments of such Numba types, 64 hexadecimal
    digits. Raises NotDescribed for a kernel that uses a value of an unknown kind."""
    description = _Description()
    description.add("compiler", _compiler())
    description.add("types", tuple(str(one) for one in argument_types))
    description.add("kernel", kernel)
    return description.digest()


def content_digest(value: Any, comments: bool = True) -> str:
    """A digest of plain functions with all that they use, 64 hexadecimal digits. Functions with the same
    source and values have the same digest in every version of Python and at any line of a file.
    With `comments=False` their comments, documentation and decorators do not count. Raises NotDescribed as
    `kernel_key` does."""
    description = _Description(by_source=True, comments=comments)
    description.add("content", value)
    return description.digest()


@cache
def _compiler() -> tuple[str, ...]:
    """Versions, settings and the processor, as the compiler sees them."""
    import llvmlite
    import numba
    from numba.core import config
    from numba.core.registry import cpu_target

    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    processor = cpu_target.target_context.codegen().magic_tuple()
    settings = {
        name: value
        for name, value in sorted(vars(config).items())
        if name.isupper()
        and isinstance(value, _PLAIN)
        and not name.endswith("NUM_THREADS")
        and not name.startswith("CUDA_")  # these do not affect code for the processor, and differ by computer
    }
    return *versions, *processor, *NEVER_NEGATIVE, repr(settings)


class _Description:
    """Builds a digest of values. Each value is written with its kind and its length, so that different values
    never give the same bytes."""

    def __init__(self, by_source: bool = False, comments: bool = True) -> None:
        self._by_source, self._comments = by_source, comments
        self._hash = hashlib.sha256()
        self._visited: dict[int, int] = {}  # functions and modules, by id: a graph may have cycles

    def digest(self) -> str:
        return self._hash.hexdigest()

    def _write(self, kind: str, content: bytes = b"") -> None:
        self._hash.update(f"{kind} {len(content)}\n".encode())
        self._hash.update(content)

    def add(self, name: str, value: Any) -> None:
        """Adds a value under a name, and all that it refers to."""
        self._write("name", name.encode())
        self._add(value)

    def _add(self, value: Any) -> None:
        kind = type(value)
        if kind in _PLAIN:
            self._write(kind.__name__, repr(value).encode("utf-8", "surrogatepass"))
        elif isinstance(value, enum.Enum):
            self._write("enum", f"{kind.__module__}.{kind.__qualname__}.{value.name}".encode())
            self._add(value.value)
        elif isinstance(value, (tuple, list)):
            self._write(
                f"{kind.__module__}.{kind.__qualname__}", repr(getattr(value, "_fields", "")).encode()
            )
            self._each(value)
        elif isinstance(value, (dict, set, frozenset)):
            self._write(kind.__name__)
            self._each(sorted(value.items() if isinstance(value, dict) else value, key=repr))
        elif isinstance(value, np.dtype):
            self._dtype(value)
        elif isinstance(value, (np.ndarray, np.generic)):
            self._array(value)
        elif isinstance(value, CodeType):
            self._code(value)
        elif isinstance(value, ModuleType):
            self._write("module", value.__name__.encode())
        elif isinstance(value, FunctionType):
            self._function(value)
        else:
            self._other(value)

    def _each(self, values: Any) -> None:
        self._write("values", str(len(values)).encode())
        for value in values:
            self._add(value)

    def _dtype(self, dtype: np.dtype) -> None:
        self._write(
            "dtype", f"{dtype.str} {dtype.itemsize} {dtype.alignment} {dtype.isalignedstruct}".encode()
        )
        if dtype.hasobject:
            raise NotDescribed("an array of objects")
        if dtype.subdtype is not None:
            self._each(dtype.subdtype)
        elif dtype.fields is not None:
            self._each([(name, *dtype.fields[name][:2]) for name in dtype.names or ()])

    def _array(self, array: "np.ndarray | np.generic") -> None:
        self._write(type(array).__name__)
        self._dtype(array.dtype)
        layout = array.flags
        self._each((array.shape, layout.c_contiguous, layout.f_contiguous, layout.aligned, layout.writeable))
        self._write("content", array.tobytes())

    def _code(self, code: CodeType) -> None:
        if self._by_source:
            try:
                source = inspect.getsource(code)
            except OSError:
                raise NotDescribed("a function without a source") from None
            lines = (source if self._comments else _without_comments(source)).splitlines()
            self._write("source", "\n".join(line.rstrip() for line in lines).encode("utf-8", "replace"))
            return
        parts = (
            *(code.co_name, code.co_qualname, _file(code), code.co_firstlineno, code.co_linetable),
            *(code.co_code, code.co_exceptiontable, code.co_flags, code.co_argcount),
            *(code.co_posonlyargcount, code.co_kwonlyargcount, code.co_names, code.co_varnames),
            *(code.co_freevars, code.co_cellvars, code.co_consts),
        )
        self._each(parts)

    def _first_visit(self, kind: str, value: Any) -> bool:
        """Writes the number of a function or a module. Returns whether it is new to this digest."""
        known = len(self._visited)
        number = self._visited.setdefault(id(value), known)
        self._write(kind, str(number).encode())
        return number == known

    def _function(self, function: FunctionType) -> None:
        module = str(function.__module__)
        if module.partition(".")[0] in ("numpy", "numba", "llvmlite"):
            self._write("pinned", f"{module}.{function.__qualname__}".encode())
        elif self._first_visit("function", function):
            self._each((module, function.__code__, function.__defaults__, function.__kwdefaults__))
            loaded, named = _names(function.__code__)
            for name in sorted(loaded):
                value = function.__globals__.get(name, _MISSING)
                if value is _MISSING:
                    self.add(name, hasattr(builtins, name))
                    continue
                self.add(name, value)
                if isinstance(value, ModuleType):
                    self._attributes(value, named)
            for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                self.add(name, cell.cell_contents)

    def _attributes(self, module: ModuleType, named: set[str]) -> None:
        """Adds the values that a function may take from a module by an attribute's name."""
        if module.__name__.partition(".")[0] in _PINNED or not self._first_visit("module", module):
            return
        for name in sorted(named & set(vars(module))):
            value = vars(module)[name]
            self.add(name, value)
            if isinstance(value, ModuleType):
                self._attributes(value, named)

    def _other(self, value: Any) -> None:
        if hasattr(value, "described_by"):  # of `games.compiling.linked_kernels`
            self._write("linked kernel")
            self._each(value.described_by)
        elif _is_of_the_compiler(value):
            self._of_the_compiler(value)
        elif isinstance(value, np.ufunc):
            self._write("ufunc", value.__name__.encode())
        elif isinstance(value, type) and issubclass(value, (enum.Enum, tuple)) and value is not tuple:
            self._write("class", f"{value.__module__}.{value.__qualname__}".encode())
            self._each(list(value) if issubclass(value, enum.Enum) else getattr(value, "_fields", ()))
        else:
            self._pinned(value)

    def _of_the_compiler(self, value: Any) -> None:
        from llvmlite import ir
        from numba.core.dispatcher import Dispatcher
        from numba.core.extending import _Intrinsic
        from numba.core.types import Type

        if isinstance(value, Dispatcher):
            self._write("kernel")
            self._each((value.targetoptions, value.locals))
            self._add(value.py_func)
        elif isinstance(value, _Intrinsic):
            self._write("intrinsic")
            self._add(value._defn)
        elif isinstance(value, (Type, ir.Type)):
            self._write("type", str(value).encode())
        else:
            self._pinned(value)

    def _pinned(self, value: Any) -> None:
        """Adds a class, or a function that is not written in Python, of a package of a known version."""
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        callable_kind = isinstance(value, (type, BuiltinFunctionType)) or type(value).__module__ == "numpy"
        if not callable_kind or name is None or str(module).partition(".")[0] not in _PINNED:
            raise NotDescribed(f"a {type(value).__name__}")
        self._write("pinned", f"{module}.{name}".encode())


def _without_comments(source: str) -> str:
    """A function's source without comments, docstrings and decorators. Decorators need not be described: the
    description begins with the function that they return. Source that is not a whole statement, as of some
    lambdas, stays unchanged."""
    try:
        tree = ast.parse(textwrap.dedent(source))
    except SyntaxError:
        return source
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            statement.decorator_list = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def _is_of_the_compiler(value: Any) -> bool:
    """Whether a value is an object of Numba or LLVM. Without one there is no need to import them: a digest is
    made in the background, while another thread may be importing them for the first search."""
    return any(base.__module__.partition(".")[0] in ("numba", "llvmlite") for base in type(value).__mro__)


def _file(code: CodeType) -> str:
    """The name of a function's file: relative to the program's folder, or the full path outside it."""
    name = code.co_filename
    return name.removeprefix(_PROGRAM).replace(os.sep, "/") if name.startswith(_PROGRAM) else name


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """The names that a function's code loads as globals, and all names in it, attributes too. Both include
    those of inner functions."""
    loaded = {
        step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    named = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner = _names(constant)
            loaded |= inner[0]
            named |= inner[1]
    return loaded, named
