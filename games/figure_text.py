"""Counts, shares, numbers and lists as people read them."""

from collections.abc import Iterable

MINUS = "−"


def grouped(count: int) -> str:
    """A count with thin spaces between its thousands: "12 345"."""
    return f"{count:,}".replace(",", "\u202f")


def percent(share: float) -> str:
    """A share or probability with one decimal: "76.6 %"."""
    return f"{100 * share:.1f} %"


def percents(low: float, high: float) -> str:
    """An interval of shares: "75.8 to 77.4 %"."""
    return f"{100 * low:.1f} to {percent(high)}"


def signed(value: float, decimals: int) -> str:
    """The number with a sign and that many decimals. A number that rounds to zero has no sign."""
    digits = f"{abs(value):.{decimals}f}"
    if not any("1" <= digit <= "9" for digit in digits):
        return digits
    return (MINUS if value < 0 else "+") + digits


def short(value: float, digits: int = 4) -> str:
    """A weight with at most `digits` significant digits. A whole number below a million keeps all its
    digits."""
    text = f"{value:.0f}" if value == round(value) and abs(value) < 1e6 else f"{value:.{digits}g}"
    return text.replace("-", MINUS).replace("e+0", "e").replace("e+", "e")


def listed(names: Iterable[str], word: str = "and") -> str:
    """The names in a list, the last one after a word: "a", "a and b", "a, b and c"."""
    *front, last = names
    return f"{', '.join(front)} {word} {last}" if front else last
