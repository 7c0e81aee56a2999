"""Counts, shares and signed numbers as people read them."""

MINUS = "−"


def grouped(count: int) -> str:
    """A count, its thousands set apart."""
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
