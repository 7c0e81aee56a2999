"""The palette, by keys, text and mouse."""

import pygame
import pytest
from driving import Driver

from ui.scenes.home.home import Home
from ui.scenes.play.play import Play


def ask(driver: Driver, text: str = "") -> None:
    driver.key(pygame.K_k, pygame.KMOD_LCTRL)
    if text:
        driver.type(text)


def found(driver: Driver) -> list[str]:
    return [command.name for _, command in driver.app.palette.rows]


def test_it_has_all_commands_of_the_screen_and_of_the_window(driver):
    play = driver.play("isolation", "human", "human")
    ask(driver)
    assert sorted(found(driver)) == sorted([*play.commands, *driver.app.commands])
    driver.key(pygame.K_ESCAPE)
    assert not driver.app.palette.open and driver.app.scene is play
    assert driver.app.palette.rows == [], "nothing of a game is kept"


def test_typing_filters_and_enter_does_what_is_lit(driver):
    play = driver.play("isolation", "human", "human")
    before = play.board.picture.flipped
    ask(driver, "flip")
    assert found(driver) == ["flip"]
    driver.key(pygame.K_RETURN)
    assert play.board.picture.flipped is not before and not driver.app.palette.open


def test_letters_are_no_keys_of_the_screen_while_it_is_open(driver):
    play = driver.play("isolation", "human", "human")
    before = play.board.picture.flipped
    ask(driver)
    driver.key(pygame.K_f)
    assert play.board.picture.flipped is before and driver.app.palette.open
    for _ in "ab":
        driver.type("a")
    driver.key(pygame.K_BACKSPACE)
    assert driver.app.palette.field.text == "a"


def test_words_are_found_in_names_before_groups_and_keys(driver):
    driver.play("isolation", "human", "human")
    ask(driver, "game")
    names = found(driver)
    assert names.index("new game") < names.index("hint") and "quit" in names
    ask(driver)
    ask(driver, "ctrl+shift+c")
    assert found(driver) == ["copy game"]
    ask(driver)
    ask(driver, "no such thing")
    assert found(driver) == []
    driver.key(pygame.K_RETURN)
    assert driver.app.palette.open


def test_the_beginning_of_a_word_is_found_before_its_middle(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    ask(driver, "rev")
    labels = [command.label for _, command in driver.app.palette.rows]
    assert labels[0] == "Review the game, or pause the review"
    assert labels.index("Page: Review, in Lab") < labels.index("Previous page of the side panel")


def test_arrows_lead_through_the_list(driver):
    play = driver.play("isolation", "human", "human")
    ask(driver, "page: ")
    assert found(driver)[:2] == ["Page: Evaluation", "Page: Moves"]
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_KP_ENTER)
    assert play.dock.upper.title == "Moves"


def test_what_cannot_be_done_comes_last_is_grey_and_says_why(driver):
    play = driver.play("isolation", "human", "human")
    ask(driver, "take back")
    labels = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    reason = "There is no move of yours to take back."
    assert reason in {label.wanted for label in labels} and reason in driver.app.palette._tip(0)
    driver.key(pygame.K_RETURN)
    assert driver.app.palette.open, "there is nothing to be done"
    driver.key(pygame.K_ESCAPE)
    ask(driver)
    possible = [table.why_not(command.name) is None for table, command in driver.app.palette.rows]
    assert possible == sorted(possible, reverse=True) and not all(possible)
    assert play.session.study.record.plies == []


def test_a_click_does_a_command_and_one_elsewhere_puts_it_away(driver):
    ask(driver, "watch two")
    driver.click(driver.app.palette.list.area(0).center)
    home = driver.app.scene
    assert isinstance(home, Home) and home.who.mode == "Watch" and not driver.app.palette.open
    ask(driver)
    driver.click(driver.rect(driver.app.palette.field).center)
    assert driver.app.palette.open
    driver.click((4, 700))
    assert not driver.app.palette.open and driver.app.scene is home


def test_it_closes_with_its_screen_and_opens_empty(driver):
    ask(driver, "start")
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play)
    ask(driver)
    assert driver.app.palette.field.text == "" and "flip" in found(driver)
    driver.window.home()
    driver.frame()
    assert not driver.app.palette.open
    ask(driver)
    ask(driver)
    assert not driver.app.palette.open, "the same key puts it away"


def test_the_keys_of_the_window_go_on(driver):
    ask(driver)
    driver.key(pygame.K_F1)
    assert driver.app.key_list.open and not driver.app.palette.open


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((1280, 720), 1.5), ((30, 20), 1.0)])
def test_it_has_room_in_every_window(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    ask(driver)
    box = driver.rect((driver.app.palette, "box"))
    if min(size) > 100:
        assert driver.app.surface.get_rect().contains(box)
    driver.close()
