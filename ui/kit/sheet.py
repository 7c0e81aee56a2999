"""The sheet that the window is drawn on: text in columns, signed bars, and the zones, the areas that react to
mouse and keyboard.

Drawing code registers its zones. The Tab key goes through them in this order, and a later zone is above an
earlier one. The event router (`ui.kit.event_router`) gives events to the zones of the last frame.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import Concatenate, NamedTuple, ParamSpec, Protocol

import pygame

from games.contract import WHITE
from ui.theme import Theme

Point = tuple[int, int]

ACTIVATES = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
ENTERS = (pygame.K_RETURN, pygame.K_KP_ENTER)
COMMANDS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
"""If one of these keys is held, other keys type no letters."""


class Press(NamedTuple):
    """A press of a mouse button: where, the number of presses in a row, which button, and whether Shift was
    held."""

    pos: Point
    times: int = 1
    button: int = 1
    shift: bool = False


class Typing(Protocol):
    """A control that takes typed text; `compose` shows what an input method has not committed yet."""

    def insert(self, text: str) -> None: ...

    def compose(self, text: str) -> None: ...


@dataclass(slots=True, eq=False)
class Zone:
    """An area and what it reacts to. `key` identifies it, also in the next frame.

    `click` is called when the mouse is released over the pressed zone, and for Enter or Space. `press`,
    `drag` and `release` follow the mouse, outside the area too as long as the button is held. `enter` and
    `leave` are called when the pointer, or the keyboard's focus, comes and goes. `keys` gets every key while
    the zone has the focus, and returns whether it used it. `reached` is called when Tab has reached the zone.
    `wheel` gets notches, positive upwards. With `grabs`, a click gives the zone the focus. `ring` is False
    for a zone that shows the focus itself. `spot` is the place in the zone that the keyboard points at; the
    tooltip is shown there. Zones of similar rows have `aside`, so that the tooltip covers none of these rows.
    It is placed to the left of `aside`, else below all such rows, else above them: the first place with room
    is taken. The tooltip also does not cover zones that are `uncovered`.
    """

    key: Hashable
    rect: pygame.Rect
    tip: str | Callable[[], str] = ""
    click: Callable[[], object] | None = None
    enter: Callable[[], object] | None = None
    leave: Callable[[], object] | None = None
    _: KW_ONLY
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
    uncovered: bool = False


Fields = ParamSpec("Fields")


def _adding(make: Callable[Fields, Zone]) -> "Callable[Concatenate[Sheet, Fields], bool]":
    """The method of a sheet that registers what `make` returns for its arguments."""

    def add(sheet: "Sheet", /, *args: Fields.args, **kwargs: Fields.kwargs) -> bool:
        zone = make(*args, **kwargs)
        zone.rect = zone.rect.clip(sheet.surface.get_clip())
        sheet.zones.append(zone)
        return sheet.hovered == zone.key

    return add


class Stated(NamedTuple):
    """The value that a text states: the answer to a `question`, for a side, from a source (heuristic and
    depth). Texts with the same question and source must state the same value."""

    question: Hashable
    value: float
    side: int
    source: Hashable


class Label(NamedTuple):
    """A drawn text, for tests: its column, the text asked for, the text that fitted, its place, and the value
    that it states, if any."""

    column: pygame.Rect
    wanted: str
    shown: str
    place: pygame.Rect
    states: Stated | None = None


def fill(surface: pygame.Surface, color: pygame.Color, rect: pygame.Rect, radius: int = 0) -> None:
    """Fills a rectangle; `radius` of its corners is in real pixels. A radius of 1 rounds nothing but avoids
    SDL's own fill, which bypasses the processor's cache: 36 × 36 pixels take 50 µs with that fill, and 1.5 µs
    without."""
    pygame.draw.rect(surface, color, rect, border_radius=max(1, radius))


class Sheet:
    """One frame: a surface to draw on and the zones drawn so far.

    `pointer` is None while the mouse is elsewhere. `hovered`, `held` and `focused` are the keys of the zones
    under the pointer, under its pressed button, and with the keyboard's focus. `by_keyboard`: the keyboard
    was the last to point at something, not the mouse. `whole`: everything is drawn, as after an event; else a
    `part` that is not due stays as it was drawn last.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.surface = pygame.Surface((1, 1))
        self.pointer: Point | None = None
        self.pressed_at: Point | None = None  # where the mouse was pressed last
        self.hovered: Hashable | None = None
        self.held: Hashable | None = None
        self.focused: Hashable | None = None
        self.by_keyboard = False
        self.zones: list[Zone] = []
        self.floor = 0  # index of the topmost layer's first zone
        self.close: Callable[[], object] | None = None  # closes the topmost layer; None if there is none
        self._layers: list[tuple[Callable[[], object], Callable[[], object]]] = []
        self._parts: dict[str, list[Zone]] = {}
        self.whole = True
        self.labels: list[Label] | None = None  # a test sets it to a list, to read the drawn texts

    def begin(self, surface: pygame.Surface, whole: bool = True) -> None:
        """Starts a frame. Unless the frame is drawn as a `whole`, the picture of the frame before is kept."""
        self.surface = surface
        self.zones.clear()
        if whole or self.close is not None or self.labels is not None:
            self._parts.clear()
        self.whole = not self._parts
        self._layers.clear()
        self.floor, self.close = 0, None

    def clear(self) -> None:
        """Forgets everything that was drawn."""
        self.zones.clear()
        self._parts.clear()
        self.floor, self.close = 0, None

    def part(self, name: str, due: bool, draw: Callable[[], object]) -> None:
        """Draws a part of the window with its ground, if it is `due`; else keeps its picture and its
        zones."""
        if due or name not in self._parts:
            begin = len(self.zones)
            draw()
            self._parts[name] = self.zones[begin:]
        else:
            self.zones += self._parts[name]

    def layer(self, draw: Callable[[], object], close: Callable[[], object]) -> None:
        """Draws something above all else, such as an open list or a menu. It takes every event until it is
        closed; Escape and a click elsewhere call `close`."""
        self._layers.append((draw, close))

    def draw_layers(self) -> None:
        """Draws the layers, after everything else."""
        while self._layers:
            draw, close = self._layers.pop(0)
            self.floor, self.close = len(self.zones), close
            draw()

    add = _adding(Zone)
    """Registers a zone with these fields, cut to the visible area. Returns whether the pointer is over it."""

    def points_into(self, rect: pygame.Rect) -> bool:
        """Whether the pointer is in `rect`."""
        return self.pointer is not None and rect.collidepoint(self.pointer)

    def zone(self, key: Hashable) -> Zone | None:
        """This frame's zone with that key; None if it has none."""
        return next((zone for zone in self.zones if zone.key == key), None)

    def active(self) -> list[Zone]:
        """The zones that take events: all, or the zones of the topmost layer."""
        return self.zones[self.floor :]

    def zone_at(self, where: Point) -> Zone | None:
        """The topmost zone at a pixel; None if there is none."""
        for zone in reversed(self.active()):
            if zone.rect.collidepoint(where):
                return zone
        return None

    # Drawing

    @contextmanager
    def clipped(self, rect: pygame.Rect) -> Iterator[None]:
        """Cuts what is drawn meanwhile, and the zones, to `rect`."""
        clip = self.surface.get_clip()
        self.surface.set_clip(rect.clip(clip))
        yield
        self.surface.set_clip(clip)

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
        """Draws one line, centred vertically in `rect`. A text that is too wide is cut at its end or, with
        `inside`, in its middle. `states` is the value that it states, if any."""
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
        """Draws as many lines as `rect` has room for, at least one. If there is more text, dots end the last
        line. Returns whether all of the text is seen."""
        line = self.theme.px(20 if size == 14 else 16)
        lines = self.theme.wrapped(text, rect.width, size)
        most = max(1, rect.height // line)
        whole = len(lines) <= most
        if not whole:
            # The rest is drawn as one line, which is too long, so that it ends in dots.
            lines[most - 1 :] = [" ".join(lines[most - 1 :])]
        for number, part in enumerate(lines):
            self.label(pygame.Rect(rect.left, rect.top + number * line, rect.width, line), part, size, color)
        return whole

    def text(
        self,
        page: pygame.Rect,
        y: int,
        text: str,
        size: int = 14,
        color: pygame.Color | None = None,
        most: int = 1000,
    ) -> pygame.Rect:
        """Draws a paragraph of at most `most` lines as wide as `page`, from `y` on; returns its place."""
        lines = min(most, len(self.theme.wrapped(text, page.width, size)))
        line = self.theme.px(20 if size == 14 else 16)
        place = pygame.Rect(page.left, y, page.width, line * lines)
        self.paragraph(place, text, size, color)
        return place

    def aligned(
        self, rect: pygame.Rect, text: str, decimals: int, size: int = 14, color: pygame.Color | None = None
    ) -> None:
        """Draws a number at the right of `rect`, with its decimal point at the place where a number with
        `decimals` has it."""
        whole, point, fraction = text.partition(".")
        room = self.theme.width("." + "0" * decimals, size) if decimals else 0
        left = pygame.Rect(rect.left, rect.top, rect.width - room, rect.height)
        self.label(left, whole, size, color, "right")
        if point:
            wide = max(room, self.theme.width(point + fraction, size))
            self.label(pygame.Rect(left.right, rect.top, wide, rect.height), point + fraction, size, color)

    def fill(self, rect: pygame.Rect, color: pygame.Color, radius: float = 0) -> None:
        """Fills a rectangle with rounded corners."""
        fill(self.surface, color, rect, self.theme.px(radius))

    def accent(self, row: pygame.Rect) -> None:
        """Draws the edge of a row that is shown or chosen."""
        self.fill(pygame.Rect(row.left, row.top, self.theme.px(3), row.height), self.theme.accent, 1)

    def progress(self, rect: pygame.Rect, share: float) -> None:
        """Draws a track that is filled from the left up to a share of its width."""
        self.fill(rect, self.theme.raised, 2)
        self.fill(pygame.Rect(rect.topleft, (round(rect.width * share), rect.height)), self.theme.accent, 2)

    def rule(self, left: int, right: int, y: int) -> None:
        """Draws a thin horizontal line."""
        pygame.draw.line(self.surface, self.theme.line, (left, y), (right - 1, y))

    def bar(self, rect: pygame.Rect, share: float, side: int = WHITE, bound: bool = False) -> None:
        """Draws a bar from the middle of `rect`, to the right if `share` (−1 to +1, for `side`) is positive,
        in the colour of the side that it favours. Beyond ±1 it is cut with a notch at its end. A `bound` is
        hatched, and open at its end."""
        theme = self.theme
        half = rect.width // 2 - theme.px(1)
        length = round(min(abs(share), 1.0) * half)
        if share != 0.0:
            length = max(length, 1)
        color = theme.side_color(side if share > 0 else 1 - side)
        left = rect.centerx + 1 if share > 0 else rect.centerx - length  # beside the zero line
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
        """Draws slanted lines within `rect`, and its long sides."""
        with self.clipped(rect):
            for x in range(rect.left - rect.height, rect.right, self.theme.px(4)):
                pygame.draw.line(self.surface, color, (x, rect.bottom), (x + rect.height, rect.top))
            for y in (rect.top, rect.bottom - 1):
                pygame.draw.line(self.surface, color, (rect.left, y), (rect.right - 1, y))

    def tick(self, rect: pygame.Rect, share: float) -> None:
        """Draws a thin mark where a bar of `share` would end."""
        half = rect.width // 2 - self.theme.px(1)
        x = rect.centerx + round(max(-1.0, min(1.0, share)) * half)
        pygame.draw.line(self.surface, self.theme.text_color, (x, rect.top), (x, rect.bottom - 1))

    def zero(self, bar: pygame.Rect, row: pygame.Rect) -> None:
        """Draws the zero line of the bars in `bar`, as high as `row`. Bars begin beside it."""
        x = bar.centerx
        pygame.draw.line(self.surface, self.theme.dim, (x, row.top), (x, row.bottom - 1))

    def fold_sign(self, rect: pygame.Rect, unfolded: bool, color: pygame.Color | None = None) -> None:
        """Draws the small triangle in front of a row that folds others: it points down if they are
        `unfolded`."""
        reach, (x, y) = self.theme.px(4), rect.center
        points = [(x - reach, y - reach // 2), (x + reach, y - reach // 2), (x, y + reach - reach // 2)]
        if not unfolded:
            points = [(x - reach // 2, y - reach), (x - reach // 2, y + reach), (x + reach - reach // 2, y)]
        pygame.draw.polygon(self.surface, color or self.theme.dim, points)

    def at_most(self, rect: pygame.Rect, least: bool = False) -> None:
        """Draws the sign for "at most", or with `least` for "at least". The font has neither."""
        theme = self.theme
        reach, (x, y) = theme.px(4), rect.center
        tip = -reach if least else reach  # the pointed end of the sign
        points = [(x + tip, y - reach), (x - tip, y - 1), (x + tip, y + reach - 2)]
        pygame.draw.lines(self.surface, theme.dim, False, points, theme.px(1))
        y += reach + theme.px(1)
        pygame.draw.line(self.surface, theme.dim, (x - reach, y), (x + reach, y), theme.px(1))

    def shape(self, rect: pygame.Rect, side: int) -> None:
        """Draws a side's shape in the middle of `rect`."""
        self.theme.side_shape(self.surface, side, rect.center, self.theme.px(5))

    def tab(
        self,
        key: Hashable,
        rect: pygame.Rect,
        text: str,
        tip: str,
        click: Callable[[], object],
        chosen: bool,
        size: int = 14,
        bold: bool = True,
        dotted: bool = False,
    ) -> None:
        """Draws the name of one of several pages or modes. The chosen tab is underlined and, with `bold`,
        bold. A `dotted` tab is also open, but elsewhere in the window."""
        theme = self.theme
        over = self.add(key, rect, tip, click)
        color = theme.text_color if over or chosen or dotted else theme.dim
        self.label(rect, text, size, color, "center", bold=chosen and bold)
        if chosen:
            line = theme.px(3)
            self.fill(pygame.Rect(rect.x, rect.bottom - line, rect.width, line), theme.accent, 1)
        elif dotted:
            pygame.draw.aacircle(
                self.surface, theme.dim, (rect.centerx, rect.bottom - theme.px(4)), theme.px(2)
            )
