"""The games whose positions can be set up by hand. A game's setup is imported when it is first needed."""

from importlib import import_module

from games.contract import Options
from study.setups.setup import Setup

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
    """An empty setup for a game that `has_setup`."""
    setup: Setup = getattr(import_module(f"study.setups.{game}"), _SETUPS[game])(options)
    return setup
