"""A board's picture that is kept between frames equals a freshly painted one."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

import random

import numpy as np
import pygame
import pytest

from games.position import Position
from games.registry import game_names, load_game
from samples import random_walk
from ui.boards.picture import Marks, Picture, thumbnail
from ui.boards.registry import load_art
from ui.theme import Theme

SIZE = (420, 360)
FRAMES = 150


def marks_of(draw, game, position):
    """Random marks: squares that are pointed at, chosen or have amounts, or none."""
    some = lambda: draw.choice([*game.squares])  # noqa: E731
    return Marks(
        chosen=[some()] if draw.random() < 0.3 else [],
        targets=frozenset(some() for _ in range(draw.choice([0, 2]))),
        begun=draw.random() < 0.5,
        ready=frozenset(some() for _ in range(draw.choice([0, 3]))),
        hovered=some() if draw.random() < 0.3 else "",
        cursor=some() if draw.random() < 0.3 else "",
        reach=some() if draw.random() < 0.2 else "",
        amounts=[(some(), 2.5)] if draw.random() < 0.3 else (),
    )


@pytest.mark.parametrize("name", game_names())
def test_a_kept_picture_equals_a_fresh_one(name):
    pygame.display.set_mode(SIZE)
    game, art, draw = load_game(name), load_art(name), random.Random(name)
    themes = [Theme(1.0, "dark"), Theme(1.25, "light")]
    positions = list(random_walk(game, 3, 6))
    kept, surface = Picture(game, art, animated=False), pygame.Surface(SIZE)
    position, theme, marks, different = positions[0], themes[0], Marks(), set()
    kept.show(position)
    rect = surface.get_rect()
    for _ in range(FRAMES):
        if draw.random() < 0.15:
            position = draw.choice(positions)
            kept.show(position)
        if draw.random() < 0.1:
            theme = draw.choice(themes)
        if draw.random() < 0.3:
            marks = marks_of(draw, game, position)
        if draw.random() < 0.1:
            kept.flipped = not kept.flipped
        if draw.random() < 0.1:
            rect = rect.move(draw.choice([-7, 7]), 0)  # sometimes beyond the surface's edge
        fresh, anew = Picture(game, art, animated=False), pygame.Surface(SIZE)
        fresh.flipped = kept.flipped
        fresh.show(position)
        surface.fill("pink")
        anew.fill("pink")
        kept.draw(surface, rect, theme, 0.0, marks)
        fresh.draw(anew, rect, theme, 0.0, marks)
        pixels = pygame.image.tobytes(surface, "RGB")
        assert pixels == pygame.image.tobytes(anew, "RGB")
        different.add(hash(pixels))
    assert len(different) > 20


def test_pieces_that_change_in_place_are_painted_again():
    """The position editor changes the pieces of the mapping that the picture has."""
    pygame.display.set_mode(SIZE)
    game, art, theme = load_game("chess"), load_art("chess"), Theme(1.0, "dark")
    picture, surface = Picture(game, art, animated=False), pygame.Surface(SIZE)
    pieces_of = art.pieces(Position.start(game).state)
    pieces = {"e2": pieces_of["e2"]}
    picture.set_up(pieces, None)
    pictures = []
    for square in ("e2", "e4", "e5"):
        pieces[square] = pieces_of["e2"]
        for _ in range(3):
            picture.draw(surface, surface.get_rect(), theme, 0.0)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert len(set(pictures)) == 3


def test_the_last_move_is_seen_on_squares_that_a_piece_fills():
    """A knight of Isolation jumps over burned squares, and leaves one."""
    pygame.display.set_mode(SIZE)
    game, art, theme = load_game("isolation"), load_art("isolation"), Theme(1.0, "dark")
    before = Position.start(game, None, "4x2/4xw1/7/7/7/b6/7 w")
    move = before.parse_move("d7")
    picture, surface = Picture(game, art, animated=False), pygame.Surface(SIZE)
    picture.show(before.play(move), before, move=move)
    canvas = picture.draw(surface, surface.get_rect(), theme, 0.0)
    side = canvas.geometry.length(0.9 * art.tile)  # without what shows between the squares
    for square in ("e7", "e6"):
        place = pygame.Rect(0, 0, side, side)
        place.center = picture.pixel_of(square)
        dots = pygame.mask.from_threshold(surface.subsurface(place), theme.last, (1, 1, 1, 255)).count()
        assert dots > 0, square


@pytest.mark.parametrize("game", ["chess", "morris"])
def test_a_tiny_thumbnail_shows_the_whole_board(game: str) -> None:
    """It is the large one made smaller."""
    pygame.display.set_mode(SIZE)
    theme, text = Theme(), load_art(game).showcase
    tiny, large = (thumbnail(theme, game, text, (side, side), False) for side in (48, 480))
    small = pygame.transform.smoothscale(large, tiny.get_size())
    one, other = (pygame.surfarray.array3d(each).astype(int) for each in (tiny, small))
    assert np.abs(one - other).mean() < 20, "30 where it is cut off"
