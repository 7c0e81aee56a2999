"""Mate by brute force over python-chess boards: every attack and every defence, without pruning, except that
a refuted attack is given up. The reference for the engines, and independent of them."""

import chess


def is_mate_in_one(board: chess.Board) -> bool:
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False


def forces_mate(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether `move` mates by force within `moves` moves of the side to move, including `move`."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    try:
        if board.is_checkmate():
            return True
        if moves == 1 or board.is_insufficient_material():
            return False
        replies = list(board.legal_moves)
        if not replies:
            return False
        for reply in replies:
            board.push(reply)
            lost = has_mate(board, moves - 1)
            board.pop()
            if not lost:
                return False
        return True
    finally:
        board.pop()


def has_mate(board: chess.Board, moves: int) -> bool:
    """Whether the side to move mates by force within `moves` moves."""
    if moves == 1:
        return is_mate_in_one(board)
    return any(forces_mate(board, move, moves) for move in board.legal_moves)


def shortest_mates(board: chess.Board, moves: int) -> list[str]:
    """The first moves, in UCI, of the mates in exactly `moves`; none if there is a shorter mate."""
    if moves > 1 and has_mate(board, moves - 1):
        return []
    return sorted(move.uci() for move in board.legal_moves if forces_mate(board, move, moves))
