"""The evaluation bar's marks: one mark for one source, two for two opinions, and lengths by a stated
scale."""

import itertools

import pytest

from bars import settled_marks
from engines.contract import EXACT, WIN, RootMove, Thought
from engines.player_text import parse_player
from games.contract import BLACK, WHITE
from games.record import Record
from games.registry import ENTRIES, load_game
from heuristics.contract import Heuristic
from heuristics.registry import heuristics_of, load_lens
from study.calibration.chances import Chances
from study.format.loss_scale import share
from study.on_board.evaluation_bar import EvaluationBar, Mark
from study.state.study import LinePosition, Study

GAME = load_game("isolation")


def played(white: str, black: str, plies: int) -> Study:
    record = Record.start(GAME)
    for _ in range(plies):
        record.play(record.position.moves[0])
    study = Study(record, load_lens("isolation", "improved"), plies)
    study.players = (parse_player(white, "isolation"), parse_player(black, "isolation"))
    return study


def keep(study: Study, cursor: int, lens: str, value: float) -> None:
    position = study.record.positions[cursor]
    rows = tuple(RootMove(move, value, EXACT, 3) for move in position.moves)
    move = position.moves[0]
    line = tuple(ply.move for ply in study.record.plies[cursor:]) or (move,)
    seen = load_lens("isolation", lens)
    study.search_store.keep(Thought(position, move, value, 3, 10, 0.1, line, rows, lens=seen))


def test_length_grows_with_the_value_and_is_full_when_won() -> None:
    values = [-1e6, -40.0, -3.0, -0.1, 0.0, 0.1, 3.0, 40.0, 1e6]
    lengths = [share(value, 3.0) for value in values]
    assert all(a < b for a, b in itertools.pairwise(lengths)) and lengths[0] > -1.0 and lengths[-1] < 1.0
    assert share(3.0, 3.0) == 0.5 == -share(-3.0, 3.0) and share(0.0, 3.0) == 0.0
    assert share(WIN - 3, 3.0) == 1.0 and share(3 - WIN, 3.0) == -1.0


def test_two_programs_that_evaluate_differently_have_a_mark_each() -> None:
    study = played("alphabeta:improved,depth=3", "alphabeta:center,depth=3", 2)
    balance = EvaluationBar()
    keep(study, 0, "improved", 3.0)
    white, black = settled_marks(study)
    assert (white.side, white.share) == (0, 0.5)
    assert black.side == 1 and "center, static evaluation" in black.text
    keep(study, 1, "center", 10.0)  # for Black, who moved there
    keep(study, 1, "custom_score", 1.0)  # another search, which is no player's
    white, black = settled_marks(study, balance)
    assert (white.side, white.share, black.side, black.share) == (0, 0.5, 1, -0.5)
    assert white.text == (
        f"+3.00 moves for White: improved, 3 plies deep, searched before {study.record.numbered(0)}; "
        "the game has followed its best line since."
    )
    assert black.text == (
        f"−10.0 for White: center, 3 plies deep, searched before {study.record.numbered(1)}; "
        "the game has followed its best line since.\n"
        "It is from the point of view of Black, the side that searched."
    )
    assert white.scaled == (
        "Two programs that evaluate differently have a mark each, by their values. "
        "At 3 moves, a clear advantage by improved, the bar reaches half of the way to its end."
    )
    study.view.for_mover = True
    study.go_to(1)
    assert [mark.share for mark in balance.marks(study)] == [0.5, -0.5], "sides do not depend on whose eyes"
    assert balance.marks(study)[1].text.startswith("+10.0 for Black")


@pytest.mark.parametrize("black", ["human", "random", "alphabeta:improved,depth=4"])
def test_one_opinion_has_one_mark(black: str) -> None:
    study = played("alphabeta:improved,depth=3", black, 2)
    balance = EvaluationBar()
    (mark,) = settled_marks(study, balance)
    assert mark.side is None and "static evaluation" in mark.text
    keep(study, 0, "improved", 1.0)
    keep(study, 2, "center", -10.0)
    (mark,) = settled_marks(study)
    assert mark.side is None and mark.share == -0.5 and mark.text.startswith("−10.0 for White: center")


