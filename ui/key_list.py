"""The list of all keys, above the screen that they belong to."""

from collections.abc import Callable

import pygame

from ui.contract import Keys
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet


class KeyList:
    """`close` puts it away; `explain` leads to the page that says how the game is played."""

    def __init__(self, close: Callable[[], object], explain: Callable[[], object]) -> None:
        self._close = close
        self.how_to_play = Button(explain, icon="help", tooltip="How this game is played, on a page (?, F2).")

    def draw(self, sheet: Sheet, rows: Keys, game: str) -> None:
        """A box in the middle of the window, in one column or two; `game` is the title of the one that
        can be told about, "" for none."""
        theme, surface = sheet.theme, sheet.surface
        pad = theme.px(24)
        room = surface.get_rect().inflate(-theme.px(16), -theme.px(16))
        for size, columns in ((14, 1), (14, 2), (12, 2)):
            line = theme.line_height(size) + theme.px(4 if size == 14 else 2)
            deep = -(-len(rows) // columns)
            parts = [rows[first : first + deep] for first in range(0, len(rows), deep)]
            key_widths = [max(theme.width(key, size, True) for key, _ in part) + pad for part in parts]
            what_widths = [max(theme.width(what, size) for _, what in part) + pad for part in parts]
            wanted = sum(key_widths) + sum(what_widths) + pad
            box = pygame.Rect(0, 0, wanted, deep * line + theme.px(72))
            if box.height <= room.height and box.width <= room.width:
                break
        box.width = min(box.width, room.width)
        box.center = surface.get_rect().center
        sheet.add((self, "box"), box, click=self._close, focusable=False, cursor=pygame.SYSTEM_CURSOR_ARROW)
        sheet.fill(box, theme.panel, 8)
        pygame.draw.rect(surface, theme.line, box, theme.px(1), border_radius=theme.px(8))
        title = theme.text(surface, (box.x + pad, box.y + theme.px(16)), "Keys", 18, bold=True)
        if game:
            self.how_to_play.label = f"How to play {game}"
            width = min(self.how_to_play.wanted_width(theme), box.right - title.right - 2 * pad)
            place = pygame.Rect(box.right - pad - width, box.y + theme.px(12), width, theme.px(32))
            self.how_to_play.draw(sheet, place)
        x = box.x + pad
        for part, key_width, what_width in zip(parts, key_widths, what_widths, strict=True):
            given = what_width - (wanted - box.width) * what_width // sum(what_widths)
            for number, (key, what) in enumerate(part):
                y = box.y + theme.px(56) + number * line
                theme.text(surface, (x, y), key, size, bold=True)
                left = given - theme.px(8)
                theme.text(surface, (x + key_width, y), what, size, theme.dim, max_width=left)
            x += key_width + given
