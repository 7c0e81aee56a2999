"""Where the arrows of a move go."""

import itertools

from games.position import Position
from ui.boards.art import Art
from ui.boards.motion import change


def ways(art: Art, position: Position, move: int) -> list[tuple[str, str]]:
    """From where to where a legal move's arrows go; from a square to itself for a placement."""
    game, found = position.game, []
    path = game.click_paths(position.state, move)[0]
    squares = [name for name in path if name in game.squares]
    if len(position.chances(move)) == 1:
        after = art.pieces(position.play(move).state)
        moved = change(art.pieces(position.state), after, art.center, art.kind)
        found = [(a, b) for _, a, b in moved.slides]
        found += [(square, square) for _, square in moved.left if square in game.squares]
        if moved.altered and len(squares) > 1:
            found = [(squares[0], squares[-1])]
    return found or list(itertools.pairwise(squares)) or [(square, square) for square in squares]
