"""Shows the values of all legal moves on the squares, by a search or by a learned player: on the squares
where moves begin or, if a move is begun, where it may go."""

from dataclasses import dataclass
from functools import partial

from engines.contract import EXACT, Thought
from study.state.search_store import has_value
from study.state.study import Study


@dataclass(frozen=True)
class MovesOnSquares:
    """`best` has the best value of the moves of each square, for the player to move; None if none is known.
    `elsewhere` are the values of moves that begin with a button beside the board, by its name. `low` and
    `high` are the worst and best known value. `begun` is the square where the shown moves begin, "" if
    the best move of each square is shown."""

    thought: Thought
    begun: str
    best: dict[str, float | None]
    elsewhere: dict[str, float | None]
    low: float
    high: float

    def share(self, value: float | None) -> float | None:
        """How good a value is among all: 1 for the best, 0 for the worst; None for no value."""
        if value is None:
            return None
        return (value - self.low) / (self.high - self.low) if self.high > self.low else 1.0


def moves_on_squares(study: Study, begun: tuple[str, ...], pointed: str) -> MovesOnSquares | None:
    """The values for the clicks of a move that is `begun`; without clicks, for the square that is `pointed`
    at, if moves begin there. None if the shown position was not searched."""
    thought = study.thought_here
    if thought is None or not has_value(thought):
        return None
    position, squares = study.position, study.record.game.squares
    known = {move: row.value for move, row in study.searched.items() if row.bound == EXACT}
    clicks = partial(position.game.click_paths, position.state)
    paths = [(path, move) for move in position.moves for path in clicks(move)]
    first = begun or (pointed,)
    going_on = [(path, move) for path, move in paths if path[: len(first)] == first]
    if begun or going_on:
        paths = going_on
    best: dict[str, float | None] = {}
    elsewhere: dict[str, float | None] = {}
    for path, move in paths:
        done = len(first) if going_on else 0
        # The value is shown on the next square of the move's clicks; if none follows, on the last clicked
        # one.
        following = [name for name in path[done:] if name in squares]
        standing = [name for name in path[:done] if name in squares]
        place = following[0] if following else standing[-1] if standing else ""
        found, name = (best, place) if place else (elsewhere, path[0])
        values = [value for value in (found.get(name), known.get(move)) if value is not None]
        found[name] = max(values, default=None)
    values = list(known.values())
    low, high = min(values, default=0.0), max(values, default=0.0)
    return MovesOnSquares(thought, first[-1] if begun or going_on else "", best, elsewhere, low, high)
