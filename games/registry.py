"""The one list of games. A game is imported when it is first asked for, so that the home screen can name them
all without loading their rules.

What a game must have; `tests/test_a_game_is_complete.py` names what is missing:

- its line in ENTRIES;
- `games/<name>.py` with `GAME`, a `games.contract.Game`: all its fields without a default;
- `heuristics/<name>.py` with at least one heuristic, and `DEFAULT`, the usual one. Terms of the kinds `own`,
  `other` and `single` say `one_sided=True` or `False`;
- `ui/boards/<name>.py` with its `BoardArt`, and its line in `ui/boards/registry.py`.

What it may have; no test fails without it, and the program does without:

- `study/setups/<name>.py` and its line in `study/setups/registry.py`: without it positions cannot be set up
  by hand, and there are no piece values and no threats;
- the fields of `GAME` with a default: a `guide` (the page on how it is played), `files` of other programs,
  `positions` lists, names of openings, numbers of moves, draws, chance, the mirror image of a
  position (`mirror`, `mirror_move`), what stands where (`contents`);
- `engines/search_hints/<name>.py` with `HINTS`: without it a search knows the rules alone;
- `LEVELS` in its heuristics: without it the general levels apply (`heuristics.levels`);
- suites, tournaments and learned players in `assets`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from games.contract import WHITE, BadText, FileFormat, Game
from games.safe_text import shown


@dataclass(frozen=True)
class Entry:
    """A game's entry on the home screen; the rules are in `games/<name>.py`."""

    name: str
    title: str
    tagline: str
    white: str = "White"
    black: str = "Black"

    def side_name(self, side: int) -> str:
        return self.white if side == WHITE else self.black


ENTRIES = (
    Entry(
        "isolation", "Isolation", "Knights that burn the squares behind them; a side without a move loses."
    ),
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
        "Four soldiers, each acts twice a turn: take the other noble.",
    ),
)


def game_names() -> tuple[str, ...]:
    return tuple(entry.name for entry in ENTRIES)


def entry(name: str) -> Entry:
    """The registry's entry of a game. Raises BadText for an unknown name."""
    for candidate in ENTRIES:
        if candidate.name == name:
            return candidate
    raise BadText(f"game: expected one of {', '.join(game_names())}, found {shown(name)}")


def load_game(name: str) -> Game:
    """The rules of a game by name. Raises BadText for an unknown name."""
    game = import_module(f"games.{entry(name).name}").GAME
    assert isinstance(game, Game)
    return game


def file_formats(games: Iterable[str]) -> Iterator[tuple[str, FileFormat]]:
    """The kinds of files in which other programs keep these games, each with the name of its game."""
    for name in games:
        yield from ((name, format) for format in load_game(name).files)
