"""Enters a move by clicks: from the legal moves as paths of clicks, finds the squares that can be clicked
next. It knows no game's rules."""

from games.position import Position

PLAY = "play"
"""The choice that is offered when the clicks so far are a whole move, and also the beginning of a longer
one."""


class ClickFilter:
    """The moves of one position, and the clicks of the person who is entering one."""

    def __init__(self, position: Position | None) -> None:
        self.position = position
        self.clicks: tuple[str, ...] = ()
        self._paths: list[tuple[tuple[str, ...], int]] = []
        if position is not None:
            game, state = position.game, position.state
            self._paths = [(path, move) for move in position.moves for path in game.click_paths(state, move)]

    @property
    def squares(self) -> frozenset[str]:
        """Squares that can be clicked next."""
        known = self.position.game.squares if self.position else ()
        return frozenset(name for name in self._next if name in known)

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices that are offered in addition to squares, in the order of the moves."""
        known = self.position.game.squares if self.position else ()
        choices = [name for name in dict.fromkeys(self._next) if name not in known]
        if self._next and self._complete is not None:
            choices.append(PLAY)
        return tuple(choices)

    @property
    def candidates(self) -> list[int]:
        """The moves that the clicks so far can still lead to."""
        n = len(self.clicks)
        return [move for path, move in self._paths if path[:n] == self.clicks]

    def squares_from_start(self) -> frozenset[str]:
        """Squares that can begin a move."""
        return frozenset(path[0] for path, _ in self._paths if path)

    def click(self, name: str) -> int | None:
        """Adds a click on a square or a choice. Returns the move if that completes one, else None."""
        if name == PLAY and name in self.choices:
            return self._finish(self._complete)
        self.clicks = (*self.clicks, name)
        return None if self._next else self._finish(self._complete)

    def clear(self) -> None:
        self.clicks = ()

    def back(self) -> bool:
        """Removes the last click. Returns whether there was one."""
        had = bool(self.clicks)
        self.clicks = self.clicks[:-1]
        return had

    def _finish(self, move: int | None) -> int | None:
        self.clicks = ()
        return move

    @property
    def _next(self) -> list[str]:
        n = len(self.clicks)
        return [path[n] for path, _ in self._paths if len(path) > n and path[:n] == self.clicks]

    @property
    def _complete(self) -> int | None:
        return next((move for path, move in self._paths if path == self.clicks), None)


def moves_over(position: Position, square: str, clicks: tuple[str, ...] = ()) -> tuple[int, ...]:
    """The legal moves that begin with these clicks and then enter a square; without clicks, those that begin
    or end there."""
    game, state = position.game, position.state
    found = []
    for move in position.moves:
        for path in game.click_paths(state, move):
            begins = path[: len(clicks)] == clicks
            if begins and (square in path[len(clicks) :] if clicks else square in (path[0], path[-1])):
                found.append(move)
                break
    return tuple(found)


def why_no_move_over(position: Position, square: str, side: str, clicks: tuple[str, ...] = ()) -> str:
    """Why `moves_over` finds none, in a sentence; `side` is the name of the side to move."""
    if not position.moves:
        return "The game is over here: there is no move to ask about."
    if clicks:
        return f"No move that begins with these clicks reaches {square}."
    return f"No move of {side} reaches or leaves {square}."
