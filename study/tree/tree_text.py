"""Puts the facts about a node of a recorded search into words."""

from engines.tree_recorder import (
    AGAIN,
    CHECKING,
    CUT,
    DISLIKED,
    FULL,
    FUTILE,
    LATE,
    LEAF,
    LEFT_OUT,
    LOSING,
    MULTI_CUT,
    NULL_MOVE,
    PASSED,
    PROBCUT,
    PROBED,
    QUIET,
    RAZORED,
    REDUCED,
    SHORTENED,
    SINGULAR,
    STOPPED,
    TABLE,
    TERMINAL,
    TOO_FAR,
    TRUSTED,
)
from games.contract import ONGOING
from games.figure_text import listed
from study.format import number_text
from study.format.term_groups import capital
from study.format.value_format import ValueFormat
from study.tree.search_tree import AT_LEAST, AT_MOST, EXACTLY, WalkedTree

ENDINGS = {
    FULL: ("A", "all moves tried"),
    CUT: ("C", "cut-off"),
    LEAF: ("L", "leaf, evaluated"),
    TABLE: ("T", "table"),
    TERMINAL: ("G", "game over"),
    NULL_MOVE: ("N", "null move"),
    QUIET: ("Q", "quiescence"),
    STOPPED: ("S", "stopped"),
    PROBED: ("P", "one reply looked at"),
    TRUSTED: ("E", "trusted"),
    TOO_FAR: ("W", "too far"),
    LEFT_OUT: ("H", "some moves skipped"),
    RAZORED: ("R", "razored"),
    PROBCUT: ("B", "ProbCut"),
    MULTI_CUT: ("M", "multi-cut"),
}
"""For each reason why a node ended: its letter and its words."""

AT_ONCE = {
    LEAF: "A leaf: its value is the static evaluation.",
    TABLE: "The transposition table knew enough about the position from an earlier visit.",
    NULL_MOVE: "Good enough even after passing, so that no move was tried: cut off.",
    TRUSTED: "Evaluated so far above the search window that no move was tried: cut off.",
    TOO_FAR: "Too far from the root to win sooner than the known win: not searched.",
    STOPPED: "The search was stopped here, before the value was known.",
    PROBED: "Only the likeliest reply was searched, to bound the value of the chance event.",
    RAZORED: "Evaluated so far below the search window that only captures were searched: none helps.",
    PROBCUT: "In a shallower search, a capture was far above the search window: cut off.",
    MULTI_CUT: "In a shallower search, the position was good enough even without its best move: cut off.",
}
"""The sentence for reasons that need no further facts about the node."""

SKIPPED = {
    LATE: "late",
    FUTILE: "futile",
    LOSING: "losing",
    DISLIKED: "unsuccessful",
}
"""The word for moves that were skipped, by the reason."""

SIGNS = {EXACTLY: "", AT_MOST: "at most ", AT_LEAST: "at least "}
TURNED = {EXACTLY: EXACTLY, AT_MOST: AT_LEAST, AT_LEAST: AT_MOST}
"""The kind of bound that a value has for the other side."""


def move_name(tree: WalkedTree, node: int) -> str:
    """The move that led to a node, and its chance outcome; for a root the iteration."""
    rows, parent = tree.rows, tree.parent(node)
    if parent is None:
        return f"iteration {int(rows.order[node])}"
    if rows.flags[node] & PASSED:
        return "no move"
    before, move = tree.at(parent), int(rows.move[node])
    text = before.notation(move)
    if len(before.chances(move)) > 1:
        text += f" = {before.game.chance_text(before.state, move, int(rows.chance[node]))}"
    return text


def line_name(tree: WalkedTree, node: int) -> str:
    """All moves from the root to a node."""
    return " ".join(move_name(tree, step) for step in tree.path(node)[1:])


def bound_for(tree: WalkedTree, node: int, side: int) -> str:
    """Whether a node's value is exact or a bound, for a side."""
    bound = tree.bound(node)
    return bound if tree.side(node) == side else TURNED[bound]


def worth(tree: WalkedTree, node: int, side: int, names: tuple[str, str], form: ValueFormat) -> str:
    """A node's value for a side: "at most +0.31 for White", "White wins in 3 plies or sooner"."""
    if tree.rows.reason[node] == STOPPED:
        return "not known"
    value, bound = tree.value(node, side), bound_for(tree, node, side)
    if not number_text.is_decided(value):
        return f"{SIGNS[bound]}{form.signed(value)} for {names[side]}"
    won = bound if value > 0 else TURNED[bound]  # for the winner
    winner = names[side if value > 0 else 1 - side]
    if won == AT_MOST:
        return f"{winner} wins no sooner than in {number_text.plies(number_text.plies_to_end(value))}"
    return number_text.verdict(value, side, names) + " or sooner" * (won == AT_LEAST)


