"""The positions of a game that a table can hold. Each has a number, and the position can be set up from
it."""

from collections.abc import Callable
from dataclasses import dataclass

from games.contract import Rules, State


@dataclass(frozen=True)
class TablePart:
    """A kind of positions within a group: `name` as people say it ("4–3": the side to move has four), the
    numbers from `start` to before `stop`."""

    name: str
    start: int
    stop: int


@dataclass(frozen=True)
class Group:
    """Parts whose moves lead from one to another, so they are solved together. Other positions that their
    moves lead to are decided by the rules or lie in earlier groups."""

    name: str
    parts: tuple[TablePart, ...]

    @property
    def start(self) -> int:
        return self.parts[0].start

    @property
    def stop(self) -> int:
        return self.parts[-1].stop

    @property
    def size(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True)
class Domain:
    """The positions of one game that tables hold, without repetition and move limits. Kernels:

    - `index(state) -> int`: the position's number, -1 for one that no table holds. Positions that differ only
      in the colours have the same number; in some games also those that differ by a symmetry of the board.
    - `place(number, state) -> bool`: fills the record with the position of that number, with all limits off.
      Returns False if no position has this number; the record then means nothing.
    - `unmoves(state, before) -> n`: fills the records `before` (`max_unmoves`) with the positions of the same
      group from which a legal move leads to this one, and returns how many it has written. Instead of a
      position it may write another with the same number, and some more than once. `state` must come from
      `place`.
    """

    rules: Rules
    game: str
    groups: tuple[Group, ...]
    index: Callable[[State], int]
    place: Callable[[int, State], bool]
    unmoves: Callable[..., int]
    max_unmoves: int

    @property
    def size(self) -> int:
        return self.groups[-1].stop

    def group(self, name: str) -> Group:
        return next(group for group in self.groups if group.name == name)


def lay_out(names_and_sizes: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]) -> tuple[Group, ...]:
    """Groups with consecutive numbers, from their names and the names and sizes of their parts."""
    groups, start = [], 0
    for name, sizes in names_and_sizes:
        parts = []
        for part, size in sizes:
            parts.append(TablePart(part, start, start + size))
            start += size
        groups.append(Group(name, tuple(parts)))
    return tuple(groups)
