"""The colours of the window: what each is for, what it is drawn on, and its value in each theme.

Two colours carry meaning everywhere, amber for White's side and blue for Black's, always with a shape, a
place or a sign beside them. A colour cannot be added without its uses. `tests/ui/colors/test_colors.py`
measures each colour against every ground that its uses name, and the colours of a view against each
other: by the contrast of WCAG 2.2, and by CIEDE2000 for normal sight and for three kinds of colour blindness.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from study.format.term_colors import OTHERS, TERMS

if TYPE_CHECKING:
    import pygame

THEMES = ("dark", "light")


class ColorKind(Enum):
    """What a colour is used for. The value is the least contrast that it must have with its ground. No two
    values are equal, because an `Enum` would make the second name an alias of the first."""

    GROUND = 1.0
    """Other colours are drawn on it."""
    LINING = 1.01
    """Separates or decorates, without carrying information."""
    SIGN = 3.0
    """A fill or a line that carries information."""
    DISABLED = 3.001
    """Text of what cannot be used now."""
    TEXT = 4.5
    """Text. Lines may have this colour, too."""


PAGE = ("ground", "panel", "raised", "pressed")
"""The grounds of pages and controls."""

CHART = ("ground", "panel")
"""The grounds of charts."""

BOARD = ("board_ground", "board_light", "board_dark")
"""The grounds of a board that can be tinted, see `TINTS`."""


class Use(NamedTuple):
    """How a colour is used: its `kind`, and the grounds that it is drawn `on`. `lined` is the colour of a
    line around it, which can be seen where the colour itself cannot."""

    kind: ColorKind
    on: tuple[str, ...] = ()
    lined: str = ""


@dataclass(frozen=True)
class Color:
    """A colour in the dark and in the light theme, with its uses. `views` are the pictures in which only
    the colour sets it apart."""

    dark: str
    light: str
    uses: tuple[Use, ...]
    views: tuple[str, ...] = ()

    if TYPE_CHECKING:  # for the type checker: a theme has a pygame colour instead

        def __get__(self, theme: object, owner: type) -> "pygame.Color": ...


def _ground(dark: str, light: str) -> Color:
    return Color(dark, light, (Use(ColorKind.GROUND),))


def _lining(dark: str, light: str) -> Color:
    return Color(dark, light, (Use(ColorKind.LINING),))


def _text(dark: str, light: str, on: tuple[str, ...], *views: str) -> Color:
    return Color(dark, light, (Use(ColorKind.TEXT, on),), views)


def _sign(dark: str, light: str, on: tuple[str, ...], *views: str, lined: str = "") -> Color:
    return Color(dark, light, (Use(ColorKind.SIGN, on, lined),), views)


def _node(dark: str, light: str) -> Color:
    """The colour of the search tree's nodes that ended for the same reason. Each node also has a letter."""
    return _sign(dark, light, CHART, TREE)


SIGNS, STRIP, SAYINGS, ASIDES, LABELS, TREE, STEPS = (
    "signs on a board",
    "timeline",
    "sentences",
    "remarks",
    "controls",
    "tree",
    "steps between two values",
)
"""The views."""