def tried_of(tree: WalkedTree, node: int) -> str:
    """How many moves of a node were searched: "tried 3 of 31"."""
    looked, moves = tree.looked_at(node), int(tree.rows.moves[node])
    return f"tried all {moves}" if looked == moves > 1 else f"tried {looked} of {moves}"


def ended(tree: WalkedTree, node: int) -> str:
    """Why a node ended, as a sentence."""
    rows, reason = tree.rows, int(tree.rows.reason[node])
    if reason in AT_ONCE:
        return AT_ONCE[reason]
    if reason == TERMINAL:
        position = tree.at(node)
        return position.ending if position.outcome != ONGOING else "The position has come again: drawn."
    if tree.first_child(node) is None and not tree.is_whole(node):
        return f"{number_text.grouped(int(rows.visits[node]) - 1)} nodes below it were not recorded."
    best = tree.best(node)
    name = "" if best is None else tree.at(node).notation(best.move)
    if reason == QUIET:
        if rows.moves[node] == 0:
            return "Quiet: its value is the static evaluation."
        end = f": {name} is the best" if name else ", none better than the static evaluation"
        return f"Quiescence search: {tried_of(tree, node)} loud moves{end}."
    loud = " loud moves" if tree.is_below_depth(node) else ""
    text = capital(tried_of(tree, node)) + loud
    if reason == LEFT_OUT:
        others = "the others" if tree.looked_at(node) else "all"
        text = f"{text}, {others} skipped"
    if reason == CUT and tree.parent(node) is not None:
        return f"{text}, then cut by {name}." if name else f"{text}, then cut off."
    if tree.parent(node) is None and tree.bound(node) != EXACTLY:
        wrong = "high" if tree.bound(node) == AT_MOST else "low"
        return f"The aspiration window was too {wrong}: searched again with another one."
    if tree.bound(node) == AT_MOST:
        return f"{text}: none is better than what its side can get elsewhere."
    return f"{text}: {name} is the best." if name else f"{text}."


def unvisited(tree: WalkedTree, node: int) -> str:
    """How many moves of a node were never visited: "28 not looked at"; "" for none."""
    left = int(tree.rows.moves[node]) - tree.looked_at(node)
    if left <= 0 or (tree.first_child(node) is None and not tree.is_whole(node)):
        return ""
    return f"{left} not looked at"


def remarks(tree: WalkedTree, node: int) -> str:
    """Further remarks on how the node was searched."""
    rows, said = tree.rows, []
    if rows.flags[node] & AGAIN:
        said.append("searched again, because the move came out better than expected")
    if about_depth := depth_remark(tree, node):
        said.append(about_depth)
    if rows.flags[node] & SHORTENED:
        said.append("its moves are searched less deep, because the table knew none of them")
    if words := [word for cause, word in SKIPPED.items() if rows.skipped[node] & cause]:
        said.append(f"skipped {listed(words)} moves")
    if aside := tree.aside(node):
        said.append(f"extra searches of {nodes_in_words(aside)} decided how to go on")
    if tree.is_below_depth(node):
        said.append("quiescence search, below the nominal depth")
    elif 0.0 < rows.beta[node] - rows.alpha[node] < NARROW:
        said.append("tested only for being better than the best move")
    return "; ".join(said)


def depth_remark(tree: WalkedTree, node: int) -> str:
    """By how many plies a node was searched deeper or less deep than its parent's moves usually are, and why;
    "" if its depth was the usual one."""
    rows, parent = tree.rows, tree.parent(node)
    if parent is None or tree.is_below_depth(parent) or rows.reason[node] == PROBED:
        return ""
    flags, more = int(rows.flags[node]), int(rows.depth[node]) - tree.depth_of_moves(parent)
    if more == 0:
        return ""
    words = f"searched {number_text.plies(abs(more))} {'deeper' if more > 0 else 'less deep'}"
    if flags & PASSED:
        return words
    if flags & REDUCED:
        return f"{words}, as a {'promising' if more > 0 else 'late'} move"
    if flags & AGAIN:
        return words
    if flags & SINGULAR:
        return f"{words}, because all other moves are {'worse' if more > 0 else 'not clearly worse'}"
    if flags & CHECKING:
        return f"{words}, because it gives check"
    if more > 0:
        return f"{words}, as an answer to a check"
    if tree.is_below_depth(node):
        return "left to quiescence, because the table knew no move here"
    return f"{words}, after a better move was found"


NARROW = 1e-5
"""A window that is narrower than this only tests whether a move is better than the best so far."""


def summary(tree: WalkedTree, node: int, side: int, names: tuple[str, str], form: ValueFormat) -> str:
    """The node in a line."""
    value, nodes = worth(tree, node, side, names, form), nodes_in_words(int(tree.rows.visits[node]))
    return f"{move_name(tree, node)}: {value}, {nodes}. {ended(tree, node)}"


def nodes_in_words(count: int) -> str:
    return "1 node" if count == 1 else f"{number_text.grouped(count)} nodes"
