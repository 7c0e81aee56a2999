"""What the page Check says of findings, without a window."""

import pytest

from arena.check.finding import COST, SIGN, SYMMETRY, Finding
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.check.check import Exhibit, HeuristicCheck
from study.check.check_run import CheckNews
from study.saved_games.game_to_open import OpenGame
from study.state.study import Study
from study.state.wishes import ShowPage
from ui.kit.cells import DIM, TEXT, TextCell
from ui.panels.check.finding_rows import finding_rows
from ui.theme import Theme

LENS = load_lens("isolation", "territory")
FAULT = Finding(SYMMETRY, "One side counts more.", ("territory",), {"positions": 1200}, "7/7/7/7/7/7/7 w")
TURNED = Finding(SIGN, "It goes against results.", ("dead ends",), remedy={"dead ends": 0.250012})
NOTE = Finding(COST, "It is slow.")


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


def test_what_is_no_fault_is_dim(study):
    (row,) = rows(study, NOTE)
    assert all(isinstance(cell, TextCell) and cell.color == DIM for cell in row.cells[0])
