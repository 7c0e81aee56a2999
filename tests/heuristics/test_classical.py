"""Chess's `classical` against the same terms counted on python-chess boards."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import chess
import pytest
from hypothesis import given

from games.chess import GAME
from heuristics import chess as module
from heuristics.chess import classical
from heuristics.chess.distances import KINGS, PASSED_PAWNS, PAWNS, TO_KINGS
from heuristics.chess.king_places import (
    ASIDE,
    CASTLED,
    CENTRAL,
    IN_ENDGAME,
    OTHER_KING_IN_ENDGAME,
    OWN_KING_IN_MIDDLE_GAME,
)
from heuristics.chess.tables import SQUARES_IN_ENDGAME, SQUARES_IN_MIDDLE_GAME
from heuristics.lens import Lens
from samples import random_positions, random_walk, seeds

LENS = Lens.of(classical)
TERMS = {term.name: term for term in classical.terms}
OFFICERS = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def parsed(fen: str):
    return GAME.parse(fen, GAME.options())


def share_of_middle_game(board: chess.Board) -> float:
    worth = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
    return min(24, sum(worth.get(piece.piece_type, 0) for piece in board.piece_map().values())) / 24


def from_own_side(square: int, color: bool) -> int:
    return square if color == chess.WHITE else chess.square_mirror(square)


PIECES = {
    "pawns": chess.PAWN,
    "knights": chess.KNIGHT,
    "bishops": chess.BISHOP,
    "rooks": chess.ROOK,
    "queens": chess.QUEEN,
    "kings": chess.KING,
}


def by_kings(board: chess.Board, color: bool, piece: int, at: int, end: bool) -> float:
    """What both kings' places add to a piece's worth on a square, seen from its own side."""
    total = 0.0
    for column, side in ((0, color), (8, not color)):
        king = board.king(side)
        assert king is not None
        file, of_piece = chess.square_file(king), chess.square_file(at)
        if file < 4:
            file, of_piece = 7 - file, 7 - of_piece
        place = IN_ENDGAME if end else {4: CENTRAL, 5: ASIDE}.get(file, CASTLED)
        row = place[piece].split("\n")[1:9][7 - chess.square_rank(at)].split()
        total += float(row[column + of_piece])
    return total


def attackers(board: chess.Board, color: bool, square: int, *kinds: int) -> list[int]:
    return [at for at in board.attackers(color, square) if board.piece_type_at(at) in kinds]


def slow_counts(board: chess.Board, color: bool) -> dict[str, float]:
    """What a side's terms count."""
    share = share_of_middle_game(board)

    def tapered(middle: float, end: float) -> float:
        return float(share * middle + (1 - share) * end)

    counts = dict.fromkeys(TERMS, 0.0)
    for name, piece in PIECES.items():
        for square in board.pieces(piece, color):
            at = from_own_side(square, color)
            counts[f"{name}: location"] += tapered(
                SQUARES_IN_MIDDLE_GAME[piece, 0, at] + by_kings(board, color, piece, at, end=False),
                SQUARES_IN_ENDGAME[piece, 0, at] + by_kings(board, color, piece, at, end=True),
            )
            if name != "kings":
                counts[name] += 1
    counts["weak pawns"] = sum(tapered(*worth) for worth in weak_pawns(board, color))
    counts["connected pawns"] = sum(tapered(*worth) for worth in connected_pawns(board, color))
    counts["minor pieces"] = sum(tapered(*worth) for worth in minors_of(board, color))
    counts["winning chances"] = winning_chances(board, color) * tapered(*module.LESS_IN_ENDGAME)
    for square in board.pieces(chess.PAWN, color):
        if is_passed(board, color, square):
            counts["passed pawns"] += tapered(*passed_worth(board, color, square))
        elif becomes_passed_by_taking(board, color, square):
            rank = from_own_side(square, color) // 8
            counts["candidate passed pawns"] += tapered(0.0, module.CANDIDATE.end[rank])
    king, other_king = board.king(color), board.king(not color)
    assert king is not None and other_king is not None
    guarded = seen_by(board, not color, chess.PAWN)
    for square, piece in board.piece_map().items():
        kind = piece.piece_type
        if kind not in OFFICERS or piece.color != color:
            continue
        free = [to for to in board.attacks(square) if board.color_at(to) != color and to not in guarded]
        table, in_endgame = module.MOBILITY[kind], module.MOBILITY_IN_ENDGAME[kind]
        counts["mobility"] += tapered(table[len(free)], in_endgame[len(free)])
    attack = max(0.0, strength_of_attack(board, color)) ** 2 / 10
    counts["attack on the king"] = attack * share * tapered(*module.LESS_IN_ENDGAME)
    weakly = weakly_protected(board, color)
    counts["contested squares"] = sum(
        bool(board.attackers(color, at) and board.attackers(not color, at) and at in weakly)
        for at in chess.SQUARES
        if board.color_at(at) != color
    )
    counts["space"] = space_of(board, color) * tapered(*module.SPACE)
    counts["threats"] = sum(tapered(*worth) for worth in threats_of(board, color))
    files = {chess.square_file(pawn) for pawn in board.pieces(chess.PAWN, color)}
    pawn_files = files | {chess.square_file(pawn) for pawn in board.pieces(chess.PAWN, not color)}
    for rook in board.pieces(chess.ROOK, color):
        file = chess.square_file(rook)
        queens = [chess.square_file(at) for side in chess.COLORS for at in board.pieces(chess.QUEEN, side)]
        counts["rooks on open files"] += tapered(*module.WITH_QUEEN) if file in queens else 0.0
        if file not in pawn_files:
            counts["rooks on open files"] += tapered(*module.WITHOUT_PAWNS)
        elif file not in files:
            counts["rooks on open files"] += tapered(*module.WITHOUT_OWN_PAWNS)
    at_king = [file for file in range(8) if abs(file - chess.square_file(king)) <= 1 and file not in files]
    counts["open files at the king"] = len(at_king)
    counts["bishop pair"] = float(len(board.pieces(chess.BISHOP, color)) >= 2)
    counts["tempo"] = float(board.turn == color)
    if share < 3 / 4:
        counts["distances"] = distances_of(board, color) * min(1.0, (3 / 4 - share) / (1 / 2))
    if len(chess.SquareSet(board.occupied_co[not color])) == 1:  # see test_bare_king.py
        del counts["bare king driven"], counts["lone pawn promotes"]
    return counts


