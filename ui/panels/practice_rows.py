"""The table of the page Practice: the last session, the games, and what the person misjudges."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial

import pygame

from games.registry import entry, game_names
from study.format import number_text
from study.format.term_groups import group_title
from study.practice.misjudged_groups import AnsweredGroup, MisjudgedGroups, misjudged_groups
from study.practice.practice import Practice, PracticeSession
from study.practice.progress import PracticeProgress
from study.state.study import Study
from ui.kit.cells import DIM, MarkCell, TextCell
from ui.kit.layout import RIGHT, DataColumn
from ui.kit.sheet import Sheet
from ui.kit.table import Content, DataRow

ROW = 24
"""Height of a row in design pixels."""

MOST_GROUPS = 6

COLUMNS = (
    DataColumn("what", least=0, grow=1.0),
    DataColumn("share", least=0, wanted=64, gives_way=1),
    DataColumn("how much", align=RIGHT),
)


def practice_rows(study: Study, progress: PracticeProgress, wrap: Callable[[str], list[str]]) -> Content:
    """The rows of all three parts. `wrap` breaks a sentence into lines."""
    practice = study.of(Practice)
    session = practice.session
    rows = [*_session(study, practice, session), _title("")] if session and session.results else []
    games = [game for game in progress.games if game in game_names()]
    rows += [_title("By game"), *(_game(study, practice, progress, game) for game in games)]
    rows += [_title(""), _title("What you misjudge", "wrong")]
    nothing = [MisjudgedGroups(study.lens.name, ())]
    for each in misjudged_groups(progress, study.record.game.name) or nothing:
        rows += [DataRow(text, (TextCell(text), None, None)) for text in wrap(each.sentence)]
        rows += [_group(group) for group in each.groups[:MOST_GROUPS]]
    return Content(rows, COLUMNS, ROW)


def _title(text: str, right: str = "") -> DataRow:
    return DataRow(text, (TextCell(text, bold=True), None, TextCell(right, 12, DIM)))


def _session(study: Study, practice: Practice, session: PracticeSession) -> Iterator[DataRow]:
    total, today = len(session.results), practice.today()
    title = "The last session" if session.over else "This session"
    shown = f", {session.shown} shown" if session.shown else ""
    yield _title(f"{title}: {session.right} of {total} right{shown}", "comes back")
    for number, result in enumerate(session.results):
        day = when(result.place.due, today)
        word = "Right" if result.right else "Answer shown" if result.shown else "Wrong"
        name = result.position.name or result.position.position
        # A mistake of a game is named "better than 12. e4", after the move that was played.
        name = f"a move {name}" if name.startswith("better than ") else name
        cells = TextCell(f"{word}: {name}"), None, TextCell(day, 12, DIM)
        tip = f"Comes back {day}. A click opens the position."
        yield DataRow(("result", number), cells, tip, partial(practice.look_at, study, result.position))


def _game(study: Study, practice: Practice, progress: PracticeProgress, game: str) -> DataRow:
    due, answers = practice.due(game), progress.answers_of(game)
    total = sum(position.game == game for position in progress.positions.values())
    share = sum(answer.right for answer in answers) / len(answers) if answers else 0.0
    right = f", {round(100 * share)} % right" if answers else ""
    count = "1 answer" if len(answers) == 1 else f"{number_text.grouped(len(answers))} answers"
    words = f"{len(due)} of {total} due" if due else f"{counted(total)}"
    return DataRow(
        ("game", game),
        (TextCell(entry(game).title), None, TextCell(f"{words}{right}", 12, DIM)),
        f"{count}. {'Click to practise what is due.' if due else 'Nothing is due.'}",
        partial(practice.begin_game, study, game) if due else None,
    )


def _group(group: AnsweredGroup) -> DataRow:
    wrong, share = f"{group.wrong} of {group.answered}", group.wrong / group.answered
    cells = (
        TextCell(group_title(group.name), color=DIM),
        MarkCell(_draw_share, (share,)),
        TextCell(wrong, 12, DIM),
    )
    tip = f"You have answered {counted(group.answered)} in which this group speaks most for the right move. "
    return DataRow(
        ("group", group.name), cells, f"{tip}Your first answer was wrong in {group.wrong} of them."
    )


def _draw_share(sheet: Sheet, place: pygame.Rect, share: float) -> None:
    high = sheet.theme.px(4)
    sheet.progress(pygame.Rect(place.left, place.centery - high // 2, place.width, high), share)


def counted(count: int) -> str:
    return f"{number_text.grouped(count)} position{'' if count == 1 else 's'}"


def when(day: date, today: date) -> str:
    """How far away a day is, in words."""
    days = (day - today).days
    if days <= 0:
        return "today"
    return "tomorrow" if days == 1 else f"in {days} days"
