"""The projector view: board, question and page, large; and pages that take the whole window."""

import pygame
import pytest
from driving import Driver

from study.saved_games.preferences import PROJECTOR_SCALES, Layout
from ui.panels.parts.panel import STAGE
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play

CONTROL = pygame.KMOD_LCTRL


@pytest.fixture
def opening():
    return {"size": (1920, 1080)}


def texts(driver: Driver) -> list[str]:
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    found, sheet.labels = [label.wanted for label in sheet.labels], None
    return found


def begun(driver: Driver, game: str = "isolation") -> Play:
    play = driver.play(game, "human", "human")
    for _ in range(4):
        play.session.turn.enter(play.session.study.record.position.moves[0])
        driver.frame()
    return play


def test_one_key_hides_all_but_board_question_and_page(driver):
    play = begun(driver)
    board, around = play.layout.board.height, (play.menu, play.back, ("player", 0), ("tab", 0, 0))
    assert all(driver.zone(key) is not None for key in around)
    driver.key(pygame.K_F5)
    assert not [key for key in around if driver.zone(key) is not None]
    shown = texts(driver)
    assert play.dock.upper.question in shown and play.session.study.entry.title not in shown
    assert driver.app.theme.scale == 2.0 and play.layout.board.height >= board
    assert driver.zone(play.board) is not None and "for White" in shown
    driver.click_square(
        play, play.session.study.record.position.notation(play.session.study.record.position.moves[0])
    )
    assert len(play.session.study.record.plies) == 5, "it is the board itself"
    driver.key(pygame.K_ESCAPE)
    assert driver.app.theme.scale == 1.0 and driver.zone(play.menu) is not None
    assert driver.app.scene is play, "Escape leads back, and no further"


def test_plus_and_minus_set_a_remembered_projector_scale(driver, tmp_path):
    play = begun(driver)
    pace = play.session.study.pace
    driver.key(pygame.K_F5)
    least, most = PROJECTOR_SCALES
    for key, mod, expected in (
        (pygame.K_PLUS, 0, 2.25),
        (pygame.K_KP_PLUS, 0, most),
        (pygame.K_MINUS, 0, 2.25),
        (pygame.K_PLUS, CONTROL, most),
    ):
        driver.key(key, mod)
        assert driver.app.theme.scale == expected
    driver.key(pygame.K_PLUS)
    assert "250 % is the largest" in play.notice.said and driver.app.theme.scale == most
    for _ in range(4):
        driver.key(pygame.K_MINUS, CONTROL)
    driver.key(pygame.K_MINUS)
    assert "150 % is the smallest" in play.notice.said and driver.app.theme.scale == least
    assert "150 % is the smallest scale of this view." in texts(driver), "it is seen"
    assert play.session.study.pace == pace, "the signs mean the pace only in the whole window"
    driver.key(pygame.K_F5)
    assert driver.app.theme.scale == 1.0
    driver.key(pygame.K_ESCAPE)
    driver.close()
    again = Driver(tmp_path, (1920, 1080))
    assert again.app.layout.projector_scale == least
    begun(again)
    again.key(pygame.K_F5)
    assert again.app.theme.scale == least
    again.close()


@pytest.mark.parametrize("found", [3.0, 1.0, "2.0", None, True, float("nan")])
def test_a_scale_that_cannot_be_is_the_usual_one(found):
    from study.saved_games.preferences import _layout_of

    assert _layout_of({"projector_scale": found}).projector_scale == Layout().projector_scale == 2.0


def test_a_small_window_is_drawn_as_large_as_it_has_room(tmp_path):
    driver = Driver(tmp_path, (960, 540))
    play = begun(driver)
    driver.key(pygame.K_F5)
    assert driver.app.theme.scale == 2.0
    driver.key(pygame.K_PLUS)
    assert driver.app.theme.scale == 2.0 and driver.app.layout.projector_scale == 2.25
    driver.key(pygame.K_PLUS)
    assert "too small" in play.notice.said and driver.app.layout.projector_scale == 2.25
    driver.key(pygame.K_MINUS)
    assert driver.app.theme.scale == 1.75, "from what is seen"
    driver.close()


