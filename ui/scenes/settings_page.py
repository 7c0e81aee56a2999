"""The page of the settings: each with its value, where the value comes from, and a button that removes the
person's own value."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engines.jobs import Job
from study.settings.settings import (
    PACES,
    RAW,
    SELECTIVE,
    STRONG,
    UNITS,
    EngineSettings,
    UiSettings,
)
from study.settings.settings_store import DEFAULT, OWN_FILE, THIS_WINDOW, YOURS, SettingsStore
from study.user_files.editor_program import open_folder
from ui import clipboard
from ui.app import App
from ui.colors import BOARD_TITLES
from ui.commands import Command, Commands, KeyLine
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import cut
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.scenes.play.commands import PACE_LABELS
from ui.scenes.scene import Page

WIDEST, ROW, HEADING, CONTROL, NAME = 1060, 34, 25, 230, 250
"""Design pixels: width of the page, heights of a row and of a group's name, widths of a control and of a
setting's name."""

ROOMY = 740
"""From this width on, in design pixels, the rows above the folders say what their settings do."""

SCALE_CHOICES = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
MEGABYTES = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)

HOW = "A change applies at once and is kept for later starts."
HOW_HERE = "A change applies at once and lasts as long as this window."


@dataclass(frozen=True)
class Choice:
    """A setting with a few values; `options` are the values with their labels."""

    name: str
    label: str
    options: Sequence[tuple[Any, str]]


def _on_or_off(name: str, label: str) -> Choice:
    return Choice(name, label, ((True, "On"), (False, "Off")))


def _threads() -> Sequence[tuple[Any, str]]:
    most = min(64, os.cpu_count() or 1)
    return tuple((n, "1 thread" if n == 1 else f"{n} threads") for n in range(1, most + 1))


GROUPS: tuple[tuple[str, tuple[Choice, ...]], ...] = (
    (
        "Window",
        (
            Choice("ui.theme", "Theme", (("dark", "Dark"), ("light", "Light"))),
            Choice("ui.board_colours", "Boards", tuple(BOARD_TITLES.items())),
            Choice(
                "ui.scale",
                "Scale",
                ((None, "Match the display"), *((s, f"{100 * s:.0f} %") for s in SCALE_CHOICES)),
            ),
            _on_or_off("ui.animation", "Animation"),
            _on_or_off("ui.sounds", "Sound"),
            _on_or_off("ui.chess_marks", "Marks in chess"),
            Choice(
                "ui.pace",
                "Speed of two programs",
                tuple((pace, words.capitalize()) for pace, words in zip(PACES, PACE_LABELS, strict=True)),
            ),
            Choice(
                "ui.values", "Values", ((UNITS, "In the heuristic's unit"), (RAW, "The author's numbers"))
            ),
        ),
    ),
    (
        "Search",
        (
            Choice(
                "engine.search",
                "Search of an analysis",
                ((STRONG, "Strong"), (SELECTIVE, "Selective")),
            ),
            Choice("engine.threads", "Threads of an analysis", _threads()),
            Choice("engine.table_megabytes", "Memory of a search", tuple((n, f"{n} MiB") for n in MEGABYTES)),
            _on_or_off("engine.compile_ahead", "Compile ahead"),
        ),
    ),
)

OWN = "own"
"""The name, in `FOLDERS`, of the folder with the person's own settings."""

FOLDERS: tuple[tuple[str, str, Callable[[SettingsStore], Path | None]], ...] = (
    ("data_folder", "Games and results", lambda store: store.settings.saved_games),
    ("heuristics_folder", "Your heuristics", lambda store: store.settings.own_heuristics),
    ("players_folder", "Your players", lambda store: store.settings.own_players),
    ("syzygy_folder", "Syzygy tables", lambda store: store.settings.syzygy_folder),
    (OWN, "Your settings", lambda store: None if store.own is None else store.own.parent),
)

ABOUT = {
    f"{section}.{name}": about.description or ""
    for section, model in (("ui", UiSettings), ("engine", EngineSettings))
    for name, about in model.model_fields.items()
}
"""What each setting does, by its name; folders are left out."""


