"""What a piece is worth in endings by its distances to pawns and kings, and a king by those to pawns.

A distance is the number of files between two squares, and the number of ranks that the other piece stands
ahead, as the piece's side moves. Each table has a row for each number of ranks, 7 ahead on top, 7 behind at
the bottom, and a column for each number of files, 0 to 7. In each block the left table is for own pawns or
the own king, the right one for the other side's. In hundredths of a pawn; docs/lab/strength.md says how the
figures were found.
"""

import numpy as np

from games.bits import lowest_bit
from games.chess.kernel import king_square
from games.chess.tables import BISHOP, BIT, KING, KNIGHT, PAWN, QUEEN, ROOK
from games.contract import State
from heuristics.chess.attacks import Side

Printed = dict[int, str]
"""By piece: a block of two tables."""

PAWNS = {
    KNIGHT: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     5   2   4   2   3   2   4   0
          0   1   0   0  -1   0   0   0     2   2   2   0   0   2   3   1
          2   3   1   0   0   2  -1   0     3   6   0   0   2   3   4   1
          2   4   2   3   2  -1  -1   0    -3   6  -1   6   3   0   4   1
          4   6   4   6   1   3  -1   0     7   1   1   2   5   3   6   4
         -3   7   1   5   4   3   3   1     2  -1   5   2   5   5   5   1
          0   5   7   6   5   4   4   2     0   4   5   1   4   6   5   0
          3   5   3   4   3   2   2   4     1   9   0   6   7   3   0   2
          6   4   4   4   4   3   1   3     3   5   6   3   4   2   1   1
          4   7   5   7   5   0   1   5     3   0   3   1   0   2   2   0
          5   6   4   3   4   3   4   0    -1   0  -1   0   2   0   0   0
          5   3   4   2   6   1   2   0     1   0   0   0   0   0   0   0
          1   1  -1  -1   0   0   0  -1     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    BISHOP: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     2   7   5   4   5   9   3   1
          0   0  -1   1  -2   1   0   0     4   2   5   1   7   5   6   3
         -3  -2  -4   0   2  -2   1   0     0   5   3   4   2   6   5   4
          2  -6   2   1   1  -1   1  -1     3   0   7   1   4   4   5   1
          0   3  -2   6   1   5   0   2     2   4   0   6   3   6   4   2
         -4  -3   5   2   5   2   0   0     2   2   3   4   5   2   2   5
          0   2   2   4   2   1   1   1     0   8   2   6   3   3   3   2
         -1   7   3   2   2   1  -1   2     7   2   6   2   2   2   3   3
          3   6  -1   2   1   2  -1   1     5   4   3   5   0   3   3   1
          3   1   4   2   0   1   3   4     2   3   3   2   4   2   1   3
         -3   3   0   0   5   3   4   1     3   0   1   1   1   1   1   0
          2   1   2   0   3   3   1   3    -1   0  -1   0   0   0   1   0
         -1   3   1   1   1   0   0   1     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    ROOK: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     1   2   4   4   2   6   8   4
          0   2   2   2   1  -1   0  -3    -4   0   2   0   2   6   7   4
          0   7   2   4   3   6   1  -1    -3   0   0   0   2   4   6   3
          1   6   5   4   4   1   0  -2    -2   0   2   1   3   4   5   5
         -2   3   5   3   1   0   0   0    -1   1   2   2   4   4   6   3
          1   3   5   2   3   1   1   2     0   3   2   4   4   5   6   6
          0   2   5   3   5   3   3   2     0   3   3   3   4   4   6   4
          6   8   6   5   4   4   1   2     7   4   3   2   4   4   5   4
          5   6   5   4   3   4   1   4     5   3   1   3   2   3   5   3
          6   5   5   4   4   3   1   3     6   3   1   0   1   1   1   2
          6   5   5   5   3   4   0   2     0   1  -1  -1   4   1   0   1
          5   3   5   5   4   2   3   3     1   0  -1  -1  -1  -2   0   0
          1   2   2   1  -1   1   2   2     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    QUEEN: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     1  -3   0   0  -1  -1  -1   0
          0   0   0   0   0   0   0   0     0  -2   1  -2   1   1  -1  -1
         -1  -1   0   0   1  -1   0  -1     1  -3  -1   0   1   2   0   1
         -2   0   1   1   1   0  -1   0     5  -5  -1   1   1   1   2   2
         -1  -1  -2   2   0   0   0  -1     0  -3   5   1   0   6   1   2
         -3  -3  -2   0   2   0   1  -1     6   0  -2  -1   1   0   1   0
          0   0  -1  -4   0   2   1   0     0   7   4   8   5   4   3   2
          3   0   2   0  -1   2   1   1     8   7   2   0   3   0   3   4
          2   3   3   2   2   3   0   0     5   0   0   1   1  -3  -2   0
          5   3   1   2   6   2   3   1     0   0   0   1  -2   0  -1  -1
          5   3   1   2   3   4   2   0     0   2   0   1   1   0   0   0
          2   5   4   1   5   3  -1   0     0   0   0   0   0   0   0   0
          1   0  -1   0   0  -1  -2   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    KING: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     2   0   1   2   2   0   1   0
         -2  -2  -4  -2  -1   0   0   0    -1  -1   1   2   0  -2  -2  -1
         -5  -8  -7  -7  -5  -4  -3  -2     3   0   1   2  -2  -2   0  -1
         -6  -5  -4  -3  -3  -5  -5  -2     2  -1   0   0  -1  -1  -1  -3
         -3  -2   1  -3  -3  -2  -4  -6     0   4   0   1   1   1  -2  -2
         -5  -4   2   1  -2  -1  -2  -8    14   0   9   5   3  -2  -2  -1
          0   1   2   1   0  -1   0  -6     0  15  10   4   1   1   1   0
         -3   0   3   3   1   1  -1  -2    13  13   9   7   0  -2  -1  -2
          0   2   5   2   1   1  -2  -2     7   9   5   1  -1  -3  -5  -1
          3   3   5   1   2  -2  -2  -2     5   2   1  -1   0  -2  -1   0
          1   3   3  -1  -1  -2  -1   0     0   0   0   0   1   0   0   0
         -1   0   0   0   0  -1   1   0     0   0   0   0   0   0   0   0
         -1   0  -1   0   0  -1   1   0     0   0   0   0   0   0   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
}
"""By piece, to own pawns and to the other side's, passed pawns left out."""

