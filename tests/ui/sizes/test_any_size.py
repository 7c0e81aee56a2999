"""Every screen can be drawn in a window of any size from one pixel: a window manager may ignore the minimum
size."""

from collections.abc import Callable
from functools import partial

import pygame
import pytest
from driving import Driver, choose

from engines.jobs import Job
from games.chess.pgn import PgnFile
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic
from study.settings.settings import Settings
from study.settings.settings_store import SettingsStore
from ui.boards.registry import has_board
from ui.display import LEAST_SIZE, first_size
from ui.navigation import DialogAnswer
from ui.panels.dock import NUMBERED
from ui.scenes.play.play import Play
from ui.scenes.progress_dialog import ProgressDialog
from ui.window import Window

SIZES = ((1, 1), (1, 900), (900, 1), (9, 40), (77, 77), (150, 399), (900, 77), LEAST_SIZE)
FEW = SIZES[:1] + SIZES[4:5]
"""For signs on a board, which are drawn in the same way at every size."""

GAMES = [name for name in game_names() if has_board(name)]
PGN = "1. e4 e5 2. Nf3 *\n\n1. d4 *\n"


@pytest.fixture
def opening():
    return {"problems": ["settings.yaml: a line that is long enough"]}


def resize(driver: Driver, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))
    driver.app.frame()
    assert driver.app.surface.get_size() == size


def survives(driver: Driver, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Draws the screen in all `sizes`, with a tooltip if there is one, and in the usual size again."""
    driver.patient = False
    for size in sizes:
        resize(driver, size)
        driver.move_mouse((size[0] // 2, size[1] // 2))
        driver.app.event_router._rested = 0.0  # its tooltip is due
        driver.frame()
    resize(driver, (1280, 720))
    driver.patient = True
    assert driver.app.running and driver.app.event_router.sheet.active()


def game_begun(game: str, driver: Driver, white: str = "human", black: str = "human") -> Play:
    record, draws = Record.start(load_game(game), driver.app.settings.options_for(game)), Draws(3)
    for _ in range(8):
        moves = record.position.moves
        if len(moves) < 2:
            break  # a small game may end sooner
        move = moves[draws.below(len(moves))]
        record.play(move, record.draw_chance(move, draws))
    play = driver.play(game, white, black, record=record)
    play.session.turn.pause()
    return play


def test_home(driver):
    game_begun(GAMES[0], driver)
    driver.app.pop()
    driver.frame()
    survives(driver)
    driver.key(pygame.K_F1)
    survives(driver)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_each_page(driver, game):
    spec = f"alphabeta:{default_heuristic(game).name},depth=1"
    play = game_begun(game, driver, "human", spec)
    for page in (*play.dock.side_panels, play.dock.lab):
        play.dock.show(page, play.session.study)
        driver.frame(3)
        survives(driver)
    driver.key(pygame.K_j)  # the strip at the foot
    for key in (pygame.K_t, pygame.K_o, pygame.K_c, pygame.K_q, pygame.K_i, pygame.K_x):  # signs on the board
        driver.key(key)
        driver.frame(5)
        survives(driver, FEW)
    driver.click_on(play.menu)
    survives(driver)


@pytest.mark.parametrize("game", ["chess"])
def test_what_stands_in_the_place_of_the_board(driver, game):
    play = game_begun(game, driver)
    for number, panel in enumerate(play.dock.panels[:NUMBERED]):
        if panel.place == "stage":
            driver.key(pygame.K_1 + number)
            survives(driver)
    stage = next(panel for panel in play.dock.panels if panel.place == "stage")
    play.dock.show(stage, play.session.study)
    driver.frame(3)
    survives(driver)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_screens_that_a_game_leads_to(driver, game):
    play = game_begun(game, driver, "human", "random")
    screens: list[Callable[[], object]] = [
        partial(play.commands.run, name)
        for name in ("players", "case", "set up", "how to play")
        if play.commands.why_not(name) is None
    ]
    if game == GAMES[0]:  # screens that look the same in all games
        screens += [
            partial(play.commands.run, "export"),
            partial(play.commands.run, "open"),
            lambda: driver.window.own_files(game),
            lambda: driver.window.choose_file("Save", (".pgn",), lambda path: None, "name"),
            lambda: driver.window.ask(
                "A title", "Words " * 30, ("one", "two"), [DialogAnswer("A", "b", print)], print
            ),
        ]
    for show in screens:
        show()
        driver.frame(3)
        survives(driver)
        while driver.app.scene is not play:
            driver.app.pop()
        driver.frame()


def test_the_arena_with_results(driver):
    arena = driver.window.arena("isolation")
    driver.frame(2)
    survives(driver)
    choose(driver, arena.setup.workers, 1)
    driver.app.pop()


def test_games_of_a_file_and_waiting(driver):
    driver.window.choose_game(PgnFile.of_text(PGN, "two games"), lambda number: None)
    survives(driver)
    driver.patient = False
    driver.app.push(ProgressDialog(driver.app, "Opening a large file", Job("opening"), lambda found: None))
    survives(driver)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_window_asks_for_no_smaller_size():
    app = Window(SettingsStore.of(Settings())).app
    assert pygame.Window.from_display_module().minimum_size == LEAST_SIZE == (400, 400)
    app.close()


@pytest.mark.parametrize(
    ("desktop", "scale", "size"),
    [
        ((1920, 1080), 1.0, (1280, 720)),
        ((1366, 768), 1.0, (1280, 672)),
        ((1280, 720), 1.0, (1264, 624)),
        ((3840, 2160), 2.0, (2560, 1440)),
        ((1920, 1080), 1.5, (1896, 936)),
        ((400, 300), 1.0, LEAST_SIZE),
    ],
)
def test_the_first_window_leaves_room_for_a_title_and_a_task_bar(desktop, scale, size):
    assert first_size(desktop, scale) == size
