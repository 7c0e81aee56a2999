"""Of which positions nothing may be told until a person has chosen a move there: values, arrows, marks."""

from collections.abc import Hashable

from games.position import Position
from study.core.features import Feature
from study.core.search_store import position_key
from study.core.study import Pointed, Study

FIRST = "Choose a move on the board first"
"""What stands where an answer would be."""


class HiddenAnswers(Feature):
    """Every panel and the board ask `hides`; nobody else needs to know why. `everywhere` is whether each
    position is hidden until it is shown by itself; others are hidden one by one."""

    def __init__(self, study: Study) -> None:
        self.everywhere = False
        self._hidden: set[Hashable] = set()
        self._shown: set[Hashable] = set()
        self._changes = 0
        self._known: tuple[Position | None, int, bool] = (None, 0, False)  # what was asked last

    @property
    def version(self) -> Hashable:
        return self.everywhere, self._changes

    def hides(self, study: Study) -> bool:
        """Whether what is known of the shown position is hidden. Where the game is over there is nothing to
        choose."""
        if not (self.everywhere or self._hidden):
            return False
        position = study.position
        if self._known[0] is not position or self._known[1] != self._changes:
            key = position_key(position)
            hidden = (self.everywhere or key in self._hidden) and key not in self._shown
            self._known = position, self._changes, hidden and bool(position.moves)
        return self._known[2]

    def hide_everywhere(self, study: Study, hides: bool) -> None:
        """Hides each position until it is shown by itself, or none any more."""
        self.everywhere = hides
        self._shown.clear()
        self._changed(study)

    def hide(self, study: Study, position: Position) -> None:
        """Hides one position."""
        key = position_key(position)
        self._hidden.add(key)
        self._shown.discard(key)
        self._changed(study)

    def show(self, study: Study, position: Position) -> None:
        """Shows what is known of one position: a move was chosen there, or the person gave up."""
        self._shown.add(position_key(position))
        self._changed(study)

    def _changed(self, study: Study) -> None:
        """What was pointed at and stepped into before may be the answer itself."""
        self._changes += 1
        study.leave_line()
        study.pointed = Pointed()


def not_hidden(study: Study) -> str | None:
    """None where what is known may be told; else the line that says why it may not."""
    return f"{FIRST}." if study.of(HiddenAnswers).hides(study) else None
