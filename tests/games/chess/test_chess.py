"""Chess: the kernel against python-chess and published counts, and its texts for people."""

from dataclasses import replace

import chess
import numpy as np
import pytest
from hypothesis import given

from games.chess import GAME, kernel
from games.chess.board import ChessOptions, board_of, chess_move, move_of, state_of
from games.chess.kernel import is_legal
from games.chess.tables import BIT
from games.compiling.compiler import compiled, jit_disabled
from games.contract import BLACK_WINS, DRAW, ONGOING, WHITE_WINS, BadText, new_state
from games.perft import perft
from games.position import Position
from samples import ongoing_positions, random_walk, seeds

START = chess.STARTING_FEN
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MOST_KNOWN_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"

# From the Chess Programming Wiki's "Perft Results": its six test positions, and the one for promotions.
WIKI = (
    (START, (20, 400, 8902, 197281, 4865609, 119060324)),
    (KIWIPETE, (48, 2039, 97862, 4085603, 193690690)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238, 674624, 11030083)),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        (6, 264, 9467, 422333, 15833292),
    ),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379, 2103487, 89941194)),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (46, 2079, 89890, 3894594, 164075551),
    ),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", (24, 496, 9483, 182838, 3605103, 71179139)),
)

# Martin Sedlak's positions, each for a mistake that move generators make.
TRAPS = {
    "en passant uncovers a rook": ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888),
    "en passant uncovers a bishop": ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1015133),
    "en passant gives check": ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467),
    "short castling gives check": ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072),
    "long castling gives check": ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711),
    "captured rooks take their rights along": ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206),
    "castling through check": ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476),
    "promotion out of check": ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001),
    "discovered check": ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658),
    "promotion gives check": ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342),
    "underpromotion gives check": ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683),
    "self stalemate": ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217),
    "stalemate or checkmate": ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584),
    "double check": ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527),
}
AFFORDABLE = 3_000 if jit_disabled() else 5_000_000
"""The most sequences that a test counts within a fraction of a second."""

DRAWS = (
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    "8/8/4k3/8/8/3KN3/8/8 b - - 0 1",
    "8/8/4k3/8/8/3KB3/8/8 b - - 0 1",
    "8/5b2/4k3/8/8/3KB3/8/8 b - - 0 1",
    "8/5b2/4k3/8/8/3K1B2/8/8 b - - 0 1",
    "8/5b2/4k3/8/8/3K2B1/8/8 b - - 0 1",
    "8/5n2/4k3/8/8/3KN3/8/8 b - - 0 1",
    "8/5n2/4k3/8/8/3KB3/8/8 b - - 0 1",
    "8/8/4k3/8/8/3KNN2/8/8 b - - 0 1",
    "8/5q2/4k3/8/8/3KN3/8/8 w - - 0 1",
    "8/8/4k3/8/5B2/3KB3/8/8 b - - 0 1",
    "8/8/4k3/8/4B3/3KB3/8/8 b - - 0 1",
    "8/8/4k3/7p/8/3KB3/8/8 b - - 0 1",
)
"""Positions with little material, and whether they are drawn."""


def parsed(fen: str, **options: int):
    return GAME.parse(fen, ChessOptions(**options))


def moves_of(state, generate=kernel.legal_moves) -> list[int]:
    out = np.zeros(kernel.MAX_MOVES, np.int32)
    return out[: generate(state, out)].tolist()


def moves_by_python_chess(board: chess.Board) -> list[int]:
    return sorted(move_of(move) for move in board.legal_moves)


def outcome_by_python_chess(board: chess.Board) -> int:
    """The outcome, without repetition, and with the draw after fifty moves, which needs no claim here."""
    if board.is_checkmate():
        return BLACK_WINS if board.turn == chess.WHITE else WHITE_WINS
    if board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100:
        return DRAW
    return ONGOING


def repeats_as(board: chess.Board) -> object:
    """The key by which python-chess counts repetitions."""
    return board._transposition_key()


# Counts


