"""The places of the play screen's parts, in a window of any size."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pygame

from ui.kit.divider import Divider
from ui.panels.parts.panel import FOOT, SIDE
from ui.scenes.play.beside_board import BesideBoard
from ui.theme import Theme

NOTICE = 40
"""Height of the notice, the strip for messages, in design pixels."""

PANEL_SMALLEST, PANEL_LEAST, PANEL_MOST = 160, 360, 680
"""Widths of the panel in design pixels. No panel is drawn if its place is narrower or lower than the first.
The divider cannot make it narrower than the second or half of the window, whichever is less. It gets wider
than the third only if a person drags the divider."""


def _nowhere() -> pygame.Rect:
    return pygame.Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class PlayLayout:
    """The places. `stage` contains the `board`, the evaluation bar and the lost pieces. `result` is for the
    result's banner; its height is 0 while there is none. `middle` is the area between the bar at the
    top of the window and the one at its bottom, without `foot`, the strip below the board."""

    board: pygame.Rect = field(default_factory=_nowhere)
    stage: pygame.Rect = field(default_factory=_nowhere)
    panel: pygame.Rect = field(default_factory=_nowhere)
    notice: pygame.Rect = field(default_factory=_nowhere)
    result: pygame.Rect = field(default_factory=_nowhere)
    middle: pygame.Rect = field(default_factory=_nowhere)
    foot: pygame.Rect = field(default_factory=_nowhere)
    side_by_side: bool = False

    @property
    def notice_below_panel(self) -> bool:
        return self.side_by_side and self.notice.x > self.panel.x

    def notice_strip(self, theme: Theme) -> pygame.Rect:
        """The strip of the window with the notice."""
        if self.notice_below_panel:
            return pygame.Rect(self.panel.x, self.notice.y, self.panel.width, self.notice.height)
        return self.notice.inflate(2 * theme.px(8), 0)

    def has_panel(self, theme: Theme) -> bool:
        """Whether there is room for a panel."""
        return min(self.panel.size) >= theme.px(PANEL_SMALLEST)


def lay_out(
    area: pygame.Rect, theme: Theme, beside: BesideBoard, divider: Divider, notice: int = NOTICE
) -> PlayLayout:
    """Puts the board on the left and the panel on the right; in an upright window, the board above the panel.
    The notice is below the board if the board need not get smaller for it, else below the panel. `notice` is
    its height in design pixels."""
    gap, notice = theme.px(8), theme.px(notice)
    width, height = beside.board.art.size
    taken = beside.left(theme) + beside.right(theme)
    if area.width < area.height:
        room = area.width - 2 * gap - taken
        deep = min(round(room * height / width), round(area.height * 0.62))  # the rest is for the panel
        stage = pygame.Rect(area.x, area.y, area.width, deep + gap)
        top = stage.bottom
        return PlayLayout(
            _board_on(stage, deep, theme, beside),
            stage,
            pygame.Rect(area.x, top + notice, area.width, area.bottom - top - notice),
            pygame.Rect(area.x + gap, top, area.width - 2 * gap, notice),
        )
    deep = area.height - 2 * gap
    best = min(area.width - round(deep * width / height) - 2 * gap - taken, theme.px(PANEL_MOST))
    least = min(theme.px(PANEL_LEAST), area.width // 2)
    wide = divider.width(area.width, best, least, area.width - least)
    panel = pygame.Rect(area.right - wide, area.y, wide, area.height)
    stage = pygame.Rect(area.x, area.y, area.width - wide, area.height)
    board = _board_on(stage, deep, theme, beside)
    above = stage if board.width * height / width <= deep - notice else panel
    above.height -= notice
    if above is stage:
        board.height -= notice
    below = pygame.Rect(above.x + gap, above.bottom, above.width - 2 * gap, notice)
    return PlayLayout(board, stage, panel, below, side_by_side=True)


def with_result(
    layout: PlayLayout, theme: Theme, shape: tuple[float, float], height: Callable[[int], int]
) -> PlayLayout:
    """Makes room for the banner with the result, without moving or covering the board: below the board if
    there is room, else at the foot of the panel. If too little of the panel would be left, the banner takes
    all of it. `shape` is the width and height of the board's picture, in units of that picture;
    `height(width)` is the height that the banner needs, in pixels."""
    board, stage, panel = layout.board, layout.stage, layout.panel
    drawn = min(board.height, round(board.width * shape[1] / shape[0]))
    top, deep = board.centery + -(-drawn // 2), height(stage.width)
    if layout.side_by_side and top + deep <= stage.bottom:
        below = pygame.Rect(stage.x, stage.bottom - deep, stage.width, deep)
        return replace(layout, result=below)
    deep = height(panel.width)
    if panel.height - deep < theme.px(PANEL_SMALLEST):
        deep = panel.height
    rest = pygame.Rect(panel.topleft, (panel.width, panel.height - deep))
    return replace(layout, panel=rest, result=pygame.Rect(rest.bottomleft, (panel.width, deep)))


def lay_out_alone(
    area: pygame.Rect, theme: Theme, beside: BesideBoard, divider: Divider, place: str
) -> PlayLayout:
    """The places for the projector: only the board and a page. By `place` (`ui.panels.parts.panel`), the page
    is beside the board, in the strip at the foot, which is not part of `area`, or in the board's place."""
    if place == SIDE:
        return lay_out(area, theme, beside, divider, notice=0)
    board = _board_on(area, area.height - 2 * theme.px(8), theme, beside) if place == FOOT else _nowhere()
    return PlayLayout(board, area)


def _board_on(stage: pygame.Rect, deep: int, theme: Theme, beside: BesideBoard) -> pygame.Rect:
    """The place of the board, at most `deep` high. It is centred on its stage together with the evaluation
    bar and the lost pieces. On a narrow stage, the lost pieces are omitted."""
    gap = theme.px(8)
    width, height = beside.board.art.size
    left, right = beside.left(theme), beside.right(theme)
    room = stage.width - 2 * gap - left
    wide = min(room, round(deep * width / height))
    if wide + right > room:
        right = 0
    x = stage.x + (stage.width - left - wide - right) // 2 + left
    return pygame.Rect(x, stage.y + gap, wide, deep)
