"""A panel: a page of the window that shows something about a study (a game with all its analyses). It is
drawn in one of three places.

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
"""The places of a panel: beside the board, in a strip below the board, in place of the board."""

TAB = ""
"""The group of a panel that has a tab of its own."""

UNDERSTAND, IMPROVE, LEARN = GROUPS = "Understand", "Improve", "Learn"
"""The groups of the page Lab, which lists all panels without a tab of their own."""

ANALYSIS = "Analysis"
"""The group of commands that analyse a position."""

KeyRows = tuple[tuple[str, str], ...]


class Panel:
    """A page of the window. `title` names its tab, `tip` says what it shows, as a sentence without a full
    stop; `question` is the question that it answers. `group` is its group in the Lab, or `TAB`; `sketch` is
    its small picture there. `shortcut` is its key; without one, the first nine panels have a digit each.
    `guide_page` is its page of the guide, the name of a file in `docs/guide`. `keys` are its lines in the
    list of keys, for keys that it handles without a command. The dock sets `beside` (for a panel in the strip
    or on the stage: the panels beside the board) and `foot` (for one beside the board: that in the strip).
    `feature` is the kind of work on the study that it shows, such as the review; the wish `Show(feature)`
    brings the panel into view.

    A panel draws what the study knows. It calculates nothing itself, but asks `Study.facts`, which calculate
    a little in each frame, and it starts no thread. It puts what the person points at into `Study.pointed`.
    Its controls act on `study`, which the dock sets before it draws the panel.
    """

    study: Study
    list: DataTable
    """The table that takes the arrow keys, if the panel has one."""

    title = ""
    tip = ""
    question = ""
    group = IMPROVE  # unless a panel names another
    sketch: Sketch = TEXT_LINES
    shortcut = ""
    guide_page = "README"
    place = SIDE
    lower = False  # whether it first opens in the lower place, if there is room for two
    keys: KeyRows = ()
    beside: "tuple[Panel, ...]" = ()
    foot: "Panel | None" = None
    feature: type[Feature] | None = None
    tells = True  # whether it may reveal the best move; then it is covered while answers are hidden
    reviews = False  # whether it looks back on a game, so that no new game begins with it
    comes = False  # whether its commands open it; otherwise they are disabled while it is closed

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        page = PageFlow(sheet, rect)
        self.page(study, page)
        page.draw()

    def look(self, study: Study) -> None:
        """Called before `draw` in the same frame, to compute what `draw` shows."""

    def page(self, study: Study, page: PageFlow) -> None:
        """Adds the parts of the page, from top to bottom."""
        raise NotImplementedError

    def asks(self, study: Study) -> str:
        """The question that is drawn at its top; "" if the panel draws a heading itself."""
        return self.question

    def is_empty(self, study: Study) -> bool:
        """Whether it has only a few words to show. Then the panel above it gets more room."""
        return False

    def suits(self, study: Study) -> bool:
        """Whether it is offered: some panels are for some games only."""
        return True

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Handles a key that `Dock.key` gives it; returns whether it did."""
        return "list" in vars(self) and self.list.key(event)

    def digit(self, number: int, study: Study) -> bool:
        """Handles a digit from 1 to 9 while it is drawn; returns whether it did."""
        return False

    def called(self) -> None:
        """Called when a wish opens it (`Show` or `ShowPage`), not by its tab, its key or the Lab. The Lab's
        own is called whenever it opens."""

    def commands(self) -> Sequence[Command[Study]]:
        """The commands that the panel adds to the list of all commands."""
        return ()

    def ticks(self, study: Study, now: float) -> bool:
        """Whether something in it has changed with time since it was drawn, a clock for example. Asked in
        each frame while it is visible."""
        return False

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        """Handles any key while it is in the board's place; returns whether it did."""
        return False
