"""The cover of a page that would reveal the best move, while the answer is hidden."""

import pygame

from study.practice.hidden_answers import FIRST
from study.state.study import Study
from study.state.wishes import ShowAnswer
from ui.kit.buttons import quiet_button
from ui.kit.sheet import Sheet

SHOW = "Show the answer"


def draw_cover(sheet: Sheet, rect: pygame.Rect, study: Study, title: str) -> None:
    """Draws the words that a move must be chosen first, and a button that shows the answer without a move."""
    theme = sheet.theme
    high, gap = theme.px(28), theme.px(8)
    words = pygame.Rect(rect.left, rect.top, rect.width, theme.px(20))
    if rect.height < words.height + gap + high:  # in a thin strip: the button at the right of the words
        wide = min(theme.width(SHOW) + theme.px(24), rect.width // 2)
        place = pygame.Rect(rect.right - wide, rect.top, wide, min(high, rect.height))
        words = pygame.Rect(rect.left, rect.top, rect.width - wide - gap, place.height)
    else:
        wide = min(theme.width(SHOW) + theme.px(24), rect.width)
        place = pygame.Rect(rect.left, words.bottom + gap, wide, high)
    sheet.label(words, f"{FIRST}.", 14, theme.dim)
    sheet.fill(place, theme.raised, 6)
    tip = "Shows the answer before you have chosen a move."
    quiet_button(("cover", title), SHOW, tip, lambda: study.wish(ShowAnswer())).draw(sheet, place)
