"""What the colours promise: text and signs are visible on every ground that they are drawn on, and everybody
can tell the colours of a view apart. `ui.colors` says of each colour what must be measured."""

import itertools
import re
from pathlib import Path
from typing import get_args

import pygame
import pytest
from color_vision import NORMAL, SIGHTS, ciede2000, difference, seen

from study.settings.settings import UiSettings
from ui.boards.arrows import RANKED
from ui.colors import (
    ARROW,
    BOARD,
    BOARD_TITLES,
    BOARDS,
    COLORS,
    SIGNS,
    TERM_COLORS,
    THEMES,
    TINTS,
    ColorKind,
    contrast,
    values,
)
from ui.theme import Theme

APART = 15.0
"""The least difference, by CIEDE2000, between two colours that only their colour tells apart."""

UI = Path(__file__).resolve().parents[3] / "ui"

LOOKS = [(theme, boards) for theme in THEMES for boards in BOARDS]


def rgb(value: str) -> tuple[int, int, int]:
    return tuple(int(value[at : at + 2], 16) for at in (1, 3, 5))


def mixed(one, other, share: float) -> tuple[int, int, int]:
    """The colour `one` with a share of `other` over it."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))


@pytest.fixture(params=LOOKS, ids="-".join)
def colors(request):
    """The colours of a theme, with one set of board colours, by name."""
    return {name: rgb(value) for name, value in values(*request.param).items()}


def grounds(colors, names, tinted=True):
    """The grounds as drawn, with tinted ones for boards, by a name for messages."""
    found = {name: colors[name] for name in names}
    for name in names:
        for tint, (color, share) in TINTS.items() if tinted and name in BOARD else ():
            found[f"{name} {tint}"] = mixed(colors[name], colors[color], share)
    return found


# Measures


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # table 1 of Sharma, Wu and Dalal (2005)
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
        ((50.0, -0.0010, 2.4900), (50.0, 0.0009, -2.4900), 4.8045),
        ((50.0, -0.0010, 2.4900), (50.0, 0.0011, -2.4900), 4.7461),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((50.0, 2.5, 0.0), (50.0, 3.2592, 0.3350), 1.0000),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
        ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_ciede2000_is_as_published(one, other, expected):
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(expected, abs=5e-5)


def test_greys_stay_and_colours_confuse_for_the_colour_blind():
    for sight in SIGHTS:
        assert seen((128, 128, 128), sight) == (128, 128, 128)
        assert seen((255, 255, 255), sight) == (255, 255, 255)
    red, green = (178, 92, 60), (122, 122, 40)
    assert difference(red, green) > 30
    assert difference(red, green, "deuteranopia") < difference(red, green) / 2
    blue, teal = (70, 130, 180), (60, 140, 150)
    assert difference(blue, teal, "tritanopia") < difference(blue, teal) / 2


def test_contrast_is_the_wcags():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(rgb("#767676"), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


# Every colour is classed


def test_every_colour_of_a_theme_is_used_in_every_theme():
    theme = Theme()
    assert all(isinstance(getattr(theme, "text_color" if n == "text" else n), pygame.Color) for n in COLORS)
    for name, color in COLORS.items():
        assert color.uses, name
        for use in color.uses:
            assert bool(use.on) == (use.kind not in (ColorKind.GROUND, ColorKind.LINING)), name
            assert {*use.on, *filter(None, (use.lined,))} <= set(COLORS), name
    for theme, boards in LOOKS:
        found = values(theme, boards)
        assert set(found) == set(COLORS)
        assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in found.values())


def test_other_boards_have_all_colours_of_a_board_and_no_other():
    of_a_board = {name for name in COLORS if name.startswith("board_")}
    for boards, themes in BOARDS.items():
        assert set(themes) == set(THEMES)
        for theme, found in themes.items():
            assert set(found) == (set() if boards == "theme" else of_a_board), (boards, theme)


def test_the_settings_offer_all_colours_of_boards():
    offered = get_args(UiSettings.model_fields["board_colours"].annotation)
    assert offered == tuple(BOARDS) == tuple(BOARD_TITLES)
    assert (
        len({value["board_light"] for themes in BOARDS.values() for value in themes.values() if value}) == 4
    )


def test_no_colour_is_named_anywhere_else_in_the_window():
    """A colour used elsewhere would have no uses. The drawings of chess's pieces use colour names of their
    own."""
    for path in sorted(UI.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"[\"']#[0-9a-fA-F]{3,8}[\"']|pygame\.Color\(\s*[\"'\d]", text)
        if path.name == "chess.py":
            found = [value for value in found if value not in ('"#ffffff"', '"#ececec"', '"#fff"')]
            found = [value for value in found if value not in ('"#000000"', '"#000"')]
        assert path.name == "colors.py" or not found, (path, found)


# Colours on grounds


def test_everything_is_seen_on_all_its_grounds(colors):
    faint = []
    for name, color in COLORS.items():
        for use in color.uses:
            for ground, seen_as in grounds(colors, use.on).items():
                found = contrast(colors[name], seen_as)
                if use.lined and found < use.kind.value:
                    line = colors[use.lined]
                    found = min(contrast(line, seen_as), contrast(line, colors[name]))
                if found < int(use.kind.value * 10) / 10:
                    faint.append(f"{name} on {ground}: {found:.2f}, not {use.kind.value:.1f}")
    assert not faint, "\n".join(faint)


def test_arrows_are_seen_though_what_they_cross_shines_through(colors):
    faint = []
    for name in ("mark", "hint", "alarm", "white", "black"):
        for ground, seen_as in grounds(colors, BOARD).items():
            for _, strength in RANKED if name == "hint" else ((0, 1.0),):
                found = contrast(mixed(seen_as, colors[name], ARROW * strength), seen_as)
                if found < 3.0:
                    faint.append(f"{name} on {ground} at {strength}: {found:.2f}")
    assert not faint, "\n".join(faint)


@pytest.mark.parametrize("name", ["alarm", "white", "black", *(n for n in COLORS if n.startswith("node_"))])
def test_what_is_written_into_a_fill_can_be_read(colors, name):
    """`Theme.ink_on` takes the better of both inks."""
    assert max(contrast(colors[ink], colors[name]) for ink in ("ink", "paper")) >= 4.5


def test_light_and_dark_squares_differ_at_a_glance(colors):
    assert contrast(colors["board_light"], colors["board_dark"]) >= 1.6


def test_a_marked_square_looks_like_its_own_kind(colors):
    """A marked square shows its colour: it is far nearer to squares of its own kind than to others."""
    for own, other in (("board_light", "board_dark"), ("board_dark", "board_light")):
        for name, tinted in grounds(colors, (own,)).items():
            near, far = contrast(tinted, colors[own]), contrast(tinted, colors[other])
            assert near <= 1.12 and far >= 1.45 and (far - 1) > 4 * (near - 1), (name, near, far)


# Colours that must differ


VIEWS = sorted({view for color in COLORS.values() for view in color.views})


@pytest.mark.parametrize("view", VIEWS)
def test_the_colours_of_a_view_are_told_apart_by_everybody(colors, view):
    names = [name for name, color in COLORS.items() if view in color.views]
    assert len(names) > 1, "else there is nothing to tell apart"
    alike = []
    for one, other in itertools.combinations(names, 2):
        for sight in SIGHTS:
            found = difference(colors[one], colors[other], sight)
            if found < APART:
                alike.append(f"{one}, {other} by {found:.1f}: {sight}")
    assert not alike, "\n".join(alike)


def test_signs_and_terms_are_classed_with_what_they_stand_beside():
    """A sign on a board stands beside all others; a term of the timeline stands beside the marks of both
    sides."""
    on_a_board = {
        name
        for name, color in COLORS.items()
        if any(
            use.kind in (ColorKind.SIGN, ColorKind.TEXT) and set(BOARD) <= set(use.on) for use in color.uses
        )
    }
    assert on_a_board == {name for name, color in COLORS.items() if SIGNS in color.views}
    for name in (*TERM_COLORS, "term_others", "white", "black"):
        assert "timeline" in COLORS[name].views


@pytest.mark.parametrize("piece", ["white", "black"])
def test_a_chess_piece_stands_out_from_every_square_by_its_fill(colors, piece):
    """Its outline alone is thin."""
    alike = []
    for ground, seen_as in grounds(colors, ("board_light", "board_dark")).items():
        alike += [
            f"{ground}: {sight}" for sight in SIGHTS if difference(colors[piece], seen_as, sight) < APART
        ]
    assert not alike, alike


def test_sides_are_amber_and_blue_and_no_term_is(colors):
    def warmth(name: str) -> float:
        red, _, blue = colors[name]
        return (red - blue) / 255

    assert warmth("white") > 0.5 and warmth("black") < -0.5
    for name in (*TERM_COLORS, "term_others"):
        for side in ("white", "black"):
            assert difference(colors[name], colors[side], NORMAL) >= APART


BESIDE = 30.0
"""The least difference between the colours of two terms that lie side by side in a column of a chart."""


@pytest.mark.parametrize("theme", THEMES)
def test_terms_that_follow_one_another_differ_at_a_glance(theme):
    found = values(theme)
    for one, other in itertools.pairwise(TERM_COLORS):
        assert difference(rgb(found[one]), rgb(found[other])) >= BESIDE, (one, other)