PASSED_PAWNS = {
    KNIGHT: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          0   0   1   1   1   0  -1   0     1   2   0  -2  -1   1   0   0
          0   0   2   0   0   0   0   0     1  -1  -3  -3  -1  -2   0   0
          0   3   1  -1  -1  -2   0   0    -6  -1  -3   0  -3   0  -1  -1
          3   2   3   1  -2  -2  -4   0    -4  -1  -3  -2  -1  -3  -3   1
          1   3   4   1  -2   1  -1  -1     2  -5  -1  -2  -1   0  -1   0
          1   6   0   5   0  -3  -1  -1     0   0  -2   1   3   0   0  -2
          0   5   5   3   1  -1  -1  -1     0   2   1   4   2  -1   0  -2
          3   1   1  -2  -1  -2  -3   1     1   2  -2   2   0   0  -1   0
          2   1   0   1   2   0   0   0     2   1   0   0  -2  -5  -1  -1
          1   0   1   1  -2   2   1   1     1  -2   0  -2  -4  -2  -1  -2
          1   1  -1  -2  -1   0   0   0    -2  -3  -1  -3  -3  -2  -2  -1
          0  -1   0   0   0   0   0   0    -2  -1  -2  -2   0  -2  -1   0
          0   0   0   0  -1   0  -1   0     0  -1  -1  -1  -1   0   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    BISHOP: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
         -1   1   0  -1  -2   1  -1   0     2   2   2  -1   0  -1   1   0
         -1   1  -2  -2   0   0   0   0     2   0   3   3   0  -1   0   0
          0   4  -3   1  -5   1   1   1     2   2   1   2  -1   0   1   0
          1  -1   2  -5  -1  -1   1   2     5  -1   2  -1   0  -1   2   1
          3   1  -4   1   2   0  -2  -1     3   2  -3  -1   1  -1   3  -1
         -2   1   5  -1   3  -2  -1  -2     5  -1   3   0   3   2  -1   0
          0   2   4   1  -1   0  -2  -1     0   4   1   3   4   2   1   1
          1   6   2  -1   1  -3  -3  -1     4   0   1   3   4   1   1   1
          3   3   2   0   0  -1  -1   0     1  -1   2   3   5   3   2   1
          4   3  -2   1  -4  -1   0  -1     1   1   1   3   3   4   2   1
          1   1   1  -1   2   1   1   0    -1   2   1   4   3   2   3   0
         -1  -2   1  -2   0   2  -1   0     1   0   3   1   2   2   2   1
          0   1  -2   0   1  -1   0   0     0   1   0   1  -1   1   0   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    ROOK: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          4   5   1   3   1   1   0   1    -1  -1   2  -1  -1  -2  -1   1
          7   4   2   2   1   1   3   0    -2  -3  -2   2  -1  -1   0   2
          8   3   4   3   0   1   2   1    -5  -1   0  -3  -1  -3   1   0
          1   3   1   0  -2   0   1   1    -6  -3  -1   0  -1  -3  -1  -1
          0   2   1  -2  -2   1  -2   1    -4  -2   0   1   3  -1  -1   1
          0   2   1  -1  -3   3   0  -2     3   0  -2  -3  -2  -3  -4  -1
          0   2   0  -2  -2  -1  -2  -1     0   0   1   1  -1  -2  -2   1
          4   3   2   3   0  -1   1   1     2   2   3   1   0   1  -2   0
         -5   3   1   3   1   0   2   1     2   3   2  -1  -1   0   1   1
         -1   1  -1   1   0   1   0   0     2   0   1   0   1  -1   0   2
          1   2   1   2   0   0   0   0     3   0   3   2  -3  -1  -1   3
          0   0  -1   0  -1  -2  -1  -1    -4   3   3  -1   0   0  -1   1
          0  -1   1  -2   0  -1   1   0     0   4   1  -1   1   3   1   2
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    QUEEN: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          1   0   0   0   0   0   0   0     1   0  -1   0  -1   0   0   0
          0   1   1   0   0   0   1   0     0   0   0  -1   0   0   0   0
         -1   0   0   1   1  -1   0   0     2  -1  -1  -1  -1   0   0   0
         -1   0   0   0   1   1   0   0     4   1   0   1   0   0   0   1
         -1   1   0  -2   1   0   0   0     2   0   2  -1  -1   0  -1   1
         -1   0   1   2   0   1   1   0     3   1  -1  -1   0   0   0  -2
          0   0   2   1   0  -1   1   1     0   3   3   1   3   3   0   1
          0  -1   4   2   1   1   0   0     2   6  -2   3   1   1   0   0
         -2   1   0   1   3   1   2   0     2   3   4  -1  -1   1   0   0
          1   2   0  -1   2   1   1   0     2   1   2   3  -2   1   0  -1
          0   1   2  -1   1   1   0   1     1   0   0   2   0  -2   0   0
          1   1   2   1   1   0   1   0     1  -1   0   0   0   1  -2   0
          0   0   0   0   1   1   0   0    -1  -1  -1  -1  -1   1  -1  -1
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
    KING: """
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
          4   8   5   7   2   4   5   0    -1  -2  -2   0  -2  -5  -5  -3
          0   0   1   1   5  -4  -1   2     3   0  -3  -1  -5  -3  -6  -4
         -3  -1  -3  -6  -4  -8  -3   4     6   4   2  -1  -3  -5  -2  -2
         -3  -3  -7  -5  -9 -10  -8   0     9   2   0  -1  -2  -4  -1   4
         -2   1  -2  -7  -7  -9  -7  -4    10   2   4  -1  -4  -4   1   7
          2  -2   3   0  -4  -7  -4  -4     2   0   5  -4  -4  -4   2   8
          0   5   7   3  -1  -4  -4  -4     0  -2   4  -5  -4  -4   6   9
         13  11   9   3   0  -4  -2  -2     4  -2  -1  -6  -8  -4   4  10
         11  16  11   3   1  -2  -1   0     1   0  -3  -6  -8  -1   1   8
         11  13   9   3   1  -2  -3  -2    -3  -2  -5  -6  -8  -5  -1   6
          6   5   4   1   1  -2   0  -1     0  -4  -2  -3  -5  -5  -1   4
          0   1   1   0  -1   0  -1   0     1   2   3   2   1   0   2   4
          0   0   0   0   0   0   0   0     0   1   2   4   3   3   1   0
          0   0   0   0   0   0   0   0     0   0   0   0   0   0   0   0
    """,
}
"""The same to passed pawns."""