def test_no_other_opinion_is_shown_before_the_chances(monkeypatch) -> None:
    study, bar = played("human", "human", 2), EvaluationBar()
    keep(study, 2, "center", -10.0)
    (mark,) = settled_marks(study, bar)
    assert "center" in mark.text and study.lens.name == "improved"
    monkeypatch.setattr(Chances, "knows", lambda chances, study, lens: lens.name != "center")
    assert bar.marks(study) == ()


def test_the_bar_is_of_the_shown_position_and_not_of_one_before() -> None:
    for players in (("human", "human"), ("alphabeta:improved,depth=3", "alphabeta:center,depth=3")):
        study = played(*players, 2)
        position = study.record.positions[0]
        other = position.moves[1]
        rows = tuple(RootMove(move, 9.0, EXACT, 3) for move in position.moves)
        found = Thought(position, other, 9.0, 3, 10, 0.1, (other,), rows, lens=study.lens)
        study.search_store.keep(found)  # a move that the game has not played
        for mark in settled_marks(study):
            assert "static evaluation" in mark.text
            lens = study.lens if mark.side != 1 else load_lens("isolation", "center")
            value = lens.breakdown(study.position.state, 0).value
            assert mark.share == pytest.approx(share(value, lens.heuristic.clear_advantage))


def test_wins_and_the_end_have_words() -> None:
    study = played("human", "human", 0)
    keep(study, 0, "improved", WIN - 5)
    (mark,) = settled_marks(study)
    assert mark.share == 1.0 and mark.text.startswith("White wins in 5 plies")
    assert (mark.words, mark.at) == ("wins", WHITE)
    while study.record.position.moves:
        study.record.play(study.record.position.moves[0])
    study.go_to(len(study.record.plies))
    (mark,) = settled_marks(study)
    assert abs(mark.share) == 1.0 and mark.text.endswith("has won.") and not mark.scaled


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_resigned_game_fills_the_bar_for_the_winner(side: int) -> None:
    study = played("human", "alphabeta:improved,depth=3", 2)
    keep(study, 2, "improved", 3.0 if study.position.to_move == side else -3.0)
    study.record.resign(side)
    (mark,) = settled_marks(study)
    end = -1.0 if side == WHITE else 1.0
    assert mark == Mark(end, None, f"{study.side_name(1 - side)} has won.", "", "won", 1 - side)
    study.go_to(1)
    (mark,) = settled_marks(study)
    assert abs(mark.share) < 1.0 and "improved" in mark.text, "the position before is still open"
    study.go_to(2)
    study.record.resign(None)
    (mark,) = settled_marks(study)
    assert abs(mark.share) == 0.5 and "3 plies deep" in mark.text


def test_every_heuristic_says_what_a_clear_advantage_is() -> None:
    for about in ENTRIES:
        assert all(heuristic.scale > 0 for heuristic in heuristics_of(about.name))
    mine = Heuristic("mine", "isolation", "One's own.", "nowhere")
    assert mine.clear_advantage == 1.0
    for number, weight in enumerate((4.0, -2.0, 100.0)):
        mine.own(f"term {number}", weight=weight)(lambda state, side: 1)
    assert mine.clear_advantage == 12.0, "three times the median size of the weights"


def test_while_a_line_is_shown_the_mark_is_of_its_position() -> None:
    study = played("human", "human", 4)
    keep(study, 4, "improved", 0.4)
    position = study.position
    moves, positions = [], []
    while len(moves) < 3:
        moves.append(position.moves[-1])
        position = position.play(moves[-1])
        positions.append(position)
    study.ahead = LinePosition(study.position, tuple(moves), tuple(positions), 3)
    (mark,) = settled_marks(study)
    value = study.lens.breakdown(position.state, study.perspective).value
    assert mark.share == share(value if study.perspective == WHITE else -value, 3.0)
    assert "the position on the line" in mark.text
    study.leave_line()
    (mark,) = settled_marks(study)
    assert mark.text.startswith("+0.4")
