"""Chess's heuristics against the same sums over python-chess boards."""

import chess
import numpy as np
import pytest
from hypothesis import given

from games.chess import GAME
from games.compiling.compiler import compiled, jit_disabled
from games.contract import SIDE_NAMES
from heuristics import chess as module
from heuristics.lens import Lens
from heuristics.registry import heuristics_of, load_heuristic
from samples import random_positions, random_walk, seeds

HEURISTICS = ("piece_value", "location", "michniewski")
every_heuristic = pytest.mark.parametrize("name", HEURISTICS)
PLIES = 40
SAMPLED = 20 if jit_disabled() else 60

SCHOOL_VALUES = {"p": 10, "n": 30, "b": 30, "r": 50, "q": 90, "k": 900}
VALUES = {
    "piece_value": SCHOOL_VALUES,
    "location": SCHOOL_VALUES,
    "michniewski": {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 20000},
}
NAMES = {"p": "pawns", "n": "knights", "b": "bishops", "r": "rooks", "q": "queens", "k": "kings"}

TABLES = {
    "piece_value": {},
    "location": {
        "p": module.PAWN_LOCATION,
        "n": module.KNIGHT_LOCATION,
        "b": module.BISHOP_AND_QUEEN_LOCATION,
        "q": module.BISHOP_AND_QUEEN_LOCATION,
        "k": module.KING_LOCATION,
    },
    "michniewski": {
        "p": module.PAWN_SQUARES,
        "n": module.KNIGHT_SQUARES,
        "b": module.BISHOP_SQUARES,
        "r": module.ROOK_SQUARES,
        "q": module.QUEEN_SQUARES,
        "k": module.KING_SQUARES,
    },
}

# What the published tables say about a white piece on some squares, in each half of each table.
PRINTED = {
    "location": (
        "pa7 2, pd7 3.5, pc6 2.5, pa5 0.5, pf4 0.5, pc4 0.25, pa3 0.25, pd3 -0.5, ph2 0.5, pg2 0.25, "
        "na8 -1, nb6 0.5, nd5 2.5, ng5 0.5, nb5 0.75, nc4 1.5, ne4 2, nd3 1.5, nd2 0, nc1 0, nf1 0, "
        "bd4 2, bc3 0.75, ba1 0, bc1 0.5, bb5 0.75, qd1 0.5, qe5 2, qb7 0.5, qh8 0, qg6 0.5, "
        "kg1 0, kf1 -0.5, kc1 -0.5, kc2 -1, kf2 -0.5, ke4 -3, ka8 -0.5, kh5 -1, kb6 -1.5, ka3 -0.5"
    ),
    "michniewski": (
        "pd7 50, pd6 30, pe5 25, pd4 20, pc3 -10, pb3 -5, ph3 5, pd2 -20, pb2 10, pa2 5, pa8 0, "
        "na1 -50, nb1 -40, nd2 5, nc3 10, nf6 10, nb5 5, nd5 20, nd7 0, nh4 -30, nc2 0, "
        "bc1 -10, bb2 5, bd3 10, bb5 5, bh8 -20, bd4 10, bb4 0, bc6 5, "
        "rd1 5, rc1 0, ra2 -5, rh7 5, rd7 10, ra8 0, rb3 0, rh5 -5, "
        "qa1 -20, qd1 -5, qc2 5, qf2 0, qb3 5, qg3 0, qa4 0, qh4 -5, qa5 -5, qd4 5, qd8 -5, "
        "kg1 30, ke1 0, kf1 10, ka1 20, kf2 0, ke3 -20, ka4 -20, ke8 -50, kb6 -40, ka3 -10"
    ),
    "michniewski, endgame": (
        "ka1 -50, kb1 -30, kd2 0, kb2 -30, ke4 40, kd3 30, kc3 20, kd8 -20, ke7 0, kb6 -10, ka5 -30, kb7 -20"
    ),
}

ENDGAMES = {
    "4k3/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1": True,
    "3qk3/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1": True,
    "3qkb2/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1": True,
    "3qk1n1/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1": True,
    "3qkbn1/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1": False,
    "r2qk3/pppp4/8/8/8/8/PPPP4/4K3 w q - 0 1": False,
    "2qqk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1": False,
    "3qk3/pppp4/8/8/8/8/PPPP4/3QKN2 w - - 0 1": True,
    "3qk3/pppp4/8/8/8/8/PPPP4/R2QK3 w Q - 0 1": False,
    chess.STARTING_FEN: False,
}


def parsed(fen: str):
    return GAME.parse(fen, GAME.options())


def slow_endgame(board: chess.Board) -> bool:
    """Whether every side with a queen has, besides king and pawns, only one minor piece."""
    for color in chess.COLORS:
        pieces = [p.symbol().lower() for p in board.piece_map().values() if p.color == color]
        besides = sorted(piece for piece in pieces if piece not in "pk")
        if "q" in besides and besides not in (["q"], ["b", "q"], ["n", "q"]):
            return False
    return True


