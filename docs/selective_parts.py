"""What each part of `selective` does at one node: the table of docs/guide/selective.md.

    python -m docs.selective_parts            writes the table
    python -m docs.selective_parts --check    status 1 if it differs from what the search does

Each part has a position of its own, which is searched twice as a node below the root, in plain Python. A part
that cuts is on alone, or off like all others. For a part that changes the depth, all others are on. The
figures come from the records of both searches.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engines.contract import Thought
from engines.player_text import make_engine, parse_player
from engines.search.alphabeta import SCOUT
from engines.search.selective import search as search_module
from engines.search_engine import Searcher
from engines.selective_memory import clear_path, row_of
from engines.tree_recorder import REDUCED, SHORTENED, Recording, SearchTree, announce
from engines.workspace import begin_root, new_states, new_table, new_workspace
from games.compiling.function_pointers import address_of_record
from games.position import Position
from games.registry import entry, load_game
from heuristics.lens import Lens
from study.format import number_text
from study.format.value_format import ValueFormat
from study.tree.search_tree import AT_LEAST, WalkedTree
from study.tree.tree_text import ENDINGS, depth_remark, move_name, nodes_in_words, tried_of

PAGE = Path(__file__).resolve().parent / "guide" / "selective.md"

BEGIN, END = "<!-- made from records of searches (python -m docs.selective_parts) -->", "<!-- end -->"

PLAYER = "selective:location,depth=1"
MEGABYTES = 4.0

PLY = 2
"""How many plies below the root the node is. At the root most parts are off."""

OFF: dict[str, Callable[..., Any]] = {
    "is_razored": lambda *of: False,
    "is_far_above": lambda *of: False,
    "may_try_pass": lambda *of: False,
    "asks_captures": lambda *of: False,
    "without_table_move": lambda depth, *of: depth,
    "asks_singular": lambda *of: False,
    "moves_before_skipping": lambda *of: 1 << 20,
    "why_skipped": lambda *of: 0,
    "may_reduce": lambda *of: False,
}
"""By the function that decides for a part: one that leaves the part off."""


@dataclass(frozen=True)
class Part:
    """A part of the search, which `function` decides for. The question at `position` is whether it is worth
    `least` pawns for the side to move, `depth` plies deep. `beside_others`: the other parts are on. `is_new`:
    the node was never searched before, not even less deep."""

    name: str
    says: str
    function: str
    position: str
    depth: int
    least: float
    beside_others: bool = False
    is_new: bool = False

    @property
    def picture(self) -> str:
        """The name of its picture."""
        return f"selective-{self.name.lower().replace(' ', '-')}"

    def record(self, on: bool) -> WalkedTree:
        """The record of the node with this part on or off."""
        others = OFF.keys() - {self.function} if self.beside_others else set()
        with only({*others, *({self.function} if on else ())}):
            return record(self)


PARTS = (
    Part(
        "Razoring",
        "Near the leaves, with an evaluation far below what is asked, only captures are searched.",
        "is_razored",
        "r1bqkbnr/pppp1ppp/2n5/8/4P3/8/PPP2PPP/RNB1KBNR w KQkq - 0 4",
        2,
        0.5,
    ),
    Part(
        "Reverse futility",
        "The evaluation is far above what is asked: it is returned, and no move is searched.",
        "is_far_above",
        "r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5",
        3,
        -1.5,
    ),
    Part(
        "Null move",
        "Even passing is enough, in a shallower search: no move is searched further.",
        "may_try_pass",
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
        4,
        -1.0,
    ),
    Part(
        "ProbCut",
        "A search 4 plies shallower finds a capture worth far more than is asked: cut off.",
        "asks_captures",
        "4k3/pp6/8/3r4/4P3/8/PP6/4K3 w - - 0 1",
        5,
        0.0,
    ),
    Part(
        "Multi-cut",
        "Even without the transposition table's move, a shallower search finds enough: cut off.",
        "asks_singular",
        "rnbqkb1r/ppp1pppp/5n2/8/2pP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 4",
        4,
        -1.5,
    ),
    Part(
        "Late moves",
        "After a number of moves, which grows with the depth, quiet ones are skipped.",
        "moves_before_skipping",
        "r1bqkb1r/pp1p1ppp/2n1pn2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
        3,
        0.8,
    ),
    Part(
        "Futile and losing moves",
        "Moves that cannot gain enough, lose material, or did badly before are skipped.",
        "why_skipped",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        3,
        0.8,
    ),
    Part(
        "Reductions",
        "Late moves are searched less deeply, and again to full depth if they turn out better.",
        "may_reduce",
        "8/pp3kpp/2p2p2/4n3/4P3/1P3P2/P2N2PP/6K1 w - - 0 1",
        4,
        1.0,
    ),
    Part(
        "Unknown moves",
        "The transposition table has no move for this node: all are searched less deeply.",
        "without_table_move",
        "8/5p2/4k1p1/8/4K1P1/5P2/8/8 w - - 0 1",
        10,
        0.5,
        beside_others=True,
        is_new=True,
    ),
    Part(
        "Singular move",
        "All other moves are clearly worse, so the table's move is searched deeper.",
        "asks_singular",
        "r1bqk1nr/1pp2ppp/p7/3pp1N1/1n1P4/4K2P/PPP1PPP1/RNBQ1B1R b kq - 0 8",
        4,
        3.0,
        beside_others=True,
    ),
)


@contextmanager
def only(on: set[str]) -> Iterator[None]:
    """Switches all parts off except those of these functions, in searches that are made and run uncompiled
    meanwhile."""
    off = {name: never for name, never in OFF.items() if name not in on}
    there = [name for name in ("make_cuts", *off) if hasattr(search_module, name)]
    before = {name: getattr(search_module, name) for name in there}
    # The other functions depend on the game: `make_cuts` returns them together, as a tuple.
    of_game = {name: never for name, never in off.items() if name not in before}

    def make_cuts(*of: Any) -> Any:
        return before["make_cuts"](*of)._replace(**of_game)

    for name in before:
        setattr(search_module, name, make_cuts if name == "make_cuts" else off[name])
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(search_module, name, function)


def record(part: Part) -> WalkedTree:
    """The record of the part's node. Smaller depths come first and fill the table, as in every search."""
    game = load_game("chess")
    engine = make_engine(parse_player(PLAYER, game.name), game.name)
    assert isinstance(engine, Searcher)
    engine = replace(engine, compile=False)
    position = Position.start(game, text=part.position)
    ws, states, table = new_workspace(game, engine.flags), new_states(game), new_table(MEGABYTES)
    states[PLY] = position.state
    begin_root(ws, position.to_move, 0)
    clear_path(ws)
    ws.expects_cut[row_of(PLY)] = 1  # a cut-off is expected here, as at most nodes
    search, beta = engine.load(game).search.alphabeta, asked(part, engine.lens)
    tree = Recording().new_tree()
    for depth in range(part.depth if part.is_new else 1, part.depth + 1):
        if depth == part.depth:
            ws.tree = address_of_record(tree)
            announce(ws.tree, -1, -1, 0, 0, 0)
        ws.depth, ws.nodes = PLY + depth, 0
        value = search(ws, states, table, engine.lens.prepared, PLY, depth, beta - SCOUT, beta)
    thought = Thought(position, None, value, part.depth, int(ws.nodes), 0.0, (), ())
    return WalkedTree(position, SearchTree.of(tree), thought, engine.lens, engine.name)


