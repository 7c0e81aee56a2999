"""The screen that chooses new players for a game in progress."""

from collections.abc import Callable

import pygame

from engines.player_text import parse_player
from games.contract import BLACK, WHITE, BadText
from games.registry import entry
from ui.app import App
from ui.commands import Command, Commands
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.navigation import Pair
from ui.scenes.player_choice import PlayerChoice, focus_next
from ui.scenes.scene import Form


class Players(Form):
    """The screen. Calls `done(players)` with both chosen players."""

    title = "Players"
    leave = "Leaves the players as they are (Esc)."
    guide_page = "players"

    def __init__(self, app: App, game: str, players: Pair, done: Callable[[Pair], None]) -> None:
        super().__init__(app)
        self.game = game
        self.entry = entry(game)
        self._done = done
        self.choices = (
            PlayerChoice(app, WHITE, self.entered, lambda: focus_next(self.choices, WHITE, self.finish)),
            PlayerChoice(app, BLACK, self.entered, lambda: focus_next(self.choices, BLACK, self.finish)),
        )
        for choice, spec in zip(self.choices, players, strict=True):
            choice.show(game, spec)
        self.commands = commands = Commands(self, PLAYERS, self.tell)
        self.details = commands.button("details")
        self.accept = commands.button("done", primary=True)

    def finish(self) -> None:
        try:
            first, second = (parse_player(str(choice.spec), self.game) for choice in self.choices)
        except BadText as error:
            self.problem = str(error)
            return
        self.problem = next((p for choice in self.choices if (p := choice.wrong or choice.missing)), "")
        if not self.problem:
            self._done((first, second))

    def update(self, now: float) -> bool:
        first, second = (choice.update() for choice in self.choices)
        return first or second

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap = theme.px(16)
        page = self.draw_column(
            sheet, rect, theme.px(24), theme.px(48), 560, f"{self.entry.title}: who plays on"
        )
        for choice, name in zip(self.choices, (self.entry.white, self.entry.black), strict=True):
            box = cut(page, choice.height(theme) + 2 * gap, gap)
            sheet.fill(box, theme.panel, 8)
            choice.draw(sheet, box.inflate(-2 * gap, -2 * gap), name)
        self.details.primary = self.app.choices.exact
        exact = self.details.wanted_width(theme) + theme.px(8)
        accept = pygame.Rect(page.topleft, (page.width - exact - gap, theme.px(44)))
        self.details.draw(sheet, pygame.Rect(accept.right + gap, accept.y, exact, accept.height))
        self.accept.draw(sheet, accept)
        problem = self.problem or next((choice.missing for choice in self.choices if choice.missing), "")
        at = (rect.centerx, accept.bottom + theme.px(8))
        theme.text(sheet.surface, at, problem, 14, theme.warning, "center", max_width=rect.width - gap)


# fmt: off
PLAYERS: tuple[Command[Players], ...] = (
    Command("done", "Play on with these players", "The game goes on with these players.", "Enter",
            Players.finish, "Players", icon="play", caption="Play on"),
    Command("details", "Show or hide the players' details",
            "Shows or hides all settings of the players, and how the command line writes them.", "X",
            Players.turn_details, "Players", icon="down", caption="Details"),
)
# fmt: on
"""The commands of the screen."""
