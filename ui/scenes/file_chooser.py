"""A screen with a line to type in and a list below it: files to open or save, games of a file."""

import os
import string
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from games.contract import BadText, GamesFile
from ui.app import App
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.list_box import ListBox
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Scene
from ui.scenes.top_bar import draw_head

ROW = 32
LONGEST_PATH = 4000
LIST_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)


class Chooser(Scene):
    """The frame that both kinds share. The field has the keyboard unless Tab leads elsewhere; the
    arrows go to the list. `lines` are the rows of the list: a text and a detail."""

    def __init__(self, app: App, title: str, hint: str) -> None:
        super().__init__(app)
        self.title = title
        self.problem = ""
        self.empty = ""
        self.lines: Sequence[tuple[str, str]] = ()
        self.back = Button(self.app.pop, icon="back", tooltip="One step back (Esc).", flat=True)
        self.field = TextField(self._type, self._enter, hint, hint, LONGEST_PATH)
        self.list = ListBox(self._open)
        self.accept = Button(self._enter, "Open", tooltip="Uses the path beside it (Enter).", primary=True)
        self.first_focus = self.field
        self.moved = False  # whether the list was moved through since something was typed

    def tell(self, problem: str) -> None:
        self.problem = problem

    def _type(self, text: str) -> None:
        raise NotImplementedError

    def _enter(self) -> None:
        raise NotImplementedError

    def _open(self, index: int) -> None:
        raise NotImplementedError

    def offer(self, lines: Sequence[tuple[str, str]]) -> None:
        """Sets the rows; the first is lit."""
        self.lines, self.moved = lines, False
        self.list.restart()

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in LIST_KEYS or not self.list.key(event):
            return False
        self.moved = True
        return True

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        surface, theme = sheet.surface, sheet.theme
        bar = draw_head(sheet, rect, self.back, self.title)
        gap, row = theme.px(8), theme.px(36)
        width = min(rect.width - theme.px(48), theme.px(960))
        left = rect.centerx - width // 2
        y = bar.bottom + theme.px(16)
        button = max(theme.px(88), self.accept.wanted_width(theme))
        self.field.draw(sheet, pygame.Rect(left, y, width - button - gap, row))
        self.accept.draw(sheet, pygame.Rect(left + width - button, y, button, row))
        y += row + theme.px(4)
        line = self.problem or self.remark
        color = theme.warning if self.problem else theme.dim
        theme.text(surface, (left, y), line, 14, color, max_width=width)
        y += theme.line_height(14) + gap
        self._draw_list(sheet, pygame.Rect(left, y, width, rect.bottom - y - theme.px(16)))

    def _draw_list(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, pad = sheet.theme, sheet.theme.px(12)
        sheet.fill(rect, theme.panel, 8)
        if not self.lines:
            theme.text(sheet.surface, (rect.x + pad, rect.y + pad), self.empty, 14, theme.dim)

        def draw_row(area: pygame.Rect, index: int) -> None:
            if index == self.list.lit:
                sheet.fill(area, theme.raised, 6)
            text, detail = self.lines[index]
            inner = area.inflate(-2 * pad, 0)
            aside = min(theme.width(detail), area.width // 3)
            sheet.label(pygame.Rect(inner.x, inner.y, inner.width - aside - pad, inner.height), text)
            sheet.label(
                pygame.Rect(inner.right - aside, inner.y, aside, inner.height), detail, 14, theme.dim, "right"
            )

        self.list.draw(sheet, rect, len(self.lines), theme.px(ROW), draw_row)

    @property
    def remark(self) -> str:
        """What the line between field and list says while there is no problem."""
        return ""

    def key_lines(self) -> list[KeyLine]:
        return [
            KeyLine("Up, Down, Page Up, Page Down", "Through the list", "List"),
            KeyLine("Enter", "Open", "List"),
        ]


class FileChooser(Chooser):
    """`done(path)` is called with the file; a BadText that it raises is shown here.

    To save, `name` is what the file is called unless the person says otherwise, and `adds` whether what is
    in the file already stays.
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
        if self.saves:
            self.accept.label = "Save"
        self.empty = f"No folder and no {' or '.join(suffixes)} file here."
        self.folder = FileChooser.last_folder or Path.home()
        self._show(self.folder, name or "")

    def _show(self, folder: Path, name: str = "") -> None:
        self.folder = folder
        self.field.show(str(folder / name) if name else within(folder))
        self._list()

    def _show_drives(self) -> None:
        self._paths = drives()
        self.offer([(str(path), "") for path in self._paths])

    def _list(self) -> None:
        self._paths, lines = [], []
        try:
            entries = sorted(self.folder.iterdir(), key=lambda path: path.name.lower())
        except OSError as error:
            self.offer(())
            self.problem = f"{self.folder}: {error.strerror or error}"
            return
        if self.folder.parent != self.folder:
            self._paths.append(self.folder.parent)
            lines.append(("..", "the folder above"))
        elif drives():
            self._paths.append(self.folder)
            lines.append(("..", "the other drives"))
        for path in entries:
            if path.name.startswith("."):
                continue
            if os.path.isdir(path):
                self._paths.append(path)
                lines.append((within(Path(path.name)), ""))
        for path in entries:
            if path.suffix.lower() in self._suffixes and os.path.isfile(path):
                self._paths.append(path)
                lines.append((path.name, _size(path)))
        self.offer(lines)

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
        if path == self.folder:  # a drive's ".."
            self._show_drives()
        elif os.path.isdir(path):
            self.problem = ""
            self._show(path, written(self.field.text)[1] if self.saves else "")
        elif self.saves:
            self.field.show(str(path))
        else:
            self._take(path)

    def _enter(self) -> None:
        """What the list was moved to; else the path that is written, or the row that it begins."""
        folder, name = written(self.field.text.strip())
        path = folder / name if name else folder
        lit = self._paths[self.list.lit] if self._paths else None
        if lit is not None and self.moved:
            self._open(self.list.lit)
        elif os.path.isdir(path):
            self._show(path)
        elif self.saves and name:
            self._take(path if path.suffix else path.with_suffix(self._suffixes[0]))
        elif os.path.isfile(path):
            self._take(path)
        elif lit is not None and name and _begins(lit, name):
            self._open(self.list.lit)
        else:
            self.problem = f"{path}: there is no such file."

    def _take(self, path: Path) -> None:
        FileChooser.last_folder = path.parent
        try:
            self._done(path)
        except BadText as error:
            self.problem = str(error)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_UP and event.mod & pygame.KMOD_ALT and self.lines[:1]:
            if self.lines[0][0] == "..":
                self._open(0)
            return True
        return super().key(event)

    @property
    def remark(self) -> str:
        folder, name = written(self.field.text)
        if self.saves and name and os.path.isfile(folder / name):
            what = "the game is added to it" if self._adds else "it is replaced"
            return f"This file is there already: {what}."
        return f"Folders and {', '.join(self._suffixes)} files in {self.folder}"

    def key_lines(self) -> list[KeyLine]:
        return [*super().key_lines(), KeyLine("Alt Up", "The folder above", "List")]


def within(folder: Path) -> str:
    """A folder as written before a name: with its separator at the end."""
    return os.path.join(folder, "")


def written(text: str) -> tuple[Path, str]:
    """The folder and the name of a path as a person writes it; "~" is their own folder."""
    folder, name = os.path.split(os.path.expanduser(text))
    if os.path.splitdrive(folder)[0] == folder and folder:
        folder = os.path.join(folder, os.sep)  # a drive alone is its topmost folder
    return Path(folder), name


def drives() -> list[Path]:
    """The drives of a system that has such; none elsewhere."""
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


class PgnGames(Chooser):
    """The games of a PGN file, narrowed by words that are typed. `done(number)` counts from 1."""

    def __init__(self, app: App, file: GamesFile, done: Callable[[int], None]) -> None:
        hint = "Words to find: a player, an event, a year."
        super().__init__(app, f"Games of {Path(str(file.name)).name}", hint)
        self._entries = list(file.entries)
        self._more = bool(file.left_out)
        self._done = done
        self._numbers: list[int] = []
        self._type("")

    def _type(self, text: str) -> None:
        self.problem = ""
        words = text.lower().split()
        self._numbers, lines = [], []
        for entry in self._entries:
            title = entry.title
            if all(word in title.lower() for word in words):
                self._numbers.append(entry.number)
                lines.append((f"{entry.number}.  {title}", entry.headers.get("Opening", "")))
        self.offer(lines)
        self.empty = "No game has all these words."

    def _open(self, index: int) -> None:
        self.problem = ""
        self._done(self._numbers[index])

    def _enter(self) -> None:
        if self._numbers:
            self._open(self.list.lit)

    @property
    def remark(self) -> str:
        games = f"{len(self._numbers)} of {len(self._entries)} games"
        return f"{games}; the file has more than the list can hold." if self._more else games
