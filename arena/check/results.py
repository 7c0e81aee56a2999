"""Compares a heuristic with results of games: finds terms with the wrong sign, values on the loser's side,
and values that swing with the turn.

Results are those of the pool's games, and of positions with a clear winner (`arena.sign.decided_positions`).
Each of these positions counts as a game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.card.regression import fit_columns
from arena.check.finding import JUMPS, RANDOM, SIGN, Finding, title
from arena.pools.contributions import DECIDED, Contributions
from arena.pools.pool import PoolPositions
from arena.sign.decided_positions import read_decided, shipped_file
from arena.statistics import wilson_interval
from arena.truth.measure import TermTruth
from games.contract import SIDE_NAMES, BadText, Game
from games.figure_text import grouped, percent
from games.position import Position
from heuristics.lens import Lens

LEVEL = 0.002
"""The probability of calling any of a heuristic's terms wrong where none is."""

ALONE = -2.0
"""A term is only named if its effect alone is below this, in standard errors. Otherwise it counts something
good, which only seems bad together with the other terms."""

LEAST_GAMES = 100
"""With results of fewer games there is no finding."""

SWING, CERTAIN = 0.25, 3.3
"""`jumps` names a swing only if the gap between the two shares, less CERTAIN standard errors, is at least
SWING."""


@dataclass(frozen=True)
class Judged:
    """Positions with results. `own` and `other` are the contributions for the side to move and for the other
    side, float64 [n, terms + 1], those of the decisive term last. `results` are for the side to move: 1, ½ or
    0. `games` has the number of each position's game."""

    rules: Game
    lens: Lens
    own: np.ndarray
    other: np.ndarray
    results: np.ndarray
    games: np.ndarray
    sides: np.ndarray
    states: Sequence[Any]
    decided: np.ndarray
    """bool [n]: whether it is a position with a clear winner, and not one of the pool."""

    @classmethod
    def of(cls, contributions: Contributions, pool: PoolPositions) -> "Judged":
        """All positions with results. Raises TermFailure where a term fails."""
        rules = contributions.rules
        known = _decided(rules)
        states = [*pool.states, *(position.state for position, _ in known)]
        sides = np.concatenate([pool.sides, [position.to_move for position, _ in known]]).astype(np.int64)
        winners = [float(position.to_move == winner) for position, winner in known]
        first = int(pool.games.max(initial=-1)) + 1
        return cls(
            rules,
            contributions.lens,
            contributions.table(states, sides.tolist()),
            contributions.table(states, (1 - sides).tolist()),
            np.concatenate([pool.results, winners]),
            np.concatenate([pool.games, first + np.arange(len(known))]).astype(np.int64),
            sides,
            states,
            np.arange(len(states)) >= len(pool),
        )

    @property
    def is_open(self) -> np.ndarray:
        """bool [n]: whether the decisive term does not decide the position for the side to move."""
        found: np.ndarray = self.own[:, DECIDED] == 0.0
        return found

    def live(self, columns: np.ndarray, left_out: frozenset[str]) -> list[int]:
        """The terms, by index, that vary in their `columns`, float64 [rows, terms], except those
        `left_out`."""
        return [
            at
            for at, term in enumerate(self.lens.heuristic.terms)
            if term.name not in left_out and float(np.ptp(columns[:, at])) > 0.0
        ]

    def text(self, index: int) -> str:
        """A position as the game writes it."""
        return self.rules.format(self.states[index])


@lru_cache(maxsize=2)
def _decided(rules: Game) -> list[tuple[Position, int]]:
    """The positions with a clear winner that come with the program, with their winners' sides."""
    try:
        found = read_decided(shipped_file(rules.name), rules.name)
    except BadText:  # of a game that has none
        return []
    return [(Position.start(rules, None, each.position), SIDE_NAMES.index(each.winner)) for each in found]


def wrong_signs(judged: Judged, left_out: frozenset[str]) -> Iterator[Finding]:
    """The terms that go against the results, both with the other terms held equal and alone. `left_out` are
    terms that equal others. The most certain comes first."""
    lens, open_ = judged.lens, judged.is_open
    terms, results, games = judged.own[open_, :DECIDED], judged.results[open_], judged.games[open_]
    live = judged.live(terms, left_out)
    if len(np.unique(games)) < LEAST_GAMES or not live:
        return
    fit = fit_columns(terms[:, live], results, games)
    bound = -NormalDist().inv_cdf(1.0 - LEVEL / len(live))
    ratios = fit.beta / np.where(fit.errors > 0.0, fit.errors, np.inf)
    for place in np.argsort(ratios).tolist():
        at, ratio = live[place], float(ratios[place])
        if ratio > bound:
            return
        if not goes_against(terms[:, at], results, games):
            continue
        spread = float(terms[:, at].std())
        effect, half = float(fit.beta[place]) * spread, -bound * float(fit.errors[place]) * spread
        # The share of points between half an effect below and above an even position: tanh(x / 4).
        low, high = (100 * np.tanh((effect + by) / 4) for by in (-half, half))
        term = lens.heuristic.terms[at]
        weight = lens.weight(term.name)
        index = int(np.flatnonzero(open_)[int(np.abs(terms[:, at] * (results - 0.5)).argmax())])
        yield Finding(
            SIGN,
            f"{title(term.label)} goes against results: one standard deviation more of it, with the other "
            f"terms equal, goes with {-high:.0f} to {-low:.0f} % fewer points. Is its sign wrong?",
            (term.name,),
            {
                "effect": effect,
                "effect_low": effect - half,
                "effect_high": effect + half,
                "positions": len(terms),
                "games": len(np.unique(games)),
                "of_terms": len(live),
            },
            judged.text(index),
            {term.name: -weight},
        )


