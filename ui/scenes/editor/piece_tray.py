"""The pieces that the position editor offers. They can be dragged onto the board, or chosen by a click or a
key and then placed by clicks."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from study.setups.setup import Setup
from ui.boards.drag import Drag
from ui.boards.pieces import Pieces
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.sheet import Point, Press, Sheet
from ui.theme import Theme

LARGEST, SMALLEST, GAP = 56, 24, 4
"""In design pixels: the largest and the smallest size of a piece, and the space between two pieces."""

DIGITS = "123456789"


def _key_of(letter: str) -> str:
    """What to press for a letter of the position's text: "Shift K" for "K", "K" for "k"."""
    return f"Shift {letter}" if letter.isupper() else letter.upper()


class PieceTray:
    """The pieces as buttons. `on_choose(piece)` is called when a piece has been chosen. `drag` holds a
    dragged piece until `on_release(pos)` is called."""

    def __init__(
        self,
        setup: Setup,
        pieces: Pieces,
        on_choose: Callable[[str], None],
        drag: Drag,
        on_release: Callable[[Point], None],
    ) -> None:
        self.setup = setup
        self.buttons: dict[str, Button] = {}
        self._pieces, self._drag, self._on_release = pieces, drag, on_release
        letters = {piece: letter for letter, piece in setup.letters.items()}
        for line, row in enumerate(setup.palette):
            for number, piece in enumerate(row):
                letter = letters.get(piece)
                key = _key_of(letter) if letter else ("Shift " if line else "") + DIGITS[number]
                tip = f"{setup.piece_name(piece)}: drag it, or choose it and click squares ({key})."
                self.buttons[piece] = Button(partial(on_choose, piece), tooltip=tip)

    def piece_of_key(self, event: pygame.event.Event) -> str:
        """The piece that a key chooses: by its letter, or by its number in the first row, with Shift in the
        second row; "" for none."""
        line = 1 if event.mod & pygame.KMOD_SHIFT else 0
        letter = pygame.key.name(event.key)
        if (found := self.setup.letters.get(letter.upper() if line else letter)) is not None:
            return found
        number = event.key - pygame.K_1
        if not 0 <= number < len(DIGITS) or line >= len(self.setup.palette):
            return ""
        row = self.setup.palette[line]
        return row[number] if number < len(row) else ""

    def keys(self, group: str) -> list[KeyLine]:
        """The lines of the list of keys about keys that choose a piece."""
        rows = self.setup.palette
        row = "the palette's first row, with Shift in the second" if len(rows) > 1 else "the palette"
        keys = [KeyLine(f"1–{max(map(len, rows))}", f"The piece at this place in {row}", group)]
        if self.setup.letters:
            letters = " ".join(rows[1]).upper()
            keys.append(KeyLine(letters, "Black's piece with this letter; with Shift White's", group))
        return keys

    def least_height(self, theme: Theme) -> int:
        """The least height of the pieces, in real pixels."""
        return len(self.setup.palette) * theme.px(SMALLEST + GAP) + theme.px(GAP)

    def draw(self, sheet: Sheet, area: pygame.Rect, chosen: str) -> int:
        """Draws the pieces, in `area` if they fit; returns where they end. A long row is broken into two
        lines if that makes the pieces larger."""
        theme, rows, y = sheet.theme, self.setup.palette, area.y
        gap = theme.px(GAP)
        longest = max(map(len, rows))
        sizes = {}
        for columns in (longest, -(-longest // 2)):
            lines = sum(-(-len(row) // columns) for row in rows)
            wide = (area.width - (columns - 1) * gap) // columns
            sizes[columns] = max(theme.px(SMALLEST), min(wide, area.height // lines - gap, theme.px(LARGEST)))
        columns, cell = max(sizes.items(), key=lambda size: size[1])
        for row in rows:
            for number, piece in enumerate(row):
                if number and number % columns == 0:
                    y += cell + gap
                place = pygame.Rect(area.x + number % columns * (cell + gap), y, cell, cell)
                self._draw_piece(sheet, place, piece, piece == chosen)
            y += cell + gap
        return y + gap

    def _draw_piece(self, sheet: Sheet, place: pygame.Rect, piece: str, chosen: bool) -> None:
        theme, button = sheet.theme, self.buttons[piece]

        def press(press: Press) -> None:
            if press.button == 1:
                self._drag.press(piece, press.pos)

        over = sheet.add(
            button,
            place,
            button.tooltip,
            click=button.action,
            press=press,
            drag=self._drag.move,
            release=self._on_release,
        )
        sheet.fill(place, theme.board_light if over else theme.board_dark, 6)
        drawing = self._pieces.drawing(piece, place.width - theme.px(4), theme)
        sheet.surface.blit(drawing, drawing.get_rect(center=place.center))
        if chosen:
            draw_chosen(sheet, place)


def draw_row(
    sheet: Sheet, row: pygame.Rect, buttons: Sequence[Button], chosen: Sequence[bool]
) -> list[pygame.Rect]:
    """Draws buttons of equal width in a row, the chosen ones framed; returns their places."""
    gap = sheet.theme.px(8)
    width = (row.width - gap * (len(buttons) - 1)) // len(buttons)
    places = [pygame.Rect(row.x + i * (width + gap), row.y, width, row.height) for i in range(len(buttons))]
    for place, button, on in zip(places, buttons, chosen, strict=True):
        button.draw(sheet, place)
        if on:
            draw_chosen(sheet, place)
    return places


def draw_chosen(sheet: Sheet, rect: pygame.Rect) -> None:
    """Draws the frame of a chosen button."""
    theme = sheet.theme
    pygame.draw.rect(sheet.surface, theme.accent, rect, theme.px(2), border_radius=theme.px(6))
