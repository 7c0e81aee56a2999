"""What everything in the window is drawn on: text in columns, signed bars, and the zones that
answer to mouse and keyboard.

Whoever draws registers zones as it goes. Their order is the order of the Tab key, and a later one
lies on top. The desk (`ui.kit.desk`) serves the zones of the frame that was drawn last.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import pygame

from games.contract import WHITE
from ui.theme import Theme

Point = tuple[int, int]

ACTIVATES = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
ENTERS = (pygame.K_RETURN, pygame.K_KP_ENTER)
COMMANDS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
"""With one of these a key is no letter."""


class Press(NamedTuple):
    """A press of a mouse button: where, the number of presses in a row, which button, and whether with
    Shift."""

    pos: Point
    times: int = 1
    button: int = 1
    shift: bool = False


class Typing(Protocol):
    """A zone that takes text"""

    def insert(self, text: str) -> None: ...

    def compose(self, text: str) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """An area and what it answers. `key` tells zones apart and finds them again in the next frame.

    `click` acts when the mouse is released on what it was pressed on, and at Enter or Space;
    `press`, `drag` and `release` follow the mouse itself, also outside the area once it is held.
    `enter` and `leave` say that the pointer, or the keyboard's focus, has come and gone. `keys` is
    offered every key while the zone has the focus and says whether it took it; `reached` is called
    when Tab has led here. `wheel` gets notches, up positive. `grabs`: a click gives it the focus.
    `ring` is False for what shows the focus itself. `spot` is where in it the keyboard points, for the
    tooltip to stand there. `aside` is what the tooltip stands to the left of, where it has room there, so
    that it covers none of the like above and below.
    """

    key: Hashable
    rect: pygame.Rect
    tip: str | Callable[[], str] = ""
    click: Callable[[], object] | None = None
    enter: Callable[[], object] | None = None
    leave: Callable[[], object] | None = None
    press: Callable[[Press], object] | None = None
    drag: Callable[[Point], object] | None = None
    release: Callable[[Point], object] | None = None
    wheel: Callable[[float], object] | None = None
    keys: Callable[[pygame.event.Event], bool] | None = None
    typing: Typing | None = None
    reached: Callable[[], object] | None = None
    focusable: bool = True
    grabs: bool = False
    ring: bool = True
    cursor: int | None = None
    spot: Callable[[], pygame.Rect] | None = None
    aside: pygame.Rect | None = None


class Stated(NamedTuple):
    """The value that a text states: the answer to a question, for a side, by a source (the heuristic and the
    depth). The same question has one answer by one source, wherever it stands."""

    question: Hashable
    value: float
    side: int
    source: Hashable


class Label(NamedTuple):
    """A text as drawn, for tests: its column, the text asked for, the text that fitted, its place, and
    the value that it states, if it does."""

    column: pygame.Rect
    wanted: str
    shown: str
    place: pygame.Rect
    states: Stated | None = None


def fill(surface: pygame.Surface, color: pygame.Color, rect: pygame.Rect, radius: int = 0) -> None:
    """Fills a rectangle; `radius` of its corners in real pixels. One of 1 rounds nothing, and is not drawn
    by SDL, whose own fill goes past the processor's cache: 36 × 36 pixels take 50 µs so, and 1.5 µs here."""
    pygame.draw.rect(surface, color, rect, border_radius=max(1, radius))


