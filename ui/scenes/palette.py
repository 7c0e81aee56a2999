"""The pieces that the position editor offers, to be dragged onto the board or chosen by a click or a
key and put by further ones."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ui.boards.pieces import Pieces
from ui.boards.setup import Setup
from ui.controls import Button
from ui.scenes.scene import Keys
from ui.theme import Theme

LARGEST, SMALLEST, GAP = 56, 24, 4
"""The side of a piece where there is room and where there is little, and what lies between two, in
design pixels."""

DIGITS = "123456789"


class Palette:
    """`on_choose(piece)` is called when a piece has been chosen by its button."""

    def __init__(self, setup: Setup, pieces: Pieces, on_choose: Callable[[str], None]) -> None:
        self.setup = setup
        self.buttons: dict[str, Button] = {}
        self._pieces = pieces
        letters = {piece: letter for letter, piece in setup.letters.items()}
        for line, row in enumerate(setup.palette):
            for number, piece in enumerate(row):
                key = letters.get(piece) or ("Shift " if line else "") + DIGITS[number]
                tip = f"{setup.piece_name(piece)}: drag it, or choose it and click squares ({key})."
                self.buttons[piece] = Button(partial(on_choose, piece), tooltip=tip)

    def at(self, pos: tuple[int, int]) -> str:
        """The piece at a pixel, "" for none."""
        return next((piece for piece, button in self.buttons.items() if button.rect.collidepoint(pos)), "")

    def piece_of_key(self, event: pygame.event.Event) -> str:
        """The piece that a key chooses: by its letter, or by its number in the first row, with Shift
        in the second; "" for none."""
        if event.unicode in self.setup.letters:
            return self.setup.letters[event.unicode]
        line = 1 if event.mod & pygame.KMOD_SHIFT else 0
        number = event.key - pygame.K_1
        if not 0 <= number < len(DIGITS) or line >= len(self.setup.palette):
            return ""
        row = self.setup.palette[line]
        return row[number] if number < len(row) else ""

    def keys(self) -> Keys:
        rows = self.setup.palette
        shift = "; with Shift of its second row" if len(rows) > 1 else ""
        keys = [(f"1–{max(map(len, rows))}", f"this piece of the palette{shift}")]
        if self.setup.letters:
            keys.append((" ".join(rows[1]).upper(), "this piece of Black; with Shift of White"))
        return keys

    def least_height(self, theme: Theme) -> int:
        """Real pixels that the pieces take where there is little room."""
        return len(self.setup.palette) * theme.px(SMALLEST + GAP) + theme.px(GAP)

    def draw(self, surface: pygame.Surface, theme: Theme, area: pygame.Rect, chosen: str) -> int:
        """The pieces, in `area` if that is enough; returns where they end. A long row becomes two
        lines where that makes the pieces larger."""
        gap, rows, y = theme.px(GAP), self.setup.palette, area.y
        longest = max(map(len, rows))
        sizes = {}
        for columns in (longest, -(-longest // 2)):
            lines = sum(-(-len(row) // columns) for row in rows)
            wide = (area.width - (columns - 1) * gap) // columns
            sizes[columns] = max(theme.px(SMALLEST), min(wide, area.height // lines - gap, theme.px(LARGEST)))
        columns, cell = max(sizes.items(), key=lambda size: size[1])
        for row in rows:
            for number, piece in enumerate(row):
                button = self.buttons[piece]
                if number and number % columns == 0:
                    y += cell + gap
                button.rect = pygame.Rect(area.x + number % columns * (cell + gap), y, cell, cell)
                ground = theme.dim if button.hovered else theme.board_line
                pygame.draw.rect(surface, ground, button.rect, border_radius=theme.px(6))
                drawing = self._pieces.drawing(piece, cell - theme.px(4), theme)
                surface.blit(drawing, drawing.get_rect(center=button.rect.center))
                if piece == chosen:
                    draw_chosen(surface, theme, button.rect)
                button.draw_focus(surface, theme)
            y += cell + gap
        return y + gap


def draw_row(
    surface: pygame.Surface,
    theme: Theme,
    area: pygame.Rect,
    y: int,
    height: int,
    buttons: Sequence[Button],
    chosen: Sequence[bool],
) -> None:
    """Buttons of equal width in a row; the chosen ones are framed."""
    gap = theme.px(8)
    width = (area.width - gap * (len(buttons) - 1)) // len(buttons)
    for number, (button, on) in enumerate(zip(buttons, chosen, strict=True)):
        button.rect = pygame.Rect(area.x + number * (width + gap), y, width, height)
        button.draw(surface, theme)
        if on:
            draw_chosen(surface, theme, button.rect)


def draw_chosen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """The frame of what is chosen among others."""
    pygame.draw.rect(surface, theme.accent, rect, theme.px(2), border_radius=theme.px(6))
