"""The board of Toy: nine tiles, and plates for stones. Lengths are in squares."""

import pygame

from games.contract import State
from games.toy import SIZE, SQUARES, letter_at
from ui.boards.board_art import BoardArt, Canvas, picture
from ui.boards.side_plates import PLATES
from ui.theme import Theme


class ToyArt(BoardArt):
    size = (SIZE, SIZE)
    reach = 0.5
    tile = 0.94
    round_marks = False
    showcase = "2b/1w1/w2 b"

    def center(self, square: str) -> tuple[float, float]:
        number = SQUARES.index(square)
        return number % SIZE + 0.5, SIZE - number // SIZE - 0.5

    def draw_ground(self, canvas: Canvas) -> None:
        surface, theme, geometry = canvas
        for name in SQUARES:
            pygame.draw.rect(surface, theme.board_light, geometry.square(self.center(name), self.tile))

    def pieces(self, state: State) -> dict[str, str]:
        letters = {name: letter_at(state, number) for number, name in enumerate(SQUARES)}
        return {name: PLATES["wb".index(letter)] for name, letter in letters.items() if letter != "."}

    def piece_size(self, piece: str) -> float:
        return 0.8

    def piece_picture(self, piece: str, pixels: int, theme: Theme) -> pygame.Surface:
        return picture(piece, pixels, theme)
