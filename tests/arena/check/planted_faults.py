"""Shipped heuristics with one planted fault, drawn by a seed: which heuristic, which term, and how large.

The faults are those of authors: a copy of a heuristic of the game in which one thing went wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arena.pools.contributions import Contributions
from arena.pools.pool import pool_of
from games.contract import WHITE
from games.registry import load_game
from heuristics.contract import DIFFERENCE, OWN, SINGLE, Heuristic, Term
from heuristics.lens import Lens
from heuristics.registry import heuristics_of

NAME = "planted"


@dataclass(frozen=True)
class Planted:
    """A heuristic with a fault of a `kind` in the term `key`, "" for the whole; `like` is another term that
    may be named in its place."""

    heuristic: Heuristic
    kind: str
    key: str
    what: str
    like: str = ""


def plant(kind: str, game: str, seed: int) -> Planted:
    """A fault of a kind, in a heuristic of the game."""
    draw = np.random.default_rng([seed, *map(ord, kind + game)])
    while True:
        heuristics = heuristics_of(game)
        original = heuristics[int(draw.integers(len(heuristics)))]
        amounts = _amounts(original)
        spreads = amounts.std(axis=0)
        live = np.flatnonzero(spreads > 0.0).tolist()
        found = PLANTS[kind](original, live, spreads, amounts, draw)
        if found is not None:
            return found


def _amounts(heuristic: Heuristic) -> np.ndarray:
    """The terms' contributions in some positions of the pool."""
    found = pool_of(heuristic.game).positions(0, of_a_game=2)
    rows = Contributions(found.rules, Lens.of(heuristic)).table(found.states, found.sides.tolist())
    amounts: np.ndarray = rows[rows[:, -1] == 0.0][:, :-1]
    return amounts


def _with(original: Heuristic, terms: list[Term]) -> Heuristic:
    """A heuristic with other terms; those beyond the original's have weights that it does not prepare."""
    count = len(original.terms)

    def prepare(weights: np.ndarray) -> np.ndarray:
        added = len(weights) - count - len(original.parameters)
        own = np.delete(weights, range(count, count + added))
        prepared = original.prepare(own)
        return np.insert(prepared, count, weights[count : count + added])

    parameters = dict(original.parameters)
    return replace(original, name=NAME, terms=terms, parameters=parameters, prepare=prepare, variant_of=None)


def _changed(original: Heuristic, at: int, **changes: Any) -> Heuristic:
    terms = list(original.terms)
    terms[at] = replace(terms[at], **changes)
    return _with(original, terms)


def _chosen(live: list[int], draw: np.random.Generator) -> int:
    return int(live[int(draw.integers(len(live)))])


def _symmetry(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """Black's count is a share of what it should be, or more by one."""
    plain = [
        at
        for at in live
        if original.terms[at].kind == DIFFERENCE
        and not (original.terms[at].takes_shared or original.terms[at].takes_weights)
    ]
    if not plain:
        return None
    at = _chosen(plain, draw)
    count = original.terms[at].count
    which, share = int(draw.integers(2)), float(draw.uniform(0.5, 0.9))

    def fewer(state, side):  # type: ignore[no-untyped-def]
        return count(state, side) if side == WHITE else share * count(state, side)

    def one_more(state, side):  # type: ignore[no-untyped-def]
        return count(state, side) if side == WHITE else count(state, side) + 1.0

    wrong = (fewer, one_more)[which]
    what = ("a share of it", "one more")[which]
    return Planted(_changed(original, at, count=wrong), "symmetry", original.terms[at].name, what)


def _dead(original, live, spreads, amounts, draw) -> Planted:  # type: ignore[no-untyped-def]
    """A term that asks for what never happens."""

    def dead(state, side):  # type: ignore[no-untyped-def]
        return 1.0 if state.to_move > 1 else 0.0

    weight = float(np.exp(draw.uniform(-3.0, 3.0)))
    kind = DIFFERENCE if draw.integers(2) else OWN
    term = Term("dead", weight, kind, dead, "Nothing.", "a test", False, label="dead")
    return Planted(_with(original, [*original.terms, term]), "dead", "dead", kind)


def _doubled(original, live, spreads, amounts, draw) -> Planted:  # type: ignore[no-untyped-def]
    """A term twice, with another weight."""
    at = _chosen(live, draw)
    weight = original.terms[at].weight * float(draw.uniform(0.2, 3.0))
    copy = replace(original.terms[at], name="copy", label="copy", weight=weight)
    named = original.terms[at].name
    return Planted(_with(original, [*original.terms, copy]), "doubled", "copy", named, named)


def _drowned(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """A term 1000 times too large."""
    if len(live) < 2:
        return None
    at = _chosen(live, draw)
    return Planted(_louder(original, at, 1000.0), "drowned", original.terms[at].name, "1000 times")


def _louder(original: Heuristic, at: int, factor: float) -> Heuristic:
    """A term whose count is larger, so that no normalisation of weights takes it back."""
    count = original.terms[at].count
    takes = original.terms[at]
    if takes.takes_shared and takes.takes_weights:

        def louder(state, side, weights, shared):  # type: ignore[no-untyped-def]
            return factor * count(state, side, weights, shared)

        return _changed(original, at, count=louder)
    if takes.takes_shared:

        def louder(state, side, shared):  # type: ignore[no-untyped-def]
            return factor * count(state, side, shared)

        return _changed(original, at, count=louder)
    if takes.takes_weights:

        def louder(state, side, weights):  # type: ignore[no-untyped-def]
            return factor * count(state, side, weights)

        return _changed(original, at, count=louder)

    def louder(state, side):  # type: ignore[no-untyped-def]
        return factor * count(state, side)

    return _changed(original, at, count=louder)


def _sign(original, live, spreads, amounts, draw) -> Planted:  # type: ignore[no-untyped-def]
    """A term counts the wrong way round."""
    at = _chosen(live, draw)
    return Planted(_louder(original, at, -1.0), "sign", original.terms[at].name, original.name)


def _turned(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """Everything counts the wrong way round, in the game's usual heuristic."""
    turned = [replace(term, weight=-term.weight) for term in original.terms]
    if original.decisive is not None or original.parameters:
        return None
    return Planted(replace(original, name=NAME, terms=turned, variant_of=None), "random", "", original.name)


def _jumps(original, live, spreads, amounts, draw) -> Planted:  # type: ignore[no-untyped-def]
    """A bonus for whoever is to move, of one to three spreads of the value."""
    spread = float(amounts.sum(axis=1).std())

    def to_move(state, side):  # type: ignore[no-untyped-def]
        return 1.0 if state.to_move == side else -1.0

    size = float(draw.uniform(1.0, 3.0))
    term = Term("to move", size * spread, SINGLE, to_move, "The turn.", "a test", False, label="to move")
    return Planted(
        _with(original, [*original.terms, term]), "jumps", "to move", f"{size:.1f} {original.name}"
    )


PLANTS: dict[str, Callable[..., Planted | None]] = {
    "symmetry": _symmetry,
    "dead": _dead,
    "doubled": _doubled,
    "drowned": _drowned,
    "sign": _sign,
    "random": _turned,
    "jumps": _jumps,
}

GAMES = ("isolation", "morris", "chess", "jungle", "tabletactics")


def mirrored(game: str) -> bool:
    """Whether a game has mirror images."""
    return load_game(game).mirror is not None
