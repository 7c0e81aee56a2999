"""Resigning on the play screen: where it is offered, what is shown, and why it may be impossible."""

import pygame
from driving import Driver

from games.contract import ONGOING
from ui.open_game import continue_game
from ui.scenes.play.play import Play

AI = "alphabeta:improved,depth=1"


def begun(driver: Driver, white: str = "human", black: str = AI) -> Play:
    play = driver.play("isolation", white, black)
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == (2 if black == AI else 1))
    return play


def resign(driver: Driver, play: Play) -> None:
    driver.click_on(play.menu)
    options = [option.value for option in play.menu.options]
    play.menu.list.light(options.index("resign"))
    driver.frame()
    driver.click(play.menu.list.area(options.index("resign")).center)


def test_the_banner_names_the_reason_and_leads_to_the_review(driver):
    play = begun(driver)
    driver.key(pygame.K_HOME)
    resign(driver, play)
    driver.frame()
    box = driver.zone((play.banner, "box"))
    assert box is not None and box.tip == "You lose: Black wins. White resigned."
    assert not play.board._marks(driver.app.theme).ready, "no square asks for a move"
    assert play.session.study.at_end and all(
        driver.zone(each) for each in (play.review, play.again, play.swap)
    )
    driver.frame(5)
    assert len(play.session.study.record.plies) == 2, "no program plays on"
    driver.click_on(play.review)
    assert play.dock.upper.title == "Review"
    driver.click_on(("tab", 0, [panel.title for panel in play.dock.panels].index("Game")))
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    assert any(label.shown == "White resigned." for label in sheet.labels)
    sheet.labels = None


def test_resigned_game_asks_for_no_move_until_taken_back(driver):
    play = driver.play("tabletactics", "human", "human")
    driver.click_square(play, "a1")
    asked = play.prompt.prompt
    assert asked and play.prompt.place is not None
    play.commands.run("resign")
    driver.frame(2)
    assert play.prompt.prompt == "" and play.prompt.place is None
    driver.key(pygame.K_u)
    driver.frame(2)
    assert play.prompt.prompt == asked and play.prompt.place is not None


def test_take_back_takes_the_resignation_alone(driver):
    play = begun(driver)
    play.commands.run("resign")
    assert play.session.study.over
    driver.key(pygame.K_u)
    assert not play.session.study.over and len(play.session.study.record.plies) == 2
    assert play.notice.said == "The resignation is taken back. The game goes on."
    assert driver.zone((play.banner, "box")) is None
    driver.key(pygame.K_u)
    assert play.session.study.record.plies == []


def test_a_program_that_thinks_stops(driver):
    driver.engine.waits = 5.0
    play = driver.play("isolation", "human", AI)
    driver.click_square(play, "d4")
    assert play.session.study.running
    driver.key(pygame.K_r, pygame.KMOD_SHIFT)
    assert play.session.study.over and not play.session.study.running
    assert play.session.study.record.ending == "White resigned."


def test_it_is_the_last_of_its_group_in_the_menu(driver):
    play = begun(driver)
    driver.click_on(play.menu)
    options = play.menu.options
    place = [option.value for option in options].index("resign")
    assert not options[place].begins and options[place + 1].begins


def test_it_says_why_it_is_impossible(driver):
    play = driver.play("isolation", "human", "human")
    commands = play.commands
    assert commands.why_not("resign") == "No move has been made yet. Escape leaves the game."
    driver.click_square(play, "d4")
    driver.click_square(play, "a1")
    assert commands.why_not("resign") is None
    driver.key(pygame.K_LEFT)
    driver.click_square(play, "b7")
    assert play.session.study.record.varies
    assert commands.why_not("resign") == "This is a variation. End leads back to the game."
    driver.key(pygame.K_END)
    play.commands.run("resign")
    assert commands.why_not("resign") == "The game is over."
    programs = driver.play("isolation", AI, AI)
    assert programs.commands.why_not("resign") == "No person plays: there is nobody to resign."


def test_a_resigned_game_is_over_when_it_is_opened_again(driver):
    play = begun(driver)
    play.commands.run("resign")
    driver.app.pop()
    driver.frame()
    (saved,) = driver.saves.list()
    assert saved.ending == "White resigned." and saved.result == "black"
    continue_game(driver.window, saved.path)
    driver.until(lambda: isinstance(driver.app.scene, Play))
    again = driver.app.scene
    driver.frame(5)
    assert again.session.study.over and again.session.study.record.position.outcome == ONGOING
    assert len(again.session.study.record.plies) == 2
    assert driver.zone("ending") is not None and driver.zone((again.banner, "box")) is None
