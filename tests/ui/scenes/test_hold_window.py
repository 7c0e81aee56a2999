"""A held move in the window: the line that says what the program wants, and another move played instead by
row, key or board."""

import pygame
import pytest
from driving import Driver, open_page

from study.hold.held_move import HeldMove
from ui.panels.moves.candidates import CandidatesPanel
from ui.scenes.play import notice
from ui.theme import Theme


@pytest.fixture(autouse=True)
def brief_notices(monkeypatch):
    """The line about the held move stands where a notice is shown first."""
    monkeypatch.setattr(notice, "SAID_SECONDS", 0.1)


def held(driver, white="greedy:territory", black="greedy:territory"):
    play = driver.play("isolation", white, black)
    driver.key(pygame.K_m, pygame.KMOD_SHIFT)
    driver.until(lambda: play.session.study.held)
    driver.key(pygame.K_2)
    driver.until(lambda: driver.zone("ending"))
    return play


def rows_of(play):
    panel = next(panel for panel in play.dock.panels if isinstance(panel, CandidatesPanel))
    return [candidate.move for candidate in panel._visible()]


def test_the_line_says_what_is_wanted_and_its_button_plays_it(driver):
    play = held(driver)
    wanted = play.session.study.held.move
    tip = driver.zone("ending").tip
    assert tip.startswith(f"White wants {play.session.study.record.position.notation(wanted)}.")
    assert play.play_it.label == "Play it"
    driver.click_on(play.play_it)
    driver.until(lambda: play.session.study.record.plies)
    assert play.session.study.record.plies[0].move == wanted


def test_a_click_on_a_row_plays_it_in_place_of_the_held_move(driver):
    play = held(driver)
    move = rows_of(play)[1]
    assert move != play.session.study.held.move
    driver.click_on(("candidate", move, id(play.session.study.record.position)))
    driver.until(lambda: play.session.study.record.plies)
    assert play.session.study.record.plies[0].move == move


def test_a_digit_plays_the_row_of_that_number(driver):
    play = held(driver)
    move = rows_of(play)[2]
    driver.key(pygame.K_3)
    driver.until(lambda: play.session.study.record.plies)
    assert play.session.study.record.plies[0].move == move
    assert play.dock.upper.title == "Moves", "the digit has led to no page"


def test_alt_and_a_digit_lead_to_a_page_nevertheless(driver):
    play = held(driver)
    driver.key(pygame.K_3, pygame.KMOD_ALT)
    assert play.dock.upper.title == "Game" and not play.session.study.record.plies


def test_a_move_on_the_board_is_played_in_place_of_the_held_one(driver):
    play = held(driver)
    move = next(
        move for move in play.session.study.record.position.moves if move != play.session.study.held.move
    )
    path = play.session.study.record.game.click_paths(play.session.study.record.position.state, move)[0]
    for square in path:
        driver.click_square(play, square)
    driver.until(lambda: play.session.study.record.plies)
    assert play.session.study.record.plies[0].move == move


def test_digits_play_rows_while_the_position_is_analysed(driver):
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_2)
    driver.until(lambda: rows_of(play))
    driver.key(pygame.K_1)
    assert play.dock.upper.title == "Evaluation", "without an analysis a digit leads to a page"
    open_page(driver, play, next(p for p in play.dock.panels if isinstance(p, CandidatesPanel)))
    driver.key(pygame.K_a)
    driver.until(lambda: play.session.study.analysing)
    driver.frame()
    move = rows_of(play)[1]
    driver.key(pygame.K_2)
    driver.until(lambda: play.session.study.record.plies)
    assert play.session.study.record.plies[0].move == move


def test_two_people_have_no_program_to_hold(driver):
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_m, pygame.KMOD_SHIFT)
    assert not play.session.study.holds and "nothing to hold" in play.notice.said


def test_a_new_game_holds_as_well(driver):
    play = held(driver)
    driver.key(pygame.K_n)
    assert play.session.study.holds
    driver.until(lambda: play.session.study.held)
    assert not play.session.study.record.plies


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((500, 900), 1.0), ((1280, 720), 1.5)])
def test_playable_moves_are_seen_in_every_window(tmp_path, size, scale):
    driver = Driver(tmp_path, size, scale)
    program = "alphabeta:territory,depth=3"
    play = held(driver, program, program)
    play.session.study.look_for(1)
    driver.until(lambda: len(play.dock.upper.table.lines) == 1)
    others = [("candidate", move, id(play.session.study.record.position)) for move in rows_of(play)[1:3]]
    zones = [driver.zone(key) for key in others]
    assert all(zones), "they are not drawn"
    places = [zone.rect for zone in zones]
    clip = play.dock.upper._place
    assert all(place.clip(clip).height >= play.dock.upper._row for place in places), (clip, places)
    driver.close()


def test_wish_is_a_whole_sentence_in_the_smallest_window(tmp_path, monkeypatch):
    def words(held, study, names=3):
        return f"White wants b3. b3 is better than b1 by 3.00 squares{', mostly territory' * names}."

    driver = Driver(tmp_path, (640, 480))
    held(driver)
    monkeypatch.setattr(HeldMove, "words", words)
    drawn, theme, usual = [], driver.app.theme, Theme.text
    theme.text = lambda surface, where, string, *more, **named: (
        drawn.append(string) or usual(theme, surface, where, string, *more, **named)
    )
    driver.app.redraw()
    driver.frame()
    del theme.text
    first = next(at for at, text in enumerate(drawn) if text.startswith("White wants"))
    assert drawn[first + 1].endswith(".") and "…" not in drawn[first + 1], drawn[first : first + 2]
    driver.close()
