"""The banner over the board at the end of a game: who won and why, and what can be done next."""

from collections.abc import Sequence

import pygame

from games.contract import DRAW
from study.game.session import Session
from ui.kit.buttons import Button
from ui.kit.rows import in_rows
from ui.kit.sheet import Sheet

WIDEST = 440
"""The reason's largest width in one line, in design pixels."""


class ResultBanner:
    """The banner. It is shown when a game ends, until it is closed or the game goes on. A game that was over
    when it was opened shows none, so that nothing covers its board."""

    def __init__(self, session: Session) -> None:
        self.hidden = session.over and bool(session.record.plies)
        self.dismiss = Button(self.hide, icon="close", tooltip="Puts the result away (Esc).", flat=True)

    def hide(self) -> None:
        self.hidden = True

    def shown(self, session: Session) -> bool:
        return session.over and session.at_end and not self.hidden

    def draw(
        self,
        sheet: Sheet,
        session: Session,
        stage: pygame.Rect,
        board: pygame.Rect,
        buttons: Sequence[Button],
    ) -> None:
        """Draws it in the middle of the board; wider than a small board. `buttons` lead on from the game;
        those that are disabled are left out."""
        surface, theme = sheet.surface, sheet.theme
        outcome, ending = session.record.outcome, session.record.ending
        title, side = result(session), theme.px(28)
        pad, gap, row = theme.px(16), theme.px(8), theme.px(36)
        sign = 0 if outcome == DRAW else theme.px(28)
        most = stage.width - 2 * gap - 2 * pad
        enabled = [button for button in buttons if button.enabled]
        widths = [button.wanted_width(theme) + gap for button in enabled]
        wanted = max(
            sign + theme.width(title, 18, True) + gap + side,
            min(theme.width(ending), theme.px(WIDEST)),
            sum(widths) + gap * (len(widths) - 1),
        )
        width = min(most, wanted)
        reason = theme.wrapped(ending, width, 14)
        places = in_rows(pygame.Rect(0, 0, width, row), widths, gap, gap)
        line = theme.line_height(14)
        height = 2 * pad + side + gap // 2 + len(reason) * line + gap + places[-1].bottom
        box = pygame.Rect(0, 0, width + 2 * pad, height)
        box.center = board.center
        box.clamp_ip(stage.inflate(-2 * gap, -2 * gap))
        sheet.add((self, "box"), box, f"{title}. {ending}", focusable=False)
        edge = theme.line if outcome == DRAW else theme.side_color(outcome)
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(surface, edge, box, theme.px(2), border_radius=theme.px(8))
        x, y = box.x + pad, box.y + pad
        if outcome != DRAW:
            theme.side_shape(surface, outcome, (x + theme.px(10), y + side // 2), theme.px(10))
        head = pygame.Rect(x + sign, y, width - sign - side - gap, side)
        sheet.label(head, title, 18, bold=True)
        self.dismiss.draw(sheet, pygame.Rect(box.right - side - gap, box.y + gap, side, side))
        y += side + gap // 2
        for text in reason:
            sheet.label(pygame.Rect(x, y, width, line), text, 14)
            y += line
        for button, place in zip(enabled, places, strict=True):
            button.draw(sheet, place.move(x, y + gap))


def result(session: Session) -> str:
    """Who won, in a word or two."""
    outcome = session.record.outcome
    if outcome == DRAW:
        return "Draw"
    if session.humans == 1 and session.is_human(outcome):
        return "You win"
    return f"{session.study.side_name(outcome)} wins"
