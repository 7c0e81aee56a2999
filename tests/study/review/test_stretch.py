"""The stretch in which a game was lost: against its definition, in made-up games, and in a real one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import WIN
from games.contract import BLACK, WHITE
from games.record import Record
from games.registry import load_game
from reviews import random_game, reviewed_as
from study.review.stretch import CLEAR, MOST_OF_IT, SLIGHT, Stretch, losing_move, passage, stretch_of
from study.review.stretch_text import happened, moves_of, stretch_sentence
from study.state.move_loss import ReviewResult

SHARES = st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=24)
NAMES = ("White", "Black")
HIGH, LOW = -SLIGHT, -CLEAR


def by_definition(shares, high, low, marked):
    """Tries every pair of places."""
    found = []
    for end, share in enumerate(shares):
        for high_at in range(end):
            between, after = shares[high_at + 1 : end], shares[high_at + 1 :]
            if shares[high_at] < high or share > low or any(each >= high for each in after):
                continue
            if any(each <= low for each in between):
                continue
            starts = [
                start
                for start in range(high_at + 1)
                if not any(at in marked or shares[at] <= low for at in range(start, high_at))
            ]
            fall = max(shares[start] for start in starts) - share
            found += [(start, end) for start in starts if shares[start] - share >= MOST_OF_IT * fall]
    return max(found, default=None)


@given(SHARES, st.sets(st.integers(0, 23)), st.sampled_from([(HIGH, LOW), (CLEAR, SLIGHT)]))
@settings(max_examples=400)
def test_it_is_what_is_said_of_it(shares, marked, bounds) -> None:
    high, low = bounds
    found = passage(shares, high, low, marked)
    assert found == by_definition(shares, high, low, marked)
    if found is not None:
        start, end = found
        assert 0 <= start < end < len(shares) and shares[end] <= low < high
        assert all(share < high for share in shares[end:]), "it never came back"
        assert shares[start] - shares[end] >= MOST_OF_IT * (high - low)


@given(SHARES, st.lists(st.floats(-1.0, HIGH, exclude_max=True), max_size=12))
def test_what_follows_moves_nothing(shares, after) -> None:
    found = passage(shares, HIGH, LOW)
    if found is not None:
        assert passage(shares + after, HIGH, LOW) == found


@given(SHARES, SHARES, st.integers(0, 23))
def test_earlier_positions_do_not_change_the_stretch(before, shares, at) -> None:
    found = passage(shares, HIGH, LOW)
    if found is not None:
        behind = [*before, LOW]
        assert passage(behind + shares, HIGH, LOW) == tuple(len(behind) + each for each in found)
        marked = passage(before + shares, HIGH, LOW, {len(before) - 1})
        assert marked == tuple(len(before) + each for each in found)


@given(SHARES)
def test_a_game_that_came_back_is_not_lost(shares) -> None:
    assert passage([*shares, HIGH], HIGH, LOW) is None
    assert passage([min(share, HIGH - 0.01) for share in shares], HIGH, LOW) is None
    if all(share > LOW for share in shares):
        assert passage(shares, HIGH, LOW) is None
    else:
        assert passage([0.0, *(min(share, HIGH - 0.01) for share in shares)], HIGH, LOW) is not None


# Games


def game_of(plies: int) -> Record:
    """A game of chess that is not over."""
    record = random_game("chess", plies, 3)
    assert len(record.plies) == plies and record.position.moves
    return record


def said(record, review_result) -> str:
    return stretch_sentence(record, review_result, stretch_of(record, review_result), NAMES)


def slid(from_ply, to_ply, plies=60, start=-0.4, end=-4.2) -> list[float]:
    """Values that change evenly from one number to another, given for Black and returned for White."""
    way = [min(1.0, max(0.0, (ply - from_ply) / (to_ply - from_ply))) for ply in range(plies)]
    return [-(start + (end - start) * each) for each in way]


def test_a_slide_is_said_with_the_most_that_a_move_of_it_lost() -> None:
    record = game_of(60)
    values = slid(20, 40)
    found = stretch_of(record, reviewed_as(record, values, {25: 0.9, 31: 0.3}))
    assert (found.side, found.lost) == (BLACK, True)
    assert 20 <= found.start < found.end <= 40 and record.positions[found.start].to_move == BLACK
    assert found.before == pytest.approx(-values[found.start]) and found.after == -values[found.end]
    first, last = record.numbered(found.start), record.numbered(found.end)
    assert said(record, reviewed_as(record, values, {25: 0.9, 31: 0.3})) == (
        f"Black slid from −{-found.before:.2f} (before {first}) to −{-found.after:.2f} pawns for Black "
        f"(before {last}); no move alone cost more than 0.90."
    )
    assert said(record, reviewed_as(record, values)).endswith("; the search saw no better move.")


def test_a_marked_move_explains_itself() -> None:
    record = game_of(60)
    values = [0.0 if ply <= 31 else 4.0 for ply in range(60)]
    review_result = reviewed_as(record, values, {31: 4.0, 33: 0.5})
    found = stretch_of(record, review_result)
    assert (found.start, found.end) == (31, 33) and found.costliest.index == found.only.index == 31
    assert said(record, review_result) == (
        f"Black lost the game with {record.numbered(31)}, from 0.00 (before it) to −4.00 pawns for Black "
        "(after it)."
    )
    slides = [0.25 * max(0, ply - 25) + value / 2 for ply, value in enumerate(values)]
    text = said(record, reviewed_as(record, slides, {31: 2.0}))
    ending = f"; its costliest move there, {record.numbered(31)}, costs 2.00 pawns."
    assert text.endswith(ending)
    told = reviewed_as(record, slides, {31: 2.0})
    short = stretch_sentence(record, told, stretch_of(record, told), NAMES, names_costliest=False)
    assert short == f"{text.removesuffix(ending)}.", "beside a list that has its row"
    assert text.startswith("Black fell from")


def test_a_slide_does_not_reach_over_a_marked_move() -> None:
    record = game_of(60)
    values = [0.0 if ply <= 11 else 0.8 for ply in range(20)] + slid(20, 40, 60, -0.8)[20:]
    whole = stretch_of(record, reviewed_as(record, values))
    cut = stretch_of(record, reviewed_as(record, values, {15: 1.5}))
    assert whole.start < 15 < cut.start and whole.end == cut.end


def test_what_was_let_slip_and_what_never_was() -> None:
    record = game_of(40)
    values = [max(0.0, 5.0 - 0.3 * max(0, ply - 10)) for ply in range(40)]
    found = stretch_of(record, reviewed_as(record, values))
    assert (found.side, found.lost) == (WHITE, False)
    assert said(record, reviewed_as(record, values, {14: 0.7})).startswith(
        "White let a clear advantage slip, from +"
    )
    assert said(record, reviewed_as(record, [0.1] * 40)) == (
        "Neither side was ever ahead by a clear advantage, 3.00 pawns."
    )
    kept = [5.0] * 20 + [2.0] * 20  # fewer than 3 pawns, and more than a third of that
    assert said(record, reviewed_as(record, kept)) == "Neither side let a clear advantage, 3.00 pawns, slip."


def test_what_is_decided_is_said_in_words() -> None:
    record = game_of(40)
    values = [0.0 if ply < 20 else WIN - 9 for ply in range(40)]
    text = said(record, reviewed_as(record, values))
    assert text == (
        f"Black fell from 0.00 pawns for Black (before {record.numbered(19)}) to a forced loss in 9 plies "
        f"(before {record.numbered(21)}); the search saw no better move."
    )
    behind = said(record, reviewed_as(record, [4.0] * 40))
    assert behind == "Black was behind before its first move, at −4.00 pawns for Black by a search."


def test_a_loss_by_force_is_as_far_off_as_the_list_of_moves_says() -> None:
    """Counted from the move that lost, not from the next position of its side."""
    record = game_of(40)
    values = [0.0 if ply < 20 else WIN - 18 for ply in range(40)]
    text = said(record, reviewed_as(record, values, {19: WIN - 20}))
    move = record.numbered(19)
    assert text == (
        f"Black lost the game with {move}, from 0.00 pawns for Black (before it) to a forced loss in 20 "
        "plies."
    )


def test_a_game_that_has_just_begun_has_not_turned_yet() -> None:
    short, longer = game_of(2), game_of(6)
    behind = reviewed_as(short, [4.0, 4.0])
    assert stretch_of(short, behind) is None
    assert said(short, behind) == "The game is too short so far to say where it turned."
    assert said(short, reviewed_as(short, [0.0, 0.0])) == said(short, behind)
    assert said(longer, reviewed_as(longer, [4.0] * 6)).startswith("Black was behind before its first move")
    lost = reviewed_as(short, [0.0, 0.0], {1: 4.0})
    assert said(short, lost).startswith("Black lost the game with 1…")
    assert said(short, lost).endswith(" to −4.00 pawns for Black (after it).")


def test_only_forced_loss_or_single_marked_move_is_called_lost() -> None:
    """A slide may end long before the move that loses by force, of which other panels say that it lost."""
    record = game_of(60)
    slide = [*slid(20, 40)[:50], *[WIN - 20 + ply for ply in range(10)]]
    marked = [0.0 if ply <= 31 else 4.0 for ply in range(60)]
    forced = [0.0 if ply <= 31 else WIN - 40 + ply - 31 for ply in range(60)]
    slipped = [max(0.0, 5.0 - 0.3 * max(0, ply - 10)) for ply in range(60)]
    said = [
        happened(stretch_of(record, reviewed_as(record, values, losses)))
        for values, losses in (
            (slide, {}),
            (marked, {31: 4.0}),
            (forced, {}),
            ([4.0] * 60, {}),
            (slipped, {}),
        )
    ]
    assert said == [
        "fell behind here",
        "lost here",
        "lost here",
        "behind before its first move",
        "let slip here",
    ]


def test_losing_move_is_named_after_the_slide_before_it() -> None:
    record = game_of(60)
    slide = [*slid(20, 40)[:50], *[WIN - 20 + ply for ply in range(10)]]
    loser = 49
    review_result = reviewed_as(record, slide, {loser: WIN - 20})
    found = stretch_of(record, review_result)
    losing = losing_move(review_result, found)
    assert losing.index == loser >= found.end and losing.side == found.side
    assert said(record, review_result).endswith(f". {record.numbered(loser)} then lost by force.")
    beside = stretch_sentence(record, review_result, found, NAMES, names_costliest=False)
    assert said(record, review_result).startswith(beside) and "by force" not in beside
    assert happened(found, below_loser=True) == "fell behind here"
    unforced = reviewed_as(record, slid(20, 40))
    assert losing_move(unforced, stretch_of(record, unforced)) is None
    marked = [0.0 if ply <= 31 else 4.0 for ply in range(60)]
    one = reviewed_as(record, marked, {31: 4.0, 49: WIN - 20})
    assert stretch_of(record, one).only.index == 31 and losing_move(one, stretch_of(record, one)) is None


def test_a_stretch_within_a_turn_names_its_first_and_last_action() -> None:
    record = random_game("tabletactics", 60, 2)
    first = next(
        ply for ply in range(60) if record.number(ply) == record.number(ply + 2) and record.plies[ply].side
    )
    found = Stretch(BLACK, True, first, first + 3, 0.0, -1.0, (), 3, first + 2)
    assert moves_of(record, found) == f"{record.numbered(first)} to {record.numbered(first + 2)}"


def test_a_mate_ends_a_game_that_was_even() -> None:
    record = Record.start(load_game("chess"))
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        record.play(record.position.parse_move(move))
    review_result = reviewed_as(record, [0.1, -0.5, -0.6, 3 - WIN], {2: WIN})
    found = stretch_of(record, review_result)
    assert (found.side, found.start, found.end) == (WHITE, 2, 4)
    assert said(record, review_result) == (
        "White lost the game with 2. g4, from −0.60 pawns (before it) to a lost game."
    )


def test_nothing_is_said_before_all_is_reviewed() -> None:
    record = game_of(30)
    review_result = reviewed_as(record, slid(10, 20, 30))
    part = ReviewResult(review_result.looked[:-1], 30)
    assert stretch_of(record, part) is None and said(record, part) == ""
    empty = Record.start(load_game("chess"))
    assert stretch_of(empty, ReviewResult()) is None and said(empty, ReviewResult()) == ""


RECORD = game_of(30)


@given(st.lists(st.floats(-20.0, 20.0), min_size=30, max_size=30), st.floats(0.1, 50.0))
@settings(max_examples=60, deadline=None)
def test_units_make_no_difference_and_the_sides_are_alike(values, factor) -> None:
    record = RECORD
    found = stretch_of(record, reviewed_as(record, values))
    scaled = stretch_of(record, reviewed_as(record, [v * factor for v in values], scale=3.0 * factor))
    assert (found is None) == (scaled is None)
    if found is not None:
        assert (found.side, found.lost, found.start, found.end) == (
            scaled.side,
            scaled.lost,
            scaled.start,
            scaled.end,
        )
        assert record.positions[found.start].to_move == found.side
        assert found.after < found.before


# A game of two level 3 programs, in which White queens and mates: its moves, and the value for White that 300
# 000 nodes a position found, in pawns; 99 is a forced win.
PLAYED = """
d2d3 d7d6 b1c3 e7e5 a2a3 b8c6 e2e4 c6d4 c1d2 g8e7 d2e3 h7h6 h2h3 g7g6 e3d4 e5d4 c3b5 c7c5 c2c3 a7a6 d1a4
e7c6 c3d4 c8d7 b5c3 c6d4 a4d1 f8g7 g1e2 d8a5 e2d4 g7d4 d1b3 b7b5 f1e2 d7c6 e1g1 a8a7 a1b1 e8g8 e2f3 f8e8
c3e2 d4g7 g2g3 a5d8 h3h4 d8e7 b3c2 g6g5 h4g5 h6g5 b2b4 a7b7 f1c1 c5c4 d3c4 b7c7 c4b5 a6b5 f3g2 c6e4 c2c7
e4b1 g2f3 b1d3 c7e7 e8e7 c1c8 g7f8 e2d4 d3c4 g1g2 e7e1 c8d8 e1e5 f3b7 g5g4 d8b8 e5e1 b7c6 f7f6 d4f5 e1a1
f5h6 g8g7 h6g4 d6d5 g4f6 a1a3 c6d5 f8e7 f6h5 g7g6 d5c4 b5c4 h5f4 g6f5 f4d5 e7d6 b8e8 c4c3 e8c8 d6e5 g2f3
e5d4 d5e3 f5e6 e3c2 e6d7 c8c4 a3b3 c4d4 d7c7 g3g4 c7c6 g4g5 c6c7 g5g6 b3b1 g6g7 b1g1 d4g4 g1h1 g7g8q
c7b7 g8d5 b7b6 g4g6 b6a7 g6g7 a7b8 d5b7
"""
WORTH = """
0.29 0.06 0.35 0.18 0.26 -0.01 0.05 0.10 0.10 -0.03 0.42 -0.23 -0.03 -0.29 -0.05 -0.44 -0.52 -0.82 -0.93
-2.17 -2.17 -1.96 -1.72 -1.74 -1.91 -1.91 -1.94 -1.94 -1.75 -1.78 -1.55 -1.55 -1.22 -1.88 -1.69 -1.83
-1.23 -0.96 -0.89 -0.95 -1.41 -1.15 -1.30 -1.16 -0.97 -1.03 -1.19 -1.16 -0.97 -1.03 -0.88 -0.88 -1.14
-1.02 -0.35 -0.35 -0.39 -0.71 0.35 0.21 0.21 0.12 -0.03 0.14 0.28 -0.83 -0.90 -0.85 -0.85 -1.31 0.12
0.20 0.80 0.14 0.65 0.22 0.68 0.56 0.50 0.36 0.36 0.33 1.32 0.91 1.32 1.09 1.09 1.32 1.38 1.23 1.60 1.41
2.45 2.11 1.79 1.74 1.74 1.73 1.73 1.96 1.97 1.87 1.99 2.00 2.31 1.59 2.01 2.09 5.75 6.45 6.45 6.85 7.05
6.51 6.77 7.03 7.70 8.37 11.95 12.91 14.81 16.26 16.26 16.72 16.72 27.28 99 99 99 99 99 99 99
"""


def test_a_game_that_was_played_tells_where_it_was_lost() -> None:
    record = Record.start(load_game("chess"))
    for move in PLAYED.split():
        record.play(record.position.parse_move(move))
    values = [WIN - 3 if float(value) == 99 else float(value) for value in WORTH.split()]
    assert record.position.outcome == WHITE and len(values) == len(record.plies) == 133
    losses = {57: 0.87, 64: 0.83, 69: 1.43, 81: 0.99, 91: 1.05, 107: 3.66, 117: 3.24}
    assert said(record, reviewed_as(record, values, losses)) == (
        "Black fell from −0.91 (before 42…Ra1) to −6.45 pawns for Black (before 55…Kd7); its costliest move "
        "there, 54…Ke6, costs 3.66 pawns."
    )
    assert said(record, reviewed_as(record, values, losses | {107: 0.5})) == (
        "Black slid from −0.91 (before 42…Ra1) to −6.45 pawns for Black (before 55…Kd7); no move alone cost "
        "more than 1.05."
    )
