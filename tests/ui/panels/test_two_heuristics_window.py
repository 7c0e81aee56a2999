"""The page of two heuristics: both breakdowns, squares on the board, what each would play, and the scan."""

import time
from dataclasses import replace
from functools import partial

import pygame
import pytest
from driving import Driver, choose

from engines.contract import Limits
from engines.search_engine import Searcher
from heuristics import guarded_evaluation
from heuristics.registry import load_lens
from samples import searched_heuristic
from study.compare import background_scan, paired_search, scan_positions
from study.compare.breakdown_diff import align
from study.compare.heuristic_pair import FIRST, NAMED, HeuristicPair
from study.evaluation.other_lenses import changed_weights_in_words, with_changes
from study.format.term_groups import TERM
from study.searches.single_move_search import SingleMoveSearches
from study.suites.suite_browser import SuiteBrowser
from ui.panels.compare import scan_rows
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.suites.suites import SuitesPanel

PATIENCE = 300
"""Seconds; a compiler may have to wait for a busy machine."""


def uncompiled(lens):
    return Searcher(lens, Limits(), table_megabytes=0.1, compile=False)


def plain(lens, depth):
    return Searcher(lens, Limits(depth=min(depth, 2)), table_megabytes=0.1, compile=False)


@pytest.fixture
def opening(monkeypatch):
    """Compiles nothing."""
    monkeypatch.setattr(paired_search, "CHOOSING_SECONDS", 0.1)
    monkeypatch.setattr(background_scan, "_plain", plain)
    monkeypatch.setattr(scan_positions, "jit_disabled", lambda: True)
    return {}


def opened(driver, game="isolation", moves=(20, 3, 4), names=("improved", "open")):
    """A game of two people after some moves, with the comparison of two heuristics beside it."""
    play = driver.play(game, "human", "human")
    study = play.session.study
    study.of(SingleMoveSearches).make = uncompiled
    for index in moves:
        play.session.turn.enter(study.position.moves[index % len(study.position.moves)])
    if names:
        study.of(HeuristicPair).chosen[:2] = [(NAMED, name) for name in names]
    panel = next(panel for panel in play.dock.panels if isinstance(panel, TwoHeuristicsPanel))
    driver.key(pygame.K_1 + play.dock.panels.index(panel))
    driver.frame(2)
    assert play.dock.upper is panel
    driver.until(lambda: driver.zone("aligned total"), PATIENCE)
    return play, study, panel


def answered(driver, study):
    driver.until(lambda: study.of(HeuristicPair).choices.news.value is not None, PATIENCE)
    driver.until(lambda: study.of(HeuristicPair).choices.news.phase == "done", PATIENCE)
    driver.frame()
    return study.of(HeuristicPair).choices.news.value


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle", "tabletactics"])
def test_both_breakdowns_stand_side_by_side(driver, game):
    _play, study, panel = opened(driver, game, (1, 1), None)
    study.set_lens(searched_heuristic(game))
    study.lens = study.lens.with_weight(study.lens.heuristic.terms[0].name, 2.5)
    driver.frame()
    driver.until(lambda: "sum" in driver.texts(), PATIENCE)
    shown = driver.texts()
    first, second, _ = study.of(HeuristicPair).lenses(study)
    assert first != second and first == study.lens
    for lens in (first, second):
        breakdown = lens.breakdown(study.position.state, study.perspective)
        table = panel.table.arrangement
        in_view = {row.name for row in table.shown if row.kind == TERM}
        held = [index for row in table.shown if row.counts for index in row.terms]
        assert sorted(held) == list(range(len(held))) and len(held) >= len(breakdown.rows)
        for row in breakdown.rows:
            assert row.label not in in_view or row.label in shown
        assert any(lens.name in text for text in shown)
    assert "sum" in shown and "in clear advantages" in shown and {"difference", "diff."} & set(shown)
    answered(driver, study)
    assert any("plain alpha-beta, each" in text for text in driver.texts())
    tip = driver.zone("comparison").tip
    assert ("captures" in tip) == (game != "isolation"), tip