@pytest.mark.parametrize(("fen", "counts"), WIKI)
def test_published_counts(fen, counts):
    state = parsed(fen)
    affordable = [count for count in counts if count <= AFFORDABLE]
    assert [perft(GAME, state, depth) for depth in range(1, len(affordable) + 1)] == affordable


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "counts"), WIKI)
def test_deepest_published_counts(fen, counts):
    assert perft(GAME, parsed(fen), len(counts)) == counts[-1]


@pytest.mark.skipif(jit_disabled(), reason="millions of moves, for compiled kernels alone")
@pytest.mark.parametrize("trap", TRAPS)
def test_traps(trap):
    fen, depth, count = TRAPS[trap]
    assert perft(GAME, parsed(fen), depth) == count


@pytest.mark.parametrize("count", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_moves_are_counted_as_they_are_made(count):
    fast = compiled(kernel.count_moves)
    positions = ongoing_positions("chess", 43, 20 if jit_disabled() else count)
    states = [position.state for position in positions] + [parsed(fen) for fen, _, _ in TRAPS.values()]
    states += [parsed(fen) for fen, _ in WIKI]
    for state in states:
        made = kernel.legal_moves(state, np.zeros(GAME.max_moves, np.int32))
        assert int(fast(state)) == made == kernel.count_moves(state), GAME.format(state)
    assert {int(state.to_move) for state in states} == {0, 1}


def numbers_that_are_legal(state, out: np.ndarray) -> int:
    n = 0
    for move in range(8 << 12):
        if is_legal(state, move):
            out[n] = move
            n += 1
    return n


def test_a_number_is_legal_where_it_is_among_the_moves() -> None:
    fast = compiled(numbers_that_are_legal)
    starts = [Position.start(GAME, text=fen) for fen, *_ in (*TRAPS.values(), *WIKI)]
    starts = starts[::7] if jit_disabled() else [*starts, *ongoing_positions("chess", 83, 40)]
    after = [position.play(move) for position in starts for move in position.moves]
    states = [position.state for position in (*starts, *after[:: 29 if jit_disabled() else 1])]
    for state in states:
        assert moves_of(state, fast) == sorted(moves_of(state)), GAME.format(state)
    assert jit_disabled() or sum(int(state.en_passant) != kernel.NO_SQUARE for state in states) > 5


def test_perft_makes_no_moves_of_the_last_ply():
    asked = []

    def legal_moves(state, out):
        asked.append(state)
        return GAME.legal_moves(state, out)

    game = replace(GAME, legal_moves=legal_moves)
    assert perft(game, parsed(START), 2, uncompiled=True) == 400
    assert len(asked) == 1


@pytest.mark.parametrize("trap", TRAPS)
def test_traps_uncompiled(trap):
    fen, _, _ = TRAPS[trap]
    board = chess.Board(fen)
    replies = 0
    for move in list(board.legal_moves):
        board.push(move)
        replies += board.legal_moves.count()
        board.pop()
    assert perft(GAME, parsed(fen), 2, uncompiled=True) == replies


# Against python-chess


def play_random_games(seed: int, positions: int) -> None:
    """Plays random games on the kernels and on python-chess side by side, and compares everything at each
    position."""
    generate, advance = compiled(kernel.legal_moves), compiled(kernel.apply)
    judge, make_key = compiled(kernel.outcome), compiled(kernel.full_key)
    draw = np.random.default_rng(seed)
    stack = np.zeros(2, GAME.dtype).view(np.recarray)
    fields = [name for name in GAME.dtype.names if name != "key"]
    compared, keys, classes = 0, {}, {}
    while compared < positions:
        board = chess.Board()
        stack[0] = parsed(START)
        while True:
            state = stack[0]
            moves = moves_of(state, generate)
            assert moves == moves_by_python_chess(board), board.fen()
            assert judge(state) == outcome_by_python_chess(board), board.fen()
            assert make_key(state) == state.key, board.fen()
            assert keys.setdefault(int(state.key), repeats_as(board)) == repeats_as(board)
            assert classes.setdefault(repeats_as(board), int(state.key)) == state.key
            if compared % 8 == 0:
                assert GAME.format(state) == board.fen()
                anew = parsed(board.fen())
                for name in fields:
                    assert np.array_equal(anew[name], state[name]), f"{name} in {board.fen()}"
            if compared % 64 == 0:
                assert moves_of(anew) == moves
                assert kernel.outcome(anew) == judge(state)
                for move in moves:
                    assert GAME.notation(anew, move) == board.san(chess_move(move))
                    assert GAME.move_text(anew, move) == chess_move(move).uci()
            compared += 1
            if judge(state) != ONGOING or len(board.move_stack) > 300:
                break
            # Often a pawn move or a capture, so that games reach promotions and endings.
            loud = [move for move in moves if board.is_zeroing(chess_move(move))]
            choice = loud if loud and draw.random() < 0.4 else moves
            move = int(choice[draw.integers(len(choice))])
            board.push(chess_move(move))
            advance(state, move, 0, stack[1])
            stack[0] = stack[1]
    assert len(keys) == len(classes) > positions // 2


@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree_with_python_chess(seed):
    play_random_games(seed, 400 if jit_disabled() else 3_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_random_games_agree_with_python_chess(seed):
    play_random_games(seed, 7_000)


def random_setup(draw: np.random.Generator) -> chess.Board:
    """A possible position that few games would reach: pieces anywhere, many pins and checks, and often a pawn
    that has just passed another with a double step."""
    while True:
        board = chess.Board(None)
        board.turn = bool(draw.integers(2))
        squares = draw.permutation(64).tolist()
        if draw.random() < 0.5:
            forward = 8 if board.turn == chess.WHITE else -8
            own = int(draw.integers(33, 39)) if board.turn == chess.WHITE else int(draw.integers(25, 31))
            other = own + int(draw.choice((-1, 1)))
            board.set_piece_at(own, chess.Piece(chess.PAWN, board.turn))
            board.set_piece_at(other, chess.Piece(chess.PAWN, not board.turn))
            board.ep_square = other + forward
            taken = {own, other, other + forward, other + 2 * forward}
            squares = [square for square in squares if square not in taken]
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.BLACK))
        for _ in range(int(draw.integers(1, 14))):
            piece = chess.Piece(int(draw.integers(1, 6)), bool(draw.integers(2)))
            board.set_piece_at(squares.pop(), piece)
        if board.is_valid():
            return board