KINGS = {
    KNIGHT: """
          0   0   0   0   0   0   0   0    -1   0  -5  -1  -2  -1   0   0
          0  -1   0   0   0   0   0   0    -4   0   0  -1   0   1  -1   0
         -1   0   0   0   0   0   0   0     3   1   2   0   3   1   1  -1
          0   0  -1   1   1  -1  -1   0     1   0   5   1   2   3   0  -2
         -2  -1   2   1   0   0   0  -1     1   2   0   5   2   2   1  -1
          1   3   1   2  -1  -1  -2  -1    -4   0  -1   1   2   3   1  -2
          4   4   3   1   1  -3  -3  -1     5   2   0   0   0   3   1   0
          0   3   1  -3   0  -5  -4  -3     0   2  -4  -3   3   1   0  -2
          3   1   1   3   1  -4  -3  -2    -1   3   0  -1   1  -1  -2   0
          4   4   2   3   0  -1  -2  -3    -2   0  -5  -4   1   1   0   0
          2   2   1   3   1  -2  -1  -2    -6  -3  -2   2  -1   1  -1   0
          4   1   2   1   1  -1  -5  -2     0  -1   0   0   0   1   0   0
         -1   0   3   1   2   2  -2  -1     0  -1   0   0   0  -1   0   0
         -1  -1  -1   1  -2   0   1   0     0   0   0   0   0   0   0   0
          0  -1  -1   0  -2  -1   0   0     0   0   0   0   0   0   0   0
    """,
    BISHOP: """
          0   0   0   0   0   0   0   0    -2   1  -1   0  -4   0  -2   0
          0   0   0  -1   0   1   0   0     2  -4   1  -2  -2  -3   1   0
          0  -2  -1  -1   0   0   1   0    -4   2  -3   1  -3   4  -1  -1
         -4  -2  -2   1   0  -1   0   0     2  -4  -1  -4   6  -3   0  -2
         -1  -3  -2   0  -1   0  -1   0    -5   0  -4   5  -3   2  -3   0
         -1  -1  -2   0  -3  -3  -1  -1    -4  -6   8  -3   1  -2  -1   0
          2  -1  -1  -4  -1   0  -1  -2     1   0  -5  -1  -3   5   1   1
          0  -2  -3  -2  -2  -3   0   2     0   2  -3  -1   1  -2   2   0
          4   4   4   2  -3   0   0   0     4   0   1   3   0   1  -1   0
          2   3   2  -1   3   1   0  -2     1   2   2   3   1   2   2   0
          2   2   0   2   0   2  -2  -1     0   3   3   1   2   1   0   0
          2   2   3   0   3   1   2  -1     1   2   1   4   0   3   0   0
          0   1   1   3  -1   3   0   1    -1   1   1   0   2   0   1   0
          2   0   2   0   4   1   0  -1     0   0   0   0   1  -1   0   0
          1   2   0   1  -1   0   1   0     0   0   0   0   0   0   0   0
    """,
    ROOK: """
          0   1   0   1   0   0   0   0     0   1   2   2   1   4   2   0
          1  -2   2   1   1   0   1   2     4   2   2   5   3   4   3   1
         -2  -1  -2   0   0  -1   3   1     1   0   3   5   2   4   2   3
          0  -2   0  -1   0  -1   1   2    -2   0   1   3   3   2   2   0
          0  -2  -3  -2  -1   2   2   1    -1   0   3   1   3   4   3   3
         -2  -2   1  -1  -1   2   2   2    -3  -3   0   3   4   3   2   1
         -5  -5  -1  -1  -3   2   0   1     0   2  -1   0   0   0   1  -1
          0  -2   0   0   2   1   4   5     0   0  -2   5   6   6   5   3
         -2  -3  -2  -1  -1   1   0   3     0   2  -6  -4  -3  -4  -5  -5
          0  -2   1  -1  -1  -1   2   4    -1  -5  -3   0  -1  -1   0   1
          1  -1  -1   1  -1   0   4   3    -4  -3  -1   0   2   0  -1  -1
          1  -2  -1  -1   0   0   2   1     0  -3   0   1   0  -1  -1   0
          1   1   0   1   1   2   2   3    -4  -2  -3  -1  -1   0  -1   0
          1   0   1   0   1   1   3   2    -1  -3  -3  -2  -1  -1   0   0
          2   2   3   3   1   1   2   2    -2  -1   0  -1   0   0   0   0
    """,
    QUEEN: """
          0   0   0   0   0   0   0   0    -1  -3  -2  -1  -2  -2  -2   0
          0   0   1   0   0   0   0   0    -1  -4  -2  -2  -1   0   0  -2
          0   1   1   0   0   0   0   0     0  -2   0   2  -1   4  -2  -3
          0   0   1   1   1   0   0   0     2   2   1   1   4  -2  -3  -2
          0   0   1   0   1   1   0   0     5   6   4   7   3   0  -3  -3
         -1   1   0   1   2   0   0   1     6  11  10   9   4   0  -2  -5
         -3  -2   2   1   2   0   0   1     0   0  14   9   3   1  -5  -4
          0  -3  -1   1   2   2   2   0     0   0   8   4   5  -1  -4  -4
         -1  -4  -1   0   1   1   2   1     0   0   7   6   0  -5 -10  -8
         -1  -2  -1   1   4   4   2   1     4   9   6   9   5   1  -1  -2
          0   1   0   1   3   6   2   0     2   4   6   4   2   0  -1  -1
          2   0   0   2   2   2   1   0     1  -1   2   1   2  -1  -2  -1
          3   0   0   1   2   3   0   0    -1  -2  -2   0  -1   0  -1  -1
          1   3   1   3   1   2   0   1     0  -4  -2  -1   0  -1   0  -1
          1   0   0   1   0  -1  -1   0     0  -2  -1  -1  -1   0  -1   0
    """,
}
"""By piece, to the own king and to the other one."""

