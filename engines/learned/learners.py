"""What training needs to know of a player that learns: its game, opponents, measures and files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.contract import State


def in_words(change: Mapping[str, Any]) -> str:
    """The changed options of a game's rules, in words."""
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
    """A player that is trained: `name` is what its files are called, `kind` is the player's kind, and `game`
    is what it plays.

    It learns in `games` games, unless a time is given, against the players `opponents`. At intervals, and at
    the end in games that it has never seen, it is measured against the `judges`, under the game's usual
    options with each of `judged_under` changed.
    """

    name: str
    kind: str
    game: str
    games: int
    opponents: tuple[str, ...]
    judges: tuple[str, ...]
    judged_under: tuple[Mapping[str, Any], ...]

    @property
    def settings(self) -> dict[str, Any]:
        """All numbers and words of the training, for its record."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if isinstance(getattr(self, each.name), int | float | str | tuple)
        }


@dataclass(frozen=True, eq=False)
class TableLearner(Learner):
    """Learns a table of actions by Q-learning.

    `survey(state, seen)` and `numbered(state, move, seen)`, with an int64[scratch], give the number of an
    action; `broadly(seen)` then gives the number of all actions of the same sort. `reward(before, after,
    side, outcome)` is a side's reward from one of its turns to the next. The step towards a new value is
    `rate` / (1 + visits / `slower`), but at least `least_rate`. The table has `rows`; the player uses rows
    that were visited at least `least_visits` times. `write(path, table, least_visits, **header)` and
    `read(path) -> (table, header)` write and read its files.
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