def test_set_up_positions_agree_with_python_chess():
    generate, judge = compiled(kernel.legal_moves), compiled(kernel.outcome)
    draw = np.random.default_rng(7)
    checks = en_passants = useless = 0
    stack = np.zeros(1, GAME.dtype).view(np.recarray)
    for _ in range(300 if jit_disabled() else 1_000):
        board = random_setup(draw)
        stack[0] = state_of(board, ChessOptions())
        state = stack[0]
        assert moves_of(state, generate) == moves_by_python_chess(board), board.fen()
        assert judge(state) == outcome_by_python_chess(board), board.fen()
        assert GAME.format(state) == board.fen()
        assert kernel.in_check(state) == board.is_check()
        checks += board.is_check()
        en_passants += board.has_legal_en_passant()
        useless += board.ep_square is not None and not board.has_legal_en_passant()
        for square in chess.scan_forward(board.occupied_co[board.turn]):
            if square != board.king(board.turn):
                assert bool(state.pinned & BIT[square]) == board.is_pinned(board.turn, square)
    assert min(checks, en_passants, useless) > (0 if jit_disabled() else 5)


@given(seed=seeds)
def test_positions_repeat_when_python_chess_says_so(seed):
    """Pieces alone, moved to and fro, so that positions recur."""
    fen = "r3k2r/4q3/8/8/8/8/3Q4/R3K2R w KQkq - 0 1"
    board = chess.Board(fen)
    draw = np.random.default_rng(seed)
    position = Position.start(GAME, ChessOptions(repetition=0), fen)
    for _ in range(40):
        home = [m for m in position.moves if m & 63 in (0, 4, 7, 11, 52, 56, 60, 63)]
        choice = home if home and draw.random() < 0.7 else position.moves
        if not choice:
            break
        move = int(choice[draw.integers(len(choice))])
        position = position.play(move)
        board.push(chess_move(move))
        for count in (2, 3, 4):
            assert (position.occurrences >= count) == board.is_repetition(count)


