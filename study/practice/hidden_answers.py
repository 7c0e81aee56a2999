"""The positions whose values, arrows and marks are hidden until a person has chosen a move there."""

from collections.abc import Hashable

from games.position import Position
from study.state.features import Feature
from study.state.search_store import position_key
from study.state.study import Pointed, Study

FIRST = "Choose a move on the board first"
"""The text in place of a hidden answer."""


class HiddenAnswers(Feature):
    """Every panel and the board call `hides` before they show anything about the position. With `everywhere`
    each position is hidden until its answer is shown; without it, only the positions passed to `hide` are."""

    def __init__(self, study: Study) -> None:
        self.everywhere = False
        self._hidden: set[Hashable] = set()
        self._shown: set[Hashable] = set()

    def hides(self, study: Study) -> bool:
        """Whether values, arrows and marks of the shown position are hidden. After the end of the game
        nothing is hidden, because no move can be chosen."""
        if not (self.everywhere or self._hidden):
            return False
        position = study.position
        key = position_key(position)
        hidden = (self.everywhere or key in self._hidden) and key not in self._shown
        return hidden and bool(position.moves)

    def hide_everywhere(self, study: Study, hides: bool) -> None:
        """Hides each position until its answer is shown; without `hides`, only those passed to `hide`."""
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
        """Shows the values, arrows and marks of one position: a move was chosen there, or the person gave
        up."""
        key = position_key(position)
        self._hidden.discard(key)
        self._shown.add(key)
        self._changed(study)

    def _changed(self, study: Study) -> None:
        """Counts the change. Also leaves the line that a person stepped into and forgets the move that is
        pointed at, because either may be the answer."""
        self.changed()
        study.leave_line()
        study.pointed = Pointed()


def not_hidden(study: Study) -> str | None:
    """The line that says why the answer is hidden; None if it may be shown."""
    return f"{FIRST}." if study.of(HiddenAnswers).hides(study) else None
