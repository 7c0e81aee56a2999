"""The one list of games. A game is imported when it is first asked for, so that the home screen
can name them all without loading their rules."""

from dataclasses import dataclass
from importlib import import_module

from games.contract import WHITE, BadText, Game
from games.plain_text import shown


@dataclass(frozen=True)
class Entry:
    """What the home screen says of a game; the rules are in `games/<name>.py`."""

    name: str
    title: str
    tagline: str
    white: str = "White"
    black: str = "Black"

    def side_name(self, side: int) -> str:
        return self.white if side == WHITE else self.black


ENTRIES = (
    Entry("isolation", "Isolation", "Knights that burn the squares behind them; whoever is stuck loses."),
    Entry("morris", "Nine Men's Morris", "Three in a line is a mill, and a mill takes a stone."),
    Entry("chess", "Chess", "The game of kings, and an engine that shows why it moves."),
    Entry(
        "jungle",
        "Jungle",
        "Animals face down: reveal, hunt, and mind the rat that takes the elephant.",
        white="Amber",
        black="Blue",
    ),
    Entry(
        "tabletactics",
        "TableTactics",
        "Four soldiers, two actions each a turn: take the other noble.",
    ),
)


def game_names() -> tuple[str, ...]:
    return tuple(entry.name for entry in ENTRIES)


def entry(name: str) -> Entry:
    """The registry's line on a game; BadText for a name that is not there."""
    for candidate in ENTRIES:
        if candidate.name == name:
            return candidate
    raise BadText(f"game: expected one of {', '.join(game_names())}, found {shown(name)}")


def load_game(name: str) -> Game:
    """The rules of a game by name; BadText for a name that is not there."""
    game = import_module(f"games.{entry(name).name}").GAME
    assert isinstance(game, Game)
    return game
