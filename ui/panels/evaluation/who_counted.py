"""Which side counted the one-sided terms of the two values at the head of the page Evaluation.

The position on the board is counted by the side that searched, so that both values can be compared: counted
by the other side, one-sided terms have other amounts, and the value may even change its sign.
"""

from dataclasses import dataclass

import pygame

from heuristics.sides import is_one_sided
from study.core.breakdowns import counting_side
from study.core.lines import Line
from study.core.one_sided import counted_by
from study.core.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.table_cells import MARK, draw_half_disc
from ui.theme import Theme

TIP = (
    "One-sided terms, marked with a half disc, count for one side and not the difference of both. "
    "Both values are counted by the side that searched. Counted by the other side, the same position has "
    "another value, even of the other sign."
)


@dataclass(frozen=True)
class WhoCounted:
    """The sides that counted the one-sided terms of the two values, in words: of the one *now*, and of the
    search's, "" for a value without such terms. `searched` is the title of the search's value."""

    now: str = ""
    line: str = ""
    searched: str = "best line"

    @classmethod
    def of(cls, study: Study, line: Line | None) -> "WhoCounted":
        now = counted_by(study.lens, counting_side(study), study.side_names)
        if line is None or line.value is None:
            return cls(now)
        searched = "best line" if study.shows(line.start) else "last search"
        if line.breakdown is None:  # a forced end: nothing was counted
            return cls(now, searched=searched)
        return cls(now, counted_by(line.lens, line.side, study.side_names), searched)

    def sentence(self, width: int, theme: Theme) -> str:
        """What stands below the two values, as short as the width needs."""
        if self.now and self.now == self.line:
            both = f"one-sided terms: both values are {self.now}, who searched", f"both {self.now}"
            return next((text for text in both if theme.width(text, 12) <= width), self.now)
        return self.now or (f"the {self.searched} is {self.line}" if self.line else "")

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws that sentence, behind the mark of one-sided terms."""
        theme = sheet.theme
        place = right_of(rect, rect.left + theme.px(MARK))
        text = self.sentence(place.width, theme)
        if text:
            draw_half_disc(sheet, rect.left, rect.centery)
            sheet.label(place, text, 12, theme.dim)
            sheet.add("counted", rect, TIP)


def may_differ(study: Study, line: Line | None) -> bool:
    """Whether one of the two values has one-sided terms. Then a row says who counted them, all the time, so
    that nothing below it moves."""
    searched = line.lens if line is not None else None
    return is_one_sided(study.lens) or (searched is not None and is_one_sided(searched))
