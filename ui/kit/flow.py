"""Lays out a page from top to bottom: code describes its bands in order, then each gets its place."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import pygame

from ui.kit.buttons import Button
from ui.kit.cells import TEXT, WARNING
from ui.kit.drop_down import DropDown
from ui.kit.rows import in_rows
from ui.kit.sheet import Sheet
from ui.kit.table import BESIDE, LINE, Content, DataTable
from ui.theme import Theme

ALWAYS = 1_000_000
"""The importance of a band that is never left out."""

CONTROL, GAP, NEAR = 28, 8, 4
"""In design pixels: the height of a control, the space below a band, and the space between things that belong
together."""

SMALL_LINE = 16
"""The height of a line of small text, in design pixels."""


class Control(Protocol):
    """What can be in a row of controls, such as a button or a drop-down."""

    def wanted_width(self, theme: Theme) -> int: ...

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None: ...


@dataclass(eq=False)
class Band:
    """A part of a page, as wide as the page: its height and the space below it (`gap`) in real pixels, and
    how it is drawn. If the page is too low, the bands with the least `importance` are left out first; `shown`
    says whether this one has a place. A band with `rest` takes all height that is left; others are left out
    if that is less than `height`."""

    height: int
    draw: Callable[[pygame.Rect], object]
    importance: int = ALWAYS
    gap: int = 0
    rest: bool = False
    shown: bool = True


class PageFlow:
    """A page. The bands are placed, and drawn in their order, by `draw`."""

    def __init__(self, sheet: Sheet, rect: pygame.Rect) -> None:
        self.sheet, self.rect = sheet, rect
        self._bands: list[Band] = []

    def draw(self) -> None:
        """Draws all bands that have room."""
        room = self.rect.height - sum(band.height + band.gap for band in self._bands)
        for band in sorted(self._bands, key=lambda band: band.importance):
            if room < 0 and band.importance < ALWAYS:
                band.shown, room = False, room + band.height + band.gap
        y = self.rect.top
        for band in self._bands:
            if band.shown:
                high = band.height + max(0, room) if band.rest else band.height
                high = min(high, max(0, self.rect.bottom - y)) if band.rest else high
                band.draw(pygame.Rect(self.rect.left, y, self.rect.width, high))
                y += high + band.gap

    # Bands

    def row(
        self,
        height: float,
        draw: Callable[[pygame.Rect], object],
        importance: int = ALWAYS,
        gap: float = GAP,
    ) -> Band:
        """Adds a band of that height in design pixels."""
        px = self.sheet.theme.px
        return self._add(Band(px(height), draw, importance, px(gap)))

    def rest(self, draw: Callable[[pygame.Rect], object], least: float = 0) -> Band:
        """Adds a band that takes the height that is left, at least `least` design pixels."""
        return self._add(Band(self.sheet.theme.px(least), draw, rest=True))

    def table(self, table: DataTable, content: Content) -> Band:
        """Adds a table that takes the height that is left, and scrolls."""
        return self.rest(lambda place: table.draw(self.sheet, place, content))

    def whole_table(self, table: DataTable, content: Content, importance: int = ALWAYS) -> Band:
        """Adds a table with all of its rows."""
        content = content.within(self.sheet.theme, self.rect.width)
        high = content.height(self.sheet.theme, self.rect.width)
        draw = partial(table.draw, self.sheet, content=content)
        return self._add(Band(high, draw, importance, self.sheet.theme.px(GAP)))

    def _add(self, band: Band) -> Band:
        self._bands.append(band)
        return band

    def text(
        self,
        text: str,
        size: int = 14,
        color: str = TEXT,
        key: Hashable = None,
        most: int = 1000,
        usual: str = "",
        gap: float = GAP,
        tip: str = "",
    ) -> None:
        """Adds a text of at most `most` lines. There is always room for as many lines as the text `usual`
        has, so that nothing else moves when the text changes. With a `key` it has a tooltip: `tip`, or the
        whole text."""
        theme = self.sheet.theme
        line = theme.px(LINE if size == 14 else SMALL_LINE)
        lines, least = (
            min(most, len(theme.wrapped(each, self.rect.width, size))) if each else 0
            for each in (text, usual)
        )
        if not lines + least:
            return

        def draw(place: pygame.Rect) -> None:
            place.height = lines * line
            if not text:
                return
            self.sheet.paragraph(place, text, size, getattr(theme, color))
            if key is not None:
                self.sheet.add(key, place, tip or text, focusable=False)

        self._add(Band(max(lines, least) * line, draw, gap=theme.px(gap)))

    def wrapped(self, text: str, size: int = 14) -> list[str]:
        """The lines into which a text is broken in the rows of a table."""
        theme = self.sheet.theme
        return theme.wrapped(text, self.rect.width - theme.px(BESIDE), size)

    def state(self, text: str, key: Hashable, share: float, warns: bool = False) -> None:
        """Adds a line on the progress of some work, in smaller type if it has no room, and a progress bar
        filled to `share`."""

        def draw(place: pygame.Rect) -> None:
            theme = self.sheet.theme
            line = pygame.Rect(place.topleft, (place.width, theme.px(LINE)))
            size = 14 if theme.width(text) <= line.width else 12
            self.sheet.label(line, text, size, getattr(theme, WARNING if warns else TEXT))
            self.sheet.add(key, line, text, focusable=False)
            track = pygame.Rect(place.left, line.bottom + theme.px(2), place.width, theme.px(4))
            self.sheet.progress(track, share)

        self.row(LINE + 6, draw, gap=6)

    def buttons(self, *buttons: Button, gap: float = NEAR) -> None:
        """Adds buttons beside each other, in as many rows as they need."""
        theme, near = self.sheet.theme, self.sheet.theme.px(NEAR)
        widths = [button.wanted_width(theme) for button in buttons]

        def places(top: int) -> list[pygame.Rect]:
            area = pygame.Rect(self.rect.left, top, self.rect.width, theme.px(24))
            return in_rows(area, widths, near, near)

        def draw(place: pygame.Rect) -> None:
            for button, spot in zip(buttons, places(place.top), strict=True):
                button.draw(self.sheet, spot)

        self._add(Band(places(0)[-1].bottom, draw, gap=theme.px(gap)))

    def controls(self, *parts: str | Control, gap: float = NEAR) -> None:
        """Adds controls and words in a row. Drop-downs share the width that is left; if there are none, words
        at the beginning of the row take it. After a drop-down, a part that has no room begins another row
        below. The last part stays at the right of the first row."""
        theme, near = self.sheet.theme, self.sheet.theme.px(NEAR)
        *front, last = parts
        rows: list[list[str | Control]] = [[]]
        room = self.rect.width - self._width(last) - near
        for part in front:
            taken = sum(self._width(each) + near for each in rows[-1])
            if any(map(grows, rows[-1])) and taken + self._width(part) > room:
                rows.append([])
                room = self.rect.width
            rows[-1].append(part)
        rows[0].append(last)
        high = theme.px(CONTROL)

        def draw(place: pygame.Rect) -> None:
            for number, row in enumerate(rows):
                top = place.top + number * (high + near)
                self._draw_row(row, pygame.Rect(place.left, top, place.width, high))

        self._add(Band(len(rows) * (high + near) - near, draw, gap=theme.px(gap)))

    def _width(self, part: str | Control) -> int:
        theme = self.sheet.theme
        if isinstance(part, str):
            return theme.width(part)
        return part.wanted_width(theme) + theme.px(8) * isinstance(part, Button)

    def _draw_row(self, parts: Sequence[str | Control], row: pygame.Rect) -> None:
        near, widths = self.sheet.theme.px(NEAR), [self._width(part) for part in parts]
        spare = row.width - sum(widths) - near * (len(parts) - 1)
        growing = [at for at, part in enumerate(parts) if grows(part)]
        if not growing and isinstance(parts[0], str):  # so that the parts after it do not move
            growing = [0]
        for number, at in enumerate(growing, 1):
            more = spare // (len(growing) - number + 1)
            widths[at] += more
            spare -= more
        x, last = row.left, parts[-1]
        for part, width in zip(parts, widths, strict=True):
            if part is last and not growing and not isinstance(part, str):
                x = max(x, row.right - width)
            place = pygame.Rect(x, row.top, width, row.height)
            if isinstance(part, str):
                self.sheet.label(place, part, 14, self.sheet.theme.dim)
            else:
                part.draw(self.sheet, place)
            x += width + near


def grows(part: str | Control) -> bool:
    """Whether a part of a row grows to take the width that is left."""
    return isinstance(part, DropDown)
