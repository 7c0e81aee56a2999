"""What searches ask about chess, against python-chess: the order of moves, which quiet ones come early, and
which piece goes where."""

import chess
import numpy as np

from engines.search_hints import PIECE_TO
from engines.search_hints.chess import (
    GIVES_CHECK,
    SAVES_MINOR,
    SAVES_QUEEN,
    SAVES_ROOK,
    likeness,
    order_hint,
    piece_to,
    quiet_hints,
    same_target,
    worth_taken,
)
from games.chess import GAME
from games.chess.board import board_of, chess_move
from games.chess.kernel import PIECE_WORTH
from games.compiling.compiler import compiled, jit_disabled
from games.position import Position
from samples import ongoing_positions

SAMPLE = 10 if jit_disabled() else 150


def test_the_dearest_piece_is_taken_first_by_the_cheapest():
    fen = "3r1q1k/4P3/8/3n4/2P1Q3/8/Kp6/8 w - - 0 1"
    position = Position.start(GAME, text=fen)
    hints = {position.move_text(move): order_hint(position.state, move) for move in position.moves}
    order = ["e7f8q", "e7d8q", "e7f8n", "e7e8q", "e7d8n", "c4d5", "e4d5", "a2b2"]
    assert [hints[name] for name in order] == sorted((hints[name] for name in order), reverse=True)
    assert len({hints[name] for name in order}) == len(order)
    assert hints["e4e5"] == hints["e7e8n"] == 0


def test_order_hint_knows_en_passant():
    position = Position.start(GAME, text="7k/8/8/2pP4/8/8/8/K7 w - c6 0 1")
    hints = [order_hint(position.state, position.parse_move(name)) for name in ("d5c6", "d5d6")]
    assert hints[0] > hints[1] == 0


def test_quiet_moves_that_check_or_save_a_piece_come_early():
    fast = compiled(quiet_hints)
    found = dict.fromkeys((0, GIVES_CHECK, SAVES_MINOR, SAVES_ROOK, SAVES_QUEEN), 0)
    for position in ongoing_positions("chess", 45, SAMPLE):
        board = board_of(position.state)
        moves = np.array(position.moves, np.int32)
        hints = np.zeros(len(moves), np.int64)
        fast(position.state, moves, len(moves), hints)
        for move, hint in zip(position.moves, hints.tolist(), strict=True):
            assert hint == hint_of(board, chess_move(move)), (position.text, chess_move(move))
            found[hint] = found.get(hint, 0) + 1
    assert jit_disabled() or all(found.values())


def hint_of(board: chess.Board, move: chess.Move) -> int:
    """The hint by python-chess: what the moved piece attacks from its goal, and what attacks it before and
    after, as if nothing had moved."""
    piece = board.piece_at(move.from_square)
    cheaper = {
        chess.QUEEN: (SAVES_QUEEN, (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK)),
        chess.ROOK: (SAVES_ROOK, (chess.PAWN, chess.KNIGHT, chess.BISHOP)),
        chess.KNIGHT: (SAVES_MINOR, (chess.PAWN,)),
        chess.BISHOP: (SAVES_MINOR, (chess.PAWN,)),
    }
    hint = 0
    if piece.piece_type in cheaper:
        saved, by = cheaper[piece.piece_type]
        pawns_only = (chess.PAWN,)

        def attacked(square: int, kinds: tuple[int, ...]) -> bool:
            attackers = board.attackers(not board.turn, square)
            return any(board.piece_type_at(attacker) in kinds for attacker in attackers)

        if attacked(move.from_square, by):
            if not attacked(move.to_square, by):
                hint = saved
            elif not attacked(move.to_square, pawns_only):
                hint = SAVES_MINOR
    # A piece checks from where the king would attack as that piece, with all pieces where they are now.
    if piece.piece_type == chess.KING:
        return hint
    king = board.king(not board.turn)
    if piece.piece_type == chess.PAWN:
        squares = chess.SquareSet(chess.BB_PAWN_ATTACKS[not board.turn][king])
    else:
        probe = board.copy(stack=False)
        probe.set_piece_at(king, chess.Piece(piece.piece_type, not board.turn))
        squares = probe.attacks(king)
    return hint + (GIVES_CHECK if move.to_square in squares else 0)


def test_moves_to_one_square_have_the_same_target():
    for position in ongoing_positions("chess", 47, 5):
        for move in position.moves:
            for other in position.moves:
                alike = chess_move(move).to_square == chess_move(other).to_square
                assert same_target(move, other) == alike


def test_what_a_move_takes_is_worth_as_much_as_in_exchanges():
    for position in ongoing_positions("chess", 43, 20):
        board = board_of(position.state)
        for move in position.moves:
            played = chess_move(move)
            taken = chess.PAWN if board.is_en_passant(played) else board.piece_type_at(played.to_square)
            assert worth_taken(position.state, move) == (PIECE_WORTH[taken] if taken else 0)


def test_likeness_is_of_the_pawns_and_of_each_sides_pieces():
    fast = compiled(likeness)
    seen: list[dict[object, int]] = [{}, {}, {}]
    for position in ongoing_positions("chess", 45, SAMPLE):
        board = board_of(position.state)
        pieces = board.piece_map().items()
        apart = [
            [(at, piece.color) for at, piece in pieces if piece.piece_type == chess.PAWN],
            *(
                [
                    (at, piece.piece_type)
                    for at, piece in pieces
                    if piece.color == side and piece.piece_type != chess.PAWN
                ]
                for side in (chess.WHITE, chess.BLACK)
            ),
        ]
        found = fast(position.state)
        assert found == likeness(position.state) and min(found) >= 0
        for part, number, known in zip(apart, found, seen, strict=True):
            assert known.setdefault(frozenset(part), int(number)) == number
    for known in seen:  # equal numbers of different pieces are rare
        assert len(set(known.values())) == len(known)
        if not jit_disabled():
            assert len(known) > SAMPLE // 10


def test_each_piece_and_square_has_a_number_of_its_own():
    fast = compiled(piece_to)
    meant: dict[int, tuple[int, int]] = {}
    for position in ongoing_positions("chess", 43, SAMPLE):
        board = board_of(position.state)
        for move in position.moves:
            number = int(fast(position.state, move))
            assert 0 <= number < PIECE_TO
            goes = (board.piece_type_at(chess_move(move).from_square), chess_move(move).to_square)
            assert meant.setdefault(number, goes) == goes, (position.text, chess_move(move))
    assert len(set(meant.values())) == len(meant)
