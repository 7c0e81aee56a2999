"""What can be learned: by kind of player and game, all that training needs to know of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.contract import State


def in_words(change: Mapping[str, Any]) -> str:
    """What of a game's options is not as usual."""
    said = [
        f"{name} {' '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for name, value in change.items()
    ]
    return ", ".join(said) or "usual rules"


class Schedule(NamedTuple):
    """A number that falls in a straight line from `first` to `last` within a number of games, and stays
    there."""

    first: float
    last: float
    games: int

    def at(self, game: int) -> float:
        return self.last + (self.first - self.last) * max(0.0, 1.0 - game / self.games)


@dataclass(frozen=True, eq=False)
class Learner:
    """A player that is trained: `name` is that of its files, `kind` that of the player, which plays `game`.

    It learns in `games` games, where no time is given, against the players `opponents`. While it does, and
    in the end over games of which it knows none, it is measured against the `judges`, under the game's usual
    options with each of `judged_under` changed."""

    name: str
    kind: str
    game: str
    games: int
    opponents: tuple[str, ...]
    judges: tuple[str, ...]
    judged_under: tuple[Mapping[str, Any], ...]

    @property
    def settings(self) -> dict[str, Any]:
        """All numbers and words that it is trained by, for its record."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if isinstance(getattr(self, each.name), int | float | str | tuple)
        }


@dataclass(frozen=True, eq=False)
class TableLearner(Learner):
    """Learns a table of actions by Q-learning.

    `survey(state, seen)` and `numbered(state, move, seen)`, with an int64[scratch], give the number of an
    action, and `broadly(seen)` then that of more actions of its like; `reward(before, after, side, outcome)`
    is what a side is paid from one of its turns to the next. The step towards a new value is `rate` / (1 +
    visits / `slower`), `least_rate` at least; the table has `rows`, of which those are played by that were
    visited `least_visits` times. `write(path, table, least_visits, **header)` and `read(path) -> (table,
    header)` are of its files.
    """

    survey: Callable[[State, Any], None]
    numbered: Callable[[State, int, Any], int]
    broadly: Callable[[Any], int]
    scratch: int
    reward: Callable[[State, State, int, int], float]
    write: Callable[..., None]
    read: Callable[[Path], tuple[np.ndarray, dict[str, Any]]]
    rows: int = 1 << 17
    discount: float = 0.95
    rate: float = 0.1
    slower: float = 500.0
    least_rate: float = 0.005
    exploration: Schedule = field(default=Schedule(0.3, 0.02, 20_000))
    least_visits: int = 5
