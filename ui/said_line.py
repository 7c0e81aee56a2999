"""The message line that the window shows for some seconds, on screens that have no place of their own for
messages."""

import pygame

from ui.kit.keyboard import spelled
from ui.kit.sheet import Sheet
from ui.theme import Theme

SECONDS = 6.0
"""Seconds for which the line is shown."""

HEIGHT = 36
"""The height of the line in design pixels."""


class SaidLine:
    """`text` is the line, "" for none. It is shown until `until`, in a place where it covers nothing that can
    be clicked. If there is no such place (`needs_room`), the screen leaves room for it at its lower edge."""

    def __init__(self) -> None:
        self.text, self.until = "", 0.0
        self.needs_room = False
        self._place: pygame.Rect | None = None

    def say(self, text: str, now: float) -> None:
        """Shows a line in place of the present one."""
        self.text, self.until = spelled(text), now + SECONDS
        self._place, self.needs_room = None, False

    def clear(self) -> None:
        """Shows no line any more."""
        self.text, self.needs_room = "", False

    def over(self, now: float) -> bool:
        """Whether the line has been shown long enough."""
        return bool(self.text) and now > self.until

    def move(self) -> None:
        """Makes the next drawing look for another place, because sizes have changed."""
        self._place = None

    def settle(self, sheet: Sheet) -> bool:
        """Keeps the place in which the line was drawn. Returns whether everything must be drawn again: there
        was no place, and the screen leaves room for the line from now on."""
        if not self.text or self.needs_room:
            return False
        self._place = self._place_on(sheet)
        self.needs_room = self._place is None
        return self.needs_room

    def room(self, theme: Theme) -> int:
        """Real pixels that the screen leaves at its lower edge."""
        return theme.px(HEIGHT) if self.needs_room else 0

    def draw(self, sheet: Sheet) -> None:
        """Draws the line, above everything that has been drawn."""
        place, theme = self._place_on(sheet) if self.text else None, sheet.theme
        if place is not None:
            sheet.fill(place, theme.raised, 6)
            sheet.label(place.inflate(-theme.px(24), 0), self.text, 14, theme.text_color, "center")

    def _place_on(self, sheet: Sheet) -> pygame.Rect | None:
        """Where the line is drawn; None if there is no place for it."""
        theme, window = sheet.theme, sheet.surface.get_rect()
        wide = min(window.width, theme.width(self.text) + 2 * theme.px(16))
        strip = pygame.Rect(0, 0, wide, theme.px(HEIGHT))
        if self.needs_room:
            strip.midbottom = window.midbottom
            return strip
        return self._place or _free_place(sheet, window, strip.size)


def _free_place(sheet: Sheet, rect: pygame.Rect, size: tuple[int, int]) -> pygame.Rect | None:
    """The lowest place of that size in which nothing can be clicked; None if there is none."""
    gap = sheet.theme.px(4)
    taken = [zone.rect.inflate(2 * gap, 2 * gap) for zone in sheet.active() if zone.click or zone.press]
    for bottom in range(rect.bottom - gap, rect.top + size[1], -gap):
        for left in (rect.centerx - size[0] // 2, rect.left, rect.right - size[0]):
            place = pygame.Rect((left, bottom - size[1]), size)
            if place.collidelist(taken) < 0:
                return place
    return None
