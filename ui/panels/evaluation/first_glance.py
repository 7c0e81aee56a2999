"""The words at the head of the page Evaluation: which side is better, and why the static value of the
position differs from the search's value."""

import re
from dataclasses import dataclass, field

import pygame

from games.contract import ONGOING
from heuristics.lens import Breakdown
from study.calibration.chances import Chances, chance_now, chance_of
from study.format import number_text
from study.format.loss_scale import better_by_chance, better_in_words, clear_advantage
from study.format.value_format import ValueFormat
from study.moves.seen_ahead import Difference, difference_of, plies_played
from study.on_board.evaluation_bar import two_opinions
from study.review.background_review import source_in
from study.searches.lines import Line, no_evaluation
from study.searches.values import after_plies, depth_of_value, shown_value
from study.state.changes import Memo
from study.state.search_store import position_key
from study.state.study import Study
from ui.kit.sheet import Sheet, Stated
from ui.panels.evaluation.who_counted import WhoCounted
from ui.panels.parts.stated_values import states_found, states_now

TOGETHER = re.compile(r"(?<=\d\.) (?=\S)| (?=[+−]\d)")
"""Spaces at which a line must not break: between a move's number and the move, and before an amount."""

LOOKING_AHEAD, LAST_SEARCH = "looking ahead", "last search"


def line_title(study: Study, line: Line | None) -> tuple[str, str]:
    """(title, addition) of the card with a line's value. The addition is shown if there is room."""
    if line is None or line.value is None:
        return LOOKING_AHEAD, ""
    played = plies_played(study, line)
    if played is None:
        return LAST_SEARCH, f"{number_text.plies(depth_of_value(line.thought))} deep"
    left = len(line.moves) - played
    if line.breakdown is None:
        left = depth_of_value(line.thought) - played  # for a mean over chance, or another program's value
    if left <= 0 or (line.words and not line.chance):
        return LOOKING_AHEAD, ""
    return f"after {number_text.plies(left)}", "on average" if line.chance else ""


def line_words(study: Study, line: Line) -> str:
    """What a line leads to if its value is not the evaluation at its end: a forced win, with the plies that
    are left from the shown position, the end of the game, or a mean over outcomes of chance. Else ""."""
    played = plies_played(study, line) or 0
    if line.value is None or not line.words or line.chance:
        return line.words
    if number_text.is_decided(line.value):
        return number_text.verdict(after_plies(line.value, played), line.side, study.side_names)
    end, left = line.positions[-1], len(line.moves) - played
    return no_evaluation(line.value, line.side, end, left, line.chance, study.side_names)


def draw_who_is_better(
    sheet: Sheet, rect: pygame.Rect, study: Study, now: Breakdown | None, counted: WhoCounted
) -> None:
    """Draws a line that says which side is better, as the evaluation bar shows it: by a search whose result
    holds here, else by the static evaluation. It names a chance if the heuristic has a calibration. Without
    one, and while the bar shows the values of two programs, it names the value. At the right it says for
    which side one-sided terms were counted, if there are any."""
    theme = sheet.theme
    if study.position.outcome != ONGOING:
        return
    right = counted.draw(sheet, rect)
    verdict = _who_is_better(study, now)
    if verdict is None:
        return
    place = pygame.Rect(rect.left, rect.top, right - rect.left, rect.height)
    text = next(
        (text for text in verdict.texts if theme.width(text, 14, True) <= place.width), verdict.texts[-1]
    )
    sheet.label(place, text, 14, bold=True, states=verdict.states)
    tip = ": ".join(filter(None, (verdict.texts[0], verdict.source)))
    sheet.add("who is better", place, f"{tip}.", focusable=False)


@dataclass(frozen=True)
class _Better:
    """`texts` say which side is better, the longest first. `states` is the value in them, None if they state
    a chance or a game's end. `source` says where it comes from; it is "" for a game's end."""

    texts: tuple[str, ...]
    states: Stated | None
    source: str


def _who_is_better(study: Study, now: Breakdown | None) -> _Better | None:
    """Which side is better; None while nothing is known."""
    if study.outcome != ONGOING:
        return _Better((study.record.ending.removesuffix("."),), None, "")
    found, names = shown_value(study), study.side_names
    if found is not None:
        thought, states = found.thought, states_found(found)
        lens, form, scale = thought.lens, ValueFormat.of_thought(thought), clear_advantage(thought)
        chance, source = chance_of(study, thought, found.value, found.side), source_in(study, thought)
        value = after_plies(found.value, study.cursor - found.cursor)
    elif now is not None and now.failure is None:
        lens, states = study.lens, states_now(study, now)
        value, form, scale = states.value, ValueFormat.of_lens(lens), lens.heuristic.clear_advantage
        chance = chance_now(study, lens, study.position, value, states.side)
        source = f"{lens.name}, without looking ahead"
    else:
        return None
    if lens is not None and not study.of(Chances).knows(study, lens):
        return None  # until the calibrations are read, nobody knows whether to name a chance
    if chance is not None and not two_opinions(study):
        return _Better(better_by_chance(chance.score, chance.text, chance.side, names), None, source)
    return _Better(better_in_words(value, states.side, scale, form, names), states, source)


@dataclass
class DifferenceLine:
    """The sentence on the difference of the search's and the static value. While the sentence for the next
    search is being made, the last sentence for the same position is still shown."""

    lasts: Memo[list[Difference]] = field(default_factory=Memo)

    def look(self, study: Study, now: Breakdown | None, line: Line | None) -> None:
        """Keeps the sentence for the present search, if it is known."""
        found = difference_of(study, now, line) if study.position.outcome == ONGOING else None
        if found is not None:
            self._of(study)[:] = [found]

    def _of(self, study: Study) -> list[Difference]:
        """The last sentence of the shown position, if there is one."""
        return self.lasts.of(list, position_key(study.position), study.lens, study.perspective)

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        """Draws the sentence in the lines that `rect` has room for."""
        if study.position.outcome != ONGOING:
            return
        last = self._of(study)
        if not last or not last[0].texts:
            return
        theme, texts = sheet.theme, last[0].texts
        size = 14 if rect.height >= theme.px(20) else 12
        most = max(1, rect.height // theme.px(20 if size == 14 else 16))
        glued = [TOGETHER.sub("\u00a0", text) for text in texts]
        text = next((text for text in glued if len(theme.wrapped(text, rect.width, size)) <= most), glued[-1])
        sheet.paragraph(rect, text, size, theme.text_color if last[0].large else theme.dim)
        sheet.add("difference", rect, texts[0], focusable=False)
