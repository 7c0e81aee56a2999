"""Foresight: whether a term predicts now what the other terms find only with a deeper search.

The deep value is computed by the heuristic *without* the term: with it, every term would predict itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.card.self_play import root_terms
from engines.contract import WIN_BAND, StopSignal
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from games.contract import Options
from games.position import Position
from games.registry import load_game
from heuristics.lens import Weights
from heuristics.registry import load_lens

RESAMPLES = 400
LEAST = 30
"""With fewer positions there is no answer."""


@dataclass(frozen=True)
class DeepValues:
    """A unit of work: positions that `player`, the heuristic without a term, searches. The answer is a row
    for each: its deep value for the side to move, and what every term contributes without a search; None
    where the game is decided."""

    game: str
    heuristic: str
    player: PlayerSpec
    positions: tuple[str, ...]
    options: Options
    weights: Weights | None

    def work(self, stop: StopSignal) -> list[Any]:
        rules, full = load_game(self.game), load_lens(self.game, self.heuristic, self.weights)
        rows: list[Any] = []
        for text in self.positions:
            position = Position.start(rules, self.options, text)
            # A new engine each time: with a used transposition table, values would depend on the order.
            engine = make_engine(
                self.player, self.game, self.weights, table_megabytes=4, options=self.options
            )
            terms = root_terms(full, position.state, position.to_move)
            value = engine.think(position, stop=stop).value
            decided = terms is None or abs(value) >= WIN_BAND
            rows.append(None if decided else [float(value), terms])
        return rows


@dataclass(frozen=True)
class Foresight:
    """The partial correlation, given the other terms, of a term with the deep value of the heuristic without
    it, and the 95 % interval (bootstrap over games). Positive: the term predicts in the direction of its
    weight."""

    correlation: float
    low: float
    high: float

    def to_json(self) -> dict[str, float]:
        return {"foresight": self.correlation, "foresight_low": self.low, "foresight_high": self.high}


def foresight(rows: Sequence[Any], games: np.ndarray, index: int, seed: int) -> Foresight | None:
    """The foresight of the term at `index`, from the answers of `DeepValues` and the number of each answer's
    game. None with too few positions, or if the other terms determine this one or the deep value."""
    kept = [at for at, row in enumerate(rows) if row is not None]
    if len(kept) < LEAST:
        return None
    deep = np.array([rows[at][0] for at in kept])
    terms = np.array([rows[at][1] for at in kept])
    others = np.delete(terms, index, axis=1)
    x = np.hstack([np.ones((len(kept), 1)), others])
    both = np.column_stack([deep, terms[:, index]])
    # What the other terms do not explain of the deep value and of this term.
    left = both - x @ np.linalg.lstsq(x, both, rcond=None)[0]
    if left[:, 1].std() < 1e-9 * max(1.0, float(np.abs(terms[:, index]).max())) or left[:, 0].std() == 0.0:
        return None
    of_game = games[kept]
    numbers = np.unique(of_game)
    members = [np.flatnonzero(of_game == number) for number in numbers]
    # Sums by game, so that the correlation of a resample comes from weighted sums.
    sums = np.array(
        [
            [len(rows), *left[rows].sum(0), *(left[rows] ** 2).sum(0), left[rows].prod(1).sum()]
            for rows in members
        ]
    )
    random = np.random.default_rng(seed)
    drawn = random.multinomial(len(numbers), np.full(len(numbers), 1 / len(numbers)), size=RESAMPLES) @ sums
    found = _correlations(drawn)
    low, high = np.quantile(found, (0.025, 0.975))
    return Foresight(float(_correlations(sums.sum(0, keepdims=True))[0]), float(low), float(high))


def _correlations(sums: np.ndarray) -> np.ndarray:
    """The correlations from [n, Σa, Σb, Σa², Σb², Σab], float64 [samples, 6]."""
    n, a, b, aa, bb, ab = sums.T
    spread = (aa - a * a / n) * (bb - b * b / n)
    correlations: np.ndarray = (ab - a * b / n) / np.sqrt(np.maximum(spread, 1e-300))
    return correlations
