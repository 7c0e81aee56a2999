"""A screen with a line to type in and a list below it: files to open or save, games of a file."""

from collections.abc import Callable
from pathlib import Path

import pygame

from games.contract import BadText
from ui.app import App
from ui.controls import Button, Control
from ui.list_box import ListBox
from ui.scenes.scene import Keys, Scene
from ui.text_field import TextField


class Chooser(Scene):
    """The frame that both kinds share. The field always has the keyboard; arrows go to the list."""

    def __init__(self, app: App, title: str, hint: str) -> None:
        super().__init__(app)
        self.title = title
        self.problem = ""
        self.back = Button(self.app.pop, icon="back", tooltip="One step back (Esc).", flat=True)
        self.field = TextField(self._type, self._enter, hint, hint)
        self.list = ListBox(self._open)
        self.accept = Button(
            self._enter, "Open", tooltip="Takes what is written above (Enter).", primary=True
        )
        self.field.focused = True

    def tell(self, problem: str) -> None:
        self.problem = problem

    def _type(self, text: str) -> None:
        raise NotImplementedError

    def _enter(self) -> None:
        raise NotImplementedError

    def _open(self, index: int) -> None:
        raise NotImplementedError

    @property
    def _controls(self) -> list[Control]:
        return [self.back, self.accept, self.field, self.list]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            for control in self._controls:
                control.handle(event)
            return True
        list_keys = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
        if event.type == pygame.KEYDOWN:
            return (self.list if event.key in list_keys else self.field).handle(event)
        return any(control.handle(event) for control in self._controls)

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        theme = self.app.theme
        bar = pygame.Rect(rect.x, rect.y, rect.width, theme.px(44))
        pygame.draw.rect(surface, theme.panel, bar)
        pygame.draw.line(surface, theme.line, bar.bottomleft, bar.bottomright)
        gap, row = theme.px(8), theme.px(36)
        self.back.rect = pygame.Rect(bar.x + gap, bar.y + theme.px(4), row, row)
        self.back.draw(surface, theme)
        top = bar.centery - theme.line_height(18) // 2
        theme.text(surface, (self.back.rect.right + gap, top), self.title, 18, bold=True)
        width = min(rect.width - theme.px(48), theme.px(960))
        left = rect.centerx - width // 2
        y = bar.bottom + theme.px(16)
        button = max(theme.px(88), self.accept.wanted_width(theme))
        self.field.rect = pygame.Rect(left, y, width - button - gap, row)
        self.accept.rect = pygame.Rect(left + width - button, y, button, row)
        self.field.draw(surface, theme)
        self.accept.draw(surface, theme)
        y += row + theme.px(4)
        line = self.problem or self.remark
        color = theme.warning if self.problem else theme.dim
        theme.text(surface, (left, y), line, 14, color, max_width=width)
        y += theme.line_height(14) + gap
        self.list.rect = pygame.Rect(left, y, width, rect.bottom - y - theme.px(16))
        self.list.draw(surface, theme)

    @property
    def remark(self) -> str:
        """What the line between field and list says while there is no problem."""
        return ""

    def tooltip_at(self, pos: tuple[int, int]) -> str:
        for control in self._controls:
            if control.rect.collidepoint(pos):
                return control.tooltip
        return ""

    def clickable_at(self, pos: tuple[int, int]) -> bool:
        return any(control.rect.collidepoint(pos) for control in self._controls)

    def keys(self) -> Keys:
        return [("Up, Down, Page Up, Page Down", "through the list"), ("Enter", "open")]


class FileChooser(Chooser):
    """`done(path)` is called with the file; a BadText that it raises is shown here.

    To save, `name` is what the file is called unless the person says otherwise.
    """

    last_folder: Path | None = None

    def __init__(
        self,
        app: App,
        title: str,
        suffixes: tuple[str, ...],
        done: Callable[[Path], None],
        name: str | None = None,
    ) -> None:
        super().__init__(app, title, "A file, by its path.")
        self.saves = name is not None
        self._suffixes = suffixes
        self._done = done
        self._paths: list[Path] = []
        if self.saves:
            self.accept.label = "Save"
        self.list.empty = f"No folder and no {' or '.join(suffixes)} file here."
        self.folder = FileChooser.last_folder or Path.home()
        self._show(self.folder, name or "")

    def _show(self, folder: Path, name: str = "") -> None:
        self.folder = folder
        text = str(folder) if str(folder).endswith("/") else f"{folder}/"
        self.field.show(text + name)
        self._list()

    def _list(self) -> None:
        self._paths, lines = [], []
        try:
            entries = sorted(self.folder.iterdir(), key=lambda path: path.name.lower())
        except OSError as error:
            self.list.offer(())
            self.problem = f"{self.folder}: {error.strerror or error}"
            return
        if self.folder.parent != self.folder:
            self._paths.append(self.folder.parent)
            lines.append(("..", "the folder above"))
        for path in entries:
            if path.name.startswith("."):
                continue
            if path.is_dir():
                self._paths.append(path)
                lines.append((f"{path.name}/", ""))
        for path in entries:
            if path.suffix.lower() in self._suffixes and path.is_file():
                self._paths.append(path)
                lines.append((path.name, _size(path)))
        self.list.offer(lines)

    def _type(self, text: str) -> None:
        self.problem = ""
        written = Path(text).expanduser()
        folder = written if text.endswith("/") else written.parent
        if folder != self.folder and folder.is_dir():
            self.folder = folder
            self._list()

    def _open(self, index: int) -> None:
        path = self._paths[index]
        if path.is_dir():
            name = Path(self.field.text).name if self.saves else ""
            self.problem = ""
            self._show(path, name)
        elif self.saves:
            self.field.show(str(path))
        else:
            self._take(path)

    def _enter(self) -> None:
        path = Path(self.field.text.strip()).expanduser()
        if path.is_dir():
            if self.list.lit or self.saves:
                self._open(self.list.lit)
            else:
                self._show(path)
        elif self.saves or path.is_file():
            self._take(path.with_suffix(self._suffixes[0]) if self.saves and not path.suffix else path)
        else:
            self.problem = f"{path}: there is no such file."

    def _take(self, path: Path) -> None:
        FileChooser.last_folder = path.parent
        try:
            self._done(path)
        except BadText as error:
            self.problem = str(error)

    @property
    def remark(self) -> str:
        if self.saves and Path(self.field.text).expanduser().is_file():
            return "This file is there already: the game is added to it."
        return f"Folders and {' and '.join(self._suffixes)} files in {self.folder}"


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

    def __init__(self, app: App, file: object, done: Callable[[int], None]) -> None:
        super().__init__(
            app, f"Games of {Path(str(file.name)).name}", "Words to find: a player, an event, a year."
        )  # type: ignore[attr-defined]
        self._entries = list(file.entries)  # type: ignore[attr-defined]
        self._more = bool(file.left_out)  # type: ignore[attr-defined]
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
        self.list.offer(lines)
        self.list.empty = "No game has all these words."

    def _open(self, index: int) -> None:
        try:
            self._done(self._numbers[index])
        except BadText as error:
            self.problem = str(error)

    def _enter(self) -> None:
        if self._numbers:
            self._open(self.list.lit)

    @property
    def remark(self) -> str:
        games = f"{len(self._numbers)} of {len(self._entries)} games"
        return f"{games}; the file holds more than can be listed." if self._more else games
