"""The report on a position as a picture: board, sentences and table, drawn off screen."""

import io
import os
from pathlib import Path

import pygame

from games.contract import BadText
from games.text_files import write_file
from study.export.position_report import PositionReport
from ui.boards.arrows import ways
from ui.boards.overlays import Arrow
from ui.boards.picture import Marks, Picture
from ui.boards.registry import load_art
from ui.theme import Theme

SUFFIX = ".png"
SCALE = 2.0
"""Twice as fine as the window at 100 %, for printing."""

BOARD, WORDS, GAP, LINE = 420, 560, 20, 22
"""In design pixels: side of the board, width of the words beside it, the space between both, height of a
line."""


def off_screen() -> None:
    """Prepares drawing without a window."""
    if not pygame.display.get_init() or pygame.display.get_surface() is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))


def draw_report(report: PositionReport, theme_name: str = "light") -> pygame.Surface:
    """The report as a picture, as high as it needs to be."""
    theme = Theme(SCALE, theme_name)
    gap, words = theme.px(GAP), theme.px(WORDS)
    lines = [line for text in report.sentences for line in theme.wrapped(text, words, 14)]
    table, row = report.table, theme.px(LINE)
    height = theme.px(36) + row * (len(lines) + 1 + len(table))
    size = (theme.px(BOARD) + words + 3 * gap, max(theme.px(BOARD), height) + 2 * gap)
    surface = pygame.Surface(size)
    surface.fill(theme.ground)
    _draw_board(surface, pygame.Rect(gap, gap, theme.px(BOARD), theme.px(BOARD)), theme, report)
    x, y = theme.px(BOARD) + 2 * gap, gap
    theme.text(surface, (x, y), report.title, 18, bold=True, max_width=words)
    y += theme.px(36)
    for line in lines:
        theme.text(surface, (x, y), line, 14)
        y += row
    _draw_table(surface, pygame.Rect(x, y + row, words, row * len(table)), theme, table)
    return surface


def board_png(report: PositionReport, theme_name: str = "light") -> bytes:
    """The board with its arrows, as the bytes of a PNG."""
    off_screen()
    theme = Theme(SCALE, theme_name)
    surface = pygame.Surface((theme.px(BOARD), theme.px(BOARD)))
    surface.fill(theme.ground)
    _draw_board(surface, surface.get_rect(), theme, report)
    return png_of(surface)


def png_of(surface: pygame.Surface) -> bytes:
    """A picture as the bytes of a PNG."""
    written = io.BytesIO()
    pygame.image.save(surface, written, SUFFIX)
    return written.getvalue()


def _draw_board(surface: pygame.Surface, rect: pygame.Rect, theme: Theme, report: PositionReport) -> None:
    position = report.position
    art = load_art(position.game.name)
    picture = Picture(position.game, art, animated=False)
    picture.show(position)
    colors = (theme.hint, theme.mark)
    arrows = [
        Arrow(ways(art, position, move), color) for move, color in zip(report.moves, colors, strict=False)
    ]
    picture.draw(surface, rect, theme, 0.0, Marks(arrows=arrows))


def _draw_table(surface: pygame.Surface, rect: pygame.Rect, theme: Theme, table: list[list[str]]) -> None:
    """Draws the table: the first column to the left, numbers to the right, the head dim, the last row
    bold."""
    if not table:
        return
    row, gap = theme.px(LINE), theme.px(12)
    columns = list(zip(*table, strict=True))
    for size in (14, 12):
        widths = [max(theme.width(cell, size, True) for cell in column) + gap for column in columns]
        if sum(widths) <= rect.width:
            break
    room = max(0, rect.width - sum(widths[1:]))
    rights = [rect.left + room + sum(widths[1 : i + 1]) for i in range(len(widths))]
    for number, cells in enumerate(table):
        y = rect.top + number * row
        color = theme.dim if number == 0 else theme.text_color
        bold = number == len(table) - 1
        if bold or number == 1:
            pygame.draw.line(surface, theme.line, (rect.left, y), (rect.right, y), theme.px(1))
        theme.text(surface, (rect.left, y), cells[0], size, color, "left", bold, max(0, room - gap))
        for cell, right in zip(cells[1:], rights[1:], strict=True):
            theme.text(surface, (right, y), cell, size, color, "right", bold)


def save_picture(surface: pygame.Surface, path: Path) -> None:
    """Writes a PNG. Raises BadText if that fails."""
    if path.suffix.lower() != SUFFIX:
        raise BadText(f"{path}: expected a name that ends in {SUFFIX}")
    write_file(path, png_of(surface))


def write_picture(report: PositionReport, path: Path) -> None:
    """Writes the report as a picture, without a window."""
    off_screen()
    save_picture(draw_report(report), path)
