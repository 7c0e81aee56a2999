"""The sign on the board: what the rules ask for next, why a square cannot be clicked, what is waited for."""

import time
from collections.abc import Hashable

import pygame

from games.position import Position
from ui.boards.board import BoardView
from ui.kit.sheet import Sheet

REFUSED_SECONDS = 4.0
"""How long a refusal stands in the place of the prompt."""

LINES = 2


class Prompt:
    """One sign. The words are those of the game's rules (`Game.prompt`, `Game.refusal`), or `waits`."""

    def __init__(self, board: BoardView) -> None:
        self.refused = ""
        self.waits = ""  # what the person waits for, in words
        self._board = board
        self._until = 0.0
        self._asked: tuple[Position | None, tuple[str, ...]] = (None, ())
        self._prompt = ""

    def refuse(self, square: str, clicks: tuple[str, ...]) -> None:
        """Says why the person who may move cannot click a square."""
        position = self._board.hand.filter.position
        if position is not None:
            self.refused = position.game.refusal(position.state, clicks, square)
            self._until = time.perf_counter() + REFUSED_SECONDS

    @property
    def prompt(self) -> str:
        """What is to be done next, while a person may move; else ""."""
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

    def draw(self, sheet: Sheet, stage: pygame.Rect) -> None:
        """Above or below the board where the stage has room there; else over the edge of the board that has
        fewer squares to be clicked."""
        text = self.prompt
        text = self.refused or self.waits or text
        if not text:
            return
        theme, board = sheet.theme, self._board.picture.geometry.rect
        pad = theme.px(8)
        lines = theme.wrapped(text, board.width - 4 * pad, 14)[:LINES]
        box = pygame.Rect(0, 0, max(theme.width(line, 14, True) for line in lines) + 4 * pad, 0)
        box.width = min(box.width, board.width)
        box.height = len(lines) * theme.line_height(14) + pad
        above, below = box.copy(), box.copy()
        above.midtop = board.centerx, board.y + pad // 2
        below.midbottom = board.centerx, board.bottom - pad // 2
        if board.y - stage.y >= box.height:
            above.bottom = board.y
        elif stage.bottom - board.bottom >= box.height:
            below.top = board.bottom
        box = min((above, below), key=self._covered)
        sheet.fill(box, theme.raised, 8)
        color = theme.warning if self.refused else theme.accent
        pygame.draw.rect(sheet.surface, color, box, theme.px(2), border_radius=theme.px(8))
        for number, line in enumerate(lines):
            place = pygame.Rect(box.x, box.y + pad // 2 + number * theme.line_height(14), box.width, 0)
            place.height = theme.line_height(14)
            sheet.label(place, line, 14, theme.text_color, "center", bold=True, inside=True)

    def _covered(self, box: pygame.Rect) -> int:
        """How many squares that can be clicked lie under a place."""
        hand, picture = self._board.hand, self._board.picture
        squares = (hand.filter.squares or hand.filter.squares_from_start()) & {*self._board.game.squares}
        art, geometry = self._board.art, picture.geometry
        return sum(box.colliderect(geometry.square(art.center(name), art.tile)) for name in squares)
