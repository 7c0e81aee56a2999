"""Any mistake of a term is one line that names heuristic, term, file, line and position."""

import threading

import pytest

import bad_terms
from bad_terms import FILE, heuristic, line_of
from games.contract import BadText
from games.position import Position
from games.registry import game_names, load_game
from heuristics import guarded_evaluation
from heuristics.contract import Heuristic
from heuristics.failure import TermFailure, first_line, in_words, one_line, wrong_with
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from heuristics.smoke_test import check, sample_states

TEXT = "7/2w4/7/7/4b2/7/7 w"
STATE = Position.start(load_game("isolation"), text=TEXT).state

FAULTS = [
    (bad_terms.not_a_number, "expected a number, returned nan", 0),
    (bad_terms.infinite, "expected a number, returned inf", 0),
    (bad_terms.beyond_a_win, "contributes 2e+09", 0),
    (bad_terms.divides, "divide by zero", 1),
    (bad_terms.divides_whole, "divide by zero", 1),
    (bad_terms.exits, "SystemExit: 3", 1),
    (bad_terms.text, "expected a number, returned str '3'", 0),
    (bad_terms.nothing, "expected a number, returned nothing", 0),
    (bad_terms.changes, "changes the state", 0),
    (bad_terms.changes_weights, "read-only", 1),
]
each_fault = pytest.mark.parametrize(
    ("term", "words", "further"), FAULTS, ids=lambda x: getattr(x, "__name__", "")
)


@each_fault
def test_fault_names_heuristic_term_line_and_position(term, words, further):
    before = STATE.tobytes()
    with pytest.raises(TermFailure) as raised:
        Lens.of(heuristic(term)).breakdown(STATE, 0)
    failure = raised.value
    assert (failure.heuristic, failure.term, failure.file) == ("bad", "faulty", FILE)
    assert failure.line == line_of(term) + further
    assert words in failure.message and failure.position == TEXT
    line = str(failure)
    assert line.startswith("bad failed: faulty: ") and f"({FILE}, line {failure.line})" in line
    assert len(line.splitlines()) == 1
    assert STATE.tobytes() == before


@each_fault
def test_the_other_rows_stay_beside_the_one_that_failed(term, words, further):
    breakdown = Lens.of(heuristic(term)).breakdown(STATE, 0, partly=True)
    sound, faulty = breakdown.rows
    assert (sound.contribution, sound.failure) == (2.0, None)
    assert words in faulty.failure.message and faulty.contribution == 0.0
    assert breakdown.failure is faulty.failure


@each_fault
def test_a_fault_is_found_before_play(term, words, further):
    with pytest.raises(TermFailure, match="bad failed: faulty"):
        check(Lens.of(heuristic(term)), "isolation")


def test_an_interrupt_of_a_term_s_own_ends_nothing():
    with pytest.raises(TermFailure, match="KeyboardInterrupt"):
        check(Lens.of(heuristic(bad_terms.interrupts)), "isolation")


def test_a_sum_beyond_a_win_is_laid_to_its_largest_part():
    made = Heuristic("heavy", "isolation", "Too much together.", "this test")
    made.single("some", weight=1.0)(lambda state, side: 4e8)
    made.single("more", weight=1.0)(lambda state, side: 7e8)
    with pytest.raises(TermFailure, match="heavy failed: more: contributes 7e"):
        Lens.of(made).breakdown(STATE, 0)
    assert Lens.of(made, {"some": -1.0}).breakdown(STATE, 0).value == 3e8


def test_a_decided_value_takes_no_notice_of_a_term_that_fails():
    made = heuristic(bad_terms.divides)
    made.decides("won")(lambda state, side: 100.0)
    breakdown = Lens.of(made).breakdown(STATE, 0)
    assert breakdown.value == 100.0 and breakdown.failure is None
    assert breakdown.rows[2].failure is not None


def test_squares_are_counted_on_a_copy_and_their_faults_named():
    made = Heuristic("where", "isolation", "Names squares.", "this test")

    def spoils(state, side):
        state.pieces[0] = 1
        return [("a1", 1.0)]

    def half(state, side):
        return [("a1", float("nan"))]

    for squares, words in ((spoils, "changes the state"), (half, "not finite")):
        before = STATE.tobytes()
        term = bad_terms.moving
        made.terms.clear()
        made.single("some", weight=1.0)(term)
        object.__setattr__(made.terms[0], "squares", squares)
        with pytest.raises(TermFailure, match=f"where failed: some: .*{words}"):
            Lens.of(made).squares(made.terms[0], STATE, 0)
        assert STATE.tobytes() == before


@pytest.mark.parametrize("name", game_names())
def test_check_passes_sound_terms_at_several_stages(name):
    states = sample_states(name)
    assert len({state.tobytes() for state in states}) == len(states) >= 3
    check(Lens.of(default_heuristic(name)), name)


