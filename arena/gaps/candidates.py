"""The candidates for gaps: terms of the game's other heuristics, and features that the game defines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from arena.pools.contributions import Contributions
from engines.search_hints import hints_of
from games.compiling.compiler import compiled
from games.contract import Game, State
from games.registry import load_game
from heuristics.contract import Heuristic, Term
from heuristics.failure import TermFailure
from heuristics.features import GameFeature, features_of, measuring
from heuristics.lens import Lens
from heuristics.registry import heuristics_of


@dataclass(frozen=True)
class GapCandidate:
    """Something that a heuristic may not see: a `term` of another heuristic, with its weight there, or a
    `feature` of the game. `name` is the key of the term or feature."""

    name: str
    label: str
    weight: float
    heuristic: Heuristic | None = None
    term: Term | None = None
    feature: GameFeature | None = None

    @property
    def key(self) -> str:
        """Its name with that of its heuristic. No other candidate of the game has the same."""
        return f"{self.heuristic.name}/{self.name}" if self.heuristic else self.name


def own_terms(lens: Lens, states: Sequence[State]) -> np.ndarray:
    """float64 [states, terms + 1]: what each term contributes for the side to move; the last column is the
    decisive term. A term of weight 0 counts with weight 1."""
    return contributions(_with_all_terms(lens), states)


def candidates_of(
    lens: Lens, states: Sequence[State], left_out: Iterable[str] = ()
) -> tuple[tuple[GapCandidate, ...], np.ndarray]:
    """The candidates that a heuristic may lack, and their amounts, as `candidates_among` returns them."""
    return candidates_among(lens.heuristic.game, _others(lens.heuristic), states, left_out)


def candidates_among(
    game: str, heuristics: Iterable[Heuristic], states: Sequence[State], left_out: Iterable[str] = ()
) -> tuple[tuple[GapCandidate, ...], np.ndarray]:
    """The terms of heuristics, and the features of the game; and float64 [states, candidates]: the amount of
    each for the side to move, with its weight."""
    out = set(left_out)
    found: list[GapCandidate] = []
    columns: list[np.ndarray] = []
    for other in heuristics:
        full = _with_all_terms(Lens.of(other))
        try:
            table = contributions(full, states)
        except TermFailure:  # a mistake in another file of the person's, which is reported where it is used
            continue
        for at, term in enumerate(other.terms):
            found.append(GapCandidate(term.name, term.label, float(full.prepared[at]), other, term))
            columns.append(table[:, at])
    rules = load_game(game)
    features = features_of(rules, hints_of(rules).noisy)
    amounts = feature_amounts(rules, states)
    for at, feature in enumerate(features):
        found.append(GapCandidate(feature.name, feature.name, 1.0, feature=feature))
        columns.append(amounts[:, at])
    kept = [at for at, each in enumerate(found) if each.key not in out]
    matrix = np.array([columns[at] for at in kept]).reshape(len(kept), len(states)).T
    return tuple(found[at] for at in kept), matrix


def _others(heuristic: Heuristic) -> list[Heuristic]:
    """The other heuristics of the game, without copies of each other."""
    return different_heuristics(heuristic.game, {heuristic.compiled_as})


def different_heuristics(game: str, known: Iterable[Heuristic] = ()) -> list[Heuristic]:
    """The heuristics of a game, without copies of each other or of those that are `known`."""
    seen, found = set(known), []
    for other in heuristics_of(game):
        if other.compiled_as not in seen:
            seen.add(other.compiled_as)
            found.append(other)
    return found


def _with_all_terms(lens: Lens) -> Lens:
    """The same heuristic with weight 1 for each term of weight 0, so that all terms contribute."""
    off = [term.name for term in lens.heuristic.terms if lens.weight(term.name) == 0.0]
    for name in off:
        lens = lens.with_weight(name, 1.0)
    return lens


def contributions(lens: Lens, states: Sequence[State]) -> np.ndarray:
    """float64 [states, terms + 1]: what each term of a lens contributes for the side to move, and the
    decisive term. Raises TermFailure where a term fails."""
    sides = [int(state.to_move) for state in states]
    return Contributions(load_game(lens.heuristic.game), lens).table(states, sides)


def feature_amounts(rules: Game, states: Sequence[State]) -> np.ndarray:
    """float64 [states, features]: the game's features for the side to move."""
    noisy = hints_of(rules).noisy
    measure = compiled(measuring(rules, noisy), allocates=True)
    rows = np.zeros((len(states), len(features_of(rules, noisy))))
    for row, state in zip(rows, states, strict=True):
        measure(state, row)
    return rows
