"""The cells of a table. A cell says what it shows and in which of the theme's colours; the table decides
where."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import pygame

from games.contract import WHITE
from study.format.value_format import ValueFormat
from ui.icons import draw_icon
from ui.kit.layout import LEFT
from ui.kit.sheet import Sheet, Stated
from ui.theme import Theme

TEXT, DIM, WARNING = "text_color", "dim", "warning"
"""Names of colours of the theme."""

AFTER = 4
"""Design pixels between a text and the cell after it."""


class DataCell(Protocol):
    """The interface of all cells."""

    def width(self, theme: Theme) -> int:
        """The real pixels that it needs."""
        ...

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        """Draws it into its place, at the left or right as its column says."""
        ...


@dataclass(frozen=True)
class TextCell:
    """A text. If it is too wide it is drawn smaller, and cut only if that is not enough. The cell `after` is
    drawn to its right."""

    text: str
    size: int = 14
    color: str = TEXT
    bold: bool = False
    after: "TextCell | NumberCell | None" = None
    states: Stated | None = None

    def width(self, theme: Theme) -> int:
        own = theme.width(self.text, self.size, self.bold)
        return own if self.after is None else own + theme.px(AFTER) + self.after.width(theme)

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        theme, room, gap = sheet.theme, place.copy(), sheet.theme.px(AFTER)
        if self.after is not None:
            room.width = max(room.width // 2, room.width - gap - self.after.width(theme))
        size = self.size if theme.width(self.text, self.size, self.bold) <= room.width else 12
        color = getattr(theme, self.color)
        drawn = sheet.label(room, self.text, size, color, align, self.bold, self.states)
        if self.after is not None:
            rest = pygame.Rect(drawn.right + gap, place.top, place.right - drawn.right - gap, place.height)
            self.after.draw(sheet, rest, LEFT)


@dataclass(frozen=True)
class NumberCell:
    """A value with its sign, shortened if it is too wide; or `words` in its place."""

    value: float
    form: ValueFormat
    size: int = 14
    color: str = TEXT
    bold: bool = False
    words: str = ""
    states: Stated | None = None

    def width(self, theme: Theme) -> int:
        return theme.width(self.words or self.form.signed(self.value), self.size, self.bold)

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        theme, size, bold = sheet.theme, self.size, self.bold
        text = self.words or self.form.fitted(
            self.value, lambda text: theme.width(text, size, bold) <= place.width
        )
        sheet.label(place, text, size, getattr(theme, self.color), align, bold, self.states)


@dataclass(frozen=True)
class BarCell:
    """A bar that begins at a zero line, which runs through all rows. `share` is its length from −1 to +1, for
    `side`. A thin line marks the share `mark`."""

    share: float | None
    side: int = WHITE
    mark: float | None = None

    def width(self, theme: Theme) -> int:
        return 0

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        bar = place.inflate(0, -2 * (place.height // 5))
        sheet.zero(bar, place)
        if self.share is not None:
            sheet.bar(bar, self.share, self.side)
        if self.mark is not None:
            sheet.tick(bar.inflate(0, sheet.theme.px(4)), self.mark)


@dataclass(frozen=True)
class MarkCell:
    """A sign that `paint(sheet, place, *values)` draws, such as `MarkCell(Sheet.shape, (side,))`. It needs
    `wide` design pixels."""

    paint: Callable[..., object]
    values: tuple[Any, ...] = ()
    wide: float = 0

    def width(self, theme: Theme) -> int:
        return theme.px(self.wide)

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        self.paint(sheet, place, *self.values)


@dataclass(frozen=True)
class Tool:
    """A small button with an icon."""

    key: object
    icon: str
    tip: str
    click: Callable[[], object] = field(compare=False)


@dataclass(frozen=True)
class ButtonsCell:
    """Small buttons below each other. In a table that Tab reaches as a whole, only the highlighted row shows
    them."""

    tools: tuple[Tool, ...]

    def width(self, theme: Theme) -> int:
        return theme.px(24)

    def draw(self, sheet: Sheet, place: pygame.Rect, align: str) -> None:
        theme, high = sheet.theme, place.height // max(1, len(self.tools))
        for number, tool in enumerate(self.tools):
            spot = pygame.Rect(place.left, place.top + number * high, place.width, high)
            over = sheet.add(tool.key, spot, tool.tip, tool.click)
            if over:
                sheet.fill(spot, theme.raised, 4)
            color = theme.text_color if over else theme.dim
            draw_icon(sheet.surface, theme, tool.icon, spot.center, 14, color)