def test_shuffling_knights_is_a_draw_at_the_third_time():
    position = Position.start(GAME)
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        position = position.play(position.parse_move(text))
        assert position.outcome == ONGOING
    position = position.play(position.parse_move("Ng8"))
    assert position.outcome == DRAW
    assert position.moves == ()
    assert position.ending == "The same position stood on the board 3 times."


def test_apparent_en_passant_does_not_tell_positions_apart():
    pinned, free = "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 2", "8/8/8/2pP3r/K7/8/8/4k3 w - c6 0 2"
    assert parsed(pinned).key == parsed(pinned.replace("c6", "-")).key
    assert parsed(free).key != parsed(free.replace("c6", "-")).key
    assert GAME.format(parsed(pinned)).split()[3] == "-"
    assert GAME.format(parsed(free)).split()[3] == "c6"


# Draws and endings


@pytest.mark.parametrize("fen", DRAWS)
def test_insufficient_material(fen):
    board = chess.Board(fen)
    assert kernel.insufficient_material(parsed(fen)) == board.is_insufficient_material()
    assert kernel.outcome(parsed(fen)) == outcome_by_python_chess(board)


@pytest.mark.parametrize(
    ("fen", "outcome", "ending"),
    [
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", WHITE_WINS, "Black is checkmated."),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", BLACK_WINS, "White is checkmated."),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", DRAW, "Black is stalemated: no legal move, and not in check."),
        ("8/8/4k3/8/8/3KB3/8/8 b - - 0 1", DRAW, "Neither side has the pieces to give checkmate."),
        ("8/8/4k3/8/8/3KR3/8/8 b - - 100 90", DRAW, "No capture and no pawn move for 50 moves."),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 90", WHITE_WINS, "Black is checkmated."),
        ("8/8/4k3/8/8/3KR3/8/8 b - - 99 90", ONGOING, ""),
    ],
)
def test_endings(fen, outcome, ending):
    position = Position.start(GAME, text=fen)
    assert position.outcome == outcome
    assert position.ending == ending


def test_limits_are_options():
    fen = "8/8/4k3/8/8/3KR3/8/8 b - - 150 90"
    assert kernel.outcome(parsed(fen, quiet_limit=151)) == ONGOING
    assert kernel.outcome(parsed(fen, quiet_limit=0)) == ONGOING
    assert kernel.outcome(parsed(fen, quiet_limit=150)) == DRAW
    assert ChessOptions() == ChessOptions(quiet_limit=100, repetition=3)
    with pytest.raises(ValueError, match="quiet_limit"):
        ChessOptions(quiet_limit=-1)


@pytest.mark.parametrize(
    ("quiet", "said"),
    [
        (79, ""),
        (80, "Draw in 10 moves without a capture or a pawn move."),
        (95, "Draw in 2½ moves without a capture or a pawn move."),
        (99, "Draw in ½ move without a capture or a pawn move."),
        (98, "Draw in 1 move without a capture or a pawn move."),
        (100, ""),
    ],
)
def test_a_draw_that_draws_near_is_announced(quiet, said):
    assert GAME.approaching(parsed(f"8/8/4k3/8/8/3KR3/8/8 b - - {quiet} 90")) == said


