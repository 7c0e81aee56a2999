"""The board of Nine Men's Morris: three joined squares. The stones not yet placed lie beside it."""

from collections.abc import Mapping

import pygame

from games.contract import BLACK, SIDE_NAMES, WHITE, State
from games.morris import LINES, SQUARES, STONES, stash_place
from games.position import Position
from study.setups.morris import PIECES, STASHES
from ui.boards.board_art import BoardArt, Canvas, Losses, draw_label, draw_table, missing, picture
from ui.theme import Theme

STASH_WIDTH = 1.0
"""Width of the columns beside the board, with the stones not yet placed, in units."""

EDGE = 0.75
"""Distance of the outermost lines from the board's rim, in units; the coordinates lie between."""


class MorrisArt(BoardArt):
    size = (6 + 2 * EDGE + 2 * STASH_WIDTH, 6 + 2 * EDGE)
    reach = 0.46
    tile = 0.9
    round_marks = True
    loses = True
    showcase = "1w1/b2/1b1/w1bw1b/1w1/w1b/2b b 2 2 0"

    def center(self, square: str) -> tuple[float, float]:
        if square in STASHES:
            side, number = STASHES[square]
            along = EDGE + 0.25 + number * (6 - 0.5) / (STONES - 1)
            if side == WHITE:
                return STASH_WIDTH / 2, self.size[1] - along
            return self.size[0] - STASH_WIDTH / 2, along
        file, rank = "abcdefg".index(square[0]), int(square[1])
        return STASH_WIDTH + EDGE + file, EDGE + 7 - rank

    def draw_ground(self, canvas: Canvas) -> None:
        surface, theme, geometry = canvas
        width, height = self.size
        draw_table(canvas, (STASH_WIDTH, 0.0, width - 2 * STASH_WIDTH, height))
        thick = max(2, geometry.length(0.045))
        for first, _, last in LINES:
            ends = [geometry.at(self.center(SQUARES[point])) for point in (first, last)]
            pygame.draw.line(surface, theme.board_line, ends[0], ends[1], thick)
        for name in SQUARES:
            pygame.draw.aacircle(
                surface, theme.board_line, geometry.at(self.center(name)), geometry.length(0.11)
            )
        beside = 0.17 if geometry.flipped else height - 0.17
        for i in range(7):
            along = EDGE + i
            draw_label(canvas, (STASH_WIDTH + along, beside), "abcdefg"[i])
            draw_label(canvas, (STASH_WIDTH + height - beside, along), str(7 - i))

    def pieces(self, state: State) -> dict[str, str]:
        standing: dict[str, str] = {}
        for side in (WHITE, BLACK):
            stones = int(state.stones[side])
            standing |= {name: PIECES[side] for i, name in enumerate(SQUARES) if stones >> i & 1}
            standing |= {stash_place(side, i): PIECES[side] for i in range(int(state.stash[side]))}
        return standing

    def stock(self, position: Position) -> Mapping[str, tuple[str, ...]]:
        """The stone that is placed next."""
        left = int(position.state.stash[position.to_move])
        return {stash_place(position.to_move, left - 1): ()} if left else {}

    def lost(self, start: Position, position: Position) -> Losses:
        """The stones that were taken."""
        before, now = (
            [
                (PIECES[side],) * (int(state.stones[side]).bit_count() + int(state.stash[side]))
                for side in (0, 1)
            ]
            for state in (start.state, position.state)
        )
        return missing(before[WHITE], now[WHITE]), missing(before[BLACK], now[BLACK])

    def describe(self, position: Position, place: str, reach: str = "") -> str:
        if place not in STASHES:
            return ""
        side, _ = STASHES[place]
        left = int(position.state.stash[side])
        stones = "1 stone" if left == 1 else f"{left} stones"
        text = f"{SIDE_NAMES[side].capitalize()} has {stones} still to place."
        if side == position.to_move:
            text += " Drag the first onto a free point, or click a point."
        return text

    def piece_size(self, piece: str) -> float:
        return 0.78

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        return picture(piece, pixels, theme)
