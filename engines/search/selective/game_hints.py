"""What a selective search asks a game: its hints, with plain answers in place of those that it leaves out."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from engines.search.build import Build
from engines.search_hints import SearchHints, no_hint
from games.contract import ONGOING, Game, State, never

A_PAWN = 100
"""What a noisy move takes in a game that does not say, in hundredths of a pawn. Noisy moves also measure a
pawn (`engines.searcher.margin_unit`)."""


class GameHints(NamedTuple):
    """`engines.search_hints` says what each returns; `same_target` and `likeness` may be None.

    `ends_game(state, move, after)` is not that of the hints: whether a move that is not made yet, noisy or
    not, ends the game; `after` is scratch. Always False for a game with the hint `gives_check`.
    """

    order_hint: Callable[[State, int], int]
    piece_to: Callable[[State, int], int]
    noisy_moves: Callable[..., int]
    worth_taken: Callable[[State, int], int]
    wins_exchange: Callable[[State, int, int], bool]
    quiet_hints: Callable[..., None]
    quiet_checks: Callable[..., int]
    gives_check: Callable[[State, int], bool]
    ends_game: Callable[[State, int, State], bool]
    same_target: Callable[[int, int], bool] | None
    likeness: Callable[[State], tuple[int, int, int]] | None


def hints_of_build(build: Build) -> GameHints:
    """What the game of a search answers, always by the same functions, so that each is compiled once."""
    return _answered(build.game, build.hints)


@cache
def _answered(game: Game, hints: SearchHints) -> GameHints:
    legal_moves, apply, outcome, noisy = game.legal_moves, game.apply, game.outcome, hints.noisy

    def order_hint(state: Any, move: int) -> int:
        return 1 if noisy(state, move) else 0

    def piece_to(state: Any, move: int) -> int:
        # The target square alone.
        return move & 63

    def noisy_moves(state: Any, out: Any) -> int:
        n = legal_moves(state, out)
        kept = 0
        for i in range(n):
            if noisy(state, out[i]):
                out[kept] = out[i]
                kept += 1
        return kept

    def worth_taken(state: Any, move: int) -> int:
        return A_PAWN if noisy(state, move) else 0

    takes: Any = hints.worth_taken or worth_taken

    def wins_exchange(state: Any, move: int, least: int) -> bool:
        # As if nothing could be taken back.
        return bool(takes(state, move) >= least)

    def ends_game(state: Any, move: int, after: Any) -> bool:
        apply(state, move, 0, after)
        return bool(outcome(after) != ONGOING)

    return GameHints(
        order_hint=order_hint if hints.order_hint is no_hint else hints.order_hint,
        piece_to=hints.piece_to or piece_to,
        noisy_moves=hints.noisy_moves or (no_moves if noisy is never else noisy_moves),
        worth_taken=takes,
        wins_exchange=hints.wins_exchange or wins_exchange,
        quiet_hints=hints.quiet_hints or none_earlier,
        quiet_checks=hints.quiet_checks or no_moves,
        gives_check=hints.gives_check or never,
        ends_game=ends_game if hints.gives_check is None else never_ends,
        same_target=hints.same_target,
        likeness=hints.likeness,
    )


def no_moves(state: State, out: np.ndarray) -> int:
    return 0


def none_earlier(state: State, moves: np.ndarray, n: int, out: np.ndarray) -> None:
    for i in range(n):
        out[i] = 0


def never_ends(state: State, move: int, after: State) -> bool:
    return False
