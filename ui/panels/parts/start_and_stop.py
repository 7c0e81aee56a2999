"""The button that starts and ends the review of a game, and the words for its progress."""

import pygame

from heuristics.failure import shortened
from study.core.other_lenses import named_with_age
from study.core.study import Study
from study.format import number_text
from study.review.background_review import Review
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.theme import Theme

BEGIN, END = "Review", "Pause"

NO_MISTAKE = "no single move decided it"

WAITS = "goes on after the other search"
"""The words for long work that waits for newer work."""


class ReviewStart:
    """The button that starts or ends a review; `primary` where that is the page's purpose."""

    def __init__(self, primary: bool = False) -> None:
        self.button = Button(self._turn, BEGIN, primary=primary)
        self._study: Study | None = None

    def _turn(self) -> None:
        if self._study is not None:
            self._study.of(Review).turn(self._study)

    def wanted_width(self, theme: Theme) -> int:
        """Real pixels that either of its labels needs."""
        return max(theme.width(word) for word in (BEGIN, END)) + theme.px(24)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        self._study = study
        self.button.label = END if study.of(Review).goes_on else BEGIN
        judge = study.of(Review).judging(study).name
        self.button.tooltip = (
            "Ends the review and keeps what it found (Shift J)."
            if study.of(Review).goes_on
            else f"Searches each position to see what each move lost, by {judge} (Shift J)."
        )
        self.button.draw(sheet, rect)


def _found(review: Review, marked: int, listed: bool) -> str:
    """What a review that is not running has found, and where it was paused."""
    done, total = review.news.done, review.news.total
    paused = f"paused at {done} of {total}" if done < total else ""
    none = "" if paused or not review.changes else NO_MISTAKE
    if none and listed:
        none = f"{NO_MISTAKE}: costliest moves"
    some = f"{marked} mistake{'' if marked == 1 else 's'}{' (bold)' if listed else ''}" if marked else none
    return ", ".join(text for text in (some, paused) if text)


def state_words(study: Study, marked: int, listed: bool = False, judged: bool = True) -> str:
    """The progress of the review, in a line. `listed` says that moves stand below, mistakes in bold among
    them; with `judged` the line names the heuristic."""
    review = study.of(Review)
    if review.problem:
        return shortened(review.problem)
    news = review.news
    if not review.running:
        known = _found(review, marked, listed)
        judge = ""
        if known and judged and review.lens is not None:
            judge = f"as {named_with_age(study, review.lens)} judges"
        follows = "follows the game" if review.goes_on else ""
        return ", ".join(text for text in (known, judge, follows) if text)
    if compiling := review.activity.compiling:
        return compiling
    if review.waits:
        return f"{news.done} of {news.total}, {WAITS}"
    left = news.seconds_left
    soon = f", {number_text.seconds(left)} left" if left is not None else ""
    return f"{news.done} of {news.total}{soon}"