def seen_by(board: chess.Board, color: bool, *kinds: int) -> set[int]:
    return {to for kind in kinds for at in board.pieces(kind, color) for to in board.attacks(at)}


def weakly_protected(board: chess.Board, color: bool) -> set[int]:
    """Squares that no opposing pawn guards, and that the other side attacks once at most unless `color` does
    so twice."""
    guarded = seen_by(board, not color, chess.PAWN)
    return {
        at
        for at in chess.SQUARES
        if at not in guarded
        and (len(board.attackers(not color, at)) < 2 or len(board.attackers(color, at)) >= 2)
    }


def strength_of_attack(board: chess.Board, color: bool) -> float:
    king = board.king(not color)
    assert king is not None
    ring = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    strength = module.ALWAYS + module.HITS[chess.PAWN] * len(ring & seen_by(board, color, chess.PAWN))
    for kind in OFFICERS:
        for at in board.pieces(kind, color):
            between = chess.SquareSet.between(at, king) & board.occupied
            strength += module.HITS[kind] * len(ring & board.attacks(at))
            strength += module.BEHIND_ONE_PIECE * (on_line(kind, at, king) and len(between) == 1)
    strength += module.WEAK * sum(
        bool(board.attackers(color, at)) and len(board.attackers(not color, at)) == 1 for at in ring
    )
    strength += checks_of(board, color, king) * (module.TO_MOVE if board.turn == color else 1.0)
    flank = flank_of(board, king)
    strength += module.ATTACKED_TWICE * sum(len(board.attackers(color, at)) >= 2 for at in flank)
    strength += module.DEFENDED * sum(bool(board.attackers(not color, at)) for at in flank)
    step = -1 if color == chess.WHITE else 1
    in_front = [at for at in ring if chess.square_rank(at) == chess.square_rank(king) + step]
    strength += module.SHELTER * len(board.pieces(chess.PAWN, not color) & chess.SquareSet(in_front))
    return strength + (0.0 if board.pieces(chess.QUEEN, color) else module.WITHOUT_QUEEN)


def checks_of(board: chess.Board, color: bool, king: int) -> float:
    """What the squares count from which a side could give check with its next move."""
    count, unsafe = 0.0, set()
    for kind in OFFICERS:
        ways = ways_to_attack(board, color, kind, king)
        safe = {at for at in ways if is_safe(board, color, at)}
        if kind == chess.QUEEN:
            safe -= seen_by(board, not color, chess.QUEEN)
        else:
            unsafe |= ways - safe
        count += module.CHECKS[kind] * bool(safe)
    return float(count + module.UNSAFE_CHECK * len(unsafe))


def flank_of(board: chess.Board, king: int) -> list[int]:
    """A king's own five ranks of the four files about it."""
    low = 0 if board.color_at(king) == chess.WHITE else 3
    file = chess.square_file(king)
    files = range(4) if file < 3 else range(2, 6) if file < 5 else range(4, 8)
    return [chess.square(each, rank) for rank in range(low, low + 5) for each in files]


def ways_to_attack(board: chess.Board, color: bool, kind: int, target: int) -> set[int]:
    """The squares to which a piece of a type could go and from which it would attack the target, with all
    other pieces where they stand."""
    return {
        at
        for piece in board.pieces(kind, color)
        for at in board.attacks(piece)
        if board.color_at(at) != color and sees(board, kind, at, target)
    }


def on_line(kind: int, square: int, target: int) -> bool:
    """Whether a bishop, rook or queen on a square would attack the target on an empty board."""
    files = abs(chess.square_file(target) - chess.square_file(square))
    ranks = abs(chess.square_rank(target) - chess.square_rank(square))
    straight, oblique = 0 in (files, ranks) and square != target, files == ranks != 0
    return (straight and kind in (chess.ROOK, chess.QUEEN)) or (
        oblique and kind in (chess.BISHOP, chess.QUEEN)
    )


def sees(board: chess.Board, kind: int, square: int, target: int) -> bool:
    """Whether a piece on a square would attack the target, with all other pieces where they stand."""
    if kind == chess.KNIGHT:
        return target in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])
    return on_line(kind, square, target) and not chess.SquareSet.between(square, target) & board.occupied


def is_safe(board: chess.Board, color: bool, square: int) -> bool:
    """Whether a checking piece would not simply be taken: nothing can, or only the king or queen while two
    pieces attack the square."""
    against = [board.piece_type_at(at) for at in board.attackers(not color, square)]
    alone = against in ([chess.KING], [chess.QUEEN])
    return not against or (alone and len(board.attackers(color, square)) >= 2)


