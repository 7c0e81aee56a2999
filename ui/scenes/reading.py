"""What is shown while a large file is read in a thread of its own: how far it has come, and Escape
to leave it."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from games.contract import BadText
from ui.app import App
from ui.kit.sheet import Sheet
from ui.scenes.scene import Keys, Scene

BYTES_A_SECOND = 10e6
"""How fast PGN is read, to guess how long it will take; measured with `PgnFile.open`."""


class Reading(Scene):
    """`read()` runs in the thread; `done(result)` is called in the window's."""

    title = "Reading a file"

    def __init__(self, app: App, path: Path, read: Callable[[], Any], done: Callable[[Any], None]) -> None:
        super().__init__(app)
        self._name = path.name
        self._wanted = max(0.1, path.stat().st_size / BYTES_A_SECOND)
        self._read = read
        self._done = done
        self._result: Any = None
        self._problem = ""
        self._ended = threading.Event()
        self._began = time.perf_counter()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._result = self._read()
        except BadText as error:
            self._problem = str(error)
        except Exception as error:  # nothing may leave the window waiting
            self._problem = f"{self._name}: cannot be read: {error}"
        self._ended.set()

    def update(self, now: float) -> bool:
        if self._ended.is_set() and self.app.scene is self:
            self.app.pop()
            try:
                if not self._problem:
                    self._done(self._result)
            except BadText as error:
                self._problem = str(error)
            if self._problem:
                self.app.scene.tell(self._problem)
        return True

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        surface, theme = sheet.surface, sheet.theme
        seconds = now - self._began
        left = max(0.0, self._wanted - seconds)
        text = f"Reading {self._name}, {seconds:.1f} s"
        if self._wanted > 3:
            text += f", about {left:.0f} s left" if left >= 1 else ", nearly done"
        theme.text(surface, (rect.centerx, rect.centery - theme.px(40)), text, 18, align="center")
        bar = pygame.Rect(0, 0, theme.px(320), theme.px(8))
        bar.center = rect.center
        pygame.draw.rect(surface, theme.raised, bar, border_radius=theme.px(4))
        done = bar.copy()
        done.width = round(bar.width * min(1.0, seconds / self._wanted))
        pygame.draw.rect(surface, theme.accent, done, border_radius=theme.px(4))
        theme.text(
            surface, (rect.centerx, bar.bottom + theme.px(16)), "Esc: leave it", 14, theme.dim, "center"
        )

    def keys(self) -> Keys:
        return [("Esc", "leave the file unread")]
