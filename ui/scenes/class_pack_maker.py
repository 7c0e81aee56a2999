"""The screen that makes a class pack: which lesson files, in which order, under which title."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from engines.jobs import Job
from games.contract import BadText
from games.registry import entry
from study.lesson_files.class_pack import PACK_SUFFIX
from study.lesson_files.lesson_file import SUFFIX
from study.lesson_files.pack_writer import PackedLesson, lessons_in, write_pack
from study.suites.suites import LONGEST_NAME
from ui.app import App
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable, drawn
from ui.kit.text_field import TextField
from ui.navigation import Navigation
from ui.scenes.scene import Form

ROW = 32
EMPTY = (
    "No lesson yet. Add lesson files (.plyglass), or drop them here. A class pack or a folder adds all "
    "of its lessons."
)


class ClassPackMaker(Form):
    """The screen. `lessons` are the lessons of the pack, in order; Up, Down and Remove act on the row
    `list.lit`. Calls `done(path)` once the pack is saved."""

    title = "Class pack"
    leave = "One step back; nothing is saved (Esc)."
    guide_page = "class-packs"
    heavy = False
    takes_files = True

    def __init__(self, app: App, navigation: Navigation, done: Callable[[Path], object]) -> None:
        super().__init__(app)
        self.lessons: list[PackedLesson] = []
        self._navigation, self._done = navigation, done
        self.name = TextField(self.entered, self.save, "The title of the pack.", "Title", LONGEST_NAME)
        self.list = DataTable()
        self.add = Button(
            self._add, "Add lesson file …", tooltip="Adds a lesson file, or all of a class pack."
        )
        self.up = Button(partial(self._move, -1), "Up", tooltip="Moves the marked lesson up (Alt+Up).")
        self.down = Button(partial(self._move, 1), "Down", tooltip="Moves the marked lesson down (Alt+Down).")
        self.remove = Button(self._remove, "Remove", tooltip="Removes the marked lesson (Delete).")
        self.accept = Button(
            self.save, "Save as …", tooltip="Saves the class pack as one file to hand out.", primary=True
        )
        self.first_focus = self.list

    # What the person does

    def _choose(self, index: int) -> None:
        self.list.lit = index

    def _tip(self, index: int) -> str:
        return self.lessons[index].name if index < len(self.lessons) else ""

    def _add(self) -> None:
        self.problem = ""

        def chosen(path: Path) -> None:
            self._navigation.back()
            self.dropped(path)

        self._navigation.choose_file("Add lesson files", (SUFFIX, PACK_SUFFIX), chosen)

    def dropped(self, path: Path) -> None:
        """Adds a lesson file, or all lessons of a class pack or folder."""

        def read(job: Job) -> tuple[str, list[PackedLesson]]:
            return lessons_in(path)

        def take(found: Any) -> None:
            title, lessons = found
            if not self.name.text.strip():
                self.name.show(title)
            self.lessons += lessons
            self.list.restart(len(self.lessons) - 1)
            self.problem = ""

        self._navigation.wait(f"Reading {path.name}", read, take)

    def _move(self, step: int) -> None:
        at, to = self.list.lit, self.list.lit + step
        if 0 <= to < len(self.lessons):
            self.lessons.insert(to, self.lessons.pop(at))
            self.list.restart(to)

    def _remove(self) -> None:
        if self.lessons:
            del self.lessons[self.list.lit]
            self.list.restart(min(self.list.lit, max(0, len(self.lessons) - 1)))

    def save(self) -> None:
        """Asks for a file and writes the pack."""
        if not self.lessons:
            self.problem = "Add a lesson file first."
            return
        title, lessons = self.name.text.strip(), tuple(self.lessons)
        name = "".join(each if each.isalnum() or each in "-_" else "-" for each in title.lower())
        save = partial(self._write, title, lessons)
        self._navigation.choose_file(
            "Save as class pack", (PACK_SUFFIX,), save, f"{name or 'pack'}{PACK_SUFFIX}", adds=False
        )

    def _write(self, title: str, lessons: Sequence[PackedLesson], path: Path) -> None:
        if path.suffix.lower() != PACK_SUFFIX:
            raise BadText(f"{path.name}: expected a name that ends in {PACK_SUFFIX}")
        if path.is_dir():
            raise BadText(f"{path}: there is a folder of this name. Choose another name.")

        def write(job: Job) -> None:
            write_pack(path, title, lessons)

        def tell(_: object) -> None:
            self._navigation.back()  # closes the screen that asked for the file's name
            self._navigation.back()
            self._done(path)

        self._navigation.wait(f"Saving {path.name}", write, tell)

    def key(self, event: pygame.event.Event) -> bool:
        if event.mod & pygame.KMOD_ALT and event.key in (pygame.K_UP, pygame.K_DOWN):
            self._move(-1 if event.key == pygame.K_UP else 1)
            return True
        if event.key == pygame.K_DELETE:
            self._remove()
            return True
        return self.list.key(event)

    def key_lines(self) -> list[KeyLine]:
        return [
            KeyLine("Alt Up, Alt Down", "Move the marked lesson", "Class pack"),
            KeyLine("Delete", "Remove the marked lesson", "Class pack"),
        ]

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap, high = theme.px(8), theme.px(36)
        page = self.draw_column(sheet, rect, 2 * gap, theme.px(32))
        line = cut(page, high, gap)
        wide = self.accept.wanted_width(theme) + theme.px(16)
        self.name.draw(sheet, pygame.Rect(line.x, line.y, line.width - wide - gap, high))
        self.accept.draw(sheet, pygame.Rect(line.right - wide, line.y, wide, high))
        self._draw_buttons(sheet, cut(page, theme.px(32), gap))
        color = theme.warning if self.problem else theme.dim
        sheet.label(cut(page, theme.px(20), gap), self.problem or self._state, 14, color)
        page.height = max(0, page.height)
        sheet.fill(page, theme.panel, 8)
        if not self.lessons:
            sheet.paragraph(page.inflate(-theme.px(24), -theme.px(16)), EMPTY, 14, theme.dim)
        draw_row = partial(self._draw_row, sheet)
        self.list.draw(sheet, page, drawn(len(self.lessons), ROW, draw_row, self._choose, self._tip))

    def _draw_buttons(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, x = sheet.theme, rect.left
        self.up.enabled = self.list.lit > 0 and len(self.lessons) > 1
        self.down.enabled = self.list.lit + 1 < len(self.lessons)
        self.remove.enabled = bool(self.lessons)
        for button in (self.add, self.up, self.down, self.remove):
            wide = button.wanted_width(theme) + theme.px(8)
            button.draw(sheet, pygame.Rect(x, rect.top, min(wide, rect.right - x), rect.height))
            x += wide + theme.px(8)

    @property
    def _state(self) -> str:
        count = len(self.lessons)
        if not count:
            return "Lessons are shown in the order of this list."
        return f"{count} lesson{'' if count == 1 else 's'}, in this order."

    def _draw_row(self, sheet: Sheet, area: pygame.Rect, index: int) -> None:
        theme, lesson = sheet.theme, self.lessons[index]
        if index == self.list.lit:
            sheet.fill(area, theme.raised, 6)
        inner = area.inflate(-theme.px(24), 0)
        aside = sheet.label(inner, entry(lesson.game).title, 14, theme.dim, "right")
        inner.width = max(0, aside.left - theme.px(12) - inner.left)
        sheet.label(inner, f"{index + 1}.  {lesson.about or lesson.name}")
