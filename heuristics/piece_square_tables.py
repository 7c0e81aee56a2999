"""The piece-square tables that `classical` in `heuristics.chess` plays by: what each square is worth to each
piece, in the middle game and in the endgame, beside what it is worth wherever it stands.

They are our own, in hundredths of a pawn, fitted together with the heuristic's other figures, as
docs/strength.md says. The fit began from four fifths of the tables that Ronald Friederich published for PeSTO
("Re: New uci engine: Rofchade", talkchess.com, 28 August 2018), from which a figure moves as far as positions
ask for it. Printed from White's side with rank 8 on top.
"""

import numpy as np

from games.chess_tables import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK


def table(printed: str) -> np.ndarray:
    """float64[2, 64], by side and square, from eight printed rows of eight, rank 8 first; Black reads it
    mirrored top to bottom, not left to right."""
    rows = np.array(printed.split(), float).reshape(8, 8)
    return np.stack([rows[::-1].reshape(64), rows.reshape(64)])


def _by_piece(tables: dict[int, str]) -> np.ndarray:
    """float64[7, 2, 64]: by piece, side and square."""
    by_piece = np.zeros((7, 2, 64))
    for piece, printed in tables.items():
        by_piece[piece] = table(printed)
    return by_piece


SQUARES_IN_MIDDLE_GAME = _by_piece(
    {
        PAWN: """
               0    0    0    0    0    0    0    0
             131   53   50   85   68   97  -18   51
              23    9    1   34   47   31   27   32
              -5    8   20   22   34   14   12   -4
             -16  -10    9   13   12    8    3  -17
             -15  -13   -5  -20   -5   -8   16  -16
             -18    9   -1   -8   -5   17   35  -14
               0    0    0    0    0    0    0    0
        """,
        KNIGHT: """
            -141  -68  -59  -51   32 -114  -10  -94
             -69  -66    4   16    5   13  -35  -37
             -35   23  -12   36   48   57   36   34
              13   12   32   35   37   50   31   38
               2  -10   29   33   31   40    7   19
             -23   10    9   29   33   24   22  -12
             -27  -10  -10   17   23   12   15  -11
             -91  -24  -33   -9    7  -11  -22  -26
        """,
        BISHOP: """
              -9  -24  -79  -48  -35  -53  -25   -4
             -31  -31  -27  -52  -22   14  -27  -41
             -22   18    7   33   34   11   30   -9
              -4   29   22   51   25   47   28   -2
              17    4   22   33   34   18   13   18
               2   24   17   20   12   27   29   13
              41   22   25    9   18   27   33   41
              -5   13   -3  -17   -7  -12  -19   -9
        """,
        ROOK: """
              47   57   61   55   67   44   50   48
              13   -6   29   37   51   43  -12   30
               9    0   25   34   21   42   20   13
             -23    6   10   11   18   30    2  -15
             -33  -37    0  -21  -14    1  -11  -20
             -31  -16  -21   -7    2   -6   -2  -13
             -33   -9    8   -3    0    7  -10  -54
             -16  -12    3    7   11    1  -20  -11
        """,
        QUEEN: """
             -47  -12   25   -1   35   36   13   -1
             -44  -56  -47  -18  -43   12   -4   13
             -21  -22    0   14   14   34   39   26
             -19  -17  -14   -7    8   11   -7   17
              -2  -11    0    1   -3   -1    0   -9
             -19    8    4    6   20   12    7   -6
             -15   22   25   21   31   32   27   11
              -8    3    4   13    9  -12   -2  -37
        """,
        KING: """
             -38   24   19    1  -44  -29    2    7
              41    1  -21   -4  -11  -14  -28  -31
               0   30  -18  -11  -13    2   -3  -31
             -39  -20  -11  -36  -34   -5   -2  -39
             -29  -31  -63  -47  -45  -35  -39  -83
              -1  -14  -34  -40  -44  -64  -23  -49
              16   31   22  -31  -24  -13   29   18
              11   58   32  -30    4  -10   56   27
        """,
    }
)

SQUARES_IN_ENDGAME = _by_piece(
    {
        PAWN: """
               0    0    0    0    0    0    0    0
              95  149  138  116  133  113  160  121
              23   45   41   23   19   29   37   29
              10   16   -4  -10  -19   -1   11    6
               9    6  -12  -11  -13  -11    6    0
              -6    1   -2    1    0   -1  -16  -12
               9    4   10   13   25    4   -3   -2
               0    0    0    0    0    0    0    0
        """,
        KNIGHT: """
             -42  -22  -18  -29  -42  -33  -44  -82
              -5    3  -19   -5   -8  -14  -14  -31
             -20   -9   11   12   -5  -12  -12  -33
             -23    1   16   18   23    4   12  -21
             -15    1    9   19    8   -1   11  -11
             -14   -9    3    6    3   -7  -12  -21
             -27  -25   -7  -12  -11  -13  -27  -27
             -19  -22  -14  -22  -27  -14   -3  -46
        """,
        BISHOP: """
               6  -26   -9    0    0  -15  -22   -9
             -15   21    5   -5    8   -5   21  -19
               7   -4   16  -14   -8   21    1    7
               3    3    1    2    7   -9   -5    8
             -21   -4    6    8   -3   -1   -2  -29
              -2   -1    3   12    9   -1   -9  -17
             -31  -15  -13  -14   -9  -23  -27  -45
             -13  -19  -14  -18  -18  -18  -19  -15
        """,
        ROOK: """
              11    3  -17   -5   -7   -6    2    2
              17   19   15    5   -9    0   14    8
              13   14    5    6    2   -5   -2    4
              12    5   14   -5   -3   -1   -1   10
              20   11   -4   14    9  -22   -1    0
             -12  -20  -18   -6  -12  -22  -26  -27
             -26  -31  -12  -23  -25  -29  -38  -23
              -8  -12  -18  -21  -22  -19  -15  -31
        """,
        QUEEN: """
             -10   16   21   12   10   18    4    2
              16   28   26   38   47   26   32   23
             -22  -10    4   41   37   23   10   -3
              -1   22   42   55   61   61   51   27
              -2   19   26   37   28   43   30   31
             -11  -37    3    5    5    9   -9    8
              -1  -33  -57  -42  -45  -48  -42  -12
             -31  -21  -55  -83  -48  -62  -16  -37
        """,
        KING: """
             -69  -60    5   21   12   36    5  -62
              17   18   39   37   62   27   78    4
              -3   22   26   33   55    1    0   35
             -10   37   27   34   25   42   32    7
             -18    7   37   30   27   26   14    0
             -38    0    8   20   22   22   -2  -18
             -32  -18   -3    6    5    8  -18  -38
             -83  -67  -36  -34  -43  -40  -58  -75
        """,
    }
)