# Text


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "board is missing"),
        (START + " x", "unexpected 'x' after fullmove number"),
        (START.replace("8/8", "8", 1), "board: expected 8 rows .* found 7"),
        (START.replace("8", "9", 1), r"board, row 3 from the top \('9'\): expected 8 squares, found 9"),
        (START.replace("q", "x", 1), "board, row 1 from the top .* unexpected 'x'"),
        (START.replace(" w ", " white "), "side to move: expected w or b, found 'white'"),
        (START.replace("KQkq", "KK"), "castling: expected some of the letters KQkq, or -, found 'KK'"),
        (START.replace("KQkq", "yes"), "castling: .* found 'yes'"),
        (START.replace(" - ", " e4 "), "en passant: expected a square of rank 3 or 6, or -, found 'e4'"),
        (START.replace(" - ", " e6 "), "en passant: expected the square behind a pawn that has just"),
        (START.replace(" 0 1", " -1 1"), "halfmove clock: expected a whole number .* found '-1'"),
        (START.replace(" 0 1", " 0 many"), "fullmove number: expected a whole number .* found 'many'"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "board: expected a white king, found none"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "board: expected a black king, found none"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "board: expected one king a side, found more"),
        ("k7/8/P7/PPPPPPPP/8/8/8/K7 w - - 0 1", "board: expected at most 8 white pawns"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "board: expected at most 8 black pawns"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "board: expected no pawn on the first and last rank"),
        ("k7/8/8/NNNNNNNN/NNNNNNNN/8/8/K7 w - - 0 1", "board: expected at most 16 white pieces"),
        ("k7/8/nnnnnnnn/nnnnnnnn/8/8/8/K7 w - - 0 1", "board: expected at most 16 black pieces"),
        ("k7/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling: expected rights only where king and rook"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "side to move: expected the side whose king is attacked"),
        ("k7/8/8/4q3/q7/8/8/K3q3 w - - 0 1", "board: expected a check that some move can have given"),
    ],
)
def test_bad_text_is_refused_with_what_is_wrong_with_it(fen, message):
    with pytest.raises(BadText, match="^" + message):
        parsed(fen)


def test_what_a_fen_leaves_out_is_as_in_python_chess():
    board, *rest = KIWIPETE.split()
    for count in range(5):
        shortened = " ".join([board, *rest[:count]])
        assert GAME.format(parsed(shortened)) == chess.Board(shortened).fen()


@given(seed=seeds)
def test_python_chess_reads_the_same_board(seed):
    for position in random_walk(GAME, seed, 12 if jit_disabled() else 60):
        board = chess.Board(position.text)
        assert board_of(position.state) == board
        assert board.is_valid()


@pytest.mark.parametrize(
    ("fen", "uci", "san", "clicks"),
    [
        (START, "e2e4", "e4", ("e2", "e4")),
        (START, "g1f3", "Nf3", ("g1", "f3")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", ("e1", "g1")),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O", ("e8", "c8")),
        ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "e8=Q+", ("e7", "e8", "=Q")),
        ("3q3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8n", "exd8=N", ("e7", "d8", "=N")),
        ("7k/8/8/2pP4/8/8/8/K7 w - c6 0 1", "d5c6", "dxc6", ("d5", "c6")),
        ("6k1/8/8/8/8/K7/8/R6R w - - 0 1", "a1d1", "Rad1", ("a1", "d1")),
    ],
)
def test_moves_as_written_and_clicked(fen, uci, san, clicks):
    position = Position.start(GAME, text=fen)
    move = position.parse_move(uci)
    assert position.parse_move(san) == move
    assert position.move_text(move) == uci
    assert position.notation(move) == san
    assert GAME.click_paths(position.state, move) == (clicks,)
    assert move & 63 == chess.parse_square(clicks[1])
    assert move >> 6 & 63 == chess.parse_square(clicks[0])


def test_illegal_moves_are_refused_with_what_is_legal():
    with pytest.raises(BadText, match=r"move: 'e2e5' is not legal here, expected one of .*b1a3"):
        Position.start(GAME).parse_move("e2e5")


def test_room_for_the_position_with_the_most_known_moves():
    assert len(moves_of(parsed(MOST_KNOWN_MOVES))) == 218 < kernel.MAX_MOVES == GAME.max_moves


def test_room_for_more_queens_than_can_be_promoted():
    """FENs may show up to 15 queens; each has at most the moves that it has on an empty board."""
    board = chess.Board("8/8/8/3Q4/8/8/8/8 w - - 0 1")
    assert 15 * len(board.attacks(chess.D5)) + 8 + 2 == kernel.MAX_MOVES


# Attacks


