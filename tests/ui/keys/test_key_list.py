"""The list of keys: in groups, and scrolled where there is too little room."""

import pygame
import pytest
from driving import Driver

from ui.commands import KeyLine
from ui.key_list import _columns, _groups, _rows


def test_groups_are_columns_in_their_order():
    lines = [
        KeyLine(str(n), "does", group)
        for group, count in (("a", 3), ("b", 9), ("c", 4))
        for n in range(count)
    ]
    blocks = _groups([*lines, KeyLine("x", "late", "a")])
    assert [(block[0].group, len(block)) for block in blocks] == [("a", 4), ("b", 9), ("c", 4)]
    for most, wanted in ((1, [[4, 9, 4]]), (2, [[4, 9], [4]]), (3, [[4], [9], [4]]), (9, [[4], [9], [4]])):
        columns = _columns(blocks, most)
        assert [[len(block) for block in column] for column in columns] == wanted
    assert _rows(blocks) == 17 + 3 * 1.5


def shown(driver: Driver) -> list[str]:
    labels = driver.app.event_router.sheet.labels = []
    driver.app.redraw()
    driver.frame()
    return [label.wanted for label in labels]


@pytest.mark.parametrize(("size", "scale"), [((1920, 1080), 1.0), ((1280, 720), 1.0), ((640, 480), 1.0)])
def test_every_line_of_the_screen_and_the_window_is_there(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    play = driver.play("chess", "human", "human")
    driver.key(pygame.K_F1)
    texts = set(shown(driver))
    for line in (*play.key_lines(), *driver.app.commands.lines):
        assert {line.keys, line.label, line.group} <= texts
    scroll = driver.app.key_list.scroll
    assert scroll.needed is (size[0] < 1900)
    if scroll.needed:
        driver.key(pygame.K_END)
        assert driver.app.key_list.open and scroll.offset > 0
        driver.key(pygame.K_ESCAPE)
        driver.key(pygame.K_F1)
        assert scroll.offset == 0
    driver.key(pygame.K_ESCAPE)
    assert not driver.app.key_list.open and driver.app.scene is play
    driver.close()


def test_it_is_of_the_screen_that_is_shown(tmp_path):
    driver = Driver(tmp_path)
    driver.key(pygame.K_F1)
    assert "Continue the game that was interrupted last" in shown(driver)
    driver.close()


def test_a_digit_has_one_meaning_and_pages_of_the_lab_say_so(tmp_path):
    """Plain digits play rows of Moves while it is shown; with Alt they open a page all the time."""
    driver = Driver(tmp_path)
    play = driver.play("isolation", "human", "human")
    lines = play.key_lines()
    keys = {line.label: line.keys for line in lines if line.label.startswith("Page: ")}
    assert keys["Page: Evaluation"] == "Alt+1" and keys["Page: Lab"] == "0"
    assert keys["Page: Truth, in Lab"] == "Alt+9" and "Page: Tree, in Lab" in keys
    driver.key(pygame.K_2)
    assert play.dock.upper.title == "Moves"
    driver.key(pygame.K_1, pygame.KMOD_ALT)
    assert play.dock.upper.title == "Evaluation"
    driver.close()
