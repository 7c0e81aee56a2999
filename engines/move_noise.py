"""Chooses the move of a low level, which does not always play its best move. Its slack, in the unit of its
heuristic, says how far the value of a played move may be below the best.

A random number between 0 and the slack is added to each move's value, and the move with the largest sum is
played. So a move is never played whose value is below the best by the slack or more. The worse a move is, the
more rarely it is played. Values do not change, only the choice.
"""

from typing import Any

from engines.contract import EXACT, WIN_BAND, RootMove, Thought
from games.random_stream import drawn_word

WORDS = 2.0**63
"""The number of random words."""


def draw_move(ws: Any, depth: int) -> None:
    """Draws the move when an iteration is complete, from `ws.noise_seed`, in a search whose workspace has a
    `slack`. Such a search finds exact values of the root moves that are within the slack of the best, and
    upper bounds of the others. A known win is played, and the latest loss where all moves lose."""
    if ws.slack <= 0.0 or (ws.root_done < ws.root_count and depth > 1):
        return  # the draw of the last complete iteration stays
    best = ws.root_best
    drawn = best
    if abs(ws.root_values[best]) <= WIN_BAND and ws.root_done == ws.root_count:
        seed = drawn_word(ws.noise_seed, -1)  # other words than those that shuffle the moves
        most = -WIN_BAND * 4
        for i in range(ws.root_count):
            worth = ws.root_values[i] + ws.slack * (drawn_word(seed, ws.root_moves[i]) / WORDS)
            if ws.root_exact[i] and worth > most:
                most = worth
                drawn = i
    ws.drawn = ws.root_moves[drawn]


def playing_drawn(thought: Thought, drawn: int) -> Thought:
    """The thought of a player that plays the `drawn` move instead of the best."""
    row = next((row for row in thought.root_moves if row.move == drawn), None)
    if row is None or drawn == thought.move or row.bound != EXACT:
        return thought
    if row.value >= thought.value:
        return thought.playing(row, "")
    # Of several best moves the first of `better_known`, which the window names elsewhere, too.
    better = better_known(thought.playing(row, ""))
    best = better[0].move if better else thought.move
    assert best is not None
    remark = skipping(thought.player, thought.position.notation(best))
    return thought.playing(row, f"{remark[:1].upper()}{remark[1:]}.")


def better_known(thought: Thought) -> list[RootMove]:
    """The moves that the search knew to be better than the move that its player chose, the best first."""
    chosen = next((row for row in thought.root_moves if row.move == thought.move), None)
    if chosen is None:
        return []
    same = (row for row in thought.root_moves if row.bound == EXACT and row.depth == chosen.depth)
    return sorted((row for row in same if row.value > chosen.value), key=lambda row: -row.value)


def skipping(player: str, move: str) -> str:
    """The remark on a player that knew a better move: "saw g4, skipped it on purpose (level 3)"."""
    return f"saw {move}, skipped it on purpose ({player.partition(',')[0].replace(':', ' ')})"
