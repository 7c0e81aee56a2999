"""How often and how much each term contributes, and which other term it is correlated with.

How often a term contributes is counted in other games, too. A harmful term can make both players of self-play
passive, and then terms that matter never contribute there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from arena.statistics import wilson_interval

LEAST_GAMES = 10
"""In fewer games a term may have contributed nothing by chance, so nothing is concluded."""

LEAST_POSITIONS = 50
"""With fewer positions no correlations are computed, and no weights are fitted."""

HIGH_CORRELATION, HIGH_INFLATION = 0.7, 5.0
"""The correlation, and the variance inflation factor, above which another term may replace a term."""


@dataclass(frozen=True)
class TermShape:
    """`fires`: share of `positions`, from a number of `games`, in which the term contributes; `effect`: the
    mean size of these contributions; `inflation`: the factor by which the variance of its weight grows
    because the other terms predict it (variance inflation factor); `partner`: the index of the term with the
    strongest `correlation`, None for none. `games` is None where they were not counted."""

    fires: float
    effect: float
    inflation: float
    partner: int | None
    correlation: float
    positions: int = 0
    games: int | None = None

    @property
    def is_redundant(self) -> bool:
        return abs(self.correlation) > HIGH_CORRELATION or self.inflation > HIGH_INFLATION

    @property
    def is_silent(self) -> bool:
        """Whether it contributed nothing in enough games to say so."""
        return self.fires == 0.0 and (self.games is None or self.games >= LEAST_GAMES)

    @property
    def fires_at_most(self) -> float | None:
        """The upper limit (95 %) of the share of games in which a term contributes that never did so far. It
        holds for the share of positions, too. None if the games were not counted."""
        return wilson_interval(0.0, self.games)[1] if self.games and self.fires == 0.0 else None

    @property
    def fires_interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `fires`, as wide as if each game had one position, since positions of a game
        are not independent. None if the games were not counted."""
        return wilson_interval(self.fires, self.games) if self.games else None

    def to_json(self) -> dict[str, Any]:
        low, high = self.fires_interval or (None, None)
        return {
            "fires": self.fires if self.positions else None,
            "fires_low": low,
            "fires_high": high,
            "fires_at_most": self.fires_at_most,
            "positions": self.positions,
            "games": self.games,
            "effect": self.effect,
            "inflation": self.inflation if self.inflation != float("inf") else None,
        }


def term_shapes(
    terms: np.ndarray, others: np.ndarray | None = None, games: int | None = None
) -> tuple[TermShape, ...]:
    """The shape of each term, from contributions in self-play, float64 [positions, terms]. `others` are
    contributions in other games, which count only for how often a term contributes and, if it never does in
    self-play, for its effect. `games` is the number of all games."""
    rows, count = terms.shape
    contributes = terms != 0.0
    everywhere = terms if others is None else np.concatenate([terms, others])
    spreads = terms.std(axis=0) if rows else np.zeros(count)
    enough = games is None or rows >= LEAST_POSITIONS
    live = [index for index in range(count) if spreads[index] > 1e-12 and enough]
    correlations = np.zeros((count, count))
    if live:
        correlations[np.ix_(live, live)] = np.corrcoef(terms[:, live], rowvar=False).reshape(len(live), -1)
    shapes = []
    for index in range(count):
        rest = [other for other in live if other != index]
        partner = max(rest, key=lambda other: abs(correlations[index, other]), default=None)
        fires = float((everywhere[:, index] != 0.0).mean()) if len(everywhere) else 0.0
        source = terms if contributes[:, index].any() else everywhere
        sizes = np.abs(source[source[:, index] != 0.0, index])
        shapes.append(
            TermShape(
                fires,
                float(sizes.mean()) if len(sizes) else 0.0,
                _inflation(terms, index, rest) if index in live else 1.0,
                partner if index in live else None,
                float(correlations[index, partner]) if index in live and partner is not None else 0.0,
                len(everywhere),
                games,
            )
        )
    return tuple(shapes)


def _inflation(terms: np.ndarray, index: int, others: list[int]) -> float:
    """1 / (1 − R²) of a term by the others; infinite where they determine it."""
    if not others:
        return 1.0
    x = terms[:, others] - terms[:, others].mean(axis=0)
    y = terms[:, index] - terms[:, index].mean()
    left = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
    share = float(left @ left) / float(y @ y)
    return float("inf") if share < 1e-9 else 1.0 / share
