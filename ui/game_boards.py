"""The boards of a game as `BoardSprites`: drawn as in the window, without one, and cut into tiles."""

import io
from collections.abc import Iterator

import pygame

from games.record import Record
from study.export.board_sprites import BoardSprites
from ui.boards.picture import Picture
from ui.boards.registry import load_art
from ui.report_picture import off_screen
from ui.theme import Theme

SIDE, ACROSS = 20, 32
"""Of a tile, in pixels, and how many lie in a row of the sheet."""

LONGEST = 32
"""Tiles along the longer side of a board."""


class GameBoards:
    """Draws the positions of a game, each with the move that led to it, a little with each step."""

    def __init__(self, record: Record) -> None:
        art = load_art(record.game.name)
        self._record = record
        self._theme = Theme(1.5, "dark")
        self._picture = Picture(record.game, art, animated=False)
        self._picture.ground = self._theme.board_ground
        width, height = art.size
        unit = SIDE * LONGEST / max(width, height)
        self._size = tuple(-(-round(length * unit) // SIDE) for length in (width, height))
        self._surface = pygame.Surface((self._size[0] * SIDE, self._size[1] * SIDE))
        self._numbers: dict[bytes, int] = {}
        self._boards: list[tuple[int, ...]] = []

    def draw(self) -> Iterator[None]:
        """Goes on by a board with every two steps, neither of which takes longer than a frame may."""
        record = self._record
        for cursor, position in enumerate(record.positions):
            before = record.positions[cursor - 1] if cursor else None
            move = record.plies[cursor - 1].move if cursor else None
            self._picture.show(position, before, 0.0, move)
            self._surface.fill(self._theme.board_ground)
            self._picture.draw(self._surface, self._surface.get_rect(), self._theme, 0.0)
            yield
            self._boards.append(tuple(self._tiles()))
            yield

    def _tiles(self) -> Iterator[int]:
        """The numbers of the tiles that the surface is laid of."""
        columns, rows = self._size
        for y in range(rows):
            for x in range(columns):
                tile = self._surface.subsurface((x * SIDE, y * SIDE, SIDE, SIDE))
                yield self._numbers.setdefault(pygame.image.tobytes(tile, "RGB"), len(self._numbers))

    @property
    def tiles(self) -> BoardSprites:
        """All that was drawn."""
        rows = -(-len(self._numbers) // ACROSS)
        sheet = pygame.Surface((ACROSS * SIDE, rows * SIDE))
        for pixels, number in self._numbers.items():
            tile = pygame.image.frombytes(pixels, (SIDE, SIDE), "RGB")
            sheet.blit(tile, (number % ACROSS * SIDE, number // ACROSS * SIDE))
        png = io.BytesIO()
        pygame.image.save(sheet, png, "sheet.png")
        return BoardSprites(png.getvalue(), SIDE, ACROSS, self._size[0], tuple(self._boards))


def boards_of(record: Record) -> BoardSprites:
    """All boards of a game, at once, without a window."""
    off_screen()
    boards = GameBoards(record)
    for _ in boards.draw():
        pass
    return boards.tiles
