"""What every screen can do, so that the window can draw it and give it keys."""

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import pygame

from study.settings.settings import Settings
from ui.commands import Commands, KeyLine
from ui.kit.sheet import Sheet

NOT_HERE = "Nothing opens here: drop it on the home screen or on a game."
"""The message of a screen that takes no files."""

LEAST_ROOM = (640, 480)
"""Width and height, in design pixels, in which every screen has room."""


class Screen:
    """One screen. While it is drawn it registers its zones, the areas that react to mouse and Tab. `key` gets
    the keys that no zone has used. Escape leaves the screen, unless `escape` closes something first.
    `first_focus` is the key of the zone that has the keyboard as long as no other zone has it."""

    title = ""
    first_focus: Hashable | None = None
    shown: Sequence[pygame.Rect] | None = None
    """The part of the window that the next `draw` changes; None: all of it."""

    heavy = True
    """Whether it uses much memory: after it was left, garbage is collected, which takes longer than a
    frame."""

    settings_wait: str | None = None
    """Why the settings cannot be opened above this screen; None if they can."""

    @property
    def own_scale(self) -> float | None:
        """The scale at which this screen is drawn instead of the window's scale; None if it has none."""
        return None

    @property
    def guide_page(self) -> str:
        """The screen's page of the guide, as the name of a file in `docs/guide`."""
        return "README"

    def scale_by(self, steps: int) -> bool:
        """Makes the screen's own scale larger or smaller. Returns False if it has none."""
        return False

    @property
    def least_room(self) -> tuple[int, int]:
        """The width and height that the screen needs, in design pixels. In a smaller window it is drawn at
        the largest scale at which it fits, so that nothing covers anything else."""
        return LEAST_ROOM

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on here, and would end if the screen were left."""
        return False

    @property
    def subject(self) -> Hashable:
        """Identifies the position that the screen shows. If a key changes it, the window ignores the mouse
        pointer until the mouse moves: the pointer lies on something else now."""
        return None

    takes_files = False
    """Whether a file that is dropped onto it is opened."""

    commands: Commands[Any] = Commands(None, ())
    """The screen's commands."""

    def key_first(self, event: pygame.event.Event) -> bool:
        """Handles a key before the control with the focus gets it; returns whether it did. Not called while a
        list is open or a text field has the focus."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Handles a key. Returns whether it had an effect."""
        return self.commands.key(event)

    def dropped(self, path: Path) -> None:
        """Takes a file that was dropped onto the window."""
        self.tell(NOT_HERE)

    def dropped_text(self, text: str) -> None:
        """Takes a text that was dropped onto the window."""
        self.tell(NOT_HERE)

    def escape(self) -> bool:
        """Goes one step back inside the screen. Returns False if there is no such step, and the screen must
        be left."""
        return False

    def update(self, now: float) -> bool:
        """Continues what takes time; returns whether the picture has changed. `now` is in seconds."""
        return False

    def lay_out(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        """Decides what the next drawing shows and where. Called before `draw`, with the same arguments.
        `draw` then only paints, registers zones, and says which controls are enabled."""
        self.commands.look()

    def look_again(self) -> None:
        """Called if the screen must be drawn again: another zone is under the pointer or has the focus than
        in the last drawing, something else is being compiled, or the person's own files were loaded again."""
        raise NotImplementedError

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        """Draws the screen. Drawing again without a change gives the same picture."""
        raise NotImplementedError

    def key_lines(self) -> list[KeyLine]:
        """The lines of its list of keys."""
        return self.commands.lines

    def settings_changed(self, settings: Settings) -> None:
        """Uses these settings from now on, because one was changed."""

    def files_loaded(self) -> None:
        """Called if files of heuristics or players were loaded again, or have been deleted."""

    def tell(self, problem: str) -> None:
        """Shows a line about what went wrong."""

    def say(self, text: str) -> bool:
        """Shows a line about what was done. Returns False if the screen has no place for it."""
        return False

    def covered(self) -> None:
        """Called when another screen is shown above this one."""

    def shown_again(self) -> None:
        """Called when the screen above this one was left."""

    def close(self) -> None:
        """Called when the screen is left for good."""
