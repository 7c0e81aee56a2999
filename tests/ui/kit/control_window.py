"""A window to test one control in: an event router of its own, driven by posted events."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Callable, Hashable

import pygame

from ui.kit.event_router import EventRouter
from ui.kit.sheet import Sheet
from ui.theme import Theme

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL


class ControlWindow:
    """`draw(sheet)` draws the control; a frame follows every event."""

    def __init__(self, draw: Callable[[Sheet], object], size: tuple[int, int] = (400, 300)) -> None:
        pygame.display.init()
        self.theme = Theme()
        self.event_router = EventRouter(self.theme)
        self.surface = pygame.Surface(size)
        self._draw = draw
        self.frame()

    def frame(self) -> None:
        for _ in range(3):
            sheet = self.event_router.begin(self.surface, self.theme)
            self._draw(sheet)
            if not self.event_router.finish():
                return
        raise AssertionError("the picture does not come to rest")

    @property
    def focused(self) -> Hashable | None:
        return self.event_router.sheet.focused

    def rect(self, key: Hashable) -> pygame.Rect:
        zone = self.event_router.sheet.zone(key)
        assert zone is not None
        return zone.rect

    def key(self, key: int, mod: int = 0) -> bool:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        took = self.event_router.key(event) or (key == pygame.K_ESCAPE and self.event_router.escape())
        self.frame()
        return took

    def text(self, text: str, kind: int = pygame.TEXTINPUT) -> None:
        self.event_router.handle(pygame.event.Event(kind, text=text, start=0, length=0))
        self.frame()

    def mouse(self, kind: int, pos: tuple[int, int], button: int = 1) -> None:
        self.event_router.handle(
            pygame.event.Event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0), button=button)
        )
        self.frame()

    def move(self, pos: tuple[int, int]) -> None:
        self.mouse(pygame.MOUSEMOTION, pos)

    def press(self, pos: tuple[int, int]) -> None:
        self.mouse(pygame.MOUSEBUTTONDOWN, pos)

    def release(self, pos: tuple[int, int]) -> None:
        self.mouse(pygame.MOUSEBUTTONUP, pos)

    def click(self, pos: tuple[int, int]) -> None:
        self.move(pos)
        self.press(pos)
        self.release(pos)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.move(start)
        self.press(start)
        self.move(end)
        self.release(end)

    def wheel(self, notches: int) -> None:
        self.event_router.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches))
        self.frame()
