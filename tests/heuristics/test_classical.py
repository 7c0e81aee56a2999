"""Chess's `classical` against the same terms counted on python-chess boards."""

import chess
import pytest
from hypothesis import given

from games.chess import GAME
from heuristics import chess as module
from heuristics.chess import classical
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
                SQUARES_IN_MIDDLE_GAME[piece, 0, at], SQUARES_IN_ENDGAME[piece, 0, at]
            )
            if name != "kings":
                counts[name] += tapered(module.PIECE_WORTH.middle[piece], module.PIECE_WORTH.end[piece])
    counts["weak pawns"], counts["connected pawns"] = pawns_among_themselves(board, color)
    counts["weak pawns"] += tapered(isolated_pawns(board, color), 0.0)
    counts["minor pieces"] = sum(tapered(*worth) for worth in minors_of(board, color))
    counts["winning chances"] = winning_chances(board, color)
    for square in board.pieces(chess.PAWN, color):
        if is_passed(board, color, square):
            counts["passed pawns"] += tapered(*passed_worth(board, color, square))
    king, other_king = board.king(color), board.king(not color)
    assert king is not None and other_king is not None
    guarded = seen_by(board, not color, chess.PAWN)
    hits, attacking, checks = 0.0, 0, 0.0
    for square, piece in board.piece_map().items():
        kind = piece.piece_type
        if kind not in OFFICERS or piece.color != color:
            continue
        free = [to for to in board.attacks(square) if board.color_at(to) != color and to not in guarded]
        table, in_endgame = module.MOBILITY[kind], module.MOBILITY_IN_ENDGAME[kind]
        counts["mobility"] += tapered(table[len(free)], in_endgame[len(free)])
        about = [to for to in board.attacks(square) if chess.square_distance(to, other_king) == 1]
        hits += len(about) * module.HITS[kind]
        attacking += bool(about)
        if kind != chess.BISHOP:
            far = [to for to in free if chess.square_distance(to, other_king) > 1]
            checks += sum(gives_check(board, kind, to, other_king) for to in far) * module.CHECKS[kind]
    counts["attack on the king"] = (hits * module.TOGETHER[min(5, attacking)] + checks) * share
    counts["threats"] = sum(tapered(*worth) for worth in threats_of(board, color))
    files = {chess.square_file(pawn) for pawn in board.pieces(chess.PAWN, color)}
    pawn_files = files | {chess.square_file(pawn) for pawn in board.pieces(chess.PAWN, not color)}
    for rook in board.pieces(chess.ROOK, color):
        file = chess.square_file(rook)
        counts["rooks on open files"] += 0.0 if file in files else 0.6 if file in pawn_files else share
    at_king = [file for file in range(8) if abs(file - chess.square_file(king)) <= 1 and file not in files]
    counts["open files at the king"] = len(at_king) * tapered(1.0, 0.25)
    counts["bishop pair"] = (len(board.pieces(chess.BISHOP, color)) >= 2) * tapered(1.0, 1.4)
    counts["tempo"] = (board.turn == color) * tapered(1.0, 0.3)
    if len(chess.SquareSet(board.occupied_co[not color])) == 1:  # see test_bare_king.py
        del counts["bare king driven"], counts["lone pawn promotes"]
    return counts


def seen_by(board: chess.Board, color: bool, *kinds: int) -> set[int]:
    return {to for kind in kinds for at in board.pieces(kind, color) for to in board.attacks(at)}


def gives_check(board: chess.Board, kind: int, square: int, king: int) -> bool:
    """Whether a knight, rook or queen on a square would attack the king, with all other pieces where they
    stand."""
    if kind == chess.KNIGHT:
        return square in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[king])
    steps = (
        chess.square_file(king) - chess.square_file(square),
        chess.square_rank(king) - chess.square_rank(square),
    )
    straight, oblique = 0 in steps, abs(steps[0]) == abs(steps[1])
    between = chess.SquareSet.between(square, king) & board.occupied
    return (straight or (oblique and kind == chess.QUEEN)) and not between