def space_of(board: chess.Board, color: bool) -> float:
    """Squares of a side's home, times what they are worth by the number of its pieces."""
    guarded = seen_by(board, not color, chess.PAWN)
    pawns = [divmod(from_own_side(at, color), 8) for at in board.pieces(chess.PAWN, color)]
    squares = 0
    for at in chess.SQUARES:
        rank, file = divmod(from_own_side(at, color), 8)
        if not (1 <= rank <= 3 and 2 <= file <= 5) or (rank, file) in pawns or at in guarded:
            continue
        behind = any(level > rank and aside == file for level, aside in pawns)
        squares += 2 if behind and not board.attackers(not color, at) else 1
    beyond = max(len(chess.SquareSet(board.occupied_co[color])) - module.FEWEST_PIECES, 0)
    return float(squares * beyond**2)


def threats_of(board: chess.Board, color: bool) -> list[tuple[float, float]]:
    """What each of a side's threats is worth, in the middle game and in the endgame."""
    found = []
    minors, majors = (chess.KNIGHT, chess.BISHOP), (chess.ROOK, chess.QUEEN)
    step = 8 if color == chess.WHITE else -8
    guarded = seen_by(board, not color, chess.PAWN)
    stepped = [at + step for at in board.pieces(chess.PAWN, color) if not board.piece_at(at + step)]
    soon, weakly = chess.SquareSet(), weakly_protected(board, color)
    for at in stepped:
        if at not in guarded:
            soon |= chess.BB_PAWN_ATTACKS[color][at]
    for square, piece in board.piece_map().items():
        kind = piece.piece_type
        if piece.color == color or kind == chess.KING:
            continue
        by_pawn = bool(attackers(board, color, square, chess.PAWN))
        by_minor = bool(attackers(board, color, square, *minors))
        by_rook = bool(attackers(board, color, square, chess.ROOK))
        if kind in OFFICERS and by_pawn:
            found.append(module.PAWN_ATTACKS)
        if kind in OFFICERS and square in soon:
            found.append((module.PAWN_STEPS, 0.0))
        if not by_pawn and ((kind in majors and by_minor) or (kind == chess.QUEEN and by_rook)):
            found.append((module.LESSER_ATTACKS, 0.0))
        if kind in minors and by_minor:
            found.append(module.MINOR_ATTACKS)
        if board.attackers(color, square) and not board.attackers(not color, square):
            found.append(module.UNPROTECTED)
        if kind in OFFICERS and board.attackers(color, square) and square not in guarded:
            found.append((0.0, module.WITHOUT_PAWN_IN_ENDGAME))
        if kind in OFFICERS and len(board.attackers(color, square)) >= 2 and square in weakly:
            found.append(module.TWICE)
        if square in weakly:
            ways = [kind == chess.PAWN and by_minor, kind not in majors and by_rook]
            ways.append(bool(attackers(board, color, square, chess.KING)))
            found += [(0.0, module.WEAKLY_PROTECTED_IN_ENDGAME)] * sum(ways)
    return found + [(module.SOON_AT_QUEEN, 0.0)] * len(soon_at_queen(board, color))


def soon_at_queen(board: chess.Board, color: bool) -> set[int]:
    """The squares from which a knight, bishop or rook could attack the other side's only queen; a bishop or
    rook needs the help of another piece there."""
    queens = list(board.pieces(chess.QUEEN, not color))
    if len(queens) != 1:
        return set()
    by_knight = ways_to_attack(board, color, chess.KNIGHT, queens[0])
    on_lines = ways_to_attack(board, color, chess.BISHOP, queens[0])
    on_lines |= ways_to_attack(board, color, chess.ROOK, queens[0])
    helped = {at for at in on_lines if len(board.attackers(color, at)) >= 2}
    return (by_knight | helped) & weakly_protected(board, color)


def weak_pawns(board: chess.Board, color: bool) -> list[tuple[float, float]]:
    """What each weakness of a side's pawns counts, in the middle game and in the endgame."""
    own = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, color)]
    other = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, not color)]
    found = []
    for rank, file in own:
        if any(at == file and ahead > rank for ahead, at in own):
            found.append(module.DOUBLED)
        near = any(abs(at - file) == 1 and level <= rank for level, at in own)
        if not near and any(abs(at - file) == 1 and level == rank + 2 for level, at in other):
            found.append(module.BACKWARD)
        if not any(abs(at - file) == 1 for _, at in own):
            closed = any(at == file for _, at in other)
            found.append(module.ISOLATED if closed else module.ISOLATED_ON_OPEN_FILE)
    return found


def connected_pawns(board: chess.Board, color: bool) -> list[tuple[float, float]]:
    """What a side's protected pawns and pawns beside others are worth."""
    own = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, color)]
    found = []
    for rank, file in own:
        if any(abs(at - file) == 1 and level == rank - 1 for level, at in own):
            found.append((module.PROTECTED_WORTH.middle[rank], module.PROTECTED_WORTH.end[rank]))
        if any(abs(at - file) == 1 and level == rank for level, at in own):
            found.append((module.BESIDE_WORTH.middle[rank], module.BESIDE_WORTH.end[rank]))
    return found


