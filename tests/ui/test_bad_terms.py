"""Failing terms in the window: a line says what failed where it is missing, and everything else goes on."""

import time

import pygame
import pytest
from driving import Driver
from panel_views import Panel, view_of

import bad_terms
from bad_terms import heuristic, replace_module
from heuristics import guarded_evaluation
from heuristics.lens import Lens
from study.evaluation.breakdowns import breakdown_now
from study.moves.candidates import candidates
from ui.scenes.home.home import Home
from ui.scenes.play.play import Play


def looking_through(term):  # type: ignore[no-untyped-def]
    """A view of a game with a heuristic of a sound term and this one."""
    view = view_of("isolation", "improved", 6)
    view.lens = Lens.of(heuristic(term))
    return view


def evaluated(panel: Panel, view) -> None:  # type: ignore[no-untyped-def]
    """Draws until the position on the board is evaluated, or has failed to be."""
    panel.sheet.labels = []
    until = time.perf_counter() + 120
    while breakdown_now(view) is None:
        assert time.perf_counter() < until
        panel.draw(view)
    panel.draw(view)


@pytest.mark.parametrize("term", [bad_terms.not_a_number, bad_terms.exits, bad_terms.changes])
def test_the_row_says_what_failed_and_the_others_stay(term) -> None:  # type: ignore[no-untyped-def]
    view, panel = looking_through(term), Panel()
    before = view.position.state.tobytes()
    evaluated(panel, view)
    texts = panel.texts()
    assert {"sound", "faulty", "failed"} <= set(texts)
    failed = next(row for row in breakdown_now(view).rows if row.failure)  # type: ignore[union-attr]
    assert failed.failure.here() in texts
    assert "2" in texts or "+2" in texts
    assert view.position.state.tobytes() == before


def test_no_line_stands_over_what_failed() -> None:
    """The axis of the bars leaves the row out, and the words begin behind the term's name."""
    view, panel = looking_through(bad_terms.not_a_number), Panel((720, 640))
    evaluated(panel, view)
    failed = next(row for row in breakdown_now(view).rows if row.failure)  # type: ignore[union-attr]
    labels = {label.wanted: label for label in panel.sheet.labels}
    words, name = labels[failed.failure.here()], labels[failed.label]
    row = panel.surface.subsurface(pygame.Rect(0, words.column.top, 720, words.column.height))
    crossed = pygame.mask.from_threshold(row, panel.theme.dim, (1, 1, 1, 255))
    assert all(crossed.get_at((x, 1)) == 0 for x in range(720))
    assert name.column.left < words.column.left < name.column.left + panel.theme.width(failed.label) + 40


def test_the_candidates_say_it_too() -> None:
    view, panel = looking_through(bad_terms.infinite), Panel()
    panel.show_page(1)
    panel.settle(view)
    assert "bad failed: faulty: expected a number" in candidates(view).error


def test_endless_term_is_named_and_another_heuristic_goes_on(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.2)
    view, panel = looking_through(bad_terms.never_ends), Panel()
    panel.sheet.labels = []
    began = time.thread_time()
    panel.draw(view)
    assert any("evaluating" in text for text in panel.texts())
    evaluated(panel, view)
    assert time.thread_time() - began < 5.0
    assert any("bad failed: faulty: does not end" in text for text in [" ".join(panel.texts())])
    view.lens = Lens.of(heuristic(bad_terms.moving))
    evaluated(panel, view)
    assert "failed" not in panel.texts() and "total" in panel.texts()


def test_card_of_a_game_without_heuristics_says_so(monkeypatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "code").mkdir()
    replace_module(monkeypatch, tmp_path / "code", "isolation", "\nimport no_such_thing\n")
    driver = Driver(tmp_path)
    home = driver.app.scene
    assert isinstance(home, Home)
    cards = {card.about.name: card for card in home.cards}
    assert (
        "no_such_thing" in cards["isolation"].tooltip and "isolation.py, line 2" in cards["isolation"].tooltip
    )
    assert not cards["morris"].problem
    home.choose_game("isolation")
    driver.frame()
    home.start()
    assert driver.app.scene is home and "no_such_thing" in home._problem
    home.choose_game("morris")
    home.start()
    assert isinstance(driver.app.scene, Play)
    driver.close()
