"""A game for the window, wherever it comes from: a saved game, a tournament, a suite or a scan."""

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
    """`players` are texts. `file` is owned and must be closed; None if new moves go to a copy, for which
    `remark` gives the reason, else "". `shown` is the number of plies after which the game is shown first
    (None: all), and `prepare` is called with its study then. `names` are the names of the people who played,
    "" if they are not known; `headers` are the headers of another program's file that the game is from.
    `code` comes with the game: it is run only after the person was shown it and agreed, and its heuristic is
    then shown with these `weights`. `searches` are the lines of its file with searches. `keeps_layout`: the
    open pages beside it stay open for the next game. `saved`: new moves are."""

    record: Record
    players: tuple[str, str] = (HUMAN, HUMAN)
    seed: int = 0
    file: GameFile | None = None
    remark: str = ""
    shown: int | None = None
    prepare: "Callable[[Study], object] | None" = None
    names: tuple[str, str] = ("", "")
    headers: Mapping[str, str] = field(default_factory=dict)
    code: CarriedCode | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    searches: tuple[bytes, ...] = ()
    keeps_layout: bool = True
    saved: bool = True


@dataclass(frozen=True)
class OpenGame(Wish):
    """Show another game above this one, or `instead` of it. `read` reads it in the background;
    `name` is its name in a message about a mistake."""

    read: Callable[[], GameToOpen]
    name: str
    instead: bool = False
