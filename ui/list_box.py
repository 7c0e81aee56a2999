"""A list to choose from by a click, or by arrow keys and Enter; only what is seen is drawn."""

from collections.abc import Callable, Sequence

import pygame

from ui.controls import Control
from ui.theme import Theme

ROW = 32
PAGE = 10


class ListBox(Control):
    """Lines of (text, detail); `on_open(index)` is called with the one chosen."""

    def __init__(self, on_open: Callable[[int], None], tooltip: str = "", empty: str = "") -> None:
        super().__init__(tooltip)
        self.lines: Sequence[tuple[str, str]] = ()
        self.lit = 0
        self.empty = empty
        self._on_open = on_open
        self._top = 0
        self._row = ROW

    def offer(self, lines: Sequence[tuple[str, str]]) -> None:
        self.lines = lines
        self.lit = self._top = 0

    @property
    def _shown(self) -> int:
        return max(1, self.rect.height // max(1, self._row))

    def handle(self, event: pygame.event.Event) -> bool:
        super().handle(event)
        if event.type == pygame.MOUSEMOTION and self.hovered:
            index = self._index_at(event.pos)
            self.lit = self.lit if index is None else index
        elif event.type == pygame.MOUSEWHEEL:
            self._top -= 3 * event.y
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            index = self._index_at(event.pos)
            if index is not None:
                self.lit = index
                self._on_open(index)
            return True
        elif event.type == pygame.KEYDOWN:
            return self._handle_key(event.key)
        return False

    def _handle_key(self, key: int) -> bool:
        steps = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -PAGE,
            pygame.K_PAGEDOWN: PAGE,
        }
        if key in steps and self.lines:
            self.lit = max(0, min(len(self.lines) - 1, self.lit + steps[key]))
            self._top = min(max(self._top, self.lit - self._shown + 1), self.lit)
            return True
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.lines:
            self._on_open(self.lit)
            return True
        return False

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        index = self._top + (pos[1] - self.rect.y) // max(1, self._row)
        return index if 0 <= index < len(self.lines) else None

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        rect, pad = self.rect, theme.px(12)
        self._row = theme.px(ROW)
        pygame.draw.rect(surface, theme.panel, rect, border_radius=theme.px(8))
        if not self.lines:
            theme.text(surface, (rect.x + pad, rect.y + pad), self.empty, 14, theme.dim)
        shown = self._shown
        self._top = max(0, min(self._top, len(self.lines) - shown))
        for place in range(min(shown, len(self.lines) - self._top)):
            text, detail = self.lines[self._top + place]
            area = pygame.Rect(rect.x, rect.y + place * self._row, rect.width, self._row)
            if self._top + place == self.lit:
                pygame.draw.rect(surface, theme.raised, area, border_radius=theme.px(6))
            top = area.centery - theme.line_height(14) // 2
            room = area.width - 3 * pad - min(theme.width(detail), area.width // 3)
            theme.text(surface, (area.x + pad, top), text, max_width=room)
            if detail:
                right = area.right - pad - theme.px(4)
                theme.text(surface, (right, top), detail, 14, theme.dim, "right", max_width=area.width // 3)
        if len(self.lines) > shown:
            whole = rect.height
            height = max(theme.px(16), whole * shown // len(self.lines))
            y = rect.y + (whole - height) * self._top // max(1, len(self.lines) - shown)
            bar = (rect.right - theme.px(4), y, theme.px(4), height)
            pygame.draw.rect(surface, theme.line, bar, border_radius=theme.px(2))
        self.draw_focus(surface, theme)