def threats_of(board: chess.Board, color: bool) -> list[tuple[float, float]]:
    """What each of a side's threats is worth, in the middle game and in the endgame."""
    found = []
    minors, majors = (chess.KNIGHT, chess.BISHOP), (chess.ROOK, chess.QUEEN)
    step = 8 if color == chess.WHITE else -8
    guarded = seen_by(board, not color, chess.PAWN)
    stepped = [at + step for at in board.pieces(chess.PAWN, color) if not board.piece_at(at + step)]
    soon = chess.SquareSet()
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
        if board.attackers(color, square) and square not in guarded:
            found.append((0.0, module.WITHOUT_PAWN_IN_ENDGAME))
    return found


def pawns_among_themselves(board: chess.Board, color: bool) -> tuple[float, float]:
    """How weak and how connected a side's pawns are."""
    own = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, color)]
    other = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, not color)]
    weak = connected = 0.0
    for rank, file in own:
        weak += any(at == file and ahead > rank for ahead, at in own)
        near = any(abs(at - file) == 1 and level <= rank for level, at in own)
        weak += not near and any(abs(at - file) == 1 and level == rank + 2 for level, at in other)
        times = any(abs(at - file) == 1 and level == rank - 1 for level, at in own)
        times += 0.75 * any(abs(at - file) == 1 and level == rank for level, at in own)
        connected += times * module.CONNECTED_WORTH[rank]
    return weak, connected


def isolated_pawns(board: chess.Board, color: bool) -> float:
    """What a side's isolated pawns count."""
    own = [chess.square_file(square) for square in board.pieces(chess.PAWN, color)]
    others = {chess.square_file(square) for square in board.pieces(chess.PAWN, not color)}
    alone = [file for file in own if file - 1 not in own and file + 1 not in own]
    return sum(module.ISOLATED if file in others else module.ISOLATED_ON_OPEN_FILE for file in alone)


def minors_of(board: chess.Board, color: bool) -> list[tuple[float, float]]:
    """What the relation of knights and bishops to pawns is worth, in the middle game and in the endgame."""
    found = []
    others = [divmod(from_own_side(square, color), 8) for square in board.pieces(chess.PAWN, not color)]
    for square in board.pieces(chess.KNIGHT, color) | board.pieces(chess.BISHOP, color):
        bishop = board.piece_type_at(square) == chess.BISHOP
        rank, file = divmod(from_own_side(square, color), 8)
        attackable = any(abs(at - file) == 1 and level > rank for level, at in others)
        if 3 <= rank <= 5 and attackers(board, color, square, chess.PAWN) and not attackable:
            found.append((module.BISHOP_ON_OUTPOST if bishop else module.OUTPOST,) * 2)
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
            found.append((module.OWN_PAWN_OF_ITS_COLOUR * pawns,) * 2)
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


def passed_worth(board: chess.Board, color: bool, square: int) -> tuple[float, float]:
    """What a passed pawn is worth, in the middle game and in the endgame."""
    rank = from_own_side(square, color) // 8
    middle, end = module.PASSED_WORTH.middle[rank], module.PASSED_WORTH.end[rank]
    before = square + (8 if color == chess.WHITE else -8)
    if not board.piece_at(before) and not board.attackers(not color, before):
        end += module.FREE_TO_STEP_IN_ENDGAME[rank]
    king, other_king = board.king(color), board.king(not color)
    assert king is not None and other_king is not None
    if rank >= 3:
        end += module.OTHER_KING_AWAY * (rank - 2) * chess.square_distance(before, other_king)
        end += module.OWN_KING_AWAY * (rank - 2) * chess.square_distance(before, king)
        guarded = (rank - 2) * module.STEP_GUARDED * bool(board.attackers(color, before))
        middle, end = middle + guarded, end + guarded
    return middle, end


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
    assert len(TERMS) == 25
    assert all(term.description and "our own" in term.source for term in TERMS.values())


def test_the_tables_are_read_from_each_side():
    """Squares whose sign or side would be wrong if the tables were misread."""
    pawns, kings = SQUARES_IN_MIDDLE_GAME[chess.PAWN], SQUARES_IN_ENDGAME[chess.KING]
    assert pawns[0, chess.B7] == pawns[1, chess.B2] == 44
    assert pawns[0, chess.H2] == pawns[1, chess.H7] == -11
    assert kings[0, chess.A8] == kings[1, chess.A1] == -47
    assert kings[0, chess.G7] == kings[1, chess.G2] == 25
    assert not pawns[:, :8].any() and not pawns[:, -8:].any()


