"""What the themes promise: contrast enough to read, the sides' two colours, boards with a ground."""

import os
from typing import get_args

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest

from games.position import Position
from games.registry import ENTRIES, load_game
from study.core.settings import Settings, UiSettings
from study.core.settings_store import SettingsStore
from ui.app import App
from ui.boards.board_art import ASSETS, Geometry
from ui.boards.chess import TONES
from ui.boards.picture import draw_thumbnail
from ui.boards.registry import load_art
from ui.theme import BOARD_TITLES, BOARDS, PALETTES, Theme

PAGES = ("ground", "panel", "raised", "pressed")
TEXT, DISABLED = 4.5, 3.0
"""The least contrast of text, and of what is disabled or is a sign, by the WCAG's formula."""


def luminance(color: pygame.Color) -> float:
    """Relative luminance as WCAG 2.2 defines it, 0 to 1."""
    parts = [part / 255 for part in color[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    """1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.fixture(params=[(name, boards) for name in PALETTES for boards in BOARDS], ids="-".join)
def theme(request):
    name, boards = request.param
    return Theme(1.0, name, boards)


def test_contrast_is_the_wcags():
    assert contrast(pygame.Color("#000000"), pygame.Color("#ffffff")) == pytest.approx(21)
    assert contrast(pygame.Color("#767676"), pygame.Color("#ffffff")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("text", ["text_color", "dim", "warning"])
def test_text_can_be_read_on_every_ground(theme, text, page):
    assert contrast(getattr(theme, text), getattr(theme, page)) >= TEXT


def test_a_primary_button_can_be_read(theme):
    assert contrast(theme.ground, theme.accent) >= TEXT


@pytest.mark.parametrize("page", ["ground", "panel", "raised"])  # what is disabled is never "pressed"
def test_disabled_text_can_be_read(theme, page):
    assert contrast(theme.faint, getattr(theme, page)) >= DISABLED


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_sides_colour_is_bounded_against_every_ground(theme, side, page):
    assert contrast(theme.side_edge(side), getattr(theme, page)) >= DISABLED


def test_the_settings_offer_all_colours_of_boards():
    assert (
        get_args(UiSettings.model_fields["board_colours"].annotation) == tuple(BOARDS) == tuple(BOARD_TITLES)
    )


def test_other_colours_of_boards_are_seen_at_once():
    app = App(SettingsStore.of(Settings()), resizable=False)
    try:
        before = app.theme.board_light
        app.set("ui.board_colours", "wood")
        app.set("ui.theme", "light")
        assert app.theme.board_light == pygame.Color(BOARDS["wood"]["board_light"]) != before
        assert app.theme.name == "light"
    finally:
        app.close()


def test_what_is_written_on_a_board_can_be_read(theme):
    assert contrast(theme.board_text, theme.board_ground) >= TEXT


@pytest.mark.parametrize("tile", ["board_ground", "board_light", "board_dark"])
@pytest.mark.parametrize("sign", ["mark", "white", "black", "hint", "last"])
def test_signs_and_pieces_are_seen_on_a_boards_squares(theme, sign, tile):
    assert contrast(getattr(theme, sign), getattr(theme, tile)) >= DISABLED


def test_a_board_is_another_ground_than_the_page(theme):
    """A board's darkest and lightest squares both stand out from the light page."""
    if theme.name == "light":
        for tone in (theme.board_ground, theme.board_light, theme.board_dark):
            assert contrast(tone, theme.ground) >= DISABLED


def test_the_sides_have_the_colours_of_their_pieces_in_every_theme(theme):
    for side, name in enumerate(("white", "black")):
        fill = f'fill="#{theme.side_color(side).r:02x}'
        fill += f'{theme.side_color(side).g:02x}{theme.side_color(side).b:02x}"'
        for piece in ("knight", "plate", "stone"):
            assert fill in (ASSETS / "pieces" / f"{piece}_{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [about.name for about in ENTRIES if about.name != "morris"])
def test_boards_are_checkered(game, theme):
    """Of squares side by side or one above the other, one is light and the other dark."""
    art, squares = load_art(game), load_game(game).squares
    geometry = Geometry((0, 0), 40.0, art.size)
    surface = pygame.Surface(geometry.rect.size)
    art.draw_ground(surface, theme, geometry)
    tones = {}
    for square in squares:
        x, y = geometry.at(art.center(square))
        tones[square] = tuple(surface.get_at((x - 12, y - 12)))
    light, dark = (TONES if game == "chess" else (theme.board_light, theme.board_dark))[:2]
    assert set(tones.values()) == {tuple(light), tuple(dark)}
    for square, tone in tones.items():
        file, rank = square[0], int(square[1:])
        for near in (f"{chr(ord(file) + 1)}{rank}", f"{file}{rank + 1}"):
            assert near not in tones or tones[near] != tone, (square, near)


def test_a_text_that_is_cut_inside_keeps_its_end():
    theme, name = Theme(), "alphabeta:custom_score,nodes=5000"
    shown = theme.fitted(name, 14, False, theme.width(name) * 2 // 3, inside=True)
    assert shown.startswith("alpha") and shown.endswith("nodes=5000") and "…" in shown
    assert theme.width(shown) <= theme.width(name) * 2 // 3
    assert theme.fitted(name, 14, False, theme.width(name) * 2 // 3).endswith("…")


@pytest.mark.parametrize("name", PALETTES)
def test_the_arrow_of_an_example_is_light_on_its_dark_board(name):
    theme = Theme(name=name)
    game = load_game("tabletactics")
    art, surface = load_art(game.name), pygame.display.set_mode((300, 300))
    position = Position.start(game, text=art.showcase)
    move = next(move for move in position.moves if position.notation(move) == "c4xd4")

    def light(arrow: int | None) -> int:
        draw_thumbnail(surface, surface.get_rect(), theme, game, art, position, theme.ground, arrow)
        mask = pygame.mask.from_threshold(surface, theme.board_text, (12, 12, 12))
        return mask.count()

    assert light(move) > light(None) + 40
