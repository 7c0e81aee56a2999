"""The bar below the board: steps through the game, the programs' pace, and what a person can ask for, each
with its key."""

import pygame

from study.core.settings import PACES
from study.game.session import Session
from ui.commands import Commands
from ui.kit.drop_down import Menu
from ui.kit.sheet import Sheet

LEFT = ("first", "back", "play or pause", "forward", "last", "step")
PACE = ("faster", "slower")
"""Shown only if two programs play, around the seconds that a move lasts: − makes them fewer, + more."""
RIGHT = ("move now", "take back", "hint", "analyse", "flip", "swap sides", "new game")


class BottomBar:
    """The buttons of a play screen, by the names of their commands."""

    def __init__(self, commands: Commands) -> None:
        self.buttons = {name: commands.button(name) for name in (*LEFT, *RIGHT)}
        self.pace = {name: commands.button(name, flat=True) for name in PACE}

    def draw(self, sheet: Sheet, rect: pygame.Rect, session: Session, menu: Menu) -> None:
        theme = sheet.theme
        right = [self.buttons[name] for name in RIGHT]
        self.buttons["analyse"].primary = session.analysis.endless
        sheet.fill(rect, theme.panel)
        sheet.rule(rect.left, rect.right, rect.top)
        paced = session.humans == 0
        gap = theme.px(4)
        spaces = theme.px(8) * (5 if paced else 3)
        squares = len(self.buttons) + 1 + (4 * 28 / 36 if paced else 0)
        side = min(theme.px(36), int((rect.width - spaces) / squares) - gap)
        y = rect.centery - side // 2
        x = rect.x + theme.px(8)
        for name in LEFT:
            self.buttons[name].draw(sheet, pygame.Rect(x, y, side, side))
            x += side + gap
        if paced:
            x += theme.px(8)
            narrow = side * 28 // 36
            self.pace["faster"].draw(sheet, pygame.Rect(x, y, narrow, side))
            label = f"{PACES[session.pace]:g} s" if PACES[session.pace] else "fast"
            sheet.label(pygame.Rect(x + narrow, y, 2 * narrow, side), label, align="center")
            self.pace["slower"].draw(sheet, pygame.Rect(x + 3 * narrow, y, narrow, side))
            x += 4 * narrow
        x += theme.px(16)
        room = rect.right - theme.px(16) - theme.width("88. e2-e4xe6") - x - side - gap
        for button in right:
            button.shows_label = True
        if sum(button.wanted_width(theme) + gap for button in right) > room:
            for button in right:
                button.shows_label = False
        for button in right:
            width = max(side, button.wanted_width(theme)) if button.shows_label else side
            button.draw(sheet, pygame.Rect(x, y, width, side))
            x += width + gap
        menu.draw(sheet, pygame.Rect(x, y, side, side))
        x += side + gap
        last = pygame.Rect(x, rect.y, max(0, rect.right - theme.px(16) - x), rect.height)
        if theme.width(last_move(session)) <= last.width:  # otherwise the page Game has it
            sheet.label(last, last_move(session), 14, theme.dim, "right")


def last_move(session: Session) -> str:
    """The move that led to the shown position, with its number."""
    cursor = session.cursor
    return session.record.numbered(cursor - 1) if cursor else "start"
