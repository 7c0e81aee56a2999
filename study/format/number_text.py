"""Numbers as people read them: explicit signs, fixed decimals, wins in words."""

import math
from collections.abc import Callable, Iterable

from engines.contract import WIN, WIN_BAND
from games.figure_text import MINUS as MINUS
from games.figure_text import grouped as grouped
from games.figure_text import percent as percent
from games.figure_text import short as short
from games.figure_text import signed as signed

NOTHING = "–"
MOST_DECIMALS = 3


def in_units(value: float, decimals: int) -> int:
    """The number in units of its last decimal, as `signed` rounds it."""
    return round(float(f"{value:.{decimals}f}") * 10**decimals)


def plain(value: float, decimals: int) -> str:
    """The number with a sign only if it is negative."""
    text = signed(value, decimals)
    return text.removeprefix("+")


def apart(value: float, other: float) -> str:
    """A weight as `short` writes it, with enough digits to show its distance from another weight to within
    one per cent."""
    digits = 4
    while digits < 15 and abs(float(f"{value:.{digits}g}") - value) > 0.01 * abs(value - other):
        digits += 1
    return short(value, digits)


def decimals_of(values: Iterable[float], most: int = MOST_DECIMALS) -> int:
    """The fewest decimals that write all values exactly; `most` if more would be needed."""
    needed = 0  # a difference as small as a rounding error needs no further decimal
    for value in values:
        while needed < most and abs(value * 10**needed - round(value * 10**needed)) > 1e-9 * 10**needed:
            needed += 1
    return needed


def decimals_within(least: float, most: int = MOST_DECIMALS) -> int:
    """The number of decimals that show a value as small as `least`, at most `most`."""
    # Without 1e-9 a rounding error of the logarithm would add a decimal.
    return min(most, max(0, math.ceil(-math.log10(least) - 1e-9)))


def whole_digits(value: float) -> int:
    """The digits before the point of a number of that size; at least 1."""
    return len(str(int(min(abs(value), 1e15))))


def compact(value: float) -> str:
    """A count in at most four characters and its unit: 412, 4.1 k, 412 k, 2.1 M, 3.0 G."""
    size = abs(value)
    sign = MINUS if value < 0 else ""
    for unit, factor in (("", 1.0), (" k", 1e3), (" M", 1e6), (" G", 1e9)):
        scaled = size / factor
        if scaled < 999.5 or unit == " G":
            digits = f"{scaled:.0f}" if unit == "" or scaled >= 9.95 else f"{scaled:.1f}"
            return f"{sign}{digits}{unit}"
    raise AssertionError


def fitted(value: float, decimals: int, fits: Callable[[str], bool]) -> str:
    """The number as `signed` writes it, with as many of the decimals as fit, else with a unit (k, M)."""
    for kept in range(decimals, -1, -1):
        text = signed(value, kept)
        if fits(text):
            return text
    return ("+" if value > 0 else "") + compact(value)


def seconds(value: float) -> str:
    """A duration: 40 ms, 0.3 s, 12 s, 2 min 5 s, 3 h 20 min."""
    if value < 0.0995:
        return f"{value * 1000:.0f} ms"
    if value < 9.95:
        return f"{value:.1f} s"
    if value < 59.5:
        return f"{value:.0f} s"
    if value < 3599.5:
        return f"{round(value) // 60} min {round(value) % 60} s"
    minutes = round(value / 60)
    return f"{minutes // 60} h {minutes % 60} min"


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def is_decided(value: float) -> bool:
    """Whether a search's value is a forced win or loss."""
    return abs(value) > WIN_BAND


def plies_to_end(value: float) -> int:
    """The plies to the forced win or loss that a decided value means."""
    return round(WIN - abs(value))


def verdict(value: float, side: int, names: tuple[str, str]) -> str:
    """A decided value, which is for `side`, in words; "" for an evaluation."""
    if not is_decided(value):
        return ""
    winner = names[side if value > 0 else 1 - side]
    distance = plies_to_end(value)
    return f"{winner} wins in {plies(distance)}" if distance > 0 else f"{winner} has won"


LEAST_SHARE_OF_A_WIN = 1e7
"""A mean over chance outcomes that is larger than this contains a forced win: no evaluation is so large."""


def of_a_win(value: float) -> str:
    """A mean over chance outcomes that contains wins, as a share of a win; "" for evaluations."""
    return (
        f"{signed(value / WIN, 3)} wins"
        if abs(value) > LEAST_SHARE_OF_A_WIN and not is_decided(value)
        else ""
    )
