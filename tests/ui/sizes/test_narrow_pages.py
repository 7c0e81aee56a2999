"""Pages of the Lab with everything that they show, in narrow windows: nothing overlaps, and what a person has
chosen can be read."""

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from driving import Driver, open_page, opening_in
from test_small_windows import overlapping

from arena.card.card import Card, TermRow
from arena.card.open_questions import in_pairs
from arena.card.pairs import Worth
from arena.card.plan import CardPlan
from engines.jobs import Job, News
from reviews import random_game, small
from samples import ongoing_positions
from study.card.report_card import ReportCard
from study.format.number_text import grouped
from study.review.background_review import BackgroundReview
from study.review.stretch import Stretch
from study.state.incremental_cache import Steps
from study.state.move_loss import worst
from study.suites.suite_browser import SuiteBrowser
from study.tournaments.training_curves import read_curves
from study.tree.tree_recordings import searcher_of
from ui.kit.sheet import Label
from ui.panels.card.report_card import ReportCardPanel, worth_words
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.evaluation.weights import WeightsPanel
from ui.panels.parts.panel import Panel
from ui.panels.review.review import ReviewPanel
from ui.panels.suites.suites import SuitesPanel
from ui.panels.training import TrainingPanel
from ui.panels.tree.search_tree import SearchTreePanel
from ui.scenes.play.play import Play

WINDOWS = [((640, 480), 1.0), ((500, 900), 1.0), ((1280, 720), 1.5)]


opening = opening_in(WINDOWS)


def page(driver: Driver, play: Play, kind: type[Panel]) -> Panel:
    panel = next(panel for panel in play.dock.panels if isinstance(panel, kind))
    open_page(driver, play, panel)
    driver.frame(3)
    return panel


def labels(driver: Driver) -> list[Label]:
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.app.frame()
    found, sheet.labels = sheet.labels, None
    return found


def shown(driver: Driver) -> dict[str, str]:
    """The texts of the window, and the visible part of each."""
    return {label.wanted: label.shown for label in labels(driver)}


def test_curves(driver):
    panel = page(driver, driver.play("jungle", "human", "dqn"), TrainingPanel)
    driver.until(lambda: driver.zone(("measured", 3)))
    driver.frame(3)
    assert not overlapping(driver)
    texts = shown(driver)
    results = [text for text in texts if text.endswith("no capture limit 200")]
    assert len(results) == 2 and all(texts[text] == text for text in results)
    assert (
        grouped(3000) in texts
        and "50 %" in texts
        and not [text for text in texts if "%" in text and " %" not in text]
    )
    assert "to" in driver.tip_at(driver.rect(("measured", 0)).center)
    places = {label.shown: label.place for label in labels(driver)}
    scores = [place for text, place in places.items() if "%" in text and place.top >= places[results[0]].top]
    assert scores and all(
        score.left >= places[text].right + 4
        for text in results
        for score in scores
        if score.colliderect(places[text].inflate(400, 0))
    )
    assert panel.player.options == (), "there is room for a button each"


def test_more_trainings_than_have_room_are_chosen_from_a_list(driver, monkeypatch):
    known, problems = read_curves("jungle")

    def many(game: str) -> Steps:
        yield
        return [replace(known[0], player=f"qtable,seed={seed}") for seed in range(20)], problems

    monkeypatch.setattr("study.tournaments.training_curves.curves", many)
    panel = page(driver, driver.play("jungle", "human", "human"), TrainingPanel)
    driver.until(lambda: driver.zone(panel.player))
    assert not overlapping(driver)
    driver.click_on(panel.player)
    driver.click(panel.player.list.area(1).center)
    driver.frame(2)
    assert shown(driver)["qtable,seed=1"] == "qtable,seed=1" and panel._shown == "qtable,seed=1"


def test_tree(driver):
    play = driver.play("isolation", "human", "human", ongoing_positions("isolation", 9, 3)[2].text)
    panel = page(driver, play, SearchTreePanel)
    driver.until(lambda: panel.recordings is not None)
    recordings = panel.recordings
    recordings.make = lambda wanted, study: replace(searcher_of("alphabeta", study.lens), compile=False)
    panel.depth.choose([option.value for option in panel.depth.options].index(2))
    driver.until(lambda: not recordings.running)
    driver.frame(3)
    assert panel.tree is not None and not overlapping(driver)
    texts = shown(driver)
    chosen = [each.options[each.index].label for each in (panel.by, panel.depth, panel.plies)]
    assert chosen[1] == "2 plies deep" and all(texts[label] == label for label in chosen)
    counted = next(text for text in texts if text.endswith(" nodes") and text[0].isdigit())
    assert texts[counted] == counted


def test_review(driver):
    play = driver.play("chess", "human", "human")
    panel = page(driver, play, ReviewPanel)
    texts = shown(driver)
    chosen = [each.options[each.index].label for each in (panel.nodes, panel.judge)]
    assert all(texts[label] == label for label in chosen) and not overlapping(driver)
    driver.key(pygame.K_j)
    driver.frame(3)
    assert not overlapping(driver)


