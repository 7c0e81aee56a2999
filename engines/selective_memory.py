"""What a selective search (`engines.search.selective`) adds to its workspace: histories, and what it knows of
each ply of the path."""

from typing import Any

import numpy as np

from engines.search_hints import PIECE_TO

GAMES = ("chess", "isolation", "morris")
"""The games that a selective search plays: the turn passes with every move, and nothing is left to chance. In
others it would change the sign of a value where the turn does not pass, and it takes no means of outcomes."""

BACK = 6
"""How many plies before the root have a row, because histories look six plies back. The row of ply p is
p + BACK."""

PIECES_TO = 2 * PIECE_TO
"""The number of pieces, of both sides, times squares."""

NO_STEP, PASS = -1, -2
"""In place of a move: there was none, before the root; the turn was passed."""

CORRECTIONS = 4096
"""How many corrections are kept of each kind, for each side."""

CORRECTED_AFTER = (2, 4)
"""How many plies ago the moves were made that, each together with the last one, choose a correction."""

PLIES = 128
ROWS = PLIES + BACK + 2  # two more, because a node resets the rows of its children and grandchildren

FIELDS = (
    ("begun", "i8"),  # 1 + the generation of the root that the path was cleared for
    ("root_width", "f8"),  # of the window at the root
    # By row, what is known of the position there, and of the move made there:
    ("found", "i8", (ROWS,)),  # which moves are found so far: see `engines.search.selective.steps`
    ("left_out", "i8", (ROWS,)),  # the move that a search for a singular extension excludes, else NO_STEP
    ("expects_cut", "i8", (ROWS,)),  # 1 where some move is expected to be at least beta
    ("in_check", "i8", (ROWS,)),
    ("assessed", "f8", (ROWS,)),  # the evaluation for the player to move, NaN in check
    ("known", "i8", (ROWS,)),  # 1 if the table had an entry
    ("on_line", "i8", (ROWS,)),  # 1 in the principal variation, or if the table says that it was there
    ("number", "i8", (ROWS,)),  # of the move among those tried, from 1
    ("step", "i8", (ROWS,)),  # the move, NO_STEP or PASS
    ("piece_to", "i8", (ROWS,)),  # which piece went where
    ("took", "i8", (ROWS,)),  # what it took, in hundredths of a pawn
    ("standing", "i8", (ROWS,)),  # the sum of its histories, minus the usual sum
    ("doubled", "i8", (ROWS,)),  # moves of the path that were extended twice
    ("cutoffs", "i8", (ROWS,)),  # beta cut-offs there since the position two plies before was entered
    # How far evaluations are off, by the side to move and by what positions have in common:
    ("corrections", "i2", (2, 3, CORRECTIONS)),
    # By the last move and one before it, as `following`:
    ("corrections_after", "i2", (len(CORRECTED_AFTER), PIECES_TO + 1, PIECES_TO)),
    # How good moves have been:
    ("reply", "i8", (PIECES_TO,)),  # the quiet move that was last best after a move
    # How well a move has followed another: row 0 for none, then by piece and square.
    ("following", "i2", (PIECES_TO + 1, PIECES_TO)),
)
"""Fields of the record in `engines.workspace`."""


def row_of(ply: int) -> int:
    return ply + BACK


def clear_path(ws: Any) -> None:
    """Forgets the path and the killers of an earlier root. Call it at each root."""
    if ws.begun == 1 + ws.generation:
        return
    ws.begun = 1 + ws.generation
    for row in range(ROWS):
        ws.left_out[row] = NO_STEP
        ws.step[row] = NO_STEP
        ws.expects_cut[row] = 0
        ws.in_check[row] = 0
        ws.assessed[row] = np.nan
        ws.known[row] = 0
        ws.on_line[row] = 0
        ws.number[row] = 0
        ws.piece_to[row] = 0
        ws.took[row] = 0
        ws.standing[row] = 0
        ws.doubled[row] = 0
        ws.cutoffs[row] = 0
    for ply in range(PLIES):
        ws.killers[ply, 0] = NO_STEP
        ws.killers[ply, 1] = NO_STEP
