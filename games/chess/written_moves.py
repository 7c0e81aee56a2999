"""Moves of chess as people and other programs write them: castling with zeros or small letters, figurines,
the dashes of a printed text, "e.p." behind a move."""

import re

import chess

from games.contract import BadText
from games.game_tree import SIGNS

_FIGURINES = "♔♕♖♗♘♙♚♛♜♝♞♟"
_DASH = "[-\u2010-\u2015\u2212]"
_CHECK = "[+#†‡]*"
_EN_PASSANT = r"e\.?p\.?"

CASTLING = re.compile(rf"[0OoОо]{_DASH}[0OoОо](?:{_DASH}[0OoОо])?")
"""The letters O and o may be Latin or Cyrillic."""

MOVE = (
    rf"(?:[KQRBN{_FIGURINES}]?\ufe0e?[a-h]?[1-8]?(?:[x×]|{_DASH})?[a-h][1-8](?:=?[QRBNKqrbnk♕♖♗♘♛♜♝♞])?"
    rf"|{CASTLING.pattern}|--|Z0|@@@@|0000){_CHECK}(?:{_EN_PASSANT}{_CHECK})?"
)
"""What a move looks like, or a null move."""

END = rf"(?:1{_DASH}0|0{_DASH}1|1/2(?:{_DASH}1/2)?|½(?:{_DASH}½)?|\*)"
"""How the text of a game ends."""

_PLAIN = {
    **str.maketrans(_FIGURINES.replace("♙", "").replace("♟", ""), "KQRBNKQRBN", "♙♟\ufe0e"),
    **str.maketrans("×\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "x-------"),
}
_LEFT_OUT = re.compile(rf"(?:{_CHECK}{_EN_PASSANT})?{_CHECK}$")

WORD = re.compile(
    rf"(?:[0-9]+[.…]+|(?!0000)[0-9]+$|[0-9]+(?={MOVE}))?[.…]*"
    rf"(?:(?:(?P<move>{MOVE})(?P<sign>{'|'.join(map(re.escape, sorted(SIGNS, key=len, reverse=True)))})?[.,]?"
    rf"|{_EN_PASSANT}{_CHECK})(?P<rest>(?:{END}|[0-9]+[.…]).*)?|{END})?"
)
"""A word between blanks: the number of a move, the move, its mark, and what sticks to it."""

LONGEST_WORD = 60
"""The most characters of a word that is read as a move; a longer one is no move."""


def plain(text: str) -> str:
    """A move of a text as python-chess reads it, without the signs of check and mate."""
    text = _LEFT_OUT.sub("", text, count=1).translate(_PLAIN)
    return re.sub("[0oОо]", "O", text) if CASTLING.fullmatch(text) else text


def shortened(word: str) -> str:
    """The word, or only its beginning if it is long, for a message."""
    return word if len(word) <= 20 else word[:20] + "…"


def read_move(text: str, board: chess.Board) -> chess.Move:
    """The legal move that a text writes. On failure raises a BadText that quotes the text and says what is
    wrong with it."""
    shown = shortened(text)
    try:
        move = board.parse_san(plain(text))
    except chess.AmbiguousMoveError:
        raise BadText(f"{shown!r} fits more than one piece in {board.fen()!r}") from None
    except chess.IllegalMoveError:
        raise BadText(f"{shown!r} is not legal in {board.fen()!r}") from None
    except ValueError:
        raise BadText(f"expected a move, found {shown!r}") from None
    if not move:
        raise BadText(f"expected a move, found the null move {shown!r}")
    return move
