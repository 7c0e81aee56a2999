"""What a screen of the program is to the window: something that takes events and is drawn."""

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from ui.app import App

Keys = list[tuple[str, str]]
"""Lines of the list of keys: the key, and what it does."""


class Scene:
    """One screen. Escape leads out of it, unless `escape` has something to close first."""

    title = ""

    def __init__(self, app: "App") -> None:
        self.app = app

    def handle(self, event: pygame.event.Event) -> bool:
        """Takes an event; whether it was for this scene."""
        return False

    def escape(self) -> bool:
        """One step back inside the scene; False when there is none and the scene is to be left."""
        return False

    def update(self, now: float) -> bool:
        """Goes on with what takes time; whether the picture has changed. `now` in seconds."""
        return False

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        raise NotImplementedError

    def tooltip_at(self, pos: tuple[int, int]) -> str:
        return ""

    def clickable_at(self, pos: tuple[int, int]) -> bool:
        """Whether the mouse is to show a hand."""
        return False

    def keys(self) -> Keys:
        return []

    def tell(self, problem: str) -> None:
        """Says what went wrong, in one line, on this screen."""

    def shown_again(self) -> None:
        """The scene above this one was left."""

    def close(self) -> None:
        """The scene is left for good."""
