"""The banner that says how a game ended and why, below the last rank so that no square is hidden."""

from collections.abc import Callable

import pygame

from games.contract import DRAW
from study.session import Session
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet

HEIGHT = 56


class ResultBanner:
    """Shown when a game is over, until it is put away or the game goes on."""

    def __init__(self, new_game: Callable[[], None]) -> None:
        self.hidden = False
        self.again = Button(
            new_game, "New game", "new", "A new game with the same players (N).", primary=True
        )
        self.dismiss = Button(self.hide, icon="close", tooltip="Puts the result away (Esc).", flat=True)

    def hide(self) -> None:
        self.hidden = True

    def shown(self, session: Session) -> bool:
        return session.over and session.at_end and not self.hidden

    def draw(self, sheet: Sheet, session: Session, foot: pygame.Rect) -> None:
        """`foot` is the line below the board, whose bottom the banner stands on."""
        if not self.shown(session):
            return
        surface, theme = sheet.surface, sheet.theme
        box = pygame.Rect(0, 0, min(theme.px(560), foot.width), theme.px(HEIGHT))
        box.midbottom = (foot.centerx, foot.bottom - theme.px(2))
        sheet.add((self, "box"), box, focusable=False)  # a click on it is none on what lies below
        outcome = session.position.outcome
        edge = theme.line if outcome == DRAW else theme.side_edge(outcome)
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(surface, edge, box, theme.px(2), border_radius=theme.px(8))
        side = theme.px(28)
        close = pygame.Rect(box.right - side - theme.px(8), box.centery - side // 2, side, side)
        again = pygame.Rect(0, 0, self.again.wanted_width(theme), theme.px(32))
        again.midright = (close.x - theme.px(4), box.centery)
        x = box.x + theme.px(16)
        if outcome != DRAW:
            theme.side_shape(surface, outcome, (x + theme.px(8), box.centery), theme.px(9))
            x += theme.px(32)
        room = again.x - x - theme.px(8)
        height = theme.line_height(18) + theme.line_height(12)
        top = box.centery - height // 2
        theme.text(surface, (x, top), result(session), 18, bold=True, max_width=room)
        top += theme.line_height(18)
        theme.text(surface, (x, top), session.position.ending, 12, theme.text_color, max_width=room)
        self.again.draw(sheet, again)
        self.dismiss.draw(sheet, close)


def result(session: Session) -> str:
    """Who won, in a word or two."""
    outcome = session.position.outcome
    if outcome == DRAW:
        return "Draw"
    if session.player_name(outcome) == "You":
        return "You win"
    return f"{session.side_name(outcome)} wins"
