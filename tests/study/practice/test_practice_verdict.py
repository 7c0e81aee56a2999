"""The verdict on a chosen move: right, good enough or wrong, with shorter versions of the line."""

from dataclasses import replace

from games.record import Record
from games.registry import load_game
from study.practice.verdict import Verdict, by_case
from study.suites.suites import Case


def start():
    return Record.start(load_game("chess")).position


def test_a_move_that_costs_something_is_not_called_right() -> None:
    position = start()
    chosen, best = position.parse_move("a3"), position.parse_move("e4")
    verdict = Verdict(True, position, chosen, best, "costs 0.40 pawns", "classical", "activity")
    assert verdict.sentence == "Good enough: a3 costs 0.40 pawns. Best was e4."
    assert replace(verdict, right=False).sentences == (
        "Wrong: a3 costs 0.40 pawns, mostly activity. Best was e4.",
        "Wrong: a3 costs 0.40 pawns. Best was e4.",
        "Wrong. Best: e4.",
    )
    pawns = replace(verdict, right=False, group="pawns").sentence
    assert pawns == "Wrong: a3 costs 0.40 pawns, mostly the number of pawns. Best was e4."
    assert replace(verdict, best=None, cost="").sentence == "Right: a3 is the best move."


def test_a_case_says_its_answer_or_what_to_avoid() -> None:
    position = start()
    good, bad, other = (position.parse_move(text) for text in ("e4", "f3", "d4"))
    wants, avoids = Case("", position, (good,), ()), Case("", position, (), (bad,))
    assert by_case(wants, good).sentence == "Right: e4."
    assert by_case(wants, other).sentence == "Wrong: the answer is e4, not d4."
    wrong = replace(by_case(wants, other), cost="costs 0.20 pawns")
    assert wrong.sentences == (
        "Wrong: the answer is e4, not d4; d4 costs 0.20 pawns.",
        "Wrong: the answer is e4.",
    )
    assert by_case(avoids, bad).sentence == "Wrong: the question was to avoid f3."
    assert by_case(avoids, good).sentence == "Right: the question was to avoid f3."
