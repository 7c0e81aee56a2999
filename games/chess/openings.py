"""Finds the name of a chess opening by the position that its moves lead to, so that transpositions count,
too.

The codes come from the Encyclopaedia of Chess Openings; the names are the common English ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import chess

from games.contract import WHITE, State
from games.record import Record

LINES = """
A00 Polish Opening: b4
A00 Grob Opening: g4
A00 Van Geet Opening: Nc3
A01 Nimzowitsch-Larsen Attack: b3
A02 Bird's Opening: f4
A02 Bird's Opening, From's Gambit: f4 e5
A04 Réti Opening: Nf3
A06 Réti Opening: Nf3 d5
A07 King's Indian Attack: Nf3 d5 g3
A09 Réti Gambit: Nf3 d5 c4
A10 English Opening: c4
A13 English Opening, Agincourt Defence: c4 e6
A15 English Opening, Anglo-Indian Defence: c4 Nf6
A20 English Opening, Reversed Sicilian: c4 e5
A25 English Opening, Closed: c4 e5 Nc3 Nc6
A29 English Opening, Four Knights: c4 e5 Nc3 Nf6 Nf3 Nc6
A30 English Opening, Symmetrical: c4 c5
A40 Queen's Pawn Game: d4
A41 Queen's Pawn Game, Rat Defence: d4 d6
A43 Old Benoni Defence: d4 c5
A45 Indian Defence: d4 Nf6
A45 Trompowsky Attack: d4 Nf6 Bg5
A46 Indian Defence, Knights Variation: d4 Nf6 Nf3
A48 London System against the King's Indian: d4 Nf6 Nf3 g6 Bf4
A50 Indian Defence, Normal Variation: d4 Nf6 c4
A51 Budapest Defence: d4 Nf6 c4 e5
A52 Budapest Gambit, Adler Variation: d4 Nf6 c4 e5 dxe5 Ng4
A53 Old Indian Defence: d4 Nf6 c4 d6
A56 Benoni Defence: d4 Nf6 c4 c5
A57 Benko Gambit: d4 Nf6 c4 c5 d5 b5
A60 Modern Benoni: d4 Nf6 c4 c5 d5 e6
A80 Dutch Defence: d4 f5
A83 Dutch Defence, Staunton Gambit: d4 f5 e4
A87 Dutch Defence, Leningrad Variation: d4 f5 c4 Nf6 g3 g6 Bg2 Bg7 Nf3
A90 Dutch Defence, Classical Variation: d4 f5 c4 Nf6 g3 e6 Bg2
B00 King's Pawn Game: e4
B00 Nimzowitsch Defence: e4 Nc6
B00 Owen's Defence: e4 b6
B01 Scandinavian Defence: e4 d5
B01 Scandinavian Defence, Main Line: e4 d5 exd5 Qxd5 Nc3 Qa5
B01 Scandinavian Defence, Modern Variation: e4 d5 exd5 Nf6
B02 Alekhine's Defence: e4 Nf6
B04 Alekhine's Defence, Modern Variation: e4 Nf6 e5 Nd5 d4 d6 Nf3
B06 Modern Defence: e4 g6
B07 Pirc Defence: e4 d6 d4 Nf6 Nc3
B09 Pirc Defence, Austrian Attack: e4 d6 d4 Nf6 Nc3 g6 f4
B10 Caro-Kann Defence: e4 c6
B12 Caro-Kann Defence, Advance Variation: e4 c6 d4 d5 e5
B13 Caro-Kann Defence, Exchange Variation: e4 c6 d4 d5 exd5 cxd5
B14 Caro-Kann Defence, Panov Attack: e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6
B15 Caro-Kann Defence, Main Line: e4 c6 d4 d5 Nc3
B18 Caro-Kann Defence, Classical Variation: e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
B20 Sicilian Defence: e4 c5
B20 Sicilian Defence, Bowdler Attack: e4 c5 Bc4
B21 Sicilian Defence, Smith-Morra Gambit: e4 c5 d4 cxd4 c3
B22 Sicilian Defence, Alapin Variation: e4 c5 c3
B23 Sicilian Defence, Closed: e4 c5 Nc3
B27 Sicilian Defence, Open Variations: e4 c5 Nf3
B30 Sicilian Defence, Old Sicilian: e4 c5 Nf3 Nc6
B30 Sicilian Defence, Rossolimo Attack: e4 c5 Nf3 Nc6 Bb5
B32 Sicilian Defence, Open: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4
B33 Sicilian Defence, Sveshnikov Variation: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
B34 Sicilian Defence, Accelerated Dragon: e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6
B40 Sicilian Defence, French Variation: e4 c5 Nf3 e6
B41 Sicilian Defence, Kan Variation: e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6
B44 Sicilian Defence, Taimanov Variation: e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6
B50 Sicilian Defence, Modern Variations: e4 c5 Nf3 d6
B51 Sicilian Defence, Moscow Variation: e4 c5 Nf3 d6 Bb5+
B54 Sicilian Defence, Open: e4 c5 Nf3 d6 d4 cxd4 Nxd4
B56 Sicilian Defence, Classical Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
B70 Sicilian Defence, Dragon Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6
B76 Sicilian Defence, Dragon, Yugoslav Attack: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3
B80 Sicilian Defence, Scheveningen Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6
B90 Sicilian Defence, Najdorf Variation: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
B96 Sicilian Defence, Najdorf, Main Line: e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4
C00 French Defence: e4 e6
C00 French Defence, King's Indian Attack: e4 e6 d3
C01 French Defence, Exchange Variation: e4 e6 d4 d5 exd5 exd5
C02 French Defence, Advance Variation: e4 e6 d4 d5 e5
C03 French Defence, Tarrasch Variation: e4 e6 d4 d5 Nd2
C10 French Defence, Paulsen Variation: e4 e6 d4 d5 Nc3
C10 French Defence, Rubinstein Variation: e4 e6 d4 d5 Nc3 dxe4
C11 French Defence, Classical Variation: e4 e6 d4 d5 Nc3 Nf6
C15 French Defence, Winawer Variation: e4 e6 d4 d5 Nc3 Bb4
C20 Open Game: e4 e5
C20 Wayward Queen Attack: e4 e5 Qh5
C21 Centre Game: e4 e5 d4 exd4
C21 Danish Gambit: e4 e5 d4 exd4 c3
C23 Bishop's Opening: e4 e5 Bc4
C25 Vienna Game: e4 e5 Nc3
C29 Vienna Gambit: e4 e5 Nc3 Nf6 f4
C30 King's Gambit: e4 e5 f4
C31 King's Gambit Declined, Falkbeer Countergambit: e4 e5 f4 d5
C33 King's Gambit Accepted: e4 e5 f4 exf4
C34 King's Gambit Accepted, King's Knight's Gambit: e4 e5 f4 exf4 Nf3
C40 King's Knight Opening: e4 e5 Nf3
C40 Latvian Gambit: e4 e5 Nf3 f5
C40 Elephant Gambit: e4 e5 Nf3 d5
C41 Philidor Defence: e4 e5 Nf3 d6
C42 Petrov's Defence: e4 e5 Nf3 Nf6
C44 King's Pawn Game, Two Knights: e4 e5 Nf3 Nc6
C44 Ponziani Opening: e4 e5 Nf3 Nc6 c3
C44 Scotch Gambit: e4 e5 Nf3 Nc6 d4 exd4 Bc4
C45 Scotch Game: e4 e5 Nf3 Nc6 d4
C46 Three Knights Opening: e4 e5 Nf3 Nc6 Nc3
C47 Four Knights Game: e4 e5 Nf3 Nc6 Nc3 Nf6
C47 Scotch Four Knights Game: e4 e5 Nf3 Nc6 Nc3 Nf6 d4
C50 Italian Game: e4 e5 Nf3 Nc6 Bc4
C50 Italian Game, Hungarian Defence: e4 e5 Nf3 Nc6 Bc4 Be7
C50 Italian Game, Giuoco Piano: e4 e5 Nf3 Nc6 Bc4 Bc5
C51 Evans Gambit: e4 e5 Nf3 Nc6 Bc4 Bc5 b4
C53 Italian Game, Giuoco Piano, Main Line: e4 e5 Nf3 Nc6 Bc4 Bc5 c3
C50 Italian Game, Giuoco Pianissimo: e4 e5 Nf3 Nc6 Bc4 Bc5 d3
C55 Italian Game, Two Knights Defence: e4 e5 Nf3 Nc6 Bc4 Nf6
C57 Two Knights Defence, Knight Attack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5
C57 Two Knights Defence, Fried Liver Attack: e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7
C60 Ruy Lopez: e4 e5 Nf3 Nc6 Bb5
C63 Ruy Lopez, Schliemann Defence: e4 e5 Nf3 Nc6 Bb5 f5
C65 Ruy Lopez, Berlin Defence: e4 e5 Nf3 Nc6 Bb5 Nf6
C68 Ruy Lopez, Exchange Variation: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6
C70 Ruy Lopez, Morphy Defence: e4 e5 Nf3 Nc6 Bb5 a6
C80 Ruy Lopez, Open Variation: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4
C84 Ruy Lopez, Closed: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
C89 Ruy Lopez, Marshall Attack: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5
D00 Queen's Pawn Game, Closed: d4 d5
D00 Blackmar-Diemer Gambit: d4 d5 e4 dxe4 Nc3
D00 London System, Accelerated: d4 d5 Bf4
D02 Queen's Pawn Game, Zukertort Variation: d4 d5 Nf3
D02 London System: d4 d5 Nf3 Nf6 Bf4
D04 Colle System: d4 d5 Nf3 Nf6 e3
D06 Queen's Gambit: d4 d5 c4
D07 Queen's Gambit, Chigorin Defence: d4 d5 c4 Nc6
D08 Queen's Gambit, Albin Countergambit: d4 d5 c4 e5
D10 Slav Defence: d4 d5 c4 c6
D15 Slav Defence, Three Knights: d4 d5 c4 c6 Nf3 Nf6 Nc3
D20 Queen's Gambit Accepted: d4 d5 c4 dxc4
D30 Queen's Gambit Declined: d4 d5 c4 e6
D32 Queen's Gambit Declined, Tarrasch Defence: d4 d5 c4 e6 Nc3 c5
D35 Queen's Gambit Declined, Normal Defence: d4 d5 c4 e6 Nc3 Nf6
D35 Queen's Gambit Declined, Exchange Variation: d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5
D43 Semi-Slav Defence: d4 d5 c4 c6 Nf3 Nf6 Nc3 e6
D50 Queen's Gambit Declined, Pseudo-Tarrasch: d4 d5 c4 e6 Nc3 Nf6 Bg5
D80 Grünfeld Defence: d4 Nf6 c4 g6 Nc3 d5
D85 Grünfeld Defence, Exchange Variation: d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5
E00 Indian Defence, East Indian: d4 Nf6 c4 e6
E01 Catalan Opening: d4 Nf6 c4 e6 g3
E04 Catalan Opening, Open Defence: d4 Nf6 c4 e6 g3 d5 Bg2 dxc4
E11 Bogo-Indian Defence: d4 Nf6 c4 e6 Nf3 Bb4+
E12 Queen's Indian Defence: d4 Nf6 c4 e6 Nf3 b6
E20 Nimzo-Indian Defence: d4 Nf6 c4 e6 Nc3 Bb4
E32 Nimzo-Indian Defence, Classical Variation: d4 Nf6 c4 e6 Nc3 Bb4 Qc2
E40 Nimzo-Indian Defence, Rubinstein Variation: d4 Nf6 c4 e6 Nc3 Bb4 e3
E60 Indian Defence, West Indian: d4 Nf6 c4 g6
E61 King's Indian Defence: d4 Nf6 c4 g6 Nc3 Bg7
E70 King's Indian Defence, Normal Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4
E76 King's Indian Defence, Four Pawns Attack: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4
E80 King's Indian Defence, Sämisch Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3
E90 King's Indian Defence, Classical Variation: d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3
"""
"""ECO code, name, and after the colon the moves in SAN."""

LONGEST = 30
"""Plies into a game after which no name is looked up."""

Placement = tuple[int, ...]
"""The squares of each kind of piece and of White's pieces, and whether White is to move."""


