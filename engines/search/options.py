"""Every switch of alpha-beta, declared once: the players' options, the branches of the kernel and the table
in docs/lab/strength.md come from these rows."""

from collections.abc import Callable, Set
from dataclasses import dataclass

from engines.search.pruning import (
    DEEPER_NULL_MOVE_REDUCTION,
    FOLLOW_UPS_OF_A_PLY,
    FUTILITY_DEPTH,
    FUTILITY_PAWNS,
    HISTORY_OF_A_PLY,
    LATE_PRUNING_DEPTH,
    LEAST_BEHIND_ROOT,
    LOSING_CAPTURES_DEPTH,
    MOVES_BEFORE_PRUNING,
    NOT_IMPROVING,
    NULL_MOVE_REDUCTION,
    RAZOR_DEPTH,
    RAZOR_PAWNS,
    RAZOR_PAWNS_OF_DEPTH,
    REDUCED_FUTILITY_DEPTH,
    REDUCED_LOSSES_DEPTH,
    REDUCTION_DIVISOR,
    REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_PAWNS,
    SACRIFICES_DEPTH,
    WIDE_LATE_PRUNING_DEPTH,
)
from engines.search.quiescence import DELTA_PAWNS
from engines.search_hints import always, hints_of
from games.contract import Game, never, never_in_check


def any_game(game: Game) -> bool:
    return True


def has_noisy_moves(game: Game) -> bool:
    return hints_of(game).noisy is not never


def knows_exchanges(game: Game) -> bool:
    return hints_of(game).loses is not never


def has_checks(game: Game) -> bool:
    return game.in_check is not never_in_check


def knows_pieces(game: Game) -> bool:
    """Whether the game tells which piece goes where. Only chess does; in others these cuts showed no gain."""
    return hints_of(game).piece_to is not None


def has_repetition(game: Game) -> bool:
    return game.has_repetition


@dataclass(frozen=True)
class Extra:
    """A switch that a search reads from the field `flag` of its workspace; `name` is the player's option.
    With a switch that is not `steady`, a value depends on more than the position and the depth."""

    name: str
    flag: str
    description: str
    steady: bool = True


@dataclass(frozen=True)
class Cut:
    """A cut by guessing, which may cut what matters. It is compiled in. It has no effect if `serves` is false
    for the game, or without the cut `beside`. The player `strong` does not use it in the games `refused_in`,
    where matches were against it."""

    name: str
    description: str
    serves: Callable[[Game], bool] = any_game
    beside: str = ""
    refused_in: tuple[str, ...] = ()


EXTRAS = (
    Extra(
        "quiescence",
        "quiescence",
        "below the last ply it searches noisy moves, and in check all moves; a side that is not in "
        "check, and not in the middle of its turn, may also stop and take the evaluation",
    ),
    Extra("extensions", "check_extension", "an answer to a check costs no depth"),
    Extra(
        "nullmove",
        "null_move",
        "a node is cut if its side would stay above the window even after a pass; not in games "
        "without a pass, and not where zugzwang is likely",
        steady=False,
    ),
    Extra(
        "reductions",
        "reductions",
        "late quiet moves are searched less deeply, and again if they turn out well",
        steady=False,
    ),
    Extra(
        "deeper_entries",
        "deeper_entries",
        "the transposition table also answers with values of deeper searches, and with values that "
        "repetitions on another path may have changed",
        steady=False,
    ),
    Extra(
        "prune_chance",
        "prune_chance",
        "one reply to each chance outcome is searched first; if the mean is then no better than "
        "the best move, the other replies are skipped; no value changes",
    ),
    Extra(
        "last_moment",
        "last_moment",
        "a stopped search plays a move that it has just found to be better, though its exact value "
        "is not known yet",
    ),
)
"""In the order of the players' options."""