def test_a_heading_has_the_room_that_names_of_terms_leave(tmp_path):
    """In a narrow panel, where numbers are narrower than the heuristic's name."""
    window = Driver(tmp_path, (660, 480))
    opened(window, "morris", (1, 1), ("mobile", "weighted"))
    window.until(lambda: "sum" in window.texts(), PATIENCE)
    sheet = window.app.event_router.sheet
    sheet.labels = []
    window.app.redraw()
    window.frame()
    heads = [label.shown for label in sheet.labels if label.wanted in ("mobile", "weighted")]
    assert heads.count("weighted") == 2, f"the choice and the heading, not {heads}"
    window.close()


def test_term_of_the_pointed_column_lights_its_squares(driver, monkeypatch):
    monkeypatch.setattr(guarded_evaluation, "SOON", PATIENCE)  # a busy machine might show none otherwise
    _play, study, _panel = opened(driver)
    lenses = load_lens("isolation", "improved"), load_lens("isolation", "open")
    state, side = study.position.state, study.perspective
    own = [dict(lens.squares(lens.heuristic.terms[0], state, side)) for lens in lenses]
    assert own[0] != own[1]
    for which in (0, 1):
        driver.move_mouse(driver.rect(("aligned term", 0, which)).center)
        assert dict(study.pointed.squares) == own[which]
    driver.move_mouse(driver.rect(("aligned term", 0, 2)).center)
    between = dict(study.pointed.squares)
    assert between == {
        square: own[0].get(square, 0.0) - own[1].get(square, 0.0)
        for square in {**own[0], **own[1]}
        if own[0].get(square, 0.0) != own[1].get(square, 0.0)
    }
    name = driver.rect(("aligned term", 0, None))
    driver.move_mouse((name.left + 4, name.centery))
    assert dict(study.pointed.squares) == own[0]
    driver.move_mouse((5, 5))
    assert not study.pointed.squares
    driver.tab_to(("aligned term", 0, None))
    assert dict(study.pointed.squares) == own[0]


def test_sums_are_those_of_the_breakdowns_for_the_perspective(driver):
    _play, study, _panel = opened(driver)
    for _ in range(2):
        sheet = driver.app.event_router.sheet
        sheet.labels = []
        driver.app.redraw()
        driver.frame()
        stated = {s.question[-1]: s for s in (label.states for label in sheet.labels) if s}
        for name in ("improved", "open"):
            lens = load_lens("isolation", name)
            breakdown = lens.breakdown(study.position.state, study.perspective)
            sign = 1 if study.perspective == breakdown.side else -1
            assert (
                stated[lens.key].value == sign * breakdown.value
                and stated[lens.key].side == study.perspective
            )
        driver.key(pygame.K_v)


def test_what_each_would_play_is_pointed_at_on_the_board(driver):
    play, study, _panel = opened(driver)
    both = answered(driver, study)
    for which, thought in enumerate(both.thoughts):
        driver.move_mouse(driver.rect(("would play", which)).center)
        driver.frame()
        assert play.board.shown_move == thought.move
        assert study.position.notation(thought.move) in driver.texts()
    driver.move_mouse((5, 5))
    driver.frame()
    assert study.pointed.move is None


def test_depth_is_beside_each_value_and_below_another_s(driver):
    _, study, _ = opened(driver)
    answered(driver, study)
    depth = study.of(HeuristicPair).choices.news.value.depth
    assert driver.texts().count(f"depth {depth}") == 2
    assert not any("the game's search here" in text for text in driver.texts())
    found = study.of(HeuristicPair).choices.news.value.thoughts[0]
    rows = tuple(replace(row, depth=depth + 7) for row in found.root_moves)
    study.search_store.keep(replace(found, depth=depth + 7, root_moves=rows))
    driver.frame()
    assert any(text.endswith(f"the game's search here: depth {depth + 7}.") for text in driver.texts())


def test_the_two_are_chosen_from_lists(driver):
    _play, study, panel = opened(driver, names=None)
    choose(driver, panel.choosers[0], (NAMED, "center"))
    choose(driver, panel.choosers[1], (NAMED, "open"))
    assert [lens.name for lens in study.of(HeuristicPair).lenses(study)[:2]] == ["center", "open"]
    assert "distance from centre" in driver.texts() and "mobility" in driver.texts()


