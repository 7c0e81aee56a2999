"""The mirror images of positions, and what stands on their squares, in random games of each game; and that a
mirror that is none is named in a line."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from games.chess.board import board_of
from games.compiling.compiler import compiled, jit_disabled
from games.contract import BLACK, NOBODY, WHITE, State
from games.fen_rows import read_rows
from games.morris import ROWS
from games.perft import perft
from games.position import Position
from games.registry import game_names, load_game
from games.tabletactics import read_board
from mirror_faults import faults, fields, mirrored, squares_filled
from samples import random_walk, seeds

OURS = ("isolation", "morris", "chess", "jungle", "tabletactics")
every_game = pytest.mark.parametrize("name", game_names())
with_options = pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in game_names()),
        ("jungle", {"deal": "mixed"}),
        ("tabletactics", {"tweaked": True, "obstacles": ("c3", "d5")}),
        ("morris", {"quiet_limit": 7, "repetition": 2}),
    ],
)
PLIES, STEP = (40, 9) if jit_disabled() else (120, 13)

UNUSUAL = {
    "chess": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "1n2k3/P1P5/8/8/8/8/2p5/3NK3 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "R6k/6pp/8/8/8/8/8/K7 b - - 4 40",
    ),
    "morris": ("3/ww1/2w/3w2/3/2b/bb1 b 0 0 12", "3/ww1/3/6/3/2b/bb1 w 0 0 3", "www/3/3/6/3/3/bbb w 6 5 0"),
    "jungle": ("-1-2-2/2l5/4e3/1r1T4/1L1C2d1/5E2/+2R+1+1 w DWP cwt 3", "8/8/8/8/3l4/8/8 w - - 9"),
    "tabletactics": (
        "3t222/2f22n422/2T21f122/2F223/1N424/1F324 w play - 8",
        "3t222/2f22n422/2T22#2/2F213/1N424/1F324 w play c3:1 5",
        "6/6/6/6/1n424/6 b play - 9",
    ),
}
"""Positions that random games seldom reach: castling, en passant, promotions, decided games, free steps."""


@with_options
@given(seed=seeds)
def test_mirror_images_are_ones_in_random_games(name, options, seed):
    game = load_game(name)
    for position in list(random_walk(game, seed, PLIES, options=game.options(**options)))[::STEP]:
        assert list(faults(position, game.options(**options))) == []


def replace_game(position: Position, **parts: Any) -> Position:
    """The position in a game of which some parts are others."""
    return Position(replace(position.game, **parts), position.state)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in UNUSUAL for text in UNUSUAL[name]])
def test_mirror_images_are_ones_in_unusual_positions(name, text):
    if name in game_names():
        assert list(faults(Position.start(load_game(name), text=text))) == []


@every_game
@given(seed=seeds)
def test_mirror_images_have_equal_perft(name, seed):
    game, depth = load_game(name), 2 if jit_disabled() else 3
    for position in list(random_walk(game, seed, 60))[5::25]:
        if game.mirror is not None and (image := mirrored(game, position.state)) is not None:
            assert perft(game, image, depth) == perft(game, position.state, depth)


@pytest.mark.parametrize("name", OURS)
def test_every_game_of_ours_has_mirror_images_and_contents(name):
    game = load_game(name)
    assert game.mirror is not None and game.mirror_move is not None and game.contents is not None
    walk = list(random_walk(game, 1, 40))
    without = [position for position in walk if mirrored(game, position.state) is None]
    # While the armies are placed, White has placed the whole of its own before Black begins.
    assert len(without) == (8 if name == "tabletactics" else 0)
    assert without == walk[: len(without)]


@every_game
@given(seed=seeds)
def test_compiled_mirrors_and_contents_do_what_plain_ones_do(name, seed):
    game = load_game(name)
    if game.mirror is None or game.mirror_move is None or game.contents is None:
        return
    for position in list(random_walk(game, seed, PLIES))[::STEP]:
        states = np.zeros(2, game.dtype).view(np.recarray)
        states[0] = position.state
        plain = mirrored(game, position.state)
        assert bool(compiled(game.mirror)(states[0], states[1])) == (plain is not None)
        if plain is not None:
            assert fields(states[1]) == fields(plain)
        for move in position.moves[:3]:
            expected = game.mirror_move(position.state, move)
            assert compiled(game.mirror_move)(states[0], move) == expected
        out = np.full((len(game.squares), 2), -7, np.int8)
        compiled(game.contents)(states[0], out)
        assert out.tolist() == squares_filled(game, position.state).tolist()


@given(seed=seeds)
def test_chess_mirrors_as_python_chess_does(seed):
    game = load_game("chess")
    starts = [Position.start(game, text=text) for text in UNUSUAL["chess"]]
    for position in [*starts, *list(random_walk(game, seed, PLIES))[::STEP]]:
        image = mirrored(game, position.state)
        assert image is not None
        board = board_of(position.state).mirror()
        assert board_of(image) == board and game.format(image) == board.fen()
        assert fields(image) == fields(game.parse(board.fen(), game.options()))


def read_squares(name: str, text: str) -> dict[str, tuple[int, int]]:
    """The kind and the owner on each square that is not empty, read from the board of a position's text."""
    board = text.split()[0]
    game = load_game(name)
    if name == "tabletactics":
        letters = {square: standing[0] for square, standing in read_board(board).items()}
    elif name == "morris":
        rows = read_rows(board, [len(row.split()) for row in ROWS], "wb")
        letters = dict(zip(" ".join(ROWS).split(), "".join(rows), strict=True))
    else:
        files = {"isolation": 7, "chess": 8, "jungle": 8}[name]
        lengths = [files] * (len(game.squares) // files)
        from_the_top = "".join(reversed(read_rows(board, lengths, "xwbPNBRQKpnbrqkRCDWPTLErcdwptle+-?")))
        letters = dict(zip(game.squares, from_the_top, strict=True))
    return {square: KINDS[name](letter) for square, letter in letters.items() if letter != "."}


def by_case(letters: str, letter: str) -> tuple[int, int]:
    return 1 + letters.index(letter.upper()), WHITE if letter.isupper() else BLACK


KINDS = {
    "isolation": lambda letter: {"w": (1, WHITE), "b": (1, BLACK), "x": (2, NOBODY)}[letter],
    "morris": lambda letter: (1, "wb".index(letter)),
    "chess": lambda letter: by_case("PNBRQK", letter),
    "jungle": lambda letter: (9, "+-?".index(letter)) if letter in "+-?" else by_case("RCDWPTLE", letter),
    "tabletactics": lambda letter: (4, NOBODY) if letter == "#" else by_case("NFT", letter),
}
"""By game: the kind and the owner that a letter of a position's text stands for."""


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in OURS),
        ("jungle", {"deal": "mixed"}),
        ("tabletactics", {"obstacles": ("c3", "d5")}),
    ],
)
@given(seed=seeds)
def test_contents_are_those_of_the_position_text(name, options, seed):
    game = load_game(name)
    for position in list(random_walk(game, seed, PLIES, options=game.options(**options)))[::3]:
        found = zip(game.squares, squares_filled(game, position.state).tolist(), strict=True)
        standing = {square: (kind, owner) for square, (kind, owner) in found if kind}
        assert standing == read_squares(name, position.text)


