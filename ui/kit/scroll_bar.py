"""Scrolls content that is higher than its place: keeps how far, and draws the bar."""

import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

import pygame

from ui.kit.sheet import Point, Press, Sheet

WHEEL = 48
"""Design pixels that a notch of the wheel scrolls."""


class Scroll:
    """How far something is scrolled: an `offset` in real pixels, which stays within the content."""

    def __init__(self) -> None:
        self.offset = 0
        self.place = 0  # the height that is in view, in real pixels
        self._content = 0
        self._track = pygame.Rect(0, 0, 0, 0)
        self._grip = pygame.Rect(0, 0, 0, 0)
        self._held_at = 0  # distance of the mouse from the top of the grip that it drags
        self._notch = WHEEL

    def fit(self, content: int, place: int) -> None:
        """Sets the heights of the content and of its place."""
        self._content, self.place = content, place
        self.offset = max(0, min(self.offset, content - place))

    @property
    def needed(self) -> bool:
        return self._content > self.place

    def shows_end(self, but: int = 0) -> bool:
        """Whether the end of the content is in view, apart from its last `but` pixels."""
        return self.offset + self.place >= self._content - but

    def to_end(self) -> None:
        """Scrolls to the end of the content, which may have grown since it was fitted."""
        self.offset = sys.maxsize

    def by(self, pixels: int) -> None:
        self.offset += pixels
        self.fit(self._content, self.place)

    def show(self, top: int, bottom: int) -> None:
        """Scrolls as little as needed to show the content from `top` to `bottom`."""
        if top < self.offset:
            self.offset = top
        elif bottom > self.offset + self.place:
            self.offset = bottom - self.place
        self.fit(self._content, self.place)

    def show_line(self, index: int, height: int) -> None:
        """Scrolls to one of the rows of that height."""
        self.show(index * height, (index + 1) * height)

    def rows(self, height: int, count: int) -> range:
        """The rows of that height to register: those in view, and one more at each end, so that Tab can go on
        to it."""
        first = self.offset // height - 1
        last = -(-(self.offset + self.place) // height)
        return range(max(0, first), min(count, last + 1))

    def area(self, sheet: Sheet, key: Hashable, place: pygame.Rect) -> None:
        """Registers `place` as an area in which the wheel scrolls, and also the keys once Tab has reached it.
        Call it before the content registers its zones."""
        self._notch = sheet.theme.px(WHEEL)
        sheet.add((key, "area"), place, wheel=self.wheel, keys=self.key, focusable=self.needed)

    @contextmanager
    def view(self, sheet: Sheet, key: Hashable, place: pygame.Rect, content: int) -> Iterator[int]:
        """A context that gives the top edge of content that is `content` pixels high. What is drawn inside it
        is cut to `place`; the scroll bar is drawn at its end."""
        self.fit(content, place.height)
        self.area(sheet, key, place)
        with sheet.clipped(place):
            yield place.top - self.offset
        self.draw(sheet, key, place)

    def lines(
        self, sheet: Sheet, key: Hashable, place: pygame.Rect, height: int, count: int
    ) -> Iterator[tuple[int, pygame.Rect]]:
        """Yields (index, rectangle) of those of `count` rows that are in view, and of one more at each end
        (`rows`). Draw each before taking the next."""
        with self.view(sheet, key, place, height * count) as top:
            for index in self.rows(height, count):
                yield index, pygame.Rect(place.left, top + index * height, place.width, height)

    def key(self, event: pygame.event.Event) -> bool:
        """Scrolls by arrow keys, page keys, Home and End. Returns False for other keys, and if everything is
        in view."""
        steps = {
            pygame.K_UP: -self._notch,
            pygame.K_DOWN: self._notch,
            pygame.K_PAGEUP: -self.place,
            pygame.K_PAGEDOWN: self.place,
            pygame.K_HOME: -self._content,
            pygame.K_END: self._content,
        }
        if event.key not in steps or not self.needed:
            return False
        self.by(steps[event.key])
        return True

    def wheel(self, notches: float) -> None:
        self.by(-round(notches * self._notch))

    def draw(self, sheet: Sheet, key: Hashable, place: pygame.Rect) -> None:
        """Draws a bar at the right edge of `place`, if there is more than fits."""
        if not self.needed or place.height <= 0:
            return
        theme = sheet.theme
        width = theme.px(4)
        height = max(theme.px(16), place.height * self.place // self._content)
        top = place.top + (place.height - height) * self.offset // (self._content - self.place)
        self._track = pygame.Rect(place.right - theme.px(8), place.top, theme.px(8), place.height)
        self._grip = pygame.Rect(self._track.left, top, self._track.width, height)
        over = sheet.add(
            (key, "bar"), self._track, press=self._press, drag=self._drag, wheel=self.wheel, focusable=False
        )
        lit = over or sheet.held == (key, "bar")
        color = theme.dim if lit else theme.faint
        sheet.fill(pygame.Rect(place.right - width, top, width, height), color, 2)

    def _press(self, press: Press) -> None:
        inside = self._grip.collidepoint(press.pos)
        self._held_at = press.pos[1] - self._grip.top if inside else self._grip.height // 2
        self._drag(press.pos)

    def _drag(self, pos: Point) -> None:
        way = max(1, self._track.height - self._grip.height)
        top = pos[1] - self._held_at - self._track.top
        self.offset = round(top / way * (self._content - self.place))
        self.fit(self._content, self.place)