def minors_of(board: chess.Board, color: bool) -> list[tuple[float, float]]:
    """What the relation of knights and bishops to pawns is worth, in the middle game and in the endgame."""
    found = []
    others = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, not color)]
    for square in board.pieces(chess.KNIGHT, color) | board.pieces(chess.BISHOP, color):
        bishop = board.piece_type_at(square) == chess.BISHOP
        rank, file = divmod(from_own_side(square, color), 8)
        attackable = any(abs(at - file) == 1 and level > rank for level, at in others)
        if 3 <= rank <= 5 and attackers(board, color, square, chess.PAWN) and not attackable:
            found.append(module.BISHOP_ON_OUTPOST if bishop else module.OUTPOST)
        before = square + (8 if color == chess.WHITE else -8)
        if 0 <= before < 64 and board.piece_type_at(before) == chess.PAWN:
            found.append(module.BEHIND_PAWN)
        colour = (
            chess.BB_DARK_SQUARES
            if chess.BB_SQUARES[square] & chess.BB_DARK_SQUARES
            else chess.BB_LIGHT_SQUARES
        )
        if bishop:
            pawns = len(board.pieces(chess.PAWN, color) & chess.SquareSet(colour))
            found += [module.OWN_PAWN_OF_ITS_COLOUR] * pawns
            centre = [chess.D4, chess.E4, chess.D5, chess.E5]
            all_pawns = board.pieces(chess.PAWN, chess.WHITE) | board.pieces(chess.PAWN, chess.BLACK)
            seen = [
                at
                for at in centre
                if on_line(chess.BISHOP, square, at) and not chess.SquareSet.between(square, at) & all_pawns
            ]
            if len(seen) >= 2:
                found.append(module.LONG_DIAGONAL)
    return found


def winning_chances(board: chess.Board, color: bool) -> float:
    counted = {
        chess.PAWN: 1,
        chess.KNIGHT: 3,
        chess.BISHOP: 3,
        chess.ROOK: 4.5,
        chess.QUEEN: 9,
        chess.KING: 0,
    }
    pieces = board.piece_map().values()
    lead = sum(counted[piece.piece_type] * (1 if piece.color == color else -1) for piece in pieces)
    each = module.LEAD_BY_PAWNS[len(board.pieces(chess.PAWN, color))]
    if not any(board.pieces(kind, not color) for kind in OFFICERS):
        each += module.LEAD_OVER_BARE_KING
    bishops = [list(board.pieces(chess.BISHOP, side)) for side in (color, not color)]
    if [len(of_side) for of_side in bishops] == [1, 1]:
        shades = {sum(divmod(of_side[0], 8)) % 2 for of_side in bishops}
        each += module.LEAD_WITH_OPPOSITE_BISHOPS if len(shades) == 2 else 0.0
    return max(0.0, lead) * each


def is_passed(board: chess.Board, color: bool, square: int) -> bool:
    rank, file = divmod(from_own_side(square, color), 8)
    for pawn in board.pieces(chess.PAWN, color) | board.pieces(chess.PAWN, not color):
        level, at = divmod(from_own_side(pawn, color), 8)
        aside = abs(at - file)
        if level > rank and (aside == 0 or (aside == 1 and board.color_at(pawn) != color)):
            return False
    return True


def becomes_passed_by_taking(board: chess.Board, color: bool, square: int) -> bool:
    """Whether opposing pawns stop a pawn, and it can take each of them."""
    rank, file = divmod(from_own_side(square, color), 8)
    can_take = 0
    for pawn in board.pieces(chess.PAWN, color) | board.pieces(chess.PAWN, not color):
        level, at = divmod(from_own_side(pawn, color), 8)
        aside, other = abs(at - file), board.color_at(pawn) != color
        if level > rank and (aside == 0 or (aside == 1 and other and level != rank + 1)):
            return False
        can_take += level == rank + 1 and aside == 1 and other
    return can_take > 0


def passed_worth(board: chess.Board, color: bool, square: int) -> tuple[float, float]:
    """What a passed pawn is worth, in the middle game and in the endgame."""
    rank = from_own_side(square, color) // 8
    middle, end = module.PASSED_WORTH.middle[rank], module.PASSED_WORTH.end[rank]
    step = 8 if color == chess.WHITE else -8
    before = square + step
    way = [square + step * number for number in range(1, 8 - rank)]
    behind = (board.piece_at(square - step * number) for number in range(1, rank + 1))
    nearest = next((piece for piece in behind if piece), None)
    if nearest is not None and nearest.piece_type not in (chess.ROOK, chess.QUEEN):
        nearest = None
    pursued = nearest is not None and nearest.color != color
    attacked = [pursued or bool(board.attackers(not color, at)) for at in way]
    if not board.piece_at(before) and not attacked[0]:
        end += module.FREE_TO_STEP_IN_ENDGAME[rank]
        # An own piece further ahead can step aside.
        if not any(attacked) and all(board.color_at(at) in (color, None) for at in way):
            end += module.FREE_WAY_IN_ENDGAME[rank]
    king, other_king = board.king(color), board.king(not color)
    assert king is not None and other_king is not None
    if rank >= 3:
        end += module.OTHER_KING_AWAY * (rank - 2) * chess.square_distance(before, other_king)
        end += module.OWN_KING_AWAY * (rank - 2) * chess.square_distance(before, king)
        guarded = (rank - 2) * module.STEP_GUARDED * bool(board.attackers(color, before))
        middle, end = middle + guarded, end + guarded
        end += (rank - 2) * module.GUARDED_FROM_BEHIND * (nearest is not None and not pursued)
    return middle, end


