"""Pages in the board's place: a cross and the first Escape lead back to the board."""

import pygame
import pytest
from driving import Driver

from ui.kit.drop_down import DropDown
from ui.panels.parts.panel import STAGE
from ui.panels.registry import PANELS
from ui.scenes.play.play import Play

PAGES = [kind.title for kind in PANELS if kind.place == STAGE]


def opened(driver: Driver, title: str) -> Play:
    play = driver.play("isolation", "human", "human")
    panel = next(panel for panel in play.dock.panels if panel.title == title)
    play.dock.show(panel, play.session.study)
    driver.until(lambda: driver.zone(play.dock._closes_stage) is not None)
    assert play.dock.stage is panel
    return play


@pytest.mark.parametrize("title", PAGES)
def test_a_cross_leads_back_to_the_board(driver, title):
    play = opened(driver, title)
    cross = driver.zone(play.dock._closes_stage)
    tip = driver.tip_at(cross.rect.center)
    assert tip.startswith(f"Closes the {title.lower()} (") and tip.endswith("Esc).")
    driver.click(cross.rect.center)
    driver.until(lambda: driver.zone(play.board) is not None)
    assert play.dock.stage is None


@pytest.mark.parametrize("title", PAGES)
def test_the_first_escape_leads_back_wherever_it_has_the_focus(driver, title):
    play = opened(driver, title)
    driver.tab_to(play.dock._closes_stage)
    driver.key(pygame.K_ESCAPE)
    assert play.dock.stage is None and driver.app.scene is play


def test_escape_closes_an_open_list_of_the_page_before_the_page(driver):
    play = opened(driver, "Tree")
    panel = play.dock.stage
    driver.click_on(panel.depth)
    assert isinstance(panel.depth, DropDown) and panel.depth.open
    driver.key(pygame.K_ESCAPE)
    assert not panel.depth.open and play.dock.stage is panel
    driver.tab_to(panel.depth)
    driver.key(pygame.K_ESCAPE)
    assert play.dock.stage is None


def test_escape_leaves_the_focus_elsewhere_before_the_page(driver):
    play = opened(driver, "Tree")
    driver.tab_to(play.how_to_play)
    driver.key(pygame.K_ESCAPE)
    assert play.dock.stage is not None and driver.focused is None
    driver.key(pygame.K_ESCAPE)
    assert play.dock.stage is None
