"""The home screen, driven by mouse and keyboard."""

import json

import pygame
import pytest
from driving import Driver, choose

from ui.kit.buttons import Button
from ui.scenes.home import Home
from ui.scenes.play import Play


@pytest.fixture
def driver(tmp_path):
    driver = Driver(tmp_path)
    yield driver
    driver.close()


def home(driver: Driver) -> Home:
    scene = driver.app.scenes[0]
    assert isinstance(scene, Home)
    return scene


def test_from_home_to_the_first_reply(driver):
    choose(driver, home(driver).players[1].kind, "random")
    driver.click_on(home(driver).start_button)
    play = driver.app.scene
    assert isinstance(play, Play) and play.session.record.game.name == "isolation"
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.record.plies) == 2)


def test_players_are_chosen_and_remembered(driver, tmp_path):
    black = home(driver).players[1]
    choose(driver, black.kind, "minimax")
    choose(driver, black.heuristic, "center")
    choose(driver, black.limit, "depth")
    choose(driver, black.amount, 2)
    assert str(black.spec) == "minimax:center,depth=2"
    driver.click_on(home(driver).swap_button)
    assert str(home(driver).players[0].spec) == "minimax:center,depth=2"
    driver.close()
    again = Driver(tmp_path)
    assert [str(player.spec) for player in home(again).players] == ["minimax:center,depth=2", "human"]
    again.close()


def test_card_and_keys_choose_the_game(driver):
    cards = {card.about.name: card for card in home(driver).cards}
    driver.click_on(cards["morris"])
    assert home(driver).game == "morris"
    driver.key(pygame.K_LEFT)
    assert home(driver).game == "isolation"
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, Play)
    assert driver.app.scene.session.record.game.name == "morris"


def test_choices_that_make_no_sense_any_more_are_forgotten(tmp_path):
    choice = {"game": "go", "players": {"isolation": {"white": "oracle", "black": 3}}}
    (tmp_path / "last_choice.json").write_text(json.dumps(choice))
    driver = Driver(tmp_path)
    assert home(driver).game == "isolation" and home(driver).players[0].spec.is_human
    driver.close()


def test_saved_game_opens_by_a_click_and_a_broken_one_says_why(driver):
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    driver.click(home(driver).list.area(0).center)
    assert [ply.text for ply in driver.app.scene.session.record.plies] == ["d4"]
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    home(driver).saved[0].path.write_text("nonsense\n")
    driver.click(home(driver).list.area(0).center)
    assert driver.app.scene is home(driver) and "line 1" in home(driver)._problem


def test_problems_of_the_settings_are_shown_until_dismissed(tmp_path):
    driver = Driver(tmp_path, problems=["settings.yaml: ui.fps: expected a number"])
    assert driver.app.problems
    driver.click_on(driver.app._dismiss)
    assert not driver.app.problems
    driver.close()


def test_f1_lists_the_keys_and_any_key_closes(driver):
    driver.key(pygame.K_F1)
    assert driver.app._shows_keys
    driver.key(pygame.K_ESCAPE)
    assert not driver.app._shows_keys and driver.app.running
    driver.key(pygame.K_q, pygame.KMOD_CTRL)
    assert not driver.app.running


def tips(driver: Driver) -> list[str]:
    zones = [zone for zone in driver.app.desk.sheet.zones if zone.focusable]
    return [zone.tip if isinstance(zone.tip, str) else zone.tip() for zone in zones]


def test_every_control_has_a_tooltip(driver):
    assert all(tips(driver)) and len(tips(driver)) > 10
    play = driver.play("isolation", "human", "human")
    assert play.board.square_at(play.board.pixel_of("a1")) == "a1"
    said = [zone.tip for zone in driver.app.desk.sheet.zones if isinstance(zone.key, Button)]
    assert len(said) > 10 and all(str(tip).endswith((".", ").")) for tip in said)


def test_tab_reaches_the_start_button(driver):
    driver.tab_to(home(driver).start_button)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.app.scene, Play)


def test_tab_reaches_everything_and_rows_of_games_open_by_keyboard(driver):
    for square in ("d4", "e5"):
        play = driver.play("isolation", "human", "human")
        driver.click_square(play, square)
        driver.key(pygame.K_ESCAPE)
    scene = home(driver)
    ring = [zone.key for zone in driver.app.desk.sheet.zones if zone.focusable]
    reached = []
    for _ in ring:
        driver.key(pygame.K_TAB)
        reached.append(driver.focused)
    assert reached == ring and scene.list in ring and all(card in ring for card in scene.cards)
    driver.tab_to(scene.list)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert [ply.text for ply in driver.app.scene.session.record.plies] == ["d4"]


def test_the_list_of_games_is_scrolled_by_its_bar_and_the_wheel(driver):
    scene = home(driver)
    play = driver.play("isolation", "human", "human")
    driver.click_square(play, "d4")
    driver.key(pygame.K_ESCAPE)
    scene.saved = scene.saved * 40
    driver.app.redraw()
    driver.frame(2)
    bar = driver.rect(((scene.list, "scroll"), "bar"))
    driver.move_mouse(bar.center)
    driver.press((bar.centerx, bar.y + 2))
    driver.move_mouse((bar.centerx, bar.bottom), True)
    driver.release((bar.centerx, bar.bottom))
    assert driver.app.scene is scene and scene.list.area(39).bottom <= bar.bottom
    driver.move_mouse((bar.x - 40, bar.y + 10))
    driver.wheel(40)
    assert scene.list.scroll.offset == 0


def test_a_card_opens_its_game_by_a_double_click(driver):
    card = home(driver).cards[1]
    driver.click_on(card)
    assert home(driver).game == card.about.name
    driver.press(driver.rect(card).center)
    assert isinstance(driver.app.scene, Play)


def test_the_command_of_a_uci_program_takes_letters_that_are_keys_elsewhere(driver):
    scene = home(driver)
    scene.choose_game("chess")
    choose(driver, scene.players[1].kind, "uci")
    driver.tab_to(scene.players[1].command)
    for key in (pygame.K_s, pygame.K_c, pygame.K_SPACE):
        driver.key(key)
        driver.type(chr(key))
    assert scene.players[1].command.text == "sc " and driver.app.scene is scene
