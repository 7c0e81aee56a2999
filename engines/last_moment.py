"""The move of a search that was stopped as it found out by how much that move is better than the best one.

It is played, for it is better by all that the search knows. But the value of a thought is that of the
position at the end of its line, and neither is known yet: so the move is searched once more, alone and less
deep (`Searcher._look_aside`).
"""

from dataclasses import replace

from engines.contract import Thought

SHARE_ASIDE = 32
"""What the move is worth is looked for with at most so small a part of the nodes that the search had, from
two plies on."""


def turned_to(thought: Thought, found: Thought) -> Thought:
    """What a player thinks who ends with the move of `found`, a search of it alone."""
    assert thought.move is not None and found.move is not None
    row = next(row for row in found.root_moves if row.move == found.move)
    move, other = thought.position.notation(found.move), thought.position.notation(thought.move)
    plies = "1 ply" if found.depth == 1 else f"{found.depth} plies"
    told = f"{move} came up as better than {other} at the last moment; its value is of {plies}."
    moves = tuple(row if each.move == row.move else each for each in thought.root_moves)
    return replace(thought, root_moves=moves).playing(row, told)
