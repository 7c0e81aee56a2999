"""The prompt on the board: the next step by the rules, or why a square cannot be clicked."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pygame

from games.position import Position
from study.state.changes import Drawn, Memo
from ui.boards.board import BoardView
from ui.kit.sheet import Sheet
from ui.theme import Theme

REFUSED_SECONDS = 4.0
"""How long a refusal replaces the prompt."""

ASIDE = 16
"""Space at the left and right of the words, in design pixels."""

LOOKS = ((14, 4), (14, 1), (12, 1))
"""Sizes of the words, and the space above and below them, in design pixels; the preferred pair first."""


@dataclass(frozen=True)
class _Refusal:
    """Why a square cannot be clicked in a position; `clicks` are those that are left after the refusal."""

    position: Position
    clicks: tuple[str, ...]
    square: str
    words: str


class Prompt(Drawn):
    """The prompt. Its words come from the game's rules (`Game.prompt`, `Game.refusal`)."""

    fields = ("_refusal",)

    def __init__(self, board: BoardView) -> None:
        self.over = False  # whether the game is over in the shown position, so that it asks for nothing
        self.place: pygame.Rect | None = None  # in pixels of the window
        self.lines: list[str] = []
        self.size = 14  # of the words
        self.in_strip = False  # whether it is drawn in the notice's strip
        self._board = board
        self._until = 0.0
        self._refusal: _Refusal | None = None
        self._words: Memo[str] = Memo()

    def refuse(self, square: str, clicks: tuple[str, ...]) -> None:
        """Shows why the person cannot click a square."""
        position = self._board.hand.filter.position
        if position is not None:
            words = position.game.refusal(position.state, clicks, square)
            self._refusal = _Refusal(position, self._board.hand.clicks, square, words)
            self._until = time.perf_counter() + REFUSED_SECONDS

    @property
    def refused(self) -> str:
        """Why the last click did nothing; "" after another click, or when its time is over."""
        refusal, hand = self._refusal, self._board.hand
        if refusal is None or refusal.position is not hand.filter.position:
            return ""
        return refusal.words if len(hand.clicks) <= len(refusal.clicks) else ""

    @property
    def prompt(self) -> str:
        """What the person can do next; "" while no move can be entered. In a position from which the game
        went on it is "" until the person begins a move."""
        hand = self._board.hand
        position = hand.filter.position if hand.enters and not (self.over or hand.idle) else None
        if position is None:
            return ""
        clicks, state, ask = hand.clicks, position.state, position.game.prompt
        return self._words.of(lambda: ask(state, clicks), position, clicks)

    def update(self, now: float, over: bool) -> None:
        """Removes a refusal once its time is over. `over` says that the game is over: then there is no
        prompt."""
        self.over = over
        if now > self._until:
            self._refusal = None

    # Place

    def settle(self, theme: Theme, stage: pygame.Rect, strip: pygame.Rect | None, beside: bool) -> None:
        """Sets `place`, None if there is nothing to say, and the `lines` of the text. `strip` is the notice's
        place, if that is free; `beside` says that the strip is below the panel and not below the board.

        The prompt covers no square if there is room above or below the board. Otherwise it avoids the squares
        that may be clicked next, if possible.
        """
        self.place, self.lines, self.in_strip = None, [], False
        text = self.refused or self.prompt
        if not text:
            return
        grid = self._grid()
        above, below = stage.clip(grid.move(0, -grid.height)), stage.clip(grid.move(0, grid.height))
        below.top = self._board.picture.geometry.rect.bottom  # leaves the coordinates free
        below.height = stage.bottom - below.top
        for size, pad in LOOKS:
            for room, edge in ((above, "bottom"), (below, "top")):
                if self._place_in(theme, text, room, edge, size, pad):
                    return
        if strip is not None and not beside and self._place_in_strip(theme, text, strip):
            return
        if self._place_over(theme, text, grid) and strip is not None:
            self._place_in_strip(theme, text, strip)

    @property
    def clickable(self) -> list[str]:
        """The squares of the next click, and the square of a refused click."""
        hand = self._board.hand
        meant = (*hand.clicks, self._refusal.square if self._refusal is not None and self.refused else "")
        return [name for name in self._board.game.squares if name in meant or hand.can_click(name)]

    def _grid(self) -> pygame.Rect:
        """The rectangle around all squares."""
        squares = list(self._squares(self._board.game.squares))
        return squares[0].unionall(squares[1:])

    def _squares(self, names: Iterable[str]) -> Iterator[pygame.Rect]:
        art, geometry = self._board.art, self._board.picture.geometry
        return (geometry.square(art.center(name), art.tile) for name in names)

    def _place_in(
        self, theme: Theme, text: str, room: pygame.Rect, edge: str, size: int, pad: int
    ) -> pygame.Rect | None:
        """Places the prompt at an `edge` of a room, or in its "center". Returns the place, or None if it is
        too large."""
        aside, line = theme.px(ASIDE), theme.line_height(size)
        lines = theme.wrapped(text, room.width - 2 * aside, size, bold=True)
        width = max(theme.width(words, size, True) for words in lines) + 2 * aside
        box = pygame.Rect(0, 0, width, len(lines) * line + 2 * theme.px(pad))
        if width > room.width or box.height > room.height:
            return None
        box.center = room.center
        if edge != "center":
            setattr(box, edge, getattr(room, edge))
        self.place, self.lines, self.size = box, lines, size
        return box

    def _place_in_strip(self, theme: Theme, text: str, strip: pygame.Rect) -> bool:
        looks = (self._place_in(theme, text, strip, "center", *look) for look in LOOKS)
        self.in_strip = any(looks)
        return self.in_strip

    def _place_over(self, theme: Theme, text: str, grid: pygame.Rect) -> int:
        """Places the prompt so that it covers as few squares as possible that may be clicked next, and
        prefers the edges to the middle. Returns how many it covers."""
        clickable, names = set(self.clickable), {*self._board.game.squares}
        ahead, others = list(self._squares(clickable)), list(self._squares(names - clickable))
        step = max(1, self._board.picture.geometry.length(0.25))
        box = next(filter(None, (self._place_in(theme, text, grid, "top", *look) for look in LOOKS)), None)
        if box is None:  # larger than the whole board
            return len(ahead)
        tops = [*range(grid.top, grid.bottom - box.height, step), grid.bottom - box.height]

        def cost(top: int) -> tuple[int, int, int]:
            place = box.move(0, top - box.top)
            from_edge = min(top - grid.top, grid.bottom - box.height - top)
            return len(place.collidelistall(ahead)), len(place.collidelistall(others)), from_edge

        box.top = min(tops, key=cost)
        return cost(box.top)[0]

    def draw(self, sheet: Sheet) -> None:
        """Draws the prompt at its place."""
        box, theme = self.place, sheet.theme
        if box is None:
            return
        sheet.fill(box, theme.raised, 8)
        color = theme.warning if self.refused else theme.accent
        pygame.draw.rect(sheet.surface, color, box, theme.px(2), border_radius=theme.px(8))
        line = theme.line_height(self.size)
        top = box.centery - len(self.lines) * line // 2
        for number, text in enumerate(self.lines):
            place = pygame.Rect(box.x, top + number * line, box.width, line)
            sheet.label(place, text, self.size, theme.text_color, "center", bold=True, inside=True)
