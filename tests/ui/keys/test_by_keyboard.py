"""A game of each kind by keyboard alone, from the home screen on, panels included. A person sees where the
board's cursor is; the test reads it."""

import pygame
import pytest
from driving import Driver

from games.registry import game_names
from ui.panels.dock import NUMBERED
from ui.panels.moves.candidates import CandidatesPanel
from ui.scenes.home.home import Home
from ui.scenes.play.change_players import Players
from ui.scenes.play.play import Play
from ui.scenes.rules_page import RulesPage

PLIES = 8
ARROWS = {(-1, 0): pygame.K_LEFT, (1, 0): pygame.K_RIGHT, (0, -1): pygame.K_UP, (0, 1): pygame.K_DOWN}


def way_to(play: Play, square: str) -> list[int]:
    """The arrow keys that lead the cursor to a square, as few as possible."""
    picture, squares = play.board.picture, play.session.study.record.game.squares
    paths: dict[str, list[int]] = {play.board.hand.cursor: []}
    places = [play.board.hand.cursor]
    while square not in paths:
        place = places.pop(0)
        for way, key in ARROWS.items():
            following = picture.neighbour(place, way, squares)
            if following not in paths:
                paths[following] = [*paths[place], key]
                places.append(following)
    return paths[square]


def enter(driver: Driver, play: Play, name: str) -> None:
    """Enters a square by arrows and Enter, or a choice by its letter."""
    if name in play.session.study.record.game.squares:
        for key in way_to(play, name):
            driver.key(key)
        assert play.board.hand.cursor == name
        driver.key(pygame.K_RETURN)
    else:
        letter = pygame.key.key_code(name.lstrip("=")[0].lower())
        own = (choice.key for choice in play.board.choices.standing if choice.choice == name and choice.key)
        driver.key(next(own, letter))


def make_move(driver: Driver, play: Play, number: int) -> None:
    """Makes one of the legal moves along its click path; the board shows what has been entered so far."""
    session = play.session
    position = session.study.record.position
    move = position.moves[(7 * number + 3) % len(position.moves)]
    path = session.study.record.game.click_paths(position.state, move)[0]
    if play.board.hand.clicks != path[: len(play.board.hand.clicks)]:
        driver.key(pygame.K_ESCAPE)
    made = len(session.study.record.plies)
    while len(session.study.record.plies) == made:
        enter(driver, play, path[len(play.board.hand.clicks)])
    assert session.study.record.plies[made].move == move


def step_through_candidates(driver: Driver, play: Play) -> None:
    """The arrow keys select in the open panel, wherever the pointer is, but not from the board."""
    moves = next(panel for panel in play.dock.side_panels if isinstance(panel, CandidatesPanel))
    while driver.focused is not None:
        driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_1 + play.dock.panels.index(moves))
    driver.key(pygame.K_LEFT)  # there is no move to select after the last one
    driver.until(lambda: moves.table is not None and not play.session.study.facts.busy)
    order = [candidate.move for candidate in moves.table.order]
    driver.key(pygame.K_DOWN)
    assert moves.selected == order[0]
    driver.key(pygame.K_DOWN)
    assert moves.selected == order[min(1, len(order) - 1)]
    driver.tab_to(play.board)
    driver.key(pygame.K_UP)
    assert moves.selected == order[min(1, len(order) - 1)]
    driver.key(pygame.K_END)


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_a_game_is_chosen_played_and_studied_by_keyboard(driver, game):
    home = driver.app.scene
    assert isinstance(home, Home)
    while home.game != game:
        driver.key(pygame.K_RIGHT)
    driver.tab_to(home.who.players[1].who)  # against another person
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_RETURN)
    assert home.who.players[1].spec.is_human
    driver.tab_to(home.who.start)
    driver.key(pygame.K_RETURN)
    play = driver.app.scene
    assert isinstance(play, Play)
    driver.tab_to(play.board)
    for number in range(PLIES):
        if not play.session.study.over:  # a small game may end sooner
            make_move(driver, play, number)
    rows = play.key_lines()
    told = [key for line in rows for key in line.keys.split(", ")]
    assert [key for key in told if told.count(key) > 1] == [], "no key does two things"
    texts = [ply.text for ply in play.session.study.record.plies]
    assert len(texts) == PLIES or play.session.study.over

    driver.key(pygame.K_ESCAPE)  # the arrows step through the game again
    if play.board.hand.clicks or driver.focused is play.board:
        driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is play
    driver.key(pygame.K_LEFT)
    assert play.session.study.cursor == len(texts) - 1
    driver.key(pygame.K_END)
    for number, panel in enumerate(play.dock.side_panels[:NUMBERED], start=1):
        driver.key(pygame.K_0 + number)
        assert play.dock.upper is panel
        driver.frame(3)
        zones = [zone.key for zone in driver.app.event_router.sheet.zones if zone.focusable and zone.rect]
        inside = [key for key in zones if play.layout.panel.collidepoint(driver.rect(key).center)]
        assert inside, panel.title
        driver.tab_to(inside[-1])
    step_through_candidates(driver, play)
    driver.key(pygame.K_1)
    perspective = play.session.study.view.for_mover
    driver.key(pygame.K_v)
    assert play.session.study.view.for_mover is not perspective
    driver.key(pygame.K_u, pygame.KMOD_SHIFT)  # of a turn of several moves, takes back the last
    assert [ply.text for ply in play.session.study.record.plies] == texts[:-1]
    for key, screen in ((pygame.K_F2, RulesPage), (pygame.K_p, Players)):
        driver.key(key)
        if screen is Players or play.commands.why_not("how to play") is None:
            assert isinstance(driver.app.scene, screen)
            driver.key(pygame.K_ESCAPE)
        assert driver.app.scene is play
    while driver.app.scene is play:
        driver.key(pygame.K_ESCAPE)
    assert driver.app.scene is home and home.game == game
    driver.key(pygame.K_c)
    again = driver.app.scene
    assert isinstance(again, Play) and len(again.session.study.record.plies) == len(texts) - 1
