"""The board of Isolation: a checkered 7×7 board; squares go dark once a piece has stood on them."""

import pygame

from games.contract import BLACK, WHITE, State
from games.isolation import SIZE, SQUARES
from study.setups.isolation import BURNED
from ui.boards.board_art import MARGIN, TiledArt, picture
from ui.theme import Theme


class IsolationArt(TiledArt):
    files = ranks = SIZE
    table = (0.0, 0.0, SIZE + 2 * MARGIN, SIZE + 2 * MARGIN)
    size = table[2:]
    tile = 0.94
    showcase = "3x3/1x1x3/2x1bx1/1x1x3/3w1x1/2x4/7 w"

    def pieces(self, state: State) -> dict[str, str]:
        standing = {name: BURNED for i, name in enumerate(SQUARES) if int(state.blocked) >> i & 1}
        for side, piece in ((WHITE, "knight_white"), (BLACK, "knight_black")):
            if state.pieces[side] >= 0:
                standing[SQUARES[state.pieces[side]]] = piece
        return standing

    def piece_size(self, piece: str) -> float:
        return self.tile if piece == BURNED else 0.88

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        if piece != BURNED:
            return picture(piece, pixels, theme)
        drawn = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        pygame.draw.rect(drawn, theme.board_burned, drawn.get_rect(), border_radius=pixels // 15)
        low, high = pixels * 0.36, pixels * 0.64
        width = max(2, pixels // 22)
        pygame.draw.aaline(drawn, theme.board_line, (low, low), (high, high), width)
        pygame.draw.aaline(drawn, theme.board_line, (low, high), (high, low), width)
        return drawn
