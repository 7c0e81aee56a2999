"""EPD: lists of chess positions with the moves that should (bm), or should not (am), be played there."""

import re
from collections.abc import Iterator

import chess

from games.chess.board import read_board
from games.chess.pgn_tags import INVISIBLE
from games.chess.written_moves import read_move
from games.contract import BadText, ListedPosition, PositionList
from games.text_files import mistakes_in

FIELDS = re.compile(r"(\S+\s+\S+\s+\S+\s+\S+?)(?=[\s;]|$)(?:\s+(\d+)(?:\s+(\d+))?(?=[\s;]|$))?")
"""The position: four fields, and the two counters that a FEN has besides."""

OPERATION = re.compile(r'\s*([^\s;"]+)((?:[^;"]|"(?:[^"\\]|\\.)*"?)*);?')
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"?|([^\s"]+)')
COUNTERS = ("hmvc", "fmvn")


def read_epd(text: str) -> Iterator[ListedPosition]:
    """Every position of the text, also those without a move; lines that begin with # are remarks. On failure
    raises a BadText that names the line that is wrong."""
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(f"[{INVISIBLE}]", " ", line).strip()
        if line and not line.startswith("#"):
            with mistakes_in(f"line {number}"):
                yield _position(line, number)


def _position(line: str, number: int) -> ListedPosition:
    position = FIELDS.match(line)
    if position is None:
        raise BadText(f"expected a position of four or six fields, found {line[:60]!r}")
    operations = {found[1]: found[2].strip() for found in OPERATION.finditer(line, position.end())}
    numbers = [_text(operations.get(code, "")) for code in COUNTERS]
    usual = (position[2] or "0", position[3] or "1")
    counters = (given if given.isdecimal() else other for given, other in zip(numbers, usual, strict=True))
    board = _board(" ".join((position[1], *counters)))
    best, avoid = (_moves(operations.get(code, ""), board) for code in ("bm", "am"))
    name = _text(operations.get("id", "")) or f"line {number}"
    return ListedPosition(number, name, board.fen(en_passant="fen"), best, avoid)


def _board(fen: str) -> chess.Board:
    """The position of a FEN; castling rights without their rook are left out."""
    try:
        return chess.Board(fen)
    except ValueError:
        return read_board(fen)  # says in our words what is wrong


def _text(operands: str) -> str:
    """The operands of an operation as one text, without quotes."""
    words = (
        re.sub(r"\\(.)", r"\1", word[1]) if word[1] is not None else word[2]
        for word in TEXT.finditer(operands)
    )
    return " ".join(words)


def _moves(operands: str, board: chess.Board) -> tuple[str, ...]:
    words = _text(operands).replace(",", " ").split()
    return tuple(read_move(word.rstrip("!?") or word, board).uci() for word in words)


EPD = PositionList("EPD", ".epd", read_epd)
