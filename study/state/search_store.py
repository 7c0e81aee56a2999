"""The searches of a game so far, by position. Stepping back to a position shows what was found there."""

from collections.abc import Hashable, Mapping, Sequence

from engines.contract import EXACT, UNKNOWN, UPPER, RootMove, Thought
from games.position import Position
from heuristics.lens import Lens
from study.state.changes import SEARCHES, Changes, Derived


def position_key(position: Position) -> Hashable:
    """A key that is equal for positions that are equal in everything the game's future depends on."""
    return position.game.name, position.state.tobytes(), position.earlier


def has_value(thought: Thought) -> bool:
    """Whether the thought comes from a search. The thought of a random player has no value for any move."""
    return any(row.bound != UNKNOWN for row in thought.root_moves)


def rows_with(thought: Thought, alone: Mapping[int, Thought]) -> dict[int, RootMove]:
    """The rows of a search by move. A bound becomes exact where a search of the move `alone`, to the same
    depth, has found its value. A value above the bound contradicts it, and is not used."""
    rows = {row.move: row for row in thought.root_moves}
    for move, found in alone.items():
        row = rows[move]
        if row.bound == UPPER and found.depth == row.depth and found.value <= row.value:
            rows[move] = RootMove(move, found.value, EXACT, row.depth, found.pv, found.outcomes, found.parts)
    return rows


class SearchStore:
    """The deepest search for each position, lens and number of best lines, the newest among equals; and the
    searches of single moves. What is added is counted in `changes`."""

    def __init__(self, changes: Changes | None = None) -> None:
        self._changes = Changes() if changes is None else changes
        self._found: dict[Hashable, dict[tuple[Lens | None, int], Thought]] = {}
        self._alone: dict[tuple[Hashable, Lens], dict[int, Thought]] = {}
        self.lenses: set[Lens | None] = set()  # all lenses that searches have used
        # What `take_new` has not returned yet: searches by position, lens and lines; those of single moves.
        self._new: dict[tuple[Hashable, Hashable], Thought] = {}
        self._new_alone: dict[Hashable, Thought] = {}
        self._former: set[tuple[Hashable, Hashable]] = set()  # searches from before the last `change_search`
        self._nearest: Derived[Thought | None] = Derived(SEARCHES)

    def keep(self, thought: Thought) -> None:
        """Adds a search's result or a snapshot of it."""
        if not thought.root_moves:
            return
        here = self._found.setdefault(position_key(thought.position), {})
        kind = (thought.lens, thought.lines)
        before, place = here.get(kind), (position_key(thought.position), kind)
        former = before is not None and place in self._former and before.player != thought.player
        if before is not None and before.depth > thought.depth and not former:
            thought = before  # the deeper one stays, and counts as the newest
            if next(reversed(here)) != kind:
                here[kind] = here.pop(kind)
                self._changes.add(SEARCHES)
        if before is not thought:
            here.pop(kind, None)  # the newest comes last
            here[kind] = self._new[place] = thought
            if former:
                self._former.discard(place)
            self._changes.add(SEARCHES)
            self.lenses.add(thought.lens)

    def change_search(self) -> None:
        """Lets another player's search of a position replace the known one even if it is less deep: a person
        has chosen another kind of search, whose depths mean something else."""
        self._former = {(key, kind) for key, here in self._found.items() for kind in here}

    def of(self, position: Position, lens: Lens | None = None) -> Thought | None:
        """The search of a position by a lens; without a lens, the newest of all its searches. None if there
        is none."""
        found = self.all_of(position)
        return next((thought for thought in found if lens is None or thought.lens == lens), None)

    def nearest(self, positions: Sequence[Position], last: int) -> Thought | None:
        """The newest search of `positions[last]` or, where there is none, of the nearest position before it
        that was searched; None if none was."""

        def find() -> Thought | None:
            keys = map(position_key, reversed(positions[: last + 1] if self._found else ()))
            found = next((here for here in map(self._found.get, keys) if here), {})
            return next(reversed(found.values()), None)

        return self._nearest.of(self._changes, find, positions[last])

    def all_of(self, position: Position) -> list[Thought]:
        """The searches of a position, the newest first."""
        return list(reversed(self._found.get(position_key(position), {}).values()))

    def alone(self, thought: Thought) -> Mapping[int, Thought]:
        """The searches of single moves of a search's position, by move, with the same lens."""
        if not self._alone or thought.lens is None:
            return {}
        return self._alone.get((position_key(thought.position), thought.lens), {})

    def learn(self, thought: Thought, move: int, alone: Thought) -> None:
        """Adds a search of one move of a search's position."""
        if thought.lens is not None:
            place = position_key(thought.position), thought.lens
            self._alone.setdefault(place, {})[move] = self._new_alone[place, move] = alone
            self._changes.add(SEARCHES)

    def take_new(self, running: Hashable = None) -> tuple[list[Thought], list[Thought]]:
        """The searches, and the searches of single moves, that were added since the last call. Searches of
        the `running` position (`position_key`) stay for a later call, because deeper ones will replace
        them."""
        alone, self._new_alone = self._new_alone, {}
        found, self._new = self._new, {key: each for key, each in self._new.items() if key[0] == running}
        return [each for key, each in found.items() if key not in self._new], list(alone.values())

    def renew(self) -> None:
        """Counts all searches as new, so that `take_new` returns them again."""
        self._new = {
            (key, kind): thought for key, here in self._found.items() for kind, thought in here.items()
        }
        self._new_alone = {
            (place, move): alone for place, moves in self._alone.items() for move, alone in moves.items()
        }

    def __len__(self) -> int:
        """The number of positions that were searched."""
        return len(self._found)
