"""Values in the window: their side, bounds, lines to step through, and what is said about the position."""

import time

import pygame
import pytest
from driving import Driver, open_page
from panel_views import Panel, searched, view_of

from engines.contract import EXACT, UPPER, WIN, RootMove, Thought
from engines.jobs import Job, News
from games.record import Record
from games.registry import load_game
from study.game.session import Session
from study.game.status import status
from study.searches.lines import best_line
from study.searches.values import for_side
from study.state.activity import activity_of
from ui.kit.sheet import Sheet
from ui.panels.move_list import MoveListPanel
from ui.panels.moves.candidates import CandidatesPanel
from ui.theme import Theme


def texts(driver: Driver) -> list[str]:
    """The texts of the next frame."""
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    return [label.shown for label in sheet.labels]


def test_a_past_position_says_which_it_is(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    assert status(play.session) == "White to move"
    driver.key(pygame.K_LEFT)
    assert status(play.session) == "after 1. d4"
    assert "After 1. d4; the End key leads back to the game." in texts(driver)
    driver.key(pygame.K_HOME)
    assert status(play.session) == "the start"
    assert "The start; the End key leads back to the game." in texts(driver)


def test_the_perspective_is_remembered(driver):
    play = driver.play("isolation", "human", "human")
    driver.key(pygame.K_v)
    assert play.session.study.view.for_mover
    driver.window.home()
    assert driver.play("morris", "human", "human").session.study.view.for_mover
    driver.app.keep_choices()
    again = type(driver.saves)(driver.saves.folder.parent)
    session = Session(
        Record.start(load_game("chess")), play.session.study.players, driver.app.settings, again
    )
    assert session.study.view.for_mover


def test_the_best_line_is_stepped_through_on_the_board(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    study = play.session.study
    study.search_store.keep(searched(study.position, "alphabeta:improved,depth=3"))
    driver.until(lambda: driver.zone(("line", 1)) is not None)
    line = best_line(study)
    driver.move_mouse(driver.rect(("line", 0)).center)
    driver.frame()
    assert play.board.picture.position is line.positions[0]
    driver.move_mouse((5, 5))
    driver.frame()
    assert play.board.picture.position is study.position
    driver.click_on(("line", 1))
    driver.move_mouse((5, 5))
    driver.frame()
    assert play.board.picture.position is line.positions[1] and not play.board.hand.enters
    driver.key(pygame.K_RIGHT)
    assert play.board.picture.position is line.positions[2] and play.session.study.at_end
    assert status(play.session) == "along a line", "a click on the board is no move there"
    label = next(text for text in texts(driver) if text.endswith("Esc leads back."))
    assert driver.app.theme.width(label) <= 372, "all of it is seen beside a board at 1280 x 720"
    for _ in range(2):
        driver.key(pygame.K_LEFT)
    assert play.board.picture.position is line.positions[0]
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert play.board.picture.position is study.position and driver.app.scene is play
    assert status(play.session) == "White to move"
    driver.click_on(("line", 1))  # and the pointer stays there
    driver.key(pygame.K_RIGHT)
    assert play.board.picture.position is line.positions[2]
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert play.board.picture.position is study.position and driver.app.scene is play


def test_terms_at_the_end_of_the_line_light_their_squares_there():
    panel, view = Panel(), view_of("isolation", "improved", 6, "alphabeta:improved,depth=3")
    panel.evaluation.shown = "line"
    panel.settle(view)
    line = best_line(view)
    panel.point(panel.zone("term", 0).center)
    assert view.shown_line_position.position is line.positions[-1] and view.pointed.squares
    panel.point((-10, -10))
    assert view.shown_line_position is None and not view.pointed.squares


def test_every_value_is_for_one_side():
    panel, view = Panel((420, 900)), view_of("isolation", "custom_score", 7, "alphabeta:custom_score,depth=3")
    assert view.position.to_move == 1
    for page in (0, 1, 2):
        panel.show_page(page)
        for mover in (False, True):
            if view.view.for_mover != mover:
                view.toggle_perspective()
            panel.settle(view)
            stated = [label.states for label in panel.sheet.labels if label.states is not None]
            assert {each.side for each in stated} <= {view.perspective} and (stated or page == 2)
            if page == 0:
                found = [each.value for each in stated if each.question[0] == "search"]
                assert found[0] == for_side(view.thought.value, 1, view.perspective)


def test_a_bound_is_searched_alone_and_then_exact():
    view = view_of("isolation", "custom_score", 6, "alphabeta:custom_score,depth=4")
    thought = view.thought
    row = next(row for row in thought.root_moves if row.bound == UPPER)
    panel = Panel((420, 700))
    panel.show_page(1)
    panel.settle(view)
    panel.candidates.selected, panel.candidates.unfolded = row.move, True
    deadline = time.perf_counter() + 60
    while view.searched[row.move].bound != EXACT:
        panel.draw(view)
        assert time.perf_counter() < deadline, panel.texts()
    panel.settle(view)
    found = view.searched[row.move]
    end = [*view.position.along(found.line)][-1]
    assert found.value <= row.value and found.depth == row.depth
    assert thought.lens.breakdown(end.state, view.position.to_move).value == found.value
    of_move = [label.states for label in panel.sheet.labels if label.states is not None]
    assert sum(s.question[0] == "move" and s.question[2] == row.move for s in of_move) == 2, "row and total"
    view.features.close()


def test_a_bound_is_hatched_and_a_value_is_not():
    pygame.display.init()
    sheet = Sheet(Theme())
    filled = []
    for bound in (False, True):
        surface = pygame.Surface((200, 20))
        sheet.begin(surface)
        sheet.bar(pygame.Rect(0, 4, 200, 12), 0.5, 0, bound)
        filled.append(pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count())
    assert filled[0] < filled[1], "less of a hatched bar is filled"


@pytest.mark.parametrize("share", [0.001, -0.001, 0.5, -0.5])
def test_a_bar_stands_beside_the_zero_line(share):
    """A bar of one pixel lay on the line, and nobody saw it."""
    pygame.display.init()
    sheet, surface, cell = Sheet(Theme()), pygame.Surface((200, 20)), pygame.Rect(0, 4, 200, 12)
    sheet.begin(surface)
    sheet.zero(cell, cell)
    sheet.bar(cell, share)
    beside = (cell.centerx + (1 if share > 0 else -1), cell.centery)
    assert surface.get_at(beside) == sheet.theme.side_color(0 if share > 0 else 1)
    assert surface.get_at((cell.centerx, cell.centery)) == sheet.theme.dim


def test_what_waits_for_a_compilation_says_compiling():
    preparing, waiting = Job(), Job()
    preparing._news = News("running", "compiling", since=time.perf_counter() - 2)
    doing = activity_of((waiting, preparing), "custom_score", limit=0.5)
    assert (doing.kind, doing.name, doing.limit) == ("compiling", "custom_score", 0.0)
    waiting._news = News("running", "thinking", since=time.perf_counter() - 2)
    assert activity_of((waiting,), limit=0.5).clock == "0.5 of 0.5 s"


def test_end_leads_back_wherever_the_pointer_is(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "b6"):
        driver.click_square(play, square)
    for number in range(1, 4):
        driver.key(pygame.K_0 + number)
        for clicks in (False, True):
            driver.key(pygame.K_HOME)
            assert play.session.study.cursor == 0
            driver.move_mouse(play.layout.panel.center)
            if clicks:
                driver.click((play.layout.panel.centerx, play.layout.panel.bottom - 3))
            assert "The start; the End key leads back to the game." in texts(driver)
            driver.key(pygame.K_END)
            assert play.session.study.at_end


def test_end_leads_back_from_a_list_that_scrolls_by_it_too(driver):
    play = driver.play("chess", "human", "human")
    move = play.session.study.record.position.moves[0]
    play.session.turn.enter(move)
    driver.key(pygame.K_2)  # thirty moves: a list that scrolls
    driver.key(pygame.K_LEFT)
    driver.frame(3)
    driver.tab_to(("candidates", "area"))
    assert "The start; the End key leads back to the game." in texts(driver)
    driver.key(pygame.K_END)
    assert play.session.study.at_end


def test_game_says_what_a_level_skipped(driver):
    play = driver.play("isolation", "human", "level:1")
    driver.click_square(play, "d4")
    driver.until(lambda: len(play.session.study.record.plies) == 2)
    study = play.session.study
    position, move = study.record.positions[1], study.record.plies[1].move
    better = next(each for each in position.moves if each != move)
    rows = tuple(RootMove(each, float(each == better), EXACT, 1, (each,)) for each in (move, better))
    study.search_store.keep(
        Thought(position, move, 0.0, 1, 9, 0.1, (move,), rows, lens=study.lens, player="level:1")
    )
    panel = next(panel for panel in play.dock.panels if isinstance(panel, MoveListPanel))
    driver.key(pygame.K_1 + play.dock.panels.index(panel))
    assert "skipped" not in driver.tip_at(driver.rect(("ply", 0)).center)
    tip = driver.tip_at(driver.rect(("ply", 1)).center)
    said = f"Black saw {position.notation(better)}, skipped it on purpose (level 1). Level 1 looks 1 ply"
    assert said in tip


@pytest.mark.parametrize("side", [0, 1])
def test_in_game_a_won_move_wins_whoever_values_are_for(driver, side):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1", "b3")[: 1 + side]:
        driver.click_square(play, square)
    study = play.session.study
    position, ply = study.record.positions[side], study.record.plies[side]
    rows = tuple(RootMove(move, WIN - 3 if move == ply.move else 0.0, EXACT, 5) for move in position.moves)
    found = Thought(position, ply.move, WIN - 3, 5, 10, 0.1, (ply.move,), rows, lens=study.lens)
    study.search_store.keep(found)
    panel = next(panel for panel in play.dock.panels if isinstance(panel, MoveListPanel))
    driver.key(pygame.K_1 + play.dock.panels.index(panel))
    for _ in range(2):
        shown = texts(driver)
        assert "wins in 3" in shown and not any("loses" in text for text in shown)
        tip = driver.tip_at(driver.rect(("ply", side)).center)
        assert f"{study.side_name(side)} wins in 3 plies: " in tip
        driver.key(pygame.K_v)


def test_no_row_of_moves_stays_lit_when_a_key_goes_elsewhere(driver):
    play = driver.play("isolation", "human", "human")
    for square in ("d4", "a1"):
        driver.click_square(play, square)
    moves = next(panel for panel in play.dock.panels if isinstance(panel, CandidatesPanel))
    open_page(driver, play, moves)
    study, sheet = play.session.study, driver.app.event_router.sheet
    driver.until(lambda: not study.facts.busy and len(moves.table.order) > 3)

    def row() -> tuple[object, ...]:
        return "candidate", moves.table.order[2].move, id(study.position)

    driver.click_on(row())
    assert study.pointed.move == study.pointed.selected == row()[1] and sheet.hovered == row()
    place = driver.rect(row()).center
    for key in (pygame.K_LEFT, pygame.K_RIGHT):
        driver.key(key)
        driver.until(lambda: not study.facts.busy and len(moves.table.order) > 3)
        assert (study.pointed.move, study.pointed.selected, sheet.hovered) == (None, None, None)
    driver.move_mouse((place[0] + 2, place[1]))
    assert study.pointed.move == row()[1] and sheet.hovered == row()
