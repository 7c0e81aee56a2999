"""The prompt on the board: it says what is next, where it covers no square that may be clicked next."""

import pygame
import pytest
from driving import Driver

from games.registry import game_names
from reviews import random_game
from study.state.changes import Memo
from ui.boards.registry import has_board
from ui.scenes.play.play import Play

GAMES = [name for name in game_names() if has_board(name)]
ASKING = ("isolation", "morris", "chess", "jungle", "tabletactics")
"""Games that have prompts; a game may do without."""
SIZES = [((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.0), ((500, 900), 1.0), ((640, 480), 1.0)]
MOST = 6
"""The most situations of a game that are tested."""


def situations(game: str) -> list[tuple[int, tuple[str, ...], str]]:
    """(plies of the random game, clicks, refused square) of the situations with the longest texts."""
    found: dict[str, tuple[int, tuple[str, ...], str]] = {}
    record = random_game(game, 60, 4)
    for plies, position in enumerate(record.positions):
        rules, state = position.game, position.state
        for clicks in {
            path[:k] for m in position.moves for path in rules.click_paths(state, m) for k in (0, 1, 2)
        }:
            if any(click not in rules.squares for click in clicks):
                continue
            if text := rules.prompt(state, clicks):
                found.setdefault(text, (plies, clicks, ""))
            for square in rules.squares[:: 3 if len(clicks) else 1]:
                if not clicks and (text := rules.refusal(state, clicks, square)):
                    found.setdefault(text, (plies, clicks, square))
    longest = sorted(found, key=len, reverse=True)
    return [found[text] for text in longest[:MOST]]


@pytest.fixture(params=SIZES, ids=str)
def opening(request):
    return dict(zip(("size", "scale"), request.param, strict=True))


def shown(driver: Driver, play: Play, clicks: tuple[str, ...], square: str) -> None:
    """Draws the board after some clicks and a refused click."""
    play.board.hand.drop_clicks()
    for click in clicks:
        play.board.hand.filter.click(click)
    play.prompt._refusal = None
    if square:
        play.prompt.refuse(square, clicks)
    driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.app.frame()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_it_covers_no_square_of_the_next_click_and_is_not_cut(driver: Driver, game: str) -> None:
    looked_at = 0
    for plies, clicks, square in situations(game):
        play = driver.play(game, "human", "human", record=random_game(game, plies, 4))
        shown(driver, play, clicks, square)
        sheet, prompt = driver.app.event_router.sheet, play.prompt
        said = prompt.refused or prompt.prompt
        if not said:
            driver.app.pop()
            continue
        looked_at += 1
        place = prompt.place
        assert place is not None and driver.app.surface.get_rect().contains(place)
        written = " ".join(label.shown for label in sheet.labels or () if place.contains(label.column))
        assert written == said
        art, geometry = play.board.art, play.board.picture.geometry
        meant = prompt.clickable
        assert square in meant or not square
        for name in meant:
            assert not place.colliderect(geometry.square(art.center(name), art.tile)), (said, name)
        for button in (*play.board.choices.standing_buttons, *play.board.choices.open.values()):
            zone = driver.zone(button)
            assert zone is None or not place.colliderect(zone.rect), said
        sheet.labels = None
        driver.app.pop()
    assert looked_at > 0 or game not in ASKING


@pytest.mark.parametrize("game", ["tabletactics", "morris"])
def test_where_there_is_room_beside_the_squares_it_covers_none(tmp_path, game: str) -> None:
    for size, scale in (SIZES[0], SIZES[1], SIZES[2]):
        driver = Driver(tmp_path, size, scale)
        for plies, clicks, square in situations(game):
            play = driver.play(game, "human", "human", record=random_game(game, plies, 4))
            shown(driver, play, clicks, square)
            prompt, art, geometry = play.prompt, play.board.art, play.board.picture.geometry
            if prompt.place is not None and len(prompt.lines) == 1:
                for name in play.board.game.squares:
                    assert not prompt.place.colliderect(geometry.square(art.center(name), art.tile)), name
            driver.app.pop()
        driver.close()


@pytest.mark.parametrize(("size", "scale"), SIZES, ids=str)
def test_turn_counter_of_tabletactics_is_shown_at_every_size(tmp_path, monkeypatch, size, scale) -> None:
    driver = Driver(tmp_path, size, scale)
    play = driver.play("tabletactics", "human", "human", record=random_game("tabletactics", 20, 3))
    drawn: list[tuple[str, pygame.Rect]] = []
    theme, text = driver.app.theme, type(driver.app.theme).text

    def note(surface, at, string, *rest, **more):  # type: ignore[no-untyped-def]
        place = text(theme, surface, at, string, *rest, **more)
        if surface is not driver.app.surface:  # the board's own picture
            drawn.append((string, place))
        return place

    monkeypatch.setattr(theme, "text", note)
    play.board.picture._painted = Memo()
    driver.app.redraw()
    driver.app.frame()
    words = " ".join(string for string, _ in drawn)
    assert "Turn 5 of 20" in words
    assert ("actions left / needed" in words and "free steps" in words) == (size != (640, 480))
    strip = play.board.picture.geometry.beside((6.8, 0.0, 1.7, 6.68))
    for string, place in drawn:
        if string.startswith(("Turn", "actions", "needed", "free", "hitpoints")):
            assert place.right <= strip.right - play.board.picture.geometry.origin[0] + 1, string
    driver.close()
