"""A line of text for typing."""

from collections.abc import Callable

import pygame

from ui import clipboard
from ui.kit.edited_text import LONGEST, EditedText
from ui.kit.sheet import ENTERS, Point, Press, Sheet
from ui.theme import Theme


class TextField:
    """A text field. `on_change(text)` is called with every change that a person makes, `on_enter()` at Enter.
    The field is the key of its zone. `problem` marks the text as wrong. Reaching the field by Tab selects all
    of its text, so that typing replaces it. It takes at most `most` characters."""

    def __init__(
        self,
        on_change: Callable[[str], object],
        on_enter: Callable[[], object] | None = None,
        tooltip: str = "",
        placeholder: str = "",
        most: int = LONGEST,
    ) -> None:
        self.line = EditedText(most)
        self.tooltip = tooltip
        self.placeholder = placeholder
        self.problem = False
        self._on_change = on_change
        self._on_enter = on_enter
        self._composed = ""  # text that an input method has not yet committed
        self._inner = pygame.Rect(0, 0, 0, 0)
        self._offset = 0  # real pixels scrolled to the left
        self._theme: Theme | None = None
        self._follows = False  # whether the mouse is selecting

    @property
    def text(self) -> str:
        return self.line.text

    def show(self, text: str) -> None:
        """Sets the text, unless the field has it already: then the cursor stays."""
        if text != self.text:
            self.line.show(text)

    def choose_all(self) -> None:
        self.line.select_all()

    # Text

    def insert(self, text: str) -> None:
        """Inserts typed or pasted text; line ends become spaces, other unprintable characters are left
        out."""
        self._composed = ""
        text = "".join(letter for letter in " ".join(text.split("\n")) if letter.isprintable())
        was = self.text
        if text:
            self.line.insert(text)
        if self.text != was:
            self._on_change(self.text)

    def compose(self, text: str) -> None:
        self._composed = text

    # Keys

    def key(self, event: pygame.event.Event) -> bool:
        """Handles a key that edits. Returns whether it had an effect."""
        if event.mod & pygame.KMOD_CTRL and not event.mod & pygame.KMOD_ALT:
            return self._command(event)
        if self._composed:  # these keys belong to the input method
            return event.key not in (pygame.K_ESCAPE, pygame.K_TAB)
        if event.key in ENTERS:
            if self._on_enter is None:
                return False
            self._on_enter()
            return True
        return self._move(event, self.line.cursor - 1, self.line.cursor + 1)

    def _command(self, event: pygame.event.Event) -> bool:
        line, shift = self.line, event.mod & pygame.KMOD_SHIFT
        if event.key == pygame.K_a:
            line.select_all()
        elif event.key in (pygame.K_c, pygame.K_x):
            if line.selected:
                clipboard.put(line.selected)
                if event.key == pygame.K_x:
                    line.delete(line.cursor)
                    self._on_change(self.text)
        elif event.key == pygame.K_v:
            self.insert(" ".join(clipboard.get().split()))
        elif event.key in (pygame.K_z, pygame.K_y):
            back = event.key == pygame.K_z and not shift
            if line.undo() if back else line.redo():
                self._on_change(self.text)
        else:
            return self._move(event, line.word_before(), line.word_after())
        return True

    def _move(self, event: pygame.event.Event, before: int, after: int) -> bool:
        """Handles the keys that move the cursor or delete. A step leads to `before` or `after`. Returns
        whether the key had an effect."""
        line, shift = self.line, bool(event.mod & pygame.KMOD_SHIFT)
        if event.mod & (pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            line.step(before if event.key == pygame.K_LEFT else after, shift)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            line.move(0 if event.key == pygame.K_HOME else len(line.text), shift)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            was = line.text
            line.delete(before if event.key == pygame.K_BACKSPACE else after)
            if line.text != was:
                self._on_change(line.text)
        else:
            return False
        return True

    # Mouse

    def _press(self, press: Press) -> None:
        at = self._index_at(press.pos[0])
        self._follows = press.button == 1 and press.times == 1
        if press.button != 1:
            return
        if press.times == 1:
            self.line.move(at, press.shift)
        elif press.times == 2:
            self.line.select_word(at)
        else:
            self.line.select_all()

    def _drag(self, pos: Point) -> None:
        if self._follows:
            self.line.move(self._index_at(pos[0]), True)

    def _index_at(self, x: int) -> int:
        """The gap between characters nearest to a pixel."""
        if self._theme is None:
            return len(self.text)
        return self._theme.gap_at(self.text, x - self._inner.x + self._offset)

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, surface, line = sheet.theme, sheet.surface, self.line
        self._theme = theme
        sheet.add(
            self,
            rect,
            self.tooltip,
            press=self._press,
            drag=self._drag,
            keys=self.key,
            typing=self,
            reached=self.choose_all,
            grabs=True,
            ring=False,
            cursor=pygame.SYSTEM_CURSOR_IBEAM,
        )
        focused = sheet.focused == self
        if not focused:
            self._composed = ""
        sheet.fill(rect, theme.ground, 6)
        edge = theme.warning if self.problem else theme.accent if focused else theme.line
        wide = theme.px(2) if focused or self.problem else theme.px(1)
        pygame.draw.rect(surface, edge, rect, wide, border_radius=theme.px(6))
        inner = self._inner = rect.inflate(-theme.px(16), -theme.px(4))
        before = theme.width(line.text[: line.cursor])
        shown = line.text[: line.cursor] + self._composed + line.text[line.cursor :]
        composed = theme.width(line.text[: line.cursor] + self._composed) - before
        caret = before + composed
        room = inner.width - theme.px(1)
        self._offset = min(max(self._offset, caret - room), caret) if focused else 0
        self._offset = max(0, min(self._offset, theme.width(shown) - room))
        clip = surface.get_clip()
        surface.set_clip(inner.clip(clip))
        left, top = inner.x - self._offset, inner.centery - theme.line_height(14) // 2
        start, end = (theme.width(line.text[:at]) for at in line.selection)
        if focused and end > start:
            pygame.draw.rect(surface, theme.pressed, (left + start, inner.y, end - start, inner.height))
        if shown:
            theme.text(surface, (left, top), shown)
        elif self.placeholder:
            theme.text(surface, (left, top), self.placeholder, 14, theme.dim)
        if composed:
            y = top + theme.line_height(14) - theme.px(2)
            pygame.draw.line(surface, theme.text_color, (left + before, y), (left + caret, y), theme.px(1))
        if focused:
            sheet.fill(pygame.Rect(left + caret, top, theme.px(1), theme.line_height(14)), theme.text_color)
        surface.set_clip(clip)
