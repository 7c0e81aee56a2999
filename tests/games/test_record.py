"""Records: a replay gives the game that was played, and a take-back hides nothing again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import BadText
from games.random_stream import Draws
from games.record import Record
from games.registry import game_names, load_game
from reviews import random_game
from samples import seeds


def play_some(record: Record, seed: int, steps: int) -> list[dict[str, object]]:
    """Plays random moves and take-backs; returns the entries that a file would hold."""
    draw = Draws(seed)
    entries: list[dict[str, object]] = []
    for _ in range(steps):
        if record.plies and draw.below(5) == 0:
            plies = 1 + draw.below(min(3, len(record.plies)))
            for _ in range(plies):
                record.take_back()
            entries.append({"back": plies})
        elif record.position.moves:
            moves = record.position.moves
            move = moves[draw.below(len(moves))]
            record.play(move, record.draw_chance(move, draw))
            entries.append(record.entry(record.end))
    return entries


@pytest.mark.parametrize("game", game_names())
@given(seed=seeds)
def test_a_replayed_record_is_the_same_game(game: str, seed: int) -> None:
    record = Record.start(load_game(game))
    entries = play_some(record, seed, 30)
    copy = Record.replay(json.loads(json.dumps(record.header())), json.loads(json.dumps(entries)))
    assert [ply.text for ply in copy.plies] == [ply.text for ply in record.plies]
    assert [p.text for p in copy.positions] == [p.text for p in record.positions]
    assert copy.remembered == record.remembered


@given(seed=st.integers(0, 2**32 - 1))
def test_a_reveal_that_was_taken_back_shows_the_same_again(seed: int) -> None:
    game = load_game("jungle")
    draw = Draws(seed)
    record = Record.start(game)
    seen = {}
    for move in record.position.moves[:3]:
        square = game.revealed_square(record.position.state, move)
        chance = record.draw_chance(move, draw)
        seen[square] = game.chance_text(record.position.state, move, chance)
        record.play(move, chance)
        record.take_back()
    assert len(set(seen.values())) == 3  # one identity is never shown on two squares
    for move in record.position.moves[:3]:
        square = game.revealed_square(record.position.state, move)
        for _ in range(3):
            chance = record.draw_chance(move, draw)
            assert game.chance_text(record.position.state, move, chance) == seen[square]


def test_entries_name_what_is_wrong() -> None:
    header = Record.start(load_game("isolation")).header()
    for entries, named in (
        ([{"move": "d4"}, {"move": "d4"}], "entry 2"),
        ([{"move": 5}], "expected a move"),
        ([{"back": 1}], "back"),
        ([{"move": "d4", "chance": 1}], "chance"),
        ([{"move": "d4", "chance": "x"}], "chance"),
    ):
        with pytest.raises(BadText, match=named):
            Record.replay(header, entries)
    for bad, named in (
        ({**header, "game": "no-such"}, "no-such"),
        ({**header, "position": "7/7"}, "side to move"),
        ({**header, "options": {"speed": 3}}, "options"),
        ({"game": "isolation"}, "position"),
    ):
        with pytest.raises(BadText, match=named):
            Record.replay(bad, [])


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    record = Record.start(load_game("isolation"))
    record.play(24)
    with pytest.raises(BadText, match="not legal"):
        record.play(24)
    assert len(record.plies) == 1


def test_an_identity_is_not_revealed_on_two_squares() -> None:
    """Such a file would leave the next reveal without any possible outcome."""
    record = Record.start(load_game("jungle"))
    header = record.header()
    entries = [{"move": "a1", "chance": 0}, {"back": 1}, {"move": "b1", "chance": 0}]
    with pytest.raises(BadText, match=r"entry 3: chance of move 1: 0 contradicts"):
        Record.replay(header, entries)
    entries[2] = {"move": "a1", "chance": 1}
    with pytest.raises(BadText, match="contradicts"):
        Record.replay(header, entries)
    entries[2] = {"move": "b1", "chance": 1}
    assert len(Record.replay(header, entries).plies) == 1


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"move": "a1", "chance": True}, "chance"),
        ({"move": "a1", "chance": 1.0}, "chance"),
        ({"move": "a1", "chance": 8}, "chance"),
        ({"move": "a1", "chance": -1}, "chance"),
        ({"move": "a1", "chance": 10**5000}, "chance"),
        ({"move": ["a1"]}, "move"),
        ({"back": True}, "back"),
        ({"back": 10**5000}, "back"),
    ],
)
def test_numbers_in_a_file_are_whole_and_in_range(entry: dict[str, object], named: str) -> None:
    header = Record.start(load_game("jungle")).header()
    with pytest.raises(BadText, match=named):
        Record.replay(header, [entry])


def test_the_last_turn_is_all_that_a_side_made_once_it_is_over() -> None:
    game = load_game("tabletactics")
    record = Record.start(game)
    for text in ("N@a1", "F@a2", "F@b1", "T@b2", "N@f6"):
        record.play(next(m for m in record.position.moves if record.position.notation(m) == text))
    turns = [[position.notation(move) for position, move in record.last_turn(count)] for count in range(6)]
    assert turns == [[], ["N@a1"], ["F@a2"], ["F@b1"], ["N@a1", "F@a2", "F@b1", "T@b2"], ["N@f6"]]


@pytest.mark.parametrize("game", game_names())
def test_moves_are_numbered_as_a_list_of_two_columns_shows_them(game) -> None:
    record = random_game(game, 40, 3)
    number, before = 0, None
    for index, ply in enumerate(record.plies):
        if (ply.side == 0 and before != 0) or before is None:
            number += 1
        before = ply.side
        assert record.number(index) == number
        assert record.numbered(index) == f"{number}{('. ', '…')[ply.side]}{record.written(index)}"


def test_game_that_black_begins_is_numbered_from_there() -> None:
    record = Record.start(load_game("isolation"), text="7/7/3w3/7/2b4/7/7 b")
    for _ in range(3):
        record.play(record.position.moves[0])
    assert [record.label(index) for index in range(3)] == ["1…", "2.", "2…"]
