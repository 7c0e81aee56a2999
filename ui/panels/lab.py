"""The page Lab: all pages without a tab of their own, in groups, each with its question."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from study.state.study import Study
from ui.kit.rows import right_of
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import ENTERS, Sheet
from ui.panels.parts.panel import GROUPS, TAB, Panel
from ui.panels.parts.sketch import GRID, draw_sketch
from ui.theme import Theme

HEADING, LEAST_ROW, TWO_LINES, MOST_ROW = 22, 28, 38, 56
"""Heights in design pixels: of a group's name; the least height of a page's row; the least height with the
question below the name, which is used if a question does not fit beside its name; the largest height."""

SCROLL = 12
"""Width of the scroll bar with its space, in design pixels."""


class LabPanel(Panel):
    """The Lab. `choose(panel, study)` opens one of `panels`, `key_of(panel)` is its key, and `shown(panel)`
    says whether it is open."""

    title = "Lab"
    tip = "All other pages, in groups: to understand a game, to improve a heuristic, to learn"
    question = "What else can be asked?"
    group = TAB
    tells = False
    shortcut = "0"

    def __init__(
        self,
        panels: Sequence[Panel],
        choose: Callable[[Panel, Study], object],
        key_of: Callable[[Panel], str],
        shown: Callable[[Panel], bool],
    ) -> None:
        self._listed = [panel for group in GROUPS for panel in panels if panel.group == group]
        self._choose = choose
        self._key_of = key_of
        self._shown = shown
        self._scroll = Scroll()
        self._extents: dict[Panel, tuple[int, int]] = {}  # top and bottom of each drawn row
        self.lit: Panel | None = None  # the page that the keyboard has selected

    def offered(self, study: Study) -> list[Panel]:
        """The pages for this game, group by group."""
        return [panel for panel in self._listed if panel.suits(study)]

    def called(self) -> None:
        self.lit, self._scroll.offset = None, 0

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        """Up and down select a page, Enter opens it."""
        offered = self.offered(study)
        if event.key in ENTERS and self.lit in offered:
            self._choose(self.lit, study)
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and offered:
            step = 1 if event.key == pygame.K_DOWN else -1
            at = offered.index(self.lit) + step if self.lit in offered else min(step, 0)
            self.lit = offered[at % len(offered)]
            if self.lit in self._extents:
                self._scroll.show(*self._extents[self.lit])
        else:
            return False
        return True

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, offered = sheet.theme, self.offered(study)
        groups = [group for group in GROUPS if any(panel.group == group for panel in offered)]
        heading = theme.px(HEADING)
        room = (rect.height - heading * len(groups)) // max(1, len(offered))
        titles = max((theme.width(panel.title, 14, True) for panel in offered), default=0)
        row = max(theme.px(LEAST_ROW), min(theme.px(MOST_ROW), room))
        if row < theme.px(TWO_LINES) and not all(
            self._fits_beside(theme, rect.width, row, panel, titles) for panel in offered
        ):
            row = theme.px(TWO_LINES)
        with self._scroll.view(sheet, self, rect, heading * len(groups) + row * len(offered)) as top:
            width = rect.width - theme.px(SCROLL) * self._scroll.needed
            for place, listed in self._places(pygame.Rect(rect.x, top, width, row), heading, offered):
                if isinstance(listed, Panel):
                    self._draw_row(sheet, place, listed, study, titles)
                else:
                    sheet.label(place, listed, 12, theme.dim)

    def _fits_beside(self, theme: Theme, width: int, row: int, panel: Panel, titles: int) -> bool:
        """Whether the page's question fits to the right of the names, which are `titles` pixels wide, beside
        a scroll bar."""
        words = self._words(theme, pygame.Rect(0, 0, width - theme.px(SCROLL), row - theme.px(4)), panel)
        return titles + theme.px(8) + theme.width(panel.question, 12) <= words.width

    def _words(self, theme: Theme, area: pygame.Rect, panel: Panel) -> pygame.Rect:
        """The place of a page's name and question in its row: between the picture and the key."""
        gap = theme.px(8)
        left = area.left + theme.px(4) + (area.height - gap) * GRID[0] // GRID[1] + gap
        right = area.right - gap - theme.width(self._key_of(panel), 12) - gap
        return pygame.Rect(left, area.y, right - left, area.height)

    def _places(
        self, row: pygame.Rect, heading: int, offered: Sequence[Panel]
    ) -> Iterator[tuple[pygame.Rect, Panel | str]]:
        """The place of each group's name and of each page. `row` is the place of the first row; `heading` is
        the height of a group's name."""
        top, group = row.y, None
        for panel in offered:
            if panel.group != group:
                group = panel.group
                yield pygame.Rect(row.topleft, (row.width, heading)), group
                row = row.move(0, heading)
            self._extents[panel] = row.top - top, row.bottom - top
            yield row, panel
            row = row.move(0, row.height)

    def _draw_row(self, sheet: Sheet, rect: pygame.Rect, panel: Panel, study: Study, titles: int) -> None:
        theme, gap = sheet.theme, sheet.theme.px(8)
        area = rect.inflate(0, -theme.px(4))
        key = self._key_of(panel)
        tip = f"{panel.tip} ({key})." if key else f"{panel.tip}."
        choose, reached = (
            partial(self._choose, panel, study),
            partial(self._scroll.show, *self._extents[panel]),
        )
        over = sheet.add(("lab", panel.title), area, tip, choose, reached=reached)
        if over or panel is self.lit:
            sheet.fill(area, theme.pressed, 6)
        elif self._shown(panel):
            sheet.fill(area, theme.raised, 6)
        picture = pygame.Rect(0, 0, (area.height - gap) * GRID[0] // GRID[1], area.height - gap)
        picture.midleft = (area.left + theme.px(4), area.centery)
        draw_sketch(sheet, picture, panel.sketch)
        sheet.label(pygame.Rect(area.x, area.y, area.width - gap, area.height), key, 12, theme.dim, "right")
        words = self._words(theme, area, panel)
        if rect.height >= theme.px(TWO_LINES):
            high = min(theme.px(20), rect.height // 2)
            upper = pygame.Rect(words.x, rect.centery - high, words.width, high)
            sheet.label(upper, panel.title, 14, bold=True)
            lower = pygame.Rect(words.x, upper.bottom, words.width, min(high, theme.px(18)))
            sheet.label(lower, panel.question, 12, theme.dim)
        else:
            sheet.label(words, panel.title, 14, bold=True)
            sheet.label(right_of(words, words.x + titles + gap), panel.question, 12, theme.dim)
