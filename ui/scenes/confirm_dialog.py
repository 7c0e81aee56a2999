"""A dialog that asks before something is done, and shows exactly what the question is about. Escape leaves it
without an answer, and nothing is done."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from games.safe_text import one_line
from study.state.changes import Memo
from ui.app import App
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.rows import in_rows
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.navigation import DialogAnswer
from ui.scenes.scene import Page
from ui.theme import Theme

WIDTH, GAP = 720, 12
"""Largest width of the column in the middle, and space between its parts, in design pixels."""

UNREAD = "Read the text to its end first: scroll down, or enlarge the window."


class ConfirmDialog(Page):
    """The dialog. `exact` are the texts that the question is about, shown to the last character. An answer
    that `needs_all` stays disabled until their end was visible. With `code` their own line breaks are kept.
    The first of the `answers` is the safe one. Calls `unanswered()` if the dialog is closed without an
    answer."""

    settings_wait = "Answer this first, or leave it with Esc."

    def __init__(
        self,
        app: App,
        title: str,
        text: str,
        exact: Sequence[str],
        answers: Sequence[DialogAnswer],
        unanswered: Callable[[], None],
        code: bool = False,
    ) -> None:
        super().__init__(app)
        self.title = title
        self._text = text
        pieces = [each.expandtabs(4).split("\n") if code else [each] for each in exact]
        self._exact = ["\n".join(map(_escaped, lines)) for lines in pieces]
        # The lines of each text, by theme and width.
        self._broken: Memo[list[list[str]]] = Memo()
        self.scroll = Scroll()
        self._seen_all = False
        self._answers = answers
        self._unanswered = unanswered
        self._answered = False
        self.buttons = [
            Button(partial(self._give, answer), answer.label, tooltip=answer.tooltip) for answer in answers
        ]
        self.buttons[0].primary = True
        self.first_focus = self.buttons[0]

    def _give(self, answer: DialogAnswer) -> None:
        self._answered = True
        self.app.pop()
        answer.action()

    def close(self) -> None:
        if not self._answered:
            self._unanswered()

    def update(self, now: float) -> bool:
        """Notes whether the end of the texts has been visible."""
        before, theme = self._seen_all, self.app.theme
        reads = self.scroll.place >= theme.line_height(14)  # a very low window has no room for a line
        # The space below the last line need not be in view.
        self._seen_all = before or (reads and self.scroll.shows_end(theme.px(GAP)))
        for button, answer in zip(self.buttons, self._answers, strict=True):
            button.enabled = self._seen_all or not answer.needs_all
            button.tooltip = answer.tooltip if button.enabled else UNREAD
        return self._seen_all != before

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        surface, theme = sheet.surface, sheet.theme
        gap, high = theme.px(GAP), theme.px(36)
        left, y, width, _ = self.draw_column(sheet, rect, 2 * gap, theme.px(48), WIDTH)
        for line in theme.wrapped(self._text, width, 14):
            theme.text(surface, (left, y), line, 14)
            y += theme.line_height(14)
        y += gap
        wanted = [button.wanted_width(theme) + theme.px(16) for button in self.buttons]
        places = in_rows(pygame.Rect(left, 0, width, high), wanted, gap, gap)
        end = rect.bottom - places[-1].bottom - 2 * gap  # above the buttons
        texts, deep_line = self._lines(theme, width - 2 * gap), theme.line_height(14)
        whole = sum(len(lines) * deep_line + 2 * gap for lines in texts)
        page = pygame.Rect(left, y, width, max(0, min(whole, end - y)))
        with self.scroll.view(sheet, self, page, whole) as top:
            for lines in texts:
                sheet.fill(pygame.Rect(left, top, width, len(lines) * deep_line + gap), theme.raised, 6)
                for number, text in enumerate(lines):
                    at = top + gap // 2 + number * deep_line
                    if page.top - deep_line <= at <= page.bottom:
                        theme.text(surface, (left + gap, at), text, 14)
                top += len(lines) * deep_line + 2 * gap
        for button, place in zip(self.buttons, places, strict=True):
            button.draw(sheet, place.move(0, page.bottom + gap))

    def _lines(self, theme: Theme, width: int) -> list[list[str]]:
        """Each text, broken into lines of this width."""

        def lines() -> list[list[str]]:
            return [
                [part for line in each.split("\n") for part in broken(line, width, theme)]
                for each in self._exact
            ]

        return self._broken.of(lines, theme, width)

    def key(self, event: pygame.event.Event) -> bool:
        """Scrolls the texts."""
        return self.scroll.needed and self.scroll.key(event)

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Esc", "Leave the question; nothing is done", "Question")]


def _escaped(line: str) -> str:
    return one_line(line, 20 * len(line) + 20)  # enough, even if every character is escaped


def broken(text: str, width: int, theme: Theme) -> list[str]:
    """The text in lines of at most `width` real pixels. It is broken at any character, and keeps all
    blanks."""
    lines = [""]
    for letter in text:
        if lines[-1] and theme.width(lines[-1] + letter, 14) > width:
            lines.append("")
        lines[-1] += letter
    return lines
