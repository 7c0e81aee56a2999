"""The page Learned: what a learned player has learned, in readable terms."""

from functools import partial

from arena.learned.explanation import PlayerExplanation
from games.figure_text import grouped
from study.format import number_text
from study.format.player_names import player_in_words
from study.learned.learned_values import GAMES, LearnedValues, learning_kinds
from study.state.changes import FEATURES, JOBS, LENS, Derived
from study.state.study import Study
from study.tournaments.training_curves import NewestCurves, curve_of, learns
from ui.kit.buttons import Button
from ui.kit.cells import DIM, WARNING
from ui.kit.drop_down import DropDown, Option
from ui.kit.flow import PageFlow
from ui.kit.table import Content, DataTable
from ui.panels.learned_rows import learned_rows, player_name
from ui.panels.parts.panel import LEARN, Panel
from ui.panels.parts.sketch import Block, Curve

ABOUT = (
    "Plays games of a learned player against itself and looks for the terms that its values follow: terms of "
    "heuristics, and counts from the rules. It also says what the player does not see."
)
MOST_LINES = 6


class LearnedPanel(Panel):
    title = "Learned"
    tip = "Which terms a learned player's values follow, and what it does not see"
    question = "What has a player learned?"
    guide_page = "explain"
    group = LEARN
    sketch = (
        Block("accent", 1, 1.5, 6, 1),
        Block("accent", 1, 3.5, 3.5, 1),
        Block("accent", 1, 5.5, 2, 1),
        Curve("hint", ((8.5, 4), (9.5, 5.5), (11.3, 1.5))),
    )
    feature = LearnedValues
    tells = False

    def __init__(self) -> None:
        self.player = DropDown(self._choose, "The player to explain.")
        self.games = DropDown(self._choose_games, "How many games the player plays against itself.")
        self.start = Button(self._start_or_stop, primary=True, labels=("Explain", "Stop"))
        self.list = DataTable("learned", stops=True)
        self._curves = NewestCurves()
        self._rows = Derived[Content](LENS | JOBS | FEATURES)

    # What the person does

    def _choose(self, player: str) -> None:
        self.study.of(LearnedValues).player = player

    def _choose_games(self, games: int) -> None:
        self.study.of(LearnedValues).games = games

    def _start_or_stop(self) -> None:
        learned = self.study.of(LearnedValues)
        if learned.running:
            learned.stop()
        else:
            learned.begin(self.study, self.player.value)

    # The page

    def suits(self, study: Study) -> bool:
        return learns(study.record.game.name)

    def _offer(self, study: Study) -> None:
        """Offers the learned players: those that come with the program, and those trained here."""
        learned, game = study.of(LearnedValues), study.record.game.name
        curves, _ = self._curves.of(study) or ([], [])
        names = learning_kinds(game)
        names += [curve.player for curve in curves if curve.player not in names]
        options = [Option(name, player_in_words(name, game)) for name in names]
        self.player.offer(options, learned.player or curve_of(study.players, curves))
        self.games.offer([Option(each, f"{grouped(each)} games") for each in GAMES], learned.games)
        self.start.label = "Stop" if learned.running else "Explain"
        tip = f"Plays {grouped(learned.games)} games and explains the values. Games played before are reused."
        self.start.tooltip = "Stops the work and keeps the games played so far." if learned.running else tip

    def page(self, study: Study, page: PageFlow) -> None:
        self._offer(study)
        page.controls(self.player, self.games, self.start)
        learned = study.of(LearnedValues)
        found = learned.found
        self.list.rows = ()
        page.text(learned.problem, color=WARNING, key="learned problem", most=3)
        if found is None:
            if not learned.problem:
                page.text("Preparing …" if learned.running else ABOUT, color=DIM)
            return
        if found.stage:
            share = found.games / found.plan.games
            page.state(learned_state(study, found), "learned state", share)
            return
        page.text(found.said_of(player_name(found)), key="learned sentence", most=MOST_LINES)
        theme, state = page.sheet.theme, learned_state(study, found)
        make = partial(learned_rows, study, found, state, theme, page.wrapped)
        rows = self._rows.of(study.changes, make, id(found), id(theme), page.rect.width)
        page.table(self.list, rows)


def learned_state(study: Study, found: PlayerExplanation) -> str:
    """A line with the player, the progress of the work, and how many games and positions it has used."""
    learned = study.of(LearnedValues)
    doing = learned.waits or learned.activity.compiling_for or found.stage
    if not learned.running:
        doing = "stopped" if found.stage else ""
    counted = {"games": found.games, "positions": found.positions}
    counts = (f"{grouped(count)} {name}" for name, count in counted.items() if count)
    spent = number_text.seconds(found.seconds) if found.seconds else ""
    if learned.running and found.seconds_left is not None:
        spent = f"{number_text.seconds(found.seconds_left)} left"
    return ", ".join(filter(None, (player_name(found), doing, *counts, spent)))