def goes_against(column: np.ndarray, results: np.ndarray, games: np.ndarray) -> bool:
    """Whether a term alone, float64 [rows], goes against the results, as ALONE says."""
    alone = fit_columns(column[:, None], results, games)
    return bool(alone.errors[0] > 0.0 and alone.beta[0] / alone.errors[0] <= ALONE)


def worse_than_random(judged: Judged) -> Iterator[Finding]:
    """Whether the values are on the loser's side more often than by chance, in positions with a clear winner;
    and the term whose turned sign would improve this most."""
    chosen = judged.decided
    winners = np.where(judged.results[chosen] == 1.0, 1.0, -1.0)
    values = judged.own[chosen].sum(axis=1) * winners
    number = len(values)
    if number < LEAST_GAMES:
        return
    share = float(((values > 0.0) + 0.5 * (values == 0.0)).mean())
    if wilson_interval(share, number)[1] >= 0.5:
        return
    right = (values > 0.0).tolist()
    best: tuple[float, int, TermTruth] | None = None
    heuristic = judged.lens.heuristic
    for at in range(len(heuristic.terms)):
        turned = values - 2.0 * judged.own[chosen, at] * winners
        truth = TermTruth.of(zip(right, (turned > 0.0).tolist(), strict=True))
        if (
            truth.gain < 0.0
            and truth.differs_of(len(heuristic.terms))
            and (best is None or truth.gain < best[0])
        ):
            best = truth.gain, at, truth
    worst = int(np.flatnonzero(chosen)[int(values.argmin())])
    said = (
        f"Worse than a coin: in {grouped(number)} positions with a clear winner the value is on the winner's "
        f"side in {percent(share)}."
    )
    evidence = {"positions": number, "share": share}
    if best is None:
        yield Finding(RANDOM, said, (), evidence, judged.text(worst))
        return
    term = heuristic.terms[best[1]]
    said += f" With the sign of {term.label} turned: {percent(share - best[0])}."
    remedy = {term.name: -judged.lens.weight(term.name)}
    yield Finding(RANDOM, said, (term.name,), evidence | best[2].to_json(), judged.text(worst), remedy)


def jumps(judged: Judged) -> Iterator[Finding]:
    """Whether the value swings with the turn more than the results do. The share of the pool's positions in
    which the value for the side to move is above 0 is then far from the share of points that this side
    gets."""
    pool = ~judged.decided & judged.is_open & (judged.other[:, DECIDED] == 0.0)
    parts = 0.5 * (judged.own[pool, :DECIDED] - judged.other[pool, :DECIDED])
    values, results, games = parts.sum(axis=1), judged.results[pool], judged.games[pool]
    if len(np.unique(games)) < LEAST_GAMES or float(values.std()) == 0.0:
        return
    ahead = (values > 0.0) + 0.5 * (values == 0.0)
    gap, error = _mean_by_game(ahead - results, games)
    share, points = float(ahead.mean()), float(results.mean())
    direction = 1.0 if gap > 0.0 else -1.0
    # By the second condition, it is the value that swings, and not the results alone.
    if direction * gap - CERTAIN * error < SWING or direction * (share - 0.5) < 0.0:
        return
    by_term = parts.mean(axis=0) * direction
    loudest = int(by_term.argmax())
    term = judged.lens.heuristic.terms[loudest]
    named = by_term[loudest] > 0.5 * abs(float(values.mean()))
    said = (
        f"The value swings with the turn: it is above 0 for whoever is to move in {percent(share)} of "
        f"positions, who get {percent(points)} of the points."
    )
    index = int(np.flatnonzero(pool)[int((parts[:, loudest] * direction).argmax())])
    evidence = {
        "ahead": share,
        "points": points,
        "gap_low": gap - CERTAIN * error,
        "gap_high": gap + CERTAIN * error,
        "positions": len(values),
        "games": len(np.unique(games)),
    }
    said += f" Mostly by {term.label}." if named else ""
    yield Finding(JUMPS, said, (term.name,) if named else (), evidence, judged.text(index))


def _mean_by_game(values: np.ndarray, games: np.ndarray) -> tuple[float, float]:
    """The mean over positions, and its standard error over games, whose positions are not independent."""
    mean = float(values.mean())
    sums = np.bincount(games, weights=values - mean)
    return mean, float(np.sqrt((sums**2).sum())) / len(values)
