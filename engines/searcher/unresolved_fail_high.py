"""A move that a search found to be better than the best one, just before it was stopped.

The move is played, because as far as the search knows it is better. But its value and its line are not known
yet, and a thought's value must be the value of the position at the end of its line. So the move is searched
again, alone and less deep (`Searcher._search_aside`).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engines.contract import Thought
from engines.workspace import NO_LIMIT, set_root

SHARE_ASIDE = 32
"""The second search stops at the nodes of the first divided by this number. Its first ply has no limit."""


def search_alone(
    ws: Any, states: Any, thought: Thought, move: int, search: Callable[[int], object]
) -> Iterator[int]:
    """Searches a move of the root alone, in a copy of the search's workspace, without its table.
    `search(depth)` searches the moves in the workspace. Yields each depth when the workspace holds its
    result: the first ply, and then as many plies of `thought` as a small part of its nodes allows."""
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
    """The thought of a player that plays the move of `found`, a search of that move alone, instead of its
    former best move."""
    assert thought.move is not None and found.move is not None
    row = next(row for row in found.root_moves if row.move == found.move)
    move, other = thought.position.notation(found.move), thought.position.notation(thought.move)
    plies = "1 ply" if found.depth == 1 else f"{found.depth} plies"
    remark = f"{move} turned out better than {other} at the last moment"
    moves = tuple(row if each.move == row.move else each for each in thought.root_moves)
    return replace(thought, root_moves=moves).playing(
        row, f"{remark}; its value is from a search of {plies}."
    )
