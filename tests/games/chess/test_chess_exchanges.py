"""Captures, checks and exchanges of chess, against python-chess: noisy moves only, which of them lose
material, what an exchange wins, and which moves give check."""

import chess
import numpy as np
import pytest

from games.chess import GAME
from games.chess.board import board_of, chess_move, move_of, read_board, state_of
from games.chess.kernel import (
    PIECE_WORTH,
    gives_check,
    loses,
    noisy,
    noisy_moves,
    quiet_checks,
    wins_exchange,
)
from games.compiling.compiler import compiled, jit_disabled
from samples import ongoing_positions

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
FINER = {piece: int(PIECE_WORTH[piece]) for piece in chess.PIECE_TYPES[:-1]} | {chess.KING: 100_000}
SAMPLE = 10 if jit_disabled() else 150


def takers(
    board: chess.Board, square: int, color: bool, gone: set[int], worth: dict[int, int] = WORTH
) -> list[int]:
    """The attackers of a square once the pieces in `gone` no longer stand in the way, the least valuable
    first."""
    left = chess.SquareSet(board.occupied) - chess.SquareSet(gone)
    found = [taker for taker in board.attackers(color, square, left) if taker not in gone]
    return sorted(found, key=lambda taker: worth[board.piece_type_at(taker)])


def won_back(
    board: chess.Board, square: int, color: bool, gone: set[int], standing: int, worth: dict[int, int] = WORTH
) -> int:
    """The most that a side wins by continuing to take on a square, or by stopping."""
    able = takers(board, square, color, gone, worth)
    if not able:
        return 0
    piece, gone = board.piece_type_at(able[0]), gone | {able[0]}
    if piece == chess.KING and takers(board, square, not color, gone):
        return 0
    return max(0, worth[standing] - won_back(board, square, not color, gone, piece, worth))


def exchange(board: chess.Board, move: chess.Move, worth: dict[int, int] = WORTH) -> int:
    """What a capture or a promotion wins after all exchanges on its square."""
    gone = {move.from_square}
    taken, standing = board.piece_type_at(move.to_square), board.piece_type_at(move.from_square)
    if board.is_en_passant(move):
        taken = chess.PAWN
        gone.add(move.to_square + (-8 if board.turn == chess.WHITE else 8))
    gain = worth[taken] if taken else 0
    if move.promotion:
        gain, standing = gain + worth[move.promotion] - worth[chess.PAWN], move.promotion
    return gain - won_back(board, move.to_square, not board.turn, gone, standing, worth)


def test_what_loses_is_what_an_exchange_on_the_board_says():
    fast = compiled(loses)
    answers = []
    for position in ongoing_positions("chess", 41, SAMPLE):
        board = board_of(position.state)
        for move in (move for move in position.moves if noisy(position.state, move)):
            expected = exchange(board, chess_move(move)) < 0
            assert bool(fast(position.state, move)) == expected, (position.text, chess_move(move))
            assert jit_disabled() or bool(loses(position.state, move)) == expected
            answers.append(expected)
    assert jit_disabled() or (len(answers) > 300 and 0.1 < sum(answers) / len(answers) < 0.9)


def test_an_exchange_wins_what_it_wins_on_the_board():
    fast = compiled(wins_exchange)
    answers = []
    for position in ongoing_positions("chess", 43, SAMPLE):
        board = board_of(position.state)
        for move in position.moves:
            played = chess_move(move)
            if board.is_castling(played):
                continue
            won = 0 if played.promotion else exchange(board, played, FINER)
            for least in {won - 1, won, won + 1, -400, -100, 0, 1}:
                said = fast(position.state, move, least)
                assert bool(said) == (won >= least), (position.text, played, least)
                assert jit_disabled() or bool(wins_exchange(position.state, move, least)) == said
                answers.append(bool(said))
    assert 0.1 < sum(answers) / len(answers) < 0.9


