"""Menu entry and file types for Windows: keys of the current user's registry, and a shortcut in the Start
menu."""

import ctypes
import importlib
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from games.contract import BadText
from games.installation import ROOT
from study.lesson_files.class_pack import PACK_SUFFIX
from study.saved_games.saved_games import SUFFIX

ICON = ROOT / "assets" / "icon.ico"
FILE_TYPE = "Plyglass.SavedGame"
MIME_TYPE = "application/x-plyglass"
CLASSES = "Software\\Classes"

TYPES_CHANGED = 0x08000000
"""SHCNE_ASSOCCHANGED: file types have changed."""

SHORTCUT = (
    "$link = (New-Object -ComObject WScript.Shell).CreateShortcut($env:PLYGLASS_LINK);"
    "$link.TargetPath = $env:PLYGLASS_TARGET; $link.Arguments = $env:PLYGLASS_ARGUMENTS;"
    "$link.IconLocation = $env:PLYGLASS_ICON; $link.Save()"
)
"""The shortcut's script. Paths come from the environment, where no character needs quoting."""


def install(program: Path) -> tuple[list[str], list[str]]:
    """Writes keys and shortcut for `program`, a Python file. Returns what was written, and what did not
    work."""
    python = _without_console(Path(sys.executable))
    arguments = subprocess.list2cmdline([str(program), "open", "--running"])
    keys = {
        f"{CLASSES}\\{SUFFIX}": FILE_TYPE,
        f"{CLASSES}\\{PACK_SUFFIX}": FILE_TYPE,
        f"{CLASSES}\\{FILE_TYPE}": "Plyglass game",
        f"{CLASSES}\\{FILE_TYPE}\\DefaultIcon": str(ICON),
        f"{CLASSES}\\{FILE_TYPE}\\shell\\open\\command": f'"{python}" {arguments} "%1"',
    }
    winreg = _registry()
    try:
        for key, value in keys.items():
            winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, f"{CLASSES}\\{SUFFIX}") as opened:
            winreg.SetValueEx(opened, "Content Type", 0, winreg.REG_SZ, MIME_TYPE)
    except OSError as error:
        raise BadText(f"the registry cannot be written: {error.strerror or error}") from None
    _tell_desktop()
    written, remarks = [f"HKEY_CURRENT_USER\\{key}" for key in keys], []
    if _make_shortcut(python, arguments):
        written.append(str(_shortcut()))
    else:
        remarks.append(f"{_shortcut()}: cannot be made: PowerShell could not be run")
    return written, remarks


def remove() -> tuple[list[str], list[str]]:
    """Deletes keys and shortcut. Returns those that existed. Keeps the file type of a suffix that another
    program has taken over."""
    winreg = _registry()
    removed = []
    user = winreg.HKEY_CURRENT_USER
    type_key = f"{CLASSES}\\{FILE_TYPE}"
    inner = ("\\shell\\open\\command", "\\shell\\open", "\\shell", "\\DefaultIcon", "")
    keys = [f"{type_key}{below}" for below in inner]
    for suffix in (SUFFIX, PACK_SUFFIX):
        with suppress(FileNotFoundError):
            if winreg.QueryValue(user, f"{CLASSES}\\{suffix}") == FILE_TYPE:
                keys.append(f"{CLASSES}\\{suffix}")
    for key in keys:
        try:
            winreg.DeleteKey(user, key)
            removed.append(f"HKEY_CURRENT_USER\\{key}")
        except FileNotFoundError:
            continue
        except OSError as error:
            raise BadText(f"HKEY_CURRENT_USER\\{key}: cannot be deleted: {error.strerror or error}") from None
    if _shortcut().is_file():
        _shortcut().unlink()
        removed.append(str(_shortcut()))
    _tell_desktop()
    return removed, []


def _registry() -> Any:
    return importlib.import_module("winreg")


def _without_console(python: Path) -> Path:
    """The Python of the same folder that opens no console window, if there is one; else the given one."""
    windowed = python.with_name("pythonw.exe")
    return windowed if windowed.is_file() else python


def _shortcut() -> Path:
    return Path(os.environ["APPDATA"], "Microsoft", "Windows", "Start Menu", "Programs", "Plyglass.lnk")


def _make_shortcut(python: Path, arguments: str) -> bool:
    environment = {
        "PLYGLASS_LINK": str(_shortcut()),
        "PLYGLASS_TARGET": str(python),
        "PLYGLASS_ARGUMENTS": arguments,
        "PLYGLASS_ICON": str(ICON),
    }
    command = ["powershell", "-NoProfile", "-NonInteractive", "-Command", SHORTCUT]
    try:
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and _shortcut().is_file()


def _tell_desktop() -> None:
    shell: Any = getattr(ctypes, "windll").shell32  # noqa: B009 - there is none where types are checked
    shell.SHChangeNotify(TYPES_CHANGED, 0, None, None)