def distances_of(board: chess.Board, color: bool) -> float:
    """What the printed tables say of each of a side's pieces and its king to each pawn, and of each piece to
    the kings."""
    total = 0.0
    for square, piece in board.piece_map().items():
        kind = piece.piece_type
        if piece.color != color or kind == chess.PAWN:
            continue
        for at, target in board.piece_map().items():
            if target.piece_type == chess.PAWN:
                block = (PASSED_PAWNS if is_passed(board, target.color, at) else PAWNS)[kind]
            elif target.piece_type == chess.KING and kind != chess.KING:
                block = KINGS[kind]
            else:
                continue
            ahead = chess.square_rank(at) - chess.square_rank(square)
            row = block.split("\n")[1:16][7 - (ahead if color == chess.WHITE else -ahead)].split()
            column = abs(chess.square_file(at) - chess.square_file(square))
            total += float(row[column + (0 if target.color == color else 8)])
    return total


def assert_terms_are_those_of_python_chess(text: str) -> None:
    board, state = chess.Board(text), parsed(text)
    for side, color in enumerate((chess.WHITE, chess.BLACK)):
        rows = {row.name: row.own for row in LENS.breakdown(state, side).rows}
        expected = slow_counts(board, color)
        assert {name: rows[name] for name in expected} == pytest.approx(expected), text


@given(seed=seeds)
def test_terms_are_those_of_python_chess(seed):
    for position in list(random_walk(GAME, seed, 80))[::8]:
        assert_terms_are_those_of_python_chess(position.text)


def random_endings(seed: int) -> Iterator[str]:
    """Positions with few pieces and many pawns anywhere: random games rarely reach such."""
    draw = Random(seed)
    while True:
        board = chess.Board(None)
        board.turn = draw.choice(chess.COLORS)
        squares = draw.sample(chess.SQUARES, 64)
        for color in chess.COLORS:
            board.set_piece_at(squares.pop(), chess.Piece(chess.KING, color))
            for kind in draw.choices(OFFICERS, k=draw.randint(0, 3)):
                board.set_piece_at(squares.pop(), chess.Piece(kind, color))
        for at in [at for at in squares if 0 < chess.square_rank(at) < 7][: draw.randint(0, 10)]:
            board.set_piece_at(at, chess.Piece(chess.PAWN, draw.choice(chess.COLORS)))
        if board.is_valid():
            yield board.fen()


@given(seed=seeds)
def test_terms_in_endings_are_those_of_python_chess(seed):
    for text in islice(random_endings(seed), 15):
        assert_terms_are_those_of_python_chess(text)


@given(seed=seeds)
def test_colours_do_not_matter(seed):
    for position in list(random_walk(GAME, seed, 60))[::10]:
        for_side = parsed(chess.Board(position.text).mirror().fen())
        for side in (0, 1):
            value = LENS.breakdown(position.state, side).value
            assert LENS.breakdown(for_side, 1 - side).value == pytest.approx(value)
            assert LENS.breakdown(position.state, 1 - side).value == pytest.approx(-value)


def test_squares_add_up_to_what_a_term_counts():
    for position in random_positions(GAME, 5, 25):
        for name, term in TERMS.items():
            for side in (0, 1):
                if term.squares is not None:
                    shown = sum(amount for _, amount in term.squares(position.state, side))
                    words = (module.both_sides(position.state),) if term.takes_shared else ()
                    counted = term.count(position.state, side, *words)
                    assert shown == pytest.approx(counted), (name, position.text)
    assert [name for name, term in TERMS.items() if term.squares is None] == ["winning chances", "tempo"]


def test_its_terms_say_what_they_are():
    assert len(TERMS) == 29
    assert all(term.description and "our own" in term.source for term in TERMS.values())


def test_the_tables_are_read_from_each_side():
    """Squares whose sign or side would be wrong if the tables were misread."""
    pawns, kings = SQUARES_IN_MIDDLE_GAME[chess.PAWN], SQUARES_IN_ENDGAME[chess.KING]
    assert pawns[0, chess.B7] == pawns[1, chess.B2] == 13
    assert pawns[0, chess.H2] == pawns[1, chess.H7] == -7
    assert kings[0, chess.A8] == kings[1, chess.A1] == -52
    assert kings[0, chess.G7] == kings[1, chess.G2] == 28
    assert not pawns[:, :8].any() and not pawns[:, -8:].any()


def test_tables_by_the_kings_are_read_from_each_side():
    own, other = OWN_KING_IN_MIDDLE_GAME[:, chess.KNIGHT], OTHER_KING_IN_ENDGAME[:, chess.KNIGHT]
    for table, shown in ((own, -5), (other, -5)):
        assert table[6, 0, chess.F5] == table[7, 0, chess.F5] == shown
        assert table[6, 1, chess.F4] == table[1, 0, chess.C5] == table[0, 1, chess.C4] == shown
    assert [own[file, 0, chess.H4] for file in range(3, 7)] == [1, -7, 1, 2]


def test_the_distance_between_kings_is_worth_nothing():
    by_piece = TO_KINGS.reshape(2, 7, 2, 240)
    assert by_piece[:, chess.QUEEN].any() and not by_piece[:, chess.KING].any()