def asked(part: Part, lens: Lens) -> float:
    """The value that is asked about."""
    return part.least * ValueFormat.of_lens(lens).per_unit


def question(part: Part, tree: WalkedTree) -> str:
    """What is asked at the node."""
    form, about = ValueFormat.of_lens(tree.lens), entry("chess")
    side = (about.white, about.black)[tree.position.to_move]
    deep = number_text.plies(part.depth)
    return f"Is it worth {form.signed(asked(part, tree.lens))} or more for {side}, {deep} deep?"


def answer(tree: WalkedTree) -> str:
    """What the search answers, from how many nodes, and how it came to the answer."""
    rows = tree.rows
    said = "yes" if tree.bound(0) == AT_LEAST else "no"
    nodes = nodes_in_words(int(rows.visits[0]))
    how = [tried_of(tree, 0) if rows.moves[0] else ENDINGS[int(rows.reason[0])][1]]
    if rows.flags[0] & SHORTENED:
        how.append(f"each {number_text.plies(int(rows.depth[0]) - 1 - tree.depth_of_moves(0))} less deep")
    children = list(tree.children(0))
    if reduced := sum(bool(rows.flags[child] & REDUCED) for child in children):
        how.append(f"{reduced} of them reduced")
    for child in children:
        remark = depth_remark(tree, child)
        if "other moves are worse" in remark:
            how.append(f"{move_name(tree, child)} {remark.partition(',')[0].removeprefix('searched ')}")
    return f"{said}: {nodes}, {', '.join(how)}"


def decisive_move(part: Part) -> int | None:
    """The move that answers yes, with the part on or else without it; None if the answer is no."""
    for on in (True, False):
        tree = part.record(on)
        best = tree.best(0)
        if best is not None and tree.bound(0) == AT_LEAST:
            return best.move
    return None


WIDE = 30 * "&nbsp;"
"""As wide as a board, which browsers make smaller where its column has no width of its own."""


def table() -> str:
    """The table of all parts."""
    lines = [f"| {WIDE} | part, and what is asked | without it | with it |", "| --- | --- | --- | --- |"]
    for part in PARTS:
        off, on = part.record(False), part.record(True)
        board = f"![{part.position}](pictures/{part.picture}.webp)"
        words = f"**{part.name}.** {part.says} *{question(part, on)}*"
        cells = (board, words, answer(off), answer(on))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="writes the table of docs/guide/selective.md")
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if the table differs")
    arguments = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    new = re.sub(f"{re.escape(BEGIN)}.*?{END}", f"{BEGIN}\n\n{table()}\n\n{END}", page, flags=re.DOTALL)
    if arguments.check:
        raise SystemExit(f"{PAGE.name} differs: python -m docs.selective_parts" if new != page else 0)
    PAGE.write_text(new, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
