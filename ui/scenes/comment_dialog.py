"""The dialog in which a person writes a comment on a move."""

from collections.abc import Callable

import pygame

from games.game_tree import MOST_COMMENT
from ui.app import App
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.rows import cut
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Page


class CommentDialog(Page):
    """The dialog. Calls `done(text)` with the comment on the move that is named by `on`. An empty text
    removes the comment."""

    title = "Comment"
    leave = "Back; the comment stays as it was (Esc)."
    guide_page = "variations"
    heavy = False

    def __init__(self, app: App, on: str, text: str, done: Callable[[str], None]) -> None:
        super().__init__(app)
        self.on, self._done = on, done
        tip = "The comment. An empty text removes it."
        self.field = TextField(lambda text: None, self.finish, tip, "your comment", MOST_COMMENT)
        self.field.show(text)
        tip = "Keeps the comment (Enter)."
        self.accept = Button(self.finish, "Keep the comment", tooltip=tip, primary=True)
        self.first_focus = self.field

    def finish(self) -> None:
        self.app.pop()
        self._done(self.field.text)

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        gap, line = theme.px(12), theme.px(36)
        page = self.draw_column(sheet, rect, 2 * gap, theme.px(48), 720, title=f"Comment on {self.on}")
        self.field.draw(sheet, cut(page, line, gap))
        self.accept.draw(sheet, cut(page, line, gap))
        page.height = max(line, page.height + gap)
        sheet.paragraph(page, self.field.text, 14, theme.dim)

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Enter", "Keep the comment", "Variations")]
