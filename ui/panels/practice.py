"""The page of practice: what is due today, how the last session went, and what the person misjudges."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial

import pygame

from games.registry import entry, game_names
from study.core.study import Study
from study.format import number_text
from study.format.term_groups import capital, group_title
from study.practice.misjudged_groups import MisjudgedGroups, misjudged_groups
from study.practice.practice import MOST_IN_SESSION, Practice, PracticeSession
from study.practice.progress import PracticeProgress
from ui.kit.buttons import Button
from ui.kit.list_box import ListBox
from ui.kit.rows import below, right_of
from ui.kit.sheet import Sheet
from ui.panels.parts.panel import LEARN, Panel
from ui.panels.parts.sketch import Block, Curve

ROW = 24
"""Height of a line in design pixels."""

MOST_GROUPS = 6

ABOUT = (
    "Positions that you got wrong come back here. To begin, review a game and choose Practise below its "
    "mistakes, choose Practise below a suite, or decide first (Shift+D) in any game. A right answer comes "
    "back later each time, a wrong one tomorrow."
)


@dataclass(frozen=True)
class _Row:
    """A line of the page: `left` and `right`, with `shorter` where `right` has no room. A click calls
    `open`."""

    left: str
    right: str = ""
    shorter: str = ""
    bold: bool = False
    dim: bool = False
    tip: str = ""
    open: Callable[[], object] | None = None
    share: float | None = None


class PracticePanel(Panel):
    title = "Practice"
    tip = "Positions that you got wrong, asked again when they are due"
    question = "What should I practise today?"
    guide_page = "practice"
    group = LEARN
    sketch = (
        Block("accent", 1, 4, 2, 3),
        Block("line", 4, 3, 2, 4),
        Block("line", 7, 2, 2, 5),
        Curve("hint", ((9.5, 3.5), (10.3, 4.5), (11.5, 2))),
    )
    feature = Practice
    tells = False

    def __init__(self) -> None:
        self.begin = Button(self._begin, primary=True)
        self.list = ListBox(self._open, self._tip, self._opens)
        self._rows: list[_Row] = []
        self._counted: list[MisjudgedGroups] = []
        self._counted_for: Hashable = None

    # What the person does

    def _begin(self) -> None:
        self.study.of(Practice).begin_game(self.study, self.study.record.game.name)

    def _open(self, index: int) -> None:
        if index < len(self._rows) and (do := self._rows[index].open) is not None:
            do()

    def _opens(self, index: int) -> bool:
        return index < len(self._rows) and self._rows[index].open is not None

    def _tip(self, index: int) -> str:
        return "" if index >= len(self._rows) else self._rows[index].tip

    def key(self, event: pygame.event.Event, study: Study) -> bool:
        return self.list.key(event)

    # Drawing

    def ticks(self, study: Study, now: float) -> bool:
        practice = study.of(Practice)
        before = practice.progress
        return practice.look() is not before

    def draw(self, sheet: Sheet, rect: pygame.Rect, study: Study) -> None:
        theme, practice = sheet.theme, study.of(Practice)
        progress, gap = practice.progress, theme.px(8)
        if progress is None:
            sheet.paragraph(rect, "Reading …", 14, theme.dim)
            return
        game = study.record.game.name
        due = len(practice.due(game))
        self.begin.label = f"Practise {counted(min(due, MOST_IN_SESSION))}" if due else "Practise"
        self.begin.enabled = due > 0
        self.begin.tooltip = f"Asks what is due of {entry(game).title}, one position after another."
        head = pygame.Rect(rect.left, rect.top, rect.width, theme.px(28))
        wide = min(rect.width, self.begin.wanted_width(theme) + theme.px(8))
        self.begin.draw(sheet, pygame.Rect(head.left, head.top, wide, head.height))
        words = right_of(head, head.left + wide + gap)
        sheet.label(words, self._state(practice, progress, game), 14, theme.dim)
        body = below(rect, head.bottom + gap)
        if practice.problem:
            place = sheet.text(body, body.top, practice.problem, 12, theme.warning, 3)
            sheet.add("practice problem", place, practice.problem, focusable=False)
            body = below(body, place.bottom + gap)
        if not progress.positions:
            sheet.paragraph(body, ABOUT, 14, theme.dim)
            return
        self._rows = list(self._all(sheet, body.width - theme.px(24), study, practice, progress))
        self.list.draw_whole(sheet, body, len(self._rows), theme.px(ROW), partial(self._draw_row, sheet))

    def _state(self, practice: Practice, progress: PracticeProgress, game: str) -> str:
        if due := practice.due(game):
            return "due today" if len(due) <= MOST_IN_SESSION else f"of {len(due)} that are due today"
        day = progress.next_day(game)
        return "nothing is due" if day is None else f"due {when(day, practice.today())}"

    def _all(
        self, sheet: Sheet, width: int, study: Study, practice: Practice, progress: PracticeProgress
    ) -> Iterator[_Row]:
        session = practice.session
        if session is not None and session.results:
            yield from self._session(study, practice, session)
            yield _Row("")
        yield _Row("By game", bold=True)
        for game in progress.games:
            if game in game_names():
                yield self._game(study, practice, progress, game)
        yield _Row("")
        yield _Row("What you misjudge", bold=True)
        for each in self._misjudged(study, practice, progress):
            for line in sheet.theme.wrapped(each.sentence, width, 14):
                yield _Row(line)
            for group in each.groups[:MOST_GROUPS]:
                wrong, share = f"{group.wrong} of {group.answered}", group.wrong / group.answered
                tip = f"It decides {counted(group.answered)} that you have answered. {group.wrong} of the "
                tip += "first answers were wrong."
                yield _Row(group_title(group.name), f"{wrong} wrong", wrong, dim=True, tip=tip, share=share)

    def _misjudged(
        self, study: Study, practice: Practice, progress: PracticeProgress
    ) -> list[MisjudgedGroups]:
        """What is misjudged, for each heuristic that compared answers; counted again only after an answer."""
        game = study.record.game.name
        if self._counted_for != (practice, practice.version, game):
            self._counted_for = practice, practice.version, game
            self._counted = misjudged_groups(progress, game)
        return self._counted or [MisjudgedGroups(study.lens.name, ())]

    def _session(self, study: Study, practice: Practice, session: PracticeSession) -> Iterator[_Row]:
        total, today = len(session.results), practice.today()
        title = "The last session" if session.over else "This session"
        shown = f", {session.shown} shown" if session.shown else ""
        yield _Row(f"{title}: {session.right} of {total} right{shown}", bold=True)
        for result in session.results:
            day = when(result.place.due, today)
            back = f"comes back {day}"
            word = "Right" if result.right else "Answer shown" if result.shown else "Wrong"
            name = result.position.name or result.position.position
            name = f"a move {name}" if name.startswith("better than ") else name
            tip = f"{capital(back)}. A click opens the position."
            open = partial(practice.look_at, study, result.position)
            yield _Row(f"{word}: {name}", back, day, tip=tip, open=open)

    def _game(self, study: Study, practice: Practice, progress: PracticeProgress, game: str) -> _Row:
        due, answers = practice.due(game), progress.answers_of(game)
        total = sum(position.game == game for position in progress.positions.values())
        share = sum(answer.right for answer in answers) / len(answers) if answers else 0.0
        right = f", {round(100 * share)} % right" if answers else ""
        said = "1 answer" if len(answers) == 1 else f"{number_text.grouped(len(answers))} answers"
        words = f"{len(due)} of {total} due" if due else f"{counted(total)}"
        return _Row(
            entry(game).title,
            f"{words}{right}",
            tip=f"{said}. {'Click to practise what is due.' if due else 'Nothing is due.'}",
            open=partial(practice.begin_game, study, game) if due else None,
        )

    def _draw_row(self, sheet: Sheet, area: pygame.Rect, index: int) -> None:
        theme, row = sheet.theme, self._rows[index]
        inner = area.inflate(-theme.px(8), 0)
        inner.width -= theme.px(10)  # beside the scroll bar
        color = theme.dim if row.dim else theme.text_color
        said, room = row.right, inner.width - theme.width(row.left, 14, row.bold) - theme.px(8)
        if row.shorter and theme.width(said, 12) > room:
            said = row.shorter
        left = inner.copy()
        if said:
            right = sheet.label(inner, said, 12, theme.dim, "right")
            left.width = max(0, right.left - theme.px(8) - left.left)
        if row.share is not None:
            place = below(left, left.bottom - theme.px(2))
            place.width = round(left.width * row.share)
            sheet.fill(place, theme.accent, 1)
        sheet.label(left, row.left, 14, color, bold=row.bold)


def counted(count: int) -> str:
    return f"{number_text.grouped(count)} position{'' if count == 1 else 's'}"


def when(day: date, today: date) -> str:
    """How far away a day is, in words."""
    days = (day - today).days
    if days <= 0:
        return "today"
    return "tomorrow" if days == 1 else f"in {days} days"
