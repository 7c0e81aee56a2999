"""The display and the sound device of this computer: whether a window can be seen, and sounds be heard."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pygame

from games.contract import BadText

RATE = 44_100
"""Samples of a sound in a second."""

SILENCE = "sounds: nothing here can play them: "


def has_display() -> bool:
    """Whether a person can see what is drawn. SDL silently draws into memory where it finds no display, which
    is right only if SDL_VIDEODRIVER asks for it."""
    return "SDL_VIDEODRIVER" in os.environ or pygame.display.get_driver() not in ("offscreen", "dummy")


def open_sound() -> None:
    """Opens the sound device. Raises BadText where there is none, or where pygame was built without sound."""
    try:
        pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
    except (pygame.error, NotImplementedError) as error:
        raise BadText(f"{SILENCE}{error}") from None


def look_at_devices() -> dict[str, dict[str, Any]]:
    """What display and sound there are: `display` with its driver and screen sizes, `sound` with its driver.
    Each has a `problem`, "" for none."""
    display: dict[str, Any] = {"driver": "", "screens": [], "problem": ""}
    sound = {"driver": "", "problem": ""}
    with _silent_libraries():
        try:
            pygame.display.init()
            display |= {"driver": pygame.display.get_driver(), "screens": pygame.display.get_desktop_sizes()}
            if not has_display():
                display["problem"] = "there is none, so the window cannot open; other commands need none"
        except pygame.error as error:
            display["problem"] = str(error)
        try:
            open_sound()
            sound["driver"] = pygame.mixer.get_driver()
        except BadText as error:
            sound["problem"] = str(error).removeprefix(SILENCE)
    return {"display": display, "sound": sound}


@contextmanager
def _silent_libraries() -> Iterator[None]:
    """Drops what libraries write to standard error, as ALSA does where there is no device."""
    kept = nowhere = -1
    with suppress(OSError):  # there may be no standard error
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
    try:
        yield
    finally:
        with suppress(OSError):
            os.dup2(kept, 2)
        for descriptor in (kept, nowhere):
            with suppress(OSError):
                os.close(descriptor)
