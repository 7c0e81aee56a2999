"""The sample in which truth is measured unless somebody chooses another one: the same for a report card and
for the page Truth, so that both state one figure of a heuristic.

Its positions come from all endgame tables of the game, which are made first where they are missing. In a game
without tables they come from near the ends of games, where a search proves each move. Only positions in which
some moves keep the outcome and others do not count towards their number.
"""

USUAL_POSITIONS = 400
SEED = 0

DEPTH = 1
"""The plies that a card looks ahead, so that the evaluation decides and not the search. Truth also looks
further."""

PROVER_NODES = 200_000
"""The limit of nodes for each of the two searches that prove a move."""

LEAST = 30
"""With fewer positions nothing is concluded from them."""
