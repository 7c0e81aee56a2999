"""Extends lines that a search ends at a repeated position, up to where the rules end the game."""

from games.contract import ONGOING
from games.position import Position


def to_the_draw(position: Position, line: tuple[int, ...]) -> tuple[int, ...]:
    """The line, extended if its last position has occurred on it before: the same moves are repeated until
    the position has occurred often enough for a draw. Returns any other line unchanged."""
    ways = [position, *position.along(line)]
    end = ways[-1]
    if end.outcome != ONGOING:
        return line
    limit = int(end.game.repetition_limit(end.state))
    for ply, before in enumerate(ways[:-1]):
        if before.state.key == end.state.key:
            return line + line[ply:] * (limit - 2)
    return line
