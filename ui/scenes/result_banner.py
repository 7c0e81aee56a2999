"""The banner that says how a game ended and why, in the line of what there is to say."""

import pygame

from games.contract import DRAW
from study.session import Session
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet


class ResultBanner:
    """Shown when a game is over, until it is put away or the game goes on."""

    def __init__(self) -> None:
        self.hidden = False
        self.dismiss = Button(self.hide, icon="close", tooltip="Puts the result away (Esc).", flat=True)

    def hide(self) -> None:
        self.hidden = True

    def shown(self, session: Session) -> bool:
        return session.over and session.at_end and not self.hidden

    def draw(self, sheet: Sheet, session: Session, area: pygame.Rect, again: Button, review: Button) -> None:
        """Fills `area`, the line of what there is to say; the two buttons lead on from the game."""
        surface, theme = sheet.surface, sheet.theme
        box = area.inflate(0, -theme.px(4))
        outcome, ending = session.position.outcome, session.position.ending
        sheet.add((self, "box"), box, f"{result(session)}. {ending}", focusable=False)
        edge = theme.line if outcome == DRAW else theme.side_edge(outcome)
        sheet.fill(box, theme.raised, 6)
        pygame.draw.rect(surface, edge, box, theme.px(2), border_radius=theme.px(6))
        side = theme.px(28)
        close = pygame.Rect(box.right - side - theme.px(4), box.centery - side // 2, side, side)
        x = box.x + theme.px(8)
        if outcome != DRAW:
            theme.side_shape(surface, outcome, (x + theme.px(8), box.centery), theme.px(8))
            x += theme.px(24)
        start = x + theme.width(result(session), 14, True) + theme.px(12)
        for reviews, again.shows_label in ((True, True), (False, True), (False, False)):
            on = pygame.Rect(0, 0, again.wanted_width(theme), side)
            on.midright = (close.x - theme.px(4), box.centery)
            back = pygame.Rect(0, 0, review.wanted_width(theme) if reviews else 0, side)
            back.midright = (on.x - theme.px(4), box.centery)
            width = max(0, back.x - theme.px(8) - start)
            one_line = theme.width(ending) <= width
            two_lines = len(theme.wrapped(ending, width, 12)) <= 2
            if one_line or two_lines:
                break
        named = pygame.Rect(x, box.y, max(0, back.x - x - theme.px(8)), box.height)
        sheet.label(named, result(session), 14, bold=True)
        reason = pygame.Rect(start, box.y, width, box.height)
        if one_line or not two_lines:
            sheet.label(reason, ending, 14)
        else:
            sheet.paragraph(reason.inflate(0, theme.px(32) - box.height), ending, 12)
        if reviews:
            review.draw(sheet, back)
        again.draw(sheet, on)
        self.dismiss.draw(sheet, close)


def result(session: Session) -> str:
    """Who won, in a word or two."""
    outcome = session.position.outcome
    if outcome == DRAW:
        return "Draw"
    if session.player_name(outcome) == "You":
        return "You win"
    return f"{session.study.side_name(outcome)} wins"
