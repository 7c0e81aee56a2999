"""A press of the mouse that becomes a drag once the mouse has moved far enough."""

import math

FAR = 6
"""A press becomes a drag when the mouse has moved farther than this, in pixels: a hand that clicks moves a
little."""


class Drag:
    """The name of the square or choice that was pressed, and where the mouse has dragged it. `held` is "" if
    nothing is pressed."""

    def __init__(self) -> None:
        self.held = ""
        self.at: tuple[int, int] | None = None
        """Where the mouse is during a drag; None before."""
        self._pressed = (0, 0)

    def press(self, held: str, pos: tuple[int, int]) -> None:
        self.held, self._pressed, self.at = held, pos, None

    def move(self, pos: tuple[int, int]) -> None:
        if self.held and (self.at is not None or math.dist(pos, self._pressed) > FAR):
            self.at = pos

    def drop(self) -> None:
        self.held, self.at = "", None