class Sheet:
    """One frame: a surface to draw on and the zones drawn so far.

    `pointer` is None while the mouse is elsewhere; `hovered`, `held` and `focused` are the keys of
    the zones under it, under its pressed button, and with the keyboard's focus; `by_keyboard` is whether
    the keyboard was the last to point at something. `whole` is whether
    all is drawn, as after an event; else a `part` that is not due stays as it was drawn last.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.surface = pygame.Surface((1, 1))
        self.pointer: Point | None = None
        self.pressed_at: Point | None = None  # by the mouse, last
        self.hovered: Hashable | None = None
        self.held: Hashable | None = None
        self.focused: Hashable | None = None
        self.by_keyboard = False
        self.zones: list[Zone] = []
        self.floor = 0  # the first zone of the layer that takes everything
        self.close: Callable[[], object] | None = None
        self._layers: list[tuple[Callable[[], object], Callable[[], object]]] = []
        self._parts: dict[str, list[Zone]] = {}
        self.whole = True
        self.labels: list[Label] | None = None

    def begin(self, surface: pygame.Surface, whole: bool = True) -> None:
        """Starts a frame, on the picture of the one before unless the `whole` is drawn."""
        self.surface = surface
        self.zones.clear()
        if whole or self.close is not None or self.labels is not None:
            self._parts.clear()
        self.whole = not self._parts
        self._layers.clear()
        self.floor, self.close = 0, None

    def clear(self) -> None:
        """Forgets all that was drawn."""
        self.zones.clear()
        self._parts.clear()
        self.floor, self.close = 0, None

    def part(self, name: str, due: bool, draw: Callable[[], object]) -> None:
        """Draws a part of the window, ground and all, or leaves what stands of it, its zones as well."""
        if due or name not in self._parts:
            begin = len(self.zones)
            draw()
            self._parts[name] = self.zones[begin:]
        else:
            self.zones += self._parts[name]

    def layer(self, draw: Callable[[], object], close: Callable[[], object]) -> None:
        """Draws something above all else, which takes every event until it is closed: an open list, a menu.
        Escape and a click elsewhere call `close`."""
        self._layers.append((draw, close))

    def draw_layers(self) -> None:
        """Draws them, once all else is drawn."""
        while self._layers:
            draw, close = self._layers.pop(0)
            self.floor, self.close = len(self.zones), close
            draw()

    def add(
        self,
        key: Hashable,
        rect: pygame.Rect,
        tip: str | Callable[[], str] = "",
        click: Callable[[], object] | None = None,
        enter: Callable[[], object] | None = None,
        leave: Callable[[], object] | None = None,
        *,
        press: Callable[[Press], object] | None = None,
        drag: Callable[[Point], object] | None = None,
        release: Callable[[Point], object] | None = None,
        wheel: Callable[[float], object] | None = None,
        keys: Callable[[pygame.event.Event], bool] | None = None,
        typing: Typing | None = None,
        reached: Callable[[], object] | None = None,
        focusable: bool = True,
        grabs: bool = False,
        ring: bool = True,
        cursor: int | None = None,
        spot: Callable[[], pygame.Rect] | None = None,
        aside: pygame.Rect | None = None,
    ) -> bool:
        """Registers a zone, cut to what is visible; whether the pointer is over it."""
        seen = rect.clip(self.surface.get_clip())
        self.zones.append(
            Zone(
                key,
                seen,
                tip,
                click,
                enter,
                leave,
                press,
                drag,
                release,
                wheel,
                keys,
                typing,
                reached,
                focusable,
                grabs,
                ring,
                cursor,
                spot,
                aside,
            )
        )
        return self.hovered == key

    def points_into(self, rect: pygame.Rect) -> bool:
        """Whether the pointer is there."""
        return self.pointer is not None and rect.collidepoint(self.pointer)

    def zone(self, key: Hashable) -> Zone | None:
        """The zone of this frame with that key."""
        return next((zone for zone in self.zones if zone.key == key), None)

    def active(self) -> list[Zone]:
        """The zones that answer: all, or those of the topmost layer."""
        return self.zones[self.floor :]

    def zone_at(self, where: Point) -> Zone | None:
        """The topmost zone there."""
        for zone in reversed(self.active()):
            if zone.rect.collidepoint(where):
                return zone
        return None

    # Drawing

    def label(
        self,
        rect: pygame.Rect,
        text: str,
        size: int = 14,
        color: pygame.Color | None = None,
        align: str = "left",
        bold: bool = False,
        states: Stated | None = None,
        inside: bool = False,
    ) -> pygame.Rect:
        """One line, centred vertically in `rect` and cut to its width, at its end or `inside`; `states` is
        what it says, where that is a value."""
        theme = self.theme
        shown = theme.fitted(text, size, bold, rect.width, inside)
        x = rect.left if align == "left" else rect.right if align == "right" else rect.centerx
        y = rect.centery - theme.line_height(size) // 2
        place = theme.text(self.surface, (x, y), shown, size, color, align, bold)
        if self.labels is not None:
            self.labels.append(Label(rect, text, shown, place, states))
        return place

    def paragraph(
        self, rect: pygame.Rect, text: str, size: int = 14, color: pygame.Color | None = None
    ) -> bool:
        """As many lines as `rect` is high for, one at least; dots end the last one where more would follow.
        Returns whether all of the text is seen."""
        line = self.theme.px(20 if size == 14 else 16)
        lines = self.theme.wrapped(text, rect.width, size)
        most = max(1, rect.height // line)
        whole = len(lines) <= most
        if not whole:
            lines[most - 1 :] = [" ".join(lines[most - 1 :])]  # which is too long, and cut with its dots
        for number, part in enumerate(lines):
            self.label(pygame.Rect(rect.left, rect.top + number * line, rect.width, line), part, size, color)
        return whole

    def aligned(
        self, rect: pygame.Rect, text: str, decimals: int, size: int = 14, color: pygame.Color | None = None
    ) -> None:
        """A number at the right of `rect`, its point where a number with `decimals` has it."""
        whole, point, fraction = text.partition(".")
        room = self.theme.width("." + "0" * decimals, size) if decimals else 0
        left = pygame.Rect(rect.left, rect.top, rect.width - room, rect.height)
        self.label(left, whole, size, color, "right")
        if point:
            wide = max(room, self.theme.width(point + fraction, size))
            self.label(pygame.Rect(left.right, rect.top, wide, rect.height), point + fraction, size, color)

    def fill(self, rect: pygame.Rect, color: pygame.Color, radius: float = 0) -> None:
        """Fills a rectangle, its corners rounded."""
        fill(self.surface, color, rect, self.theme.px(radius))

    def rule(self, left: int, right: int, y: int) -> None:
        """A thin horizontal line."""
        pygame.draw.line(self.surface, self.theme.line, (left, y), (right - 1, y))

    def bar(self, rect: pygame.Rect, share: float, side: int = WHITE, bound: bool = False) -> None:
        """A bar from the middle of `rect`, to the right where `share` (−1 to +1), which is for `side`, is
        positive; its colour is that of the side it favours. Beyond ±1 it is cut with a notch at its end.
        A `bound` is no value: hatched, and open at its end."""
        theme = self.theme
        half = rect.width // 2 - theme.px(1)
        length = round(min(abs(share), 1.0) * half)
        if share != 0.0:
            length = max(length, 1)
        color = theme.side_color(side if share > 0 else 1 - side)
        left = rect.centerx if share > 0 else rect.centerx - length
        body = pygame.Rect(left, rect.top, length, rect.height)
        if bound:
            self._hatch(body, color)
        else:
            fill(self.surface, color, body)
        if abs(share) > 1.0:
            notch = theme.px(4)
            x = rect.centerx + (half - 2 * notch if share > 0 else notch - half)
            self.fill(pygame.Rect(x, rect.top, max(1, notch // 2), rect.height), theme.panel)

    def _hatch(self, rect: pygame.Rect, color: pygame.Color) -> None:
        """Slanted lines within `rect`, and its long sides."""
        surface, step = self.surface, self.theme.px(4)
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        for x in range(rect.left - rect.height, rect.right, step):
            pygame.draw.line(surface, color, (x, rect.bottom), (x + rect.height, rect.top))
        for y in (rect.top, rect.bottom - 1):
            pygame.draw.line(surface, color, (rect.left, y), (rect.right - 1, y))
        surface.set_clip(clip)

    def tick(self, rect: pygame.Rect, share: float) -> None:
        """A thin mark where a bar of `share` would end."""
        half = rect.width // 2 - self.theme.px(1)
        x = rect.centerx + round(max(-1.0, min(1.0, share)) * half)
        pygame.draw.line(self.surface, self.theme.text_color, (x, rect.top), (x, rect.bottom - 1))

    def zero(self, bar: pygame.Rect, row: pygame.Rect) -> None:
        """The zero line of the bars in `bar`, as high as `row`."""
        x = bar.centerx
        pygame.draw.line(self.surface, self.theme.dim, (x, row.top), (x, row.bottom - 1))

    def fold_sign(self, rect: pygame.Rect, unfolded: bool, color: pygame.Color | None = None) -> None:
        """The small triangle in front of a row that folds others: down where they are `unfolded`."""
        reach, (x, y) = self.theme.px(4), rect.center
        points = [(x - reach, y - reach // 2), (x + reach, y - reach // 2), (x, y + reach - reach // 2)]
        if not unfolded:
            points = [(x - reach // 2, y - reach), (x - reach // 2, y + reach), (x + reach - reach // 2, y)]
        pygame.draw.polygon(self.surface, color or self.theme.dim, points)

    def at_most(self, rect: pygame.Rect, least: bool = False) -> None:
        """The sign for "at most", or for "at `least`", which the font lacks."""
        theme = self.theme
        reach, (x, y) = theme.px(4), rect.center
        tip = -reach if least else reach  # where the sign is open
        points = [(x + tip, y - reach), (x - tip, y - 1), (x + tip, y + reach - 2)]
        pygame.draw.lines(self.surface, theme.dim, False, points, theme.px(1))
        y += reach + theme.px(1)
        pygame.draw.line(self.surface, theme.dim, (x - reach, y), (x + reach, y), theme.px(1))

    def shape(self, rect: pygame.Rect, side: int) -> None:
        """A side's shape in the middle of `rect`."""
        self.theme.side_shape(self.surface, side, rect.center, self.theme.px(5))

    def button(
        self,
        key: Hashable,
        rect: pygame.Rect,
        text: str,
        tip: str,
        click: Callable[[], object],
        active: bool = False,
        size: int = 14,
        align: str = "center",
        enter: Callable[[], object] | None = None,
        leave: Callable[[], object] | None = None,
    ) -> None:
        """A flat button; `active` for the chosen one of several. `enter` and `leave` as those of a zone."""
        theme = self.theme
        over = self.add(key, rect, tip, click, enter, leave)
        if active or over:
            self.fill(rect, theme.pressed if over else theme.raised, 4)
        inner = rect.inflate(-2 * theme.px(8 if align == "left" else 2), 0)
        self.label(inner, text, size, theme.text_color if active or over else theme.dim, align)
