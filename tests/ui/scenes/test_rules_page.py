"""How a game is played: reached from its card, by the question mark, and from the list of keys."""

import pygame
import pytest
from driving import Driver, texts_written

from games.registry import game_names, load_game
from study.settings.settings import Settings, UiSettings
from study.settings.settings_store import SettingsStore
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play
from ui.scenes.rules_page import RulesPage


def page_of(driver: Driver, game: str) -> RulesPage:
    page = driver.app.scene
    assert isinstance(page, RulesPage) and page.game.name == game
    return page


@pytest.mark.parametrize("game", [name for name in game_names() if load_game(name).guide])
def test_a_card_leads_to_the_page_of_its_game(driver, game):
    home = driver.app.scene
    card = next(card for card in home.cards if card.about.name == game)
    driver.click_on(card.how_to_play)
    page = page_of(driver, game)
    labels = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    assert page.title in {label.wanted for label in labels}
    assert any(label.wanted.startswith("An example: ") for label in labels)
    driver.click_on(page.done)
    assert driver.app.scene is home and home.game == game, "the game that was read about is chosen"


@pytest.mark.parametrize(
    "pressed", [{"key": pygame.K_F2}, {"key": pygame.K_SLASH, "mod": pygame.KMOD_LSHIFT}]
)
def test_the_question_mark_asks_wherever_a_game_is(driver, pressed):
    driver.app.scene.choose_game("chess")
    driver.key(**pressed)
    page_of(driver, "chess")
    driver.key(pygame.K_ESCAPE)
    play = driver.play("morris", "human", "human")
    driver.click_square(play, "d6")
    driver.key(**pressed)
    page_of(driver, "morris")
    driver.key(pygame.K_RETURN)
    assert driver.app.scene is play and len(play.session.study.record.plies) == 1
    driver.click_on(play.how_to_play)
    page_of(driver, "morris")


def test_the_list_of_keys_leads_there_by_mouse_and_by_keyboard(driver):
    driver.key(pygame.K_F1)
    driver.click_on(driver.app.key_list.how_to_play)
    page_of(driver, "isolation")
    driver.key(pygame.K_ESCAPE)
    for key in (pygame.K_RETURN, pygame.K_F2):
        driver.key(pygame.K_F1)
        driver.key(key)
        page_of(driver, "isolation")
        driver.key(pygame.K_ESCAPE)
        assert isinstance(driver.app.scene, Home) and not driver.app.key_list.open
    driver.key(pygame.K_F1)
    driver.click((4, 4))
    assert not driver.app.key_list.open and isinstance(driver.app.scene, Home)


def test_other_rules_than_the_usual_ones_are_named(driver):
    driver.app.store = SettingsStore.of(
        Settings(ui=UiSettings(animation=False), games={"jungle": {"deal": "mixed"}})
    )
    driver.play("jungle", "human", "human")
    driver.key(pygame.K_F2)
    assert page_of(driver, "jungle")._rules == "Rules: deal mixed"


def test_a_page_that_is_too_long_for_the_window_is_scrolled(tmp_path):
    driver = Driver(tmp_path, (640, 480), 1.5)
    driver.app.scene.choose_game("chess")
    driver.key(pygame.K_F2)
    page = page_of(driver, "chess")
    assert page._scroll.needed
    driver.key(pygame.K_END)
    assert page._scroll.offset > 0
    assert driver.app.surface.get_rect().contains(driver.rect(page.done))
    driver.close()


def test_without_a_guide_nothing_is_offered(driver, monkeypatch):
    from dataclasses import replace

    from games import isolation

    monkeypatch.setattr(isolation, "GAME", replace(isolation.GAME, guide=None))
    driver.app.redraw()
    driver.key(pygame.K_F2)
    home = driver.app.scene
    assert isinstance(home, Home) and driver.zone(home.cards[0].how_to_play) is None
    play = driver.play("isolation", "human", "human")
    assert isinstance(play, Play) and "how to play" not in {option.value for option in play.menu.options}


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle", "tabletactics"])
def test_board_names_the_squares_of_its_caption(driver, game, monkeypatch):
    card = next(card for card in driver.app.scene.cards if card.about.name == game)
    driver.click_on(card.how_to_play)
    page = page_of(driver, game)
    written = texts_written(driver, monkeypatch)
    for square in (page.game.squares[0], page.game.squares[-1]):
        assert {square[0], square[1:]} <= set(written), "the board has the squares' names"
