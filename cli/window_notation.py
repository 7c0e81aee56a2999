"""The moves of an answer as the window writes them. JSON has the notation of programs: e2e4 for e4."""

from collections.abc import Sequence

from games.position import Position
from games.record import line_for_people
from games.registry import load_game


def line_in_window(game: str, position: str, moves: Sequence[str]) -> str:
    """The moves of a line from a position, with their numbers: "4. Qc4 Nf6 5. Nc3". In a game with one
    notation for people and programs they have no numbers."""
    start = _start(game, position)
    return " ".join(moves if start is None else line_for_people(start, moves))


def moves_in_window(game: str, position: str, moves: Sequence[str]) -> list[str]:
    """Moves that are all legal in the position, without numbers."""
    start = _start(game, position)
    return list(moves) if start is None else [start.notation(start.parse_move(move)) for move in moves]


def move_in_window(game: str, position: str, move: str | None) -> str:
    """A move in the position, without its number; "" for none."""
    return moves_in_window(game, position, [move])[0] if move else ""


def _start(game: str, position: str) -> Position | None:
    """The position; None in a game with one notation for people and programs, whose moves stay unchanged."""
    rules = load_game(game)
    return None if rules.move_text is None else Position.start(rules, text=position)
