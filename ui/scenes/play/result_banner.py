"""The banner at the end of a game: who won and why, and what can be done next. It covers no square."""

from collections.abc import Sequence

import pygame

from games.contract import DRAW
from study.game.session import Session
from ui.kit.buttons import Button
from ui.kit.rows import in_rows
from ui.kit.sheet import Sheet
from ui.theme import Theme

AROUND, PAD, GAP, HEAD, LINE, ROW = 4, 8, 8, 28, 20, 36
"""Design pixels: space around and inside the edge and between parts, and heights of the title, of a line of
the reason and of a row of buttons."""


class ResultBanner:
    """The banner. It is shown when a game ends, until it is closed or the game goes on. A game that was
    already over when it was opened shows its result in the notice instead. `buttons` offer what to do next;
    disabled ones are not drawn."""

    def __init__(self, session: Session) -> None:
        self.hidden = session.study.over and bool(session.study.record.plies)
        self.dismiss = Button(self.hide, icon="close", tooltip="Hides the result (Esc).", flat=True)
        self.buttons: Sequence[Button] = ()

    def hide(self) -> None:
        self.hidden = True

    def shown(self, session: Session) -> bool:
        return session.study.over and session.study.at_end and not self.hidden

    def height(self, theme: Theme, width: int, session: Session) -> int:
        """The height that it needs in a place of that width, in real pixels."""
        inner = width - 2 * theme.px(AROUND + PAD)
        reason = len(theme.wrapped(session.study.record.ending, inner, 14)) * theme.px(LINE)
        rows = self._places(theme, pygame.Rect(0, 0, inner, theme.px(ROW)))[-1].bottom
        return 2 * theme.px(AROUND + PAD) + theme.px(HEAD) + reason + theme.px(GAP) + rows

    def _places(self, theme: Theme, row: pygame.Rect) -> list[pygame.Rect]:
        gap = theme.px(GAP)
        widths = [button.wanted_width(theme) for button in self.buttons if button.enabled]
        return in_rows(row, widths, gap, gap)

    def draw(self, sheet: Sheet, place: pygame.Rect, session: Session) -> None:
        """Draws it into `place`, which is at least `height` high."""
        theme, surface = sheet.theme, sheet.surface
        outcome, ending = session.study.record.outcome, session.study.record.ending
        title, subject = result(session), _subject(session)
        gap, pad, head = theme.px(GAP), theme.px(PAD), theme.px(HEAD)
        box = pygame.Rect(place.x, place.y, place.width, self.height(theme, place.width, session))
        box.inflate_ip(-2 * theme.px(AROUND), -2 * theme.px(AROUND))
        sheet.add((self, "box"), box, f"{title}. {ending}", focusable=False)
        edge = theme.line if outcome == DRAW else theme.side_color(outcome)
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(surface, edge, box, theme.px(2), border_radius=theme.px(8))
        inner = box.inflate(-2 * pad, -2 * pad)
        x = inner.x
        if subject is not None:
            theme.side_shape(surface, subject, (x + theme.px(10), inner.y + head // 2), theme.px(10))
            x += theme.px(28)
        sheet.label(pygame.Rect(x, inner.y, inner.right - head - x, head), title, 18, bold=True)
        self.dismiss.draw(sheet, pygame.Rect(inner.right - head, inner.y, head, head))
        y = inner.y + head
        for text in theme.wrapped(ending, inner.width, 14):
            sheet.label(pygame.Rect(inner.x, y, inner.width, theme.px(LINE)), text, 14)
            y += theme.px(LINE)
        row = pygame.Rect(inner.x, y + gap, inner.width, theme.px(ROW))
        enabled = (button for button in self.buttons if button.enabled)
        for button, area in zip(enabled, self._places(theme, row), strict=True):
            button.draw(sheet, area)


def _subject(session: Session) -> int | None:
    """The side whose sign stands before the result: the only person's or the winner's; None after a draw."""
    outcome = session.study.record.outcome
    if outcome == DRAW:
        return None
    return outcome if session.study.people != 1 or session.study.is_person(outcome) else 1 - outcome


def result(session: Session) -> str:
    """Who won, in a few words: to the only person as "you", else by the sides' names."""
    outcome = session.study.record.outcome
    if outcome == DRAW:
        return "Draw"
    winner = session.study.side_name(outcome)
    if session.study.people != 1:
        return f"{winner} wins"
    return "You win" if session.study.is_person(outcome) else f"You lose: {winner} wins"
