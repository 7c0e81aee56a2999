"""Sets up a position of chess: the fields of a FEN, even while they are not legal yet."""

from collections.abc import Sequence
from typing import Any, ClassVar

import chess

from games.chess.board import CORNERS, SQUARES, ChessOptions
from games.chess.kernel import MOST_MOVES
from games.contract import BLACK, WHITE
from study.setups.setup import (
    ChoiceField,
    FieldRow,
    LetterSetup,
    Number,
    Switch,
    field_of,
    from_the_top,
    number_of,
)

LETTERS = "KQRBNP"
CASTLING = "KQkq"
CASTLING_NAMES = {
    "K": "White, short",
    "Q": "White, long",
    "k": "Black, short",
    "q": "Black, long",
}
HOMES = {letter: (chess.E1 if letter.isupper() else chess.E8, rook) for rook, letter in CORNERS}
"""The squares on which king and rook start, by castling right."""

CASTLES, EN_PASSANT, QUIET, FULLMOVE = "castling", "en passant", "quiet", "fullmove"


class ChessSetup(LetterSetup):
    """`castling` and `en_passant` are what the person has chosen. `text` has only what the board allows of
    it."""

    names: ClassVar = {letter: letter for letter in LETTERS + LETTERS.lower()}
    rows = from_the_top(SQUARES, 8)
    palette = (tuple(LETTERS), tuple(LETTERS.lower()))
    letters = names

    def __init__(self, options: ChessOptions) -> None:
        super().__init__()
        self.castling: set[str] = set()
        self.en_passant = "-"
        self.quiet, self.fullmove = 0, 1

    def clear(self) -> None:
        super().clear()
        self.read_fields(())

    def piece_name(self, piece: str) -> str:
        side = "White" if piece.isupper() else "Black"
        return f"{side}'s {chess.piece_name(chess.PIECE_SYMBOLS.index(piece.lower()))}"

    def can_castle(self, letter: str) -> bool:
        """Whether king and rook are on the squares of the castling right."""
        king, rook = (self.standing.get(chess.square_name(square)) for square in HOMES[letter])
        return (king, rook) == (("K", "R") if letter.isupper() else ("k", "r"))

    def en_passant_squares(self) -> list[str]:
        """Squares that a pawn may just have passed, and "-"."""
        rank, pawn, step = ("6", "p", 1) if self.to_move == WHITE else ("3", "P", -1)
        found = ["-"]
        for file in "abcdefgh":
            passed, front, behind = f"{file}{rank}", f"{file}{int(rank) - step}", f"{file}{int(rank) + step}"
            if (
                self.standing.get(front) == pawn
                and passed not in self.standing
                and behind not in self.standing
            ):
                found.append(passed)
        return found

    def fields(self, square: str) -> Sequence[FieldRow]:
        castling = [
            Switch(
                f"{CASTLES} {letter}",
                "O-O" if letter in "Kk" else "O-O-O",
                f"Whether castling is still allowed: {CASTLING_NAMES[letter].lower()}.",
                letter in self.castling and self.can_castle(letter),
                WHITE if letter.isupper() else BLACK,
                self.can_castle(letter),
            )
            for letter in CASTLING
        ]
        passed = self.en_passant_squares()
        options = [(name, "none" if name == "-" else name) for name in passed]
        tip = "The square that a pawn has just passed with two steps."
        value = self.en_passant if self.en_passant in passed else "-"
        en_passant = ChoiceField(EN_PASSANT, "En passant on", tip, value, options, len(options) > 1)
        tip = "Plies without a capture or a pawn's move: too many of them make a draw."
        quiet = Number(QUIET, "Plies without capture or pawn", tip, self.quiet, 0, MOST_MOVES)
        tip = "The number of the next move."
        fullmove = Number(FULLMOVE, "Number of the move", tip, self.fullmove, 1, MOST_MOVES)
        return (
            FieldRow(castling, "Castling still allowed"),
            FieldRow((en_passant,)),
            FieldRow((quiet,)),
            FieldRow((fullmove,)),
        )

    def set(self, name: str, value: Any, square: str) -> None:
        if name == EN_PASSANT:
            self.en_passant = value
        elif name == QUIET:
            self.quiet = value
        elif name == FULLMOVE:
            self.fullmove = value
        else:
            letter = name.removeprefix(f"{CASTLES} ")
            self.castling = self.castling | {letter} if value else self.castling - {letter}

    def read_fields(self, fields: Sequence[str]) -> None:
        self.castling = set(field_of(fields, 0, "-")) & set(CASTLING)
        passed = field_of(fields, 1, "-")
        self.en_passant = passed if passed in SQUARES else "-"
        self.quiet = number_of(fields, 2, 0, MOST_MOVES)
        self.fullmove = number_of(fields, 3, 1, MOST_MOVES)

    def written_fields(self) -> Sequence[str]:
        castling = "".join(
            letter for letter in CASTLING if letter in self.castling and self.can_castle(letter)
        )
        passed = self.en_passant if self.en_passant in self.en_passant_squares() else "-"
        return castling or "-", passed, str(self.quiet), str(self.fullmove)