def test_endless_term_is_named_and_not_tried_again(monkeypatch):
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.1)
    made = heuristic(bad_terms.never_ends)
    asked = GuardedEvaluation(made, lambda: Lens.of(made).breakdown(STATE, 0))
    thread = asked._task._runner.thread
    with pytest.raises(TermFailure, match=r"bad failed: faulty: does not end.*bad_terms.py, line") as raised:
        asked.result()
    assert raised.value.line > line_of(bad_terms.never_ends)
    thread.join(10.0)
    assert not thread.is_alive()  # a loop in Python can be ended
    again = GuardedEvaluation(made, lambda: 1 / 0)
    assert again.ready() and again._task is None
    with pytest.raises(TermFailure, match="does not end"):
        again.result()
    with pytest.raises(TermFailure, match="does not end"):
        check(Lens.of(made), "isolation")


def test_the_failure_of_what_was_given_up_keeps_nobody_s_frames(monkeypatch):
    made = heuristic(bad_terms.moving)
    monkeypatch.setitem(guarded_evaluation._endless, made, TermFailure("bad", "faulty", "does not end"))
    depths = []
    for _ in range(3):
        with pytest.raises(TermFailure, match="bad failed: faulty: does not end") as raised:
            GuardedEvaluation(made, lambda: 1.0).result()
        depths.append(len(raised.traceback))
    assert depths[0] == depths[1] == depths[2]


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda weights: weights / (weights - weights), "divide by zero"),
        (lambda weights: None, "expected 2 float64 weights, returned None"),
        (lambda weights: weights[1:], r"expected 2 float64 weights, returned array\(\[1"),
        (lambda weights: weights.astype(int), "expected 2 float64 weights, returned array"),
        (lambda weights: weights.fill(1.0), "read-only"),
    ],
)
def test_weights_that_cannot_be_prepared_are_laid_to_prepare(prepare, words):
    made = heuristic(bad_terms.moving)
    made.prepare = prepare
    line = rf"bad failed: prepare: .*{words}.*test_failures.py, line \d+\)"
    with pytest.raises(TermFailure, match=line):
        check(Lens.of(made), "isolation")
    with pytest.raises(TermFailure, match=line):
        Lens.of(made).breakdown(STATE, 0, partly=True)


def test_weights_may_be_unfit_where_others_have_passed():
    made = heuristic(bad_terms.moving)
    made.prepare = lambda weights: weights / weights[0]
    sound = Lens.of(made)
    check(sound, "isolation")
    with pytest.raises(TermFailure, match=r"bad failed: prepare: .*divide by zero"):
        check(Lens.of(made, {"sound": 0.0}), "isolation")


def test_a_person_with_a_debugger_is_not_hurried(monkeypatch):
    monkeypatch.setattr(guarded_evaluation, "PATIENCE", 0.1)
    made = heuristic(bad_terms.moving)
    ends = []
    source = "def stands(ends):\n    while not ends:\n        pass\n    return 'looked'"
    debugger = {"__name__": "bdb"}
    exec(source, debugger)
    asked = GuardedEvaluation(made, lambda: debugger["stands"](ends))
    for _ in range(5):
        assert not asked.ready(0.05)
    ends.append(True)
    assert asked.result() == "looked"


def test_threads_are_kept_for_the_next_question():
    made = heuristic(bad_terms.moving)
    threads = set()
    for _ in range(20):
        asked = GuardedEvaluation(made, lambda: threads.add(threading.get_ident()))
        asked.result()
    assert len(threads) == 1


def test_messages_are_one_short_line_without_control_characters():
    assert one_line("\n first\x1b[31m\nsecond") == "first?[31m"
    assert len(one_line("x" * 10**6)) == 200
    assert in_words(ValueError("a\nb")) == "ValueError: a"
    assert in_words(KeyError()) == "KeyError"


class Unspeakable(Exception):
    """Its `str` and its `repr` raise."""

    def __str__(self):
        raise SystemExit("in __str__")

    __repr__ = __str__


class UnspeakableText(Unspeakable, BadText):
    def __init__(self, message):
        Exception.__init__(self, message)


def test_an_exception_whose_str_raises_is_named_by_kind():
    assert in_words(Unspeakable("x")) == first_line(Unspeakable("x")) == "Unspeakable"
    assert wrong_with("file.py", UnspeakableText("x")) == "UnspeakableText"
    assert wrong_with("f.py", SyntaxError(None, ("f.py", 1, 1, ""))) == "SyntaxError: None (f.py, line 1)"


@pytest.mark.parametrize("bug", [KeyError, SystemExit])
def test_a_value_whose_repr_raises_fails_its_term_alone(bug):
    class Foreign:
        def __repr__(self):
            raise bug("in __repr__")

    made = heuristic(bad_terms.moving)
    made.prepare = lambda weights: Foreign()
    with pytest.raises(TermFailure, match=r"bad failed: prepare: (expected 2 .*Foreign|SystemExit)"):
        check(Lens.of(made), "isolation")

    def foreign(state, side):
        return Foreign()

    with pytest.raises(TermFailure, match=r"bad failed: faulty: (expected a number.*Foreign|SystemExit)"):
        check(Lens.of(heuristic(foreign)), "isolation")
