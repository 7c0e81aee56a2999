"""Writes a comment on a move."""

from collections.abc import Callable

import pygame

from games.game_tree import MOST_COMMENT
from ui.app import App
from ui.commands import KeyLine
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.scene import Scene
from ui.scenes.top_bar import draw_head


class CommentDialog(Scene):
    """The dialog. `done(text)` is called with the comment on the move `on`; an empty text removes the
    comment."""

    title = "Comment"
    guide_page = "variations"
    heavy = False

    def __init__(self, app: App, on: str, text: str, done: Callable[[str], None]) -> None:
        super().__init__(app)
        self.on, self._done = on, done
        self.back = Button(
            app.pop, icon="back", tooltip="Back; the comment stays as it was (Esc).", flat=True
        )
        tip = "The comment. An empty one takes it away."
        self.field = TextField(lambda text: None, self.finish, tip, "what there is to say", MOST_COMMENT)
        self.field.show(text)
        self.accept = Button(
            self.finish, "Keep the comment", tooltip="Keeps the comment (Enter).", primary=True
        )
        self.first_focus = self.field

    def finish(self) -> None:
        self.app.pop()
        self._done(self.field.text)

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        bar = draw_head(sheet, rect, self.back, f"Comment on {self.on}")
        gap, line = theme.px(12), theme.px(36)
        width = min(rect.width - theme.px(48), theme.px(720))
        place = pygame.Rect(rect.centerx - width // 2, bar.bottom + 2 * gap, width, line)
        self.field.draw(sheet, place)
        place = place.move(0, line + gap)
        self.accept.draw(sheet, place)
        room = pygame.Rect(
            place.x, place.bottom + gap, width, max(line, rect.bottom - place.bottom - 2 * gap)
        )
        sheet.paragraph(room, self.field.text, 14, theme.dim)

    def key_lines(self) -> list[KeyLine]:
        return [KeyLine("Enter", "Keep the comment", "Variations")]
