"""The card of a game on the home screen."""

import re
from collections.abc import Callable

import pygame

from games.registry import Entry, load_game
from heuristics.registry import problem_with
from ui.boards.picture import thumbnail
from ui.boards.registry import has_board, load_art
from ui.kit.buttons import Button
from ui.kit.sheet import ACTIVATES, COMMANDS, Press, Sheet
from ui.theme import Theme

LEAST_PICTURE = 40
"""The least height of a picture, in design pixels; a card with less room has no picture."""


class GameCard:
    """The card: a game's picture, its name and a line that describes it."""

    def __init__(
        self,
        about: Entry,
        choose: Callable[[], object],
        start: Callable[[], object],
        explain: Callable[[], object],
    ) -> None:
        self.about = about
        self.tooltip = about.tagline
        self.enabled = has_board(about.name)
        self.chosen = False
        self.last = ""  # who played the game last
        self.rules = ""  # the rules that the settings have changed
        self.problem = problem_with(about.name)  # why the game cannot be played
        if self.problem:
            self.tooltip = f"{self.tooltip}\n{self.problem}."
        tip = f"How {about.title} is played, on a page (?, F2)."
        self.how_to_play = Button(self._explain, icon="help", tooltip=tip, flat=True)
        self._explain_chosen = explain
        self._choose = choose
        self._start = start

    def show_rules(self, rules: str) -> None:
        """Shows next to the game's name which rules differ from the default; "" for none."""
        self.rules = rules.partition(": ")[2]
        if rules:
            self.tooltip = f"{self.tooltip}\n{rules}."

    def _explain(self) -> None:
        self._choose()
        self._explain_chosen()

    def _press(self, press: Press) -> None:
        if press.button == 1:
            (self._start if press.times == 2 else self._choose)()

    def _keys(self, event: pygame.event.Event) -> bool:
        if event.key not in ACTIVATES or event.mod & COMMANDS:
            return False
        (self._start if self.chosen else self._choose)()
        return True

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        surface, theme, pad = sheet.surface, sheet.theme, sheet.theme.px(8)
        press, keys = (self._press, self._keys) if self.enabled else (None, None)
        hand = pygame.SYSTEM_CURSOR_HAND if self.enabled else None
        over = sheet.add(
            self, rect, self.tooltip, press=press, keys=keys, focusable=self.enabled, cursor=hand
        )
        lit = self.chosen or (over and self.enabled)
        ground = theme.raised if lit else theme.panel
        sheet.fill(rect, ground, 8)
        if self.chosen:
            pygame.draw.rect(surface, theme.accent, rect, theme.px(2), border_radius=theme.px(8))
        room = max(0, rect.width - 2 * pad)
        most = 2 if self.last else 3
        lines = theme.wrapped(self.problem or _shortened(theme, self.about.tagline, room, most), room, 12)
        if len(lines) > most:  # the last line ends in an ellipsis; the tooltip has the whole text
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        titles = [self.about.title]
        if theme.width(self.about.title, 14, True) > room:
            titles = theme.wrapped(self.about.title, room, 14, True)
            lines = lines[:0] if len(titles) > 1 and not self.problem else lines
        text_height = theme.line_height(14) + 3 * theme.line_height(12)
        size = min(room, rect.height - text_height - 2 * pad)
        low = size < theme.px(LEAST_PICTURE)
        picture = pygame.Rect(rect.x + pad, rect.y + pad, room, 0 if low else size)
        color = theme.text_color if self.enabled else theme.dim
        if low:
            lines = lines[: (rect.height - 2 * pad) // theme.line_height(12) - 2]  # the title takes about two
        elif self.enabled:
            name = self.about.name
            surface.blit(thumbnail(theme, name, load_art(name).showcase, picture.size, lit), picture)
        else:
            at = (picture.centerx, picture.centery - theme.line_height(12) // 2)
            theme.text(surface, at, "not on the board yet", 12, theme.dim, "center", max_width=picture.width)
        if self.enabled and load_game(self.about.name).guide is not None:
            side = theme.px(28)
            corner = pygame.Rect(rect.right - side - theme.px(4), rect.y + theme.px(4), side, side)
            # On a disc, because the button of a small card covers a part of the board.
            pygame.draw.aacircle(surface, ground, corner.center, theme.px(10))
            self.how_to_play.draw(sheet, corner)
        y = rect.bottom - pad - text_height + theme.px(4)
        for name in titles:
            title = theme.text(surface, (rect.x + pad, y), name, 14, color, bold=True, max_width=room)
            y += theme.line_height(14)
        if self.rules:
            left = title.right + pad
            at = (left, y - theme.line_height(12))
            theme.text(surface, at, self.rules, 12, theme.dim, max_width=rect.right - pad - left)
        tone = theme.warning if self.problem else theme.dim
        for line in lines:
            sheet.label(pygame.Rect(rect.x + pad, y, room, theme.line_height(12)), line, 12, tone)
            y += theme.line_height(12)
        if self.last:
            y = rect.bottom - pad - theme.line_height(12) + theme.px(4)
            last = f"last: {self.last}"
            label = last if theme.width(last, 12) <= room else self.last
            sheet.label(pygame.Rect(rect.x + pad, y, room, theme.line_height(12)), label, 12, theme.dim)


def _shortened(theme: Theme, tagline: str, width: int, most: int) -> str:
    """The game's description, cut at a comma or the like so that it takes at most `most` lines; all of it if
    there is no such place."""
    ends = [mark.start() for mark in re.finditer(r"[,;:]", tagline)]
    for text in (tagline, *(f"{tagline[:end]}." for end in reversed(ends))):
        if len(theme.wrapped(text, width, 12)) <= most:
            return text
    return tagline
