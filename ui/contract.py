"""A screen as the window sees it: something that is drawn and takes keys."""

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import pygame

from study.core.settings import Settings
from ui.commands import Commands, KeyLine
from ui.kit.sheet import Sheet

NOT_HERE = "Nothing opens here: drop it on the home screen or on a game."
"""What a screen says that takes no files."""

LEAST_ROOM = (640, 480)
"""Design pixels that every screen has room in."""


class Screen:
    """One screen. What answers to the mouse and to Tab is registered while it is drawn; `key` gets the
    keys that no zone took. Escape leads out of it, unless `escape` has something to close first.
    `first_focus` is the key of the zone that has the keyboard while no other has it."""

    title = ""
    first_focus: Hashable | None = None
    shown: Sequence[pygame.Rect] | None = None
    """The part of the window that the last `draw` changed; None: all of it."""

    heavy = True
    """Whether memory is worth clearing up once it was left, which takes longer than a frame may."""

    settings_wait: str | None = None
    """Why the settings cannot be opened above this screen; None where they can."""

    @property
    def own_scale(self) -> float | None:
        """A scale of its own, in place of the window's."""
        return None

    @property
    def guide_page(self) -> str:
        """Its page of the guide, as the name of a file in `docs/guide`."""
        return "README"

    def scale_by(self, steps: int) -> bool:
        """Makes a scale of its own larger or smaller; False where it has none."""
        return False

    @property
    def least_room(self) -> tuple[int, int]:
        """Design pixels that it has room in: a window that is smaller at the scale wished for is drawn at the
        largest scale at which it is not, for else one thing would cover another."""
        return LEAST_ROOM

    takes_files = False
    """Whether a file that is dropped onto it is opened."""

    commands: Commands[Any] = Commands(None, ())
    """The screen's commands, by keys and by name."""

    def key_first(self, event: pygame.event.Event) -> bool:
        """Takes a press of a key before what has the focus, except an open list and a text field."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Takes a press of a key; whether it meant something here."""
        return self.commands.key(event)

    def dropped(self, path: Path) -> None:
        """A file was dropped onto the window."""
        self.tell(NOT_HERE)

    def dropped_text(self, text: str) -> None:
        """A text was dropped onto the window."""
        self.tell(NOT_HERE)

    def escape(self) -> bool:
        """One step back inside the scene; False when there is none and the scene should be left."""
        return False

    def update(self, now: float) -> bool:
        """Goes on with what takes time; whether the picture has changed. `now` in seconds."""
        return False

    def look_again(self) -> None:
        """What lies under the pointer, or has the focus, is another zone than the one that was drawn so."""
        raise NotImplementedError

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        raise NotImplementedError

    def key_lines(self) -> list[KeyLine]:
        """The list of its keys."""
        return self.commands.lines

    def settings_changed(self, settings: Settings) -> None:
        """Follows a changed setting; these are in force from now on."""

    def tell(self, problem: str) -> None:
        """Says what went wrong, in one line, on this screen."""

    def say(self, text: str) -> bool:
        """Says what was done, in one line; False where this screen has no place for it."""
        return False

    def covered(self) -> None:
        """Another scene is shown above this one."""

    def shown_again(self) -> None:
        """The scene above this one was left."""

    def close(self) -> None:
        """The scene is left for good."""
