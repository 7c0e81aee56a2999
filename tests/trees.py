"""Random games with variations, comments and marks."""

import json
from typing import Any

from games.contract import SIDE_NAMES
from games.game_tree import ROOT
from games.random_stream import Draws
from games.record import Record
from games.registry import load_game

COMMENTS = ("", "a plan", "Läufer ⩲", '"quoted" \\ back', "1. e4 ) ( $3 [x]", "…", "x" * 300)


def a_node(record: Record, draws: Draws) -> int:
    """A random node of the game; it may be the start."""
    there = [node.id for node in record.tree.nodes if record.tree.is_there(node.id)]
    return there[draws.below(len(there))]


def change_at_random(record: Record, draws: Draws, deletes: bool = True) -> None:
    """Plays a move somewhere, or changes the tree in another way."""
    kind, id = draws.below(14), a_node(record, draws)
    if kind < 7:
        record.follow(id if kind < 5 else ROOT)
        if kind < 5:
            record.cut(record.tree[id].depth)
        moves = record.position.moves
        if moves:
            move = moves[draws.below(min(3, len(moves)))]
            record.play(move, record.draw_chance(move, draws))
        record.follow(record.end)
    elif kind == 7:
        text = COMMENTS[draws.below(len(COMMENTS))]
        entry: dict[str, Any] = {"comment": id, "text": text}
        record.edit(entry | ({"before": True} if draws.below(4) == 0 else {}))
    elif kind == 8:
        record.edit({"marks": id, "nags": sorted({1 + draws.below(19) for _ in range(draws.below(3))})})
    elif id != ROOT and kind == 9:
        record.edit({"promote": id})
    elif id != ROOT and kind == 10 and deletes:
        undo = record.edit({"delete": id})
        if draws.below(2):
            record.edit(*undo)
    elif id != ROOT and kind == 12:
        record.edit({"last": id, "is": bool(draws.below(2))})
    elif id != ROOT and kind == 13:
        record.edit({"resigned": id, "by": ("", *SIDE_NAMES)[draws.below(3)]})
    elif kind == 11 and deletes:
        record.follow(id)
        record.take_back(1 + draws.below(2))


def random_tree(game: str, seed: int, changes: int, deletes: bool = True, text: str | None = None) -> Record:
    """A game with variations, comments and marks."""
    record, draws = Record.start(load_game(game), text=text), Draws(seed)
    for _ in range(changes):
        change_at_random(record, draws, deletes)
    return record


def shape(record: Record, ids: bool = True) -> list[Any]:
    """Everything in a tree: with `ids`, its nodes and the deleted ones too; without, what people see."""
    tree = record.tree
    if ids:
        nodes = []
        for node in tree.nodes:
            told = node.comment, node.before, node.marks
            state = node.last, node.resigned, node.deleted, node.taken_back, node.aside, {**node.seen}
            nodes.append((node.parent, node.ply, [*node.children], told, state))
        return [*nodes, tree.line(ROOT)]
    seen: list[Any] = [(tree[ROOT].comment, tree[ROOT].before, tree[ROOT].marks)]
    for kind, id in tree.steps():
        node = tree[id]
        assert node.ply is not None
        seen.append((kind, node.ply.move, node.ply.chance, node.comment, node.before, node.marks))
    return seen


def comments_of(record: Record) -> dict[int, str]:
    """The comments along the line, by the number of plies before them."""
    found = ((plies, record.tree[id].comment) for plies, id in enumerate((ROOT, *record.line)))
    return {plies: text for plies, text in found if text}


def has_variations(record: Record) -> bool:
    """Whether the game is more than one line."""
    return any(len(record.tree.living(node.id)) > 1 for node in record.tree.nodes)


def as_written(entries: list[Any]) -> list[Any]:
    """The entries after they were written to a file and read again."""
    return [json.loads(json.dumps(entry)) for entry in entries]
