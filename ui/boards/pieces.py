"""The pieces on a board: their drawings, kept by size, and their motion from square to square."""

import math
from collections.abc import Collection, Mapping

import pygame

from study.state.changes import Memo
from ui.boards.board_art import BoardArt, Canvas
from ui.boards.motion import Change, Motion, between, eased
from ui.theme import Theme

NO_CHANGE = Change((), (), ())
SMALLEST = 8
"""The smallest size of a drawing, in pixels."""


class Pieces:
    """Draws pieces by the names that an art gives them."""

    def __init__(self, art: BoardArt) -> None:
        self.art = art
        self._drawings: Memo[dict[tuple[str, int], pygame.Surface]] = Memo()

    def forget(self) -> None:
        """Drops the drawings, because the size or theme has changed."""
        self._drawings = Memo()

    def drawing(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        """A piece in a square of `pixels`."""
        drawings = self._drawings.of(dict, theme)
        key = (piece, max(SMALLEST, pixels))
        found = drawings.get(key)
        if found is None:
            found = drawings[key] = self.art.piece_picture(*key, theme).convert_alpha()
        return found

    def draw(
        self, canvas: Canvas, piece: str, center: tuple[int, int], opacity: float = 1.0, pixels: int = 0
    ) -> None:
        """Draws a piece centred on a pixel, in `pixels` or else in its size on the board."""
        size = pixels or canvas.geometry.length(self.art.piece_size(piece))
        drawing = self.drawing(piece, size, canvas.theme)
        if opacity < 1.0:
            drawing.set_alpha(round(255 * opacity))
        canvas.surface.blit(drawing, drawing.get_rect(center=center))
        if opacity < 1.0:
            drawing.set_alpha(255)

    def fills(self, piece: str) -> bool:
        """Whether a piece covers its square, so that signs are drawn over it."""
        return self.art.piece_size(piece) >= self.art.tile

    def draw_all(
        self,
        canvas: Canvas,
        placement: Mapping[str, str],
        motion: Motion | None = None,
        now: float = 0.0,
        lifted: str = "",
        fills: bool = False,
        labelled: Collection[str] = (),
        foot: int = 0,
    ) -> None:
        """Draws the pieces of a placement: with `fills` those that fill their squares, else the others.
        During a motion they are drawn on their way. Leaves out the piece on the square `lifted`. On a
        `labelled` square, a piece that does not fill it leaves the lowest `foot` pixels free."""
        room = self._above(canvas, placement, foot) if foot and not fills else (1.0, 0)
        moved, part, way = NO_CHANGE, 1.0, ("", "")
        if motion is not None:
            staged, moved, part = motion.stage(now)
            # The move's way is shown with its last change. Changes before only turn a piece over.
            last = staged is motion.changes[-1][0]
            placement, way = (placement, motion.way) if last else (staged, ("", ""))
        soft = eased(part)
        sliding = {target for _, _, target in moved.slides}
        coming = {square for _, square in moved.came}
        leaving = {square: piece for piece, square in moved.left}
        center, at = self.art.center, canvas.geometry.at
        for square, piece in leaving.items():
            if self.fills(piece) != fills:
                continue
            if square in coming and self.art.flips(piece, placement.get(square, "")):
                continue  # drawn below, while it is turned over
            spot = center(square)
            if square == way[0] != way[1]:  # it attacked and lost: it moves to its target and vanishes
                spot = between(spot, center(way[1]), soft)
            self.draw(canvas, piece, at(spot), 1 - part**2)
        for square, piece in placement.items():
            if square in sliding or square == lifted or self.fills(piece) != fills:
                continue
            spot, opacity = center(square), 1.0
            if square in coming:
                if square in leaving and self.art.flips(leaving[square], piece):
                    self._draw_turned(canvas, leaving[square], piece, at(spot), part)
                    continue
                opacity = soft
            elif square == way[0] != way[1] and (piece, square) in moved.altered:
                # An attack: towards its target and back.
                spot = between(spot, center(way[1]), 0.3 * math.sin(math.pi * part))
            share, up = room if square in labelled else (1.0, 0)
            pixels = int(canvas.geometry.length(self.art.piece_size(piece)) * share)
            x, y = at(spot)
            self.draw(canvas, piece, (x, y - up), opacity, pixels)
            # A ring grows round a piece that survives an attack.
            if square == way[1] != way[0] and (piece, square) in moved.altered and part < 1.0:
                radius = canvas.geometry.length(self.art.tile * (0.3 + 0.2 * soft))
                width = max(2, canvas.theme.px(4))
                pygame.draw.aacircle(canvas.surface, canvas.theme.alarm, at(spot), radius, width)
        for piece, origin, target in moved.slides:
            if self.fills(piece) != fills:
                continue
            self.draw(canvas, piece, at(between(center(origin), center(target), soft)))

    def _above(self, canvas: Canvas, placement: Mapping[str, str], foot: int) -> tuple[float, int]:
        """How all these pieces are made smaller (a factor) and moved up (pixels), so that they are above the
        lowest `foot` pixels of their squares. It is the same for all: a pawn stays smaller than a king."""
        tile, highest, lowest = canvas.geometry.length(self.art.tile), 0, 0
        for piece in set(placement.values()):
            if not self.fills(piece):
                size = canvas.geometry.length(self.art.piece_size(piece))
                inked = self.drawing(piece, size, canvas.theme).get_bounding_rect()
                highest, lowest = max(highest, size // 2 - inked.top), max(lowest, inked.bottom - size // 2)
        share = min(1.0, (tile - foot) / max(1, highest + lowest))
        return share, max(0, math.ceil(lowest * share) - (tile // 2 - foot))

    def _draw_turned(
        self, canvas: Canvas, back: str, face: str, center: tuple[int, int], part: float
    ) -> None:
        """Draws a piece while it is turned over, about its vertical axis."""
        piece = back if part < 0.5 else face
        drawing = self.drawing(piece, canvas.geometry.length(self.art.piece_size(piece)), canvas.theme)
        size = max(1, round(drawing.get_width() * abs(math.cos(math.pi * part)))), drawing.get_height()
        if size[0] != drawing.get_width():
            drawing = pygame.transform.smoothscale(drawing, size)
        canvas.surface.blit(drawing, drawing.get_rect(center=center))
