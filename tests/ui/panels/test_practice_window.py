"""Practice in the window: from a suite and from a review to a session, its answers kept and read again."""

from datetime import date, timedelta

import pygame
import pytest
from driving import Driver, open_page

from games.record import Record
from games.registry import load_game
from reviews import random_game, small
from study.practice.decide_first import DecideFirst
from study.practice.hidden_answers import HiddenAnswers
from study.practice.practice import Practice
from study.practice.progress import practice_file, read_progress
from study.review import background_review
from study.review.background_review import BackgroundReview
from study.suites import suite_browser
from study.suites.suite_browser import SuiteBrowser
from study.suites.user_suites import own_suite
from ui.panels.parts.start_and_stop import state_words
from ui.panels.practice import PracticePanel
from ui.panels.review.review import ReviewPanel
from ui.panels.suites.suites import SuitesPanel
from ui.scenes.play.play import Play

SUITE = """
game: isolation
cases:
  - name: middle
    position: "7/7/7/7/7/7/7 w"
    best: [d4]
  - name: not the corner
    position: "w6/7/7/3b3/7/7/7 w"
    avoid: [c6]
"""


@pytest.fixture
def opening(monkeypatch):  # type: ignore[no-untyped-def]
    monkeypatch.setattr(suite_browser, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(background_review, "usual_searcher", lambda lens, nodes: small(lens, depth=2))
    return {}


def panel_of(play: Play, kind: type):  # type: ignore[no-untyped-def, type-arg]
    return next(panel for panel in play.dock.panels if isinstance(panel, kind))


def texts(driver: Driver) -> list[str]:
    sheet = driver.app.event_router.sheet
    sheet.labels = []
    driver.app.redraw()
    driver.frame()
    return [label.wanted for label in sheet.labels or ()]


def shown(driver: Driver) -> Play:
    scene = driver.app.scene
    assert isinstance(scene, Play)
    return scene


def session_of_a_suite(driver: Driver) -> None:
    path = own_suite(driver.saves.data, "mine")
    path.parent.mkdir(exist_ok=True)
    path.write_text(SUITE, encoding="utf-8")
    play = driver.play("isolation", "human", "human")
    suites = play.session.study.of(SuiteBrowser)
    panel = panel_of(play, SuitesPanel)
    driver.key(pygame.K_1 + play.dock.panels.index(panel))
    suites.chosen = path
    driver.until(lambda: driver.zone(panel.practise) and panel.practise.label == "Practise 2 cases")
    driver.click_on(panel.practise)
    driver.until(lambda: driver.app.scene is not play)


def test_a_session_of_a_suite_is_answered_kept_and_comes_back(driver) -> None:
    session_of_a_suite(driver)
    play = shown(driver)
    study = play.session.study
    assert study.of(HiddenAnswers).hides(study) and not study.of(HiddenAnswers).everywhere
    assert "1 of 2: White: which move would you play?" in texts(driver)
    driver.click_square(play, "d4")
    driver.until(lambda: study.of(DecideFirst).settled)
    assert any(text.startswith("1 of 2: Right: d4.") for text in texts(driver))
    assert "Your move: d4" in texts(driver)
    assert "a position to practise" in (play.commands.why_not("new game") or "")
    assert len(study.record.plies) == 0

    driver.click_on(play.context.deciding.next)
    driver.until(lambda: driver.app.scene is not play)
    play = shown(driver)
    study = play.session.study
    assert study.of(HiddenAnswers).hides(study)
    assert (
        play.context.deciding.next.label == "Next position"
        and driver.zone(play.context.deciding.next) is None
    )
    driver.click_square(play, "c6")
    driver.until(lambda: study.of(DecideFirst).settled)
    assert any(text.startswith("2 of 2: Wrong: the question was to avoid c6") for text in texts(driver))
    assert play.context.deciding.next.label == "Finish"
    driver.click_on(play.context.deciding.next)
    driver.frame(2)

    practice = study.of(Practice)
    assert practice.session is not None and practice.session.over and practice.session.right == 1
    page = texts(driver)
    assert "The last session: 1 of 2 right" in page
    assert {"due tomorrow", "comes back", "in 3 days", "tomorrow"} <= set(page)
    assert any(text.startswith("Too few to tell: ") for text in page)
    assert play.dock.upper is panel_of(play, PracticePanel)
    panel = panel_of(play, PracticePanel)
    lines = [row.cells[0].text for row in panel.list.rows]
    at = next(number for number, line in enumerate(lines) if line.startswith("Wrong: mine, not the corner"))
    head = panel.list.area(0).center
    driver.move_mouse(head)
    assert driver.app.event_router.sheet.zone(panel.list).cursor is None, "a title does nothing"
    driver.click(panel.list.area(at).center)
    driver.until(lambda: driver.app.scene is not play)
    play = shown(driver)
    study, practice = play.session.study, play.session.study.of(Practice)
    assert study.record.position.text.startswith("w6/7/7/3b3")
    assert not study.of(HiddenAnswers).hides(study), "the answer is known by now"
    driver.frame(2)
    assert play.dock.upper is panel_of(play, PracticePanel) and "avoid c6" in play.notice.said
    driver.until(lambda: practice_file(driver.saves.data).exists() and not practice._writing)
    progress = read_progress(practice_file(driver.saves.data))
    assert [answer.right for answer in progress.answers] == [True, False] and progress.problem == ""
    play.session.turn.enter(play.session.study.record.position.moves[0])
    driver.frame(2)
    assert not list(driver.saves.data.rglob("*.plyglass")), "what is tried in practice is no saved game"

    # In another window, a day later.
    play = driver.play("isolation", "human", "human")
    assert play.dock.upper is not panel_of(play, PracticePanel), "a new game does not begin with practice"
    study = play.session.study
    practice = study.of(Practice)
    practice.today = lambda: date.today() + timedelta(days=1)
    panel = panel_of(play, PracticePanel)
    open_page(driver, play, panel)
    driver.until(lambda: practice.progress is not None)
    driver.frame()
    assert panel.begin.label == "Practise 1 position"
    driver.click_on(panel.begin)
    driver.until(lambda: driver.app.scene is not play)
    assert shown(driver).session.study.record.position.text.startswith("w6/7/7/3b3")


def test_mistakes_of_a_review_are_practised(driver) -> None:
    play = driver.play("isolation", "human", "human", record=random_game("isolation", 24, 3))
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=2)
    review.begin(study)
    panel = panel_of(play, ReviewPanel)
    driver.until(lambda: review.whole(study.record) is not None and not review.running)
    driver.frame(2)
    mistakes = panel.mistakes(study)
    assert mistakes and panel.practise.label.startswith(f"Practise {len(mistakes)} mistake")
    sides = {each.side for each in mistakes}
    assert len(sides) == 2, "the list has more mistakes than a player of one side practises"
    is_person, study.is_person = study.is_person, lambda side: side == mistakes[0].side
    said, own = texts(driver), len(panel.mistakes(study))
    assert any(f"{len(mistakes)} mistakes (bold), {own} of them yours" in text for text in said)
    one, other = (next(each for each in mistakes if each.side == side) for side in (0, 1))
    mine, theirs = (one, other) if mistakes[0].side == 0 else (other, one)
    for marked, words in (
        ([mine], "1 mistake, yours"),
        ([theirs], "1 mistake, not yours"),
        ([mine, mine], "2 mistakes, all of them yours"),
        ([theirs, theirs], "2 mistakes, none of them yours"),
    ):
        assert state_words(study, marked).startswith(f"{words}, as ")
    assert panel.practise.label.startswith(f"Practise your {own} mistake") and own < len(mistakes)
    study.is_person = is_person
    driver.app.redraw()
    driver.frame()
    worst = mistakes[0]
    driver.click_on(panel.practise)
    driver.until(lambda: driver.app.scene is not play)
    play = shown(driver)
    study = play.session.study
    assert study.position.text == worst.position.text and study.of(HiddenAnswers).hides(study)
    play.context._enter(worst.played.move)  # the same mistake
    decide = study.of(DecideFirst)
    driver.until(lambda: decide.settled)
    assert decide.verdict is not None and not decide.verdict.right and decide.verdict.cost
    practice = study.of(Practice)
    driver.until(lambda: practice.progress.answers)
    (answer,) = practice.progress.answers
    assert not answer.right and answer.heuristic == decide.verdict.heuristic
    driver.until(lambda: not practice._deciding)
    assert list(practice.progress.deciding) == [(answer.heuristic, answer.to)]


