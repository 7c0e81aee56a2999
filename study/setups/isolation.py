"""Sets up a position of Isolation: at most one knight for each side, and burned squares."""

from typing import ClassVar

from games.contract import Options
from games.isolation import SIZE, SQUARES
from study.setups.setup import LetterSetup, from_the_top

BURNED = "burned"


KNIGHTS = ("knight_white", "knight_black")
WORDS = {KNIGHTS[0]: "White's knight", KNIGHTS[1]: "Black's knight", BURNED: "A burned square"}


class IsolationSetup(LetterSetup):
    names: ClassVar = {"w": KNIGHTS[0], "b": KNIGHTS[1], "x": BURNED}
    rows = from_the_top(SQUARES, SIZE)
    palette = ((*KNIGHTS, BURNED),)
    hint = "A side without a knight places it with its first move."

    def __init__(self, options: Options) -> None:
        super().__init__()

    def put(self, square: str, piece: str) -> None:
        """Puts a piece on a square. A knight that is on another square moves here."""
        if piece in KNIGHTS:
            self.standing = {name: other for name, other in self.standing.items() if other != piece}
        super().put(square, piece)

    def leave_out(self, square: str) -> None:
        """Removes any piece except a knight: without it, its side would place it anywhere instead of jumping,
        so that the positions could not be compared."""
        if self.standing.get(square) not in KNIGHTS:
            super().leave_out(square)

    def piece_name(self, piece: str) -> str:
        return WORDS[piece]
