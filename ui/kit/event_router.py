"""Handles hovering, tooltips, focus, clicks, drags, the wheel, text and Escape for the whole window. Events
go to the zones of the frame that was drawn last."""

import math
import time
from collections.abc import Hashable
from contextlib import suppress

import pygame

from ui.kit.keyboard import spelled, types_text
from ui.kit.sheet import ACTIVATES, COMMANDS, Point, Press, Sheet, Zone
from ui.theme import Theme

TOOLTIP_SECONDS = 0.5
TWICE_SECONDS = 0.4
TWICE_PIXELS = 6
"""A press counts as the second of a double click if it comes within this time after the first, and within
this distance."""

NEVER_PRESSED: tuple[float, Point, Hashable, int] = (0.0, (0, 0), None, 0)
"""(time, place, key of the zone, number of presses in a row) of the last press of the mouse, before there is
one."""


class EventRouter:
    """Owns the sheet. Between `begin` and `finish` the window draws on it. Events go to `handle`, keyboard
    events to `key`. `first_focus` is the key of the zone that has the keyboard's focus while no other has
    it."""

    def __init__(self, theme: Theme) -> None:
        self.sheet = Sheet(theme)
        self.first_focus: Hashable | None = None
        self.tooltip = ""
        self._focus: Hashable | None = None
        self._place = 0  # the focused zone's place in the order of Tab, in case the zone vanishes
        self._pointed: Zone | None = None
        self._held: Zone | None = None
        self._pressed = NEVER_PRESSED
        self._rested = math.inf  # since when the pointer rests; its tooltip is due TOOLTIP_SECONDS later
        self._resting = False  # whether the screen has changed under the pointer, which has not moved since
        self._takes_text: bool | None = None
        self._cursor = -1

    def clear(self) -> None:
        """Forgets pointer, focus and press, because another screen is shown."""
        sheet = self.sheet
        sheet.clear()
        sheet.hovered = sheet.held = sheet.focused = sheet.pressed_at = None
        self._focus = self._pointed = self._held = self.first_focus = None
        self.sheet.by_keyboard = self._resting = False
        self._pressed = NEVER_PRESSED  # otherwise its zone's key may keep a scene in memory
        self._quiet()

    def rest(self) -> None:
        """Makes the pointer point at nothing until the mouse moves or is pressed, because a key has put
        something else under it."""
        self._resting = True
        self._settle()

    # Frames

    def begin(self, surface: pygame.Surface, theme: Theme, whole: bool = True) -> Sheet:
        """Starts a frame. Returns the sheet to draw it on; see `Sheet.begin`."""
        self.sheet.theme = theme
        self.sheet.begin(surface, whole)
        return self.sheet

    def finish(self) -> bool:
        """Ends the frame: open lists, the focus, the tooltip. Returns whether it must be drawn again, because
        another zone is under the pointer or has the focus now, or the tooltip has changed."""
        self.sheet.draw_layers()
        before = self.sheet.hovered, self.sheet.focused
        self._settle()
        zone = self._focused_zone()
        if zone is not None and zone.ring and zone.rect:
            theme = self.sheet.theme
            grown = zone.rect.inflate(theme.px(4), theme.px(4))
            pygame.draw.rect(self.sheet.surface, theme.accent, grown, theme.px(2), border_radius=theme.px(8))
        tip_before = self.tooltip
        if tip_before and self._pointed is not None:
            self.tooltip = _tip_of(self._pointed)  # the zone that lies there now
        if self.tooltip:
            self._draw_tooltip()
        return before != (self.sheet.hovered, self.sheet.focused) or self.tooltip != tip_before

    def _settle(self) -> None:
        """Finds the zones that are hovered, focused and pointed at in the new frame, by their keys."""
        sheet = self.sheet
        under = sheet.zone_at(sheet.pointer) if sheet.pointer is not None and not self._resting else None
        if self._held is not None and under is not None and under.key != self._held.key:
            under = None  # a held zone keeps the mouse
        sheet.hovered = None if under is None else under.key
        focused = self._focused_zone()
        sheet.focused = None if focused is None else focused.key
        self._point(focused if self.sheet.by_keyboard else under)
        self._take_text(focused)
        shown = self._held or under
        hand = shown is not None and shown.click is not None
        usual = pygame.SYSTEM_CURSOR_HAND if hand else pygame.SYSTEM_CURSOR_ARROW
        self._show_cursor(usual if shown is None or shown.cursor is None else shown.cursor)

    def _point(self, zone: Zone | None) -> None:
        """Points at this zone from now on, by mouse or keyboard."""
        before, self._pointed = self._pointed, zone
        if (before and before.key) == (zone and zone.key):
            return
        self.tooltip = ""
        if before is not None and before.leave is not None:
            before.leave()
        if zone is not None and zone.enter is not None:
            zone.enter()

    def _take_text(self, focused: Zone | None) -> None:
        """Tells the system's input method that text goes to another zone now, or to none. Typed text is
        reported even if it goes to none, because some shortcuts depend on it."""
        wanted = focused is not None and focused.typing is not None
        if wanted != self._takes_text:
            self._takes_text = wanted
            pygame.key.stop_text_input()  # what an input method was composing ends
            pygame.key.start_text_input()
        if wanted and focused is not None:
            pygame.key.set_text_input_rect(focused.rect)

    def _show_cursor(self, cursor: int) -> None:
        if cursor != self._cursor:
            self._cursor = cursor
            with suppress(pygame.error):  # a display may have no cursors
                pygame.mouse.set_cursor(cursor)

    # Focus

    def focus(self, key: Hashable | None) -> None:
        """Gives the keyboard's focus to a zone, or takes it away."""
        self._focus = key
        self._settle()

    def _focused_zone(self) -> Zone | None:
        """The zone with the keyboard's focus. An open layer gives it to its first zone if no other has it."""
        active = self.sheet.active()
        for key in (self._focus, self.first_focus):
            for zone in active if key is not None else ():
                if zone.key == key and zone.focusable:
                    return zone
        if self.sheet.close is None:
            return None
        return next((zone for zone in active if zone.focusable), None)

    def _step(self, step: int) -> None:
        """Moves the focus to the next zone in drawing order (Tab), or to the previous one."""
        # A zone that is cut away can be reached only if it scrolls into view then.
        ring = [zone for zone in self.sheet.active() if zone.focusable and (zone.rect or zone.reached)]
        if not ring:
            return
        focused = self._focused_zone()
        keys = [zone.key for zone in ring]
        if focused is not None and focused.key in keys:
            place = keys.index(focused.key) + step
        elif self._focus is not None:
            place = self._place if step > 0 else self._place - 1  # the zone now at the vanished one's place
        else:
            place = 0 if step > 0 else -1
        zone = ring[place % len(ring)]
        self._place = place % len(ring)
        self._focus, self.sheet.by_keyboard = zone.key, True
        if zone.reached is not None:
            zone.reached()
        self._rested = time.perf_counter()
        self._settle()

    @property
    def busy(self) -> bool:
        """Whether a list is open, or a text field has the keyboard."""
        zone = self._focused_zone()
        return self.sheet.close is not None or (zone is not None and zone.typing is not None)

    def escape(self) -> bool:
        """Closes the open layer, or takes the focus away; returns whether there was either."""
        if self.sheet.close is not None:
            self.sheet.close()
            return True
        if self.sheet.focused is None or self._focus is None or self._focus == self.first_focus:
            return False
        self.focus(None)
        return True

    # Events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles an event of the mouse, or text. Returns whether a zone used it."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event.pos)
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self.sheet.pointer = self.sheet.held = self._held = None
            self._quiet()
            self._settle()
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3:
            return self._press(event.pos, event.button)
        if event.type == pygame.MOUSEBUTTONUP and event.button <= 3:
            return self._release(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(float(getattr(event, "precise_y", 0.0) or event.y))
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            zone = self._focused_zone()
            if zone is None or zone.typing is None:
                if event.type == pygame.TEXTEDITING and event.text:
                    pygame.key.stop_text_input()  # or an input method composes text out of shortcuts
                return False
            (zone.typing.insert if event.type == pygame.TEXTINPUT else zone.typing.compose)(event.text)
            return True
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Handles the press of a key. Returns whether the focused zone, Tab or an open layer used it."""
        self._quiet()
        zone = self._focused_zone()
        if zone is not None and zone.keys is not None and zone.keys(event):
            if self.sheet.by_keyboard and zone.typing is None:
                self._rested = time.perf_counter()
            return True
        plain = not event.mod & COMMANDS
        if event.key == pygame.K_TAB and plain:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if zone is not None and zone.typing is not None and types_text(event):
            return True
        if zone is not None and zone.click is not None and event.key in ACTIVATES and plain:
            zone.click()
            return True
        return self.sheet.close is not None and event.key != pygame.K_ESCAPE

    def _move(self, pos: Point) -> bool:
        self._resting &= pos == self.sheet.pointer
        self.sheet.pointer = pos
        self.sheet.by_keyboard = False
        self._quiet()
        self._rested = time.perf_counter()
        if self._held is not None and self._held.drag is not None:
            self._held.drag(pos)
        self._settle()
        return self._held is not None or self.sheet.hovered is not None

    def _press(self, pos: Point, button: int) -> bool:
        sheet = self.sheet
        sheet.pointer = sheet.pressed_at = pos
        self._resting = False
        self.sheet.by_keyboard = False
        self._quiet()
        zone = sheet.zone_at(pos)
        if zone is None:
            if sheet.close is not None:
                sheet.close()
                return True
            self.focus(None)
            return False
        self._focus = zone.key if zone.grabs else None
        now = time.perf_counter()
        at, where, key, count = self._pressed
        again = now - at < TWICE_SECONDS and math.dist(where, pos) < TWICE_PIXELS and key == zone.key
        count = count + 1 if again else 1
        self._pressed = (now, pos, zone.key, count)
        if button == 1:
            self._held, sheet.held = zone, zone.key
        self._settle()
        if zone.press is not None:
            shift = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
            zone.press(Press(pos, count, button, shift))
        return True

    def _release(self, pos: Point) -> bool:
        self.sheet.pointer = pos
        held, self._held, self.sheet.held = self._held, None, None
        self._settle()
        if held is None:
            return False
        if held.release is not None:
            held.release(pos)
        now = self.sheet.zone_at(pos)
        if now is not None and now.key == held.key and now.click is not None:
            now.click()
        return True

    def _wheel(self, notches: float) -> bool:
        pointer = self.sheet.pointer
        self._quiet()
        for zone in reversed(self.sheet.active()):
            if pointer is not None and zone.wheel is not None and zone.rect.collidepoint(pointer):
                zone.wheel(notches)
                return True
        return self.sheet.close is not None

    # Tooltip

    def _quiet(self) -> None:
        """Hides the tooltip until the pointer moves or a key points at something: a person who types or
        clicks needs none."""
        self.tooltip, self._rested = "", math.inf

    def update(self, now: float) -> bool:
        """Looks up the tooltip once it is due. Returns whether there is a new tooltip to show."""
        if self.tooltip or now - self._rested < TOOLTIP_SECONDS or self._held is not None:
            return False
        zone = self._pointed
        if zone is None:
            return False
        self.tooltip = _tip_of(zone)
        if not self.tooltip:
            self._rested = math.inf
        return bool(self.tooltip)

    def _draw_tooltip(self) -> None:
        surface, theme = self.sheet.surface, self.sheet.theme
        at, spot = self.sheet.pointer, None
        if self.sheet.by_keyboard and self._pointed is not None:
            spot = self._pointed.rect if self._pointed.spot is None else self._pointed.spot()
            at = spot.left, spot.bottom - theme.px(12)
        if at is None:
            return
        lines = theme.wrapped(self.tooltip, theme.px(360), 12)
        width = max(theme.width(line, 12) for line in lines) + theme.px(16)
        box = pygame.Rect(0, 0, width, len(lines) * theme.line_height(12) + theme.px(8))
        box.topleft = (at[0] + theme.px(12), at[1] + theme.px(20))
        if box.bottom > surface.get_height():
            box.bottom = (spot.top if spot is not None else at[1]) - theme.px(8)
        aside = self._pointed.aside if self._pointed is not None else None
        if aside is not None:
            box = self._place_aside(box, aside, theme.px(8))
        box.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, theme.raised, box, border_radius=theme.px(4))
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(4))
        for number, line in enumerate(lines):
            top = box.y + theme.px(4) + number * theme.line_height(12)
            theme.text(surface, (box.x + theme.px(8), top), line, 12)

    def _place_aside(self, box: pygame.Rect, aside: pygame.Rect, gap: int) -> pygame.Rect:
        """A place for a tooltip that does not cover `aside`, similar rows, or zones that must stay uncovered;
        `box` if there is no such place."""
        zones = self.sheet.active()
        rows = aside.unionall([z.aside for z in zones if z.aside is not None and z.aside.left == aside.left])
        free = [zone.rect for zone in zones if zone.uncovered]
        left, below, above = box.copy(), box.copy(), box.copy()
        left.midright = aside.left - gap, aside.centery
        below.topleft, above.bottomleft = (rows.left, rows.bottom + gap), (rows.left, rows.top - gap)
        window = self.sheet.surface.get_rect()
        places = (each for each in (left, below, above) if window.contains(each))
        return next((each for each in places if each.collidelist(free) < 0), box)


def _tip_of(zone: Zone) -> str:
    return spelled(zone.tip if isinstance(zone.tip, str) else zone.tip())
