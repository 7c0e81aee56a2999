"""The boards of all games. A game's board is imported when it is first shown."""

from importlib import import_module

from ui.boards.board_art import BoardArt

_ARTS = {
    "isolation": "IsolationArt",
    "morris": "MorrisArt",
    "chess": "ChessArt",
    "jungle": "JungleArt",
    "tabletactics": "TableTacticsArt",
}


def has_board(game: str) -> bool:
    return game in _ARTS


def load_art(game: str) -> BoardArt:
    """Imports and returns the art of a game for which `has_board` is true."""
    art: BoardArt = getattr(import_module(f"ui.boards.{game}"), _ARTS[game])()
    return art
