"""The colours of terms in charts, the same in the window and on exported pages. None of them is like the
amber and blue of the two sides. `ui.colors` says which other colours they must differ from."""

from typing import NamedTuple


class TermColor(NamedTuple):
    """A colour as `#rrggbb`, on a dark and on a light ground."""

    dark: str
    light: str


TERMS = (
    TermColor("#f05868", "#0d7057"),
    TermColor("#30f8ff", "#ef0070"),
    TermColor("#4068c8", "#350013"),
    TermColor("#f0e8c0", "#0001d0"),
    TermColor("#607800", "#780c01"),
    TermColor("#906078", "#780065"),
)
"""The colours in the order of the terms in a chart. Those that follow one another are furthest apart, because
they lie side by side in a column."""

OTHERS = TermColor("#a0a8a8", "#8c848c")
"""The colour of all other terms together."""
