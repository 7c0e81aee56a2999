"""Comparisons that no verdict has come to yet, and what it takes until one does."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean

from arena.card.pairs import Worth
from arena.card.plan import CHUNK
from arena.card.verdicts import LEVEL, NARROW, significant
from arena.statistics import Z_95

RATIO = 10.0
"""A usual variance of effects as a multiple of that of an estimate (`Worth.sequential_probability`)."""


def open_questions(worths: Sequence[Worth]) -> list[int]:
    """The indices of comparisons that are neither told apart from 0 nor narrow."""
    told = significant({str(at): worth for at, worth in enumerate(worths)}, is_open=True)
    return [at for at, worth in enumerate(worths) if str(at) not in told and worth.half_width > NARROW]


def width_to_tell(worth: Worth, comparisons: int, is_open: bool = False) -> float:
    """Half of an interval's width, in Elo, that brings a verdict: NARROW, or one that tells the present
    estimate apart from 0 among so many comparisons; `is_open` as for `significant`."""
    level = LEVEL / max(1, comparisons)
    z = NormalDist().inv_cdf(1.0 - level / 2)
    if is_open:
        z = math.sqrt(2.0 * (1.0 + 1.0 / RATIO) * (0.5 * math.log1p(RATIO) - math.log(level)))
    return max(NARROW, abs(worth.elo or 0.0) * Z_95 / z)


def _spread(worth: Worth) -> float | None:
    """Half of the interval's width, squared, times the pairs: about the same for any number of pairs. None
    where it is not known."""
    known = worth.pairs and math.isfinite(worth.half_width)
    return worth.pairs * worth.half_width**2 if known else None


def more_pairs(worth: Worth, width: float, usual: float | None = None) -> float | None:
    """About how many more pairs it takes until half of the interval is that wide, where the spread of this
    comparison or a `usual` one is known."""
    spread = _spread(worth)
    if spread is None:
        spread = usual
    return None if spread is None else max(0.0, spread / width**2 - worth.pairs)


def in_pairs(worth: Worth, comparisons: int) -> str:
    """What it takes until a verdict, in pairs; "" where that is not known."""
    pairs = more_pairs(worth, width_to_tell(worth, comparisons))
    if pairs is None:
        return ""
    count = f"{CHUNK * max(1, math.ceil(pairs / CHUNK)):,}".replace(",", "\u202f")
    return f"about {count} more pairs"


def in_minutes(worth: Worth, worths: Sequence[Worth], seconds_a_pair: float) -> str:
    """What it takes until a verdict, in minutes of a card in which a pair takes so long. The comparison of
    the widest interval goes first, so the wider ones of all `worths` are counted in; those without pairs as
    the others are on average. "" where nothing is known."""
    width = width_to_tell(worth, len(worths), is_open=True)
    asked = [worths[at] for at in open_questions(worths)]
    spreads = [spread for other in worths if (spread := _spread(other)) is not None]
    if not spreads:
        return ""
    pairs = sum(more_pairs(other, width, fmean(spreads)) or 0.0 for other in asked)
    minutes = max(1, math.ceil(pairs * seconds_a_pair / 60.0))
    return f"about {minutes:,} more minute{'s' if minutes > 1 else ''}".replace(",", "\u202f")
