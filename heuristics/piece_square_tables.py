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
             101   44   26   75   52   78    3   39
              17   -2   16   26   43   30   10   31
               2    7    8   24   32   22    0   -3
             -15  -22    5    5    9    3   -7  -19
             -14  -18   -9  -17  -11  -12   11  -12
             -14    1   -8  -10   -3   12   33  -11
               0    0    0    0    0    0    0    0
        """,
        KNIGHT: """
            -139  -67  -52  -51   30 -112  -11  -92
             -67  -66   -4   11   12   12  -40  -39
             -29   11  -16   47   56   63   31   34
              19   20   33   34   47   40   37   45
               0   -3   29   35   26   50   32   16
             -26    8    4   25   27   24   19  -12
             -38  -10   -8   11   22   15   10    1
             -90  -30  -35  -23    1  -15  -21  -33
        """,
        BISHOP: """
             -16  -22  -70  -43  -33  -45  -21    7
             -34  -34  -30  -46  -29   21  -13  -41
             -17   26    1   33   29   20   28    0
              -9   19   24   52   20   39   30   -1
              12   -3   26   33   39   21   -3   21
              -2   24   19   15    2   30   22   -3
              39   19   18    0   17   27   22   40
              -9   16   -5   -8   -2  -17  -13   -4
        """,
        ROOK: """
              38   57   73   63   67   51   51   50
              15    6   33   43   54   43   -8   42
              11   -1   27   35   21   47   13   15
              -6    1   14   15   27   13    1  -23
             -48  -32  -11  -18  -10    2  -13  -28
             -27   -6  -15  -26   -6  -12   -7  -22
             -35  -27  -16   -4    1   -2   13  -62
             -15   -9    5   13   21   14  -24  -13
        """,
        QUEEN: """
             -58   -4   19    2   40   38   14   -1
             -53  -56  -48  -23  -33   17   -2    2
             -30  -32  -17    6   21   34   49   27
             -31  -20  -17   -2   -2   14   -6   25
              -1  -26   -4   -2   -5   -2   13   -2
             -18    8   -4   10   13   18   21   -3
             -14   22   23   23   30   32   24   22
             -11    5    9   19   12  -11   -2  -28
        """,
        KING: """
             -27   17   13    2  -32  -23    2    4
              29    3  -12   -2  -11   -6  -31  -22
               0   21  -10   -6  -14    4   -4  -21
             -25  -15   -3  -23  -21    0   -1  -31
             -24  -20  -41  -26  -33  -32  -33  -67
             -12   -3  -15  -34  -29  -51  -14  -35
               7   24   18  -15  -10  -16   20   -4
              -4   53   31  -18    7  -12   45   11
        """,
    }
)

SQUARES_IN_ENDGAME = _by_piece(
    {
        PAWN: """
               0    0    0    0    0    0    0    0
              48   90  113   88  104   98  105   52
              24   34   32   23   32   13   19   19
               7   -2   -1   -4   -5    3    6    3
               5   11   -5    0    0   -3    2    1
              -3   -4   -8    2   12   -2  -14  -15
               9    4    6   10   17    3   -4   -8
               0    0    0    0    0    0    0    0
        """,
        KNIGHT: """
             -47  -16  -20  -33  -41  -32  -46  -85
              -7   17  -18   -5   -6  -15   -6  -33
             -12  -14   18   13   -3  -13   -9  -35
              -8    4   17    5   10   10   -2  -21
             -14    1    6   13   12    1    1  -22
              -4  -11   13    9    5   -3  -21  -18
             -28  -28  -13   -8  -10  -17  -27  -22
             -32   -9   -3  -19  -21  -28  -11  -41
        """,
        BISHOP: """
               8  -19  -14    2   -6   -9  -18   -9
             -13    7    8    6   23    5   17  -17
              -7   -5   17    1    5   27   -2    7
              -2    3    8    2   14   -1   -3   -4
             -23  -10   11   -1   -2    4   -1  -17
             -13    0   -1    3   10   -7  -23  -19
             -29  -22  -17   -2  -17  -28  -20  -27
             -15  -24  -18  -15  -18  -14  -20   -8
        """,
        ROOK: """
               2    0    2   -4    0   15    4   -1
              16   15    1    7   -1    6   27    1
              21    7    1   -8    0   -2    6   -4
              16    6    8   -1   -8    2    6    8
              22   16   -6    9   11  -17    5  -15
               5  -12   -2   -2  -15  -21  -17  -18
             -27  -24  -10  -32  -30  -30  -36  -17
             -22  -26  -24  -38  -39  -42  -11  -40
        """,
        QUEEN: """
              -3   26   20   16   15   27   16   15
              22   35   33   41   53   31   38   19
             -23  -12   -3   45   30   14   11   -4
              -4   24   41   48   60   52   49   25
              -8   13   29   44   17   41   26   37
              -7  -42    1    1    1   13    1    5
               7  -36  -55  -56  -39  -52  -48   -9
             -29  -16  -56  -91  -63  -61  -18  -33
        """,
        KING: """
             -47  -31   10   17    6   17   15  -51
               8   31   38   15   21   28   25   -4
              -1   20   22   24   13   24   27    8
               3   26   31   33   21   21   40    5
             -27    4   25   25   34   23   22  -15
             -46  -10   20   22   20   33   -4  -25
             -41   -9  -12    5    1    9  -10  -27
             -56  -47  -35  -23  -35  -25  -48  -65
        """,
    }
)
