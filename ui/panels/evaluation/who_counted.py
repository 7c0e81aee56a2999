"""Says for which side one-sided terms were counted in the two values at the head of the page Evaluation.

A search counts them for the side that searched. So does the value *now* beside the search's value, so that
both can be compared. Counted for the other side, one-sided terms would have other amounts, and the sum might
even have another sign.
"""

from dataclasses import dataclass

import pygame

from study.evaluation.breakdowns import counting_side
from study.evaluation.one_sided import counted_by
from study.searches.lines import Line
from study.state.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.table_cells import MARK, draw_half_disc

TIP = (
    "One-sided terms, marked with a half disc, count for one side and not the difference of both. "
    "A search counts them for the side that searched, and so does the value beside it. Without such a search "
    "they count for the side that the values are for. Counted for the other side, the value may be another: "
    "it may even say that the other side is better."
)


@dataclass(frozen=True)
class WhoCounted:
    """For which side one-sided terms were counted in the value *now* and in the search's value, such as "from
    White's view"; "" for a value without such terms."""

    now: str = ""
    line: str = ""

    @classmethod
    def of(cls, study: Study, line: Line | None) -> "WhoCounted":
        now = counted_by(study.lens, counting_side(study), study.side_names)
        if line is None or line.value is None or line.breakdown is None:  # then nothing was counted
            return cls(now)
        return cls(now, counted_by(line.lens, line.side, study.side_names))

    @property
    def sentence(self) -> str:
        """For which side the terms were counted in the value *now*, else in the search's value; "" without
        one-sided terms."""
        return self.now or (f"search {self.line}" if self.line else "")

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> int:
        """Draws the sentence at the right end of `rect`, after the mark of one-sided terms; returns where it
        begins."""
        theme, text = sheet.theme, self.sentence
        if not text:
            return rect.right
        place = right_of(rect, rect.right - theme.width(text, 12))
        left = place.left - theme.px(MARK)
        draw_half_disc(sheet, left, rect.centery)
        sheet.label(place, text, 12, theme.dim)
        sheet.add("counted", right_of(rect, left), TIP)
        return left - theme.px(8)
