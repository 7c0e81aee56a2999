"""Saving a heuristic's file in the middle of a game: the numbers and the search follow it."""

import threading
from pathlib import Path

import pygame
import pytest

from engines.player_text import parse_player
from engines.search_engine import Searcher
from games.record import Record
from games.registry import load_game
from heuristics.registry import look_in, looked_in
from own_heuristics import MOVER, source, write
from study.compare.background_scan import Scanned
from study.compare.heuristic_pair import HeuristicPair
from study.compare.scan import ScanNews
from study.game.session import Session
from study.game.status import status
from study.review.ask_why_not import ask_why_not
from study.review.background_review import BackgroundReview
from study.suites.suite_browser import SuiteBrowser
from study.why_not.questions import WhyNotQuestions
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.parts.start_and_stop import state_words
from ui.panels.suites.suites import SuitesPanel

from panel_views import searched  # isort: skip


def save(file: Path, weight: float = 2.0, body: str = MOVER) -> None:
    write(file, source(weight=weight, body=body))


@pytest.fixture
def first_body():
    """What the term of the file returns at first."""
    return MOVER


@pytest.fixture
def file(tmp_path, first_body):
    before = looked_in()
    (tmp_path / "own").mkdir()
    save(tmp_path / "own" / "mine.py", body=first_body)
    look_in(tmp_path / "own")  # after the driver, whose window looks at the folder from a thread of its own
    yield tmp_path / "own" / "mine.py"
    look_in(before)


def opened(driver, white="human", black="alphabeta:mine,depth=1"):
    """A play screen with real engines."""
    record = Record.start(load_game("isolation"), driver.app.settings.options_for("isolation"))
    players = (parse_player(white, "isolation"), parse_player(black, "isolation"))
    play = driver.window.play(Session(record, players, driver.app.settings, driver.saves))
    driver.frame()
    return play


def value_now(play):
    lens = play.session.study.lens
    return lens.breakdown(play.session.study.position.state, 0).value


def panel_of(play, kind):
    return next(panel for panel in play.dock.panels if isinstance(panel, kind))


def test_numbers_and_search_follow_the_saved_file(driver, file):
    play = opened(driver, black="human")
    study = play.session.study
    study.set_lens("mine")
    play.commands.run("analyse")
    driver.until(lambda: study.thought_here is not None and study.thought_here.lens == study.lens, 60)
    first = study.lens
    save(file, weight=5.0)
    driver.until(lambda: study.lens != first, 90)
    assert value_now(play) == 5.0 and study.position is play.session.study.position
    driver.until(lambda: study.thought_here.lens == study.lens, 60)
    thought = study.thought_here
    side = thought.position.to_move
    assert thought.lens.breakdown(thought.pv_end().state, side).value == thought.value


def said(driver):
    """Everything that is written in the window."""
    driver.app.event_router.sheet.labels = labels = []
    driver.app.redraw()
    driver.frame()
    return [label.wanted for label in labels]


def test_moves_and_why_not_name_a_search_by_the_former_file(driver, file):
    play = opened(driver, black="human")
    study = play.session.study
    study.set_lens("mine")
    driver.frame()
    study.search_store.keep(searched(study.position, "alphabeta:mine,depth=2"))
    driver.key(pygame.K_2)
    assert not any("file was before" in text for text in said(driver))
    ask_why_not(study, (study.thought_here.move,))
    driver.until(
        lambda: study.of(WhyNotQuestions).answer is not None and not study.of(WhyNotQuestions).running, 60
    )
    save(file, weight=-5.0)
    driver.until(lambda: study.lens.weight("to move") == -5.0, 90)
    driver.key(pygame.K_2)
    assert any(text.endswith("searched by mine in its previous version") for text in said(driver))
    driver.key(pygame.K_4)
    used = "The answer is by mine in its previous version, which searched the position."
    assert used in said(driver)
    play.commands.run("analyse")
    driver.until(lambda: study.thought_here.lens == study.lens, 60)
    play.commands.run("analyse")
    driver.key(pygame.K_2)
    assert not any("file was before" in text for text in said(driver))
    ask_why_not(study, (study.thought_here.move,))
    driver.until(
        lambda: study.of(WhyNotQuestions).answer is not None and not study.of(WhyNotQuestions).running, 60
    )
    driver.key(pygame.K_4)
    assert not any("file was before" in text for text in said(driver))


