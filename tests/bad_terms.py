"""Heuristics that misbehave, each in its own way, and the line of each of their terms in this file."""

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heuristics
from heuristics import registry
from heuristics.contract import Heuristic

FILE = "tests/bad_terms.py"


def heuristic(term: Callable[..., Any], name: str = "bad", game: str = "isolation") -> Heuristic:
    """A heuristic of two terms: a sound one, and `term`."""
    made = Heuristic(name, game, "Does not do what it should.", "this test")
    made.single("sound", weight=2.0)(moving)
    made.single("faulty", weight=1.0)(term)
    return made


def moving(state, side):
    """1 for the side to move."""
    return 1.0 if state.to_move == side else 0.0


def not_a_number(state, side):
    return np.nan * (1 + state.to_move)


def infinite(state, side):
    return np.inf * (1 + state.to_move)


def beyond_a_win(state, side):
    return 2e9 + state.to_move


def divides(state, side):
    return 1 / (state.to_move - state.to_move)


def divides_whole(state, side):
    return 1 // (state.to_move - state.to_move)


def exits(state, side):
    raise SystemExit(3)


def interrupts(state, side):
    raise KeyboardInterrupt


def text(state, side):
    return "3"


def nothing(state, side):
    return None


def changes(state, side):
    state.pieces[0] = 5
    return 1.0


def changes_weights(state, side, weights):
    weights[0] = 7.0
    return 1.0


def imports(state, side):
    import math

    return math.floor(2.5) + int(state.to_move)


def never_ends(state, side):
    for _ in itertools.count():
        pass


def rarely(state, side):
    """With White on f4: not finite where Black is on e2, and practically endless where it is on a2."""
    if state.pieces[0] != 26:
        return 0.0
    if state.pieces[1] == 11:
        return np.inf
    turns, last = 0, state.key
    while state.pieces[1] == 7 and turns < 1_000_000_000:
        last ^= last << 13
        last ^= last >> 7
        turns += 1
    return 1.0 + (last >> 40 & 1)


def line_of(term: Callable[..., Any]) -> int:
    """The first line of a term's source."""
    return term.__code__.co_firstlineno


def replace_module(monkeypatch: pytest.MonkeyPatch, folder: Path, game: str, source: str) -> None:
    """Replaces a game's own file of heuristics until the test ends."""
    (folder / f"{game}.py").write_text(source, encoding="utf-8")
    registry.heuristics_of(game)  # loads them first, so that they can be put back
    for kept in ("_broken", "_loaded", "_renewed", "_stamps", "_faults"):
        monkeypatch.setattr(registry, kept, {})
    monkeypatch.setattr(heuristics, "__path__", [str(folder), *heuristics.__path__])
    monkeypatch.delattr(heuristics, game)
    monkeypatch.delitem(sys.modules, f"heuristics.{game}")
