"""A screen that knows the window it is shown in."""

from ui.app import App
from ui.contract import Screen


class Scene(Screen):
    """The base of the program's screens."""

    def __init__(self, app: App) -> None:
        self.app = app

    def tell(self, problem: str) -> None:
        """On a screen that has no place for it, the window says it."""
        self.app.say(problem)

    def look_again(self) -> None:
        self.app.redraw()
