"""Which sides counted the one-sided terms of the two values at the head of the page Evaluation."""

from dataclasses import dataclass

import pygame

from heuristics.sides import is_one_sided
from study.core.lines import Line
from study.core.one_sided import counted_by
from study.core.study import Study
from ui.kit.rows import right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.table_cells import MARK, draw_half_disc
from ui.theme import Theme

TIP = (
    "One-sided terms, marked with a half disc, count for one side and not the difference of both. "
    "Counted by the other side, the same position has another value, even of the other sign."
)


@dataclass(frozen=True)
class WhoCounted:
    """The sides that counted the one-sided terms of the two values, in words: of the one *now*, and of the
    search's, "" for a value without such terms. `searched` is the title of the search's value. If they
    `differ`, the two values cannot be compared."""

    now: str = ""
    line: str = ""
    searched: str = "best line"
    differ: bool = False

    @classmethod
    def of(cls, study: Study, line: Line | None) -> "WhoCounted":
        now = counted_by(study.lens, study.perspective, study.side_names)
        if line is None or line.value is None:
            return cls(now)
        searched = "best line" if study.shows(line.start) else "last search"
        if line.breakdown is None:  # a forced end: nothing was counted
            return cls(now, searched=searched)
        by = counted_by(line.lens, line.side, study.side_names)
        return cls(now, by, searched, bool(by) and line.side != study.perspective)

    def sentence(self, width: int, theme: Theme) -> str:
        """What stands below the two values, as short as the width needs."""
        if not self.differ:
            return self.now
        by, other = self.now.removeprefix("counted "), self.line.removeprefix("counted ")
        texts = [f"counted {by}, the {self.searched} {other}: do not compare the two"] * bool(by)
        texts += [f"the {self.searched} is {self.line}: do not compare the two"]
        fits = (text for text in texts if theme.width(text, 12) <= width)
        return next(fits, f"{self.line}: do not compare the two")

    def draw(self, sheet: Sheet, rect: pygame.Rect) -> None:
        """Draws that sentence, behind the mark of one-sided terms."""
        theme = sheet.theme
        place = right_of(rect, rect.left + theme.px(MARK))
        text = self.sentence(place.width, theme)
        if text:
            draw_half_disc(sheet, rect.left, rect.centery)
            sheet.label(place, text, 12, theme.text_color if self.differ else theme.dim)
            sheet.add("counted", rect, TIP)


def may_differ(study: Study, line: Line | None) -> bool:
    """Whether the two values may be counted by different sides. Then a row says so, all the time, so that
    nothing below it moves."""
    searched = line.lens if line is not None else None
    return is_one_sided(study.lens) or (searched is not None and is_one_sided(searched))
