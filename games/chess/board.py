"""Converts positions and moves of chess to those of python-chess, and back; reads FEN, and checks that a
position is possible. Imports are absolute, so `import chess` means python-chess.
"""

from typing import Literal

import chess
from pydantic import Field

from games.chess.kernel import (
    DTYPE,
    MOST_MOVES,
    NO_SQUARE,
    any_takes_en_passant,
    find_checks,
    from_square,
    full_key,
    promotion,
    to_square,
)
from games.contract import BLACK, WHITE, BadText, Options, State, new_state, squares_counted_from_a1
from games.fen_rows import read_number, read_rows, read_side

SQUARES = squares_counted_from_a1(8, 8)
ALL = (1 << 64) - 1
FIELDS = ("board", "side to move", "castling", "en passant", "halfmove clock", "fullmove number")
WHERE_LEFT_OUT = ("w", "-", "-", "0", "1")
"""The values of fields that a FEN leaves out at its end, as in python-chess."""
CORNERS = ((chess.H1, "K"), (chess.A1, "Q"), (chess.H8, "k"), (chess.A8, "q"))
"""The rook's square of each castling right, in the order of the bits of `castling`."""

IMPOSSIBLE = (
    (chess.STATUS_NO_WHITE_KING, "board: expected a white king, found none"),
    (chess.STATUS_NO_BLACK_KING, "board: expected a black king, found none"),
    (chess.STATUS_TOO_MANY_KINGS, "board: expected one king a side, found more"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "board: expected at most 8 white pawns, found more"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "board: expected at most 8 black pawns, found more"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "board: expected no pawn on the first and last rank, found one"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "board: expected at most 16 white pieces, found more"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "board: expected at most 16 black pieces, found more"),
    (
        chess.STATUS_BAD_CASTLING_RIGHTS,
        "castling: expected rights only where king and rook stand on their first squares",
    ),
    (
        chess.STATUS_INVALID_EP_SQUARE,
        "en passant: expected the square behind a pawn that has just gone two steps",
    ),
    (
        chess.STATUS_OPPOSITE_CHECK,
        "side to move: expected the side whose king is attacked, found the other",
    ),
    (
        chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK,
        "board: expected a check that some move can have given, found attackers of the king that "
        "cannot have come together",
    ),
)
"""What is wrong with a position, by the bits of python-chess's `Board.status`, the worst first."""


class ChessOptions(Options):
    """`quiet_limit`: plies without a capture or a pawn move that draw the game (over the board such
    a draw is claimed after 100 and forced after 150). `repetition`: the occurrence of a position
    that draws, 3 or 2 (over the board claimed at 3, forced at 5). 0 turns either off."""

    quiet_limit: int = Field(default=100, ge=0, le=MOST_MOVES)
    repetition: Literal[0, 2, 3] = 3


def board_of(state: State) -> chess.Board:
    """The position as a board of python-chess, without the moves that led to it."""
    board = chess.Board(None)
    types = [int(squares) & ALL for squares in state.types]
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = types[1:]
    white, black = (int(squares) & ALL for squares in state.sides)
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = white, black
    board.occupied = white | black
    board.turn = bool(state.to_move == WHITE)
    for bit, (corner, _) in enumerate(CORNERS):
        if state.castling >> bit & 1:
            board.castling_rights |= chess.BB_SQUARES[corner]
    board.ep_square = None if state.en_passant == NO_SQUARE else int(state.en_passant)
    board.halfmove_clock = int(state.quiet)
    board.fullmove_number = int(state.fullmove)
    return board


def state_of(board: chess.Board, options: ChessOptions) -> State:
    """The inverse of `board_of`, for a board whose `status()` is valid."""
    state = new_state(DTYPE)
    for square, piece in board.piece_map().items():
        bit = signed(chess.BB_SQUARES[square])
        state.sides[WHITE if piece.color == chess.WHITE else BLACK] |= bit
        state.types[piece.piece_type] |= bit
        state.board[square] = piece.piece_type
    state.to_move = WHITE if board.turn == chess.WHITE else BLACK
    for bit, (corner, _) in enumerate(CORNERS):
        if board.castling_rights & chess.BB_SQUARES[corner]:
            state.castling |= 1 << bit
    state.quiet = board.halfmove_clock
    state.fullmove = board.fullmove_number
    state.quiet_limit = options.quiet_limit
    state.repetition = options.repetition
    find_checks(state)
    state.en_passant = NO_SQUARE if board.ep_square is None else board.ep_square
    if board.ep_square is not None and not any_takes_en_passant(state):
        state.en_passant = NO_SQUARE
    state.key = full_key(state)
    return state


def signed(squares: int) -> int:
    """A set of squares of python-chess as the signed word that states have."""
    return squares - (1 << 64) if squares >> 63 else squares


def read_board(text: str) -> chess.Board:
    """The board that a FEN describes. Raises BadText for other text, and for a position that
    python-chess calls impossible."""
    fields = text.split()
    if not fields:
        raise BadText(f"board is missing: expected a FEN, {', '.join(FIELDS)}")
    if len(fields) > len(FIELDS):
        raise BadText(f"unexpected {fields[6]!r} after {FIELDS[5]}: expected 6 fields")
    fields += WHERE_LEFT_OUT[len(fields) - 1 :]
    board = chess.Board(None)
    for row, squares in enumerate(read_rows(fields[0], [8] * 8, "PNBRQKpnbrqk")):
        for file, letter in enumerate(squares):
            if letter != ".":
                board.set_piece_at((7 - row) * 8 + file, chess.Piece.from_symbol(letter))
    board.turn = read_side(fields[1]) == WHITE
    board.castling_rights = _read_castling(fields[2])
    board.ep_square = _read_en_passant(fields[3])
    board.halfmove_clock = read_number(fields[4], FIELDS[4], 0, MOST_MOVES)
    board.fullmove_number = max(1, read_number(fields[5], FIELDS[5], 0, MOST_MOVES))
    status = board.status()
    for bits, message in IMPOSSIBLE:
        if status & bits:
            raise BadText(message)
    if status != chess.STATUS_VALID:
        raise BadText(f"board: expected a possible position, python-chess says {status!r}")
    return board


def _read_castling(text: str) -> int:
    letters = "".join(letter for _, letter in CORNERS)
    if text != "-" and (set(text) - set(letters) or len(set(text)) != len(text)):
        raise BadText(f"castling: expected some of the letters {letters}, or -, found {text!r}")
    return sum(chess.BB_SQUARES[corner] for corner, letter in CORNERS if letter in text)


def _read_en_passant(text: str) -> int | None:
    if text == "-":
        return None
    if text not in SQUARES or text[1] not in "36":
        raise BadText(f"en passant: expected a square of rank 3 or 6, or -, found {text!r}")
    return SQUARES.index(text)


def chess_move(move: int) -> chess.Move:
    """The move as python-chess has it."""
    return chess.Move(from_square(move), to_square(move), promotion(move) or None)


def move_of(move: chess.Move) -> int:
    """The inverse of `chess_move`."""
    return move.to_square | move.from_square << 6 | (move.promotion or 0) << 12
