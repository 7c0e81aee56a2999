"""The numbers on the screen add up: each row's sum is spelled out, and the written rows make up the total."""

import pytest

from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_lens
from samples import random_positions
from study.evaluation.contribution_formula import phases_in_words, spelled, term_of
from study.format import number_text
from study.format.number_columns import NumberColumns
from study.format.value_format import ValueFormat
from study.state.activity import Activity

MORRIS = load_lens("morris", "weighted")


def evaluated(text: str, form: ValueFormat) -> float:
    """The result of a spelled-out sum, and the result that it states."""
    sum_, _, result = text.replace("−", "-").replace("×", "*").rpartition(" = ")
    assert result.endswith(form.units)
    result = result.removesuffix(form.units)
    assert abs(float(eval(sum_)) - float(result)) <= 0.0005 + 1e-9, text
    return float(result)


def test_a_weight_that_is_divided_says_by_what() -> None:
    start = Position.start(load_game("morris"))
    after = start.play(start.parse_move("d6")).play(start.parse_move("a1"))
    assert MORRIS.divisor == 42.0 and NumberColumns.of(MORRIS).worths == ("1/42", "1/42", "4/42", "2/42")
    breakdown = MORRIS.breakdown(after.state, 0)
    assert spelled(MORRIS, NumberColumns.of(MORRIS), breakdown, 0, 0) == "(1 − 1) × 1 / 42 = 0.000"
    assert load_lens("isolation", "custom_score").divisor == 1.0


CLASSICAL = load_lens("chess", "classical")
EIGHT_AGAINST_SIX = "rnbqk2r/pp3ppp/2p5/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("weights", "term", "formula"),
    [
        ({}, "pawns", "(8 − 6) × 80.5 / 100 = +1.61 pawns"),
        ({"pawns": 1.5}, "pawns", "(8 − 6) × 1.5 × 80.5 / 100 = +2.415"),
        ({}, "bishop pair", "(1 − 0) × 35.7 × 1.016667 / 100 = +0.36295 pawns"),
        ({}, "pawns: location", "0.458333 − 0.2625 = +0.195833 pawns"),
        ({}, "knights: location", "−0.0525 − (−0.03) = −0.0225 pawns"),
        ({"pawns: location": 2.0}, "pawns: location", "0.916667 − 0.525 = +0.391667 pawns"),
    ],
)
def test_a_worth_and_sides_without_a_count_are_spelled(weights, term, formula) -> None:
    state = Position.start(load_game("chess"), text=EIGHT_AGAINST_SIX).state
    lens = Lens.of(CLASSICAL.heuristic, weights)
    breakdown = lens.breakdown(state, 0)
    index = lens.heuristic.weight_names.index(term)
    assert spelled(lens, NumberColumns.of(lens), breakdown, index, 0) == formula


def test_both_ends_of_a_worth_are_told_with_the_weight() -> None:
    (pawns, location), lens = CLASSICAL.heuristic.terms[:2], CLASSICAL
    ends = "One is worth 0.77 pawns in the middle game and 1.19 pawns in the endgame."
    assert phases_in_words(lens, pawns, 1.0) == ends
    assert phases_in_words(lens, pawns, 2.0) == ends.replace("0.77", "1.54").replace("1.19", "2.38")
    assert phases_in_words(lens, location, 1.0) == ""


@pytest.mark.parametrize("game", ["isolation", "morris", "chess", "jungle", "tabletactics"])
def test_sums_come_out_for_either_side(game: str) -> None:
    spelled_out = 0
    for position in random_positions(load_game(game), 7, 8):
        for heuristic in heuristics_of(game):
            lens = load_lens(game, heuristic.name)
            number_columns = NumberColumns.of(lens)
            for asked in (0, 1):
                breakdown = lens.breakdown(position.state, asked)
                for index, row in enumerate(breakdown.rows):
                    for perspective in (0, 1):
                        text = spelled(lens, number_columns, breakdown, index, perspective)
                        if text and number_text.NOTHING not in text and row.contribution:
                            sign = 1 if perspective == asked else -1
                            value = sign * row.contribution / heuristic.per_unit
                            assert evaluated(text, number_columns.form) == pytest.approx(value, abs=0.001)
                            spelled_out += 1
                        assert term_of(heuristic, breakdown, index).name == row.name
    assert spelled_out > 20


def test_the_rows_as_written_make_the_total_as_written() -> None:
    remainders = set()
    number_columns = NumberColumns.of(MORRIS)
    for position in random_positions(load_game("morris"), 3, 40):
        breakdown = MORRIS.breakdown(position.state, 0)
        number_columns.include([breakdown])
        lacking = number_columns.remainder(breakdown) or 0.0
        remainders.add(lacking)
        shown = [number_text.signed(row.contribution, 3).replace("−", "-") for row in breakdown.rows]
        total = float(number_text.signed(breakdown.value, 3).replace("−", "-"))
        assert sum(map(float, shown)) + lacking == pytest.approx(total, abs=1e-9)
    assert number_columns.rounds and len(remainders) > 1
    whole = NumberColumns.of(load_lens("isolation", "improved"))
    for position in random_positions(load_game("isolation"), 3, 10):
        assert whole.remainder(load_lens("isolation", "improved").breakdown(position.state, 0)) is None


def test_a_scale_grows_and_never_shrinks_while_a_search_runs() -> None:
    """Two bars of different values are never of one length because both are cut."""
    number_columns = NumberColumns(scale=0.3)
    number_columns.holds = True
    number_columns.fit(0.02)
    assert number_columns.scale == 0.3, "the guess may be too large, but it stays while the search runs"
    number_columns.fit(0.96)
    assert number_columns.scale == 1.0 and number_columns.share(0.45) < number_columns.share(0.96) < 1.0
    number_columns.holds = False
    number_columns.fit(0.45)
    assert number_columns.scale == 1.0
    number_columns.fit(30.0)
    assert number_columns.scale == 30.0


def test_a_clock_stops_at_its_limit() -> None:
    assert Activity("thinking", seconds=0.5, limit=0.5).clock == "0.5 of 0.5 s"
    assert Activity("compiling", seconds=2.0).clock == "2.0 s" and Activity().clock == ""


def test_decimals_are_those_of_a_clear_advantage() -> None:
    for game, name, decimals in (("chess", "classical", 2), ("jungle", "hunter", 1), ("morris", "mobile", 2)):
        lens = load_lens(game, name)
        number_columns = NumberColumns.of(lens)
        for position in random_positions(load_game(game), 3, 10):
            number_columns.include([lens.breakdown(position.state, 0)])
        assert number_columns.form.decimals == decimals, name
