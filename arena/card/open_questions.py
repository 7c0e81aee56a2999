"""Comparisons without a verdict, and how many more pairs or minutes a verdict takes."""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean

from arena.card.pairs import Worth
from arena.card.plan import CHUNK
from arena.card.verdicts import LEVEL, NARROW, significant
from arena.statistics import Z_95
from games.figure_text import grouped

RATIO = 10.0
"""The ratio of the variance of effects to the variance of an estimate that is assumed before the pairs are
played (`Worth.sequential_probability`)."""


def open_questions(worths: Sequence[Worth]) -> list[int]:
    """The indices of comparisons without a verdict: not significantly different from 0, and with an
    interval that is not narrow."""
    distinct = significant({str(at): worth for at, worth in enumerate(worths)}, is_open=True)
    return [at for at, worth in enumerate(worths) if str(at) not in distinct and worth.half_width > NARROW]


def width_to_tell(worth: Worth, comparisons: int, is_open: bool = False) -> float:
    """The half-width of an interval, in Elo, at which there will be a verdict. It is NARROW, or the
    half-width at which the present estimate differs significantly from 0 among this number of comparisons, if
    that is larger. `is_open` as for `significant`."""
    level = LEVEL / max(1, comparisons)
    z = NormalDist().inv_cdf(1.0 - level / 2)
    if is_open:  # the z at which `sequential_probability` is the level, for this RATIO
        z = math.sqrt(2.0 * (1.0 + 1.0 / RATIO) * (0.5 * math.log1p(RATIO) - math.log(level)))
    return max(NARROW, abs(worth.elo or 0.0) * Z_95 / z)


def _spread(worth: Worth) -> float | None:
    """The squared half-width of the interval times the pairs: about the same for any number of pairs. None
    where it is not known."""
    known = worth.pairs and math.isfinite(worth.half_width)
    return worth.pairs * worth.half_width**2 if known else None


def more_pairs(worth: Worth, width: float, usual: float | None = None) -> float | None:
    """About how many more pairs shrink the interval's half-width to `width`. It uses the spread of this
    comparison, else the `usual` spread; None if neither is known."""
    spread = _spread(worth)
    if spread is None:
        spread = usual
    return None if spread is None else max(0.0, spread / width**2 - worth.pairs)


def in_pairs(worth: Worth, comparisons: int) -> str:
    """How many more pairs a verdict takes, in words; "" where that is not known."""
    pairs = more_pairs(worth, width_to_tell(worth, comparisons))
    if pairs is None:
        return ""
    return f"about {grouped(CHUNK * max(1, math.ceil(pairs / CHUNK)))} more pairs"


def in_minutes(worth: Worth, worths: Sequence[Worth], seconds_a_pair: float) -> str:
    """How many more minutes of a card a verdict takes, in words, if a pair takes `seconds_a_pair`. The
    card plays the comparison with the widest interval first, so wider intervals in `worths` are counted,
    too. Comparisons without pairs get the average spread of the others. "" if no spread is known."""
    width = width_to_tell(worth, len(worths), is_open=True)
    asked = [worths[at] for at in open_questions(worths)]
    spreads = [spread for other in worths if (spread := _spread(other)) is not None]
    if not spreads:
        return ""
    pairs = sum(more_pairs(other, width, fmean(spreads)) or 0.0 for other in asked)
    minutes = max(1, math.ceil(pairs * seconds_a_pair / 60.0))
    return f"about {grouped(minutes)} more minute{'s' if minutes > 1 else ''}"