@pytest.mark.parametrize(
    ("attacks", "piece"), [(kernel.rook_attacks, chess.ROOK), (kernel.bishop_attacks, chess.BISHOP)]
)
def test_sliding_attacks_are_those_of_python_chess(attacks, piece):
    draw = np.random.default_rng(3)
    for square in range(64):
        for _ in range(8):
            first, second = draw.integers(-(1 << 63), 1 << 63, size=2, dtype=np.int64)
            occupied = first & second
            board = chess.BaseBoard(None)
            board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
            board.occupied |= int(occupied) & chess.BB_ALL
            expected = int(board.attacks(square))
            assert int(attacks(square, occupied)) & chess.BB_ALL == expected
            assert int(compiled(attacks)(square, occupied)) & chess.BB_ALL == expected


# Captures, and a turn without a move


@pytest.mark.parametrize("seed", range(3))
def test_noisy_moves_are_captures_and_promotions(seed):
    noisy = compiled(kernel.noisy)
    found = 0
    for position in random_walk(GAME, seed, 20 if jit_disabled() else 120):
        board = chess.Board(position.text)
        stack = np.zeros(1, GAME.dtype).view(np.recarray)
        stack[0] = position.state
        assert kernel.in_check(position.state) == compiled(kernel.in_check)(stack[0]) == board.is_check()
        for number in position.moves:
            move = chess_move(number)
            expected = board.is_capture(move) or move.promotion is not None
            assert kernel.noisy(position.state, number) == expected
            assert noisy(stack[0], number) == expected
            found += expected
    assert found > 0


@pytest.mark.parametrize("seed", range(3))
def test_passing_the_turn_is_a_null_move(seed):
    turn_passed = compiled(kernel.pass_turn)
    for position in random_walk(GAME, seed, 20 if jit_disabled() else 120):
        board = chess.Board(position.text)
        if board.is_check():
            continue
        board.push(chess.Move.null())
        board.halfmove_clock = 0
        plain = new_state(GAME.dtype)
        stack = np.zeros(2, GAME.dtype).view(np.recarray)
        stack[0] = position.state
        for stale in (plain, stack[1]):
            stale.en_passant, stale.castling, stale.checkers, stale.pinned = 40, 15, 1, 1
        kernel.pass_turn(position.state, plain)
        turn_passed(stack[0], stack[1])
        anew = parsed(board.fen())
        for name in GAME.dtype.names:
            assert np.array_equal(plain[name], anew[name]), name
            assert np.array_equal(stack[1][name], anew[name]), name


def test_python_boards_come_back_the_same():
    for fen in (START, KIWIPETE, MOST_KNOWN_MOVES, "7k/8/8/2pP4/8/8/8/K7 w - c6 5 9"):
        board = chess.Board(fen)
        assert board_of(state_of(board, ChessOptions())) == board
    for uci in ("e2e4", "e7e8q", "a7b8n", "e1g1"):
        move = chess.Move.from_uci(uci)
        assert chess_move(move_of(move)) == move


def test_castling_is_read_with_zeros_wherever_a_move_is() -> None:
    castles = Position.start(GAME, text="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    moves = [castles.parse_move(text) for text in ("0-0", "0-0+", "0-0-0", "O-O-O")]
    assert [castles.move_text(move) for move in moves] == ["e1g1", "e1g1", "e1c1", "e1c1"]
    with pytest.raises(BadText, match="'0-0' is not legal here"):
        Position.start(GAME).parse_move("0-0")


def test_a_move_is_read_without_the_sign_for_check_or_mate() -> None:
    mates = Position.start(GAME, GAME.options(), "r1b1kbnr/pppp1Npp/8/8/3nq3/8/PPPPBP1P/RNBQKR2 b Qkq - 1 7")
    (mate,) = (move for move in mates.moves if mates.notation(move) == "Nf3#")
    assert [mates.parse_move(text) for text in ("Nf3", "Nf3+", "Nf3#", "d4f3")] == [mate] * 4
    with pytest.raises(BadText, match="'Nf4' is not legal here"):
        mates.parse_move("Nf4")
