"""The timeline below the board leaves the pages room: nothing overlaps, and it can be closed."""

import pygame
import pytest
from driving import Driver
from test_small_windows import in_the_middle_of, overlapping

from ui.panels.dock import ABOVE_LEAST, FOOT_HEIGHT, FOOT_THIN
from ui.panels.moves.candidate_lines import ROW
from ui.panels.moves.candidates import CandidatesPanel
from ui.panels.review.timeline import TimelinePanel

WINDOWS = [((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.0), ((500, 900), 1.0), ((640, 480), 1.0)]
LOW = [((1280, 720), 1.5), ((640, 480), 1.0)]
"""Windows in which a high timeline leaves too little room."""


@pytest.fixture(params=WINDOWS, ids=lambda window: f"{window[0][0]}x{window[0][1]} at {window[1]}")
def opened(request, tmp_path):
    """A game of chess with the timeline open, and whether its window is low."""
    driver = Driver(tmp_path, *request.param, theme="light")
    play = driver.play("chess", "human", "human", record=in_the_middle_of("chess", driver))
    play.session.turn.pause()
    driver.key(pygame.K_j)
    driver.frame(3)
    yield driver, play, request.param in LOW
    driver.close()


def page_of(play, kind):
    return next(panel for panel in play.dock.panels if isinstance(panel, kind))


def has_coordinates(driver, play) -> bool:
    """Whether the board is large enough for them (`ui.boards.board_art.draw_label`)."""
    return driver.app.theme.line_height(12) <= 0.45 * play.board.picture.geometry.unit


def test_list_of_moves_keeps_two_rows(opened):
    driver, play, _ = opened
    moves = page_of(play, CandidatesPanel)
    play.dock.show(moves, play.session.study)
    driver.frame(3)
    for searches in (False, True):
        if searches:
            play.commands.run("analyse")
            driver.until(lambda: moves.table.lines)
            play.commands.run("analyse")
            driver.frame(3)
        assert not overlapping(driver)
        rows = [
            z.rect for z in driver.app.event_router.sheet.active() if str(z.key).startswith("('candidate'")
        ]
        assert sum(rect.height >= driver.app.theme.px(ROW) for rect in rows) >= 2, rows


def test_what_stands_above_keeps_its_room(opened):
    driver, play, low = opened
    theme, timeline = driver.app.theme, play.dock.foot
    assert isinstance(timeline, TimelinePanel)
    strip = driver.rect("timeline")
    above = max(play.layout.stage.height, play.layout.panel.height)  # one of them gives way to the notice
    assert play.layout.panel.bottom <= strip.top
    if low:
        assert strip.height < theme.px(FOOT_HEIGHT) // 2 and driver.zone(timeline.review.button) is None
        assert above >= theme.px(ABOVE_LEAST - FOOT_THIN)
    else:
        assert strip.height > theme.px(FOOT_HEIGHT) - theme.px(20) and driver.zone(timeline.review.button)
    labelled = has_coordinates(driver, play)
    driver.key(pygame.K_j)
    driver.frame(3)
    assert play.dock.foot is None and has_coordinates(driver, play) == labelled


@pytest.mark.parametrize("page", ["Weights", "Evaluation", "Moves"])
def test_no_page_is_drawn_over_an_open_timeline(opened, page):
    driver, play, _ = opened
    play.dock.show(next(panel for panel in play.dock.panels if panel.title == page), play.session.study)
    driver.frame(3)
    assert not overlapping(driver)


def test_a_cross_in_its_corner_closes_the_timeline(opened):
    driver, play, _ = opened
    crosses = [z for z in driver.app.event_router.sheet.active() if z.tip == "Closes the timeline (J)."]
    assert len(crosses) == 1
    (cross,) = crosses
    assert cross.rect.left > driver.rect("timeline").right
    assert driver.app.surface.get_width() - cross.rect.right < driver.app.theme.px(24)
    driver.click(cross.rect.center)
    driver.frame(3)
    assert play.dock.foot is None and driver.zone("timeline") is None
    driver.key(pygame.K_j)
    driver.frame(3)
    assert driver.zone("timeline") is not None
