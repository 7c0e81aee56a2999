"""Makes the boards of a game as `BoardSprites`: draws them as in the window, but off screen, and cuts them
into tiles. The boards of a game differ little, so a page that keeps each different tile once is small."""

from collections.abc import Iterator

import numpy as np
import pygame

from games.game_tree import ROOT
from games.record import Record
from study.export.board_sprites import BoardSprites
from study.export.page_variations import variation_nodes
from ui.boards.picture import Picture
from ui.boards.registry import load_art
from ui.png import png_of_pixels
from ui.report_picture import off_screen
from ui.theme import Theme

SIDE, ACROSS = 20, 32
"""Side of a tile in pixels, and tiles in a row of the sheet."""

LONGEST = 32
"""Tiles along the longer side of a board."""


THEMES = ("light", "dark")


class GameBoards:
    """Draws the positions of a game and its variations in both themes, each with the move that led to it, in
    small steps."""

    def __init__(self, record: Record) -> None:
        art = load_art(record.game.name)
        self._record = record
        self._themes = [Theme(1.5, name) for name in THEMES]
        self._pictures = [Picture(record.game, art, animated=False) for _ in THEMES]
        for picture, theme in zip(self._pictures, self._themes, strict=True):
            picture.ground = theme.board_ground
        width, height = art.size
        unit = SIDE * LONGEST / max(width, height)
        self._size = tuple(-(-round(length * unit) // SIDE) for length in (width, height))
        self._surfaces = [pygame.Surface((self._size[0] * SIDE, self._size[1] * SIDE)) for _ in THEMES]
        self._numbers: dict[tuple[bytes, ...], int] = {}
        self._boards: list[tuple[int, ...]] = []

    def draw(self) -> Iterator[None]:
        """Draws one picture, or cuts one board into tiles, in each step."""
        record = self._record
        for node in (ROOT, *record.line, *variation_nodes(record)):
            position = record.tree[node].position
            assert position is not None
            before = record.before(node) if node != ROOT else None
            move = record.ply(node).move if node != ROOT else None
            for picture, theme, surface in zip(self._pictures, self._themes, self._surfaces, strict=True):
                picture.show(position, before, 0.0, move)
                surface.fill(theme.board_ground)
                picture.draw(surface, surface.get_rect(), theme, 0.0)
                yield
            self._boards.append(tuple(self._tiles()))
            yield

    def _tiles(self) -> Iterator[int]:
        """The numbers of the tiles that make up the surfaces."""
        columns, rows = self._size
        for y in range(rows):
            for x in range(columns):
                area = (x * SIDE, y * SIDE, SIDE, SIDE)
                tile = tuple(
                    pygame.image.tobytes(surface.subsurface(area), "RGB") for surface in self._surfaces
                )
                yield self._numbers.setdefault(tile, len(self._numbers))

    @property
    def tiles(self) -> BoardSprites:
        """The boards drawn so far."""
        light, dark = (self._sheet(number) for number in range(len(THEMES)))
        return BoardSprites((light, dark), SIDE, ACROSS, self._size[0], tuple(self._boards))

    def _sheet(self, theme: int) -> bytes:
        rows = -(-len(self._numbers) // ACROSS)
        sheet = np.zeros((rows, SIDE, ACROSS, SIDE, 3), np.uint8)
        for pixels, number in self._numbers.items():
            tile = np.frombuffer(pixels[theme], np.uint8).reshape(SIDE, SIDE, 3)
            sheet[number // ACROSS, :, number % ACROSS] = tile
        return png_of_pixels(sheet.reshape(rows * SIDE, ACROSS * SIDE, 3))


def boards_of(record: Record) -> BoardSprites:
    """All boards of a game, drawn at once and without a window."""
    off_screen()
    boards = GameBoards(record)
    for _ in boards.draw():
        pass
    return boards.tiles