def test_a_finished_game_has_nothing_to_play(driver):
    play = driver.play(
        "isolation", "human", "human", "xxxxxxx/xxxxxxx/xxwxxxx/xxxxxbx/xxxxxxx/xxxxxxx/xxxxxxx w"
    )
    study = play.session.study
    study.of(SingleMoveSearches).make = uncompiled
    driver.key(pygame.K_6)
    assert study.position.ending and study.position.ending in driver.texts()


def scan(driver, study, panel, amount):
    """Makes a scan, by mouse, of a heuristic and its opposite."""
    lens = load_lens("isolation", "improved")
    study.lens = lens.with_weight("mobility", -1.0)
    study.of(HeuristicPair).chosen = [(NAMED, "improved"), ("shown", ""), (NAMED, "improved")]
    driver.frame()
    driver.click_on(("compare page", True))
    if amount:
        study.of(HeuristicPair).scan.amount = amount
    else:
        choose(driver, panel.scan.amount, 1000)
        choose(driver, panel.scan.amount, 0)
    choose(driver, panel.scan.depth, 1)
    driver.click_on(panel.scan.start)
    assert study.of(HeuristicPair).scan.running
    scan = study.of(HeuristicPair).scan
    driver.until(lambda: scan.news is not None and not scan.running, PATIENCE)
    driver.frame(2)
    assert scan.problem == ""
    return scan.news


def test_a_scan_of_the_game_leads_to_its_positions(driver):
    play, study, panel = opened(driver, moves=(20, 3, 4, 2, 5), names=None)
    news = scan(driver, study, panel, 0)
    assert news.done == 6 and news.found
    found = news.found[0]
    assert panel.scan.list.count == len(news.found)
    shown = driver.texts()
    ties = f", {news.tied} {'tie' if news.tied == 1 else 'ties'}" if news.tied else ""
    assert f"6 positions: {news.differ} differ{ties}" in shown
    assert all(("mobility" if choice.term else "a tie") in shown for choice in found.choices)
    for choice in found.choices:
        assert found.spot.position.notation(choice.move) in shown
    driver.click(panel.scan.list.area(0).center)
    driver.frame(2)
    assert study.position is found.spot.position and not panel.scans
    assert study.of(HeuristicPair).lenses(study)[0] == load_lens("isolation", "improved")
    assert any(text.startswith("1 ply deep improved plays") for text in driver.texts())
    driver.click_on(("compare page", True))
    assert panel.scan.list.count == len(news.found) and play.dock.upper is panel


def test_refuted_moves_of_a_game_become_a_suite(driver, monkeypatch):
    monkeypatch.setattr(background_scan, "FURTHER", 1)
    moves = (27, 12, 24, 28, 13, 1, 8, 16, 15, 12, 29, 25)
    play, study, panel = opened(driver, moves=moves, names=None)
    study.data = driver.app.store.settings.saved_games
    pair = study.of(HeuristicPair)
    pair.chosen[FIRST] = NAMED, "custom_score"
    driver.click_on(("compare page", True))
    driver.click_on(("scan against", True))
    pair.scan.depth = 1
    driver.frame(2)
    assert not panel.scan.suite.enabled
    driver.click_on(panel.scan.start)
    driver.until(lambda: pair.scan.news is not None and not pair.scan.running, PATIENCE)
    driver.frame(2)
    found = pair.scan.refuted
    assert found and panel.scan.list.count == len(pair.scan.news.found)
    assert f"12 positions: {len(found)} refuted" in " ".join(driver.texts())
    driver.click_on(panel.scan.suite)
    driver.until(lambda: isinstance(play.dock.upper, SuitesPanel))
    suites = study.of(SuiteBrowser)
    driver.until(lambda: any("misjudged" in suite.name for suite in suites.shelf.suites))
    suite = suites.suite_chosen(suites.shelf)
    assert [case.position.text for case in suite.cases] == [each.spot.position.text for each in found]


