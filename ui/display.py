"""The desktop's window that everything is drawn in."""

import warnings

import pygame

from games.installation import ROOT
from ui.devices import display_scale, open_display

SIZE = (1280, 720)
"""(width, height) of a new window in design pixels, on a desktop that is large enough."""

BARS = (16, 96)
"""(width, height) in design pixels that the window's frame and a task bar take from the desktop. SDL knows
the real numbers, but pygame does not offer them."""

LEAST_SIZE = (400, 400)
"""The smallest size in pixels that the window manager is asked to allow. A window may still be smaller; then
controls cover each other."""

ICON = ROOT / "assets" / "icon.svg"
ICON_PIXELS = 64


def _window() -> pygame.Window:
    """The window that the display module made."""
    # Pygame deprecates this call but has no other for a window of the display module.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def first_size(desktop: tuple[int, int], scale: float) -> tuple[int, int]:
    """The window's size in pixels when nobody asks for another: SIZE at its scale, or what the window's frame
    and a task bar leave of a smaller desktop."""
    wide, high = (
        min(round(wanted * scale), room - round(bars * scale))
        for wanted, room, bars in zip(SIZE, desktop, BARS, strict=True)
    )
    return max(LEAST_SIZE[0], wide), max(LEAST_SIZE[1], high)


class Display:
    """The window: its `surface`, the `scale` that suits the display that it is on, and whether it
    `fills_screen`. `set_scale` is the scale in the settings, None to use the display's. `size` is in pixels;
    None means the size that suits the desktop. A process has one at a time."""

    def __init__(self, set_scale: float | None, size: tuple[int, int] | None, resizable: bool) -> None:
        open_display()
        self._desktop = desktop = pygame.display.get_desktop_sizes()[0] if resizable else size or SIZE
        self.scale = display_scale(desktop)
        self.fills_screen = False
        if resizable:
            size = size or first_size(desktop, set_scale or self.scale)
            size = (min(size[0], desktop[0]), min(size[1], desktop[1]))
            pygame.display.set_icon(pygame.image.load_sized_svg(ICON, (ICON_PIXELS, ICON_PIXELS)))
        self.surface = pygame.display.set_mode(size or SIZE, pygame.RESIZABLE if resizable else 0)
        if resizable:
            _window().minimum_size = LEAST_SIZE

    def resized(self) -> None:
        """Takes the surface of the new size."""
        self.surface = pygame.display.get_surface() or self.surface

    def follow_scale(self) -> bool:
        """Looks up the scale of the display again, because the window may be on another display now. Returns
        whether it has changed."""
        before, self.scale = self.scale, display_scale(self._desktop)
        return self.scale != before

    def turn_full_screen(self) -> None:
        """Fills the screen, or goes back to a window."""
        window = _window()
        window.set_windowed() if self.fills_screen else window.set_fullscreen(desktop=True)
        self.fills_screen = not self.fills_screen  # the system sends the new size as an event

    def come_to_front(self) -> None:
        """Shows the window in front of all others."""
        window = _window()
        if not pygame.display.get_active():  # iconified
            window.restore()
        window.focus()
