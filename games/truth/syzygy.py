"""Syzygy tables, which a person has on the disk: chess endings of up to seven pieces. python-chess reads
them.

They say whether a position is won, drawn or lost, and in how many plies the next capture or pawn move comes,
which zeroes the counter of the fifty-move rule.
"""

import hashlib
import re
import struct
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from games.contract import DRAW, ONGOING, BadText
from games.position import Position
from games.random_stream import drawn_below
from games.safe_text import one_line
from games.truth.fate import DRAWN, Fate

if TYPE_CHECKING:
    import chess  # imported with the first table, because the settings name the folder at every start

NAME = "Syzygy"
"""The name of these tables among the checksums of a game's tables."""

SUFFIXES = WINS, ZEROING = ".rtbw", ".rtbz"
TABLE_NAME = re.compile(r"K[QRBNP]*vK[QRBNP]*")
MOST_KEPT = 10_000
"""The most boards whose fates are remembered."""


class Prober(Protocol):
    """A reader of the tables: `chess.syzygy.Tablebase`. Both methods raise KeyError for what no table
    knows."""

    def probe_wdl(self, board: "chess.Board") -> int:
        """For the side to move: 2 won, 1 won if the fifty-move rule is ignored, 0 drawn, -1 lost if it is
        ignored, -2 lost."""

    def probe_dtz(self, board: "chess.Board") -> int:
        """Plies to the next capture or pawn move, with the sign of the result."""


@dataclass
class Syzygy:
    """Tables of positions of up to `most_men` pieces, kings included. `checksum` is taken over the files'
    names and sizes, `names` are the names of the tables, such as KRvKP. Safe for several threads."""

    prober: Prober
    most_men: int
    checksum: str
    names: tuple[str, ...] = ()
    _kept: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def covers(self, position: Position) -> bool:
        """Whether a table may know the position: it has few enough pieces and no castling rights."""
        board, _, castling, *_ = position.text.split(" ")
        return castling == "-" and sum(map(str.isalpha, board)) <= self.most_men

    def fate(self, position: Position) -> Fate | None:
        """The fate of a position for its side to move, with the plies to the next capture or pawn move; None
        where no table knows it. It is drawn if these plies exceed the move limit, counted from here."""
        if position.outcome != ONGOING or not self.covers(position):
            return None
        found = self._probed(position.text)
        if found is None:
            return None
        result, plies = found
        limit = int(position.game.quiet_limit(position.state))
        if result == 0 or 0 < limit < plies:
            return DRAWN
        return Fate(result, plies, to_zeroing=True)

    def fates(self, position: Position) -> dict[int, Fate] | None:
        """The fate of each move for the side that makes it; None where the fate of any move is not known."""
        if self.fate(position) is None:
            return None
        found = {}
        for move in position.moves:
            after = position.play(move)
            if after.outcome != ONGOING:
                result = 0 if after.outcome == DRAW else 1 if after.outcome == position.to_move else -1
                found[move] = Fate(result, 1) if result else DRAWN
                continue
            fate = self.fate(after)
            if fate is None:
                return None
            zeroes = int(position.game.quiet(after.state)) == 0
            found[move] = Fate(-fate.result, 1, True) if zeroes and fate.result else fate.before_move
        return found

    def _probed(self, text: str) -> tuple[int, int] | None:
        """The result and the plies to zeroing of the position of a FEN; None where no table knows it."""
        board = " ".join(text.split(" ")[:4])
        with self._lock:
            if board not in self._kept:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                self._kept[board] = self._read(f"{board} 0 1")
            return self._kept[board]

    def _read(self, fen: str) -> tuple[int, int] | None:
        import chess

        board = chess.Board(fen)
        try:
            wins = self.prober.probe_wdl(board)
            plies = abs(self.prober.probe_dtz(board)) if wins else 0
        except (KeyError, ValueError, IndexError, OSError, struct.error):  # no table, or a damaged one
            return None
        return (wins > 0) - (wins < 0), plies


def open_syzygy(folder: Path) -> Syzygy:
    """The tables in a folder. Raises BadText where there are none."""
    try:
        sizes = {path.name: path.stat().st_size for path in folder.iterdir() if path.suffix in SUFFIXES}
    except OSError as error:
        raise BadText(f"{one_line(str(folder))}: cannot be read: {error.strerror or error}") from None
    stems = {Path(name).stem for name in sizes}
    whole = [
        stem for stem in stems if TABLE_NAME.fullmatch(stem) and {stem + WINS, stem + ZEROING} <= sizes.keys()
    ]
    if not whole:
        expected = f"expected Syzygy tables, such as KQvK{WINS} and KQvK{ZEROING}"
        raise BadText(f"{one_line(str(folder))}: {expected}, found none")
    listed = "".join(f"{name} {sizes[name]}\n" for name in sorted(sizes))
    checksum = hashlib.sha256(listed.encode()).hexdigest()
    names = tuple(sorted(whole, key=lambda stem: (len(stem), stem)))
    return Syzygy(_prober_of(folder), max(len(stem) - 1 for stem in whole), checksum, names)


def placed(name: str, word: int) -> str:
    """A FEN with the pieces of a table on squares drawn from a random word; the pieces before the "v" of its
    name are White's. "" where two pieces would stand on one square. The position may be impossible."""
    import chess  # takes long to import

    white, black = name.split("v")
    men = white + black.lower()
    squares = [drawn_below(word, number, 64) for number in range(len(men))]
    if len(set(squares)) < len(men):
        return ""
    board = chess.Board(None)
    for man, square in zip(men, squares, strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = drawn_below(word, len(men), 2) == 0
    return board.fen()


def _prober_of(folder: Path) -> Prober:
    import chess.syzygy  # takes long to import

    prober: Prober = chess.syzygy.open_tablebase(str(folder))
    return prober


_folder: Path | None = None
_opened: Syzygy | None = None


def look_in(folder: Path | None) -> str:
    """Makes this the folder of the tables from now on; None for no tables. Returns what is wrong with it, in
    one line, else ""."""
    global _folder, _opened
    _folder, _opened = folder, None
    if folder is not None:
        try:
            _opened = open_syzygy(folder)
        except BadText as error:
            return f"syzygy_folder: {error}"
    return ""


def looked_in() -> Path | None:
    """The folder of the tables, as the settings name it; None if they name none."""
    return _folder


def syzygy() -> Syzygy | None:
    """The tables in the folder that the settings name; None if they name none, or it has no tables."""
    return _opened