def test_a_reviewed_move_has_its_whole_name(driver):
    play = driver.play("isolation", "human", "human", record=random_game("isolation", 24, 3))
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=2)
    page(driver, play, ReviewPanel)
    review.begin(study)
    driver.until(lambda: review.whole(study.record) is not None and not review.running)
    driver.frame(3)
    texts = shown(driver)
    names = [study.record.numbered(each.index) for each in review.move_losses(study.record)]
    seen = [name for name in names if name in texts]
    assert seen and all(texts[name] == name for name in seen), texts


def test_chosen_row_of_the_review_shows_the_better_move(driver):
    play = driver.play("isolation", "human", "human", record=random_game("isolation", 24, 3))
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=2)
    panel = page(driver, play, ReviewPanel)
    review.begin(study)
    driver.until(lambda: review.whole(study.record) is not None and not review.running)
    driver.frame(3)
    row = next(i for i, move_loss in enumerate(panel._row_of) if move_loss is not None)
    move_loss = panel._row_of[row]
    panel.list.light(row)
    driver.frame(3)
    driver.click(panel.list.area(row).center)
    driver.frame(3)
    assert play.board.shown_move == move_loss.played.move and play.board.hint == move_loss.best.move
    assert f"better was {study.position.notation(move_loss.best.move)}" in play.on_board.legend
    study.point(selected=None, reviewed_move=None)
    driver.frame(3)
    assert play.board.hint is None and not play.on_board.legend


def test_row_of_the_losing_move_shows_it_on_the_board(driver, monkeypatch):
    play = driver.play("isolation", "human", "human", record=random_game("isolation", 24, 3))
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=2)
    panel = page(driver, play, ReviewPanel)

    def lost_by_one_move(study):
        losses = worst(review.move_losses(study.record))
        if not losses:
            return None, ""
        one = losses[0]
        ends = one.index, one.index + 2, one.best.value, one.played.value
        return Stretch(one.side, True, *ends, (one,), 1, one.index), "It was this one."

    monkeypatch.setattr("ui.panels.review.review.reviewed_stretch", lost_by_one_move)
    review.begin(study)
    driver.until(lambda: review.whole(study.record) is not None and not review.running)
    driver.frame(3)
    one = panel._stretch.only
    assert one is not None and panel._row_of[0] is None
    driver.click(panel.list.area(0).center)
    driver.frame(3)
    assert study.cursor == one.index and play.board.hint == one.best.move


def test_suites(driver):
    play = driver.play("chess", "human", "human")
    panel = page(driver, play, SuitesPanel)
    suites = play.session.study.of(SuiteBrowser)
    driver.until(lambda: suites.looked)
    driver.frame(3)
    chosen = panel.suite.options[panel.suite.index].label
    assert shown(driver)[chosen] == chosen and not overlapping(driver)


def test_compare(driver):
    """No term and no group is cut; headings give way."""
    play = driver.play("chess", "human", "human", record=random_game("chess", 16, 3))
    page(driver, play, TwoHeuristicsPanel)
    driver.until(lambda: not play.session.study.facts.busy)
    driver.frame(3)
    headings = {"difference", "classical", "piece_value", "shown: classical"}
    texts = shown(driver)
    cut = [text for text, seen in texts.items() if text != seen and text not in headings]
    assert "sum" in texts and not [text for text in cut if not text.endswith((" plays", " are level"))], cut


def test_weights(driver):
    play = driver.play("morris", "human", "alphabeta:weighted,depth=1")
    panel = page(driver, play, WeightsPanel)
    panel.weigh("stones", 2.0)
    driver.frame(3)
    texts = shown(driver)
    plays = "Black plays with them"
    assert texts[plays] == plays and not overlapping(driver)


def test_card(driver):
    """Every figure can be read, and no name is cut while its picture has room."""
    play = driver.play("isolation", "human", "human")
    study = play.session.study
    study.set_lens("custom_score")
    worth = Worth(10, 2.0, -147.0, 149.0, 0.9)
    verdict = f"can't tell yet: {in_pairs(worth, 5)}"
    names = ("moves outside corners", "move lead near the opponent")
    terms = tuple(TermRow(name, name, verdict, 1.0, worth=worth) for name in names)
    job = Job("the card")
    plan = CardPlan("isolation", "custom_score", study.record.options, 50)
    job._news = News("done", value=Card(plan, "", "No term stands out yet.", terms))
    study.of(ReportCard)._job = job
    page(driver, play, ReportCardPanel)
    texts = shown(driver)
    for text in (*names, verdict, worth_words(worth)):
        assert texts[text] == text
    assert "\u202f" in verdict and not overlapping(driver)


@pytest.mark.parametrize("size", [(640, 480), (500, 900)])
def test_titles_of_tabs_stand_apart(tmp_path, size):
    driver = Driver(tmp_path, size)
    play = driver.play("morris", "human", "human")
    page = next(panel for panel in play.dock.panels if isinstance(panel, WeightsPanel))
    open_page(driver, play, page)
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    tabs = [zone for zone in sheet.zones if isinstance(zone.key, tuple) and zone.key[:2] == ("tab", 0)]
    row = [label for label in sheet.labels for tab in tabs if tab.rect.contains(label.place)]
    assert len(row) == len(tabs) == 6 and {label.shown for label in row} >= {"Lab", "Weights"}
    gaps = [right.place.left - left.place.right for left, right in pairwise(row)]
    assert min(gaps) >= 4, gaps
    driver.close()
