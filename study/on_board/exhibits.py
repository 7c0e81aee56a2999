"""Exhibits: positions on which a person can see what a sentence says about a heuristic or a player. Each is
opened as a game of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from study.format.value_format import ValueFormat
from study.on_board.counted_squares import counted_on
from study.saved_games.game_to_open import GameToOpen, OpenGame
from study.state.shared_feature import SharedFeature
from study.state.study import Study
from study.state.wishes import Show


@dataclass(frozen=True)
class Exhibit:
    """A position in which a person can see what a `sentence` says; the window then shows the `lens`. The
    `squares` are highlighted, each with its amount for White. Without `squares`, those that `term` counts
    are."""

    sentence: str
    lens: Lens
    position: str
    term: str = ""
    squares: tuple[tuple[str, float], ...] = ()

    def lit(self, position: Position, side: int) -> Sequence[tuple[str, float]]:
        """The squares that are highlighted, each with its amount in the value's unit."""
        terms = [term for term in self.lens.heuristic.terms if term.name == self.term]
        return ValueFormat.of_lens(self.lens).squares(
            self.squares or counted_on(self.lens, terms, position, side)
        )


class ExhibitFeature(SharedFeature):
    """The base of a feature whose job finds exhibits."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self.visited: Exhibit | None = None
        """The exhibit that was opened last."""
        self._opened: Record | None = None  # the game of the exhibit that was opened last

    def look_at(self, study: Study, exhibit: Exhibit) -> None:
        """Opens the position of an exhibit as a game of its own. It replaces the game of an earlier
        exhibit."""
        if self.shows(study, exhibit):
            self.light(study, exhibit)
            return
        game = partial(self.game_of, study.record, exhibit)
        study.wish(OpenGame(game, "the position", study.record is self._opened))

    def game_of(self, under: Record, exhibit: Exhibit) -> GameToOpen:
        """The position of an exhibit as a game with the rules of the game `under`. Its squares are
        highlighted, and this feature's page is open."""
        record = Record.start(under.game, under.options, exhibit.position)

        def prepare(study: Study) -> None:
            self.share_with(study)
            self._opened, self.visited = record, exhibit
            study.show_lens(exhibit.lens)
            self.light(study, exhibit)
            study.wish(Show(type(self)))

        remark = f"{exhibit.sentence} Escape leads back."
        return GameToOpen(record, remark=remark, prepare=prepare, saved=False)

    def light(self, study: Study, exhibit: Exhibit | None) -> None:
        """Highlights the squares of an exhibit if its position is shown; otherwise, and for None, no
        squares."""
        squares: Sequence[tuple[str, float]] = ()
        if exhibit is not None and self.shows(study, exhibit):
            squares = exhibit.lit(study.position, study.perspective)
        study.point(squares=squares, ahead=None)

    def shows(self, study: Study, exhibit: Exhibit) -> bool:
        """Whether the game was opened for this exhibit, and shows its position."""
        return study.record is self._opened and self.visited == exhibit and study.cursor == 0
