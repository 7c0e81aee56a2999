"""How long a game is, in words: in moves or turns as people count them."""

from games.contract import never
from games.registry import load_game


def length_in_words(game: str, plies: int, turns: int = 0) -> str:
    """The length of a game by its name and number of plies: "12 moves", each a ply of White and one of Black.
    If a turn of the game may have several actions: "7 turns" of both sides together, or "42 actions" if
    `turns` is 0, as in older files, which do not count them."""
    if load_game(game).idles is not never:  # turns may have several actions
        word, count = ("turn", turns) if turns else ("action", plies)
    else:
        word, count = "move", (plies + 1) // 2
    return f"1 {word}" if count == 1 else f"{count} {word}s"
