"""What the page Check says of findings, without a window."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from arena.check.finding import COST, SIGN, SYMMETRY, Finding
from games.record import Record
from games.registry import load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import load_lens
from heuristics.user_files import UserFile
from study.check import check as check_module
from study.check.check import CHANGES, HeuristicCheck
from study.check.check_run import CheckNews
from study.compare.background_scan import Scanned
from study.compare.scan import ScanNews
from study.on_board.exhibits import Exhibit
from study.saved_games.game_to_open import OpenGame
from study.state.study import Study
from study.state.wishes import Say, ShowPage
from study.user_files import user_files
from ui.kit.cells import DIM, TEXT, TextCell
from ui.kit.sheet import Sheet
from ui.panels.check.finding_rows import draw_button, finding_rows
from ui.theme import Theme

LENS = load_lens("isolation", "territory")
FAULT = Finding(SYMMETRY, "One side counts more.", ("territory",), {"positions": 1200}, "7/7/7/7/7/7/7 w")
TURNED = Finding(SIGN, "It goes against results.", ("dead ends",), remedy={"dead ends": 0.250012})
NOTE = Finding(COST, "It is slow.")
MINE = Lens.of(Heuristic("mine", "isolation", "", ""))


@MINE.heuristic.single(weight=1.0)
def always_one(state, side):
    return 1.0


@pytest.fixture
def study():
    made = Study(Record.start(load_game("isolation")), LENS)
    yield made
    made.features.close()


def rows(study, *findings):
    def wrap(text):
        return [text[:12], text[12:]]

    return finding_rows(study, CheckNews(LENS, findings), Theme(1.0), wrap).rows


def test_finding_is_its_sentence_and_opens_its_position(study):
    (row,) = rows(study, FAULT)
    assert [cell.text for cell in row.cells[0]] == ["One side cou", "nts more."]
    assert [cell.color for cell in row.cells[0]] == [TEXT, TEXT] and "on the board" in row.tip
    row.click()
    assert isinstance(study.take_wishes()[0], OpenGame)
    study.of(HeuristicCheck).visited = Exhibit(FAULT.sentence, LENS, FAULT.position, "territory")
    assert rows(study, FAULT)[0].chosen


def test_remedy_has_a_row_that_tries_it(study):
    finding, remedy = rows(study, TURNED)
    assert finding.click is None and remedy.cells[0].values == ("Try dead ends 0.25 instead of −0.5",)
    remedy.click()
    assert study.lens.weight("dead ends") == 0.25 and study.take_wishes() == [ShowPage("Weights")]


def test_earlier_findings_stay_below_and_say_whose_they_are(study, monkeypatch):
    check = study.of(HeuristicCheck)
    monkeypatch.setattr(HeuristicCheck, "earlier", CheckNews(LENS, (TURNED,), "", 1.0))
    (heading, finding, remedy) = rows(study)
    assert "".join(cell.text for cell in heading.cells[0]).endswith("found in territory as saved:")
    assert finding.key == ("finding", 0) and remedy.key == ("remedy", 0)
    check.try_remedy(study, TURNED)
    tried = rows(study)[-1]
    assert tried.cells[0].text == "Tried: dead ends 0.25 instead of −0.5" and tried.click is None


def test_changes_stand_below_the_faults_and_lead_to_them(study, monkeypatch):
    scan = study.of(HeuristicCheck).scan
    known = ScanNews((), 200, 200, 1.0)
    monkeypatch.setattr(type(scan), "news", property(lambda self: known))
    scan.scanned = Scanned((load_lens("isolation", "open"), LENS, LENS), ("a", "b"), 3, 200, study.record, ())
    _, changes, _ = rows(study, FAULT, NOTE)
    assert changes.cells[0][0].text.startswith("None of 200")
    changes.click()
    assert study.of(HeuristicCheck).view == CHANGES
    scan.scanned = replace(scan.scanned, lenses=(LENS, LENS.with_weight("territory", 3.0), LENS))
    assert len(rows(study, FAULT, NOTE)) == 2, "of other weights"


def test_fault_of_an_own_file_says_in_which_line(study, monkeypatch):
    own = UserFile(Path(__file__), None, (MINE.heuristic,))
    monkeypatch.setattr(user_files, "own_files", lambda: (own,))
    fault = Finding(SYMMETRY, "x" * 12, ("always one",))
    (row,) = finding_rows(study, CheckNews(MINE, (fault,)), Theme(1.0), lambda text: [text]).rows
    assert row.cells[0][-1].text == f"test_finding_rows.py, line {always_one.__code__.co_firstlineno}"
    assert len(rows(study, FAULT)[0].cells[0]) == 2, "it comes with the program"


def test_remedy_is_written_into_the_own_file_by_a_button(study, monkeypatch):
    own = UserFile(Path(__file__), None, (MINE.heuristic,))
    monkeypatch.setattr(user_files, "own_files", lambda: (own,))
    written = []
    monkeypatch.setattr(
        check_module, "write_weight", lambda *asked: written.append(asked) or "mine.py, line 1"
    )
    fault = Finding(SIGN, "x", ("always one",), remedy={"always one": -2.0})
    *_, button = finding_rows(study, CheckNews(MINE, (fault,)), Theme(1.0), lambda text: [text]).rows
    line = always_one.__code__.co_firstlineno
    assert button.cells[0].values == (f"Write always one −2 into test_finding_rows.py, line {line}",)
    button.click()
    assert written == [(MINE.heuristic, "always one", -2.0)]
    assert study.take_wishes() == [Say("mine.py, line 1: always one is now −2.")]


def test_weight_that_ended_its_fault_can_still_be_written(study, monkeypatch):
    own = UserFile(Path(__file__), None, (MINE.heuristic,))
    monkeypatch.setattr(user_files, "own_files", lambda: (own,))
    saved, scan = Lens.of(MINE.heuristic), study.of(HeuristicCheck).scan
    tried = saved.with_weight("always one", -2.0)
    monkeypatch.setattr(type(scan), "news", property(lambda self: ScanNews((), 200, 200, 1.0)))
    scan.scanned = Scanned((saved, tried, LENS), ("a", "b"), 3, 200, study.record, ())

    def keys(lens, *found):
        return [
            row.key
            for row in finding_rows(study, CheckNews(lens, found), Theme(1.0), lambda text: [text]).rows
        ]

    assert keys(tried) == ["changes", ("write", "changes")]
    fault = Finding(SIGN, "x", ("always one",), remedy={"always one": -2.0})
    assert keys(tried, fault).count(("write", 0)) == 1 and ("write", "changes") not in keys(tried, fault)
    scan.scanned = Scanned((saved, saved, LENS), ("a", "b"), 3, 200, study.record, ())
    assert keys(saved) == ["changes"], "the file has its weights already"


def test_what_is_no_fault_is_dim(study):
    (row,) = rows(study, NOTE)
    assert all(isinstance(cell, TextCell) and cell.color == DIM for cell in row.cells[0])


def test_button_without_room_is_written_smaller():
    sheet, words = Sheet(Theme()), "Write nearness of stones 0.25 into mine.py, line 33"
    sheet.surface, sheet.labels = pygame.Surface((400, 30)), []
    width = sheet.theme.width(words) - 1
    draw_button(sheet, pygame.Rect(0, 0, width, 30), words)
    assert [label.shown for label in sheet.labels] == [words] and sheet.labels[0].place.right <= width
