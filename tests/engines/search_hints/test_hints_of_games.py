"""What each game tells its searches, and how the hints of a game that a person adds reach them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines import search_hints
from engines.search.options import has_noisy_moves
from engines.search_hints import NONE, hints_of
from games.compiling.compiler import compiled, jit_disabled
from games.contract import ONGOING
from games.position import Position
from games.registry import game_names, load_game
from games.tabletactics import END
from samples import ongoing_positions


def at(game: str, text: str) -> Position:
    return Position.start(load_game(game), text=text)


def test_a_game_without_a_module_of_hints_states_none() -> None:
    assert hints_of(replace(load_game("isolation"), name="ten_holes")) is NONE


ADDED = """
from engines.search_hints import SearchHints

HINTS = SearchHints(order_hint=lambda state, move: 7, noisy=lambda state, move: move > 3)
"""


def test_a_sixth_game_states_hints_in_a_module_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nine_holes.py").write_text(ADDED, encoding="utf-8")
    monkeypatch.setattr(search_hints, "__path__", [*search_hints.__path__, str(tmp_path)])
    game = replace(load_game("isolation"), name="nine_holes")
    assert hints_of(game).order_hint(None, 1) == 7 and hints_of(game).loses(None, 1) is False
    assert has_noisy_moves(game) and not has_noisy_moves(load_game("isolation"))


@pytest.mark.parametrize("game", game_names())
def test_compiled_hints_are_those_of_the_plain_functions(game: str) -> None:
    hints, rules = hints_of(load_game(game)), load_game(game)
    for position in ongoing_positions(game, 7, 3 if jit_disabled() else 40):
        state = np.zeros(1, rules.dtype).view(np.recarray)
        state[0] = position.state
        for kernel in (hints.may_stand_pat, hints.may_pass):
            assert compiled(kernel)(state[0]) == kernel(position.state)
        for move in position.moves[:: 1 + len(position.moves) // 4]:
            for kernel in (hints.order_hint, hints.noisy):
                assert compiled(kernel)(state[0], move) == kernel(position.state, move)
            assert 0 <= hints.order_hint(position.state, move) < 1024


def test_a_foreseen_key_is_that_of_the_state_after_the_move() -> None:
    key_after = hints_of(load_game("morris")).key_after
    assert key_after is not None
    fast, removals = compiled(key_after), set()
    for seed in range(3 if jit_disabled() else 8):
        for position in ongoing_positions("morris", seed, 60):
            for move in position.moves:
                removals.add(position.notation(move).count("x"))
                assert key_after(position.state, move) == position.play(move).state.key
            assert fast(position.state, move) == position.play(move).state.key
    assert removals >= {0, 1}


SHUTS_IN = "bbw/1w1/3/bw4/3/3/b1w w 0 0 0"
SHUTS_IN_BY_PLACING = "bbw/1w1/3/bw4/3/3/b2 w 1 0 0"
FLIES = "b1w/1w1/3/bw4/3/3/b1w w 0 0 0"
TWO_STONES_IN_ALL = "3/1w1/3/3b1b/3/3/b1b w 1 0 0"
LAST_QUIET_PLY = "bw1/1ww/3/3b1b/3/3/b1b w 0 0 99"
"""Positions of morris, in most of which a quiet move ends the game."""


def test_a_foreseen_end_is_that_of_the_state_after_the_move() -> None:
    ends_game, noisy = hints_of(load_game("morris")).ends_game, hints_of(load_game("morris")).noisy
    assert ends_game is not None
    fast, ends = compiled(ends_game), dict[str, int]()
    games = [at("morris", SHUTS_IN), at("morris", SHUTS_IN_BY_PLACING), at("morris", FLIES)]
    games += [at("morris", TWO_STONES_IN_ALL), at("morris", LAST_QUIET_PLY)]
    for position in (*games, *ongoing_positions("morris", 5, 20 if jit_disabled() else 200)):
        for move in (each for each in position.moves if not noisy(position.state, each)):
            over = position.play(move).outcome != ONGOING
            ends[position.text] = ends.get(position.text, 0) + over
            assert ends_game(position.state, move) == fast(position.state, move) == over
    assert [ends[position.text] for position in games] == [1, 1, 0, 19, 46]


def test_moves_that_close_mills_are_hinted() -> None:
    position = at("morris", "1w1/w1w/1w1/b4b/3/3/b1b w 1 0 0")
    for move in position.moves:
        assert hints_of(position.game).order_hint(position.state, move) == position.notation(move).count("x")


def test_likeness_in_morris_is_of_stones_and_their_counts() -> None:
    likeness = hints_of(load_game("morris")).likeness
    assert likeness is not None
    fast, seen = compiled(likeness), [dict[object, int](), dict[object, int](), dict[object, int]()]
    for position in ongoing_positions("morris", 45, 10 if jit_disabled() else 150):
        state = position.state
        white, black = (int(stones) for stones in state.stones)
        counts = white.bit_count(), black.bit_count(), int(state.stash[0])
        found = fast(state)
        assert tuple(map(int, found)) == tuple(map(int, likeness(state))) and min(found) >= 0
        for part, number, known in zip((white, black, counts), found, seen, strict=True):
            assert known.setdefault(part, int(number)) == number
    for known in seen:  # equal numbers of different stones are rare
        assert len(set(known.values())) == len(known) > 4


def test_jungle_tries_the_strongest_capture_first() -> None:
    position = at("jungle", "8/8/8/2rEl3/3-4/8/8 w - c 0")
    order_hint = hints_of(position.game).order_hint
    hints = {position.notation(move): order_hint(position.state, move) for move in position.moves}
    assert hints["d4xe4"] > hints["d4xd3"] > hints["d4-d5"] == hints["d4xc4"] == 0


def test_tabletactics_tries_attacks_first_and_the_end_last() -> None:
    position = at("tabletactics", "5n42/6/6/t225/F325/N425 w play - 4")
    order_hint = hints_of(position.game).order_hint
    hints = {position.notation(move): order_hint(position.state, move) for move in position.moves}
    assert hints["a2xa3"] > hints["a2-b2"] > hints["end"]


def test_a_turn_that_has_begun_is_not_evaluated() -> None:
    position = at("tabletactics", "5n42/6/6/t225/F325/N425 w play - 4")
    may_stand_pat = hints_of(position.game).may_stand_pat
    assert may_stand_pat(position.state)
    begun = position.play(position.parse_move("a2-b2"))
    assert not may_stand_pat(begun.state)
    assert hints_of(position.game).noisy(begun.state, END)
    assert may_stand_pat(begun.play(END).state)
    assert may_stand_pat(Position.start(position.game).state)
