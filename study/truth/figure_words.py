"""Words and numbers for measurements of truth (a heuristic compared with proven outcomes), the same in the
window and on the command line."""

from arena.truth.beside_random import with_interval
from games.figure_text import percent, signed

KEEPS = "keeps the outcome"
ORDERS = "better move valued higher"
BEHIND = "plies behind the best"
BLIND = "without evaluation"
RANDOM = "a random move"
GAINED = "the term gains"

EQUAL = "valued as equal"
"""The remark for a position in which the heuristic gives the right move and the move that it chose the same
value."""


def share_text(share: float | None, low: float | None, high: float | None) -> str:
    """A share with its 95 % interval: "93.8 % (90.9 to 95.7)"; "" if there is no share."""
    if share is None:
        return ""
    return percent(share) if low is None or high is None else with_interval(share, (low, high))


def interval_in_brief(interval: tuple[float, float]) -> str:
    """An interval of shares in whole per cent: "91–96"."""
    low, high = (f"{100 * end:.0f}" for end in interval)
    return f"{low}–{high}"


def gain_text(gain: float, low: float, high: float) -> str:
    """A gain in per cent of all positions, with its 95 % interval: "+5.8 % (+3.4 to +8.0)"."""
    return f"{signed(100 * gain, 1)} % ({signed(100 * low, 1)} to {signed(100 * high, 1)})"


def plies_text(plies: float | None) -> str:
    """A mean number of plies in writing; "" for None."""
    return "" if plies is None else f"{plies:.1f}"
