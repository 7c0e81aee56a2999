"""The banner that says how a game ended and why, in the line of what there is to say."""

from collections.abc import Callable

import pygame

from games.contract import DRAW
from study.session import Session
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet


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

    def draw(self, sheet: Sheet, session: Session, area: pygame.Rect) -> None:
        """Fills `area`, the line of what there is to say."""
        surface, theme = sheet.surface, sheet.theme
        box = area.inflate(0, -theme.px(4))
        outcome, ending = session.position.outcome, session.position.ending
        sheet.add((self, "box"), box, f"{result(session)}. {ending}", focusable=False)
        edge = theme.line if outcome == DRAW else theme.side_edge(outcome)
        sheet.fill(box, theme.raised, 6)
        pygame.draw.rect(surface, edge, box, theme.px(2), border_radius=theme.px(6))
        side = theme.px(28)
        close = pygame.Rect(box.right - side - theme.px(4), box.centery - side // 2, side, side)
        self.again.shows_label = box.width >= theme.px(360)
        again = pygame.Rect(0, 0, self.again.wanted_width(theme), side)
        again.midright = (close.x - theme.px(4), box.centery)
        x = box.x + theme.px(8)
        if outcome != DRAW:
            theme.side_shape(surface, outcome, (x + theme.px(8), box.centery), theme.px(8))
            x += theme.px(24)
        room = pygame.Rect(x, box.y, again.x - x - theme.px(8), box.height)
        named = sheet.label(room, result(session), 14, bold=True)
        reason = pygame.Rect(named.right + theme.px(12), box.y, 0, box.height)
        reason.width = max(0, room.right - reason.x)
        sheet.label(reason, ending, 14)
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
