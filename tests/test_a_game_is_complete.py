"""What a game must have (`games/registry.py`): for every game of the registry, a line names whatever is
missing, and a mirror image that is none; and both are really found."""

from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from types import ModuleType

import pytest

import games.registry
from engines.search_hints import SearchHints
from games.contract import Game, State
from games.registry import Entry, game_names, load_game
from heuristics.contract import Heuristic
from heuristics.module_loader import in_module
from mirror_faults import faults
from samples import random_walk
from ui.boards.board_art import BoardArt
from ui.boards.registry import has_board, load_art


def imported(name: str) -> ModuleType | str:
    """A module, or a line that says why it cannot be imported."""
    try:
        return import_module(name)
    except Exception as error:  # whatever a module raises
        return f"{name.replace('.', '/')}.py: cannot be imported: {type(error).__name__}: {error}"


def missing(game: str) -> list[str]:
    """The parts that a game must have but lacks, a line each."""
    found: list[str] = []
    rules = imported(f"games.{game}")
    if isinstance(rules, str):
        found.append(rules)
    elif not isinstance(made := getattr(rules, "GAME", None), Game):
        found.append(f"games/{game}.py: expected GAME, a games.contract.Game")
    elif made.name != game:
        found.append(f"games/{game}.py: expected GAME to be called {game!r}, found {made.name!r}")
    else:
        lines = (line for position in list(random_walk(made, 0, 60))[::12] for line in faults(position))
        found += [f"games/{game}.py: {line}" for line in islice(lines, 1)]
    if find_spec(f"engines.search_hints.{game}") is not None:  # it may be left out
        hints = imported(f"engines.search_hints.{game}")
        if isinstance(hints, str):
            found.append(hints)
        elif not isinstance(getattr(hints, "HINTS", None), SearchHints):
            found.append(f"engines/search_hints/{game}.py: expected HINTS, a SearchHints")
    module = imported(f"heuristics.{game}")
    if isinstance(module, str):
        found.append(module)
    else:
        if not in_module(module):
            found.append(f"heuristics/{game}.py: expected a Heuristic, found none")
        if not isinstance(getattr(module, "DEFAULT", None), Heuristic):
            found.append(f"heuristics/{game}.py: expected DEFAULT, the usual Heuristic")
    if not has_board(game):
        found.append(f"ui/boards/registry.py: expected a line for {game!r}")
    elif isinstance(board := imported(f"ui.boards.{game}"), str):
        found.append(board)
    else:
        try:
            known = BoardArt in type(load_art(game)).__mro__
        except Exception as error:  # for instance a class that does not exist
            found.append(f"ui/boards/{game}.py: {type(error).__name__}: {error}")
        else:
            found += [] if known else [f"ui/boards/{game}.py: expected an Art"]
    return found


@pytest.mark.parametrize("game", game_names())
def test_a_game_has_all_that_it_must_have(game: str) -> None:
    assert not missing(game), "\n".join(missing(game))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (*games.registry.ENTRIES, Entry("bare_line", "A line", "Of which there is only this line."))
    monkeypatch.setattr(games.registry, "ENTRIES", entries)
    rules, heuristics, board = missing("bare_line")
    assert rules.startswith("games/bare_line.py: cannot be imported: ModuleNotFoundError")
    assert heuristics.startswith("heuristics/bare_line.py: cannot be imported: ModuleNotFoundError")
    assert board == "ui/boards/registry.py: expected a line for 'bare_line'"


@pytest.mark.parametrize(
    ("module", "name", "line"),
    [
        ("games.isolation", "GAME", "games/isolation.py: expected GAME, a games.contract.Game"),
        ("heuristics.isolation", "DEFAULT", "heuristics/isolation.py: expected DEFAULT, the usual Heuristic"),
        (
            "engines.search_hints.morris",
            "HINTS",
            "engines/search_hints/morris.py: expected HINTS, a SearchHints",
        ),
    ],
)
def test_a_part_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str, line: str
) -> None:
    monkeypatch.delattr(f"{module}.{name}")
    assert missing(module.rpartition(".")[2]) == [line]


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("mirror", "games/isolation.py: mirror: expected the other side to move, found the same, at '7/7/"),
        (
            "mirror_move",
            "games/isolation.py: mirror_move: expected the legal moves of the mirror image",
        ),
        ("contents", "games/isolation.py: contents: expected both numbers of a1 to be filled, at '7/7/7/7/"),
    ],
)
def test_an_optional_part_that_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, part: str, line: str
) -> None:
    def same(state: State, next: State) -> bool:
        for name in state.dtype.names:
            next[name] = state[name]
        return True

    wrong = {"mirror": same, "mirror_move": lambda state, move: 48, "contents": lambda state, out: None}
    monkeypatch.setattr("games.isolation.GAME", replace(load_game("isolation"), **{part: wrong[part]}))
    (found,) = missing("isolation")
    assert found.startswith(line) and "\n" not in found
