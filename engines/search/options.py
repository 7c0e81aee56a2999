"""Every switch of alpha-beta, declared once: the players' options, the branches of the kernel and the table
in docs/lab/strength.md come from these rows."""

from collections.abc import Callable, Set
from dataclasses import dataclass

from engines.search.pruning import (
    DEEPER_NULL_MOVE_REDUCTION,
    FUTILITY_DEPTH,
    FUTILITY_PAWNS,
    HISTORY_OF_A_PLY,
    LATE_PRUNING_DEPTH,
    LEAST_BEHIND_ROOT,
    LOSING_CAPTURES_DEPTH,
    MOVES_BEFORE_PRUNING,
    NULL_MOVE_REDUCTION,
    REDUCTION_DIVISOR,
    REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_PAWNS,
    SACRIFICES_DEPTH,
)
from engines.search.quiescence import DELTA_PAWNS
from games.contract import Game, always, never, never_in_check


def any_game(game: Game) -> bool:
    return True


def has_noisy_moves(game: Game) -> bool:
    return game.noisy is not never


def knows_exchanges(game: Game) -> bool:
    return game.loses is not never


def has_checks(game: Game) -> bool:
    return game.in_check is not never_in_check


def has_repetition(game: Game) -> bool:
    return game.has_repetition


@dataclass(frozen=True)
class Extra:
    """A switch that a search reads from the field `flag` of its workspace; `name` is the player's option.
    With a switch that is not `steady`, a value depends on more than the position and the depth. A switch that
    is not `in_kernel` does not need a kernel that is compiled with extras."""

    name: str
    flag: str
    description: str
    steady: bool = True
    in_kernel: bool = True


@dataclass(frozen=True)
class Cut:
    """A cut by guessing that is compiled in. It does nothing in a game that it does not `serve`, and nothing
    without the cut `beside` it. `strong` uses it, except in games where matches have refused it."""

    name: str
    description: str
    serves: Callable[[Game], bool] = any_game
    beside: str = ""
    refused_in: tuple[str, ...] = ()


EXTRAS = (
    Extra(
        "quiescence",
        "quiescence",
        "below the last ply noisy moves are searched, and every way out of check; a side that "
        "is not in check and not in the middle of a turn may also take the evaluation",
    ),
    Extra("extensions", "check_extension", "an answer to a check costs no depth"),
    Extra(
        "nullmove",
        "null_move",
        "a side that stays above the window even without moving is above it, where the game "
        "can pass and sees no zugzwang",
        steady=False,
    ),
    Extra(
        "reductions",
        "reductions",
        "late quiet moves are searched less deeply, and again if they surprise",
        steady=False,
    ),
    Extra(
        "deeper_entries",
        "deeper_entries",
        "the table also answers with deeper searches, and with values that repetitions on "
        "another path may have changed",
        steady=False,
    ),
    Extra(
        "prune_chance",
        "prune_chance",
        "one reply to each chance outcome is searched first; if even these leave a mean no "
        "better than the best move, the other replies are skipped; no value changes",
    ),
    Extra(
        "last_moment",
        "last_moment",
        "a stopped search ends with the move that it had found to be better than its best one",
        in_kernel=False,
    ),
)
"""In the order of the players' options."""

CUTS = (
    Cut(
        "exchanges",
        "quiescence leaves out captures and promotions that lose material when both sides keep "
        "taking on the square (`loses` of the game; only chess tells)",
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
        f"up to depth {REVERSE_FUTILITY_DEPTH} an evaluation that is {REVERSE_FUTILITY_PAWNS:g} pawns a ply "
        "above the window is trusted",
        has_noisy_moves,
    ),
    Cut(
        "futility",
        f"up to depth {FUTILITY_DEPTH}, where the evaluation is {FUTILITY_PAWNS:g} pawn and one more a ply "
        "below the window, quiet moves that give no check are left out",
        has_noisy_moves,
    ),
    Cut(
        "late_moves",
        f"quiet moves are reduced by 1 + ln depth · ln number / {REDUCTION_DIVISOR:g} plies, by a ply more "
        f"for each {HISTORY_OF_A_PLY // 1000} 000 of bad history, and by a ply less in an open window and "
        "for a killer",
    ),
    Cut(
        "malus",
        "history is bounded, and quiet moves that were tried before the one that cuts lose some",
    ),
    Cut(
        "ordering",
        "only quiet moves become killers and gain history; a position that fails low keeps the move that was "
        "best there before",
        has_noisy_moves,
    ),
    Cut(
        "losing_captures",
        "captures that lose material, as of `exchanges`, are left out up to depth "
        f"{LOSING_CAPTURES_DEPTH}, and from then on reduced by 1 + depth / 4 plies",
        knows_exchanges,
    ),
    Cut(
        "late_pruning",
        f"up to depth {LATE_PRUNING_DEPTH} quiet moves that give no check are left out after "
        f"{MOVES_BEFORE_PRUNING} + depth² moves",
        has_noisy_moves,
    ),
    Cut(
        "deeper_passes",
        f"after a pass `nullmove` searches depth − {DEEPER_NULL_MOVE_REDUCTION} − depth / 4, "
        f"else depth − {1 + NULL_MOVE_REDUCTION} − depth / 6",
    ),
    Cut(
        "quiescence_table",
        "quiescence asks the transposition table too, and leaves its values there as of depth 0",
    ),
    Cut(
        "second_occurrence",
        "a position that comes back on the line is a draw at once; the line that is shown goes on to where "
        "the rules say so",
        has_repetition,
    ),
    Cut(
        "root_reductions",
        "`late_moves` also reduces quiet moves of the root, where only its best move is "
        f"wanted; each root move is searched at least to depth {LEAST_BEHIND_ROOT}, so that a "
        "mate in three is seen whichever move begins it",
        beside="late_moves",
        refused_in=("morris",),
    ),
    Cut(
        "sacrifices",
        f"from depth {SACRIFICES_DEPTH} on quiet moves of the root that lose material are "
        "reduced by half as much, since a sacrifice pays off late",
        knows_exchanges,
        beside="root_reductions",
    ),
    Cut(
        "mate_distance",
        "once a win is known, positions that cannot win as soon are left; deepening goes on to "
        "three times its plies, since a shorter win that begins with a reduced move may be "
        "found later",
    ),
)
"""In the order of the players' options."""

CUT_NAMES = tuple(cut.name for cut in CUTS)


def cuts_of_strong(game: Game) -> frozenset[str]:
    """The cuts by guessing that `strong` uses by default. Without noisy moves there is no unit for their
    margins. In games with chance or with turns of several actions, matches have shown no gain
    (docs/lab/strength.md)."""
    if not has_noisy_moves(game) or game.has_chance or game.may_stand_pat is not always:
        return frozenset()
    return frozenset(cut.name for cut in CUTS if game.name not in cut.refused_in)


def cuts_that_serve(game: Game, asked: Set[str]) -> frozenset[str]:
    """Those of the wanted cuts that do something in a game."""
    kept: set[str] = set()
    for cut in CUTS:
        if cut.name in asked and cut.serves(game) and (not cut.beside or cut.beside in kept):
            kept.add(cut.name)
    return frozenset(kept)
