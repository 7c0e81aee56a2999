"""Shipped heuristics with one planted fault, drawn by a seed: which heuristic, which term, and how large.

The faults are those of authors: a copy of a heuristic of the game in which one thing went wrong.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from arena.pools.contributions import Contributions
from arena.pools.pool import pool_of
from arena.sign.decided_positions import read_decided, shipped_file
from arena.statistics import wilson_interval
from games.bits import popcount
from games.chess.tables import QUEEN
from games.contract import SIDE_NAMES, WHITE
from games.position import Position
from games.registry import load_game
from heuristics.contract import DIFFERENCE, OWN, SINGLE, Heuristic, Term
from heuristics.lens import Lens
from heuristics.registry import heuristics_of

NAME = "planted"

TRUE = json.loads((Path(__file__).parent / "true_findings.json").read_text(encoding="utf-8"))
"""What is truly wrong with each shipped heuristic: the terms, by kind of finding."""


@dataclass(frozen=True)
class Planted:
    """A heuristic with a fault of a `kind` in the term `key`, "" for the whole; `like` is another term that
    may be named in its place. `original` is the name of the heuristic without the fault."""

    heuristic: Heuristic
    kind: str
    key: str
    what: str
    like: str = ""
    original: str = ""


TRIES = 100


def plant(kind: str, game: str, seed: int) -> Planted | None:
    """A fault of a kind, in a heuristic of the game; None in a game without such faults."""
    draw = np.random.default_rng([seed, *map(ord, kind + game)])
    for _ in range(TRIES):
        heuristics = heuristics_of(game)
        original = heuristics[int(draw.integers(len(heuristics)))]
        amounts = _amounts(original)
        spreads = amounts.std(axis=0)
        live = np.flatnonzero(spreads > 0.0).tolist()
        found = PLANTS[kind](original, live, spreads, amounts, draw)
        if found is not None:
            return replace(found, original=original.name)
    return None


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
    """A term whose spread is 100 to 1000 times that of all others together."""
    if len(live) < 2:
        return None
    at, loud = _chosen(live, draw), float(np.exp(draw.uniform(np.log(100.0), np.log(1000.0))))
    rest = float((amounts.sum(axis=1) - amounts[:, at]).std())
    louder = loud * rest / float(spreads[at])

    def factor(state) -> float:  # type: ignore[no-untyped-def]
        return louder

    planted = _times(original, at, factor)
    return Planted(planted, "drowned", original.terms[at].name, f"{loud:.0f} times the others")


def _times(original: Heuristic, at: int, factor: Callable[[Any], float]) -> Heuristic:
    """A term whose count is larger by a factor of the position, so that no normalisation of weights takes it
    back."""
    count = original.terms[at].count
    takes = original.terms[at]
    if takes.takes_shared and takes.takes_weights:

        def changed(state, side, weights, shared):  # type: ignore[no-untyped-def]
            return factor(state) * count(state, side, weights, shared)

        return _changed(original, at, count=changed)
    if takes.takes_shared:

        def changed(state, side, shared):  # type: ignore[no-untyped-def]
            return factor(state) * count(state, side, shared)

        return _changed(original, at, count=changed)
    if takes.takes_weights:

        def changed(state, side, weights):  # type: ignore[no-untyped-def]
            return factor(state) * count(state, side, weights)

        return _changed(original, at, count=changed)

    def changed(state, side):  # type: ignore[no-untyped-def]
        return factor(state) * count(state, side)

    return _changed(original, at, count=changed)


def _minus(state) -> float:  # type: ignore[no-untyped-def]
    return -1.0


def _is_flying(state) -> bool:  # type: ignore[no-untyped-def]
    return (
        state.stash[0] + state.stash[1] == 0
        and min(popcount(state.stones[0]), popcount(state.stones[1])) <= 3
    )


def _has_no_queen(state) -> bool:  # type: ignore[no-untyped-def]
    return state.types[QUEEN] == 0


def _is_revealed(state) -> bool:  # type: ignore[no-untyped-def]
    return state.pool[0] == 0 and state.pool[1] == 0


def _has_lost(state) -> bool:  # type: ignore[no-untyped-def]
    return popcount(state.soldiers[0]) + popcount(state.soldiers[1]) < 8


KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "morris": ("flying", _is_flying),
    "chess": ("queens off", _has_no_queen),
    "jungle": ("all revealed", _is_revealed),
    "tabletactics": ("after a loss", _has_lost),
}
"""A kind of position of each game, and what tells it."""


def _in_its_kind(original: Heuristic, at: int, value: float) -> Heuristic:
    """A term that counts that many times what it should in one kind of position."""
    is_there = KINDS[original.game][1]

    def factor(state) -> float:  # type: ignore[no-untyped-def]
        return value if is_there(state) else 1.0

    return _times(original, at, factor)


def _constant(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """A term that never counts in one kind of position, of those that usually count."""
    usual = [at for at in live if (amounts[:, at] != 0.0).mean() >= 0.6]
    if original.game in ("isolation", "tabletactics") or not usual:  # games that know too few kinds
        return None
    at, kind = _chosen(usual, draw), KINDS[original.game][0]
    return Planted(_in_its_kind(original, at, 0.0), "constant", original.terms[at].name, kind)


def _by_kind(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """A term that counts the wrong way round in one kind of position, in which it counts at all."""
    if original.game not in KINDS:
        return None
    at, states = _chosen(live, draw), pool_of(original.game).positions(0).states
    table = Contributions(load_game(original.game), Lens.of(original)).table(
        states, states["to_move"].tolist()
    )
    there = np.array([KINDS[original.game][1](state) for state in states], bool)
    if (table[there, at] != 0.0).mean() < 0.1:
        return None
    what = f"{original.name} {KINDS[original.game][0]}"
    return Planted(_in_its_kind(original, at, -1.0), "by kind", original.terms[at].name, what)


def _sign(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """A term counts the wrong way round, of those that do not so already."""
    at = _chosen(live, draw)
    name = original.terms[at].name
    if name in TRUE[f"{original.game} {original.name}"].get("sign", ()):
        return None
    return Planted(_times(original, at, _minus), "sign", name, original.name)


def _turned(original, live, spreads, amounts, draw) -> Planted | None:  # type: ignore[no-untyped-def]
    """Everything counts the wrong way round, in a heuristic that is better than a coin."""
    turned = [replace(term, weight=-term.weight) for term in original.terms]
    if original.decisive is not None or original.parameters or not _beats_a_coin(original):
        return None
    return Planted(replace(original, name=NAME, terms=turned, variant_of=None), "random", "", original.name)


def _beats_a_coin(original: Heuristic) -> bool:
    """Whether its value is on the winner's side in more than half of the positions with a clear winner."""
    rules = load_game(original.game)
    known = read_decided(shipped_file(original.game), original.game)
    positions = [Position.start(rules, None, each.position) for each in known]
    table = Contributions(rules, Lens.of(original)).table(
        [position.state for position in positions], [position.to_move for position in positions]
    )
    for_winner = [
        value if SIDE_NAMES[position.to_move] == each.winner else -value
        for value, position, each in zip(table.sum(axis=1), positions, known, strict=True)
    ]
    share = float(np.mean(np.sign(for_winner)) + 1) / 2
    return wilson_interval(share, len(for_winner))[0] > 0.5


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
    "constant": _constant,
    "by kind": _by_kind,
}

GAMES = ("isolation", "morris", "chess", "jungle", "tabletactics")


def mirrored(game: str) -> bool:
    """Whether a game has mirror images."""
    return load_game(game).mirror is not None
