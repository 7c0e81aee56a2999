"""Check in the window: what it says by itself once a heuristic's file is saved, and the way to its page."""

import pytest
from driving import open_page

from engines.player_text import parse_player
from games.record import Record
from games.registry import load_game
from heuristics.registry import look_in, looked_in
from own_heuristics import write
from study.check import check
from study.check.check import CHANGES, FINDINGS, GAPS, HeuristicCheck, changes_in_words
from study.game.session import Session
from ui import file_opener
from ui.panels.check.check import CheckPanel

TEXT = """from games.bits import popcount
from games.isolation import targets
from heuristics.contract import Heuristic

mine = Heuristic("mine", "isolation", "Mine.", "me")


@mine.difference("free moves", weight={weight})
def free_moves(state, side):
    return popcount(targets(state, side))
"""


@pytest.fixture
def file(tmp_path):
    before = looked_in()
    (tmp_path / "own").mkdir()
    write(tmp_path / "own" / "mine.py", TEXT.format(weight=1.0))
    look_in(tmp_path / "own")  # after the driver, whose window looks at the folder from a thread of its own
    yield tmp_path / "own" / "mine.py"
    look_in(before)


@pytest.fixture
def play(driver, file, monkeypatch):
    monkeypatch.setattr(check, "POSITIONS", 20)
    record = Record.start(load_game("isolation"), driver.app.settings.options_for("isolation"))
    people = (parse_player("human", "isolation"), parse_player("human", "isolation"))
    play = driver.window.play(Session(record, people, driver.app.settings, driver.saves))
    play.session.study.set_lens("mine")
    driver.frame()
    return play


def test_saved_file_says_what_changed_and_leads_to_its_page(driver, play, file):
    study = play.session.study
    found = study.of(HeuristicCheck)
    found.view = GAPS
    write(file, TEXT.format(weight=-1.0))
    driver.until(lambda: found.scan.scanned and not found.scan.running, 120)
    play.notice.said = ""  # "mine was loaded again."
    assert any(text.startswith("Check: ") and "changed; " in text for text in driver.texts())
    driver.click_on("check")
    driver.until(lambda: found.seen)
    assert found.view == FINDINGS
    texts = driver.texts()
    assert not any(text.startswith("Check: ") for text in texts)
    panel = next(panel for panel in play.dock.panels if isinstance(panel, CheckPanel))
    driver.click_on(("check view", CHANGES))
    texts = driver.texts()
    assert changes_in_words(found.scan) in texts and "new version" in texts
    driver.click(panel.list.area(0).center)
    driver.until(lambda: driver.app.scene is not play)
    driver.until(lambda: any("the new version plays" in text for text in driver.texts()))


def test_file_that_is_not_shown_is_told_when_saved(driver, play, file):
    play.session.study.set_lens("open")
    driver.frame()
    write(file, TEXT.format(weight=2.0))
    driver.until(lambda: play.notice.said == "mine was loaded. Press E until Evaluation shows mine.")
    write(file, TEXT.format(weight="("))
    driver.until(lambda: "mine.py" in play.notice.said and "SyntaxError" in play.notice.said)


def test_file_is_opened_by_a_button_of_the_page(driver, play, file, monkeypatch):
    asked = []
    monkeypatch.setattr(file_opener, "open_in_editor", lambda path, chosen: asked.append(path))
    panel = next(panel for panel in play.dock.panels if isinstance(panel, CheckPanel))
    open_page(driver, play, panel)
    driver.click_on(panel.file)
    driver.until(lambda: "Save mine.py in your editor" in play.notice.said)
    assert asked == [file]
    play.session.study.set_lens("open")
    assert "Open file" not in driver.texts(), "it comes with the program"


def test_page_says_what_it_does_before_anything_was_saved(driver, play):
    panel = next(panel for panel in play.dock.panels if isinstance(panel, CheckPanel))
    open_page(driver, play, panel)
    texts = driver.texts()
    assert any("when you save the heuristic" in text for text in texts) and "mine, not checked yet" in texts