@pytest.mark.parametrize(
    ("name", "fen", "own", "other"),
    [
        ("knights", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 2, 0),
        # Two are doubled, and all three isolated.
        ("weak pawns", "4k3/8/8/p7/P7/P7/P7/4K3 w - - 0 1", 2 * 2.25 + 3 * 1.03, 1.03),
        # A backward pawn on each side, isolated as well.
        ("weak pawns", "4k3/8/8/2p5/8/3P4/8/4K3 w - - 0 1", 0.91 + 1.03, 0.91 + 1.03),
        # Only the d-pawn is on an open file, and a queen on each side makes it a third of a middle game.
        (
            "weak pawns",
            "3qk3/p7/8/8/8/P7/3P4/3QK3 w - - 0 1",
            (0.6 + 1.3 + 2 * 2 * 1.03) / 3,
            (0.6 + 2 * 1.03) / 3,
        ),
        ("connected pawns", "4k3/pp6/8/8/8/1P6/P1P5/4K3 w - - 0 1", 6.9, 2 * -0.9),
        # A third of a middle game. The pawn on b3 is protected and beside one.
        (
            "connected pawns",
            "3qk3/8/8/8/8/1PP5/P7/3QK3 w - - 0 1",
            (15 + 2 * 11.25 + 2 * (6.9 + 2 * 3.0)) / 3,
            0,
        ),
        ("candidate passed pawns", "4k3/8/8/2p5/3P4/8/8/4K3 w - - 0 1", 13.6, 13.6),
        # A pawn guards the square ahead; a pawn stands ahead on the file.
        ("candidate passed pawns", "4k3/8/4p3/2p5/3P4/8/8/4K3 w - - 0 1", 0, 13.6),
        ("candidate passed pawns", "4k3/8/8/2pp4/3P4/8/8/4K3 w - - 0 1", 0, 13.6),
        ("candidate passed pawns", "4k3/8/3P4/2p5/3P4/8/8/4K3 w - - 0 1", 0, 13.6),
        # Two thirds of an ending, and two pawns that the one could take.
        ("candidate passed pawns", "3qk3/8/8/2p1p3/3P4/8/8/3QK3 w - - 0 1", 13.6 * 2 / 3, 2 * 13.6 * 2 / 3),
        ("candidate passed pawns", "4k3/8/2p5/3P4/8/8/8/4K3 w - - 0 1", 25.7, 3.5),
        # The white one may not advance into the king's reach.
        (
            "passed pawns",
            "4k3/8/3P4/8/8/8/7p/4K3 w - - 0 1",
            42.3 + 3 * (9.9 - 6 * 4.4),
            22.9 + 182.3 + 56.2 + 4 * (3 * 9.9 - 7 * 4.4),
        ),
        (
            "passed pawns",
            "8/8/3P4/8/8/8/7p/1k2K3 w - - 0 1",
            42.3 + 87.7 + 49.6 + 3 * (6 * 9.9 - 6 * 4.4),
            22.9 + 182.3 + 56.2 + 4 * (3 * 9.9 - 6 * 4.4),
        ),
        # The king guards the step.
        (
            "passed pawns",
            "7k/8/3PK3/8/8/8/8/8 w - - 0 1",
            42.3 + 87.7 + 49.6 + 3 * (4 * 9.9 - 4.4 + 10.8),
            0,
        ),
        # It can step, and the king guards the way after that.
        ("passed pawns", "2k5/8/8/3P4/8/8/8/4K3 w - - 0 1", 25.5 + 41.3 + 2 * (2 * 9.9 - 5 * 4.4), 0),
        # A rook behind it: its own; the other side's, which attacks the way; and that one with the king
        # between.
        (
            "passed pawns",
            "6k1/8/8/8/4P3/8/8/K3R3 w - - 0 1",
            (2 * -16 + 22 * (18.5 + 13.2 + 6.9 + 3 * 9.9 - 4 * 4.4 + 5.3)) / 24,
            0,
        ),
        (
            "passed pawns",
            "6k1/8/8/8/4P3/8/8/K3r3 w - - 0 1",
            (2 * -16 + 22 * (18.5 + 3 * 9.9 - 4 * 4.4)) / 24,
            0,
        ),
        (
            "passed pawns",
            "6k1/8/8/8/4P3/4K3/8/4r3 w - - 0 1",
            (2 * -16 + 22 * (18.5 + 13.2 + 6.9 + 3 * 9.9 - 2 * 4.4)) / 24,
            0,
        ),
        ("bishop pair", "4kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1, 0),
        (
            "winning chances",
            "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            3 * (32 - 120) * (1 + 0.66 * 23) / 24,
            0,
        ),
        (
            "winning chances",
            "2b1k3/p7/8/8/8/8/PP6/2B1K3 w - - 0 1",
            (-21 - 21) * (2 + 0.66 * 22) / 24,
            0,
        ),
        (
            "winning chances",
            "2b1k3/pp6/8/8/8/8/P7/2R1K3 w - - 0 1",
            0.5 * -46 * (3 + 0.66 * 21) / 24,
            0,
        ),
        ("mobility", "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1", (-29 - 2 * 23) / 24, 0),
        (
            "rooks on open files",
            "r3k3/p7/8/8/8/8/1p6/1R1RK3 w - - 0 1",
            (0.6 * 6 + 0.40 * 18) / 24 + 6 / 24,
            0,
        ),
        # A file with a queen, and with an opposing pawn.
        (
            "rooks on open files",
            "3qk3/3p4/8/8/8/8/8/3RK3 w - - 0 1",
            (0.6 * 6 + 0.40 * 18) / 24 + 0.93 * 6 / 24,
            0,
        ),
        ("open files at the king", "1k6/1p6/8/8/8/8/P7/K7 w - - 0 1", 1, 2),
        # The pawn attacks both. The rook is unprotected, and the knight attacks it, too; no pawn protects
        # either.
        (
            "threats",
            "4k3/8/8/2n1r3/3P4/5N2/8/4K3 w - - 0 1",
            (2 * (91.4 * 4 + 32.7 * 20) + 32.1 * 4 + 24.6 * 20 + 2 * 8.7 * 20 + 26.8 * 4 + 58.3 * 20) / 24,
            0,
        ),
        (
            "threats",
            "4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 1",
            (79.7 * 3 + 32.1 * 3 + 24.6 * 21 + 8.7 * 21) / 24,
            0,
        ),
        (
            "threats",
            "4k3/8/3b4/8/4N3/8/8/4K3 w - - 0 1",
            (30.1 * 2 + 27.4 * 22 + 32.1 * 2 + 24.6 * 22 + 8.7 * 22) / 24,
            0,
        ),
        # A pawn protects it, and the bishop does not attack back.
        ("threats", "4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1", (30.1 * 2 + 27.4 * 22) / 24, 0),
        # A step of the pawn would attack the knight, which attacks the pawn.
        ("threats", "4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1", 22.3 / 24, (32.1 + 24.6 * 23 + 14.3 * 23) / 24),
        # Two rooks attack the knight, and the king alone protects it; then a pawn, too.
        (
            "threats",
            "8/8/4k3/3n3R/8/8/8/K2R4 w - - 0 1",
            (26.8 * 5 + 58.3 * 19 + 8.7 * 19 + 14.3 * 19) / 24,
            0,
        ),
        ("threats", "8/8/2p1k3/3n3R/8/8/8/K2R4 w - - 0 1", 0, 0),
        # A rook attacks a pawn that nothing protects; then a king does, and then a pawn.
        ("threats", "4k3/8/8/8/p6R/8/8/4K3 w - - 0 1", (32.1 * 2 + 24.6 * 22 + 14.3 * 22) / 24, 0),
        ("threats", "8/8/8/1k6/p6R/8/8/4K3 w - - 0 1", 14.3 * 22 / 24, 0),
        ("threats", "4k3/8/8/1p6/p6R/8/8/4K3 w - - 0 1", 0, 0),
        # From b7 and e6 the knight would attack the queen.
        ("threats", "3q2k1/8/8/2N5/8/8/8/4K3 w - - 0 1", 2 * 19.0 * 5 / 24, 0),
        # The rook would from d5, with the knight's help, and could not without.
        ("threats", "3q2k1/8/8/7R/8/2N5/8/4K3 w - - 0 1", 19.0 * 7 / 24, 0),
        ("threats", "3q2k1/8/8/7R/8/8/8/4K3 w - - 0 1", 0, 0),
        # The king attacks both pawns, of which one protects the other.
        ("threats", "8/8/8/2p5/1pK5/8/8/k7 w - - 0 1", 24.6 + 14.3, 0),
        # The king attacks the rook. Nothing protects it; its own king does; a knight, too.
        (
            "threats",
            "8/8/8/3r4/4K3/8/8/k7 w - - 0 1",
            (32.1 * 2 + 24.6 * 22 + 8.7 * 22 + 14.3 * 22) / 24,
            0,
        ),
        ("threats", "8/8/2k5/3r4/4K3/8/8/8 w - - 0 1", (8.7 * 22 + 14.3 * 22) / 24, 0),
        ("threats", "8/8/2k5/3r4/1n2K3/8/8/8 w - - 0 1", 8.7 * 21 / 24, 0),
        # Of the centre's squares the bishop on f5 sees only e4.
        (
            "minor pieces",
            "4k3/8/8/3N1B2/2P1P3/8/8/4K3 w - - 0 1",
            (42.7 * 2 + 15.3 * 22 + 45.2 * 2 + 4.0 * 22 - 2 * (4.5 * 2 + 1.9 * 22)) / 24,
            0,
        ),
        (
            "minor pieces",
            "4k3/2p5/8/3N1B2/2P1P3/8/8/4K3 w - - 0 1",
            (45.2 * 2 + 4.0 * 22 - 2 * (4.5 * 2 + 1.9 * 22)) / 24,
            0,
        ),
        ("minor pieces", "4k3/8/8/8/8/4p3/2P1N3/4K3 w - - 0 1", (6.0 + 19.3 * 23) / 24, 0),
        # The bishop sees d4 and e5. A knight on d4 does not hide e5, and a pawn does.
        ("minor pieces", "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", (28.1 + 23.2 * 23) / 24, 0),
        ("minor pieces", "4k3/8/8/8/3n4/8/1B6/4K3 w - - 0 1", (28.1 * 2 + 23.2 * 22) / 24, 0),
        ("minor pieces", "4k3/8/8/8/3p4/8/1B6/4K3 w - - 0 1", 0, 0),
        # A rook's safe check. Of the flank five squares are defended on the one side, seven on the other.
        (
            "attack on the king",
            "6k1/8/8/8/8/8/8/R3K3 w - - 0 1",
            (11.8 + 1.5 * 5.41 - 5 * 0.57 - 2.46) ** 2 / 10 * 2 / 24 * (2 + 0.66 * 22) / 24,
            (11.8 - 7 * 0.57 - 2.46) ** 2 / 10 * 2 / 24 * (2 + 0.66 * 22) / 24,
        ),
        # With Black to move the check counts once. The pawn defends an eighth square.
        (
            "attack on the king",
            "6k1/8/8/8/8/8/6P1/R3K3 b - - 0 1",
            (11.8 + 5.41 - 5 * 0.57 - 2.46) ** 2 / 10 * 2 / 24 * (2 + 0.66 * 22) / 24,
            (11.8 - 8 * 0.57 - 2.46) ** 2 / 10 * 2 / 24 * (2 + 0.66 * 22) / 24,
        ),
        # The rook attacks g7, which only the king protects, and would be taken there. Its pawn, right in
        # front of the king, is the one piece between them. Seven and six squares of the flanks are defended.
        (
            "attack on the king",
            "6k1/6p1/8/8/8/8/8/4K1R1 w - - 0 1",
            (11.8 + 0.10 + 0.81 + 1.5 * 0.91 + 2.93 - 1.38 - 7 * 0.57 - 2.46) ** 2
            / 10
            * 2
            / 24
            * (2 + 0.66 * 22)
            / 24,
            (11.8 - 6 * 0.57 - 2.46) ** 2 / 10 * 2 / 24 * (2 + 0.66 * 22) / 24,
        ),
        # The rooks attack g7 twice, and g8 and h7. On a8 and h1 they would check safely, on g8 and h7 not.
        (
            "attack on the king",
            "7k/R7/8/8/8/8/8/4K1R1 w - - 0 1",
            (11.8 + 4 * 0.10 + 3 * 0.81 + 1.5 * (5.41 + 2 * 0.91) + 0.64 - 3 * 0.57 - 2.46) ** 2
            / 10
            * 4
            / 24
            * (4 + 0.66 * 20)
            / 24,
            (11.8 - 6 * 0.57 - 2.46) ** 2 / 10 * 4 / 24 * (4 + 0.66 * 20) / 24,
        ),
        # The queen's checks count once, and Black has none. Five and twelve squares are defended.
        (
            "attack on the king",
            "6k1/8/8/8/8/8/8/3QK3 w - - 0 1",
            (11.8 + 1.5 * 3.43 - 5 * 0.57) ** 2 / 10 * 4 / 24 * (4 + 0.66 * 20) / 24,
            (11.8 - 12 * 0.57 - 2.46) ** 2 / 10 * 4 / 24 * (4 + 0.66 * 20) / 24,
        ),
        # Both sides attack d2 and h4. The pawn guards h4 and f4; the king attacks c1, and d2 a second time.
        ("contested squares", "7k/8/8/6b1/8/5N2/8/K7 w - - 0 1", 2, 2),
        ("contested squares", "7k/8/8/6b1/8/5NP1/8/K7 w - - 0 1", 3, 1),
        ("contested squares", "7k/8/8/6b1/8/5N2/2K5/8 w - - 0 1", 3, 2),
        # Eight pawns and a king are one piece more than eight; the eight squares before the pawns are free.
        ("space", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 8 * 0.288, 0),
        # Ten pieces. A pawn guards e4. Of the other eight squares c2, c3 and d2 count twice. So would d3,
        # but the knight attacks it.
        (
            "space",
            "4k3/8/8/4np2/2PP4/8/PP3PPP/RN2K3 w - - 0 1",
            (8 + 3) * 2**2 * (0.176 * 4 + 0.288 * 20) / 24,
            0,
        ),
        # White's king has a passed pawn four files away and one rank ahead. To Black's king the pawn is six
        # ranks ahead. The distance between the kings and the turn do not matter.
        ("distances", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", -4, -2),
        ("distances", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", -4, -2),
        # Pawns have no distances of their own. To White's king these are -4, 0 and 3, to Black's -2, 0 and
        # -2.
        ("distances", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", -4 + 3, -2 - 2),
        # The rook's: to the pawn, to its own king and to the other one. Then the white king's.
        ("distances", "4k3/8/8/8/1P6/8/8/R3K3 w - - 0 1", 3 + 2 + 1 - 5, -1),
        # These pawns are not passed. Each is three ranks ahead of its own king, four ahead of the other one.
        ("distances", "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", -3 - 2, -3 - 2),
        # With two queens it is a third of a middle game. White's queen is -1 and -2 by the kings.
        ("distances", "4k3/8/8/7q/8/8/8/2Q1K3 w - - 0 1", (-1 - 2) * 5 / 6, (1 + 1) * 5 / 6),
        ("distances", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0),
        ("distances", chess.STARTING_FEN, 0, 0),
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


def test_endings_pass_by_degrees():
    for fen, share in (
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1.0),
        ("rr2k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1.0),  # a quarter of the middle game
        ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 5 / 6),
        ("qr2k3/8/8/8/8/8/8/QR2K3 w - - 0 1", 1 / 2),
        ("qqr1k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 0.0),  # three quarters
        (chess.STARTING_FEN, 0.0),
    ):
        assert module.endings(parsed(fen)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("name", "middle", "end"),
    [
        ("pawns", 77.0, 119.0),
        ("queens", 1248.0, 1393.0),
        ("bishop pair", 1.0, 1.2),
        ("contested squares", 1.0, 0.0),
        ("open files at the king", 1.0, 0.25),
        ("tempo", 1.0, 0.3),
    ],
)
def test_what_one_is_worth_goes_by_the_phase(name, middle, end):
    for fen, share in ((chess.STARTING_FEN, 1.0), ("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 8 / 24)):
        rows = {row.name: row for row in LENS.breakdown(parsed(fen), 0).rows}
        assert rows[name].worth == pytest.approx(share * middle + (1 - share) * end)


COUNTED = {
    *("pawns", "knights", "bishops", "rooks", "queens", "bishop pair"),
    *("contested squares", "open files at the king", "lone pawn promotes", "tempo"),
}


def test_rows_with_a_count_have_whole_numbers():
    assert {name for name, term in TERMS.items() if term.counts} == COUNTED
    for position in random_positions(GAME, 5, 25):
        for row in LENS.breakdown(position.state, 0).rows:
            assert not row.counts or (float(row.own).is_integer() and float(row.other).is_integer())
