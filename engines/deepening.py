"""Iterative deepening over a search kernel. The searcher runs it in Python and reports each iteration; the
game kernel (`arena.game_kernel`) compiles the same source together with a whole game."""

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.contract import WIN, WIN_BAND

ASPIRES_FROM = 4
"""The depth from which on an iteration has an aspiration window around the value of the one before."""

NARROWEST, WIDENING = 1e-3, 4.0
"""The least half width of an aspiration window, and the factor by which one that failed is widened."""

LOOKS_ON = 3
"""With `looks_on`, the deepening goes on after a win or loss in `n` plies up to depth
`LOOKS_ON * (n − 1) + 1`: the first move of a shorter win may have been reduced."""

Deepen = Callable[..., tuple[int, float]]
"""`deepen(workspace, states, table, weights, deepest, aspires) -> (move, value)`: searches the root of the
workspace and returns the best move found and its value, or any root move and NaN if none was searched to its
end. With `last_moment` in the workspace, a stopped search returns the move that it had just found to
be better, though not by how much: its value is NaN, too."""


def untold(ws: Any, depth: int) -> None:
    """The `tell` of a deepening that reports nothing."""


def best_first(ws: Any) -> None:
    """Moves the best root move to the front, so that the next iteration begins with it."""
    moves, place = ws.root_moves, ws.root_best
    best = moves[place]
    for i in range(place, 0, -1):
        moves[i] = moves[i - 1]
    moves[0] = best
    ws.root_best = 0


def shown_value(ws: Any) -> float:
    """The value of the best root move: what the search found, or the evaluation at the end of its line if the
    search corrects evaluations."""
    return float(ws.root_parts[ws.root_best, 0] if ws.corrects != 0 else ws.root_values[ws.root_best])


def make_iteration(search: Callable[..., float]) -> Callable[..., bool]:
    """`iterate(workspace, states, table, weights, depth, alpha, beta, width) -> bool`, closed over an
    alpha-beta kernel. It searches one depth within the window from alpha to beta. If the value lies outside,
    it searches again with that bound WIDENING · `width` beyond the value, and so on in ever larger steps.
    Returns False if it was stopped while the best root move had only a bound."""

    def iterate(
        ws: Any, states: Any, table: Any, weights: Any, depth: int, alpha: float, beta: float, width: float
    ) -> bool:
        while True:
            ws.root_done = 0  # a stop may come before the first move is searched
            search(ws, states, table, weights, np.int64(0), depth, alpha, beta)
            best = ws.root_values[ws.root_best]
            if ws.root_done == 0 or alpha < best < beta:
                return True
            if ws.stop != 0:
                return False
            width *= WIDENING
            if best <= alpha:
                alpha = best - width if abs(best) < WIN_BAND else -np.inf
            else:
                beta = best + width if abs(best) < WIN_BAND else np.inf
                best_first(ws)

    return iterate


def make_deepening(search: Callable[..., float], tell: Callable[[Any, int], None]) -> Deepen:
    """Makes iterative deepening for an alpha-beta kernel of `engines.search`. It calls `tell(workspace,
    depth)` when an iteration has left values, also one that was stopped. With `aspires` not 0, an iteration
    from ASPIRES_FROM on has an aspiration window, and is repeated if its value lies outside."""
    iterate = make_iteration(search)

    def deepen(
        ws: Any, states: Any, table: Any, weights: Any, deepest: int, aspires: int
    ) -> tuple[int, float]:
        move = ws.root_moves[0]  # any legal move, in case the search is stopped at once
        value, found = 0.0, np.nan
        swing = 0.0  # by how much the value changed in the last iterations
        known = False
        for depth in range(1, deepest + 1):
            alpha, beta = -np.inf, np.inf
            width = max(swing, NARROWEST)
            if aspires != 0 and known and depth >= ASPIRES_FROM and abs(value) < WIN_BAND:
                alpha, beta = value - width, value + width
            inside = iterate(ws, states, table, weights, depth, alpha, beta, width)
            if ws.root_done == 0 or not inside:
                break
            whole = ws.root_done == ws.root_count
            last = value
            value, found = ws.root_values[ws.root_best], shown_value(ws)
            move = ws.root_moves[ws.root_best]
            tell(ws, depth)
            best_first(ws)
            # A search with extras may find a longer mate first.
            plies = WIN - abs(value)
            enough = LOOKS_ON * (plies - 1) + 1 if ws.looks_on != 0 else plies
            if not whole or ws.stop != 0 or enough <= min(depth, WIN - WIN_BAND):
                break
            if known:
                swing = (swing + abs(value - last)) / 2
            known = True
        if ws.last_moment != 0 and ws.stop != 0 and ws.unresolved_fail_high >= 0:
            move, found = ws.unresolved_fail_high, np.nan
        return int(move), found

    return deepen


def make_fixed_depth(search: Callable[..., float], tell: Callable[[Any, int], None]) -> Deepen:
    """Makes a search of one depth for a minimax kernel, with the arguments and the result of deepening."""

    def deepen(
        ws: Any, states: Any, table: Any, weights: Any, deepest: int, aspires: int
    ) -> tuple[int, float]:
        move, found = ws.root_moves[0], np.nan
        search(ws, states, table, weights, np.int64(0), deepest)
        if ws.root_done > 0:
            move, found = ws.root_moves[ws.root_best], ws.root_values[ws.root_best]
            tell(ws, deepest)
        return int(move), found

    return deepen
