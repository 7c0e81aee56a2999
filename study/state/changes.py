"""What has changed in a study: a counter for each kind of change.

Whoever changes something says what (`Study.change`). A part of the window or of the study names the kinds
that it depends on. It asks a `Follower` whether one of them has changed since it last asked.
"""

from collections.abc import Callable, Container
from enum import Flag, auto
from typing import Any, ClassVar, Generic, TypeVar


class Changed(Flag):
    """The kinds of change.

    GAME: moves, variations, comments, marks, a resignation.
    LINE: which line of the game is shown. Whoever counts it counts GAME, too (`Study.changing_game`).
    POSITION: which position is shown, of the game or of a best line.
    LENS: the shown heuristic or its weights.
    SEARCHES: which searches run or are wanted, and what they have found.
    JOBS: what any job has reported.
    PLAYERS: who plays, how fast, and whether programs may play on.
    SETTINGS: the person's settings.
    VIEW: how values and tables are shown, and what is pointed at.
    FEATURES: the state of a feature, such as a question or a hidden answer.
    """

    GAME = auto()
    LINE = auto()
    POSITION = auto()
    LENS = auto()
    SEARCHES = auto()
    JOBS = auto()
    PLAYERS = auto()
    SETTINGS = auto()
    VIEW = auto()
    FEATURES = auto()


GAME, LINE, POSITION, LENS, SEARCHES, JOBS, PLAYERS, SETTINGS, VIEW, FEATURES = Changed
NOTHING = Changed(0)
ANYTHING = ~NOTHING


class Changes:
    """The counters of one study. `total` counts all changes."""

    def __init__(self) -> None:
        self.total = 0
        self._counts = dict.fromkeys(Changed, 0)

    def add(self, kinds: Changed) -> None:
        """Counts a change of each of these kinds."""
        self.total += 1
        for kind in kinds:
            self._counts[kind] += 1

    def count(self, kinds: Changed) -> int:
        """The number of changes of these kinds; it only grows."""
        return sum(self._counts[kind] for kind in kinds)


class Telling:
    """The base of classes whose `assigned` is called whenever one of their `fields` gets another value."""

    fields: ClassVar[Container[str]] = ()

    def __setattr__(self, name: str, value: Any) -> None:
        before = self.__dict__.get(name, value)
        super().__setattr__(name, value)
        if name in self.fields and before is not value and before != value:
            self.assigned(name)

    def assigned(self, name: str) -> None:
        """Called when this field has got another value."""
        raise NotImplementedError


class Drawn(Telling):
    """The base of a part of a screen that is drawn again once one of its `fields` has another value."""

    _changed = True

    def assigned(self, name: str) -> None:
        """Remembers the change until the screen calls `take_change`."""
        self._changed = True

    def take_change(self) -> bool:
        """Whether a field has changed since the last call. The screen calls it once a frame."""
        changed, self._changed = self._changed, False
        return changed


class Follower:
    """Notices changes of the kinds in `depends`, for one part that asks."""

    def __init__(self, depends: Changed) -> None:
        self.depends = depends
        self._changes: Changes | None = None
        self._count = self._total = 0

    def moved(self, changes: Changes) -> bool:
        """Whether one of the kinds has changed since the last call. Also true at the first call, and for
        another study's changes."""
        if changes is self._changes and changes.total == self._total:
            return False  # nothing at all has changed, as in most frames
        count, self._total = changes.count(self.depends), changes.total
        moved = changes is not self._changes or count != self._count
        self._changes, self._count = changes, count
        return moved

    def catch_up(self, changes: Changes) -> None:
        """Skips the changes so far, which the part made itself: `moved` will not report them."""
        self.moved(changes)


Value = TypeVar("Value")


class Memo(Generic[Value]):
    """A value that is kept as long as its inputs stay the same."""

    def __init__(self) -> None:
        self._made: list[tuple[tuple[object, ...], Value]] = []  # empty before the first call

    def of(self, make: Callable[[], Value], *inputs: object) -> Value:
        """The kept value, or a new value by `make` where an input has changed."""
        if not self._made or self._made[0][0] != inputs:
            self._made = [(inputs, make())]
        return self._made[0][1]


class Derived(Generic[Value]):
    """A value that is kept until there is a change of one of the kinds in `depends`, or another input
    changes."""

    def __init__(self, depends: Changed) -> None:
        self.depends = depends
        self._kept: Memo[Value] = Memo()

    def of(self, changes: Changes, make: Callable[[], Value], *others: object) -> Value:
        """The kept value, or a new value by `make`. `others` are its other inputs, such as a width."""
        return self._kept.of(make, changes, changes.count(self.depends), *others)