SAME, DIFFERENCES = 119, 240
"""The index of two pieces on one square, and the number of indices. A square's number is its own on a board
of 16 files, so that a difference of two numbers has one number of files and one of ranks."""

NUMBERS = np.array([square + (square & 56) for square in range(64)])
"""By square: its number on a board of 16 files."""


def _by_difference(printed: Printed) -> np.ndarray:
    """float64[2, 3360]: for the other side's and own pieces, by NO_DIFFERENCE and the difference."""
    tables = np.zeros((2, KING + 1, 2, DIFFERENCES))
    for piece, block in printed.items():
        own_and_other = np.array(block.split(), float).reshape(15, 2, 8)[::-1, ::-1]
        for ahead in range(-7, 8):
            for files in range(-7, 8):
                worth = own_and_other[ahead + 7, :, abs(files)]
                tables[:, piece, 0, SAME + 16 * ahead + files] = worth
                tables[:, piece, 1, SAME - 16 * ahead + files] = worth
    return tables.reshape(2, -1)


TO_PAWNS = np.concatenate([_by_difference(PAWNS), _by_difference(PASSED_PAWNS)])
"""float64[4, 3360]: for the other side's and own pawns, and for the other side's and own passed ones."""

TO_KINGS = _by_difference(KINGS)
"""float64[2, 3360]: for the other and the own king."""

NO_DIFFERENCE = np.arange(2 * (KING + 1)).reshape(KING + 1, 2) * DIFFERENCES + SAME
"""int64[7, 2], by piece and side: where a table has the worth of two pieces on one square."""


def distances_of(state: State, side: int, square: int, shared: tuple[Side, Side]) -> float:
    """The worth of a piece's or king's distances to all pawns, and of a piece's to the kings."""
    piece, own = state.board[square], state.sides[side]
    start, passed = NO_DIFFERENCE[piece, side] - NUMBERS[square], shared[0].passed | shared[1].passed
    worth = 0.0
    bits = state.types[PAWN]
    while bits != 0:
        pawn = lowest_bit(bits)
        bits ^= BIT[pawn]
        # Without a branch: which pawns are passed cannot be foreseen.
        kind = (own >> pawn & 1) + 2 * (passed >> pawn & 1)
        worth += TO_PAWNS[kind, start + NUMBERS[pawn]]
    worth += TO_KINGS[0, start + NUMBERS[king_square(state, 1 - side)]]
    return worth + TO_KINGS[1, start + NUMBERS[king_square(state, side)]]