class SettingsPage(Page):
    """The page. A choice applies at once, on every screen below this one."""

    title = "Settings"
    leave = "Back to where you were (Esc)."
    guide_page = "settings"
    heavy = False
    settings_wait = "The settings are open already."

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.commands = Commands(self, SETTINGS, self.tell)
        self.controls = {
            choice.name: DropDown(partial(app.set, choice.name), ABOUT[choice.name])
            for _, choices in GROUPS
            for choice in choices
        }
        self.resets = {
            name: Button(partial(app.clear_setting, name), icon="take back", flat=True)
            for name in self.controls
        }
        self.opening = {
            name: Button(partial(self._open, name), "Open", tooltip="Opens the folder.")
            for name, _, _ in FOLDERS
        }
        self.copying = {
            name: Button(partial(self.copy, name), "Copy", tooltip="Copies the path.")
            for name, _, _ in FOLDERS
        }
        self.said, self._warns = "", False
        self._scroll = Scroll()
        self._job: tuple[Path, Job] | None = None

    # What the person does

    def tell(self, problem: str) -> None:
        self.said, self._warns = problem, True

    def _say(self, text: str) -> None:
        self.said, self._warns = text, False

    def _path(self, name: str) -> Path | None:
        return next(find(self.app.store) for each, _, find in FOLDERS if each == name)

    def _open(self, name: str) -> None:
        """Opens a folder in the system's file manager."""
        path = self._path(name)
        assert path is not None, "only rows with a folder have the button"
        work: Callable[[Job], str] = lambda job: open_folder(path)  # noqa: E731
        self._job = path, self.app.files.do(work, "the folder")
        self._say(f"Opening {path} …")

    def copy(self, name: str) -> None:
        """Copies the path of a folder."""
        clipboard.put(str(self._path(name)))
        self._say("The path is on the clipboard.")

    def copy_file(self) -> None:
        """Copies the path of the settings' file."""
        clipboard.put(str(self.app.store.own))
        self._say("The path is on the clipboard.")

    def update(self, now: float) -> bool:
        if self._job is None or not self._job[1].over:
            return False
        (path, job), self._job = self._job, None
        problem = job.news.error or job.news.value
        if problem:
            clipboard.put(str(path))
            self.tell(f"The folder does not open ({problem}). Its path is on the clipboard: {path}")
        else:
            self._say("")
        return True

    def key(self, event: pygame.event.Event) -> bool:
        return self.commands.key(event) or self._scroll.key(event)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap = theme.px(12)
        page = self.draw_column(sheet, rect, gap, 2 * gap, WIDEST)
        words = self.said or (HOW if self.app.store.lasts else HOW_HERE)
        high = theme.px(20) * min(2, len(theme.wrapped(words, page.width, 14)))
        sheet.paragraph(cut(page, high, gap), words, 14, theme.warning if self._warns else theme.dim)
        rows = list(self._rows())
        high = sum(theme.px(HEADING if isinstance(row, str) else ROW) for row in rows)
        with self._scroll.view(sheet, self, page, high) as begin:
            top, width = 0, page.width - (theme.px(16) if self._scroll.needed else 0)
            for row in rows:
                high = theme.px(HEADING if isinstance(row, str) else ROW)
                place = pygame.Rect(page.x, begin + top, width, high)
                reached = partial(self._scroll.show, top - theme.px(HEADING), top + high)
                if isinstance(row, str):
                    sheet.label(place, row, 14, bold=True)
                elif isinstance(row, Choice):
                    self._draw_choice(sheet, place, row, reached)
                else:
                    self._draw_folder(sheet, place, *row, reached)
                top += high

    def _rows(self) -> Iterator["str | Choice | tuple[str, str]"]:
        for group, choices in GROUPS:
            yield group
            yield from choices
        yield "Folders"
        yield from ((name, label) for name, label, find in FOLDERS if find(self.app.store) is not None)

    def _draw_name(self, sheet: Sheet, rect: pygame.Rect, name: str, label: str) -> str:
        """Draws a setting's name and, if its value is not the default, where the value comes from; returns
        that source."""
        theme, source = sheet.theme, self.app.store.source(name)
        upper = pygame.Rect(rect.x, rect.centery - theme.px(17), theme.px(NAME), theme.px(18))
        if source == DEFAULT and name != OWN:
            upper.centery = rect.centery
            sheet.label(upper, label, 14)
            return source
        sheet.label(upper, label, 14)
        lower = pygame.Rect(rect.x, upper.bottom - theme.px(2), upper.width, theme.px(16))
        sheet.label(lower, OWN_FILE if name == OWN else f"from {source}", 12, theme.dim)
        return source

    def _draw_choice(
        self, sheet: Sheet, rect: pygame.Rect, choice: Choice, reached: Callable[[], object]
    ) -> None:
        theme, name = sheet.theme, choice.name
        source = self._draw_name(sheet, rect, name, choice.label)
        side = theme.px(32)
        reset = pygame.Rect(rect.right - side, rect.centery - side // 2, side, side)
        if source in (YOURS, THIS_WINDOW):
            self.resets[name].tooltip = f"{choice.label}: back to the value without your setting."
            self.resets[name].draw(sheet, reset, reached)
        place = pygame.Rect(reset.left - theme.px(8 + CONTROL), reset.top, theme.px(CONTROL), side)
        section, key = name.split(".")
        value = getattr(getattr(self.app.settings, section), key)
        control, options = self.controls[name], _options(choice, value)
        if control.options != options or control.value != value:
            control.offer(options, value)
        if rect.width >= theme.px(ROOMY):
            left = rect.x + theme.px(NAME + 8)
            room = pygame.Rect(
                left, rect.centery - theme.px(18), place.left - theme.px(12) - left, theme.px(36)
            )
            _draw_about(sheet, room, ABOUT[name])
        control.draw(sheet, place, reached=reached)

    def _draw_folder(
        self, sheet: Sheet, rect: pygame.Rect, name: str, label: str, reached: Callable[[], object]
    ) -> None:
        theme, x, side = sheet.theme, rect.right, sheet.theme.px(32)
        self._draw_name(sheet, rect, name, label)
        for button in (self.copying[name], self.opening[name]):
            wide = button.wanted_width(theme) + theme.px(8)
            x -= wide
            button.draw(sheet, pygame.Rect(x, rect.centery - side // 2, wide, side), reached)
            x -= theme.px(8)
        left = rect.x + min(theme.px(NAME + 8), rect.width // 3)
        path = str(self._path(name))
        sheet.label(
            pygame.Rect(left, rect.y, max(0, x - left), rect.height), path, 12, theme.dim, inside=True
        )


def _options(choice: Choice, value: Any) -> list[Option]:
    """The values to choose from, with the current value even if it is not among them."""
    options = [Option(each, label) for each, label in choice.options]
    if all(value != each for each, _ in choice.options):
        options.append(Option(value, f"{100 * value:.0f} %" if choice.name == "ui.scale" else f"{value}"))
    return options


def _draw_about(sheet: Sheet, rect: pygame.Rect, text: str) -> None:
    """Draws one or two lines of text, centred vertically in their place."""
    theme = sheet.theme
    high = theme.px(16) * min(2, len(theme.wrapped(text, rect.width, 12)))
    place = pygame.Rect(rect.x, rect.centery - high // 2, rect.width, high)
    sheet.paragraph(place, text, 12, theme.dim)


# fmt: off
SETTINGS: tuple[Command[SettingsPage] | KeyLine, ...] = (
    KeyLine("Left, Right", "Change the setting that has the focus", "Settings"),
    KeyLine("Up, Down", "Scroll", "Settings"),
    Command("copy path", "Copy the path of your settings", "Copies the path of the file of your settings.",
            "Ctrl+C", SettingsPage.copy_file, "Settings",
            lambda page: None if page.app.store.lasts else "Nothing is kept: there is no file."),
)
# fmt: on
"""The commands of the settings page."""
