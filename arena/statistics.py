"""Scores with their error bars."""

import math

Z_95 = 1.959963984540054
"""The normal distribution's 97.5 % point."""


def wilson_interval(score: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a mean score in 0..1 over a number of games.

    Draws make the true spread smaller than a win-or-loss game's, so with draws the interval is on
    the safe side. It does not collapse at 0 or 1. (Wilson 1927, JASA 22:209.)
    """
    if games == 0:
        return 0.0, 1.0
    spread = Z_95 * math.sqrt(score * (1 - score) / games + Z_95**2 / (4 * games**2))
    scale = 1 + Z_95**2 / games
    centre = score + Z_95**2 / (2 * games)
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def elo(score: float) -> float | None:
    """The rating difference that explains a mean score; None where it would be infinite."""
    if not 0.0 < score < 1.0:
        return None
    return 400.0 * math.log10(score / (1.0 - score))
