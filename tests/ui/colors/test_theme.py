"""What the themes promise for boards and pieces; `test_colors.py` tests their colours."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest

from games.position import Position
from games.registry import load_game
from study.settings.settings import Settings
from study.settings.settings_store import SettingsStore
from ui.boards.board_art import Canvas, Geometry, picture
from ui.boards.picture import draw_thumbnail
from ui.boards.registry import load_art
from ui.colors import BOARDS, THEMES
from ui.theme import Theme
from ui.window import Window


@pytest.fixture(params=[(name, boards) for name in THEMES for boards in BOARDS], ids="-".join)
def theme(request):
    name, boards = request.param
    return Theme(1.0, name, boards)


def test_other_colours_of_boards_are_seen_at_once():
    app = Window(SettingsStore.of(Settings()), resizable=False).app
    try:
        before = app.theme.board_light
        app.set("ui.board_colours", "wood")
        app.set("ui.theme", "light")
        assert app.theme.board_light == pygame.Color(BOARDS["wood"]["light"]["board_light"]) != before
        assert app.theme.name == "light"
    finally:
        app.close()


def test_no_line_breaks_before_a_per_cent_sign():
    theme, text = Theme(1.0, "dark"), "It keeps 83.5 % of them."
    first, second, *_ = lines = theme.wrapped(text, theme.width("It keeps 83.5"))
    assert first == "It keeps" and second.startswith("83.5 %") and " ".join(lines) == text


@pytest.mark.parametrize("piece", ["knight", "plate", "stone"])
def test_sides_have_the_colours_of_their_pieces(theme, piece):
    for side, name in enumerate(("white", "black")):
        drawn = picture(f"{piece}_{name}", 60, theme)
        for other in (0, 1):
            has = pygame.mask.from_threshold(drawn, theme.side_color(other), (1, 1, 1, 255)).count()
            assert (has > 100) == (side == other), (piece, name, other, has)


@pytest.mark.parametrize("game", ["isolation", "chess", "jungle", "tabletactics"])
def test_boards_are_checkered(game, theme):
    """Of two neighbouring squares, one is light and the other dark."""
    art, squares = load_art(game), load_game(game).squares
    geometry = Geometry((0, 0), 40.0, art.size)
    surface = pygame.Surface(geometry.rect.size)
    art.draw_ground(Canvas(surface, theme, geometry))
    tones = {}
    for square in squares:
        x, y = geometry.at(art.center(square))
        tones[square] = tuple(surface.get_at((x - 12, y - 12)))
    light, dark = theme.board_light, theme.board_dark
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


def test_the_arrow_of_an_example_stands_out_from_its_board(theme):
    game = load_game("tabletactics")
    art, surface = load_art(game.name), pygame.display.set_mode((300, 300))
    position = Position.start(game, text=art.showcase)
    move = next(move for move in position.moves if position.notation(move) == "c4xd4")

    def marked(arrow: int | None) -> int:
        draw_thumbnail(surface, surface.get_rect(), theme, position, theme.ground, arrow)
        return pygame.mask.from_threshold(surface, theme.mark, (30, 30, 30, 255)).count()

    assert marked(move) > marked(None) + 40
