"""The page of weights: a weight set by slider or number shows in the next frame, and searches use it."""

from dataclasses import replace

import pygame
import pytest

from engines.contract import WIN
from engines.player_text import parse_player
from games.compiling.compiler import jit_disabled
from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, look_in, looked_in
from study.format.term_groups import GROUP
from study.game.session import Session
from ui.panels.evaluation.weights import WeightsPanel, _best_words, _replaced_words, who_plays


@pytest.fixture
def opening(tmp_path):
    before = looked_in()
    look_in(tmp_path / "own")
    yield {"folder": tmp_path / "data"}
    look_in(before)


def opened(driver, game="morris", white="human", black="human", real=False, through=None):
    if not real:
        play = driver.play(game, white, black)
        if through is not None:
            play.session.study.set_lens(through)
    else:
        record = Record.start(load_game(game), driver.app.settings.options_for(game))
        players = (parse_player(white, game), parse_player(black, game))
        play = driver.window.play(Session(record, players, driver.app.settings, driver.saves))
    panel = next(panel for panel in play.dock.panels if isinstance(panel, WeightsPanel))
    driver.key(pygame.K_1 + play.dock.panels.index(panel))
    driver.frame(2)
    return play, panel


def row(panel, name):
    return next(row for row in panel._rows if row.name == name)


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle", "tabletactics"])
def test_every_weight_has_a_slider_and_a_number(driver, game):
    play, panel = opened(driver, game)
    lens = play.session.study.lens
    assert [row.name for row in panel._rows] == list(lens.heuristic.weight_names)
    for each in panel._rows:
        assert "-" not in each.field.text, "the window's minus"
        assert each.slider.value == lens.weight(each.name) == float(each.field.text.replace("−", "-"))
        assert each.slider.low < each.slider.value < each.slider.high


def test_dragging_the_knob_is_seen_in_the_next_frame(driver):
    play, panel = opened(driver, through="weighted")
    study, knob = play.session.study, row(panel, "mills").slider
    place = driver.rect(knob)
    driver.move_mouse(place.center)
    driver.press(place.center)
    assert abs(study.lens.weight("mills")) < 0.5
    driver.move_mouse((place.right - 1, place.centery), True)
    assert study.lens.weight("mills") == knob.high == 16.0
    driver.release((place.right - 1, place.centery))
    assert row(panel, "mills").field.text == "16"
    driver.click(place.center)
    driver.click(place.center)  # twice in a row
    assert study.lens.weight("mills") == 4.0


def test_the_keyboard_does_all_of_it(driver):
    play, panel = opened(driver, through="weighted")
    study, knob = play.session.study, row(panel, "mills").slider
    driver.tab_to(knob)
    driver.key(pygame.K_RIGHT)
    assert study.lens.weight("mills") == pytest.approx(4.1)
    driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert study.lens.weight("mills") == pytest.approx(4.09)
    driver.key(pygame.K_DELETE)
    assert study.lens.weight("mills") == 4.0
    driver.key(pygame.K_TAB)
    assert driver.focused is row(panel, "mills").field
    driver.type("7.5")
    assert study.lens.weight("mills") == 7.5
    driver.type("x")
    assert study.lens.weight("mills") == 7.5 and row(panel, "mills").field.problem
    for minus in "-−":
        row(panel, "mills").field.choose_all()
        driver.type(f"{minus}2")
        assert study.lens.weight("mills") == -2.0 and not row(panel, "mills").field.problem
        study.lens = study.lens.with_weight("mills", 3.0)
    driver.tab_to(panel.reset)
    driver.key(pygame.K_RETURN)
    assert study.lens.weight("mills") == 4.0 and row(panel, "mills").field.text == "4"


def test_the_shown_position_is_searched_through_the_new_weights(driver):
    play, panel = opened(driver, real=True)
    study = play.session.study
    panel.weigh("possible_mills", 9.0)
    driver.until(lambda: study.thought_here is not None and study.thought_here.lens == study.lens, 60)
    first = study.lens
    panel.weigh("possible_mills", 1.0)
    driver.until(lambda: study.thought_here.lens == study.lens, 60)
    assert study.lens != first and study.thought_here.lens.weight("possible_mills") == 1.0
    assert study.thought_here.lens.heuristic is first.heuristic
    assert play.session.study.analysing and play.session.study.players[1].is_human