def test_giving_up_counts_as_wrong_and_for_no_group(driver) -> None:
    session_of_a_suite(driver)
    play = shown(driver)
    driver.click_on(play.context.deciding.show)
    driver.frame(2)
    practice = play.session.study.of(Practice)
    driver.until(lambda: practice.progress.answers)
    (answer,) = practice.progress.answers
    assert not answer.right and answer.heuristic == "" and answer.move == "" and not practice._deciding
    assert "1 of 2: The answer is d4." in texts(driver)
    open_page(driver, play, panel_of(play, PracticePanel))
    driver.frame(2)
    page = texts(driver)
    assert "This session: 0 of 1 right, 1 shown" in page and "Answer shown: mine, middle" in page
    assert not any(text.startswith("Wrong") for text in page)
    panel = panel_of(play, PracticePanel)
    at = next(
        number for number, row in enumerate(panel.list.rows) if row.cells[0].text.startswith("Answer shown")
    )
    driver.click(panel.list.area(at).center)
    driver.until(lambda: driver.app.scene is not play)
    driver.key(pygame.K_ESCAPE)
    driver.frame()
    assert driver.app.scene is play and play.context.deciding.next.label == "Next position", (
        "the session goes on"
    )


def test_wrong_answer_of_decide_first_comes_back(driver) -> None:
    record = random_game("isolation", 24, 3)
    play = driver.play("isolation", "human", "human", record=record)
    study = play.session.study
    review = study.of(BackgroundReview)
    review.make = lambda lens, nodes: small(lens, depth=2)
    review.begin(study)
    driver.until(lambda: review.whole(study.record) is not None and not review.running)
    worst = panel_of(play, ReviewPanel).mistakes(study)[0]
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    practice, decide = study.of(Practice), study.of(DecideFirst)
    driver.until(lambda: practice.progress is not None)
    study.go_to(worst.index)
    play.context._enter(worst.best.move)
    driver.until(lambda: decide.settled)
    assert decide.verdict is not None and decide.verdict.right and not practice.progress.positions
    driver.until(lambda: not practice._deciding)
    (answer,) = practice.progress.answers_of("isolation")
    assert answer.right and (answer.heuristic, answer.to) in practice.progress.deciding
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    driver.key(pygame.K_d, pygame.KMOD_SHIFT)
    play.context._enter(worst.played.move)
    driver.until(lambda: decide.settled and len(practice.progress.answers) == 2)
    assert len(practice.progress.positions) == 1 and practice.due("isolation") == []


