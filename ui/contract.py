"""A screen as the window sees it: it is drawn and takes keys."""

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
"""Design pixels in which every screen has room."""


class Screen:
    """One screen. It registers its zones for mouse and Tab while it is drawn; `key` gets the keys that no
    zone took. Escape leaves it, unless `escape` has something to close first. `first_focus` is the key of the
    zone that has the keyboard while no other has it."""

    title = ""
    first_focus: Hashable | None = None
    shown: Sequence[pygame.Rect] | None = None
    """The part of the window that the next `draw` changes; None: all of it."""

    heavy = True
    """Whether it frees enough memory to collect garbage once it was left, longer than a frame may take."""

    settings_wait: str | None = None
    """Why the settings cannot be opened above this screen; None where they can."""

    @property
    def own_scale(self) -> float | None:
        """A scale of its own, used instead of the window's; None for none."""
        return None

    @property
    def guide_page(self) -> str:
        """The screen's page of the guide, as the name of a file in `docs/guide`."""
        return "README"

    def scale_by(self, steps: int) -> bool:
        """Makes its own scale larger or smaller; False where it has none."""
        return False

    @property
    def least_room(self) -> tuple[int, int]:
        """Design pixels that it needs. In a smaller window it is drawn at the largest scale at which it fits,
        so that nothing covers anything else."""
        return LEAST_ROOM

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on here, and would end if the screen were left."""
        return False

    @property
    def subject(self) -> Hashable:
        """The position that it shows. When a key changes it, the pointer lies on something else."""
        return None

    takes_files = False
    """Whether a file that is dropped onto it is opened."""

    commands: Commands[Any] = Commands(None, ())
    """The screen's commands."""

    def key_first(self, event: pygame.event.Event) -> bool:
        """Takes a key before the control with the focus does, except an open list and a text field."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Takes a press of a key; returns whether it meant something here."""
        return self.commands.key(event)

    def dropped(self, path: Path) -> None:
        """Takes a file that was dropped onto the window."""
        self.tell(NOT_HERE)

    def dropped_text(self, text: str) -> None:
        """Takes a text that was dropped onto the window."""
        self.tell(NOT_HERE)

    def escape(self) -> bool:
        """Goes one step back inside the scene; False when there is none and the scene should be left."""
        return False

    def update(self, now: float) -> bool:
        """Continues what takes time; returns whether the picture has changed. `now` is in seconds."""
        return False

    def lay_out(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        """Decides what the next drawing shows and where. Called before it with the same arguments, because a
        drawing changes nothing and starts no work."""
        self.commands.look()

    def look_again(self) -> None:
        """Called when another zone lies under the pointer or has the focus than the last drawing showed,
        something else is being compiled, or the person's own files were loaded again."""
        raise NotImplementedError

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        """Draws it. The same again draws the same."""
        raise NotImplementedError

    def key_lines(self) -> list[KeyLine]:
        """The lines of its list of keys."""
        return self.commands.lines

    def settings_changed(self, settings: Settings) -> None:
        """Follows a changed setting; these settings hold from now on."""

    def files_loaded(self) -> None:
        """Follows files of heuristics and players that were loaded again, or have vanished."""

    def tell(self, problem: str) -> None:
        """Shows a line about what went wrong."""

    def say(self, text: str) -> bool:
        """Shows a line about what was done; False where this screen has no place for it."""
        return False

    def covered(self) -> None:
        """Another scene is shown above this one."""

    def shown_again(self) -> None:
        """The scene above this one was left."""

    def close(self) -> None:
        """The scene is left for good."""