CUTS = (
    Cut(
        "exchanges",
        "quiescence skips captures and promotions that lose material in the exchanges that follow "
        "(only chess can tell which captures do)",
        knows_exchanges,
    ),
    Cut("evasions", "quiescence searches all answers to a check at its first ply only", has_checks),
    Cut(
        "delta",
        f"quiescence skips a noisy move after which the evaluation is still {DELTA_PAWNS:g} "
        "pawns below the window",
        has_noisy_moves,
    ),
    Cut(
        "reverse_futility",
        f"up to depth {REVERSE_FUTILITY_DEPTH}, a node whose evaluation is {REVERSE_FUTILITY_PAWNS:g} · "
        "depth pawns above the window is cut",
        has_noisy_moves,
    ),
    Cut(
        "futility",
        f"up to depth {FUTILITY_DEPTH}, quiet moves that give no check are skipped if the evaluation is "
        f"{FUTILITY_PAWNS:g} + depth pawns below the window",
        has_noisy_moves,
    ),
    Cut(
        "late_moves",
        f"quiet move number n is reduced by 1 + ln depth · ln n / {REDUCTION_DIVISOR:g} plies, by a ply less "
        f"for each {HISTORY_OF_A_PLY // 1000} 000 of its history (more if that is negative), and by a ply "
        "less in an open window and for a killer",
    ),
    Cut(
        "malus",
        "history is bounded, and quiet moves that were tried before a cut-off lose some of it",
    ),
    Cut(
        "ordering",
        "only quiet moves become killers and gain history; a position that fails low keeps its earlier "
        "best move",
        has_noisy_moves,
    ),
    Cut(
        "losing_captures",
        "captures that lose material (see `exchanges`) and give no check are skipped up to depth "
        f"{LOSING_CAPTURES_DEPTH}, except in an open window; with `late_moves`, those not skipped are "
        "reduced by 1 + depth / 4 plies from depth 3 on",
        knows_exchanges,
    ),
    Cut(
        "late_pruning",
        f"up to depth {LATE_PRUNING_DEPTH}, quiet moves that give no check are skipped after "
        f"{MOVES_BEFORE_PRUNING} + depth² moves",
        has_noisy_moves,
    ),
    Cut(
        "deeper_passes",
        f"after a pass `nullmove` searches to depth − {DEEPER_NULL_MOVE_REDUCTION} − depth / 4; without "
        f"this, to depth − {1 + NULL_MOVE_REDUCTION} − depth / 6",
    ),
    Cut(
        "quiescence_table",
        "quiescence uses the transposition table, too, with depth 0",
    ),
    Cut(
        "second_occurrence",
        "a position that is repeated on the line counts as a draw at once; the line shown goes on until "
        "the rules call it a draw",
        has_repetition,
    ),
    Cut(
        "root_reductions",
        "`late_moves` also reduces quiet moves at the root if only the best move is wanted; each is "
        f"searched at least to depth {LEAST_BEHIND_ROOT}, which is enough for a mate in three",
        beside="late_moves",
        refused_in=("morris",),
    ),
    Cut(
        "sacrifices",
        f"from depth {SACRIFICES_DEPTH} on, quiet moves at the root that lose material are reduced half as "
        "much, because a sacrifice pays off late",
        knows_exchanges,
        beside="root_reductions",
    ),
    Cut(
        "losing_last",
        "captures that lose material (see `exchanges`) come after the quiet moves",
        knows_pieces,
    ),
    Cut(
        "follow_ups",
        "quiet moves are ordered and reduced also by how well they followed the last move and the move "
        f"before it (continuation history); {FOLLOW_UPS_OF_A_PLY} of all history together are then a ply",
        knows_pieces,
    ),
    Cut(
        "improving",
        f"`late_pruning` goes up to depth {WIDE_LATE_PRUNING_DEPTH}; unless the evaluation is higher than "
        "two plies before, it skips after half as many moves, and quiet moves are reduced by "
        f"{NOT_IMPROVING:g} plies more; if it is higher, `reverse_futility` uses depth − 1",
        knows_pieces,
    ),
    Cut(
        "reduced_depth",
        f"`futility` uses the depth after the reduction, up to {REDUCED_FUTILITY_DEPTH}; where that is at "
        f"most {REDUCED_LOSSES_DEPTH}, quiet moves that lose material are skipped, too",
        knows_pieces,
        beside="late_moves",
    ),
    Cut(
        "razoring",
        f"up to depth {RAZOR_DEPTH}, a position whose evaluation is {RAZOR_PAWNS:g} + "
        f"{RAZOR_PAWNS_OF_DEPTH:g} · depth² pawns below the window is left to quiescence",
        knows_pieces,
    ),
    Cut(
        "mate_distance",
        "once a win is known, positions that cannot win sooner are skipped; the search goes on to "
        "about three times the plies of the win, because a shorter win may begin with a reduced move",
    ),
)
"""In the order of the players' options."""

CUT_NAMES = tuple(cut.name for cut in CUTS)


def cuts_of_strong(game: Game) -> frozenset[str]:
    """The cuts by guessing that `strong` uses by default. Without noisy moves there is no unit for their
    margins. In games with chance or with turns of several actions, matches have shown no gain
    (docs/lab/strength.md)."""
    if not has_noisy_moves(game) or game.has_chance or hints_of(game).may_stand_pat is not always:
        return frozenset()
    return frozenset(cut.name for cut in CUTS if game.name not in cut.refused_in)


SELECTIVE = "selective"
"""In place of these cuts: another search (`engines.search.selective`)."""

SELECTIVE_CUTS = frozenset((SELECTIVE, "second_occurrence", "mate_distance"))
"""All that a selective search has of them."""


def is_selective(cuts: Set[str]) -> bool:
    return SELECTIVE in cuts


def cuts_that_serve(game: Game, asked: Set[str]) -> frozenset[str]:
    """The wanted cuts that have an effect in a game."""
    kept = {SELECTIVE} & asked
    for cut in CUTS:
        if cut.name in asked and cut.serves(game) and (not cut.beside or cut.beside in kept):
            kept.add(cut.name)
    return frozenset(kept)
