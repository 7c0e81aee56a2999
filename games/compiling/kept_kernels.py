"""Compiled kernels that are kept between starts, in the person's cache folder.

A kernel's file is named for its key (`games.compiling.kernel_key`). It holds a checksum and all that Numba
needs to use the machine code; loading it takes a fiftieth of compiling. The files are code, so they are used
only from a folder that nobody else can write to. If anything is wrong with a file or the folder, the kernel
is compiled. Those of a classroom folder (`games.compiling.ready_kernels`) are looked up first.

Numba's own cache would not do: it checks one source file for changes, and misses edits in imported modules.
"""

import hashlib
import itertools
import os
import pickle
import secrets
import tempfile
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from games.compiling.function_pointers import types_of
from games.compiling.kernel_key import NotDescribed, kernel_key
from games.compiling.linked_kernels import PREFIX, provide_as
from games.compiling.llvm_library import load_llvm
from games.compiling.ready_kernels import choose_processor, is_ready, read_ready
from games.contract import BadText
from games.data_folder import where_it_lies
from games.private_folder import is_private, make_private
from games.text_files import open_regular, replace_file

MAGIC = b"Plyglass kernel 1\n"
SUFFIX, PARTIAL = ".kernel", ".part"
MOST_BYTES = 64 << 20
"""The most bytes of one file."""

LARGEST_FOLDER = 256 << 20
"""The most bytes of all files together; those that were used longest ago are deleted first."""

DAY = 86400.0
LONGEST_UNUSED = 30 * DAY
"""Seconds after which a file that no start has used is deleted."""

_lock = threading.Lock()
_folder: Path | None = None
_is_fit: bool | None = None
"""Whether the folder can be used; None if not checked yet."""


def cache_folder() -> Path:
    """The person's cache folder; `PLYGLASS_CACHE` in the environment names another."""
    named = os.environ.get("PLYGLASS_CACHE")
    return Path(named) if named else where_it_lies(platformdirs.user_cache_path("Plyglass", appauthor=False))


def default_folder() -> Path:
    """Where kernels are kept in the cache folder."""
    return cache_folder() / "kernels"


def keep_kernels_in(folder: Path | None) -> None:
    """Keeps kernels in a folder from now on; None keeps none, as at the start of a process."""
    global _folder, _is_fit
    with _lock:
        _folder, _is_fit = folder, None


def kept_in() -> Path | None:
    """The folder that `keep_kernels_in` named, for the processes that this one starts; None if kernels are
    not kept."""
    return _folder


def keep(kernel: Any) -> None:
    """Makes a Numba dispatcher look for its machine code in the folder before it compiles, and keep compiled
    code there. Must be called for the first kernel of a process before that kernel is compiled."""
    if _number_apart():
        kernel._cache = _KeptKernel(kernel)


def is_kept(kernel: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a file has a Numba dispatcher's machine code for arguments of these types. Takes
    milliseconds."""
    kept: _KeptKernel | None = getattr(kernel, "_cache", None)
    if not isinstance(kept, _KeptKernel):
        return False
    name = kept.name(types_of(arguments))
    folder = _usable_folder()
    return name is not None and (is_ready(name) or (folder is not None and (folder / name).is_file()))


def can_be_kept() -> bool:
    """Whether there is a folder that this process keeps kernels in."""
    return _usable_folder() is not None


@cache
def _number_apart() -> bool:
    """Makes Numba number the functions of this process from a random number on. Returns whether that works.

    The numbers are part of the symbols in the machine code. A symbol of a loaded kernel must differ from
    those of all functions that this process compiles, or that another process has compiled.
    """
    from numba.core.bytecode import FunctionIdentity

    if not hasattr(FunctionIdentity, "_unique_ids"):  # an unknown version of Numba
        return False
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))
    return True


class _KeptKernel:
    """The cache of one dispatcher. Numba calls its methods while it holds its compiler's lock."""

    cache_path = None

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._names: dict[Any, str | None] = {}  # by argument types, from a lookup until saving

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled kernel, ready to be called; None if it is not kept."""
        name = self._names[signature] = self.name(signature)
        return None if name is None else _load(name, target)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keeps what has just been compiled, unless it has no key or there is no folder that can be used."""
        name, folder = self._names.pop(signature, None), _usable_folder()
        if name is not None and folder is not None:
            _save(folder / name, compiled)

    def name(self, signature: Any) -> str | None:
        """The name of the kernel's file for arguments of these types; None if it cannot be kept."""
        from numba.core.sigutils import normalize_signature

        if _folder is None:
            return None
        try:
            types = normalize_signature(signature)[0]  # type: ignore[no-untyped-call]
            return kernel_key(self._kernel, types) + SUFFIX
        except NotDescribed:
            return None


def _usable_folder() -> Path | None:
    """The folder, made if it was missing; None if there is none, or others have access. The first call
    deletes old files."""
    global _is_fit
    with _lock:
        if _folder is not None and _is_fit is None:
            _is_fit = make_private(_folder)
            if _is_fit:
                _clear(_folder)
        return _folder if _is_fit else None


def _clear(folder: Path) -> None:
    """Deletes files that have not been used for long, and those used longest ago beyond the limit."""
    found = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith((SUFFIX, PARTIAL)):
                with suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime, status.st_size, Path(entry.path)))
    left, now = 0, time.time()
    for modified, size, path in sorted(found, reverse=True):
        left += size
        longest = LONGEST_UNUSED if path.suffix == SUFFIX else DAY
        if left > LARGEST_FOLDER or now - modified > longest:
            with suppress(OSError):
                path.unlink()


