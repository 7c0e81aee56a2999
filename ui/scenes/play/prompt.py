"""The sign on the board: the next step by the rules, why a square cannot be clicked, or what the game waits
for."""

import time
from collections.abc import Hashable, Iterable, Iterator

import pygame

from games.position import Position
from ui.boards.board import BoardView
from ui.kit.sheet import Sheet
from ui.theme import Theme

REFUSED_SECONDS = 4.0
"""How long a refusal stands in the place of the prompt."""

ASIDE = 16
"""Design pixels beside its words."""

LOOKS = ((14, 4), (14, 1), (12, 1))
"""Sizes of its words with the design pixels above and below them, the better ones first."""


class Prompt:
    """One sign. The words are those of the game's rules (`Game.prompt`, `Game.refusal`), or `waits`."""

    def __init__(self, board: BoardView) -> None:
        self.refused = ""
        self.waits = ""  # what the person waits for, in words
        self.place: pygame.Rect | None = None  # where it stands, in pixels of the window
        self.lines: list[str] = []
        self.size = 14  # of the words
        self.in_strip = False  # whether that is the line for what there is to say
        self._board = board
        self._until = 0.0
        self._refused_square = ""
        self._asked: tuple[Position | None, tuple[str, ...]] = (None, ())
        self._prompt = ""

    def refuse(self, square: str, clicks: tuple[str, ...]) -> None:
        """Says why the person who may move cannot click a square."""
        position = self._board.hand.filter.position
        if position is not None:
            self._refused_square = square
            self.refused = position.game.refusal(position.state, clicks, square)
            self._until = time.perf_counter() + REFUSED_SECONDS

    @property
    def prompt(self) -> str:
        """What the person can do next; "" while no person is to move."""
        hand = self._board.hand
        position = hand.filter.position if hand.enters else None
        asked = position, hand.clicks
        if asked[0] is not self._asked[0] or asked[1] != self._asked[1]:
            if position is not self._asked[0] or len(hand.clicks) > len(self._asked[1]):
                self.refused = ""  # something was done
            self._asked = asked
            self._prompt = "" if position is None else position.game.prompt(position.state, hand.clicks)
        return self._prompt

    def update(self, now: float) -> bool:
        """Whether a refusal goes now."""
        if not self.refused or now <= self._until:
            return False
        self.refused = ""
        return True

    @property
    def version(self) -> Hashable:
        """Changes whenever the sign must be drawn again."""
        return self.prompt, self.refused, self.waits

    # Where it stands

    def settle(self, theme: Theme, stage: pygame.Rect, strip: pygame.Rect | None, beside: bool) -> None:
        """Finds its place: `place` with its `lines`, None where there is nothing to say. `strip` is where
        notices stand, if that is free; `beside` whether it lies below the panel and not the board.

        It covers no square where there is room for it above or below the board; else none that may be clicked
        next, if any other place has room."""
        self.place, self.lines, self.in_strip = None, [], False
        text = self.refused or self.waits or self.prompt
        if not text:
            return
        grid = self._grid()
        above, below = stage.clip(grid.move(0, -grid.height)), stage.clip(grid.move(0, grid.height))
        below.top = self._board.picture.geometry.rect.bottom  # and of its coordinates
        below.height = stage.bottom - below.top
        for size, pad in LOOKS:
            for room, edge in ((above, "bottom"), (below, "top")):
                if self._lies_in(theme, text, room, edge, size, pad):
                    return
        if strip is not None and not beside and self._lies_in_strip(theme, text, strip):
            return
        if self._over(theme, text, grid) and strip is not None:
            self._lies_in_strip(theme, text, strip)

    @property
    def clickable(self) -> list[str]:
        """The squares of the next click, and the square of a refused click."""
        hand = self._board.hand
        meant = (*hand.clicks, self._refused_square if self.refused else "")
        return [name for name in self._board.game.squares if name in meant or hand.can_click(name)]

    def _grid(self) -> pygame.Rect:
        """All squares."""
        squares = list(self._squares(self._board.game.squares))
        return squares[0].unionall(squares[1:])

    def _squares(self, names: Iterable[str]) -> Iterator[pygame.Rect]:
        art, geometry = self._board.art, self._board.picture.geometry
        return (geometry.square(art.center(name), art.tile) for name in names)

    def _lies_in(
        self, theme: Theme, text: str, room: pygame.Rect, edge: str, size: int, pad: int
    ) -> pygame.Rect | None:
        """Its place at an `edge` of a room, or in its "center", if it is not too large for that."""
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

    def _lies_in_strip(self, theme: Theme, text: str, strip: pygame.Rect) -> bool:
        looks = (self._lies_in(theme, text, strip, "center", *look) for look in LOOKS)
        self.in_strip = any(looks)
        return self.in_strip

    def _over(self, theme: Theme, text: str, grid: pygame.Rect) -> int:
        """Over as few squares as there can be that may be clicked next, and at the edges sooner than in the
        middle; how many those are."""
        clickable, names = set(self.clickable), {*self._board.game.squares}
        ahead, others = list(self._squares(clickable)), list(self._squares(names - clickable))
        step = max(1, self._board.picture.geometry.length(0.25))
        box = next(filter(None, (self._lies_in(theme, text, grid, "top", *look) for look in LOOKS)), None)
        if box is None:  # more than a whole board has room for
            return len(ahead)
        tops = [*range(grid.top, grid.bottom - box.height, step), grid.bottom - box.height]

        def cost(top: int) -> tuple[int, int, int]:
            place = box.move(0, top - box.top)
            from_edge = min(top - grid.top, grid.bottom - box.height - top)
            return len(place.collidelistall(ahead)), len(place.collidelistall(others)), from_edge

        box.top = min(tops, key=cost)
        return cost(box.top)[0]

    def draw(self, sheet: Sheet) -> None:
        """Where it was found to stand."""
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
