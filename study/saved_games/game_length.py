"""How long a game is, in words: in moves as people count them."""

from games.contract import never
from games.registry import load_game


def length_in_words(game: str, plies: int) -> str:
    """The length of a game by its name and number of plies: "12 moves", each of White and Black, or "24
    actions" if a turn may have several."""
    takes_several = load_game(game).idles is not never
    word, count = ("action", plies) if takes_several else ("move", (plies + 1) // 2)
    return f"1 {word}" if count == 1 else f"{count} {word}s"