def test_what_stands_behind_takes_part():
    """Exchanges as a person counts them: pieces in line, en passant, promotions, a king's turn."""
    for fen, move, bad in (
        ("3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", True),
        ("3r2k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", False),
        ("3r2k1/8/4p3/3p4/8/1B6/3R4/3R2K1 w - - 0 1", "b3d5", True),
        ("6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", False),
        ("6k1/2p5/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", False),
        ("1n4k1/P7/8/8/8/8/8/6K1 w - - 0 1", "a7b8q", False),
        ("1r4k1/P7/8/8/8/8/8/R5K1 w - - 0 1", "a7a8q", False),
        ("1r4k1/P7/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", True),
        ("8/8/8/3k4/3p4/8/3R4/3R2K1 w - - 0 1", "d2d4", False),
        ("8/8/8/3k4/3p4/8/3R4/6K1 w - - 0 1", "d2d4", True),
    ):
        board = read_board(fen)
        played = chess.Move.from_uci(move)
        assert loses(state_of(board, GAME.options()), move_of(played)) == bad == (exchange(board, played) < 0)


def test_noisy_moves_alone_are_those_of_all_that_are_noisy():
    fast = compiled(noisy_moves)
    out = np.zeros(GAME.max_moves, np.int32)
    found = 0
    for position in ongoing_positions("chess", 41, SAMPLE):
        expected = [move for move in position.moves if noisy(position.state, move)]
        assert out[: fast(position.state, out)].tolist() == expected, position.text
        found += len(expected)
    assert found > SAMPLE


# Checks


def test_checks_are_those_of_python_chess():
    fast = compiled(gives_check)
    found = 0
    for position in ongoing_positions("chess", 41, SAMPLE):
        board = board_of(position.state)
        for move in position.moves:
            expected = board.gives_check(chess_move(move))
            assert bool(fast(position.state, move)) == expected, (position.text, chess_move(move))
            found += expected
    assert found > SAMPLE


@pytest.mark.parametrize(
    ("fen", "checks"),
    [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 h1f1 h1h8"),  # by castling
        # And a king's move that opens the rook's line.
        ("8/8/8/8/8/8/8/R3K2k w Q - 0 1", "e1c1 e1d2 e1e2 e1f2"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1 a1a8 a1d1"),
        ("8/8/8/R1pP3k/8/8/8/4K3 w - c6 0 1", "d5c6"),  # the captured pawn stood in between, too
        ("8/3k4/8/2pP4/8/8/8/3RK3 w - c6 0 1", "d5c6"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q e7e8r"),  # through the square that the pawn leaves
        ("4k3/8/8/8/8/4P3/8/4RK2 w - - 0 1", ""),  # from behind the pawn on the same file
    ],
)
def test_checks_of_all_kinds(fen, checks):
    board = read_board(fen)
    state = state_of(board, GAME.options())
    found = {move.uci() for move in board.legal_moves if gives_check(state, move_of(move))}
    assert found == {move.uci() for move in board.legal_moves if board.gives_check(move)}
    assert found >= set(checks.split())
    assert_quiet_checks_are_those_of_all(state, [move_of(move) for move in board.legal_moves])


def assert_quiet_checks_are_those_of_all(state, moves, find=quiet_checks):
    out = np.zeros(GAME.max_moves, np.int32)
    expected = [move for move in sorted(moves) if not noisy(state, move) and gives_check(state, move)]
    assert out[: find(state, out)].tolist() == expected
    return len(expected)


def test_quiet_checks_are_found_without_asking_each_move():
    fast = compiled(quiet_checks)
    found = [
        assert_quiet_checks_are_those_of_all(position.state, position.moves, fast)
        for position in ongoing_positions("chess", 41, SAMPLE)
    ]
    assert jit_disabled() or sum(found) > SAMPLE


def test_king_that_gives_check_by_a_step_aside_is_found():
    board = read_board("8/6k1/1pp1pp2/2P5/P2R3q/6K1/6R1/7b w - - 0 63")
    state = state_of(board, GAME.options())
    assert board.is_check()
    assert assert_quiet_checks_are_those_of_all(state, [move_of(move) for move in board.legal_moves]) == 1