# What is no mirror


def turn_alone(state: State, next: State) -> bool:
    isolation = load_game("isolation")
    board, turn = isolation.format(state).split()
    read = isolation.parse(f"{board} {'bw'['wb'.index(turn)]}", isolation.options())
    for name in state.dtype.names:
        next[name] = read[name]
    return True


def half_filled(state: State, next: State) -> bool:
    isolation = load_game("isolation")
    key = next.key
    assert isolation.mirror is not None and isolation.mirror(state, next)
    next.key = key
    return True


def keeps_the_key(state: State, next: State) -> bool:
    turns_nothing(state, next)
    next.to_move = 1 - state.to_move
    return True


def turns_nothing(state: State, next: State) -> bool:
    for name in state.dtype.names:
        next[name] = state[name]
    return True


def nobody_anywhere(state: State, out: np.ndarray) -> None:
    out[:] = 0


def half_of_it(state: State, out: np.ndarray) -> None:
    out[:, 1] = NOBODY


def burns_for_black(state: State, out: np.ndarray) -> None:
    contents = load_game("isolation").contents
    assert contents is not None
    contents(state, out)
    out[out[:, 0] == 2, 1] = BLACK


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ({"mirror_move": None}, "expected mirror and mirror_move, found mirror alone"),
        ({"mirror": turn_alone}, "mirror_move: expected the legal moves of the mirror image"),
        ({"mirror": half_filled}, "mirror: expected every field of next to be filled, 'key' is not"),
        (
            {"mirror": keeps_the_key},
            "mirror: expected the position again when '3x3/1x1x3/2x1bx1/1x1x3/3w1x1/",
        ),
        ({"mirror": turns_nothing}, "mirror: expected the other side to move, found the same"),
        ({"mirror_move": lambda state, move: move ^ 1}, "mirror_move: expected the legal moves"),
        ({"contents": nobody_anywhere}, "contents: expected NOBODY on a1, which is empty, found 0"),
        ({"contents": half_of_it}, "contents: expected both numbers of a1 to be filled"),
        ({"contents": burns_for_black}, "contents: expected as many of each kind in the mirror image"),
        ({"outcome": lambda state: 0}, "mirror: expected outcome 1, found 0"),
        ({"quiet": lambda state: int(state.to_move)}, "mirror: expected quiet 0, found 1"),
    ],
)
def test_a_mirror_that_is_none_is_named_in_a_line(parts, line):
    position = Position.start(load_game("isolation"), text="3x3/1x1x3/2x1bx1/1x1x3/3w1x1/2x4/7 w")
    assert list(faults(position)) == []
    first = next(faults(replace_game(position, **parts)))
    assert first.startswith(line) and "\n" not in first
