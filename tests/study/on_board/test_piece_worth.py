"""The piece values, by evaluating without a piece: in one position, and for the choice between two lines."""

import chess
import pytest

from bad_terms import divides, heuristic
from engines.contract import EXACT, RootMove, Thought
from games.contract import ONGOING
from games.position import Position
from games.record import Record
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, load_lens
from samples import random_walk
from study.on_board.edited_positions import standing_in, without
from study.on_board.piece_worth import (
    ComparedChoices,
    Way,
    choice_of,
    trail_steps,
    went,
    worth_of,
    worth_of_choice,
    worth_steps,
)
from study.state.study import Study


def worked_out(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def at(game, text):
    return Position.start(load_game(game), text=text)


def options(game):
    return load_game(game).options()


def worths(game, text, side=0, heuristic=None):
    lens = load_lens(game, heuristic or default_heuristic(game).name)
    return lens, worked_out(worth_steps(at(game, text), options(game), lens, side))


@pytest.mark.parametrize(
    ("game", "text", "square", "left"),
    [
        ("isolation", "7/7/3x3/7/2w1b2/7/7 b", "d5", "7/7/7/7/2w1b2/7/7 b"),
        ("morris", "3/bb1/1w1/wb2b1/3/b2/2w b 3 2 0", "d5", "3/bb1/3/wb2b1/3/b2/2w b 3 2 0"),
        ("jungle", "8/8/2e5/8/8/2R5/+6+ b DW - 0", "c5", None),  # Blue's last piece: the game would be over
        ("jungle", "7l/8/2e5/8/8/2R5/+6+ b DW - 0", "c5", "7l/8/8/8/8/2R5/+6+ b DW - 0"),
        ("jungle", "7l/8/2e5/8/8/2R5/+6+ b DW - 0", "a1", None),  # nobody knows which animal it is
        ("isolation", "7/7/3x3/7/2w1b2/7/7 b", "c3", None),  # it would have to be placed again
        ("morris", "3/3/3/wwwbbb/3/3/1b1 w 0 0 0", "a4", None),  # with two stones the side has lost
        ("morris", "3/3/3/wwwbbb/3/3/1b1 w 0 0 0", "d1", "3/3/3/wwwbbb/3/3/3 w 0 0 0"),
        ("tabletactics", "4t22f31/6/1n412f311/6/T221F323/N42F324 b play e4:1 13", "a2",
         "4t22f31/6/1n412f311/6/2F323/N42F324 b play e4:1 13"),
        ("tabletactics", "4t22f31/6/1n412f311/6/T221F323/N42F324 b play e4:1 13", "e4",
         "4t22f31/6/1n414/6/T221F323/N42F324 b play - 13"),  # it is in the middle of its steps
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", None),
        ("chess", "4k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1", "e7", None),  # without it, White could take the king
        ("chess", "4k3/4p3/8/8/8/8/4R3/4K3 b - - 0 1", "e7", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("side", [0, 1])
def test_worth_is_the_evaluation_less_that_without_the_piece(game, text, square, left, side):
    lens, found = worths(game, text, side)
    if left is None:
        assert square not in found and without(at(game, text), options(game), square) is None
        return
    before, after = (lens.breakdown(at(game, each).state, side).value for each in (text, left))
    assert found[square] == (before - after if side == 0 else after - before)


def test_in_chess_it_is_what_another_library_takes_off():
    lens, seen = load_lens("chess", "location"), 0
    for position in list(random_walk(load_game("chess"), 5, 60))[8::20]:
        found = worked_out(worth_steps(position, options("chess"), lens, 0))
        value = lens.breakdown(position.state, 0).value
        for square in chess.SquareSet(chess.Board(position.text).occupied):
            board = chess.Board(position.text)
            board.remove_piece_at(square)
            board.castling_rights = board.clean_castling_rights()
            name = chess.square_name(square)
            if not board.is_valid() or board.is_game_over():
                assert name not in found
                continue
            seen += 1
            without_it = load_game("chess").parse(board.fen(), options("chess"))
            assert found[name] == value - lens.breakdown(without_it, 0).value
    assert seen > 50


@pytest.mark.parametrize("game", game_names())
def test_no_worth_without_a_legal_position(game):
    """A piece has a value only if the position without it goes on, and has no other change on the board."""
    for position in list(random_walk(load_game(game), 11, 40))[::8]:
        standing = standing_in(position, options(game))
        for square in standing:
            left = without(position, options(game), square)
            if left is not None:
                assert left.outcome == ONGOING and left.to_move == position.to_move
                assert standing_in(left, options(game)).keys() == standing.keys() - {square}


def test_a_finished_game_has_no_worths():
    assert worths("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 0, "location")[1] == {}


@pytest.mark.parametrize(
    ("game", "text", "move", "expected"),
    [
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", {"e1": "g1", "h1": "f1", "a1": "a1"}),
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", {"e5": "d6", "d5": None, "e8": "e8"}),
        ("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", {"e7": "d8", "d8": None}),
        ("morris", "3/bb1/1w1/wb2b1/3/b2/2w w 0 0 0", "d5", {}),
        ("morris", "3/3/3/wwwbbb/3/3/1b1 b 0 0 0", "d1", {}),
        ("isolation", "7/7/3x3/7/2w1b2/7/7 b", "d5", {}),
        ("tabletactics", "4t22f31/6/1n412f311/6/T221F323/N42F324 b play e4:1 13", "", {}),
    ],
)
def test_pieces_are_followed_along_a_move(game, text, move, expected):
    position = at(game, text)
    for number in position.moves:
        if expected and position.move_text(number) != move:
            continue
        before, after = (standing_in(p, options(game)) for p in (position, position.play(number)))
        steps = went(before, after, position.game.click_paths(position.state, number))
        assert {square: steps.get(square) for square in expected} == expected
        assert set(steps.values()) <= after.keys() and len(set(steps.values())) == len(steps)
        gone = len(before) - len(steps)
        assert gone == max(0, gone) and len(steps) >= len(before) - 2, "a move takes two stones at most"


def test_a_knight_of_isolation_leaves_a_burned_square_behind():
    position = at("isolation", "7/7/3x3/7/2w1b2/7/7 b")
    move = position.moves[0]
    before, after = (standing_in(p, options("isolation")) for p in (position, position.play(move)))
    steps = went(before, after, position.game.click_paths(position.state, move))
    assert steps["e3"] == position.notation(move) and steps["c3"] == "c3"


def compared(text, best, other):
    """A study of chess with a one-ply search that prefers `best`, and with `other` selected."""
    record = Record.start(load_game("chess"), None, text)
    position, lens = record.position, load_lens("chess", "location")
    study = Study(record, lens)
    moves = [position.parse_move(each) for each in (best, other)]
    values = [lens.breakdown(position.play(move).state, position.to_move).value for move in moves]
    rows = tuple(RootMove(move, value, EXACT, 1, (move,)) for move, value in zip(moves, values, strict=True))
    study.search_store.keep(Thought(position, moves[0], values[0], 1, 9, 0.1, (moves[0],), rows, lens=lens))
    study.point(selected=moves[1])
    return study, lens, moves


def known(study, ask):
    for _ in range(2000):
        found = ask()
        if found is not None:
            return found
        study.facts.advance(0.0)
    raise AssertionError("it is never known")


def test_choice_is_judged_at_the_ends_of_both_lines():
    study, lens, moves = compared("4k3/p7/8/3p4/4N3/8/P7/4K3 w - - 0 1", "e4f6", "e1e2")
    # The knight gives check. Without it at the end of the first line, Black is not in check.
    choice = known(study, lambda: choice_of(study))
    assert (choice.chosen.text, choice.asked.text) == ("Nf6+", "Ke2")
    found = known(study, lambda: worth_of_choice(study, choice))
    ends = [study.position.play(move) for move in moves]
    each = [worked_out(worth_steps(end, study.record.options, lens, 0)) for end in ends]
    assert found["e4"] == each[0]["f6"] - each[1]["e4"] and found["d5"] == each[0]["d5"] - each[1]["d5"]
    assert "e1" not in found, "a king cannot be left out"
    study.point(selected=moves[0])
    assert choice_of(study) is None, "the best move is compared with nothing"


def test_piece_taken_on_one_line_is_worth_nothing_there():
    study, lens, moves = compared("4k3/p7/8/3p4/4B3/8/P7/4K3 w - - 0 1", "e4d5", "e1e2")
    choice = known(study, lambda: choice_of(study))
    found = known(study, lambda: worth_of_choice(study, choice))
    there = worked_out(worth_steps(study.position.play(moves[1]), study.record.options, lens, 0))
    assert found["d5"] == -there["d5"] > 0, "Black's pawn counts against White where it still stands"


def test_a_line_that_ends_the_game_says_so():
    study, _, _ = compared("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "e1e2")
    choice = known(study, lambda: choice_of(study))
    assert "Ra8#" in worth_of_choice(study, choice) and "over" in worth_of_choice(study, choice)


def test_what_comes_on_the_way_is_compared_where_it_stands():
    """A stone that a line places."""
    start = at("morris", "3/3/3/6/3/3/3 w 9 9 0")
    one, two = (Way(name, (start.parse_move(name),), (start, start.play(start.parse_move(name))))
                for name in ("d6", "a1"))  # fmt: skip
    assert worked_out(trail_steps(one.positions, one.moves, options("morris"))) == {}
    record = Record.start(load_game("morris"))
    study, lens = Study(record, load_lens("morris", "weighted")), load_lens("morris", "weighted")
    choice = ComparedChoices(one, two, lens, 0, "")
    found = known(study, lambda: worth_of_choice(study, choice))
    ends = [worked_out(worth_steps(way.end, record.options, lens, 0)) for way in (one, two)]
    assert found == {"d6": ends[0]["d6"], "a1": -ends[1]["a1"]}


def test_a_heuristic_that_fails_says_so_instead():
    position = at("isolation", "7/7/3x3/7/2w1b2/7/7 b")
    lens = Lens.of(heuristic(divides))
    assert "faulty" in worked_out(worth_steps(position, options("isolation"), lens, 0))
    study = Study(Record.start(load_game("isolation"), None, position.text), lens)
    assert "faulty" in known(study, lambda: worth_of(study, study.position, lens, 0))
