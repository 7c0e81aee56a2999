"""The proven result of a position."""

from dataclasses import dataclass

from games.truth.retrograde import plies_of


@dataclass(frozen=True)
class Fate:
    """How the game ends for one side if both play perfectly. `result` is 1 won, 0 drawn, -1 lost. `plies` is
    the number of plies until the game is won or lost, 0 for a draw. With `to_zeroing` it is the number of
    plies until the next move that zeroes the counter of the move limit: Syzygy's tables know no more."""

    result: int
    plies: int = 0
    to_zeroing: bool = False

    @classmethod
    def of(cls, outcome: int) -> "Fate":
        """The fate of an outcome in a table (`games.truth.retrograde`)."""
        if outcome == 0:
            return DRAWN
        return cls(1 if outcome > 0 else -1, plies_of(outcome))

    @property
    def before_move(self) -> "Fate":
        """The fate for the other side, one ply earlier."""
        return Fate(-self.result, self.plies + 1, self.to_zeroing) if self.result else self

    @property
    def order(self) -> tuple[int, int]:
        """The sort key of a fate, larger is better: a win sooner, a loss later."""
        return self.result, -self.result * self.plies

    @property
    def in_words(self) -> str:
        if not self.result:
            return "drawn"
        word = "won" if self.result > 0 else "lost"
        if not self.to_zeroing:
            return f"{word} in {self.plies}"
        plies = "1 ply" if self.plies == 1 else f"{self.plies} plies"
        return f"{word}, {plies} to a capture or pawn move"


DRAWN = Fate(0)