def test_suite_scan_and_review_name_the_former_file(driver, file):
    play = opened(driver, black="human")
    session, study = play.session, play.session.study
    session.turn.enter(session.study.record.position.moves[0])
    driver.until(lambda: study.of(SuiteBrowser).look("isolation").suites)
    suite = study.of(SuiteBrowser).look("isolation").suites[0]
    player = study.of(SuiteBrowser).player = "alphabeta:mine,depth=1"
    study.of(SuiteBrowser).begin(
        suite, study.of(SuiteBrowser).spec_of(player, "isolation"), [suite.cases[0].key]
    )
    driver.until(lambda: not study.of(SuiteBrowser).running, 60)
    mine, judge = study.named("mine"), study.named("territory")
    scanned = Scanned((mine, judge, mine), ("mine", "territory"), 3, 100, session.study.record, ())
    study.of(HeuristicPair).scan.scanned = scanned
    study.of(BackgroundReview).lens, study.of(BackgroundReview).changes = mine, 1
    run, news = panel_of(play, SuitesPanel), ScanNews((), 100, 100, 1.0)
    scan = panel_of(play, TwoHeuristicsPanel).scan

    def told():
        driver.key(pygame.K_1 + play.dock.panels.index(run))
        (cases,) = (text for text in said(driver) if text.startswith("1 of 16 run"))
        return cases, scan.state(study, news), state_words(study, ())

    driver.key(pygame.K_1 + play.dock.panels.index(run))
    driver.until(lambda: any(text.startswith("1 of 16 run") for text in said(driver)), 20)
    assert not any("file was before" in text for text in told())
    save(file, weight=-5.0)
    driver.until(lambda: study.named("mine").heuristic is not mine.heuristic, 90)
    assert [text.count("mine in its previous version") for text in told()] == [1, 1, 1]
    assert "territory as" not in "".join(told())


def test_program_plays_the_good_version_until_the_new_is_made(driver, file):
    play = opened(driver)
    session = play.session
    session.turn.enter(session.study.record.position.moves[0])
    driver.until(lambda: len(session.study.record.plies) == 2, 60)
    save(file, weight=5.0)
    driver.until(lambda: session.study.lens.weight("to move") == 5.0, 90)
    driver.until(lambda: session.engines.playable(session.study.lens) is session.study.lens, 60)
    session.turn.enter(session.study.record.position.moves[0])
    driver.until(lambda: len(session.study.record.plies) == 4, 60)
    weights = [
        session.study.search_store.of(session.study.record.positions[ply]).lens.weight("to move")
        for ply in (1, 3)
    ]
    assert weights == [2.0, 5.0]


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("x = (", "SyntaxError"),
        ("return 1.0 / (state.to_move - state.to_move)", "divide by zero"),
        ("return float('nan')", "nan"),
        ("state.pieces[0] = 5; return 1.0", "changes the state"),
        ("while True: pass", "does not end"),
    ],
)
def test_bad_version_is_reported_and_the_one_before_plays_on(driver, file, body, words):
    play = opened(driver)
    study = play.session.study
    good = study.lens
    save(file, body=body)
    driver.until(lambda: words in play.notice.said, 90)
    for _ in ("at once", "later"):
        told = " ".join(labels_of(driver))
        assert [told.count(each) for each in (words, "previous version", "mine.py, line ")] == [1, 1, 1]
        play.notice.said = ""
    assert study.lens is good and value_now(play) == 2.0
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.until(lambda: len(play.session.study.record.plies) == 2, 60)
    save(file, weight=3.0)
    driver.until(lambda: study.lens.weight("to move") == 3.0, 90)
    assert words not in " ".join(labels_of(driver))