def test_a_bad_file_is_one_line_and_good_lines_stay(driver) -> None:
    practice_file(driver.saves.data).parent.mkdir(exist_ok=True)
    practice_file(driver.saves.data).write_text("nonsense\n", encoding="utf-8")
    play = driver.play("isolation", "human", "human")
    panel = panel_of(play, PracticePanel)
    open_page(driver, play, panel)
    practice = play.session.study.of(Practice)
    driver.until(lambda: practice.progress is not None)
    assert "line 1 is no position and no answer" in " ".join(texts(driver))
    assert "Positions that you got wrong come back here" in " ".join(texts(driver))


def test_a_position_that_is_none_is_said_in_a_line(driver) -> None:
    lines = (
        '{"game": "isolation", "position": "7/7 nonsense", "day": "2026-11-01"}\n'
        '{"game": "isolation", "position": "7/7/7/7/7/7/7 w", "day": "2026-11-02"}\n'
    )
    practice_file(driver.saves.data).write_text(lines, encoding="utf-8")
    play = driver.play("isolation", "human", "human", record=Record.start(load_game("isolation")))
    panel = panel_of(play, PracticePanel)
    open_page(driver, play, panel)
    practice = play.session.study.of(Practice)
    driver.until(lambda: practice.progress is not None)
    driver.frame()
    driver.click_on(panel.begin)
    driver.frame()
    assert "practice.jsonl: a position was left out: board: expected 7 rows" in play.notice.said
    driver.until(lambda: driver.app.scene is not play)
    session = practice.session
    assert session is not None and len(session.positions) == 1
