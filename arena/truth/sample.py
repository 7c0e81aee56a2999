"""The usual sample of proven positions. A report card and the page Truth both use it, so that they state the
same figure for a heuristic.

Its positions come from all endgame tables of the game, which are made first where they are missing. In a game
without tables they come from near the ends of games, where a search proves each move. The number of positions
counts only those in which some moves keep the outcome and others do not.
"""

USUAL_POSITIONS = 400
SEED = 0

DEPTH = 1
"""The plies that a card looks ahead, so that the evaluation decides and not the search. Truth also looks
further."""

PROVER_NODES = 200_000
"""The limit of nodes for each of the two searches that prove a move."""

LEAST = 30
"""From fewer positions nothing is concluded."""
