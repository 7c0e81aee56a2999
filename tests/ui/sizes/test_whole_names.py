"""Pages in narrow windows: names that have room beside them are whole."""

import random

import pytest
from driving import Driver, open_page

from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.move_list import TOOLS, MoveListPanel
from ui.panels.review.timeline import TimelinePanel
from ui.scenes.play.play import Play


def played(driver: Driver, game: str, plies: int = 14) -> Play:
    play, draws = driver.play(game, "human", "human"), random.Random(5)
    for _ in range(plies):
        play.session.turn.enter(draws.choice(list(play.session.study.record.position.moves)))
        driver.frame()
    return play


def page_of(driver: Driver, play: Play, kind: type):  # type: ignore[no-untyped-def, type-arg]
    panel = next(panel for panel in play.dock.panels if isinstance(panel, kind))
    open_page(driver, play, panel)
    driver.frame(3)
    return panel


def cut(driver: Driver) -> list[str]:
    driver.until(lambda: not driver.app.scene.session.study.facts.busy)
    labels = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    driver.app.event_router.sheet.labels = None
    return [label.wanted for label in labels if label.wanted != label.shown]


@pytest.mark.parametrize("game", ["chess", "jungle"])
def test_names_of_unfolded_groups_are_whole_in_compare(tmp_path, game):
    driver = Driver(tmp_path, (640, 480))
    try:
        play = played(driver, game)
        page_of(driver, play, TwoHeuristicsPanel)
        assert cut(driver) == []
        zones, unfolded = driver.app.event_router.sheet.zones, 0
        for key in [zone.key for zone in zones if str(zone.key).startswith("('aligned group'")]:
            for _ in range(2):  # unfolds it and folds it again
                if driver.zone(key):
                    driver.click_on(key)
                    unfolded += 1
                    assert cut(driver) == [], key
        assert unfolded > 2
    finally:
        driver.close()


def test_the_tools_of_game_stand_in_one_row(tmp_path):
    driver = Driver(tmp_path, (640, 480))
    try:
        play = played(driver, "isolation")
        panel = page_of(driver, play, MoveListPanel)
        tools = [driver.rect(("edit", command.name)) for command in TOOLS]
        assert len({tool.top for tool in tools}) == 1 and tools[0].left >= driver.rect(panel.marks).right
        assert cut(driver) == []
    finally:
        driver.close()


def test_few_long_names_of_the_timeline_stand_below_each_other(tmp_path):
    driver = Driver(tmp_path, (500, 900))
    try:
        play = played(driver, "tabletactics", 30)
        page_of(driver, play, TimelinePanel)
        assert cut(driver) == []
        zones = driver.app.event_router.sheet.zones
        names = [zone.rect for zone in zones if str(zone.key).startswith("('timeline term'")]
        assert len(names) == 2 and names[0].left == names[1].left and names[0].bottom <= names[1].top
    finally:
        driver.close()
