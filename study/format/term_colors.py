"""The colours of terms in charts, the same in the window and on exported pages. None is a side's amber or
blue. `ui.colors` says what they are measured against."""

from typing import NamedTuple


class TermColor(NamedTuple):
    """As `#rrggbb`, on a dark and on a light ground."""

    dark: str
    light: str


TERMS = (
    TermColor("#f05868", "#3830a0"),
    TermColor("#30f8ff", "#e82870"),
    TermColor("#4068c8", "#186850"),
    TermColor("#f0e8c0", "#702000"),
    TermColor("#607800", "#402040"),
    TermColor("#906078", "#080800"),
)
"""In the order in which terms stand in a chart."""

OTHERS = TermColor("#a0a8a8", "#8c84a4")
"""Of all other terms together."""
