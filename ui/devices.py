"""The display and the sound device of this computer: the scale to draw at, whether a window can be seen, and
whether sounds can be heard."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pygame

from games.contract import BadText

RATE = 44_100
"""Samples of a sound in a second."""

SILENCE = "sounds: nothing here can play them: "

STANDARD_DPI = 96
"""The dots per inch that Windows reports for a display at 100 %."""

LARGEST_SCALE = 3.0
IN_POINTS = ("cocoa", "wayland")
"""SDL's drivers that measure displays in the system's points, because the system itself enlarges windows."""


class NoDisplay(Exception):
    """There is no display to open a window on; the message is for a person."""


def open_display() -> None:
    """Opens SDL's display. Raises NoDisplay if SDL cannot. On Windows this process then sees real pixels;
    otherwise the system would enlarge a blurred picture."""
    if sys.platform == "win32":
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    if sys.platform == "linux":
        # Otherwise SDL draws each frame with OpenGL. Without graphics hardware that takes 7 ms a frame (under
        # Xvfb) instead of 0.5. The picture is in memory anyway.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        for system in ("X11", "WAYLAND"):  # the name by which the desktop finds the window's menu entry
            os.environ[f"SDL_VIDEO_{system}_WMCLASS"] = "plyglass"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(f"the display cannot be opened: {error}") from None


def display_scale(size: tuple[int, int]) -> float:
    """The scale that suits the display of the window. If the system names none, it depends on the display's
    `size` in pixels: 1 up to Full HD, 2 at 4K."""
    driver = pygame.display.get_driver()
    if driver == "windows":
        scale = _dots_per_inch() / STANDARD_DPI
    elif driver in IN_POINTS:
        scale = 1.0
    else:
        scale = round(size[1] / 1080 * 4) / 4
    return max(1.0, min(LARGEST_SCALE, scale))


def _dots_per_inch() -> int:
    """The dots per inch of the window's display, as Windows reports them; before there is a window, of the
    main display."""
    windows: Any = getattr(ctypes, "windll")  # noqa: B009 - there is none where types are checked
    display_of, dots_of = windows.user32.MonitorFromWindow, windows.shcore.GetDpiForMonitor
    display_of.restype = ctypes.c_void_p
    window = ctypes.c_void_p(pygame.display.get_wm_info().get("window"))
    display = ctypes.c_void_p(display_of(window, 1))  # 1: the main display, if there is no window
    across, down = ctypes.c_uint(STANDARD_DPI), ctypes.c_uint(STANDARD_DPI)
    dots_of(display, 0, ctypes.byref(across), ctypes.byref(down))  # 0: as scaled in the system's settings
    return across.value


def has_display() -> bool:
    """Whether a person can see what is drawn. If SDL finds no display, it silently draws into memory. That is
    right only if SDL_VIDEODRIVER asks for it."""
    return "SDL_VIDEODRIVER" in os.environ or pygame.display.get_driver() not in ("offscreen", "dummy")


def open_sound() -> None:
    """Opens the sound device. Raises BadText if there is none, or if pygame was built without sound."""
    try:
        # Signed 16-bit samples, one channel, 512 samples a buffer; SDL converts them for any other device.
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
            open_display()
            display |= {"driver": pygame.display.get_driver(), "screens": pygame.display.get_desktop_sizes()}
            if not has_display():
                display["problem"] = "there is none, so the window cannot open; other commands need none"
        except (NoDisplay, pygame.error) as error:
            display["problem"] = str(error)
        try:
            open_sound()
            sound["driver"] = pygame.mixer.get_driver()
        except BadText as error:
            sound["problem"] = str(error).removeprefix(SILENCE)
    return {"display": display, "sound": sound}


@contextmanager
def _silent_libraries() -> Iterator[None]:
    """Drops what libraries write to standard error, as ALSA does if there is no device."""
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
