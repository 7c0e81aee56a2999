"""What searches have found, by position: stepping back shows what was found there."""

from collections.abc import Hashable

from engines.contract import Thought
from games.position import Position
from heuristics.lens import Lens


def place(position: Position) -> Hashable:
    """Equal for positions that are equal in everything the game's future depends on."""
    return position.game.name, position.state.tobytes(), position.earlier


class Thoughts:
    """For each position and each lens the deepest search, the newest of equals."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[Lens | None, Thought]] = {}
        self.changes = 0  # how often something was taken in
        self.lenses: set[Lens | None] = set()  # that searches looked through

    def keep(self, thought: Thought) -> None:
        """Takes in a search's result or a snapshot on its way."""
        if not thought.root_moves:
            return
        here = self._found.setdefault(place(thought.position), {})
        before = here.get(thought.lens)
        if before is not thought and (before is None or thought.depth >= before.depth):
            here.pop(thought.lens, None)  # the newest stands last
            here[thought.lens] = thought
            self.changes += 1
            self.lenses.add(thought.lens)

    def of(self, position: Position, lens: Lens | None = None) -> Thought | None:
        """The search of a position through a lens; without one, the search that found something
        last."""
        here = self._found.get(place(position))
        if not here:
            return None
        if lens is not None:
            return here.get(lens)
        return next(reversed(here.values()))

    def all_of(self, position: Position) -> list[Thought]:
        """The searches of a position, the newest first: one for each lens."""
        return list(reversed(self._found.get(place(position), {}).values()))

    def __len__(self) -> int:
        """How many positions were searched."""
        return len(self._found)
