"""Menu entry and file types for desktops of Linux and BSD: files in the user's data folder.

By the specifications of freedesktop.org: Desktop Entry 1.0, Shared MIME-info 0.21, Icon Theme 0.13.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import platformdirs

from games.contract import BadText
from games.installation import ROOT
from games.text_files import write_file
from study.lesson_files.class_pack import PACK_SUFFIX
from study.saved_games.saved_games import SUFFIX

ICON = ROOT / "assets" / "icon.svg"
NAME = "plyglass"
MIME_TYPE = f"application/x-{NAME}"

PACK_TYPE = f"{MIME_TYPE}-pack"

MENU_ENTRY = f"applications/{NAME}.desktop"
FILE_TYPE = f"mime/packages/{NAME}.xml"
ICONS = "icons/hicolor/scalable"
PROGRAM_ICON, FILE_ICON = f"{ICONS}/apps/{NAME}.svg", f"{ICONS}/mimetypes/application-x-{NAME}.svg"

FILE_TYPE_XML = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MIME_TYPE}">
    <comment>Plyglass game or lesson</comment>
    <glob pattern="*{SUFFIX}"/>
    <magic priority="60"><match type="string" offset="0" value="{{&quot;plyglass&quot;"/></magic>
    <sub-class-of type="text/plain"/>
  </mime-type>
  <mime-type type="{PACK_TYPE}">
    <comment>Plyglass class pack</comment>
    <glob pattern="*{PACK_SUFFIX}"/>
    <sub-class-of type="application/zip"/>
  </mime-type>
</mime-info>
"""

UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""Commands that update the desktop's tables from the files in a folder."""


def install(command: Sequence[str]) -> tuple[list[str], list[str]]:
    """Writes the files; `command` starts the program. Returns the files, and what did not work."""
    files = {
        MENU_ENTRY: menu_entry(command),
        FILE_TYPE: FILE_TYPE_XML,
        PROGRAM_ICON: ICON.read_text(encoding="utf-8"),
        FILE_ICON: ICON.read_text(encoding="utf-8"),
    }
    folder = platformdirs.user_data_path()
    for name, text in files.items():
        write_file(folder / name, text, makes_folder=True)
    return [str(folder / name) for name in files], _update(folder)


def remove() -> tuple[list[str], list[str]]:
    """Deletes the files. Returns those that existed, and what did not work."""
    folder = platformdirs.user_data_path()
    removed = []
    for name in (MENU_ENTRY, FILE_TYPE, PROGRAM_ICON, FILE_ICON):
        path = folder / name
        try:
            path.unlink()
            removed.append(str(path))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise BadText(f"{path}: cannot be deleted: {error.strerror or error}") from None
    return removed, _update(folder) if removed else []


def menu_entry(command: Sequence[str]) -> str:
    """The text of the menu entry. Without a file the command opens a new window."""
    started = " ".join(map(_quoted, (*command, "open", "--running")))
    return f"""[Desktop Entry]
Type=Application
Version=1.0
Name=Plyglass
Comment=Board games in which you see why the AI moves
Exec={started} %f
Icon={NAME}
Terminal=false
StartupWMClass={NAME}
Categories=Game;BoardGame;
MimeType={MIME_TYPE};{PACK_TYPE};
"""


def _quoted(word: str) -> str:
    """A word of an Exec line: in quotes, inside which some characters need a backslash. Each backslash is
    then doubled, as in every value, and each percent sign, because it begins a field code. Raises BadText for
    a line break."""
    if "\n" in word or "\r" in word:
        raise BadText(f"{word!r}: a menu entry cannot name a path with a line break; move the program")
    for character in '\\"`$':
        word = word.replace(character, f"\\{character}")
    return '"' + word.replace("\\", "\\\\").replace("%", "%%") + '"'


def _update(folder: Path) -> list[str]:
    """Makes the desktop read the files. Returns a remark for each command that is missing or fails."""
    remarks = []
    for name, below in UPDATES:
        command = shutil.which(name)
        if command is None:
            remarks.append(f"{name} is not installed: log in again to see the change")
            continue
        with suppress(OSError):
            done = subprocess.run([command, os.fspath(folder / below)], capture_output=True, check=False)
            if done.returncode:
                said = done.stderr.decode("utf-8", "replace").strip().splitlines()
                remarks.append(f"{name} failed: {said[-1] if said else done.returncode}")
    return remarks
