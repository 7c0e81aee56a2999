"""The page that shows trainings, on the stage."""

import pygame
from driving import Driver, open_page

from ui.panels.training import TrainingPanel


def texts(driver: Driver) -> str:
    labels = driver.app.event_router.sheet.labels
    assert labels is not None
    return "\n".join(label.wanted for label in labels)


def test_a_training_is_shown_in_the_boards_place(driver: Driver) -> None:
    play = driver.play("jungle", "human", "human")
    driver.app.event_router.sheet.labels = []
    panel = next(panel for panel in play.dock.panels if isinstance(panel, TrainingPanel))
    open_page(driver, play, panel)
    driver.until(lambda: driver.zone(("training", "qtable")))
    assert play.dock.stage is panel
    shown = texts(driver)
    assert "score against Greedy, greedy" in shown and "comes with the program" in shown
    assert "Random moves, no capture limit 200" in shown and "score in 2\u202f000 games each" in shown


def test_the_training_of_the_learner_at_the_board_is_shown_first(driver: Driver) -> None:
    play = driver.play("jungle", "human", "qtable")
    panel = next(panel for panel in play.dock.panels if isinstance(panel, TrainingPanel))
    open_page(driver, play, panel)
    driver.until(lambda: driver.zone(("training", "dqn")))
    assert panel._shown == "qtable"
    driver.click_on(("training", "dqn"))
    driver.frame(3)
    assert panel._shown == "dqn", "what a person chooses stays"


def test_a_game_that_nothing_learns_has_no_such_page(driver: Driver) -> None:
    driver.play("isolation", "human", "human")
    driver.key(pygame.K_0)
    assert driver.zone(("lab", "Curves")) is None and driver.zone(("lab", "Suites")) is not None
