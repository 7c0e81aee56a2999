"""A line of text to type in."""

import time
from collections.abc import Callable

import pygame

from ui import clipboard
from ui.controls import Control
from ui.theme import Theme

TWICE_SECONDS = 0.4


class TextField(Control):
    """`on_change(text)` is called with every change a person makes, `on_enter()` at Enter.

    `problem` marks the text as wrong. All of it is chosen when the field is reached by Tab or
    clicked twice, so that typing replaces it.
    """

    def __init__(
        self,
        on_change: Callable[[str], None],
        on_enter: Callable[[], None] | None = None,
        tooltip: str = "",
        placeholder: str = "",
    ) -> None:
        super().__init__(tooltip)
        self.text = ""
        self.placeholder = placeholder
        self.problem = False
        self._on_change = on_change
        self._on_enter = on_enter
        self._cursor = 0
        self._all = False
        self._clicked_at = 0.0
        self._offset = 0  # real pixels scrolled to the left
        self._theme: Theme | None = None

    def show(self, text: str) -> None:
        """Sets the text, unless the person is typing just that."""
        if text != self.text:
            self.text = text
            self._cursor = len(text)
            self._all = False

    def handle(self, event: pygame.event.Event) -> bool:
        super().handle(event)
        if not self.usable:
            self.focused = False
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self.rect.collidepoint(event.pos):
                return False
            now = time.perf_counter()
            self._all = now - self._clicked_at < TWICE_SECONDS and not self._all
            self._clicked_at = now
            self.focused = True
            self._cursor = self._index_at(event.pos[0])
            return True
        return event.type == pygame.KEYDOWN and self.focused and self._handle_key(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if control:
            return self._handle_control(event.key)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self._on_enter is not None:
                self._on_enter()
            return True
        moves = {
            pygame.K_LEFT: max(0, self._cursor - 1),
            pygame.K_RIGHT: min(len(self.text), self._cursor + 1),
            pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }
        if event.key in moves:
            self._cursor, self._all = moves[event.key], False
        elif event.key == pygame.K_BACKSPACE:
            self._replace(self._cursor - 1, self._cursor, "")
        elif event.key == pygame.K_DELETE:
            self._replace(self._cursor, self._cursor + 1, "")
        elif event.unicode and event.unicode.isprintable():
            self._replace(self._cursor, self._cursor, event.unicode)
        else:
            return False
        return True

    def _handle_control(self, key: int) -> bool:
        if key == pygame.K_a:
            self._all = True
        elif key in (pygame.K_c, pygame.K_x):
            clipboard.put(self.text)
            if key == pygame.K_x:
                self._all = True
                self._replace(0, 0, "")
        elif key == pygame.K_v:
            self._replace(self._cursor, self._cursor, " ".join(clipboard.get().split()))
        else:
            return False
        return True

    def _replace(self, start: int, end: int, by: str) -> None:
        if self._all:
            start, end = 0, len(self.text)
        start = max(0, start)
        self.text = self.text[:start] + by + self.text[end:]
        self._cursor, self._all = start + len(by), False
        self._on_change(self.text)

    def choose_all(self) -> None:
        self._all = bool(self.text)
        self._cursor = len(self.text)

    def _index_at(self, x: int) -> int:
        if self._theme is None:
            return len(self.text)
        left = self.rect.x + self._theme.px(8) - self._offset
        return min(range(len(self.text) + 1), key=lambda i: abs(left + self._theme.width(self.text[:i]) - x))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        if not self.visible:
            return
        self._theme = theme
        pygame.draw.rect(surface, theme.ground, self.rect, border_radius=theme.px(6))
        edge = theme.warning if self.problem else theme.accent if self.focused else theme.line
        wide = theme.px(2) if self.focused or self.problem else theme.px(1)
        pygame.draw.rect(surface, edge, self.rect, wide, border_radius=theme.px(6))
        inner = self.rect.inflate(-theme.px(16), -theme.px(4))
        top = inner.centery - theme.line_height(14) // 2
        before = theme.width(self.text[: self._cursor])
        if not self.focused:
            self._offset = 0
        self._offset = min(max(self._offset, before - inner.width), before)
        clip = surface.get_clip()
        surface.set_clip(inner.clip(clip))
        left = inner.x - self._offset
        if self._all and self.focused:
            pygame.draw.rect(surface, theme.pressed, (left, inner.y, theme.width(self.text), inner.height))
        if self.text:
            theme.text(surface, (left, top), self.text)
        elif self.placeholder:
            theme.text(surface, (left, top), self.placeholder, 14, theme.dim)
        if self.focused:
            x = min(left + before, inner.right - theme.px(1))
            pygame.draw.rect(surface, theme.text_color, (x, top, theme.px(1), theme.line_height(14)))
        surface.set_clip(clip)
