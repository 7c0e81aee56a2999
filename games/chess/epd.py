"""EPD: lists of chess positions with the moves that should (bm), or should not (am), be played there."""

from collections.abc import Iterator
from typing import Any

import chess

from games.contract import BadText, ListedPosition, PositionList
from games.safe_text import one_line, shown


def read_epd(text: str) -> Iterator[ListedPosition]:
    """Every position of the text; lines that begin with # are remarks. BadText names the line that is
    wrong."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield _position(line.strip(), number)
            except (BadText, ValueError, IndexError, AssertionError) as error:
                raise BadText(f"line {number}: {one_line(str(error))}") from None


def _position(line: str, number: int) -> ListedPosition:
    board = chess.Board()
    operations = board.set_epd(line)
    best, avoid = (_moves(operations.get(code, [])) for code in ("bm", "am"))
    name = str(operations.get("id", f"line {number}"))
    return ListedPosition(number, name, board.fen(en_passant="fen"), best, avoid)


def _moves(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadText(f"expected moves after bm or am, found {shown(value)}")
    return tuple(move.uci() for move in value)


EPD = PositionList("EPD", ".epd", read_epd)
