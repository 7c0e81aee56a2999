"""The bar below the board: buttons that step through the game, change the speed of two programs, and give a
hint, take back, analyse and so on."""

import pygame

from study.game.session import Session
from ui.commands import Commands
from ui.kit.drop_down import Menu
from ui.kit.sheet import Sheet
from ui.scenes.play.commands import PACE_LABELS

LEFT = ("first", "back", "play or pause", "forward", "last", "step")
SPEED = ("slower", "faster")
"""Shown only if two programs play, around their speed."""
SHORT_PACES = ("fast", "4 / s", "2 / s", "1 / s", "½ / s", "¼ / s")
"""The speeds in the order of `PACES`, in short, for bars that have no room for `PACE_LABELS`."""
RIGHT = ("move now", "take back", "hint", "analyse", "flip", "swap sides", "new game")


class BottomBar:
    """The buttons of a play screen, by the names of their commands."""

    def __init__(self, commands: Commands) -> None:
        self.buttons = {name: commands.button(name) for name in (*LEFT, *RIGHT)}
        self.speed = {name: commands.button(name) for name in SPEED}

    def draw(self, sheet: Sheet, rect: pygame.Rect, session: Session, menu: Menu) -> None:
        theme = sheet.theme
        right = [self.buttons[name] for name in RIGHT]
        self.buttons["analyse"].primary = session.study.analysing
        sheet.fill(rect, theme.panel)
        sheet.rule(rect.left, rect.right, rect.top)
        paced = session.study.people == 0
        gap = theme.px(4)
        spaces = theme.px(8) * (5 if paced else 3)
        # A button is a square of 36. The speed takes 4 places, each only 28 wide (`_draw_speed`).
        squares = len(self.buttons) + 1 + (4 * 28 / 36 if paced else 0)
        side = min(theme.px(36), int((rect.width - spaces) / squares) - gap)
        y = rect.centery - side // 2
        x = rect.x + theme.px(8)
        for name in LEFT:
            self.buttons[name].draw(sheet, pygame.Rect(x, y, side, side))
            x += side + gap
        apart = theme.px(10 if paced else 16)  # the space before the buttons on the right
        room = rect.right - x - 2 * apart - side - gap  # for the speed and these buttons
        if paced:
            x += theme.px(8)
            room -= theme.px(8) + len(right) * (side + gap)
            width = self._draw_speed(sheet, pygame.Rect(x, y, room, side), session)
            x += width
            room += len(right) * (side + gap) - width
        else:
            room -= theme.width("88. e2-e4xe6")  # for the last move
        x += apart
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
        if theme.width(last_move(session)) <= last.width:  # otherwise only the page Game shows it
            sheet.label(last, last_move(session), 14, theme.dim, "right")

    def _draw_speed(self, sheet: Sheet, room: pygame.Rect, session: Session) -> int:
        """Draws the speed between its two buttons, in words if they fit into the room, otherwise in signs;
        returns the width, which is the same for every speed."""
        theme, buttons = sheet.theme, tuple(self.speed.values())
        first, last = (theme.width(button.label, 14) + theme.px(16) for button in buttons)
        middle = max(theme.width(words, 14) for words in PACE_LABELS) + theme.px(12)
        narrow = room.height * 28 // 36
        in_words = first + middle + last <= room.width
        if not in_words:
            first, middle, last = narrow, 2 * narrow, narrow
        for button in buttons:
            button.shows_label = in_words
            button.icon = "" if in_words else button.icon
        buttons[0].draw(sheet, pygame.Rect(room.topleft, (first, room.height)))
        label = (PACE_LABELS if in_words else SHORT_PACES)[session.study.pace]
        sheet.label(pygame.Rect(room.x + first, room.y, middle, room.height), label, align="center")
        buttons[1].draw(sheet, pygame.Rect(room.x + first + middle, room.y, last, room.height))
        return first + middle + last


def last_move(session: Session) -> str:
    """The move that led to the shown position, with its number."""
    cursor = session.study.cursor
    return session.study.record.numbered(cursor - 1) if cursor else "start"
