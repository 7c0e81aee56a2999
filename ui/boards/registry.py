"""The boards there are; a game's board is imported when it is first shown."""

from importlib import import_module

from games.contract import Options
from study.setups.setup import Setup
from ui.boards.art import Art

_ARTS = {
    "isolation": "IsolationArt",
    "morris": "MorrisArt",
    "chess": "ChessArt",
    "jungle": "JungleArt",
    "tabletactics": "TableTacticsArt",
}

_SETUPS = {
    "isolation": "IsolationSetup",
    "morris": "MorrisSetup",
    "chess": "ChessSetup",
    "jungle": "JungleSetup",
    "tabletactics": "TableTacticsSetup",
}


def has_setup(game: str) -> bool:
    """Whether the position editor knows the game."""
    return game in _SETUPS


def load_setup(game: str, options: Options) -> Setup:
    """An empty position under construction, in a game that `has_setup`."""
    setup: Setup = getattr(import_module(f"study.setups.{game}"), _SETUPS[game])(options)
    return setup


def has_board(game: str) -> bool:
    return game in _ARTS


def load_art(game: str) -> Art:
    """The art of a game that `has_board`."""
    art: Art = getattr(import_module(f"ui.boards.{game}"), _ARTS[game])()
    return art
