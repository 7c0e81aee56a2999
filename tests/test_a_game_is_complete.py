"""What a game must have (`games/registry.py`): for every game of the registry, a line names whatever is
missing; and missing parts are really found."""

from importlib import import_module
from types import ModuleType

import pytest

import games.registry
from games.contract import Game
from games.registry import Entry, game_names
from heuristics.contract import Heuristic
from heuristics.module_loader import in_module
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
    ],
)
def test_a_part_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str, line: str
) -> None:
    monkeypatch.delattr(f"{module}.{name}")
    assert missing("isolation") == [line]
