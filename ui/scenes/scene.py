"""The base of a screen that knows its window."""

from ui.app import App
from ui.contract import Screen


class Scene(Screen):
    """The base of the program's screens."""

    def __init__(self, app: App) -> None:
        self.app = app

    def tell(self, problem: str) -> None:
        """Shows what went wrong in the window's line, for a screen that has no place for it."""
        self.app.say(problem)

    def look_again(self) -> None:
        self.app.redraw()
