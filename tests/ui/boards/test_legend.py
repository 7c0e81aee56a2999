"""The signs of a board with their words, on the page of the rules."""

import pygame
import pytest
from driving import Driver, texts_written

from games.position import Position
from games.registry import game_names, load_game
from ui.boards.legend import legend_of
from ui.boards.registry import load_art
from ui.scenes.rules_page import RulesPage

SHIPPED = ("isolation", "morris", "chess", "jungle", "tabletactics")
GAMES = [name for name in game_names() if load_game(name).guide]


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("game", GAMES)
def test_each_row_shows_another_sign(tmp_path, game):
    driver = Driver(tmp_path)
    rows = legend_of(game, driver.app.theme, 52)
    driver.close()
    assert len({row.words for row in rows}) == len(rows) == len({pixels(row.picture) for row in rows})
    words = {row.words for row in rows}
    assert {"a square that can be clicked next", "where the last move ended"} <= words
    rules = load_game(game)
    example = Position.start(rules, text=rules.guide.position)
    begins = {path[0] for move in example.moves for path in rules.click_paths(example.state, move)}
    on_board = begins & load_art(game).pieces(example.state).keys()
    assert ("a piece that can move" in words) == bool(on_board), "an example may place a stone instead"
    assert bool(on_board) == (game != "morris") or game not in SHIPPED


def test_tabletactics_names_what_only_its_board_has():
    art = load_art("tabletactics")
    said = " ".join(sign.words for sign in art.legend())
    for what in ("hitpoints", "actions", "free steps", "within reach", "attacked", "corner", "obstacle"):
        assert what in said
    for sign in art.legend():
        Position.start(load_game("tabletactics"), text=sign.position)
        assert sign.square in load_game("tabletactics").squares


def test_hovering_says_what_the_signs_mean(tmp_path):
    driver = Driver(tmp_path)
    try:
        play = driver.play("tabletactics", "human", "human", text="6/6/2n421f321/2N421F321/6/6 w play - 6")
        driver.click_square(play, "e3")
        for square, said in (
            ("c3", "White's Noble: 4 of 4 hitpoints, 2 of 2 actions left. It can act"),
            ("e4", "An attack takes one of them."),
            ("e1", "Going here takes 1 action."),
            ("a1", "White's corner, where its army is placed."),
        ):
            driver.move_mouse(play.board.picture.pixel_of(square))
            assert said in play.board._tip(), square
    finally:
        driver.close()


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((640, 480), 1.0), ((1280, 720), 1.5)], ids=str
)
def test_the_page_of_the_rules_has_the_whole_legend(tmp_path, monkeypatch, size, scale):
    driver = Driver(tmp_path, size, scale)
    try:
        play = driver.play("tabletactics", "human", "human")
        driver.click_on(play.how_to_play) if driver.zone(play.how_to_play) else driver.key(pygame.K_F2)
        page = driver.app.scene
        assert isinstance(page, RulesPage)
        said = " ".join(texts_written(driver, monkeypatch))
        assert "Signs on the board" in said
        for row in page._legend(driver.app.theme):
            assert row.words in said
    finally:
        driver.close()
