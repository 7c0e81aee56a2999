"""What a panel is: one way of looking at a study, drawn in one of three places.

A new panel is one module with a class and that class's line in `ui.panels.registry`.
"""

from collections.abc import Sequence

import pygame

from study.core.features import Feature
from study.core.study import Study
from ui.commands import Command
from ui.kit.sheet import Sheet
from ui.panels.parts.sketch import TEXT_LINES, Sketch

SIDE, FOOT, STAGE = "side", "foot", "stage"
"""Beside the board; a strip below it; in its place."""

TAB = ""
UNDERSTAND, IMPROVE, LEARN = GROUPS = "Understand", "Improve", "Learn"
"""A panel has a tab of its own, or stands in one of the groups of the page Lab."""

ANALYSIS = "Analysis"
"""The group of commands that ask for more of a position."""

KeyRows = tuple[tuple[str, str], ...]


class Panel:
    """`title` names its tab, `tip` says what it shows in a sentence without its stop, `question` is what it
    answers. `group` is its group in the Lab, or `TAB`, and `sketch` its small picture there. `shortcut` is
    its key; without one, the first nine panels have a digit each. `guide_page` is its page of the guide, the
    name of a file in `docs/guide`. `keys` are the lines that it adds to the list of keys, for keys that it
    takes itself. `beside`, for one in the strip, are those beside the board; `feature` is what it is the page
    of, where somebody may ask for that.

    It draws what it finds in the study, works nothing out itself (`Study.facts`) and starts no thread;
    what it points at goes to `Study.pointed`.
    """

    title = ""
    tip = ""
    question = ""
    group = IMPROVE  # where what is added belongs
    sketch: Sketch = TEXT_LINES
    shortcut = ""
    guide_page = "README"
    place = SIDE
    lower = False  # whether it stands below another at first, where there is room for two
    keys: KeyRows = ()
    beside: "tuple[Panel, ...]" = ()
    feature: type[Feature] | None = None
    tells = True  # whether it may tell which move is best: then it is covered while that is hidden
    comes = False  # whether its commands bring it into view; else it must be open for them

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        raise NotImplementedError

    def asks(self, study: Study) -> str:
        """The question that stands over it where nothing else is shown; "" where it says that itself."""
        return self.question

    def is_empty(self, study: Study) -> bool:
        """Whether it has no more than a few words to show. Below another panel it then leaves it the room."""
        return False

    def suits(self, study: Study) -> bool:
        """Whether it is offered: a panel may be for some games only."""
        return True

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Takes a key while the panel has the arrow keys; whether it meant something."""
        return False

    def digit(self, number: int, study: Study) -> bool:
        """Takes a digit, from 1 to 9, while it is drawn; whether it meant something."""
        return False

    def called(self) -> None:
        """Comes into view, since what it shows has been asked for."""

    def commands(self) -> Sequence[Command[Study]]:
        """Its commands, besides the keys of its controls."""
        return ()

    def ticks(self, study: Study, now: float) -> bool:
        """Whether it looks different by now, by itself; asked between frames while it is drawn."""
        return False

    def command(self, event: pygame.event.Event, study: Study) -> bool:
        """Takes any key while it stands in the board's place; whether it meant something."""
        return False
