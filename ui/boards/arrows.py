"""The arrows of moves: from where to where they go, and how thick and opaque the arrows of several moves
are."""

import itertools
from collections.abc import Sequence

import pygame

from games.position import Position
from ui.boards.board_art import BoardArt
from ui.boards.motion import change
from ui.boards.overlays import Arrow

RANKED = ((0.16, 1.0), (0.11, 0.97), (0.08, 0.94), (0.06, 0.91), (0.05, 0.88))
"""Width in the picture's units, and opacity, of the arrows of the best moves, the best move first. Further
moves have no arrow."""


def ways(art: BoardArt, position: Position, move: int) -> list[tuple[str, str]]:
    """The start and end of each arrow of a legal move; both are the same square for a placed or a taken
    piece. If a move moves several pieces, only the clicked piece has an arrow: castling has the king's."""
    game, found = position.game, []
    path = game.click_paths(position.state, move)[0]
    squares = [name for name in path if name in game.squares]
    if len(position.chances(move)) == 1:
        after = art.pieces(position.play(move).state)
        moved = change(art.pieces(position.state), after, art.center, art.kind)
        slides = [(a, b) for _, a, b in moved.slides]
        found = [way for way in slides if way[0] == squares[0]] or slides if squares else slides
        found += [(square, square) for _, square in moved.left if square in game.squares]
        # A piece has changed on its square, as by an attack that it survives: the arrow follows the clicks.
        if moved.altered and len(squares) > 1:
            found = [(squares[0], squares[-1])]
    return found or list(itertools.pairwise(squares)) or [(square, square) for square in squares]


def ranked(art: BoardArt, position: Position, moves: Sequence[int], color: pygame.Color) -> list[Arrow]:
    """The arrows of a position's best `moves`, the best first. The worse a move, the thinner its arrow. The
    result ends with the best move, so that its arrow is drawn on top."""
    arrows = [
        Arrow(ways(art, position, move), color, side=position.to_move, width=width, strength=strength)
        for move, (width, strength) in zip(moves, RANKED, strict=False)
    ]
    return arrows[::-1]
