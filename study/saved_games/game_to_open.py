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
    """A game to show. `players` are players' texts, such as `alphabeta:classical`. `file` is locked for this
    window and must be closed. It is None if new moves go to a copy; `remark` says why, else "".

    The game is first shown after `shown` plies (None: all), and `prepare` is called with its study then.
    `names` are the names of the people who played, "" if the file does not say. `headers` are the headers of
    another program's file that the game is from. `code` comes with the game. It is run only after the person
    has seen it and agreed; then its heuristic is shown with these `weights`. `searches` are the lines of the
    game's file with searches. `keeps_layout`: the pages that are open beside the board stay open for the next
    game. `saved`: whether new moves are saved.
    """

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
