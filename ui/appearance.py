"""How everything is drawn: in the theme of the settings, at a scale for which the window is large enough."""

from study.settings.settings import UiSettings
from ui.contract import LEAST_ROOM, Screen
from ui.display import Display
from ui.theme import Theme

SCALES = (0.75, 3.0)
"""The smallest and the largest scale."""

STEP = 0.25
"""By how much the commands *Larger* and *Smaller* change the scale."""


class Appearance:
    """The `theme` that everything is drawn in now. `scale` was last asked for by a command or the
    settings, else it is the display's. The theme's scale is smaller if the window is too small for it."""

    def __init__(self, ui: UiSettings, display: Display) -> None:
        self._display = display
        self.scale = ui.scale or display.scale
        self.theme = self._made(ui, None)

    def _made(self, ui: UiSettings, screen: Screen | None) -> Theme:
        return Theme(self._fitting_scale(screen), ui.theme, ui.board_colours)

    def _fitting_scale(self, screen: Screen | None) -> float:
        """The screen's own scale, else `scale`. If the window is too small for it, the largest scale at
        which the screen fits, but at least the smallest of SCALES."""
        own, least = (None, LEAST_ROOM) if screen is None else (screen.own_scale, screen.least_room)
        width, height = self._display.surface.get_size()
        room = min(width / least[0], height / least[1])
        return max(SCALES[0], min(own or self.scale, room))

    def fits(self, screen: Screen) -> bool:
        """Whether the theme has the scale of this screen."""
        return self.theme.scale == self._fitting_scale(screen)

    def rescale(self, scale: float | None) -> None:
        """Asks for another scale, None for the display's. `restyle` then draws at it."""
        self.scale = max(SCALES[0], min(SCALES[1], scale or self._display.scale))

    def restyle(self, ui: UiSettings, screen: Screen | None) -> None:
        """Makes the theme again, by these settings and for this screen."""
        self.theme = self._made(ui, screen)