def test_the_list_of_a_scan_stays_at_the_first_worse_choice(driver, monkeypatch):
    _play, study, panel = opened(driver, moves=(20, 3, 4, 2, 5), names=None)
    scan(driver, study, panel, 0)
    assert driver.zone("scan worse")
    top = driver.rect(("scan column", 0)).top
    monkeypatch.setattr(scan_rows, "worse_in_words", lambda *scanned: "")
    driver.app.redraw()
    driver.frame(2)
    assert driver.zone("scan worse") is None and driver.rect(("scan column", 0)).top == top


def test_a_random_position_is_opened_as_a_game_of_its_own(driver):
    play, study, panel = opened(driver, names=None)
    news = scan(driver, study, panel, 6)
    assert news.done == 6 and news.found
    found = news.found[0]
    driver.tab_to(panel.scan.list)
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.app.scene is not play and hasattr(driver.app.scene, "session"), PATIENCE)
    there = driver.app.scene
    driver.frame(2)
    assert there.session.study.position.text == found.spot.position.text
    assert isinstance(there.dock.upper, TwoHeuristicsPanel)
    assert any(text.startswith("1 ply deep improved plays") for text in driver.texts())
    lenses = there.session.study.of(HeuristicPair).lenses(there.session.study)
    assert [lens.weight("mobility") for lens in lenses[:2]] == [1.0, -1.0]
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.app.scene is play and study.of(HeuristicPair).scan.news is news


def test_a_scan_is_stopped_by_its_button(driver):
    _play, study, panel = opened(driver, names=None)
    scan(driver, study, panel, 2)
    study.of(HeuristicPair).scan.amount = 10_000
    driver.frame()
    driver.click_on(panel.scan.start)

    def has_begun() -> bool:
        news = study.of(HeuristicPair).scan.news
        return news is not None and news.done > 0 and news.total == 10_000

    driver.until(has_begun, PATIENCE)
    driver.click_on(panel.scan.start)
    driver.until(lambda: not study.of(HeuristicPair).scan.running, PATIENCE)
    news = study.of(HeuristicPair).scan.news
    assert 0 < news.done < 10_000
    driver.frame()
    assert any("stopped" in text for text in driver.texts())


def test_leaving_the_game_ends_the_scan(driver):
    _play, study, _panel = opened(driver, names=None)
    begun = []

    def work(job):
        begun.append(job)
        while not job.stop.requested:
            time.sleep(0.001)

    study.of(HeuristicPair).scan._job = study.of(HeuristicPair).scan._lane.do(work, "a scan without end")
    driver.until(partial(bool, begun))
    driver.app.pop()
    driver.until(lambda: begun[0].dropped and begun[0].stop.requested)


def test_groups_fold_with_subtotals_and_their_difference(driver):
    _play, study, panel = opened(driver, "chess", (1, 1), None)
    study.set_lens("michniewski")
    driver.frame()
    driver.until(lambda: "sum" in driver.texts(), PATIENCE)
    first, second, _ = study.of(HeuristicPair).lenses(study)
    found = align((first, second), tuple(lens.breakdown(study.position.state, 0) for lens in (first, second)))
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    zone = driver.zone(("aligned group", "group:location"))
    written = [label.shown for label in sheet.labels if zone.rect.contains(label.column)]
    sheet.labels = None
    amounts = [row.difference for row in found.rows if row.name.endswith(": location")]
    assert found.form.signed(found.form.subtotal(amounts)) == written[-1]
    before = panel.table.arrangement.shown
    driver.click(zone.rect.center)
    driver.frame(2)
    after = panel.table.arrangement.shown
    assert [row.unfolded for row in before if row.name == "location"] != [
        row.unfolded for row in after if row.name == "location"
    ]


def test_a_moved_weight_is_marked_where_the_name_stands(driver):
    _play, study, _panel = opened(driver, "morris", (), None)
    study.set_lens("weighted")
    assert with_changes(study.lens) == "weighted" and not changed_weights_in_words(study.lens)
    study.lens = study.lens.with_weight("mills", 9.0)
    assert with_changes(study.lens) == "weighted, weights changed"
    assert changed_weights_in_words(study.lens) == "Changed weights: mills 9 instead of 4."
    below = study.lens.with_weight("mills", -0.5)
    assert changed_weights_in_words(below) == "Changed weights: mills −0.5 instead of 4."
    driver.frame(2)
    assert any("weights changed" in text for text in driver.texts())
