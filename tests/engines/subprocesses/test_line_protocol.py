"""A program gets everything that belongs to a position, in every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.subprocesses.line_protocol import (
    ERROR,
    MOVE,
    READY,
    SAY,
    Reader,
    greeting,
    question,
    read_answer,
)
from games.contract import BadText, Options
from games.position import Position
from games.random_stream import Draws
from games.registry import game_names, load_game
from games.safe_text import LONGEST

OTHER_RULES = {
    "morris": {"repetition": 2, "quiet_limit": 30},
    "chess": {"repetition": 0, "quiet_limit": 80},
    "jungle": {"deal": "mixed", "no_capture_limit": 60},
    "tabletactics": {"tweaked": True, "obstacles": ["c3"], "turn_limit": 12},
}


def told(lines: list[str]) -> Reader:
    reader = Reader()
    for line in lines:
        reader.take(line + "\n")
    return reader


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("rules", ["usual", "others"])
def test_the_other_end_has_the_same_position(name, rules):
    game, draws = load_game(name), Draws(3)
    options = game.options(**(OTHER_RULES.get(name, {}) if rules == "others" else {}))
    position = Position.start(game, options)
    for ply in range(60):
        if not position.moves:
            break
        if ply < 8 or ply % 9 == 0:
            check(position, name, options)
        move = position.moves[draws.below(len(position.moves))]
        position = position.play(move, draws.below(len(position.chances(move))))


def check(position: Position, name: str, options: Options) -> None:
    lines = [*greeting(name, options, 5), *question(position, options, position.moves, 250)]
    assert all(len(line.split("\n")) == 1 for line in lines)
    reader = told(lines)
    there = reader.position()
    assert there.state.tobytes() == position.state.tobytes()
    assert list(there.earlier) == list(position.earlier)
    assert (there.moves, there.occurrences) == (position.moves, position.occurrences)
    assert (reader.game, reader.seed, reader.milliseconds) == (name, 5, 250)


def test_a_position_that_came_back_is_known_to_have():
    game = load_game("chess")
    options, position = game.options(), Position.start(game)
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position = position.play(position.parse_move(move))
    lines = [*greeting("chess", options, 0), *question(position, options, position.moves, 1)]
    assert sum(line.startswith("earlier ") for line in lines) == 4
    assert told(lines).position().occurrences == 2
    later = position.play(position.parse_move("e2e4"))
    assert not any(line.startswith("earlier ") for line in question(later, options, later.moves, 1))


def test_only_the_moves_asked_about_may_be_chosen():
    game = load_game("isolation")
    position = Position.start(game)
    moves = position.moves[4:6]
    lines = [*greeting("isolation", game.options(), 0), *question(position, game.options(), moves, 1)]
    assert told(lines).position().moves == moves


@pytest.mark.parametrize("line", ["plyglass 2", "plyglass", "go soon", "seed -1", "rules {"])
def test_what_cannot_be_is_refused(line):
    with pytest.raises(BadText):
        Reader().take(line)


@given(st.binary(max_size=2000))
def test_whatever_a_program_writes_is_a_word_and_a_short_line(line):
    word, rest = read_answer(line)
    assert word in (READY, MOVE, ERROR, SAY) and len(rest) <= LONGEST and rest.isprintable()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"ready", (READY, "")),
        (b"\xef\xbb\xbfready\r", (READY, "")),
        (b"move e2e4\r", (MOVE, "e2e4")),
        (b"error no\x1b[31m idea", (ERROR, "no\\x1b[31m idea")),
        (b"say  hello ", (SAY, "hello")),
        (b"moves e2e4", (SAY, "moves e2e4")),
        (b"\xff", (SAY, "\ufffd")),
        (b"", (SAY, "")),
    ],
)
def test_what_a_program_says(line, answer):
    assert read_answer(line) == answer
