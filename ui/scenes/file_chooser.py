"""The screen that chooses a file to open or to save, by a typed path or from the list of a folder."""

import os
import string
from collections.abc import Callable
from pathlib import Path

import pygame

from games.contract import BadText
from games.text_files import check_name
from ui.app import App
from ui.commands import KeyLine
from ui.scenes.chooser import Chooser


class FileChooser(Chooser):
    """The screen. Calls `done(path)` with the file, and shows a BadText that it raises.

    Without a `name`, a person chooses a file to open. A folder whose name has one of the suffixes, such as a
    class pack, is then opened like a file. If a separator is typed after its name, its content is listed.

    With a `name`, the suggested file name, a person chooses where to save. `adds` says whether saving adds to
    an existing file or replaces it.
    """

    last_folder: Path | None = None

    def __init__(
        self,
        app: App,
        title: str,
        suffixes: tuple[str, ...],
        done: Callable[[Path], None],
        name: str | None = None,
        adds: bool = True,
    ) -> None:
        super().__init__(app, title, "A file, by its path.")
        self.saves = name is not None
        self._adds = adds
        self._suffixes = suffixes
        self._done = done
        self._paths: list[Path] = []
        self.accept.tooltip = "Opens the typed path, or the row chosen by arrow keys (Enter)."
        if self.saves:
            self.accept.label, self.accept.tooltip = "Save", "Saves at the typed path (Enter)."
        self.empty = f"No folder and no {' or '.join(suffixes)} file here."
        self.folder = FileChooser.last_folder or Path.home()
        self._show(self.folder, name or "")

    def _show(self, folder: Path, name: str = "") -> None:
        self.folder = folder
        self.field.show(str(folder / name) if name else within(folder))
        self._list()

    def _show_drives(self) -> None:
        self._paths = drives()
        self.offer(len(self._paths), lambda index: (str(self._paths[index]), ""))

    def _list(self) -> None:
        self._paths, lines = [], []
        try:
            entries = sorted(self.folder.iterdir(), key=lambda path: path.name.lower())
        except OSError as error:
            self.offer(0, self.line)
            self.problem = f"{self.folder}: {error.strerror or error}"
            return
        if self.folder.parent != self.folder:
            self._paths.append(self.folder.parent)
            lines.append(("..", "the folder above"))
        elif drives():
            self._paths.append(self.folder)
            lines.append(("..", "the other drives"))
        for path in entries:
            if path.name.startswith("."):  # a hidden folder
                continue
            if self._is_folder(path):
                self._paths.append(path)
                lines.append((within(Path(path.name)), ""))
        for path in entries:
            if path.suffix.lower() in self._suffixes and self._is_file(path):
                self._paths.append(path)
                lines.append((path.name, "a folder" if os.path.isdir(path) else _size(path)))
        self.offer(len(lines), lines.__getitem__)

    def _is_folder(self, path: Path) -> bool:
        """Whether choosing the path lists its content."""
        return os.path.isdir(path) and (self.saves or path.suffix.lower() not in self._suffixes)

    def _is_file(self, path: Path) -> bool:
        """Whether the path can be opened or overwritten."""
        return os.path.isfile(path) or (os.path.isdir(path) and not self._is_folder(path))

    def _type(self, text: str) -> None:
        self.problem, self.moved = "", False
        folder, name = written(text)
        if folder != self.folder and os.path.isdir(folder):
            self.folder = folder
            self._list()
        begun = (i for i, path in enumerate(self._paths) if name and _begins(path, name))
        self.list.restart(next(begun, 0))

    def _open(self, index: int) -> None:
        path = self._paths[index]
        if path == self.folder:  # ".." in a drive's topmost folder
            self._show_drives()
        elif path == self.folder.parent or self._is_folder(path):
            self.problem = ""
            self._show(path, written(self.field.text)[1] if self.saves else "")
        elif self.saves:
            self.field.show(str(path))
        else:
            self._take(path)

    def _enter(self) -> None:
        """Opens the selected row if the person has moved in the list; else the typed path, or the row that
        begins with it."""
        folder, name = written(self.field.text.strip())
        path = folder / name if name else folder
        lit = self._paths[self.list.lit] if self._paths else None
        if lit is not None and self.moved:
            self._open(self.list.lit)
        elif self._is_folder(path) or (not name and os.path.isdir(path)):
            self._show(path)
        elif self.saves and name:
            self._take(self._named(path))
        elif self._is_file(path):
            self._take(path)
        elif lit is not None and name and _begins(lit, name):
            self._open(self.list.lit)
        else:
            self.problem = f"{path}: there is no such file."

    def _named(self, path: Path) -> Path:
        """The file to save to: with the first suffix if none was typed."""
        return path.with_suffix(self._suffixes[0]) if path.name and not path.suffix else path

    def _take(self, path: Path) -> None:
        FileChooser.last_folder = path.parent
        try:
            if self.saves:
                check_name(path)
            self._done(path)
        except BadText as error:
            self.problem = str(error)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_UP and event.mod & pygame.KMOD_ALT and self.count:
            if self.line(0)[0] == "..":
                self._open(0)
            return True
        return super().key(event)

    @property
    def remark(self) -> str:
        folder, name = written(self.field.text)
        if self.saves and name and os.path.isfile(self._named(folder / name)):
            what = "the game is added to it" if self._adds else "it is replaced"
            return f"This file is there already: {what}."
        return f"Folders and {', '.join(self._suffixes)} files in {self.folder}"

    def key_lines(self) -> list[KeyLine]:
        return [*super().key_lines(), KeyLine("Alt Up", "The folder above", "List")]


def within(folder: Path) -> str:
    """A folder's path with a separator at the end, so that a name can follow."""
    return os.path.join(folder, "")


def written(text: str) -> tuple[Path, str]:
    """The folder and the name in a typed path; "~" is the person's own folder."""
    folder, name = os.path.split(os.path.expanduser(text))
    if os.path.splitdrive(folder)[0] == folder and folder:
        folder = os.path.join(folder, os.sep)  # a drive alone means its topmost folder
    return Path(folder), name


def drives() -> list[Path]:
    """The drives of a system that has them; none elsewhere."""
    if os.name != "nt":
        return []
    return [path for letter in string.ascii_uppercase if (path := Path(f"{letter}:\\")).exists()]


def _begins(path: Path, name: str) -> bool:
    return path.name.lower().startswith(name.lower())


def _size(path: Path) -> str:
    try:
        size = path.stat().st_size
    except OSError:
        return ""
    return (
        f"{size} bytes" if size < 1000 else f"{size / 1000:.0f} kB" if size < 1e6 else f"{size / 1e6:.1f} MB"
    )
