"""What the position editor edits in chess: a FEN, field by field, however wrong it still is."""

from dataclasses import dataclass, field

import chess

from games.chess import CORNERS, SQUARES
from games.contract import BLACK, WHITE

LETTERS = "KQRBNP"
CASTLING = "KQkq"
CASTLING_NAMES = {
    "K": "White, short",
    "Q": "White, long",
    "k": "Black, short",
    "q": "Black, long",
}
HOMES = {letter: (chess.E1 if letter.isupper() else chess.E8, rook) for rook, letter in CORNERS}
"""By castling right: the first squares of king and rook."""


@dataclass
class ChessSetup:
    """`pieces` by square, as letters of a FEN; `castling` and `en_passant` as wished for, of which
    `text` takes what the board allows."""

    pieces: dict[str, str] = field(default_factory=dict)
    to_move: int = WHITE
    castling: set[str] = field(default_factory=set)
    en_passant: str = "-"
    counters: tuple[str, str] = ("0", "1")

    palette = (tuple(LETTERS), tuple(LETTERS.lower()))
    """Pieces to place: White's and Black's."""

    def read(self, text: str) -> bool:
        """Takes over what can be understood of a FEN; whether its board could."""
        fields = text.split()
        board = chess.Board(None)
        try:
            board.set_board_fen(fields[0])
        except (ValueError, IndexError):
            return False
        fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
        self.pieces = {
            chess.square_name(square): piece.symbol() for square, piece in board.piece_map().items()
        }
        self.to_move = BLACK if fields[1] == "b" else WHITE
        self.castling = set(fields[2]) & set(CASTLING)
        self.en_passant = fields[3] if fields[3] in SQUARES else "-"
        self.counters = (fields[4], fields[5])
        return True

    def clear(self) -> None:
        self.pieces = {}
        self.castling = set()
        self.en_passant = "-"
        self.counters = ("0", "1")

    def start(self) -> None:
        self.read(chess.STARTING_FEN)

    def place(self, square: str, piece: str) -> None:
        """Puts a piece on a square; "" takes what stands there."""
        self.pieces.pop(square, None)
        if piece:
            self.pieces[square] = piece

    def flip_castling(self, letter: str) -> None:
        self.castling ^= {letter}

    def can_castle(self, letter: str) -> bool:
        """Whether king and rook stand where the right asks them to."""
        king, rook = (self.pieces.get(chess.square_name(square)) for square in HOMES[letter])
        return (king, rook) == (("K", "R") if letter.isupper() else ("k", "r"))

    def en_passant_squares(self) -> list[str]:
        """Squares that a pawn may just have passed, besides "-"."""
        rank, pawn, step = ("6", "p", 1) if self.to_move == WHITE else ("3", "P", -1)
        found = ["-"]
        for file in "abcdefgh":
            passed, front, behind = f"{file}{rank}", f"{file}{int(rank) - step}", f"{file}{int(rank) + step}"
            if self.pieces.get(front) == pawn and passed not in self.pieces and behind not in self.pieces:
                found.append(passed)
        return found

    @property
    def text(self) -> str:
        board = chess.Board(None)
        for square, piece in self.pieces.items():
            board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(piece))
        castling = "".join(
            letter for letter in CASTLING if letter in self.castling and self.can_castle(letter)
        )
        passed = self.en_passant if self.en_passant in self.en_passant_squares() else "-"
        turn = "b" if self.to_move == BLACK else "w"
        return f"{board.board_fen()} {turn} {castling or '-'} {passed} {' '.join(self.counters)}"
