"""Loads LLVM's library, 60 to 180 MB, without Python's lock.

`ctypes.CDLL`, which llvmlite uses, holds the lock until the library is linked: 40 ms if the file is in
memory, a tenth of a second to seconds if it comes from the disk. The window would freeze. A call of the
system's own function through `ctypes` releases the lock. Afterwards llvmlite finds the library loaded.
"""

import ctypes
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

NAMES = {"win32": "llvmlite.dll", "darwin": "libllvmlite.dylib"}
"""The library's name by system; that of all others is `libllvmlite.so`."""

SEARCH_DEFAULT_DIRS, SEARCH_ITS_FOLDER = 0x1000, 0x100
"""Flags of Windows' `LoadLibraryEx`: where it looks for other libraries that this one needs. As in
`ctypes`."""


@cache
def load_llvm() -> int:
    """Loads the library, once. Returns the system's handle of it; 0 where it was not found, which llvmlite
    then reports."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import llvmlite  # loads no library, but tells Windows where its parts are

        return _load(Path(llvmlite.__file__).parent / "binding" / NAMES.get(sys.platform, "libllvmlite.so"))
    return 0


def _load(path: Path) -> int:
    if not path.is_file():
        return 0
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.LoadLibraryExW.argtypes = [ctypes.c_wchar_p, ctypes.c_void_p, ctypes.c_uint32]
        kernel.LoadLibraryExW.restype = ctypes.c_void_p
        return kernel.LoadLibraryExW(str(path), None, SEARCH_DEFAULT_DIRS | SEARCH_ITS_FOLDER) or 0
    system = ctypes.CDLL(None)
    system.dlopen.argtypes = [ctypes.c_char_p, ctypes.c_int]
    system.dlopen.restype = ctypes.c_void_p
    return system.dlopen(os.fsencode(path), os.RTLD_NOW | os.RTLD_LOCAL) or 0
