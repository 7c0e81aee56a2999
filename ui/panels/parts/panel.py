"""A panel: one way of looking at a study, drawn in one of three places.

A new panel is a module with a class, and a line for that class in `ui.panels.registry`.
"""

from collections.abc import Sequence

import pygame

from study.state.features import Feature
from study.state.study import Study
from ui.commands import Command
from ui.kit.flow import PageFlow
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable
from ui.panels.parts.sketch import TEXT_LINES, Sketch

SIDE, FOOT, STAGE = "side", "foot", "stage"
"""The places: beside the board, a strip below it, in its place."""

TAB = ""
UNDERSTAND, IMPROVE, LEARN = GROUPS = "Understand", "Improve", "Learn"
"""The groups of the page Lab. A panel has a tab of its own or is in one of these groups."""

ANALYSIS = "Analysis"
"""The group of commands that analyse a position."""

KeyRows = tuple[tuple[str, str], ...]


class Panel:
    """A page of the window. `title` names its tab, `tip` says what it shows in a sentence without its full
    stop, `question` is the question that it answers. `group` is its group in the Lab, or `TAB`, and `sketch`
    its small picture there. `shortcut` is its key; without one, the first nine panels have a digit each.
    `guide_page` is its page of the guide, the name of a file in `docs/guide`. `keys` are its lines in the
    list of keys, for keys that it takes itself. For a panel in the strip, `beside` are the panels beside the
    board; for one beside the board, `foot` is the panel in the strip. `feature` is the feature that it shows,
    so that `Show(feature)` can bring it into view.

    It draws what it finds in the study, works nothing out itself (`Study.facts`) and starts no thread. What
    it points at goes to `Study.pointed`. Its controls act on `study`, which the dock sets before it is drawn.
    """

    study: Study
    list: DataTable
    """The table that takes the arrow keys, if the panel has one."""

    title = ""
    tip = ""
    question = ""
    group = IMPROVE  # of a panel that names none
    sketch: Sketch = TEXT_LINES
    shortcut = ""
    guide_page = "README"
    place = SIDE
    lower = False  # whether it first opens in the lower place, if there is room for two
    keys: KeyRows = ()
    beside: "tuple[Panel, ...]" = ()
    foot: "Panel | None" = None
    feature: type[Feature] | None = None
    tells = True  # whether it may reveal the best move; then it is covered while that is hidden
    reviews = False  # whether it looks back on a game, so that a new one does not begin with it
    comes = False  # whether its commands bring it into view; else it must be open for them

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        page = PageFlow(sheet, rect)
        self.page(study, page)
        page.draw()

    def look(self, study: Study) -> None:
        """Keeps what later drawings need, before it is drawn: a drawing itself changes nothing."""

    def page(self, study: Study, page: PageFlow) -> None:
        """Adds to the page what it shows, from the top to the bottom."""
        raise NotImplementedError

    def asks(self, study: Study) -> str:
        """The question drawn above it where nothing else is shown; "" where it says so itself."""
        return self.question

    def is_empty(self, study: Study) -> bool:
        """Whether it has only a few words to show. Then the panel above it gets more room."""
        return False

    def suits(self, study: Study) -> bool:
        """Whether it is offered: some panels are for some games only."""
        return True

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Takes a key while the panel has the arrow keys; returns whether it meant something."""
        return "list" in vars(self) and self.list.key(event)

    def digit(self, number: int, study: Study) -> bool:
        """Takes a digit from 1 to 9 while it is drawn; returns whether it meant something."""
        return False

    def called(self) -> None:
        """Called when it comes into view because somebody asked for it."""

    def commands(self) -> Sequence[Command[Study]]:
        """The panel's commands, besides the keys of its controls."""
        return ()

    def ticks(self, study: Study, now: float) -> bool:
        """Whether it has changed by itself since it was drawn; asked between frames while it is drawn."""
        return False

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        """Takes any key while it is in the board's place; returns whether the key meant something."""
        return False
