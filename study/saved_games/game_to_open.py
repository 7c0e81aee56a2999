"""A game for the window, wherever it comes from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.player_kinds import HUMAN
from games.record import Record
from study.saved_games.carried_code import CarriedCode
from study.saved_games.game_file import GameFile
from study.state.wishes import Wish

if TYPE_CHECKING:  # reading saved games needs no study
    from study.state.study import Study


@dataclass(frozen=True)
class GameToOpen:
    """A game to show."""

    record: Record
    players: tuple[str, str] = (HUMAN, HUMAN)
    """Players' texts, such as `alphabeta:classical`."""
    seed: int = 0
    file: GameFile | None = None
    """The game's file, which is locked for this window and must be closed. None if new moves go to a
    copy, or are not `saved`."""
    remark: str = ""
    """A line for the person, such as why new moves go to a copy; "" for none."""
    shown: int | None = None
    """The game is first shown after this number of plies; None: after all."""
    prepare: "Callable[[Study], object] | None" = None
    """Called with the game's study when it is first shown."""
    names: tuple[str, str] = ("", "")
    """The names of the people who played; "" if the file does not say."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """The headers of another program's file that the game is from."""
    code: CarriedCode | None = None
    """Code that comes with the game. It is run only after the person has seen it and agreed."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """The weights with which the heuristic in `code` is shown."""
    searches: tuple[bytes, ...] = ()
    """The lines of the game's file with searches."""
    keeps_layout: bool = True
    """Whether the pages that are open beside the board stay open for the next game."""
    saved: bool = True
    """Whether new moves are saved."""


@dataclass(frozen=True)
class OpenGame(Wish):
    """Show another game, with a way back to this one unless it is shown `instead` of it. `read` reads it in
    the background; `name` is its name in an error message."""

    read: Callable[[], GameToOpen]
    name: str
    instead: bool = False
