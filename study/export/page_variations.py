"""Writes the variations of a game for its page: their moves, and their place in its text."""

from collections.abc import Iterator, Mapping, Sequence

from arena.html_page import Markup, markup
from games.game_tree import CLOSE, DRAWN_MARKS, MOVE, OPEN, ROOT, marked, readable
from games.record import Record, joined_to

MOST = 1_000
"""The most moves of variations on a page. Each needs a board."""


def beside(record: Record, cursor: int) -> list[int]:
    """The moves that were tried in the position after `cursor` plies, except the next move of the line."""
    on = record.line[cursor] if cursor < len(record.line) else None
    return [move for move in record.tree.living(record.node(cursor)) if move != on]


def variation_nodes(record: Record) -> list[int]:
    """The moves of all variations, in the order of the page."""
    nodes: list[int] = []
    for cursor in range(len(record.line) + 1):
        for root in beside(record, cursor):
            nodes += (root, *(id for kind, id in record.tree.steps(root) if kind == MOVE))
    return nodes[:MOST]


def board_of_node(record: Record, nodes: Sequence[int]) -> dict[int, int]:
    """The number of each node's board: the boards of the line come first."""
    numbers = {id: ply for ply, id in enumerate((ROOT, *record.line))}
    return numbers | {id: len(record.line) + 1 + number for number, id in enumerate(nodes)}


def ways(record: Record, nodes: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each board, the numbers of the boards that the arrow keys lead to: the one before and the one
    after it."""
    boards = board_of_node(record, nodes)
    before = [boards[record.tree[id].parent] if id != ROOT else 0 for id in boards]
    after = [*range(1, len(record.line) + 1), len(record.line)]
    for id in nodes:
        on = record.tree.first(id)
        after.append(boards[id] if on is None else boards.get(on, boards[id]))
    return before, after


def name_of(record: Record, id: int) -> str:
    """A move with its number and marks."""
    written = marked(record.written_of(id), record.tree[id].marks, DRAWN_MARKS)
    return joined_to(record.label_of(id), written)


def remark_of(text: str) -> Iterator[Markup]:
    """A comment, if there is one."""
    if text := readable(text):
        yield markup(" <i class=dim>{}</i> ", text)


def variations_at(record: Record, cursor: int, boards: Mapping[int, int]) -> Iterator[Markup]:
    """The variations that begin after that number of plies, each in parentheses."""
    for root in beside(record, cursor):
        if root not in boards:  # there are more moves than MOST
            yield Markup(" …")
            return
        yield Markup("<span class=variation>(")
        yield from _move(record, root, boards)
        for kind, id in record.tree.steps(root):
            if kind == MOVE:
                yield from _move(record, id, boards)
            else:
                yield Markup("(" if kind == OPEN else ")" if kind == CLOSE else "")
        yield Markup(")</span> ")


def _move(record: Record, id: int, boards: Mapping[int, int]) -> Iterator[Markup]:
    yield from remark_of(record.tree[id].before)
    if id in boards:
        yield markup("<a data-ply={}>{}</a>", boards[id], name_of(record, id))
    yield from remark_of(record.tree[id].comment)
