"""How long a game is, in words: in moves as people count them."""

from games.contract import never
from games.registry import load_game


def length_in_words(game: str, plies: int) -> str:
    """The length of a game by name and number of plies: "12 moves", White's and Black's being one; in "24
    actions" where a turn may have several."""
    takes_several = load_game(game).idles is not never
    word, count = ("action", plies) if takes_several else ("move", (plies + 1) // 2)
    return f"1 {word}" if count == 1 else f"{count} {word}s"