def prepare_compiler() -> None:
    """Prepares a process for its first kernel: loads LLVM's library without Python's lock, and chooses the
    processor to compile for, both before Numba is imported."""
    load_llvm()
    if _folder is not None:
        choose_processor()


def _load(name: str, target: Any) -> Any:
    content = _content(name)
    if content is None:
        return None
    from numba.core.compiler import CompileResult

    try:
        needs, parts = pickle.loads(content)
        _provide(needs, target)
        if not _can_link(needs, target):
            return None
        return CompileResult._rebuild(target, *parts)  # type: ignore[no-untyped-call]
    except Exception:  # any error of Numba's with a file that is whole but has unexpected content
        return None


def _save(path: Path, compiled: Any) -> None:
    from numba.core.serialize import dumps

    needs = _needs(compiled.library)
    if compiled.lifted or compiled.library.has_dynamic_globals or not _are_there(needs):
        return  # the machine code refers to addresses of this process
    try:
        content = dumps((needs, compiled._reduce()))  # type: ignore[no-untyped-call]
    except Exception:  # anything that Numba cannot write
        return
    if len(content) < MOST_BYTES:
        with suppress(OSError):
            _write(path, _whole(path, content))


def _needs(library: Any) -> list[str]:
    """The symbols that machine code refers to but does not define."""
    module = library._final_module
    declared = [*module.functions, *module.global_variables]
    return [one.name for one in declared if one.is_declaration and not one.name.startswith("llvm.")]


def _are_there(symbols: list[str]) -> bool:
    from llvmlite.binding import address_of_symbol

    return all(map(address_of_symbol, symbols))


def _provide(needs: list[str], target: Any) -> None:
    """Loads the linked kernels that machine code needs."""
    for symbol in needs:
        if symbol.startswith(PREFIX) and not _are_there([symbol]):
            made = _load(symbol.removeprefix(PREFIX) + SUFFIX, target)
            if made is not None:
                provide_as(symbol, made)


def _can_link(needs: list[str], target: Any) -> bool:
    """Whether all symbols that machine code refers to exist. LLVM ends the process if a symbol is missing."""
    if not _are_there(needs):
        target.refresh()  # Numba's runtime, which most kernels do without; takes a while
    return _are_there(needs)


def _whole(path: Path, content: bytes) -> bytes:
    """The bytes of a kernel's file with this content: a mark, a checksum, the content."""
    start = MAGIC + path.stem.encode()
    return start + hashlib.sha256(start + content).digest() + content


def _content(name: str) -> bytes | None:
    """The content of a kernel's file: the ready one, else the kept one."""
    ready = read_ready(name, MOST_BYTES)
    if ready is not None:
        return _content_of(Path(name), ready)
    folder = _usable_folder()
    return None if folder is None else _read(folder / name)


def _content_of(path: Path, whole: bytes) -> bytes | None:
    """The content of a file's bytes; None if its checksum or its name is wrong."""
    content = whole[len(_whole(path, b"")) :]
    return content if content and whole == _whole(path, content) else None


def _read(path: Path) -> bytes | None:
    """The content of a file that is whole and belongs to this person; else None."""
    try:
        with open(open_regular(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as stream:
            status = os.fstat(stream.fileno())
            whole = stream.read(MOST_BYTES) if is_private(status) else b""
        if time.time() - status.st_mtime > DAY:
            os.utime(path)  # a later time of use, so that it is not deleted
    except (OSError, BadText):
        return None
    return _content_of(path, whole)


def _write(path: Path, whole: bytes) -> None:
    """Writes the file in one step, because two processes may do so at the same time. Raises OSError."""
    descriptor, partial = tempfile.mkstemp(PARTIAL, dir=path.parent)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(whole)
        replace_file(Path(partial), path)
    except BaseException:
        with suppress(OSError):
            os.unlink(partial)
        raise
