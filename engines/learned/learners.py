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
    """A player that is trained."""

    name: str
    """What its files are called."""
    kind: str
    """The kind of player."""
    game: str
    games: int
    """The number of games to learn in, unless a time is given."""
    opponents: tuple[str, ...]
    """The players that it learns against."""
    judges: tuple[str, ...]
    """The players against which it is measured, at intervals and at the end."""
    judged_under: tuple[Mapping[str, Any], ...]
    """Changes of the game's usual options. At intervals it is measured under the first, at the end under
    each."""

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
    """Learns a table of actions by Q-learning."""

    survey: Callable[[State, Any], None]
    """`survey(state, seen)`, with an int64[scratch], prepares the numbers of a state's actions."""
    numbered: Callable[[State, int, Any], int]
    """`numbered(state, move, seen)` then gives the number of an action."""
    broadly: Callable[[Any], int]
    """`broadly(seen)` then gives the number of all actions of the same sort."""
    scratch: int
    reward: Callable[[State, State, int, int], float]
    """`reward(before, after, side, outcome)`: a side's reward from one of its turns to the next."""
    write: Callable[..., None]
    """`write(path, table, least_visits, **header)` writes its file."""
    read: Callable[[Path], tuple[np.ndarray, dict[str, Any]]]
    """`read(path) -> (table, header)` reads its file."""
    rows: int = 1 << 17
    """The rows of the table."""
    discount: float = 0.95
    rate: float = 0.1
    slower: float = 500.0
    least_rate: float = 0.005
    """The step towards a new value is `rate` / (1 + visits / `slower`), but at least this."""
    exploration: Schedule = field(default=Schedule(0.3, 0.02, 20_000))
    """The share of the learner's moves that are drawn at random."""
    least_visits: int = 5
    """The player uses rows that were visited at least this many times."""
