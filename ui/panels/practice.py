"""The page Practice: what is due today, how the last session went, and what the person misjudges."""

from functools import partial

from games.registry import entry
from study.practice.practice import MOST_IN_SESSION, Practice
from study.state.changes import ANYTHING, Derived
from study.state.study import Study
from ui.kit.buttons import Button
from ui.kit.cells import DIM, WARNING
from ui.kit.flow import PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.parts.panel import LEARN, Panel
from ui.panels.parts.sketch import Block, Curve
from ui.panels.practice_rows import counted, practice_rows, when

ABOUT = (
    "Positions that you got wrong come back here. To begin, review a game and choose Practise below its "
    "mistakes, choose Practise below a suite, or decide first (Shift+D) in any game. After a right answer a "
    "position comes back later each time, after a wrong one tomorrow."
)


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
        self.list = DataTable()
        self._rows = Derived[Content](ANYTHING)

    def _begin(self) -> None:
        self.study.of(Practice).begin_game(self.study, self.study.record.game.name)

    def ticks(self, study: Study, now: float) -> bool:
        practice = study.of(Practice)
        before = practice.progress
        return practice.look() is not before

    def page(self, study: Study, page: PageFlow) -> None:
        practice, game = study.of(Practice), study.record.game.name
        progress = practice.progress
        if progress is None:
            page.text("Reading …", color=DIM)
            return
        due = len(practice.due(game))
        self.begin.label = f"Practise {counted(min(due, MOST_IN_SESSION))}" if due else "Practise"
        self.begin.enabled = due > 0
        self.begin.tooltip = f"Shows the due positions of {entry(game).title}, one after another."
        page.controls(self.begin, self._state(practice, game))
        page.text(practice.problem, 12, WARNING, "practice problem", most=3)
        if not progress.positions:
            page.text(ABOUT, color=DIM)
            return
        make = partial(practice_rows, study, progress, page.wrapped)
        page.table(self.list, self._rows.of(study.changes, make, page.rect.width))

    def _state(self, practice: Practice, game: str) -> str:
        if due := practice.due(game):
            return "due today" if len(due) <= MOST_IN_SESSION else f"of {len(due)} that are due today"
        day = practice.progress.next_day(game) if practice.progress else None
        return "nothing is due" if day is None else f"due {when(day, practice.today())}"
