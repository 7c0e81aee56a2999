"""Lines that a search ends where a position comes back, gone on with to where the rules end the game."""

from games.contract import ONGOING
from games.position import Position


def to_the_draw(position: Position, line: tuple[int, ...]) -> tuple[int, ...]:
    """The line, if its end stood on the board before on the way: with the same moves once more, until it
    stands there often enough for a draw. Any other line as it is."""
    ways = [position, *position.along(line)]
    end = ways[-1]
    if end.outcome != ONGOING:
        return line
    limit = int(end.game.repetition_limit(end.state))
    for ply, before in enumerate(ways[:-1]):
        if before.state.key == end.state.key:
            return line + line[ply:] * (limit - 2)
    return line
