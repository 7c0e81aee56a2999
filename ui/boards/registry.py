"""The boards there are; a game's board is imported when it is first shown."""

from importlib import import_module
from typing import Any

from ui.boards.art import Art

_ARTS = {
    "isolation": "IsolationArt",
    "morris": "MorrisArt",
    "chess": "ChessArt",
    "jungle": "JungleArt",
    "tabletactics": "TableTacticsArt",
}

_SETUPS = {"chess": ("chess_setup", "ChessSetup")}


def has_setup(game: str) -> bool:
    """Whether the position editor knows the game."""
    return game in _SETUPS


def load_setup(game: str) -> Any:
    """What the position editor edits in a game that `has_setup`."""
    module, name = _SETUPS[game]
    return getattr(import_module(f"ui.boards.{module}"), name)()


def has_board(game: str) -> bool:
    return game in _ARTS


def load_art(game: str) -> Art:
    """The art of a game that `has_board`."""
    art: Art = getattr(import_module(f"ui.boards.{game}"), _ARTS[game])()
    return art
