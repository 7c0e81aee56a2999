"""Nothing covers anything else, in the smallest window at a large scale and in the usual one."""

import itertools

import pygame
import pytest
from driving import Driver, opening_in

from arena.sequential import SequentialTest
from games.contract import ONGOING
from games.random_stream import Draws
from games.record import Record
from games.registry import ENTRIES, load_game
from heuristics.registry import default_heuristic
from study.tournaments.arena_session import Plan
from ui.contract import LEAST_ROOM
from ui.scenes.arena.arena import Arena
from ui.scenes.home.who_plays import THE_ARENA
from ui.theme import Theme

GAMES = [about.name for about in ENTRIES]
WINDOWS = [((640, 480), 1.5), ((1280, 720), 1.0), ((1280, 720), 1.5)]
EDGE = 3
"""Real pixels by which a part may reach out of its ground, as the highlight behind a word does."""

TOUCH = 2
"""Real pixels by which two places may overlap: a line between them, an accent's room above a letter."""


opening = opening_in(WINDOWS)


def is_ground(one: pygame.Rect, other: pygame.Rect) -> bool:
    """Whether one of the two contains the other, up to EDGE."""
    grown = one.inflate(2 * EDGE, 2 * EDGE), other.inflate(2 * EDGE, 2 * EDGE)
    return grown[0].contains(other) or grown[1].contains(one)


def overlapping(driver: Driver) -> list[str]:
    """What is wrong with the places on the screen: controls and texts that cover one another, and controls
    outside the window. A zone that contains another is its ground."""
    sheet, wrong = driver.app.event_router.sheet, []
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    window = driver.app.surface.get_rect()
    zones = [zone for zone in sheet.active() if zone.rect]
    wrong += [f"outside: {zone.key} {zone.rect}" for zone in zones if not window.contains(zone.rect)]
    for one, other in itertools.combinations(zones, 2):
        common = one.rect.clip(other.rect)
        if min(common.size) > TOUCH and not is_ground(one.rect, other.rect):
            wrong.append(f"{one.key} {one.rect} and {other.key} {other.rect}")
    # An open list may cover others.
    texts = [label for label in sheet.labels if label.shown and not sheet.floor]
    for a, b in itertools.combinations(texts, 2):
        common = a.place.clip(b.place)
        if common.width > TOUCH and common.height > 2 * TOUCH:
            wrong.append(f"{a.shown!r} {a.place} and {b.shown!r} {b.place}")
    sheet.labels = None
    return wrong


def in_the_middle_of(game: str, driver: Driver) -> Record:
    """A game after 12 random plies, or after the last ply but one of a game that is over sooner."""
    record, draws = Record.start(load_game(game), driver.app.settings.options_for(game)), Draws(3)
    for _ in range(12):
        moves = record.position.moves
        move = moves[draws.below(len(moves))]
        before = record.copy()
        record.play(move, record.draw_chance(move, draws))
        if record.outcome != ONGOING:
            return before
    return record


def test_home(driver):
    assert not overlapping(driver)


@pytest.mark.long
@pytest.mark.parametrize("test", [None, SequentialTest(0.0, 20.0)], ids=["games", "test"])
def test_the_arena_with_and_without_results(driver, test):
    players = ("random", "random,seed=4") + ("random,seed=5",) * (0 if test else 6)
    arena = Arena(driver.app, driver.window, "isolation", (), "threads")
    driver.window._show(arena)
    arena.setup.fill(Plan("isolation", players, 20, test))
    driver.frame(2)
    assert not overlapping(driver)
    arena.play_or_pause()
    driver.until(lambda: arena.contest.news is not None and arena.contest.news.games, 60)
    arena.contest.pause()
    driver.until(lambda: arena.contest.doing in ("paused", ""), 60)
    driver.frame(2)
    assert not overlapping(driver)
    arena._shows_setup = True
    driver.frame(2)
    assert not overlapping(driver)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_each_page_the_editor_and_the_players(driver, game):
    spec = f"alphabeta:{default_heuristic(game).name},depth=1"
    play = driver.play(game, spec, "human", record=in_the_middle_of(game, driver))
    play.session.turn.pause()
    for page in range(len(play.dock.side_panels)):
        driver.key(pygame.K_1 + page)
        driver.frame(3)
        assert not overlapping(driver), play.dock.side_panels[page].title
    driver.key(pygame.K_0)
    assert not overlapping(driver), "Lab"
    play.commands.run("set up")
    driver.frame(2)
    assert not overlapping(driver)
    driver.app.pop()
    play.commands.run("players")
    driver.frame(2)
    assert not overlapping(driver)
    driver.app.pop()
    driver.frame()
    driver.click_on(play.menu)
    assert not overlapping(driver)


def test_a_finished_game_and_two_programs(driver):
    play = driver.play("isolation", "human", "human", text="7/7/7/7/xxxx3/xwxx3/x1xb3 w")
    driver.frame(2)
    moves = play.session.study.record.position.moves
    while not play.session.study.over:
        play.session.turn.enter(moves[0])
        moves = play.session.study.record.position.moves
        driver.frame()
    assert play.banner.shown(play.session) and not overlapping(driver)
    assert not driver.rect((play.banner, "box")).colliderect(play.board.picture.geometry.rect)
    driver.app.pop()
    play = driver.play("chess", "random", "random")
    play.session.turn.pause()
    assert driver.zone(play.bar.speed["slower"]) and not overlapping(driver)


def test_scale_without_room_waits_until_there_is_room(tmp_path):
    driver = Driver(tmp_path, (640, 480), 1.5)
    assert driver.app.theme.scale == min(640 / LEAST_ROOM[0], 480 / LEAST_ROOM[1])
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_PLUS, pygame.KMOD_CTRL)
    assert "too small" in play.notice.said
    driver.app.rescale(1.5)
    driver.app.display.surface = pygame.display.set_mode((1280, 960))
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=1280, h=960, size=(1280, 960)))
    driver.frame()
    assert driver.app.theme.scale == 1.5
    driver.close()


def test_words_of_home_are_whole_in_the_smallest_window(tmp_path):
    driver = Driver(tmp_path, LEAST_ROOM)
    play = driver.play("morris", "human", "human")
    driver.click_square(play, "d6")
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_g)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    shown, sheet.labels = {label.wanted: label.shown for label in sheet.labels}, None
    for words in ("1 move", "not finished", "Nine Men's Morris"):
        assert shown[words] == words
    del shown["any kind"]  # the filter of the list
    assert " ".join(text for text in shown if text in THE_ARENA) == THE_ARENA
    driver.close()


@pytest.mark.parametrize("game", ["tabletactics", "morris"])
def test_who_plays_can_be_read_in_the_smallest_window(tmp_path, game):
    driver = Driver(tmp_path, LEAST_ROOM)
    driver.play(game, "human", "level:2")
    shown, text = [], Theme.text
    driver.app.theme.text = lambda surface, where, string, *rest, **more: (
        shown.append((string, more.get("max_width")))
        or text(driver.app.theme, surface, where, string, *rest, **more)
    )
    driver.app.redraw()
    driver.frame()
    for name in ("you", "Level 2"):
        room = dict(shown)[name]
        assert driver.app.theme.width(name, 14, True) <= room
    assert driver.zone(("player", 0)).tip.startswith("White: you")
    driver.close()