class Palette:
    """The colours by what they are for. A theme has the value of each, as an attribute of this name."""

    # Pages
    ground = _ground("#16181c", "#eceef1")
    panel = _ground("#1d2026", "#f7f8fa")
    raised = _ground("#2a2e36", "#dfe3e9")
    pressed = _ground("#363b45", "#cfd5de")
    line = _lining("#3a404b", "#b9c0cb")
    text_color = _text("#e8eaed", "#1b1e23", PAGE, SAYINGS, LABELS)
    dim = _text("#a3abb8", "#4f5866", PAGE, ASIDES)
    faint = Color("#838b99", "#69727f", (Use(ColorKind.DISABLED, PAGE),), (LABELS,))
    warning = _text("#cd8cff", "#7010c0", PAGE, SAYINGS, ASIDES)
    accent = _sign("#d5dae3", "#2d3440", PAGE, STEPS)
    on_accent = _text("#16181c", "#eceef1", ("accent",))
    # The sides, and what is drawn on their fills
    white = _sign("#f0b030", "#8c5d04", (*PAGE, *BOARD), SIGNS, STRIP, STEPS)
    black = _sign("#3e9ef8", "#075df8", (*PAGE, *BOARD), SIGNS, STRIP, STEPS)
    white_ink = _sign("#3a2404", "#fff2da", ("white",))
    black_ink = _sign("#062440", "#e6f2fd", ("black",))
    white_hitpoint = _sign("#ffd48a", "#ffd48a", ("ink",))
    black_hitpoint = _sign("#a9d6ff", "#a9d6ff", ("ink",))
    spent = _sign("#7c818b", "#7c818b", ("ink",))
    ink = _lining("#0b0c0e", "#0b0c0e")
    paper = _lining("#ffffff", "#ffffff")
    # Boards; `BOARDS` has other values of them
    board_ground = _ground("#20242a", "#e2e6ec")
    board_light = _ground("#393f4a", "#ffffff")
    board_dark = _ground("#1a1c23", "#c8ccd4")
    board_burned = _ground("#0d0e11", "#d6dce4")
    board_line = _sign("#7d8694", "#667080", ("board_ground", "board_burned"))
    board_text = _text("#b4bcc9", "#434b58", ("board_ground",))
    # Signs on a board
    mark = Color(
        "#f8ffff",
        "#000008",
        (Use(ColorKind.TEXT, BOARD), Use(ColorKind.SIGN, ("board_burned", "ground"))),
        (SIGNS,),
    )
    last = _sign("#f6c6ff", "#66166b", (*BOARD, "board_burned"), SIGNS)
    hint = Color("#5fe7b2", "#016b5b", (Use(ColorKind.SIGN, BOARD), Use(ColorKind.TEXT, CHART)), (SIGNS,))
    alarm = _sign("#f360a4", "#d40564", BOARD, SIGNS)
    shadow = _lining("#0b0c0e", "#ffffff")
    # Nodes of the search tree
    node_full = _node("#726a56", "#8c8779")
    node_cut = _node("#9d37d7", "#430085")
    node_leaf = _node("#eefeff", "#00002c")
    node_table = _node("#4daf7a", "#5090a0")
    node_terminal = _node("#f0b9ff", "#d06a37")
    node_null_move = _node("#b9b90d", "#9d3a02")
    node_quiet = _node("#a6b1b3", "#625d50")
    node_stopped = _node("#3b7a81", "#1a0006")
    node_probed = _node("#9ef3ab", "#3a404d")
    node_trusted = _node("#af82c3", "#936cff")
    node_too_far = _node("#ffff24", "#551503")
    node_left_out = _node("#71861b", "#535fa1")
    # Terms of the timeline: no side has their colours, and no two are shades of one colour
    term_1 = _sign(*TERMS[0], CHART, STRIP)
    term_2 = _sign(*TERMS[1], CHART, STRIP)
    term_3 = _sign(*TERMS[2], CHART, STRIP)
    term_4 = _sign(*TERMS[3], CHART, STRIP)
    term_5 = _sign(*TERMS[4], CHART, STRIP)
    term_6 = _sign(*TERMS[5], CHART, STRIP)
    term_others = _sign(*OTHERS, CHART, STRIP)


COLORS = {
    "text" if name == "text_color" else name: color
    for name, color in vars(Palette).items()
    if isinstance(color, Color)
}

_BOARD_NAMES = tuple(name for name in COLORS if name.startswith("board_"))


def _board(*values: str) -> dict[str, str]:
    """The values of the colours of a board: ground, light, dark, burned, line, text."""
    return dict(zip(_BOARD_NAMES, values, strict=True))


BOARDS: dict[str, dict[str, dict[str, str]]] = {
    "theme": {"dark": {}, "light": {}},
    "wood": {
        "dark": _board("#271e17", "#4c3c2f", "#231b14", "#0e0a08", "#9a8670", "#cdbda8"),
        "light": _board("#efe4d3", "#fffefa", "#e1c8a0", "#e3d5bd", "#7d694d", "#54452e"),
    },
    "sea": {
        "dark": _board("#17282e", "#2b424b", "#111e23", "#070c0e", "#7d979e", "#b5cad0"),
        "light": _board("#dbe8e9", "#fbffff", "#b3d1d7", "#d0e0e2", "#58737a", "#37494d"),
    },
}
"""The boards' colours by the setting `ui.board_colours` and by theme. They replace the theme's own."""

BOARD_TITLES = {"theme": "Match the theme", "wood": "Wood", "sea": "Sea"}
"""The names of the board colours in the window."""


def values(theme: str, boards: str = "theme") -> dict[str, str]:
    """Every colour of a theme with boards of some colours, as `#rrggbb`."""
    own = {name: color.dark if theme == "dark" else color.light for name, color in COLORS.items()}
    return own | BOARDS[boards][theme]


def luminance(color: Sequence[int]) -> float:
    """Relative luminance of red, green and blue (0 to 255) as WCAG 2.2 defines it, 0 to 1."""
    parts = [part / 255 for part in color[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast of two colours as WCAG 2.2 defines it, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


TERM_COLORS = tuple(f"term_{number}" for number in range(1, len(TERMS) + 1))
"""The colours of a chart's terms, in their order."""

TINTS = {
    "departed": ("last", 0.03),
    "arrived": ("last", 0.04),
    "for White": ("white", 0.05),
    "for Black": ("black", 0.05),
}
"""(colour, opacity) of the tints of squares. A tint only supports a sign on the square. It is so weak that
everything on the square can still be seen."""

SIDE_TINTS = ("for White", "for Black")

ARROW = 0.96
"""How opaque an arrow is over what it crosses."""
