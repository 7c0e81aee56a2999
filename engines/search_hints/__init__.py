"""What a search asks a game besides its rules: hints that make it faster, or its leaves calmer.

A game states them as `HINTS` in `engines/search_hints/<name>.py`, with kernels of its rules or functions of
that module. A game without such a module states none, and every search plays it by its rules alone.

This folder is not in `engines/search`, because the searches import the workspace, and the workspace this. It
is the list of games: a new game needs no line anywhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from games.contract import Rules, State, never

PIECE_TO = 384
"""The number of pieces times squares of the game that has most of them."""


def no_hint(state: State, move: int) -> int:
    """`order_hint` of a game that leaves move ordering to the search."""
    return 0


def always(state: State) -> bool:
    """`may_pass` of a game without zugzwang, and `may_stand_pat` of a game in which every position can be
    evaluated without a search."""
    return True


@dataclass(frozen=True, kw_only=True)
class SearchHints:
    """What searches ask of a game. All but `evaluates_quickly` are kernels, which can be compiled. Any field
    may be left out: the search is then slower, or cuts less.

    These change no value of a search without reductions and cuts:

    - `order_hint(state, move)`: from 0, nothing special, to 1023, first of all: the order in which a search
      tries moves.
    - `piece_to(state, move)`: which piece goes where, from 0 to PIECE_TO − 1. By this number a search
      remembers how well one move followed another.
    - `evaluates_quickly`: whether evaluations take less time than the transposition table's rows take to come
      from memory. A search then evaluates a position while they are on their way.
    - `key_after(state, move)`: the key of the state that `apply` makes, found faster than by it. With it
      alpha-beta asks for a child's rows of the transposition table while it searches the move before.
    - `noisy_moves(state, out) -> n`: the moves of `legal_moves` that are `noisy`, in the same order, found
      faster than by testing each.

    These are asked by extras and cuts that change values:

    - `noisy(state, move)`: whether the move may change the value so much that a leaf before it should not be
      trusted (a capture, a promotion).
    - `may_stand_pat(state)`: whether the evaluation can be trusted where no move is noisy. It cannot in the
      middle of a turn of several actions, so some move must be noisy then.
    - `may_pass(state)`: whether zugzwang is unlikely. Else no pass is tried, and `selective` skips moves only
      in quiescence.
    - `loses(state, move)`: whether a move gives away more than it wins, counting captures and recaptures
      alone.
    - `gives_check(state, move)`: `in_check` of the state that the move leads to, found faster than by making
      it. None for a game that can be won by a move which is not `noisy` and gives no check.
    - `ends_game(state, move)`: in a game without checks, whether a move that is not `noisy` ends it, found
      faster than by making the move.

    These are asked by a `selective` search alone. Without them it uses the others, as if a noisy move took a
    pawn and lost nothing:

    - `is_legal(state, move)`: whether a number, any of 31 bits, is one of `legal_moves`, found faster than by
      them. It is asked before a move from the table is played.
    - `worth_taken(state, move)`: what a move takes, in hundredths of a pawn, 0 for nothing.
    - `wins_exchange(state, move, least)`: whether the move, with the captures and recaptures on its square,
      wins at least `least` hundredths of a pawn.
    - `same_target(move, other)`: whether both go to one square.
    - `quiet_hints(state, moves, n, out)` fills `out` with how much earlier than its history says each of `n`
      moves should be tried.
    - `quiet_checks(state, out) -> n`: the moves of `legal_moves` that are not `noisy` and give check.
    - `likeness(state)`: three numbers, not negative. Positions that share one of them are likely to have
      evaluations that are off by the same amount.
    """

    order_hint: Callable[[State, int], int] = no_hint
    piece_to: Callable[[State, int], int] | None = None
    evaluates_quickly: bool = False
    key_after: Callable[[State, int], int] | None = None
    noisy_moves: Callable[..., int] | None = None
    noisy: Callable[[State, int], bool] = never
    may_stand_pat: Callable[[State], bool] = always
    may_pass: Callable[[State], bool] = always
    loses: Callable[[State, int], bool] = never
    gives_check: Callable[[State, int], bool] | None = None
    ends_game: Callable[[State, int], bool] | None = None
    is_legal: Callable[[State, int], bool] | None = None
    worth_taken: Callable[[State, int], int] | None = None
    wins_exchange: Callable[[State, int, int], bool] | None = None
    same_target: Callable[[int, int], bool] | None = None
    quiet_hints: Callable[..., None] | None = None
    quiet_checks: Callable[..., int] | None = None
    likeness: Callable[[State], tuple[int, int, int]] | None = None


NONE = SearchHints()


def hints_of(game: Rules) -> SearchHints:
    """What the game states for searches; NONE where it has no module in this folder."""
    module = _module(game.name)
    if module is None:
        return NONE
    hints = module.HINTS
    assert isinstance(hints, SearchHints)
    return hints


@cache
def _module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name)
