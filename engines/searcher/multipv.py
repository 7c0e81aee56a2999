"""Several best lines of a position (MultiPV). When an iteration has found the best move, the others are
searched again for the second best, the rest for the third, and so on. All these have exact values of one
depth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engines.contract import EXACT, UNKNOWN, RootMove, Thought


def other_lines(ws: Any, lines: int, likely: Sequence[int], search: Callable[[], object]) -> Iterator[None]:
    """Runs after an iteration that has found the best root move. Searches the others `lines` - 1 times, each
    time without the moves that were best before. `search` searches the moves in the workspace, equally deep
    and with an open window. The first of the `likely` moves that is left comes first.

    Yields when the workspace holds the result of a search, and ends early where one was stopped. Afterwards
    the root's moves and the best of them are as before.
    """
    count, best, done, partial = (
        int(field) for field in (ws.root_count, ws.root_best, ws.root_done, ws.root_partial)
    )
    moves = ws.root_moves[:count].tolist()
    left = moves[:best] + moves[best + 1 :]
    ws.root_partial = 1
    try:
        for _ in range(min(lines, count) - 1):
            first = next((move for move in likely if move in left), left[0])
            left.remove(first)
            left.insert(0, first)
            ws.root_moves[: len(left)] = left
            ws.root_count, ws.root_done, ws.root_best = len(left), 0, 0
            search()
            if ws.stop != 0:
                return
            yield
            left.remove(int(ws.root_moves[int(ws.root_best)]))  # the search may have changed their order
    finally:
        ws.root_moves[:count] = moves
        ws.root_count, ws.root_done, ws.root_best, ws.root_partial = count, done, best, partial


def joined(known: Thought, further: Thought) -> Thought:
    """The known lines and one more, from a search of the other moves to the same depth. With cuts that do not
    prove their bounds, the new line may be worth more than the known ones. Then it is the best."""
    found = {row.move: row for row in further.root_moves if row.bound != UNKNOWN}
    best = further if further.value > known.value else known
    return replace(
        best,
        nodes=further.nodes,
        seconds=further.seconds,
        root_moves=tuple(_of_both(row, found.get(row.move), further.move) for row in known.root_moves),
        lines=known.lines + 1,
        before=known.before,
    )


def _of_both(known: RootMove, found: RootMove | None, line: int | None) -> RootMove:
    """The row of a move after both searches: the new row for the best move of the second search; else the row
    with an exact value; else the row with the smaller upper bound."""
    if found is None:
        return known
    if found.move == line or found.value < known.value or known.bound != EXACT == found.bound:
        return found
    return known