def slow_values(name: str, board: chess.Board) -> dict[str, float]:
    """White's pieces minus Black's, for each term."""
    values = dict.fromkeys(NAMES.values(), 0.0)
    values |= {f"{NAMES[letter]}: location": 0.0 for letter in TABLES[name]}
    for square, piece in board.piece_map().items():
        letter, sign = piece.symbol().lower(), 1 if piece.color == chess.WHITE else -1
        values[NAMES[letter]] += sign * VALUES[name][letter]
        if letter in TABLES[name]:
            table = TABLES[name][letter]
            if letter == "k" and name == "michniewski" and slow_endgame(board):
                table = module.KING_SQUARES_IN_ENDGAME
            as_white = square if piece.color == chess.WHITE else chess.square_mirror(square)
            values[f"{NAMES[letter]}: location"] += sign * table[0][as_white]
    return values


@pytest.mark.parametrize("name", PRINTED)
def test_tables_are_the_published_ones(name):
    heuristic, _, endgame = name.partition(", ")
    for line in PRINTED[name].split(", "):
        square, value = line.split()
        table = module.KING_SQUARES_IN_ENDGAME if endgame else TABLES[heuristic][square[0]]
        assert table[0][chess.parse_square(square[1:])] == float(value), line
        mirrored = chess.square_mirror(chess.parse_square(square[1:]))
        assert table[1][mirrored] == float(value), line


@every_heuristic
@given(seed=seeds)
def test_terms_are_those_of_python_chess(name, seed):
    heuristic = load_heuristic("chess", name)
    for position in list(random_walk(GAME, seed, PLIES))[::3]:
        expected = slow_values(name, chess.Board(position.text))
        breakdown = Lens.of(heuristic).breakdown(position.state, 0)
        assert {row.name: row.contribution for row in breakdown.rows} == expected
        assert breakdown.value == sum(expected.values())


@every_heuristic
def test_compiled_values_are_those_of_python_chess(name):
    heuristic = load_heuristic("chess", name)
    evaluate, weights = compiled(heuristic.evaluator()), heuristic.default_weights
    state = np.zeros(1, GAME.dtype).view(np.recarray)
    for position in random_positions(GAME, 5, SAMPLED):
        state[0] = position.state
        expected = sum(slow_values(name, chess.Board(position.text)).values())
        assert evaluate(state[0], 0, weights) == expected
        assert evaluate(state[0], 1, weights) == -expected


@every_heuristic
def test_colours_do_not_matter(name):
    heuristic = load_heuristic("chess", name)
    for position in random_positions(GAME, 5, SAMPLED):
        for_side = parsed(chess.Board(position.text).mirror().fen())
        for side in (0, 1):
            value = Lens.of(heuristic).breakdown(position.state, side).value
            assert Lens.of(heuristic).breakdown(for_side, 1 - side).value == value
            assert Lens.of(heuristic).breakdown(position.state, 1 - side).value == -value


@every_heuristic
def test_every_piece_shows_what_it_counts_where_it_stands(name):
    heuristic = load_heuristic("chess", name)
    for position in random_positions(GAME, 5, SAMPLED):
        board = chess.Board(position.text)
        for term in heuristic.terms:
            plural = term.name.partition(":")[0]
            letter = next(key for key, value in NAMES.items() if value == plural)
            for side, color in enumerate(chess.COLORS):
                shown = dict(term.squares(position.state, side))
                pieces = board.pieces(chess.PIECE_SYMBOLS.index(letter), color)
                assert set(shown) == {chess.square_name(square) for square in pieces}
                assert sum(shown.values()) == term.count(position.state, side)


@pytest.mark.parametrize(("fen", "endgame"), ENDGAMES.items())
def test_the_published_switch_to_the_endgame(fen, endgame):
    assert module.is_endgame(parsed(fen)) == slow_endgame(chess.Board(fen)) == endgame
    rows = {
        row.name: row
        for row in Lens.of(load_heuristic("chess", "michniewski")).breakdown(parsed(fen), 0).rows
    }
    own = rows["kings: location"].own
    table = module.KING_SQUARES_IN_ENDGAME if endgame else module.KING_SQUARES
    assert own == table[0][chess.E1] != table[0][chess.E8]


def test_terms_by_type_of_piece():
    assert [h.name for h in heuristics_of("chess")] == [*HEURISTICS, "classical"]
    material = list(NAMES.values())
    assert [term.name for term in load_heuristic("chess", "piece_value").terms] == material
    for name, without in (("location", {"rooks"}), ("michniewski", set())):
        located = {f"{plural}: location" for plural in material if plural not in without}
        assert {term.name for term in load_heuristic("chess", name).terms} == set(material) | located
        assert all(term.description and term.source for term in load_heuristic("chess", name).terms)


def test_a_developed_knight_is_worth_more():
    """For either side, as the panel shows it."""
    for fen, side in (
        ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", 0),
        ("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1", 1),
    ):
        breakdown = Lens.of(load_heuristic("chess", "location")).breakdown(parsed(fen), side)
        rows = {row.name: row for row in breakdown.rows}
        gained = rows["knights: location"]
        assert breakdown.side == side and SIDE_NAMES[side] == breakdown.to_json()["side"]
        assert (gained.own, gained.other, gained.contribution) == (0.25, -1.5, 1.75)
        assert breakdown.value == 1.75
