"""A position as everything outside the kernels handles it: immutable, passed by value."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from games.contract import DRAW, ONGOING, BadText, Game, State, copy_state, new_state
from games.repetition_history import NO_KEYS, RepetitionHistory


@dataclass(frozen=True, eq=False)
class Position:
    """A state, and the keys of the positions that a repetition could bring back.

    `earlier` holds the keys of the positions since the last irreversible move, oldest first, without the
    current one; it stays empty in games without repetition. `before` is the position before the last move and
    that move, as long as `earlier` is not empty.
    """

    game: Game
    state: State
    earlier: RepetitionHistory = field(default=NO_KEYS)
    before: "tuple[Position, int] | None" = field(default=None, repr=False)

    @classmethod
    def start(cls, game: Game, options: object = None, text: str | None = None) -> "Position":
        """The initial position, or that of `text`. Raises BadText."""
        chosen = game.options() if options is None else options
        return cls(game, game.initial(chosen) if text is None else game.parse(text, chosen))

    @cached_property
    def to_move(self) -> int:
        return int(self.state.to_move)

    @property
    def text(self) -> str:
        return self.game.format(self.state)

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """The legal moves in ascending order; none once the game is over."""
        if self.outcome != ONGOING:
            return ()
        out = np.zeros(self.game.max_moves, np.int32)
        return tuple(int(move) for move in out[: self.game.legal_moves(self.state, out)])

    @cached_property
    def occurrences(self) -> int:
        """How often this position has occurred, this time included."""
        return 1 + self.earlier.count(int(self.state.key))

    @cached_property
    def repeated(self) -> bool:
        limit = int(self.game.repetition_limit(self.state))
        return limit > 0 and self.occurrences >= limit

    @cached_property
    def outcome(self) -> int:
        """ONGOING, WHITE_WINS, BLACK_WINS or DRAW."""
        outcome = int(self.game.outcome(self.state))
        return DRAW if outcome == ONGOING and self.repeated else outcome

    @property
    def ending(self) -> str:
        """Why the game is over, as a sentence; "" while it is not."""
        if self.outcome == ONGOING:
            return ""
        if int(self.game.outcome(self.state)) == ONGOING:
            return f"The same position stood on the board {self.occurrences} times."
        return self.game.ending(self.state, self.outcome)

    def play(self, move: int, chance: int = 0) -> "Position":
        """The position after a legal move with the given chance outcome."""
        after = new_state(self.game.dtype)
        self.game.apply(self.state, move, chance, after)
        if self.game.has_repetition and self.game.quiet(after) > 0:
            return Position(self.game, after, self.earlier.then(int(self.state.key)), (self, move))
        return Position(self.game, after)

    def along(self, moves: Iterable[int]) -> "Iterator[Position]":
        """The positions after each move of a line, until a move that chance decides, which is left out."""
        position = self
        for move in moves:
            if len(position.chances(move)) > 1:
                return
            position = position.play(move)
            yield position

    def chances(self, move: int) -> tuple[float, ...]:
        """The probabilities of a move's chance outcomes; (1.0,) without chance."""
        count = int(self.game.chance_count(self.state, move))
        return tuple(float(self.game.chance_probability(self.state, move, i)) for i in range(count))

    def notation(self, move: int) -> str:
        """The move as people write it."""
        return self.game.notation(self.state, move)

    def effects(self, move: int) -> tuple[str, ...]:
        """What a legal move does besides going somewhere, each with its verb: "takes the queen"."""
        return self.game.effects(self.state, move)

    def move_text(self, move: int) -> str:
        """The move as the command line and JSON write it."""
        write = self.game.move_text or self.game.notation
        return write(self.state, move)

    def parse_move(self, text: str) -> int:
        """The legal move that `text` writes, in either notation. On failure raises a BadText that names what
        is legal. The signs for check and mate may be left out: Nf3 writes Nf3#, too. Castling may be written
        with zeros."""
        for write in (self.move_text, self.notation):  # programs' notation first, because it costs least
            for move in self.moves:
                if text == write(move):
                    return move
        unsigned = text.rstrip("+#")
        if unsigned in ("0-0", "0-0-0"):
            unsigned = unsigned.replace("0", "O")
        found = [move for move in self.moves if self.notation(move).rstrip("+#") == unsigned]
        if len(found) == 1:
            return found[0]
        some = ", ".join(self.move_text(move) for move in self.moves[:8]) or "none, the game is over"
        more = f" and {len(self.moves) - 8} more" if len(self.moves) > 8 else ""
        raise BadText(f"move: {text!r} is not legal here, expected one of {some}{more}")

    def copy_state(self) -> State:
        """A copy of the state, for a kernel that writes into it."""
        return copy_state(self.state)
