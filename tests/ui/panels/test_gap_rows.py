"""What the page Check says of gaps, without a window."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.card.card import Confirmation
from arena.card.pairs import Worth
from arena.card.plan import CardPlan
from arena.gaps.gaps import Gap, Gaps, ShownPosition
from arena.gaps.plan import GapsPlan
from arena.gaps.trial import Trial
from arena.gaps.weight_choice import WeightTried
from arena.sequential import ACCEPT, NONE
from arena.statistics import PairCounts
from engines.jobs import COMPILING
from games.record import Record
from games.registry import load_game
from heuristics.registry import load_lens
from study.gaps.added_term import WrittenHeuristic
from study.gaps.gap_search import AddedTerm, GapSearch
from study.saved_games.game_to_open import OpenGame
from study.state.activity import Activity
from study.state.study import Study
from ui.panels.check.check import gaps_progress, gaps_state
from ui.panels.check.gap_rows import gap_rows, trial_words
from ui.theme import Theme

POSITION = "1x5/3x3/xw3b1/7/4x1x/7/5x1 b"
GAP = Gap(
    "ground",
    "territory",
    "territory",
    "territory: ground",
    0.14,
    0.09,
    0.19,
    0.004,
    1.25,
    (0.1, 0.2, 0.7),
    (ShownPosition(POSITION, 3.0, (("a7", 1.0),)),),
)
GAME = load_game("isolation")
PLAN = GapsPlan("isolation", "open", GAME.options())
FOUND = Gaps(PLAN, "", games=420, positions=2100, candidates=31, answers=(GAP,), seconds=141.0)
LOST = Confirmation(1000, Worth(200, -5.0, -30.0, 20.0, 0.3), NONE, 900)
WON = Confirmation(1000, Worth(400, 35.0, 12.0, 58.0, 0.01), ACCEPT, None)


@pytest.fixture
def study():
    made = Study(Record.start(GAME), load_lens("isolation", "open"))
    yield made
    made.features.close()


def rows(study, *answers):
    return gap_rows(study, replace(FOUND, answers=answers), Theme(1.0), lambda text: [text]).rows


def texts(row):
    cells = [cell for column in row.cells for cell in (column if isinstance(column, tuple) else (column,))]
    return [cell.text for cell in cells if cell is not None]


def test_compiling_says_for_how_long(study, monkeypatch):
    monkeypatch.setattr(GapSearch, "activity", Activity(COMPILING, "open", 48.0, part="whole games"))
    assert gaps_progress(study, FOUND) == "Compiling whole games: 48 s"
    assert GapSearch.activity.compiling_for == "compiling for 48 s"
    monkeypatch.setattr(GapSearch, "activity", Activity())
    assert gaps_progress(study, replace(FOUND, stage="comparing")).startswith("Comparing")
    assert GapSearch.activity.compiling_for == ""


def test_answer_has_its_positions_and_a_button(study):
    sentence, head, position, attempt = rows(study, GAP)
    assert texts(sentence) == [GAP.sentence] and "14 % (9 to 19)" in GAP.sentence
    assert texts(head) == ["positions in which it matters", "it counts"]
    assert texts(position) == ["position 1, Black to move", "+3.0"]
    position.click()
    (wish,) = study.take_wishes()
    assert isinstance(wish, OpenGame) and wish.read().record.position.text == POSITION
    assert attempt.cells[0].values == ("Try it: add “territory” with weight 1.25",)


def test_answer_without_a_weight_says_to_tune_first(study):
    *_, last = rows(study, replace(GAP, weight=0.0))
    assert "Tune these first" in texts(last)[0] and last.click is None


def test_line_above_says_whose_gaps_and_of_how_much(study):
    assert gaps_state(study, FOUND) == "open, 420 games, 2\u202f100 positions, 31 candidates, 2 min 21 s"
    study.set_lens("improved")
    assert gaps_state(study, FOUND).startswith("open, 420 games"), "another heuristic has no other weights"
    assert gaps_state(study, replace(FOUND, stage="playing")).startswith("open, stopped, 420 games")


class Added(AddedTerm):
    """An added term whose match has come so far."""

    def __init__(self, trial=None, running=False, problem=""):
        self.written = WrittenHeuristic(Path("/somewhere/mine.py"), "mine", 1.25, "")
        self._state = trial, running, problem

    trial = property(lambda self: self._state[0])
    running = property(lambda self: self._state[1])
    problem = property(lambda self: self._state[2])


def trial(stage, *tests):
    return Trial(CardPlan("isolation", "mine", GAME.options(), rival="open"), stage, tests)


def chosen(made, *results):
    """The trial with weights that were tried, each with its pairs."""
    pairs = {-1: (8, 0, 2, 0, 0), 1: (0, 0, 2, 0, 8)}
    weights = tuple(WeightTried(weight, PairCounts(pairs[sign])) for weight, sign in results)
    return replace(made, weights=weights, weight=results[-1][0])


@pytest.mark.parametrize(
    ("added", "words"),
    [
        (Added(problem="The disk is full."), "The disk is full."),
        (Added(running=True), "Preparing … mine.py has the term."),
        (Added(trial("the match at 1 000 nodes", WON), True), "The match at 1 000 nodes … So far +"),
        (Added(trial("", WON, replace(WON, nodes=10_000))), "It plays better: +"),
        (
            Added(chosen(trial("", WON, WON), (-3.15, -1), (-1.57, 1))),
            "Weights −3.15, −1.57: −1.57 plays best. It plays better: +",
        ),
        (
            Added(chosen(trial(""), (-3.15, -1), (-1.57, -1))),
            "It plays better with none of the weights −3.15, −1.57. mine.py has the term.",
        ),
        (Added(trial("", LOST)), "That it plays better is not confirmed: −"),
    ],
)
def test_match_is_told_as_it_goes(added, words):
    assert trial_words(added).startswith(words)
