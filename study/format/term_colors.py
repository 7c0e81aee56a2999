"""The colours of terms in charts, the same in the window and on exported pages. None is a side's amber or
blue. `ui.colors` says which other colours they must differ from."""

from typing import NamedTuple


class TermColor(NamedTuple):
    """A colour as `#rrggbb`, on a dark and on a light ground."""

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
"""The colours in the order of the terms in a chart."""

OTHERS = TermColor("#a0a8a8", "#8c84a4")
"""The colour of all other terms together."""
