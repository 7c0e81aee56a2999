"""Chess's `classical` against the same terms counted anew on python-chess boards."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chess import GAME
from heuristics import chess as module
from heuristics.chess import classical
from heuristics.lens import Lens
from samples import random_positions, random_walk

seeds = st.integers(0, 2**31 - 1)
LENS = Lens.of(classical)
TERMS = {term.name: term for term in classical.terms}
SAMPLE = tuple(random_positions(GAME, 15, 25))
OFFICERS = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def parsed(fen: str):
    return GAME.parse(fen, GAME.options())


def share_of_middle_game(board: chess.Board) -> float:
    worth = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
    return min(24, sum(worth.get(piece.piece_type, 0) for piece in board.piece_map().values())) / 24


def from_own_side(square: int, color: bool) -> int:
    return square if color == chess.WHITE else chess.square_mirror(square)


def slow_counts(board: chess.Board, color: bool) -> dict[str, float]:
    """What a side's terms count that are not the published ones'."""
    share = share_of_middle_game(board)
    own, other = board.pieces(chess.PAWN, color), board.pieces(chess.PAWN, not color)
    seen = {square: from_own_side(square, color) for square in own}
    files = [chess.square_file(square) for square in own]
    king, other_king = board.king(color), board.king(not color)
    assert king is not None and other_king is not None
    counts = dict.fromkeys(("doubled pawns", "isolated pawns", "passed pawns"), 0.0)
    for at in seen.values():
        file, rank = chess.square_file(at), chess.square_rank(at)
        before = [from_own_side(pawn, color) for pawn in other]
        stopped = any(
            abs(chess.square_file(pawn) - file) <= 1 and chess.square_rank(pawn) > rank for pawn in before
        )
        doubled = any(
            chess.square_file(pawn) == file and chess.square_rank(pawn) > rank for pawn in seen.values()
        )
        counts["doubled pawns"] += doubled
        counts["isolated pawns"] += file - 1 not in files and file + 1 not in files
        if not stopped and not doubled:
            middle, end = module.PASSED_WORTH[rank], module.PASSED_WORTH_IN_ENDGAME[rank]
            counts["passed pawns"] += share * middle + (1 - share) * end
    guarded = {square for pawn in other for square in board.attacks(pawn)}
    moving = hits = attackers = 0.0
    for square, piece in board.piece_map().items():
        if piece.color != color or piece.piece_type not in OFFICERS:
            continue
        free = [to for to in board.attacks(square) if board.color_at(to) != color and to not in guarded]
        heavy = {chess.ROOK: 0.5, chess.QUEEN: 0.25}.get(piece.piece_type)
        weight = share * heavy + (1 - share) * 2 * heavy if heavy else 1.0
        moving += weight * (len(free) - module.NORMAL_SQUARES[piece.piece_type])
        about = [to for to in board.attacks(square) if chess.square_distance(to, other_king) == 1]
        hits += len(about) * module.HITS[piece.piece_type]
        attackers += bool(about)
    counts["mobility"] = moving
    counts["attack on the king"] = hits * module.TOGETHER[min(5, int(attackers))] * share
    pawn_files = {chess.square_file(pawn) for pawn in other}
    rooks = [chess.square_file(square) for square in board.pieces(chess.ROOK, color)]
    counts["rooks on open files"] = sum(
        0.0 if file in files else 0.5 if file in pawn_files else 1.0 for file in rooks
    )
    at = from_own_side(king, color)
    shelter = [
        chess.square_rank(pawn) - chess.square_rank(at)
        for pawn in seen.values()
        if abs(chess.square_file(pawn) - chess.square_file(at)) <= 1
    ]
    counts["king's shelter"] = share * (shelter.count(1) + 0.5 * shelter.count(2))
    counts["bishop pair"] = float(len(board.pieces(chess.BISHOP, color)) >= 2)
    counts["tempo"] = float(board.turn == color)
    counts["kings: location"] = tapered(module.KING_SQUARES, module.KING_SQUARES_IN_ENDGAME, at, share)
    counts["pawns: location"] = sum(
        tapered(module.PAWN_SQUARES, module.PAWN_SQUARES_IN_ENDGAME, pawn, share) for pawn in seen.values()
    )
    return counts


def tapered(middle, end, square: int, share: float) -> float:
    return float(share * middle[0][square] + (1 - share) * end[0][square])


@given(seed=seeds)
def test_terms_are_those_of_python_chess(seed):
    for position in list(random_walk(GAME, seed, 80))[::8]:
        board = chess.Board(position.text)
        for side, color in enumerate((chess.WHITE, chess.BLACK)):
            rows = {row.name: row.own for row in LENS.breakdown(position.state, side).rows}
            expected = slow_counts(board, color)
            assert {name: rows[name] for name in expected} == pytest.approx(expected), position.text


@given(seed=seeds)
def test_colours_do_not_matter(seed):
    for position in list(random_walk(GAME, seed, 60))[::10]:
        turned = parsed(chess.Board(position.text).mirror().fen())
        for side in (0, 1):
            value = LENS.breakdown(position.state, side).value
            assert LENS.breakdown(turned, 1 - side).value == pytest.approx(value)
            assert LENS.breakdown(position.state, 1 - side).value == pytest.approx(-value)


def test_squares_add_up_to_what_a_term_counts():
    for position in SAMPLE:
        for name, term in TERMS.items():
            for side in (0, 1):
                if term.squares is not None:
                    shown = sum(amount for _, amount in term.squares(position.state, side))
                    assert shown == pytest.approx(term.count(position.state, side)), (name, position.text)
    assert [name for name, term in TERMS.items() if term.squares is None] == ["tempo"]


def test_it_has_twenty_terms_that_say_what_they_are():
    assert len(TERMS) == 20
    assert all(term.description and "our own" in term.source for term in TERMS.values())


@pytest.mark.parametrize(
    ("name", "fen", "own", "other"),
    [
        ("doubled pawns", "4k3/8/8/p7/P7/P7/P7/4K3 w - - 0 1", 2, 0),
        ("isolated pawns", "4k3/pp6/8/8/8/8/P1P5/4K3 w - - 0 1", 2, 0),
        ("passed pawns", "4k3/8/3P4/8/8/8/7p/4K3 w - - 0 1", 90, 150),
        ("bishop pair", "4kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1, 0),
        ("rooks on open files", "r3k3/p7/8/8/8/8/1p6/1R1RK3 w - - 0 1", 1.5, 0),
        ("attack on the king", "6k1/8/8/8/8/8/8/R3K3 w - - 0 1", 0, 0),
        ("attack on the king", "7k/R7/8/8/8/8/8/4K1R1 w - - 0 1", (6 + 6) * 0.5 * 4 / 24, 0),
        ("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, 1),
    ],
)
def test_what_a_person_would_count(name, fen, own, other):
    row = next(row for row in LENS.breakdown(parsed(fen), 0).rows if row.name == name)
    assert (row.own, row.other) == (pytest.approx(own), pytest.approx(other))


def test_the_middle_game_passes_by_degrees():
    for fen, share in (
        (chess.STARTING_FEN, 1.0),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0.0),
        ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 8 / 24),
        ("qqq1k3/8/8/8/8/8/8/QQQQK3 w - - 0 1", 1.0),
    ):
        assert module.middle_game(parsed(fen)) == share
