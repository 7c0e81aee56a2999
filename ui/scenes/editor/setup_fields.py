"""The controls for everything in a position except its pieces: switches, choices and numbers, as a game's
setup defines them (`study.setups.setup`)."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from study.setups.setup import ChoiceField, Field, FieldRow, Number, Setup, Switch
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.sheet import Sheet
from ui.scenes.editor.piece_tray import draw_chosen
from ui.theme import Theme

Control = Button | DropDown

STEPPER, NARROW_STEPPER = 32, 24
"""Widths of the buttons − and + of a number, in a normal and in a low row, in design pixels."""


class FieldControls:
    """The controls of all fields. `changed()` is called when a person has set a field. `square` is the chosen
    square: some fields belong to its piece."""

    def __init__(self, setup: Setup, changed: Callable[[], None]) -> None:
        self.setup = setup
        self.square = ""
        self._changed = changed
        self._made: dict[str, tuple[Control, ...]] = {}

    @property
    def rows(self) -> Sequence[FieldRow]:
        return self.setup.fields(self.square)

    def named(self, name: str) -> tuple[Control, ...]:
        """The controls of the field of that name: one control, or the buttons − and + of a number."""
        if name not in self._made:
            self._made[name] = self._make(self._field(name))
        return self._made[name]

    def _make(self, field: Field) -> tuple[Control, ...]:
        name = field.name
        if isinstance(field, Switch):
            return (Button(lambda: self._flip(name), field.label, tooltip=field.tooltip),)
        if isinstance(field, ChoiceField):
            return (DropDown(lambda value: self._set(name, value), field.tooltip),)
        return (
            Button(lambda: self._step(name, -1), icon="minus", tooltip=field.tooltip),
            Button(lambda: self._step(name, 1), icon="plus", tooltip=field.tooltip),
        )

    def _field(self, name: str) -> Field:
        return next(field for row in self.rows for field in row.fields if field.name == name)

    def _set(self, name: str, value: Any) -> None:
        self.setup.set(name, value, self.square)
        self._changed()

    def _flip(self, name: str) -> None:
        self._set(name, not self._field(name).value)

    def _step(self, name: str, step: int) -> None:
        field = self._field(name)
        if isinstance(field, Number) and field.low <= field.value + step <= field.high:
            self._set(name, field.value + step)

    # Drawing

    def height(self, theme: Theme, row: int, gap: int) -> int:
        """The height of all rows in real pixels, each `row` high with `gap` below."""
        titles = sum(bool(line.title) for line in self.rows)
        return len(self.rows) * (row + gap) + titles * (theme.line_height(12) + theme.px(4))

    def draw(self, sheet: Sheet, area: pygame.Rect, row: int, gap: int) -> None:
        """Draws the rows from the top of `area` on."""
        surface, theme = sheet.surface, sheet.theme
        y = area.y
        for line in self.rows:
            if line.title:
                theme.text(surface, (area.x, y), line.title, 12, theme.dim, max_width=area.width)
                y += theme.line_height(12) + theme.px(4)
            x = area.x
            for field, width in zip(line.fields, self._widths(theme, line, area.width, gap), strict=True):
                self._draw_field(sheet, pygame.Rect(x, y, width, row), field)
                x += width + gap
            y += row + gap

    def _widths(self, theme: Theme, line: FieldRow, width: int, gap: int) -> list[int]:
        """The widths of the fields of a row. In a row of switches, each gets the width of its words and an
        equal share of the rest. If these do not fit, and in other rows, all widths are equal."""
        count, room = len(line.fields), width - gap * (len(line.fields) - 1)
        words = [theme.width(f.label) + theme.px(18) for f in line.fields if isinstance(f, Switch)]
        if len(words) < count or sum(words) > room:
            return [room // count] * count
        return [wide + (room - sum(words)) // count for wide in words]

    def _number_width(self, theme: Theme) -> int:
        """The width of the largest number of all fields, in real pixels."""
        fields = (field for row in self.rows for field in row.fields if isinstance(field, Number))
        return theme.width("8" * max((len(str(field.high)) for field in fields), default=1)) + theme.px(8)

    def _draw_field(self, sheet: Sheet, place: pygame.Rect, field: Field) -> None:
        theme = sheet.theme
        if isinstance(field, Switch):
            self._draw_switch(sheet, place, field)
            return
        half = place.width // 2
        color = theme.text_color if field.enabled else theme.dim
        if isinstance(field, ChoiceField):
            (drop,) = self.named(field.name)
            assert isinstance(drop, DropDown)
            options = [Option(value, label) for value, label in field.options]
            if list(drop.options) != options or drop.value != field.value:
                drop.offer(options, field.value)
            least = place.width - theme.width(field.label) - theme.px(8)
            half = max(half, min(drop.wanted_width(theme), least))
            drop.draw(sheet, pygame.Rect(place.right - half, place.y, half, place.height), field.enabled)
        left, room = place.x, place.width - half - theme.px(8)
        if isinstance(field, Number):
            room = place.width - 2 * _step(theme, place.height) - self._number_width(theme) - theme.px(8)
            if field.side is not None:
                at = (left + theme.px(6), place.centery)
                theme.side_shape(sheet.surface, field.side, at, theme.px(5))
                left, room = left + theme.px(20), room - theme.px(20)
        size = 14 if theme.width(field.label) <= room else 12
        sheet.label(pygame.Rect(left, place.y, room, place.height), field.label, size, color)
        if isinstance(field, Number):
            self._draw_number(sheet, place, field, color)

    def _draw_number(self, sheet: Sheet, place: pygame.Rect, field: Number, color: pygame.Color) -> None:
        less, more = self.named(field.name)
        assert isinstance(less, Button) and isinstance(more, Button)
        step, middle = _step(sheet.theme, place.height), self._number_width(sheet.theme)
        right = pygame.Rect(place.right - step, place.y, step, place.height)
        left = right.move(-step - middle, 0)
        less.enabled = field.enabled and field.value > field.low
        more.enabled = field.enabled and field.value < field.high
        less.draw(sheet, left)
        sheet.label(
            pygame.Rect(left.right, place.y, middle, place.height), str(field.value), 14, color, "center"
        )
        more.draw(sheet, right)

    def _draw_switch(self, sheet: Sheet, place: pygame.Rect, field: Switch) -> None:
        surface, theme = sheet.surface, sheet.theme
        (button,) = self.named(field.name)
        assert isinstance(button, Button)
        button.enabled, button.shows_label = field.enabled, False
        button.draw(sheet, place)
        color = theme.text_color if field.enabled else theme.dim
        sign = 0 if field.side is None else theme.px(18)
        x = place.centerx - (theme.width(field.label) + sign) // 2
        if field.side is not None:
            theme.side_shape(surface, field.side, (x + theme.px(5), place.centery), theme.px(5))
        top = place.centery - theme.line_height(14) // 2
        theme.text(surface, (x + sign, top), field.label, 14, color)
        if field.value:
            draw_chosen(sheet, place)


def _step(theme: Theme, height: int) -> int:
    """The width of the button − or + in a row of that height, in real pixels."""
    return max(theme.px(NARROW_STEPPER), min(theme.px(STEPPER), height))
