"""Heuristics that fail during a why-not question: one line says what failed, and earlier findings stay."""

import time

import pytest

import bad_terms
from asked_moves import NAMES
from engines.contract import EngineFailure, Limits
from engines.search_engine import Searcher
from games.bits import popcount
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics import guarded_evaluation
from heuristics.lens import Lens
from study.state.study import Study
from study.why_not.questions import WhyNotQuestions
from study.why_not.two_searches import WhyNot
from study.why_not.why_not_text import sentence

TEXT = "7/7/3w3/7/2b4/7/xx5 w"
BLOCKED = 4  # blocked squares there; each ply adds one


def question(term, depth: int = 2) -> WhyNot:  # type: ignore[no-untyped-def]
    """Why not a move other than the chosen one, by a heuristic with a sound term and this one."""
    position = Position.start(load_game("isolation"), text=TEXT)
    lens = Lens.of(bad_terms.heuristic(term))
    engine = Searcher(lens, Limits(depth=depth), compile=False, table_megabytes=0.01)
    return WhyNot(engine, position, position.moves[:1], NAMES)


@pytest.mark.parametrize(
    ("term", "words"),
    [
        (bad_terms.divides, "divide by zero"),
        (bad_terms.not_a_number, "expected a number, returned nan"),
        (bad_terms.changes, "changes the state that it is given"),
        (bad_terms.never_ends, "does not end; given up"),
    ],
)
def test_a_term_that_fails_is_named(term, words: str, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.2)
    with pytest.raises(EngineFailure, match="bad failed: faulty: ") as failure:
        question(term).answer()
    assert words in str(failure.value) and f"({bad_terms.FILE}, line " in str(failure.value)


def fails_after(plies: int):  # type: ignore[no-untyped-def]
    """A term that divides by zero a number of plies after the root."""

    def faulty(state, side):  # type: ignore[no-untyped-def]
        return 7 / (popcount(state.blocked) - BLOCKED - plies) + state.pieces[side]

    return faulty


def test_what_fails_one_ply_deeper_leaves_the_answer() -> None:
    compared = question(fails_after(3)).answer()
    assert compared.depth == 2 and compared.terms
    assert "bad failed: faulty: ZeroDivisionError" in compared.failure
    assert f"The answer stops here: {compared.failure}." in sentence(compared)
    assert compared.later is None and compared.doing == ""


def test_what_fails_on_the_way_is_named() -> None:
    """The search evaluates only the ends of lines; the page also evaluates the positions along them."""
    with pytest.raises(EngineFailure, match="bad failed: faulty: ZeroDivisionError"):
        question(fails_after(1)).answer()


def test_a_term_that_counts_otherwise_each_time_is_not_compared() -> None:
    seen = iter(range(10**6))

    def faulty(state, side):  # type: ignore[no-untyped-def]
        return float(next(seen))

    with pytest.raises(EngineFailure, match="bad: its terms count differently when compiled"):
        question(faulty).answer()


def test_the_window_shows_the_failure() -> None:
    position = Position.start(load_game("isolation"), text=TEXT)
    lens = Lens.of(bad_terms.heuristic(bad_terms.divides))
    study = Study(Record(position.game, position.game.options(), [position]), lens)
    questions = study.of(WhyNotQuestions)
    try:
        questions.ask(study, position, position.moves[:1], None, lens)
        until = time.perf_counter() + 120
        while questions.running:
            assert time.perf_counter() < until
            time.sleep(0.002)
        assert "divide by zero" in questions.problem
        assert questions.answer is None
    finally:
        study.features.close()