@pytest.mark.skipif(jit_disabled(), reason="searches")
def test_the_move_that_a_moved_weight_replaces_is_named(driver):
    play, panel = opened(driver, real=True)
    study, session = play.session.study, play.session
    panel.weigh("possible_mills", 60.0)
    moved = study.lens
    driver.until(lambda: study.search_store.of(study.position, moved) is not None, 60)
    first = study.search_store.of(study.position, Lens.of(moved.heuristic))
    assert first is not None, "the default weights have searched it for a moment"

    def searched(lens, move):
        return replace(first, lens=lens, move=move, depth=60, pv=(move, *first.pv[1:1]))

    def texts():
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.app.frame()
        found, sheet.labels = [label.wanted for label in sheet.labels], None
        return found

    session.study.analysing = False
    driver.until(lambda: session.analysis.search is None)
    one, other = study.position.moves[:2]
    names = [study.position.notation(move) for move in (one, other)]
    study.search_store.keep(searched(Lens.of(moved.heuristic), one))
    study.search_store.keep(searched(moved, other))
    changed = f"At depth 60 the best move is {names[1]}; with default weights it is {names[0]}."
    assert f"best {names[1]}, depth 60" in texts() and changed in texts()
    assert changed in driver.tip_at(driver.rect("best move").center)
    assert _replaced_words(study, searched(moved, other))[0] == changed
    deeper = replace(searched(moved, other), depth=61)
    study.search_store.keep(deeper)
    not_yet = f"With default weights: {names[0]}, depth 60; not yet compared at one depth."
    assert _replaced_words(study, deeper)[0] == not_yet and not_yet in texts(), "depth may have changed it"
    passed = replace(searched(moved, one), depth=61, before=searched(moved, other))
    assert _replaced_words(study, passed)[0] == changed
    same = f"At depth 60 the best move is {names[0]} with default weights, too."
    assert _replaced_words(study, replace(passed, before=searched(moved, one)))[0] == same
    words = _best_words(study, replace(searched(moved, other), value=WIN - 7))
    assert words == ("White wins in 7 plies, with any weights", "White wins in 7 plies")
    study.search_store.keep(replace(searched(moved, one), depth=61))
    assert any(text.startswith(f"best {names[0]}, depth 61") for text in texts())
    driver.click_on(panel.reset)
    assert f"best {names[0]}, depth 60" in texts()


def test_program_goes_on_with_the_new_weights(driver):
    play, panel = opened(driver, black="alphabeta:weighted,depth=1", real=True)
    panel.weigh("mills", 9.0)
    driver.frame(2)
    assert str(play.session.study.players[1]) == "alphabeta:weighted,depth=1,mills=9"
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.until(lambda: len(play.session.study.record.plies) == 2, 60)
    answer = play.session.study.search_store.of(
        play.session.study.record.positions[1], play.session.study.lens
    )
    assert answer is not None and answer.lens.weight("mills") == 9.0
    driver.click_on(panel.reset)
    driver.frame(2)
    assert str(play.session.study.players[1]) == "alphabeta:weighted,depth=1"


def test_page_says_who_plays_with_the_weights(driver):
    play, panel = opened(driver, black="level:4")
    study = play.session.study
    study.set_lens("mobile")
    assert who_plays(study) == "Black plays with them"
    panel.weigh("possible_mills", 7.0)
    driver.frame(2)
    assert who_plays(study) == "Black plays with other weights"
    study.set_lens("weighted")
    assert who_plays(study) == ""


def test_click_on_weights_in_evaluation_opens_the_page(driver):
    play, panel = opened(driver)
    driver.key(pygame.K_1)
    driver.frame(2)
    assert driver.zone("weights").tip.endswith("A click opens the page Weights, which changes them.")
    driver.click_on("weights")
    driver.frame(2)
    assert panel in (play.dock.asked, play.dock.upper)


def test_kept_weights_can_be_chosen_wherever_a_heuristic_is(driver):
    play, panel = opened(driver, through="weighted")
    study = play.session.study
    panel.weigh("mills", 9.0)
    driver.click_on(panel.name)
    driver.type("millers")
    driver.click_on(panel.keep)
    driver.frame(2)
    kept = heuristics_of("morris")[-1]
    assert kept.name == "millers" and kept.description == "weighted with mills 9 instead of 4"
    assert "millers" in study.lens_names
    assert str(parse_player("greedy:millers", "morris")) == "greedy:millers"
    driver.click_on(panel.name)
    driver.type(",")
    driver.click_on(panel.keep)
    assert panel._message[1] and len(heuristics_of("morris")) == len(study.lens_names)


def test_weights_stand_in_the_groups_of_their_terms_and_fold(driver):
    _play, panel = opened(driver, "chess", through="classical")
    driver.frame()
    heads = [row.name for row in panel.arrangement.shown if row.kind == GROUP]
    assert heads == ["material", "location", "pawn structure", "activity", "king safety"]
    panel.weigh("bishop pair", 50.0)
    before = len(panel.arrangement.shown)
    driver.click_on(("weight group", "group:material"))
    driver.frame()
    assert len(panel.arrangement.shown) == before - 7
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    assert "1 changed" in [label.wanted for label in sheet.labels]
