"""The page that says how a game is played: its rules in a few sentences, how a move is entered, and a picture
of a move. The game defines the content (`games.contract.Guide`). A legend explains the signs of its board."""

import pygame

from games.contract import Options
from games.position import Position
from games.registry import entry, load_game
from study.format.rule_options import rules_in_force
from ui.app import App
from ui.boards.legend import LegendRow, legend_of
from ui.boards.picture import draw_thumbnail
from ui.commands import Command, Commands, KeyLine
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.scenes.scene import Page
from ui.theme import Theme

WIDEST, MOST_PICTURE = 1080, 460
"""Largest width of the page and of its picture, in design pixels."""

SIGN, SIGN_GAP, SIGN_COLUMN = 40, 8, 220
"""Side of a sign of the legend, the space around it, and the least width of a column, in design pixels."""


class RulesPage(Page):
    """The page of a game that has a guide, under the rules that `options` set."""

    heavy = False
    guide_page = "playing"
    leave = "Back to where you were (Esc)."

    def __init__(self, app: App, game: str, options: Options) -> None:
        super().__init__(app)
        self.game = load_game(game)
        self.title = f"How to play {entry(game).title}"
        assert self.game.guide is not None, "games without a guide have no such page"
        self.guide = self.game.guide
        self.position = Position.start(self.game, text=self.guide.position)
        self.move = self.position.parse_move(self.guide.move)
        self._rules = rules_in_force(options)
        self._scroll = Scroll()
        self.commands = Commands(self, RULES)
        self.done = self.commands.button("done", primary=True)

    def key(self, event: pygame.event.Event) -> bool:
        return self.commands.key(event) or self._scroll.key(event)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap = theme.px(24)
        page = self.draw_column(sheet, rect, gap, 2 * gap, WIDEST)
        side = min(theme.px(MOST_PICTURE), page.height - theme.line_height(12), round(page.width * 0.42))
        picture = pygame.Rect(page.x, page.y, side, side)
        self._draw_example(sheet, picture)
        button = theme.px(40)
        text = pygame.Rect(picture.right + gap, page.y, page.right - picture.right - gap, 0)
        text.height = page.height + gap - button - 2 * theme.px(16)
        bottom = self._draw_text(sheet, text)
        place = pygame.Rect(text.x, bottom + theme.px(16), theme.px(120), button)
        self.done.draw(sheet, place)

    def _draw_example(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = sheet.theme
        draw_thumbnail(sheet.surface, rect, theme, self.position, theme.ground, self.move, labelled=True)
        side = entry(self.game.name).side_name(self.position.to_move)
        caption = f"An example: {side} plays {self.position.notation(self.move)}."
        below = pygame.Rect(rect.x, rect.bottom + theme.px(4), rect.width, theme.line_height(12))
        sheet.label(below, caption, 12, theme.dim, "center")

    def _draw_text(self, sheet: Sheet, place: pygame.Rect) -> int:
        """Draws the paragraphs and the legend, with a scroll bar if they do not fit; returns where they
        end."""
        theme, surface = sheet.theme, sheet.surface
        paragraphs = [(text, "") for text in self.guide.rules]
        paragraphs += [(self.guide.mouse, "By mouse"), (self.guide.keyboard, "By keyboard")]
        if self._rules:
            paragraphs.append((f"{self._rules.partition(': ')[2].capitalize()}.", "With your settings"))
        line, space = theme.line_height(14), theme.px(8)
        room = place.width - theme.px(16)
        parts = [
            [*([(head, True)] if head else []), *((words, False) for words in theme.wrapped(text, room, 14))]
            for text, head in paragraphs
        ]
        signs = self._sign_places(theme, room)
        legend = line + space + max(sign.bottom for sign in signs)
        height = sum(len(lines) * line + space for lines in parts) + legend
        with self._scroll.view(sheet, self, place, height) as y:
            for lines in parts:
                for text, bold in lines:
                    theme.text(surface, (place.x, y), text, 14, bold=bold)
                    y += line
                y += space
            theme.text(surface, (place.x, y), "Signs on the board", 14, bold=True)
            y += line + space
            for row, area in zip(self._legend(theme), signs, strict=True):
                self._draw_sign(sheet, row, area.move(place.x, y))
        return min(place.bottom, place.y + height)

    def _legend(self, theme: Theme) -> tuple[LegendRow, ...]:
        return legend_of(self.game.name, theme, theme.px(SIGN))

    def _sign_places(self, theme: Theme, room: int) -> list[pygame.Rect]:
        """The places of the legend's signs, in as many columns as fit into `room`."""
        gap = theme.px(SIGN_GAP)
        columns = max(1, room // theme.px(SIGN_COLUMN))
        wide, high = room // columns, theme.px(SIGN)
        rows, places, y = self._legend(theme), [], 0
        for first in range(0, len(rows), columns):
            beside = rows[first : first + columns]
            lines = max(len(theme.wrapped(row.words, wide - high - 2 * gap, 14)) for row in beside)
            deep = max(high, lines * theme.line_height(14))
            places += [pygame.Rect(number * wide, y, wide - gap, deep) for number in range(len(beside))]
            y += deep + gap
        return places

    @staticmethod
    def _draw_sign(sheet: Sheet, row: LegendRow, area: pygame.Rect) -> None:
        theme = sheet.theme
        sheet.surface.blit(row.picture, area.topleft)
        left = area.x + theme.px(SIGN + SIGN_GAP)
        lines = theme.wrapped(row.words, area.right - left, 14)
        y = area.centery - len(lines) * theme.line_height(14) // 2
        for text in lines:
            theme.text(sheet.surface, (left, y), text, 14)
            y += theme.line_height(14)


# fmt: off
RULES: tuple[Command[RulesPage] | KeyLine, ...] = (
    Command("done", "Back to where you were", "Back to where you were.", "Enter", lambda page: page.app.pop(),
            "Page", caption="Got it"),
    KeyLine("Up, Down", "Scroll", "Page"),
)
# fmt: on
"""The commands of a page of rules."""
