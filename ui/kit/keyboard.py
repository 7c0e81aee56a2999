"""Reads presses of keys so that shortcuts work alike on every keyboard layout and system.

A shortcut means the key with that letter or, if the layout does not have the letter, the key at its place, as
in browsers and editors. The signs ?, + and − are found by the character that was typed. Every event goes
through `as_read` first, so all other code may compare `event.key` and `event.mod`.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pygame

from ui.kit.sheet import COMMANDS

MACOS = sys.platform == "darwin"

NOT_CMD = {pygame.K_h: "H", pygame.K_m: "M", pygame.K_TAB: "Tab"}
"""Keys that macOS uses itself together with Cmd: to hide or minimise the window, or to go to another program.
With these keys, Ctrl stays Ctrl on macOS."""

TYPED_SIGNS = "?+-"

PLACES: dict[int, int] = {
    getattr(pygame, f"KSCAN_{sign.upper()}"): ord(sign) for sign in "abcdefghijklmnopqrstuvwxyz0123456789"
} | {pygame.KSCAN_COMMA: pygame.K_COMMA, pygame.KSCAN_PERIOD: pygame.K_PERIOD}
"""The key codes of places, as on the American layout, by which a shortcut may be found."""

PLACE_COUNT = 512
"""How many places of keys SDL knows."""

_NO_CODE = (pygame.K_UNKNOWN, 1 << 30)
"""What SDL reports for a key whose character has no code, such as an accent."""


def as_read(events: Iterable[pygame.event.Event]) -> Iterator[pygame.event.Event]:
    """The events of the window, with presses of keys as `read` returns them. The text of a command is left
    out: some systems also send the letter, if Ctrl is held on a Russian layout, or Alt on any layout."""
    commanded = False
    for event in events:
        if event.type == pygame.TEXTINPUT and (commanded or _command_is_held()):
            continue
        if event.type == pygame.KEYDOWN:
            event = read(event)
        commanded = event.type == pygame.KEYDOWN and _commands(event.mod)
        yield event


def read(event: pygame.event.Event) -> pygame.event.Event:
    """The press of a key as the program reads it: `key` is the same for a shortcut on every layout. `mod` has
    Ctrl instead of Cmd on macOS, and no Ctrl or Alt if AltGr typed a character."""
    key, mod, typed = event.key, event.mod, event.unicode
    place = getattr(event, "scancode", 0)
    if not MACOS and _typed_by_alt_gr(key, mod, typed):
        key, mod = ord(typed), mod & ~(COMMANDS | pygame.KMOD_MODE)
    elif typed and typed in TYPED_SIGNS and not mod & pygame.KMOD_ALT:
        key = ord(typed)
    elif key == pygame.K_SLASH and mod & pygame.KMOD_SHIFT and typed in ("", "/"):
        key = pygame.K_QUESTION  # while text input is stopped, the typed "?" is not reported
    else:
        key = _lettered(key, place)
    if MACOS and mod & pygame.KMOD_META and key not in NOT_CMD:
        mod = mod & ~pygame.KMOD_META | pygame.KMOD_LCTRL
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed, scancode=place)


def types_text(event: pygame.event.Event) -> bool:
    """Whether a press, as `read` returns it, types text. The text comes in another event."""
    if _commands(event.mod):
        return False
    return event.key in _NO_CODE or (32 <= event.key < 0x110000 and event.key != pygame.K_DELETE)


def spelled(text: str) -> str:
    """A text for a person, with the names that keys have on this system: Cmd instead of Ctrl on macOS."""
    return _CTRL.sub("Cmd+", text) if MACOS else text


_CTRL = re.compile(rf"\bCtrl\+(?!(?:Shift\+)?(?:{'|'.join(NOT_CMD.values())})\b)")


def _commands(mod: int) -> bool:
    """Whether the held keys make a press a command. Ctrl and Alt together are AltGr on Windows; on macOS,
    Option types characters."""
    control, alt = bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)), bool(mod & pygame.KMOD_ALT)
    return control and not alt if MACOS else control != alt


def _command_is_held() -> bool:
    """Whether Ctrl or Alt makes a command now. That is needed because a key that repeats sends only its text.
    The right Alt does not count, because it may be AltGr."""
    mod = pygame.key.get_mods()
    return _commands(mod) and not mod & pygame.KMOD_RALT


def _typed_by_alt_gr(key: int, mod: int, typed: str) -> bool:
    """Whether a press types a character of the third level, such as @ on the German Q. Systems report AltGr
    as Ctrl and Alt, as the right Alt, or as a key of its own. Only the character shows that this is no
    command."""
    held = mod & (pygame.KMOD_MODE | pygame.KMOD_RALT) or (mod & pygame.KMOD_CTRL and mod & pygame.KMOD_ALT)
    own = "" if key in _NO_CODE else chr(key) if key <= sys.maxunicode else typed
    return bool(held) and len(typed) == 1 and typed.isprintable() and own not in (typed, typed.lower())


def _lettered(key: int, place: int) -> int:
    """The key's code; or, if the layout has no key for the letter or digit of this place, the code of that
    letter or digit."""
    letter = PLACES.get(place)
    if letter is None or (key < 128 and chr(key).isalnum()):
        return key
    found = place_of(letter)
    is_sign = 0 < key < 128  # such as ";" at the place of the Greek Q, or "," at the place of the French M
    # If the letter is found at this very place, the layout has changed since the key was pressed.
    lacked = found == 0 or (found == place and not is_sign)
    return letter if lacked else key


def place_of(key: int) -> int:
    """The place of a key's code on the current layout; 0 if the layout does not have it."""
    # Pygame finds a code's place and looks it up in the list of held keys. Here that list has each place's
    # own number, so the look-up returns the place.
    numbers: Any = range(PLACE_COUNT)
    return int(pygame.key.ScancodeWrapper(numbers)[key])