@dataclass(frozen=True)
class Opening:
    """A named line; `moves` in SAN."""

    code: str
    name: str
    moves: tuple[str, ...]


def openings() -> Iterator[Opening]:
    """The built-in list."""
    for line in LINES.strip().splitlines():
        head, _, moves = line.partition(": ")
        code, _, name = head.partition(" ")
        yield Opening(code, name, tuple(moves.split()))


def _placement_on(board: chess.Board) -> Placement:
    pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (*pieces, board.occupied_co[chess.WHITE], int(board.turn))


def _placement_of(state: State) -> Placement:
    all_squares = (1 << 64) - 1
    pieces = (int(squares) & all_squares for squares in state.types[1:])
    return (*pieces, int(state.sides[WHITE]) & all_squares, int(state.to_move == WHITE))


@lru_cache(maxsize=1)
def _by_placement() -> dict[Placement, Opening]:
    known: dict[Placement, Opening] = {}
    for opening in openings():
        board = chess.Board()
        for move in opening.moves:
            board.push_san(move)
        known[_placement_on(board)] = opening
    return known


def opening_of(record: Record, plies: int | None = None) -> Opening | None:
    """The opening of a chess game: of its first `plies` plies (None: all), the last position that has a name.
    None if no position has one."""
    last = len(record.plies) if plies is None else min(plies, len(record.plies))
    for position in reversed(record.positions[1 : min(last, LONGEST) + 1]):
        opening = _by_placement().get(_placement_of(position.state))
        if opening is not None:
            return opening
    return None


def opening_name(record: Record, plies: int | None = None) -> str:
    """Code and name of the opening, as in "C60 Ruy Lopez"; "" if there is none, or none yet."""
    opening = opening_of(record, plies)
    return f"{opening.code} {opening.name}" if opening else ""
