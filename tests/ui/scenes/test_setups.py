"""What the position editor edits in each game: texts are read and written back, pieces are placed and
removed."""

import pytest

from games.contract import BadText
from games.jungle import JungleOptions
from games.position import Position
from games.registry import game_names, load_game
from samples import random_walk
from study.setups.registry import has_setup, load_setup
from ui.boards.registry import load_art

SETUPS = [name for name in game_names() if has_setup(name)]
"""A game may do without one: see `games/registry.py`."""


def setup_of(name, text=None):
    game = load_game(name)
    setup = load_setup(name, game.options())
    assert setup.read(text or Position.start(game).text)
    return setup


def fields_of(setup, square=""):
    return {field.name: field for row in setup.fields(square) for field in row.fields}


@pytest.mark.parametrize("name", SETUPS)
def test_every_position_of_a_game_comes_back_as_its_text(name):
    game = load_game(name)
    setup = load_setup(name, game.options())
    texts = [position.text for seed in range(4) for position in random_walk(game, seed, 120)]
    for text in texts:
        assert setup.read(text) and setup.text == text


def test_a_mixed_deal_of_jungle_comes_back_as_its_text():
    game = load_game("jungle")
    options = JungleOptions(deal="mixed")
    position = Position.start(game, options)
    setup = load_setup("jungle", options)
    for number in range(30):
        assert setup.read(position.text) and setup.text == position.text
        position = position.play(position.moves[number % len(position.moves)])
    assert "back_unknown" in {piece for row in setup.palette for piece in row}


@pytest.mark.parametrize("name", SETUPS)
def test_what_stands_on_the_board_has_the_names_of_the_art(name):
    """Playing and editing share one picture: a position's art and the set-up of its text name the same
    pieces."""
    game, art = load_game(name), load_art(name)
    setup = load_setup(name, game.options())
    for position in random_walk(game, 7, 80):
        setup.read(position.text)
        assert dict(setup.pieces) == art.pieces(position.state)


@pytest.mark.parametrize("name", SETUPS)
def test_piece_of_the_palette_is_put_moved_and_taken_off(name):
    game, art = load_game(name), load_art(name)
    setup = load_setup(name, game.options())
    setup.clear()
    first, second = game.squares[0], game.squares[-1]
    for piece in (piece for row in setup.palette for piece in row):
        assert setup.piece_name(piece)
        setup.put(first, piece)
        assert art.kind(setup.pieces[first]) == art.kind(piece)
        setup.move(first, second)
        assert art.kind(setup.pieces[second]) == art.kind(piece) and first not in setup.pieces
        setup.move(second, "")
        assert not set(setup.pieces) & set(game.squares)


@pytest.mark.parametrize("name", SETUPS)
def test_text_that_makes_no_board_is_not_taken_over(name):
    setup = setup_of(name)
    before = setup.text
    for text in ("", "nonsense", "8/8", "9/9/9/9/9/9/9/9 w"):
        assert not setup.read(text)
    assert setup.text == before
    assert setup.read(before.split()[0]), "the fields after the board may be missing"


def test_a_knight_stands_once_and_burned_squares_stay():
    setup = setup_of("isolation", "7/7/7/3x3/7/7/7 w")
    setup.put("a1", "knight_white")
    setup.put("b2", "knight_white")
    assert setup.text == "7/7/7/3x3/7/1w5/7 w"
    setup.put("d4", "knight_black")
    assert setup.text == "7/7/7/3b3/7/1w5/7 w"


def test_a_stone_in_hand_is_dragged_onto_the_board():
    setup = setup_of("morris")
    setup.move("stash 0 8", "d6")
    setup.move("stash 1 8", "")
    assert setup.text == "3/1w1/3/6/3/3/3 w 8 8 0"
    setup.set("black stash", 3, "")
    setup.set("quiet", 12, "")
    assert setup.text == "3/1w1/3/6/3/3/3 w 8 3 12"


def test_an_animal_that_stands_on_the_board_has_been_seen():
    setup = setup_of("jungle")
    setup.put("c4", "0 3")
    assert setup.text == "--------/8/8/2D5/8/8/++++++++ w RCWPTLE rcdwptle 0"
    with pytest.raises(BadText, match="as many letters"):
        Position.start(load_game("jungle"), text=setup.text)
    setup.put("a1", "")
    assert Position.start(load_game("jungle"), text=setup.text)
    setup.put("d4", "0 3")
    assert setup.text.startswith("--------/8/8/3D4/8/8/1+++++++ ")
    setup.click_beside("pool 1 1")
    setup.click_beside("pool 1 2")
    setup.click_beside("pool 1 2")
    assert setup.text.endswith(" w RCWPTLE cdwptle 0")


def test_a_soldier_has_its_fields_on_the_chosen_square():
    setup = setup_of("tabletactics", "6/6/2n421f321/2N411F321/6/6 w play c3:2 6")
    fields = fields_of(setup, "c3")
    assert [fields[name].value for name in ("hitpoints", "actions", "free steps")] == [4, 1, 2]
    setup.set("hitpoints", 2, "c3")
    setup.set("free steps", 1, "c3")
    setup.set("actions", 1, "e3")
    assert setup.text == "6/6/2n421f321/2N211F311/6/6 w play c3:1 6"
    setup.move("c3", "a1")
    assert setup.text == "6/6/2n421f321/4F311/6/N215 w play a1:1 6"
    setup.to_move = 1
    assert setup.text == "6/6/2n421f321/4F321/6/N225 b play - 6", "who waits has all actions"
    assert not fields_of(setup, "a1")["actions"].enabled and fields_of(setup, "c4")["actions"].enabled


def test_armies_are_placed_at_full_strength():
    setup = setup_of("tabletactics", "6/6/6/6/6/N215 w play - 6")
    setup.set("stage", "place", "")
    assert setup.text == "6/6/6/6/6/N425 w place - 0"
    assert Position.start(load_game("tabletactics"), text=setup.text)


def test_castling_and_en_passant_follow_the_board():
    setup = setup_of("chess", "4k3/8/8/3pP3/8/8/8/4K2R w K d6 3 9")
    assert fields_of(setup)["castling K"].value and not fields_of(setup)["castling Q"].enabled
    setup.move("h1", "g1")
    setup.move("d5", "c5")
    assert setup.text == "4k3/8/8/2p1P3/8/8/8/4K1R1 w - - 3 9"
    setup.move("g1", "h1")
    assert setup.text.split()[2] == "K", "what was wished for comes back"
    setup.set("castling K", False, "")
    setup.set("en passant", "c6", "")
    setup.set("quiet", 0, "")
    setup.set("fullmove", 30, "")
    assert setup.text == "4k3/8/8/2p1P3/8/8/8/4K2R w - c6 0 30"
