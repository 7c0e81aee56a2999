"""Plyglass for notebooks and scripts: what a player plays and why, as tables, pictures and plain numbers.

    import plyglass

    answer = plyglass.explain("chess", None, "strong:classical,nodes=100000")
    answer                           # in a notebook: the board, the best lines and the terms
    pandas.DataFrame(answer.terms)   # a list of dictionaries, so pandas is not needed for anything else

The functions give the same answers as the command line, with your settings and your own heuristics. A mistake
in an argument raises `ValueError` with one line.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyglass.module_path import put_last

if TYPE_CHECKING:
    from plyglass.answers import BreakdownAnswer, Explanation, TruthAnswer, WhyNotAnswer

__all__ = ["breakdown", "explain", "truth", "why_not"]


def _is_the_command() -> bool:
    """Whether this process is the command `plyglass`, whose modules come before all others."""
    started_as_module = sys.argv[:1] == ["-m"] and sys.orig_argv[1:3] == ["-m", "plyglass"]
    return started_as_module or Path(sys.argv[0] if sys.argv else "").stem == "plyglass"


if not _is_the_command():
    put_last()


def explain(game: str, position: str | None, player: str, *, seed: int = 0) -> "Explanation":
    """What a player would play in a position, and why: `plyglass analyse`.

    `position` is a position's text (chess: FEN), None for the start. `player` is written as on the command
    line: "strong:classical,nodes=100000", "alphabeta:weighted,depth=6,multipv=3", "level:4". A player whose
    limit is a time may answer differently each time.

    The answer's `terms` belong to the position at the end of the best line; they add up to `value`.
    Empty if that line ends the game.
    """
    from plyglass.answers import explained

    return explained(game, position, player, seed)


def why_not(game: str, position: str | None, player: str, move: str, *, seed: int = 0) -> "WhyNotAnswer":
    """Why a player does not play a move, and which weight would change that: `plyglass whynot`.

    `move` is a legal move of the position, such as "e2e4", or the moves of a turn, separated by blanks. Both
    moves are searched to the same depth. The answer's `terms` have the contributions at the end of both
    lines.
    """
    from plyglass.answers import compared

    return compared(game, position, player, move, seed)


def breakdown(
    game: str,
    position: str | None,
    heuristic: str,
    *,
    side: str | None = None,
    weights: Mapping[str, float] | None = None,
) -> "BreakdownAnswer":
    """What a position is worth without a search, term by term: `plyglass eval`.

    The value is for `side`, "white" or "black"; None stands for the side to move. `weights` replaces weights
    by the terms' names, such as {"mobility": 2.0}.
    """
    from plyglass.answers import broken_down

    return broken_down(game, position, heuristic, side, weights or {})


def truth(
    game: str,
    heuristic: str,
    *,
    depths: Sequence[int] = (),
    without: Sequence[str] = (),
    tables: Sequence[str] = (),
    positions: int | None = None,
    seed: int = 0,
) -> "TruthAnswer":
    """A heuristic's figures in positions whose outcome is proven: `plyglass truth`.

    `without` names terms to leave out, one at a time; ["all"] stands for each term. `tables` names endgame
    tables of the game; ["searched"] takes positions near the end of games, proven by searches. If left out:
    all tables of the game, or "searched" without any. Missing tables are made, which takes minutes.
    """
    from cli.arena.truth import TruthQuestion
    from plyglass.answers import measured

    asked = (tuple(depths), tuple(without), tuple(tables))
    return measured(TruthQuestion(game, heuristic, *asked, positions, seed))
