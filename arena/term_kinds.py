"""In which positions a term helps: what it is worth in each kind of position that a game names, or early, in
the middle and late.

Two measures, each with 95 % intervals. **Weights**: the weight that predicts results best, fitted in the
positions of each kind alone, the other terms given. **Gains**: in how many more positions of proven outcome
the heuristic's move keeps that outcome with the term than without it.

A term is named only if kinds differ: in one kind it is worth more, or less, than in all others together. If
in truth no term differs in any kind, each measure names one in at most one report card in 20 (Bonferroni
over terms and kinds). The same level decides whether a term helps or harms in a kind.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.card.regression import Fit, fit_columns
from arena.statistics import Z_95, matched_interval
from arena.truth.measure import TermTruth
from arena.truth.proven import Proven
from games.contract import Game, PositionKinds, State
from games.figure_text import listed, signed

LEVEL = 0.05
"""The probability of naming any term although none differs, if the caller gives no other."""

LEAST_POSITIONS, POSITIONS_A_TERM = 100, 10
LEAST_GAMES, GAMES_A_TERM = 30, 4
"""A fit in one kind needs at least these numbers of positions and games: the first in all, the second for
each term."""

LEAST_PROVEN = 50
"""Gains in one kind need this many proven positions."""

WEIGHT, GAIN = "weight", "gain"
HELPS, HARMS, UNCLEAR = "helps", "harms", "unclear"
PHASES = ("early", "middle", "late")


def kinds_in(game: Game, states: Sequence[State]) -> tuple[tuple[str, ...], np.ndarray]:
    """The names of kinds, and int64 [states]: the kind of each state. If the game names no kinds, they are
    thirds of the states by its `progress`; without `progress` there are none."""
    kinds = game.kinds or _phases(game, states)
    if kinds is None:
        return (), np.zeros(len(states), np.int64)
    return kinds.names, np.array([kinds.kind_of(state) for state in states], np.int64)


def kinds_of_proven(game: Game, proven: Sequence[Proven]) -> tuple[tuple[str, ...], np.ndarray]:
    """As `kinds_in`, for proven positions. If fewer than two kinds have LEAST_PROVEN positions, the kinds are
    parts of the endgame tables instead, or numbers of plies before the end of the game."""
    names, kinds = kinds_in(game, [each.position.state for each in proven])
    if sum(count >= LEAST_PROVEN for count in _counts(kinds, names).values()) >= 2:
        return names, kinds
    parts = list(dict.fromkeys(each.kind for each in proven))
    return tuple(parts), np.array([parts.index(each.kind) for each in proven], np.int64)


def _phases(game: Game, states: Sequence[State]) -> PositionKinds | None:
    """Thirds of the positions by progress."""
    progress = game.progress
    if progress is None or not len(states):
        return None
    bounds = np.quantile([progress(state) for state in states], [1 / 3, 2 / 3])
    return PositionKinds(PHASES, lambda state: int(np.searchsorted(bounds, progress(state), "right")))


@dataclass(frozen=True)
class KindEffect:
    """What a term is worth in one kind: its `value`, a weight or a share of positions, with the 95 %
    interval, from a number of `positions`. Its `verdict` is HELPS, HARMS or UNCLEAR."""

    kind: str
    positions: int
    value: float
    low: float
    high: float
    verdict: str


@dataclass(frozen=True)
class TermByKind:
    """A term that is worth more in some kinds than in others; `label` is its name for people."""

    name: str
    label: str
    measure: str
    effects: tuple[KindEffect, ...]

    @property
    def sentence(self) -> str:
        """A sentence: in which kinds the term helps, harms or is unclear. If that is the same in all kinds:
        in which it helps, or harms, most and least."""
        most, least = (pick(self.effects, key=lambda effect: abs(effect.value)) for pick in (max, min))
        if {effect.verdict for effect in self.effects} == {most.verdict}:
            if most.verdict == UNCLEAR:
                return (
                    f"{self.label} differs between {most.kind} and {least.kind}, but is unclear in each kind."
                )
            return f"{self.label} {most.verdict} most ({most.kind}), least ({least.kind})."
        parts = []
        for verdict in (HELPS, HARMS, UNCLEAR):
            kinds = [effect.kind for effect in self.effects if effect.verdict == verdict]
            if kinds:
                parts.append(f"{verdict} ({listed(kinds)})")
        return f"{self.label} {', '.join(parts)}."

    @property
    def figures(self) -> str:
        """The values by kind, with their intervals."""
        return "; ".join(f"{effect.kind} {self._text(effect)}" for effect in self.effects)

    def _text(self, effect: KindEffect) -> str:
        if self.measure == GAIN:
            value, low, high = (
                f"{signed(100 * end, 1)} %" for end in (effect.value, effect.low, effect.high)
            )
        else:
            value, low, high = (_short(end) for end in (effect.value, effect.low, effect.high))
        return f"{value} [{low}, {high}]"

    def to_json(self) -> dict[str, Any]:
        effects = [asdict(effect) for effect in self.effects]
        return {"name": self.name, "label": self.label, "sentence": self.sentence} | {
            "figures": self.figures,
            "kinds": effects,
        }


@dataclass(frozen=True)
class ByKind:
    """The number of positions of each kind, and the terms that are worth more in some kinds than in others.
    `why_none` is a sentence that says why kinds were not compared, "" where they were."""

    measure: str
    counts: Mapping[str, int]
    terms: tuple[TermByKind, ...] = ()
    why_none: str = ""

    def of(self, name: str) -> TermByKind | None:
        """The worth of a term in each kind; None if it does not differ between kinds."""
        return next((term for term in self.terms if term.name == name), None)

    @property
    def sentence(self) -> str:
        """The sentences of all terms that differ between kinds, or why kinds were not compared."""
        if self.why_none:
            return self.why_none
        if not self.terms:
            return f"No term differs between {listed(self.counts)}, beyond chance."
        return " ".join(f"{term.sentence[0].upper()}{term.sentence[1:]}" for term in self.terms)

    def to_json(self) -> dict[str, Any]:
        return {
            "measure": self.measure,
            "counts": dict(self.counts),
            "sentence": self.sentence,
            "why_none": self.why_none,
            "terms": [term.to_json() for term in self.terms],
        }


def weights_by_kind(
    columns: np.ndarray,
    results: np.ndarray,
    games: np.ndarray,
    kinds: np.ndarray,
    names: Sequence[str],
    terms: Mapping[str, tuple[str, float]],
    slope: float,
    level: float = LEVEL,
) -> ByKind:
    """The weights that fit in each kind. `columns`: float64 [rows, terms], contributions for the side to
    move; `results`, `games` and `kinds` by row; `names` those of the kinds. `terms`: by key, in the order of
    the columns, label and present weight. `slope`, above 0: how much of a logit a unit of the value is.
    `level`: the probability of naming any term although none differs."""
    counts = _counts(kinds, names)
    enough = [number for number in range(len(names)) if _is_enough(columns, games, kinds == number)]
    if len(enough) < 2:
        needed = f"{_least(columns)} positions of {LEAST_GAMES} games or more"
        return ByKind(WEIGHT, counts, why_none=_too_few(counts, needed))
    known = np.isin(kinds, enough)
    found: dict[str, list[tuple[int, Fit, Fit, int]]] = {name: [] for name in terms}
    for number in enough:
        here, rest = kinds == number, known & (kinds != number)
        live = [at for at in range(columns.shape[1]) if _contributes(columns, games, at, here, rest)]
        fit, other = (_fitted(columns[rows][:, live], results[rows], games[rows]) for rows in (here, rest))
        for place, at in enumerate(live):
            found[list(terms)[at]].append((number, fit, other, place))
    z = _z(sum(map(len, found.values())), level)
    rows = []
    for name, of_kinds in found.items():
        label, weight = terms[name]
        effects, differs = [], False
        for number, fit, other, place in of_kinds:
            beta, error = fit.beta[place], fit.errors[place]
            gap = abs(beta - other.beta[place])
            differs |= bool(gap > z * math.hypot(error, other.errors[place]))
            value, half = float(weight * beta / slope), float(abs(weight) * Z_95 * error / slope)
            verdict, kind = _verdict(beta - z * error, beta + z * error), names[number]
            effects.append(KindEffect(kind, counts[kind], value, value - half, value + half, verdict))
        if differs and len(effects) > 1:
            rows.append(TermByKind(name, label, WEIGHT, tuple(effects)))
    return ByKind(WEIGHT, counts, tuple(rows))


def gains_by_kind(
    both: Mapping[str, Sequence[tuple[bool, bool]]],
    kinds: np.ndarray,
    names: Sequence[str],
    labels: Mapping[str, str],
) -> ByKind:
    """What each term gains in proven positions of each kind. `both`: by the term's key, for each position
    whether its outcome is kept with the term, and whether it is without; `kinds`: the kind of each
    position."""
    counts = _counts(kinds, names)
    enough = [number for number, name in enumerate(names) if counts[name] >= LEAST_PROVEN]
    if len(enough) < 2:
        return ByKind(GAIN, counts, why_none=_too_few(counts, f"{LEAST_PROVEN} proven positions"))
    z = _z(len(enough) * len(both))
    rows = []
    for name, kept in both.items():
        effects, differs = [], False
        for number in enough:
            here = TermTruth.of(pair for pair, kind in zip(kept, kinds, strict=True) if kind == number)
            rest = TermTruth.of(
                pair for pair, kind in zip(kept, kinds, strict=True) if kind != number and kind in enough
            )
            differs |= _apart(here, rest, z)
            verdict = _verdict(*matched_interval(here.only_with, here.only_without, here.positions, z))
            effects.append(KindEffect(names[number], here.positions, here.gain, *here.interval, verdict))
        if differs:
            rows.append(TermByKind(name, labels[name], GAIN, tuple(effects)))
    return ByKind(GAIN, counts, tuple(rows))


def _apart(one: TermTruth, other: TermTruth, z: float) -> bool:
    """Whether two gains differ beyond chance. Their intervals are combined as in
    `arena.statistics.difference_interval`."""
    (low, high), (other_low, other_high) = (
        matched_interval(each.only_with, each.only_without, each.positions, z) for each in (one, other)
    )
    gap = one.gain - other.gain
    below = math.hypot(one.gain - low, other_high - other.gain)
    above = math.hypot(high - one.gain, other.gain - other_low)
    return not gap - below <= 0.0 <= gap + above


def _fitted(columns: np.ndarray, results: np.ndarray, games: np.ndarray) -> Fit:
    """A fit of one β for each column. Its errors are enlarged for few games: there are fewer degrees of
    freedom than games, by the number of fitted columns and one for the intercept."""
    fit = fit_columns(columns, results, games)
    number = len(np.unique(games))
    factor = math.sqrt(number / max(1.0, number - columns.shape[1] - 1))
    return Fit(fit.beta, factor * fit.errors, fit.intercept, fit.draw, fit.ridge)


def _is_enough(columns: np.ndarray, games: np.ndarray, rows: np.ndarray) -> bool:
    wide = columns.shape[1]
    number = len(np.unique(games[rows]))
    return int(rows.sum()) >= _least(columns) and number >= max(LEAST_GAMES, GAMES_A_TERM * wide)


def _least(columns: np.ndarray) -> int:
    return max(LEAST_POSITIONS, POSITIONS_A_TERM * columns.shape[1])


def _contributes(columns: np.ndarray, games: np.ndarray, at: int, *parts: np.ndarray) -> bool:
    """Whether a term contributes in LEAST_GAMES games of each part of the rows."""
    return all(len(np.unique(games[rows & (columns[:, at] != 0.0)])) >= LEAST_GAMES for rows in parts)


def _counts(kinds: np.ndarray, names: Sequence[str]) -> dict[str, int]:
    return {name: int((kinds == number).sum()) for number, name in enumerate(names)}


def _too_few(counts: Mapping[str, int], needed: str) -> str:
    if not counts:
        return "Kinds of position were not compared: the game names no kinds."
    found = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"Too few positions to compare kinds: {found}; at least two kinds need {needed}."


def _z(tests: int, level: float = LEVEL) -> float:
    """The number of standard errors for a number of tests, with the level for all of them together."""
    return NormalDist().inv_cdf(1.0 - level / (2 * max(1, tests)))


def _verdict(low: float, high: float) -> str:
    return HELPS if low > 0.0 else HARMS if high < 0.0 else UNCLEAR


def _short(value: float) -> str:
    return f"{value:.3g}".replace("-", "−")
