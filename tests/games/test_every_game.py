"""What the contract promises of any game, checked in random games of each."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from games.compiling.compiler import compiled, jit_disabled
from games.contract import ONGOING, BadText, Options, copy_state, new_state
from games.position import Position
from games.registry import entry, game_names, load_game
from samples import fields, random_walk, seeds

every_game = pytest.mark.parametrize("name", game_names())
PLIES = 15 if jit_disabled() else 60


def legal_moves(game, state, kernel) -> list[int]:
    out = np.full(game.max_moves, -7, np.int32)
    return out[: kernel(state, out)].tolist()


@every_game
@given(seed=seeds)
def test_text_round_trips_with_key_and_moves(name, seed):
    game = load_game(name)
    for position in random_walk(game, seed, PLIES):
        again = Position.start(game, text=position.text)
        assert again.text == position.text
        assert again.state.key == position.state.key, "the key kept up by apply is not the one made anew"
        assert again.to_move == position.to_move
        assert legal_moves(game, again.state, game.legal_moves) == legal_moves(
            game, position.state, game.legal_moves
        )


@every_game
@given(seed=seeds)
def test_moves_ascend_with_names_and_clicks_of_their_own(name, seed):
    game = load_game(name)
    for position in random_walk(game, seed, PLIES):
        moves = position.moves
        assert all(a < b for a, b in pairwise(moves))
        assert all(0 <= move < 1 << 31 for move in moves)
        for write in (position.notation, position.move_text):
            assert len({write(move) for move in moves}) == len(moves)
        paths = [path for move in moves for path in game.click_paths(position.state, move)]
        assert len(set(paths)) == len(paths) >= len(moves)
        assert all(path and all(path) for path in paths)
        for move in moves[:: 1 + len(moves) // 3]:
            assert position.parse_move(position.notation(move)) == move
            assert position.parse_move(position.move_text(move)) == move


@every_game
@given(seed=seeds)
def test_apply_fills_all_of_next_and_alters_nothing_else(name, seed):
    game = load_game(name)
    walk = list(random_walk(game, seed, PLIES))
    for position in walk:
        for move in position.moves[:: 1 + len(position.moves) // 4]:
            before = fields(position.state)
            clean, soiled = new_state(game.dtype), copy_state(walk[-1].state)
            for field in game.dtype.names:
                if not game.dtype[field].shape:
                    soiled[field] = 1
            game.apply(position.state, move, 0, clean)
            game.apply(position.state, move, 0, soiled)
            assert fields(position.state) == before
            assert fields(soiled) == fields(clean)


@every_game
@given(seed=seeds)
def test_compiled_kernels_do_what_the_plain_ones_do(name, seed):
    game = load_game(name)
    for position in random_walk(game, seed, PLIES):
        state = np.zeros(1, game.dtype).view(np.recarray)
        state[0] = position.state
        moves = legal_moves(game, position.state, game.legal_moves)
        assert legal_moves(game, state[0], compiled(game.legal_moves)) == moves
        for kernel in (game.outcome, game.quiet, game.quiet_limit, game.repetition_limit):
            assert compiled(kernel)(state[0]) == kernel(position.state)
        for move in moves[:: 1 + len(moves) // 4]:
            count = int(game.chance_count(position.state, move))
            assert compiled(game.chance_count)(state[0], move) == count
            plain, other = new_state(game.dtype), np.zeros(1, game.dtype).view(np.recarray)
            game.apply(position.state, move, count - 1, plain)
            compiled(game.apply)(state[0], move, count - 1, other[0])
            assert fields(other[0]) == fields(plain)


@every_game
@given(seed=seeds)
def test_chances_add_up_to_one(name, seed):
    game = load_game(name)
    for position in random_walk(game, seed, 12):
        for move in position.moves[:10]:
            chances = position.chances(move)
            assert all(chance > 0 for chance in chances)
            assert sum(chances) == pytest.approx(1.0)
            assert game.has_chance or chances == (1.0,)


@every_game
@given(seed=seeds)
def test_games_that_end_say_why_and_have_no_moves(name, seed):
    *_, last = random_walk(load_game(name), seed, 80 if jit_disabled() else 400)
    assert (last.outcome == ONGOING) == (last.ending == "") == bool(last.moves)
    assert last.ending == "" or (not last.ending[0].islower() and last.ending.endswith("."))


@every_game
def test_a_state_is_copied_by_value(name):
    state = Position.start(load_game(name)).state
    copy = copy_state(state)
    copy.to_move = 1
    assert state.to_move == 0
    assert fields(copy) == fields(state) | {"to_move": 1}


@every_game
def test_a_guide_says_how_and_its_example_can_be_played(name):
    guide = load_game(name).guide
    if guide is None:
        return
    assert 4 <= len(guide.rules) <= 6
    texts = [*guide.rules, guide.mouse, guide.keyboard]
    assert all(text.endswith(".") and text == " ".join(text.split()) for text in texts)
    position = Position.start(load_game(name), text=guide.position)
    assert position.parse_move(guide.move) in position.moves


def test_every_game_that_comes_with_the_program_has_a_guide():
    names = {"isolation", "morris", "chess", "jungle", "tabletactics"}
    assert names <= {name for name in game_names() if load_game(name).guide is not None}


@every_game
def test_registry_and_options(name):
    game = load_game(name)
    assert game.name == name
    assert entry(name).title and entry(name).tagline
    assert issubclass(game.options, Options)
    assert len(set(game.squares)) == len(game.squares)
    with pytest.raises(ValueError, match="no_such_option"):
        game.options(no_such_option=1)


@every_game
@pytest.mark.parametrize("text", ["", "nonsense", "8/8 w", "\0", "é w 1 2 3", "w " * 40])
def test_bad_text_is_one_line(name, text):
    with pytest.raises(BadText) as caught:
        Position.start(load_game(name), text=text)
    assert str(caught.value) and "\n" not in str(caught.value)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(BadText, match=r"game: expected one of isolation, morris.*found 'go'"):
        load_game("go")


@pytest.mark.parametrize(
    ("name", "limit", "text"),
    [
        ("chess", "quiet_limit", "7k/8/8/8/8/8/7r/K7 b - - 10000 10000"),
        ("morris", "quiet_limit", "3/ww1/2w/3w2/3/2b/bb1 b 0 0 1000000"),
        ("jungle", "no_capture_limit", "L7/8/8/8/8/8/l7 b - - 100000"),
        ("tabletactics", "turn_limit", "5n42/4f32f32/5t22/6/F32T224/N42F324 w play - 1000000"),
    ],
)
def test_counters_stop_where_the_parser_does(name, limit, text):
    """A position whose text cannot be read again could be played, but not saved or shared."""
    game = load_game(name)
    options = game.options.model_validate({limit: 0})
    position = Position.start(game, options, text)
    assert position.text == text
    for _ in range(2):
        position = position.play(position.moves[-1])  # in TableTactics this ends the turn
        assert Position.start(game, options, position.text).text == position.text
