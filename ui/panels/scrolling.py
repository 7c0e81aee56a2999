"""A list that is longer than its place: how far it is scrolled, and the bar that shows it."""

import pygame

from ui.panels.sheet import Sheet


class Scroll:
    """An offset in real pixels, kept within what there is."""

    def __init__(self) -> None:
        self.offset = 0
        self._content = self._place = 0

    def fit(self, content: int, place: int) -> None:
        """Sets the heights of the content and of its place."""
        self._content, self._place = content, place
        self.offset = max(0, min(self.offset, content - place))

    @property
    def needed(self) -> bool:
        return self._content > self._place

    def by(self, pixels: int) -> None:
        self.offset += pixels
        self.fit(self._content, self._place)

    def show(self, top: int, bottom: int) -> None:
        """Scrolls as little as makes the rows from `top` to `bottom` of the content visible."""
        if top < self.offset:
            self.offset = top
        elif bottom > self.offset + self._place:
            self.offset = bottom - self._place
        self.fit(self._content, self._place)

    def draw(self, sheet: Sheet, place: pygame.Rect) -> None:
        """A thin bar at the right edge of `place`, where there is more than fits."""
        if not self.needed:
            return
        width = sheet.theme.px(4)
        height = max(sheet.theme.px(16), place.height * self._place // self._content)
        top = place.top + (place.height - height) * self.offset // (self._content - self._place)
        sheet.fill(pygame.Rect(place.right - width, top, width, height), sheet.theme.line, 2)