def test_a_mistake_in_a_file_that_nobody_plays_by_stands_once(driver, file):
    play = opened(driver, "human", "human")
    play.session.study.set_lens("mine")
    save(file, body="x = (")
    driver.until(lambda: "SyntaxError" in play.notice.said, 90)
    for _ in ("at once", "later"):
        told = " ".join(labels_of(driver))
        assert told.count("SyntaxError") == told.count("previous version stays in use") == 1
        play.notice.said = ""


@pytest.mark.parametrize("white", ["human", "alphabeta:mine,depth=1"])
def test_bad_version_is_reported_while_another_is_shown(driver, file, white):
    play = opened(driver, white)
    session = play.session
    session.turn.pause()  # otherwise the second program would be asked for a move
    session.study.set_lens("improved")
    driver.frame(3)
    save(file, body="x = (")
    driver.until(lambda: "SyntaxError" in play.notice.said and "mine.py" in play.notice.said, 90)
    play.notice.said = ""
    driver.app.event_router.sheet.labels = labels = []
    driver.app.redraw()
    driver.frame()
    (told,) = (label.wanted for label in labels if "SyntaxError" in label.wanted)
    assert told.startswith(
        "Black plays by" if white == "human" else "Both sides play by the previous version"
    )
    save(file, weight=3.0)
    driver.until(lambda: not any(session.engines.faults()), 90)


def labels_of(driver):
    driver.app.event_router.sheet.labels = labels = []
    driver.app.redraw()
    driver.frame()
    return [label.wanted for label in labels]


DIVIDES = "return 1 // (state.to_move - state.to_move)"


@pytest.mark.parametrize("first_body", [DIVIDES])
def test_version_that_mends_a_failure_needs_no_click(driver, file):
    play = opened(driver, "alphabeta:mine,depth=1", "human")
    session = play.session
    driver.until(lambda: session.study.failure, 90)
    assert "divide by zero" in session.study.failure and not session.study.record.plies
    save(file, weight=3.0)
    driver.until(lambda: "was loaded again" in play.notice.said, 90)
    assert play.notice.said in labels_of(driver) or not session.study.failure
    driver.until(lambda: session.study.record.plies, 90)
    assert not session.study.failure and session.study.lens.weight("to move") == 3.0


@pytest.mark.parametrize("first_body", [DIVIDES])
def test_an_analysis_that_failed_goes_on_with_the_mended_version(driver, file):
    play = opened(driver, black="human")
    session = play.session
    session.study.set_lens("mine")
    play.commands.run("analyse")
    driver.until(lambda: session.analysis.search is None and not session.study.analysing, 90)
    save(file, weight=4.0)
    driver.until(lambda: session.study.thought_here is not None, 90)
    assert session.study.analysing and session.study.thought_here.lens.weight("to move") == 4.0


def test_header_says_that_the_version_before_goes_on(driver, file, monkeypatch):
    play = opened(driver, black="human")
    session, study = play.session, play.session.study
    study.set_lens("mine")
    play.commands.run("analyse")
    driver.until(lambda: study.thought_here is not None and study.thought_here.lens == study.lens, 60)
    session.analysis.drop()
    driver.until(lambda: session.analysis.search is not None and status(session) == "analysing", 60)
    compiling = threading.Event()
    prepare = Searcher.prepare

    def waits(engine, game):
        if engine.lens.weight("to move") == 5.0:
            compiling.wait(60)
        prepare(engine, game)

    monkeypatch.setattr(Searcher, "prepare", waits)
    save(file, weight=5.0)
    driver.until(lambda: status(session) == "old version analyses", 60)
    compiling.set()
    driver.until(lambda: study.thought_here.lens == study.lens and study.lens.weight("to move") == 5.0, 60)
    assert status(session) == "analysing"
