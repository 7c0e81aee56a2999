"""A line of text that is being edited: cursor, selection and undo, without its drawing."""

import re

WORD = re.compile(r"\w+")
KEPT_STEPS = 200
"""How many changes can be undone."""

LONGEST = 1000
"""The most characters of a line by default: enough for any player or position."""


class EditedText:
    """A line of text. Text is inserted at `cursor`; `anchor` is the other end of the selection. Both count
    characters from the left. Every change can be undone; the letters of a typed word are one change. Text
    beyond `most` characters is left out."""

    def __init__(self, most: int = LONGEST) -> None:
        self.most = most
        self.text = ""
        self.cursor = 0
        self.anchor = 0
        self._undo: list[tuple[str, int, int]] = []
        self._redo: list[tuple[str, int, int]] = []
        self._typing = False  # whether the next letter belongs to the change before

    def show(self, text: str) -> None:
        """Sets another text and forgets all changes."""
        self.text = text
        self.cursor = self.anchor = len(text)
        self._undo, self._redo, self._typing = [], [], False

    # Selection

    @property
    def selection(self) -> tuple[int, int]:
        """Start and end of the selection; equal if nothing is selected."""
        return min(self.cursor, self.anchor), max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        start, end = self.selection
        return self.text[start:end]

    def move(self, to: int, selects: bool = False) -> None:
        """Moves the cursor to a character; with `selects`, the selection ends there."""
        self.cursor = max(0, min(len(self.text), to))
        self._typing = False
        if not selects:
            self.anchor = self.cursor

    def step(self, to: int, selects: bool = False) -> None:
        """Moves the cursor like `move`; if something is selected and `selects` is off, to the near end of the
        selection."""
        start, end = self.selection
        if start != end and not selects:
            to = start if to < self.cursor else end
        self.move(to, selects)

    def select(self, start: int, end: int) -> None:
        self.anchor, self.cursor, self._typing = start, end, False

    def select_all(self) -> None:
        self.select(0, len(self.text))

    def select_word(self, at: int) -> None:
        """Selects the word, or the other signs in a row, at a character."""
        for part in re.finditer(r"\w+|\W+", self.text):
            if min(at, len(self.text) - 1) < part.end():
                self.select(*part.span())
                return

    def word_before(self) -> int:
        """Where the word before the cursor begins."""
        begins = [word.start() for word in WORD.finditer(self.text, 0, self.cursor)]
        return begins[-1] if begins else 0

    def word_after(self) -> int:
        """Where the word after the cursor ends."""
        word = WORD.search(self.text, self.cursor)
        return word.end() if word else len(self.text)

    # Changes

    def insert(self, text: str) -> None:
        """Replaces the selection with `text`."""
        start, end = self.selection
        text = text[: max(0, self.most - len(self.text) + end - start)]
        goes_on = self._typing and start == end and not text.isspace()
        self._replace(start, end, text, goes_on)
        self._typing = len(text) == 1

    def delete(self, to: int) -> None:
        """Deletes the selection, or else the text between the cursor and `to`."""
        start, end = self.selection
        if start == end:
            start, end = sorted((self.cursor, max(0, min(len(self.text), to))))
        if start != end:
            self._replace(start, end, "", False)
            self._typing = False

    def _replace(self, start: int, end: int, by: str, goes_on: bool) -> None:
        if not goes_on:
            self._undo = [*self._undo, (self.text, self.cursor, self.anchor)][-KEPT_STEPS:]
        self._redo = []
        self.text = self.text[:start] + by + self.text[end:]
        self.cursor = self.anchor = start + len(by)

    def undo(self) -> bool:
        return self._step_through(self._undo, self._redo)

    def redo(self) -> bool:
        return self._step_through(self._redo, self._undo)

    def _step_through(self, source: list[tuple[str, int, int]], other: list[tuple[str, int, int]]) -> bool:
        if not source:
            return False
        other.append((self.text, self.cursor, self.anchor))
        self.text, self.cursor, self.anchor = source.pop()
        self._typing = False
        return True