@pytest.mark.parametrize(
    ("name", "fen", "own", "other"),
    [
        ("knights", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 2 * (430 * 2 / 24 + 379 * 22 / 24), 0),
        ("weak pawns", "4k3/8/8/p7/P7/P7/P7/4K3 w - - 0 1", 2, 0),
        ("weak pawns", "4k3/8/8/2p5/8/3P4/8/4K3 w - - 0 1", 1, 1),
        # Only the d-pawn is on an open file, and a queen on each side makes it a third of a middle game.
        ("weak pawns", "3qk3/p7/8/8/8/P7/3P4/3QK3 w - - 0 1", (0.6 + 1.3) / 3, 0.6 / 3),
        ("connected pawns", "4k3/pp6/8/8/8/1P6/P1P5/4K3 w - - 0 1", 12, 1.5 * 4),
        # The white one may not advance into the king's reach.
        ("passed pawns", "4k3/8/3P4/8/8/8/7p/4K3 w - - 0 1", 27 + 3 * (9.7 - 22.8), 192 + 4 * (29.1 - 26.6)),
        (
            "passed pawns",
            "8/8/3P4/8/8/8/7p/1k2K3 w - - 0 1",
            142 + 3 * (58.2 - 22.8),
            192 + 4 * (29.1 - 22.8),
        ),
        ("passed pawns", "7k/8/3PK3/8/8/8/8/8 w - - 0 1", 142 + 3 * (38.8 - 3.8 + 10.8), 0),
        ("bishop pair", "4kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1.4 - 0.4 * 3 / 24, 0),
        ("winning chances", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 3 * (32 - 120), 0),
        ("winning chances", "2b1k3/p7/8/8/8/8/PP6/2B1K3 w - - 0 1", -21 - 21, 0),
        ("winning chances", "2b1k3/pp6/8/8/8/8/P7/2R1K3 w - - 0 1", 0.5 * -46, 0),
        ("mobility", "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1", (-20 - 33 * 23) / 24, 0),
        ("rooks on open files", "r3k3/p7/8/8/8/8/1p6/1R1RK3 w - - 0 1", 0.6 + 6 / 24, 0),
        ("open files at the king", "1k6/1p6/8/8/8/8/P7/K7 w - - 0 1", 0.25, 0.5),
        # The pawn attacks both. The rook is unprotected and the knight attacks it; no pawn protects either.
        (
            "threats",
            "4k3/8/8/2n1r3/3P4/5N2/8/4K3 w - - 0 1",
            (2 * (98 * 4 + 30 * 20) + 26 * 24 + 2 * 16 * 20) / 24,
            0,
        ),
        ("threats", "4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 1", (86 * 3 + 26 * 24 + 16 * 21) / 24, 0),
        ("threats", "4k3/8/3b4/8/4N3/8/8/4K3 w - - 0 1", (32 * 2 + (26 + 16) * 22 + 26 * 24) / 24, 0),
        # A pawn protects it, and the bishop does not attack back.
        ("threats", "4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1", (32 * 2 + 26 * 22) / 24, 0),
        # A step of the pawn would attack the knight, which attacks the pawn.
        ("threats", "4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1", 23.9 / 24, 26 + 16 * 23 / 24),
        # The king attacks both pawns, of which one protects the other.
        ("threats", "8/8/8/2p5/1p1K4/8/8/k7 w - - 0 1", 26 + 16, 0),
        ("minor pieces", "4k3/8/8/3N1B2/2P1P3/8/8/4K3 w - - 0 1", 21 + 11 - 2 * 4.8, 0),
        ("minor pieces", "4k3/2p5/8/3N1B2/2P1P3/8/8/4K3 w - - 0 1", 11 - 2 * 4.8, 0),
        ("minor pieces", "4k3/8/8/8/8/4p3/2P1N3/4K3 w - - 0 1", (6.4 + 20.3 * 23) / 24, 0),
        ("attack on the king", "6k1/8/8/8/8/8/8/R3K3 w - - 0 1", 5.9 * 2 / 24, 0),
        ("attack on the king", "7k/R7/8/8/8/8/8/4K1R1 w - - 0 1", ((6 + 6) * 0.5 + 2 * 5.9) * 4 / 24, 0),
        # The knight attacks from d6, which neither the king nor a pawn guards.
        ("attack on the king", "2k5/1p1p4/8/5N2/8/8/8/4K3 w - - 0 1", 2.5 * 2 / 24, 0),
        ("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, 0.3),
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
