"""What has changed in a study: a counter for each kind of change.

Whoever changes something says what (`Study.change`). A part of the window or of the study names the kinds
that it depends on. It asks a `Follower` whether one of them has changed since it last asked.
"""

from collections.abc import Callable, Hashable
from enum import Flag, auto
from typing import Generic, TypeVar


class Changed(Flag):
    """The kinds of change.

    GAME: moves, variations, comments, marks, a resignation.
    POSITION: which position is shown, of the game or of a line.
    LENS: the shown heuristic or its weights.
    SEARCHES: results, and what any job has reported.
    PLAYERS: who plays, and whether the programs are paused or have failed.
    SETTINGS: the person's settings.
    VIEW: how values and tables are shown, and what is pointed at.
    FEATURES: the state of a feature, such as a question or a hidden answer.
    """

    GAME = auto()
    POSITION = auto()
    LENS = auto()
    SEARCHES = auto()
    PLAYERS = auto()
    SETTINGS = auto()
    VIEW = auto()
    FEATURES = auto()


GAME, POSITION, LENS, SEARCHES, PLAYERS, SETTINGS, VIEW, FEATURES = Changed
ANYTHING = ~Changed(0)


class Changes:
    """The counters of one study."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(Changed, 0)

    def add(self, kinds: Changed) -> None:
        """Counts a change of each of these kinds."""
        for kind in kinds:
            self._counts[kind] += 1

    def count(self, kinds: Changed) -> int:
        """The number of changes of these kinds; it only grows."""
        return sum(self._counts[kind] for kind in kinds)


class Follower:
    """Notices changes of the kinds in `depends`, for one part that asks."""

    def __init__(self, depends: Changed) -> None:
        self.depends = depends
        self._changes: Changes | None = None
        self._count = 0

    def moved(self, changes: Changes) -> bool:
        """Whether one of the kinds has changed since the last call. Also true at the first call, and for
        another study's changes."""
        count = changes.count(self.depends)
        moved = changes is not self._changes or count != self._count
        self._changes, self._count = changes, count
        return moved


Value = TypeVar("Value")


class Derived(Generic[Value]):
    """A value that is kept until one of the kinds in `depends` changes, or something else that it is made
    of."""

    def __init__(self, depends: Changed) -> None:
        self._follower = Follower(depends)
        self._others: Hashable = None
        self._kept: list[Value] = []  # empty before the first call

    def of(self, changes: Changes, make: Callable[[], Value], *others: Hashable) -> Value:
        """The kept value, or a new one by `make`. `others` are what else it is made of, such as a width."""
        if self._follower.moved(changes) or others != self._others or not self._kept:
            self._others, self._kept = others, [make()]
        return self._kept[0]
