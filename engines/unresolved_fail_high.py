"""The move of a search that was stopped as it found out by how much that move is better than the best one.

It is played, for it is better by all that the search knows. But the value of a thought is that of the
position at the end of its line, and neither is known yet: so the move is searched once more, alone and less
deep (`Searcher._look_aside`).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engines.contract import Thought
from engines.workspace import NO_LIMIT, set_root

SHARE_ASIDE = 32
"""What the move is worth is looked for with at most so small a part of the nodes that the search had, from
two plies on."""


def search_alone(
    ws: Any, states: Any, thought: Thought, move: int, search: Callable[[int], object]
) -> Iterator[int]:
    """Searches a move of the root alone, in a workspace that is a copy of the search's, without its table.
    `search(depth)` searches what is laid down. Yields each depth when the workspace holds what it found: one
    ply, and as many of those of `thought` as it comes to with a small part of its nodes."""
    set_root(ws, states, thought.position, [move])
    ws.root_partial = 1
    ws.use_table = ws.sharing = ws.stop = 0
    ws.node_limit = NO_LIMIT
    search(1)
    yield 1
    ws.node_limit = thought.nodes // SHARE_ASIDE
    for depth in range(2, thought.depth + 1):
        search(depth)
        if ws.stop != 0:
            return
        yield depth


def turned_to(thought: Thought, found: Thought) -> Thought:
    """What a player thinks who ends with the move of `found`, a search of it alone."""
    assert thought.move is not None and found.move is not None
    row = next(row for row in found.root_moves if row.move == found.move)
    move, other = thought.position.notation(found.move), thought.position.notation(thought.move)
    plies = "1 ply" if found.depth == 1 else f"{found.depth} plies"
    told = f"{move} came up as better than {other} at the last moment; its value is of {plies}."
    moves = tuple(row if each.move == row.move else each for each in thought.root_moves)
    return replace(thought, root_moves=moves).playing(row, told)
