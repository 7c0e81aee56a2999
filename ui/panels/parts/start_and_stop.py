"""The button that starts and pauses the review of a game, and the words for its progress."""

from collections.abc import Sequence

import pygame

from games.contract import BLACK, WHITE
from heuristics.failure import shortened
from study.evaluation.other_lenses import named_with_age
from study.format import number_text
from study.review.background_review import BackgroundReview
from study.state.move_loss import MoveLoss
from study.state.study import Study
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.theme import Theme

BEGIN, END = "Review", "Pause"

NO_MISTAKE = "no single move decided it"


class ReviewStart:
    """The button that starts or pauses a review; `primary` if that is the page's main button."""

    _study: Study  # of the last drawing

    def __init__(self, primary: bool = False) -> None:
        self.button = Button(
            lambda: self._study.of(BackgroundReview).turn(self._study), BEGIN, primary=primary
        )

    def wanted_width(self, theme: Theme) -> int:
        """The width for the longer of its two labels, in real pixels."""
        return max(theme.width(word) for word in (BEGIN, END)) + theme.px(24)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        self._study = study
        self.button.label = END if study.of(BackgroundReview).goes_on else BEGIN
        judge = study.of(BackgroundReview).judging(study).name
        self.button.tooltip = (
            "Pauses the review and keeps what it found (Shift+J)."
            if study.of(BackgroundReview).goes_on
            else f"Searches each position to see what each move lost, by {judge} (Shift+J)."
        )
        self.button.draw(sheet, rect)


def _whose(study: Study, marked: Sequence[MoveLoss]) -> str:
    """How many of the mistakes the person made, in a game of one person against a program; else ""."""
    people = [side for side in (WHITE, BLACK) if study.is_person(side)]
    if len(people) != 1:
        return ""
    own = sum(each.side == people[0] for each in marked)
    if len(marked) == 1:
        return "yours" if own else "not yours"
    return "all of them yours" if own == len(marked) else f"{own or 'none'} of them yours"


def _found(study: Study, marked: Sequence[MoveLoss], listed: bool) -> str:
    """What a review that is not running has found, and where it was paused."""
    review, count = study.of(BackgroundReview), len(marked)
    done, total = review.news.done, review.news.total
    paused = f"paused at {done} of {total}" if done < total else ""
    none = "" if paused or not review.changes else NO_MISTAKE
    if none and listed:
        none = f"{NO_MISTAKE}: costliest moves"
    some = f"{count} mistake{'' if count == 1 else 's'}{' (bold)' if listed else ''}" if marked else none
    whose = _whose(study, marked) if marked else ""
    return ", ".join(text for text in (some, whose, paused) if text)


def state_words(study: Study, marked: Sequence[MoveLoss], listed: bool = False, judged: bool = True) -> str:
    """The progress of the review, in a line. `marked` are the mistakes. `listed` says that a list of moves
    follows, with mistakes in bold. With `judged` the line names the heuristic that the review judges by."""
    review = study.of(BackgroundReview)
    if review.problem:
        return shortened(review.problem)
    news = review.news
    if not review.running:
        known = _found(study, marked, listed)
        judge = ""
        if known and judged and review.lens is not None:
            judge = f"as {named_with_age(study, review.lens)} judges"
        follows = "new moves are reviewed" if review.goes_on else ""
        return ", ".join(text for text in (known, judge, follows) if text)
    if compiling := review.activity.compiling:
        return compiling
    if review.waits:
        return f"{news.done} of {news.total}, {review.waits}"
    left = news.seconds_left
    soon = f", {number_text.seconds(left)} left" if left is not None else ""
    return f"{news.done} of {news.total}{soon}"
