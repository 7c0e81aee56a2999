"""Chess: the `Game` with its notation, endings and guide.

The rules are in `games.chess.kernel`, positions as python-chess has them in `games.chess.board`, files and
the names of openings in `games.chess.pgn` and `games.chess.openings`. Imports are absolute, so `import chess`
means python-chess.
"""

import chess

from games.bits import popcount
from games.chess.board import SQUARES, ChessOptions, board_of, chess_move, read_board, state_of
from games.chess.epd import EPD
from games.chess.kernel import (
    DTYPE,
    MAX_MOVES,
    apply,
    count_moves,
    from_square,
    has_legal_move,
    in_check,
    insufficient_material,
    legal_moves,
    outcome,
    pass_turn,
    promotion,
    quiet,
    quiet_limit,
    repetition_limit,
    to_square,
)
from games.chess.mirror_image import contents, mirror, mirror_move
from games.chess.openings import opening_name
from games.chess.pgn import PGN
from games.contract import DRAW, SIDE_NAMES, Game, Guide, PositionKinds, State

SAID_AHEAD = 20
"""`approaching` warns of the draw by quiet moves from this many plies before it."""


def parse(text: str, options: ChessOptions) -> State:
    return state_of(read_board(text), options)


def format(state: State) -> str:
    return board_of(state).fen()


def initial(options: ChessOptions) -> State:
    return parse(chess.STARTING_FEN, options)


def notation(state: State, move: int) -> str:
    return board_of(state).san(chess_move(move))


def move_text(state: State, move: int) -> str:
    return chess_move(move).uci()


def click_paths(state: State, move: int) -> tuple[tuple[str, ...], ...]:
    path = [SQUARES[from_square(move)], SQUARES[to_square(move)]]
    if promotion(move):
        path.append("=" + chess.piece_symbol(promotion(move)).upper())
    return (tuple(path),)


def in_moves(plies: int) -> str:
    """A number of plies in words, as moves of both sides: "½ move", "1½ moves"."""
    moves = f"{plies // 2 or ''}{'½' if plies % 2 else ''}"
    return f"{moves} move{'' if plies <= 2 else 's'}"


def move_number(state: State) -> int:
    return int(state.fullmove)


def ending(state: State, outcome: int) -> str:
    if outcome != DRAW:
        return f"{SIDE_NAMES[1 - outcome].capitalize()} is checkmated."
    if not has_legal_move(state):
        return f"{SIDE_NAMES[state.to_move].capitalize()} is stalemated: no legal move, and not in check."
    if insufficient_material(state):
        return "Neither side has the pieces to give checkmate."
    return f"No capture and no pawn move for {in_moves(int(state.quiet))}."


def approaching(state: State) -> str:
    left = int(state.quiet_limit - state.quiet)
    if state.quiet_limit == 0 or not 0 < left <= SAID_AHEAD:
        return ""
    return f"Draw in {in_moves(left)} without a capture or a pawn move."


def effects(state: State, move: int) -> tuple[str, ...]:
    board, made = board_of(state), chess_move(move)
    found = []
    if board.is_capture(made):
        taken = board.piece_type_at(made.to_square) or chess.PAWN  # en passant: the goal is empty
        found.append(f"takes the {chess.piece_name(taken)}")
    if made.promotion:
        found.append(f"promotes to a {chess.piece_name(made.promotion)}")
    board.push(made)
    if board.is_checkmate():
        found.append("gives mate")
    return tuple(found)


def refusal(state: State, clicks: tuple[str, ...], square: str) -> str:
    board, number = board_of(state), chess.parse_square(square)
    if clicks:
        start = chess.parse_square(clicks[0])
        exposes = board.is_pseudo_legal(chess.Move(start, number))
        return "That would leave your king in check." if exposes else ""
    side = board.color_at(number)
    if side is None:
        return ""
    if side != board.turn:
        return f"That piece is {SIDE_NAMES[1 - state.to_move].capitalize()}'s."
    if board.is_pinned(side, number):
        return "Pinned: without this piece your king would be in check."
    if board.is_check():
        return "Your king is in check: this piece cannot help."
    return "This piece has no square to go to."


def progress(state: State) -> int:
    """The number of pieces that were taken."""
    return 32 - sum(map(popcount, state.sides))


OPENING_MOVES = 10
"""The number of moves, each of White and Black, that count as the opening."""


def kind_of(state: State) -> int:
    """The index of a position's kind in `KINDS`."""
    _, _, knights, bishops, rooks, queens, _ = map(int, state.types)
    if not knights | bishops | rooks | queens:
        return 3
    if not queens:
        return 2
    return int(state.fullmove > OPENING_MOVES)


KINDS = PositionKinds(("opening", "middle game", "queens off", "pawn ending"), kind_of)

GUIDE = Guide(
    rules=(
        (
            "Both sides move one piece in turn. A piece that enters a square of the other side's "
            "takes what stands there."
        ),
        (
            "Rooks go straight, bishops diagonally, the queen both ways, as far as the way is "
            "free. Knights jump two squares straight and one aside, and the king goes one square. "
            "Pawns go one square ahead, or two from where they began, and take diagonally."
        ),
        (
            "A king that could be taken is in check and must be saved at once. If that is "
            "impossible it is mate, and the game is lost."
        ),
        (
            "King and rook may castle while neither has moved. A pawn that reaches the last rank "
            "becomes another piece. A pawn that has just gone two squares can be taken as if it "
            "had gone one."
        ),
        (
            "The game is drawn when a side cannot move but is not in check. So it is when a "
            "position keeps coming back, or after a long time without a capture or a pawn's move."
        ),
    ),
    mouse="Click a piece and then the square it goes to, or drag it. To castle, move the king two squares.",
    keyboard="Tab leads to the board. The arrow keys choose a square, Enter lifts a piece and sets it down. "
    "What a pawn becomes is chosen by its letter: Q, R, B or N.",
    position="r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
    move="e1g1",
)

GAME = Game(
    name="chess",
    dtype=DTYPE,
    max_moves=MAX_MOVES,
    squares=SQUARES,
    legal_moves=legal_moves,
    apply=apply,
    outcome=outcome,
    initial=initial,
    parse=parse,
    format=format,
    notation=notation,
    click_paths=click_paths,
    ending=ending,
    options=ChessOptions,
    move_text=move_text,
    approaching=approaching,
    refusal=refusal,
    effects=effects,
    quiet=quiet,
    quiet_limit=quiet_limit,
    repetition_limit=repetition_limit,
    in_check=in_check,
    pass_turn=pass_turn,
    count_moves=count_moves,
    move_number=move_number,
    opening=opening_name,
    files=(PGN,),
    positions=EPD,
    position_format="FEN",
    mirror=mirror,
    mirror_move=mirror_move,
    contents=contents,
    piece_kinds=("pawns", "knights", "bishops", "rooks", "queens", "kings"),
    progress=progress,
    kinds=KINDS,
    guide=GUIDE,
)
