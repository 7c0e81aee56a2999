"""`main.py tree`: records the nodes that a player's search visits, and shows one node with its children."""

import argparse
import math
from collections.abc import Mapping
from typing import Any

from cli.command_io import settings_of, show
from cli.parser import COUNT, SEARCHES
from cli.plain_tables import new_console, new_table, value_text
from cli.position import failures_as_mistakes, position_to_search, program_of
from cli.window_notation import move_in_window
from engines.player_text import make_engine
from engines.tree_recorder import MOST_NODES, USUAL_NODES
from games.contract import SIDE_NAMES, BadText
from games.registry import entry as entry_of
from study.format.value_format import ValueFormat
from study.tree.search_tree import WalkedTree
from study.tree.tree_recordings import Wanted
from study.tree.tree_text import ENDINGS, bound_for, ended, move_name, remarks
from study.why_not.two_searches import explainer_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", metavar="PLAYER", help=SEARCHES)
    parser.add_argument(
        "--depth",
        **COUNT,
        help="plies to search; if left out, the player's own depth, or as deep as its nodes or --nodes "
        "allow; its time does not count",
    )
    parser.add_argument("--nodes", **COUNT, help=f"most nodes to record; {USUAL_NODES} if left out")
    parser.add_argument(
        "--line",
        nargs="+",
        default=[],
        metavar="MOVE",
        help="the moves that lead to the node to show; the root if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    spec = program_of(arguments.player, arguments.game)
    nodes = USUAL_NODES if arguments.nodes is None else arguments.nodes
    if nodes > MOST_NODES:
        raise BadText(f"--nodes: expected at most {MOST_NODES}, found {nodes}")
    position = position_to_search(arguments.game, arguments.position, settings)
    wanted = Wanted(depth=arguments.depth or 0, nodes=nodes)
    megabytes = settings.engine.table_megabytes
    engine = explainer_of(make_engine(spec, arguments.game, settings.weights, arguments.seed, megabytes))
    recorder = engine.recorder(wanted.recording, wanted.limits(engine))
    with failures_as_mistakes():
        thought = recorder.think(position)
    tree = WalkedTree(position, recorder.tree(), thought, recorder.lens, str(spec))
    node = _node_of(tree, arguments.line)
    names = (entry_of(arguments.game).white, entry_of(arguments.game).black)
    side = position.to_move
    counts = {words: int((tree.rows.reason == reason).sum()) for reason, (_, words) in ENDINGS.items()}
    answer = {
        "game": arguments.game,
        "player": str(spec),
        "position": position.text,
        "side": SIDE_NAMES[side],
        "move": None if thought.move is None else position.move_text(thought.move),
        "value": thought.value,
        **ValueFormat.of_lens(recorder.lens).to_json(),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "recorded": len(tree),
        "seconds": thought.seconds,
        "ended": {words: count for words, count in counts.items() if count},
        "iterations": [_node_json(tree, root, side) for root in tree.roots],
        "node": _node_json(tree, node, side),
        "children": [_node_json(tree, child, side) for child in tree.children(node)],
    }
    show(arguments, answer, lambda answer: show_tree(answer, names[side]))


def _node_of(tree: WalkedTree, line: list[str]) -> int:
    """The node at the end of a line in the last complete iteration; if a move was searched more than once,
    its first visit."""
    node = tree.last_root
    for number, text in enumerate(line, 1):
        move = tree.at(node).parse_move(text)
        found = [child for child in tree.children(node) if tree.rows.move[child] == move]
        if not found:
            raise BadText(f"--line: move {number}, {text!r}: expected a move that the search visited there")
        node = found[0]
    return node


def _node_json(tree: WalkedTree, node: int, side: int) -> dict[str, Any]:
    """A node as JSON. Its value and window are for `side`; an open bound is null."""
    rows = tree.rows
    low, high = float(rows.alpha[node]), float(rows.beta[node])
    if tree.side(node) != side:
        low, high = -high, -low
    return {
        "move": move_name(tree, node),
        "value": tree.value(node, side),
        "bound": bound_for(tree, node, side),
        "window": [None if math.isinf(end) else end for end in (low, high)],
        "depth": int(rows.depth[node]),
        "nodes": int(rows.visits[node]),
        "moves": int(rows.moves[node]),
        "looked_at": tree.looked_at(node),
        "reason": ENDINGS[int(rows.reason[node])][1],
        "sentence": ended(tree, node),
        "remarks": remarks(tree, node),
    }


def show_tree(answer: Mapping[str, Any], side: str) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    value = value_text(answer["value"], form, unit=True)
    move = move_in_window(answer["game"], answer["position"], answer["move"])
    console.print(f"{answer['player']}: {move}  {value} for {side}")
    recorded = f", {answer['recorded']} recorded" if answer["recorded"] < answer["nodes"] else ""
    console.print(f"depth {answer['depth']}, {answer['nodes']} nodes{recorded}")
    console.print("  ".join(f"{words} {count}" for words, count in answer["ended"].items()))
    table = new_table("", "value", "nodes", "", right=("value", "nodes"))
    for row in (answer["node"], *answer["children"]):
        bound = "" if row["bound"] == "exactly" else row["bound"] + " "
        said = "; ".join(part for part in (row["sentence"].removesuffix("."), row["remarks"]) if part) + "."
        name = row["move"] if row is answer["node"] else f"  {row['move']}"
        table.add_row(name, bound + value_text(row["value"], form), str(row["nodes"]), said)
    console.print(table)
