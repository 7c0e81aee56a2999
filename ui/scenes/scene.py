"""The bases of the program's screens."""

import pygame

from ui.app import App
from ui.contract import Screen
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet


class Scene(Screen):
    """A screen that knows its window."""

    def __init__(self, app: App) -> None:
        self.app = app

    def tell(self, problem: str) -> None:
        """Shows a problem in the window's own line; screens that have a place for it override this."""
        self.app.say(problem)

    def turn_details(self) -> None:
        """Switches between showing all settings of players, with the text for the command line, and only
        their names."""
        self.app.choices.exact = not self.app.choices.exact

    def look_again(self) -> None:
        self.app.redraw()


class Page(Scene):
    """A screen with a bar at its top: a button that leads back, with the tooltip `leave`, and the title."""

    leave = "One step back (Esc)."

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.back = Button(app.pop, icon="back", tooltip=self.leave, flat=True)

    def draw_bar(self, sheet: Sheet, rect: pygame.Rect, title: str = "") -> pygame.Rect:
        """Draws the bar with the page's title, or with `title`; returns its place."""
        theme = sheet.theme
        bar = pygame.Rect(rect.x, rect.y, rect.width, theme.px(44))
        sheet.fill(bar, theme.panel)
        sheet.rule(bar.left, bar.right, bar.bottom - 1)
        place = pygame.Rect(bar.x + theme.px(8), bar.y + theme.px(4), theme.px(36), theme.px(36))
        self.back.draw(sheet, place)
        room = pygame.Rect(
            place.right + theme.px(8), bar.y, bar.right - place.right - theme.px(16), bar.height
        )
        sheet.label(room, title or self.title, 18, bold=True)
        return bar

    def draw_column(
        self, sheet: Sheet, rect: pygame.Rect, gap: int, edges: int, widest: int = 960, title: str = ""
    ) -> pygame.Rect:
        """Draws the bar; returns the column in the middle of the page, at most `widest` design pixels wide.
        `gap` real pixels stay free above and below the column, and at least `edges` on both sides
        together."""
        bar, theme = self.draw_bar(sheet, rect, title), sheet.theme
        width = min(rect.width - edges, theme.px(widest))
        top = bar.bottom + gap
        return pygame.Rect(rect.centerx - width // 2, top, width, rect.bottom - gap - top)


class Form(Page):
    """A page on which a person enters something. `problem` says what is wrong with it."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.problem = ""

    def tell(self, problem: str) -> None:
        self.problem = problem

    def entered(self, value: object = None) -> None:
        """Clears the problem, because the person has changed something."""
        self.problem = ""