def test_what_is_asked_for_is_what_is_shown(driver):
    play = begun(driver)
    driver.key(pygame.K_F5)
    for key, title in (
        (pygame.K_2, "Moves"),
        (pygame.K_3, "Game"),
        (pygame.K_0, "Lab"),
        (pygame.K_1, "Evaluation"),
    ):
        driver.key(key)
        driver.frame(2)
        assert play.dock.asked.title == title and play.dock.asked.question in texts(driver)
    driver.key(pygame.K_j)
    driver.frame(2)
    assert play.dock.asked.title == "Timeline" and driver.zone("timeline") is not None
    assert play.dock.asked.question in texts(driver)
    assert play.layout.panel.width == 0 and play.dock.upper.question not in texts(driver)
    driver.key(pygame.K_1)
    driver.frame(2)
    assert driver.zone("timeline") is None and play.dock.upper.question in texts(driver)
    driver.key(pygame.K_F5)
    driver.frame(2)
    assert driver.zone("timeline") is not None, "the whole window has what was open"


@pytest.mark.parametrize("title", ["Tree", "Lesson"])
def test_a_page_in_the_boards_place_has_the_whole_window(driver, title):
    play = begun(driver)
    page = next(panel for panel in play.dock.panels if panel.title == title)
    driver.key(pygame.K_F5)
    play.commands.run(f"Page: {title}")
    driver.app.redraw()
    driver.frame(3)
    assert play.dock.stage is page and page.place == STAGE
    assert play.layout.stage.size == driver.app.surface.get_size() and page.question in texts(driver)
    driver.key(pygame.K_ESCAPE)
    assert not play.context.projects and play.dock.stage is page, "one step back"
    driver.key(pygame.K_ESCAPE)
    assert play.dock.stage is None


def test_other_screens_have_the_scale_of_the_window(driver):
    play = begun(driver)
    driver.key(pygame.K_F5)
    play.commands.run("settings")
    driver.frame()
    assert driver.app.theme.scale == 1.0
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.app.theme.scale == 2.0 and play.context.projects
    play.commands.run("projector")
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.app.scene, Home)


def test_the_end_of_a_game_does_not_cover_the_board(driver):
    play = driver.play("isolation", "human", "human", text="7/7/7/7/xxxx3/xwxx3/x1xb3 w")
    while not play.session.study.over:
        play.session.turn.enter(play.session.study.record.position.moves[0])
        driver.frame()
    driver.frame(2)
    assert driver.zone((play.banner, "box")) is not None
    driver.key(pygame.K_F5)
    driver.frame(2)
    assert driver.zone((play.banner, "box")) is None


def test_the_keys_of_the_view_are_listed_first_and_once(driver):
    play = begun(driver)
    assert "Projector" not in [line.group for line in play.key_lines()]
    driver.key(pygame.K_F5)
    lines = play.key_lines()
    assert [line.keys for line in lines[:3]] == ["+", "−", "Esc, F5"]
    assert len([line for line in lines if line.keys in ("+", "−")]) == 2


SIZES = [(1280, 720), (1920, 1080), (500, 900), (640, 480)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "size"),
    [
        *[("chess", size) for size in SIZES],
        *[(game, SIZES[0]) for game in ("tabletactics", "jungle")],
        *[
            pytest.param(game, size, marks=pytest.mark.slow)
            for game in ("tabletactics", "jungle")
            for size in SIZES[1:]
        ],
    ],
)
def test_every_page_is_drawn_at_every_size(tmp_path, game, size):
    driver = Driver(tmp_path, size)
    play = begun(driver, game)
    driver.key(pygame.K_F5)
    for scale in PROJECTOR_SCALES:
        driver.app.layout.projector_scale = scale
        for panel in (*play.dock.panels, play.dock.lab):
            if panel.suits(play.session.study):
                play.dock.foot = None
                play.dock.show(panel, play.session.study)
                driver.app.redraw()
                driver.frame(2)
                assert play.dock.asked is panel
                play.dock.close_stage()
    driver.close()
