"""The controls of the arena: the game, its players, and how many games or which test is played."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from arena.sequential import SequentialTest
from arena.tournament import Tournament
from engines.levels import LEVEL
from engines.player_text import parse_player
from games.contract import BadText
from games.fen_rows import whole_number
from games.registry import ENTRIES
from heuristics.registry import heuristics_of, problem_with
from study.format.number_text import grouped
from study.format.player_names import player_in_words
from study.state.background_task import usual_workers
from study.tournaments.arena_session import Plan
from ui.app import App
from ui.boards.registry import has_board
from ui.commands import Commands
from ui.kit.buttons import Button
from ui.kit.drop_down import DropDown, Option
from ui.kit.rows import cut
from ui.kit.scroll_bar import Scroll
from ui.kit.sheet import Sheet
from ui.kit.text_field import TextField
from ui.scenes.player_choice import ROW, default_player, level_options, outside_players

MOST_PLAYERS = 8
NODES = (1000, 5000, 20000)
"""Limits of the ready-made players, in nodes: they have the same effect on every computer."""

GAMES = (20, 50, 100, 200, 400, 1000, 2000, 4000)
USUAL_GAMES = 100
BOUNDS = ((0.0, 20.0), (0.0, 10.0), (0.0, 50.0), (-20.0, 0.0))
"""Bounds of a test, in normalized Elo; the first pair is the default."""

NO_TEST_BEFORE = (0, None)
"""The `skipped` and `random_plies` of a plan that does not measure the players of a test (see `Plan`)."""

MOST_SEED = 2**63 - 1
ROUND_ROBIN, TEST = "Games", "Test"
TIPS = {
    ROUND_ROBIN: "Everybody against everybody: how strong is each?",
    TEST: "As many games as needed: is the first of two players better?",
}
WIDEST = 640
"""Largest width of the column where it has the window to itself, in design pixels."""


def about(number: int) -> str:
    """A number rounded to two digits, as text."""
    return grouped(round(number, 2 - len(str(number))))


def ready_made(game: str) -> list[Option]:
    """The ready-made players, as options for a list."""
    offered = []
    for heuristic in [] if problem_with(game) else heuristics_of(game):
        texts = [f"alphabeta:{heuristic.name},nodes={nodes}" for nodes in NODES]
        for number, text in enumerate([*texts, f"greedy:{heuristic.name}"]):
            detail = "the same effort for every move" if number < len(texts) else "looks one move ahead"
            offered.append(Option(text, player_in_words(text, game), detail, number == 0))
    if not problem_with(game):
        levels = [Option(f"{LEVEL}:{each.value}", each.label, each.detail) for each in level_options()]
        offered += [replace(each, begins=number == 0) for number, each in enumerate(levels)]
    offered.append(Option("random", player_in_words("random", game), "any legal one", True))
    offered += [Option(str(each.value), each.label, each.detail) for each in outside_players(game)]
    return offered


def usual_players(game: str) -> list[str]:
    """Two players that differ in how many nodes they search."""
    if problem_with(game):
        return ["random", "random"]
    heuristic = default_player(game, 1).heuristic
    return [f"alphabeta:{heuristic},nodes={nodes}" for nodes in (5000, 1000)]


class PlayerLine:
    """The line of one player: the player's name, and the button that removes it. With details, the player's
    text for the command line is below."""

    def __init__(
        self, text: str, game: str, changed: Callable[[], object], remove: Callable[["PlayerLine"], object]
    ):
        self.game = game
        self._changed = changed
        self._ready = ready_made(game)
        self.text = TextField(
            self._write,
            tooltip="A player, as on the command line: KIND:HEURISTIC,option=value ...",
            placeholder="a player, such as random",
        )
        self.who = DropDown(self.take)
        self.remove = Button(lambda: remove(self), icon="close", tooltip="Removes this player.", flat=True)
        self.take(text)

    def take(self, text: str) -> None:
        self.text.show(text)
        self._write(text)

    def _write(self, text: str) -> None:
        self.text.problem = bool(self.problem)
        self._name()
        self._changed()

    def _name(self) -> None:
        """Shows the player's name in the list of players. Adds it to the list if it is not ready-made."""
        text = self.text.text.strip()
        ready = self._ready
        if all(option.value != text for option in ready):
            ready = [
                *ready,
                Option(
                    text, player_in_words(text, self.game) or "no player", "as written under Details", True
                ),
            ]
        self.who.offer(ready, text)
        self.who.tooltip = f"Who plays. On the command line: {text}"

    @property
    def problem(self) -> str:
        """What is wrong with the player's text; "" if nothing is."""
        try:
            if parse_player(self.text.text, self.game).is_human:
                return "player: the arena is for programs, expected no human"
        except BadText as error:
            return str(error)
        return ""

    def draw(self, sheet: Sheet, rect: pygame.Rect, number: int, removable: bool, details: bool) -> int:
        """Draws the player in a line as high as `rect`, or in two lines with details; returns where they
        end."""
        theme, side = sheet.theme, rect.height
        sheet.label(pygame.Rect(rect.x, rect.y, theme.px(20), side), str(number), 14, sheet.theme.dim)
        place = pygame.Rect(rect.x + theme.px(20), rect.y, 0, side)
        place.width = rect.right - place.x - (side + theme.px(4) if removable else 0)
        self.who.draw(sheet, place)
        if removable:
            self.remove.draw(sheet, pygame.Rect(rect.right - side, rect.y, side, side))
        if details:
            place.y = place.bottom + theme.px(4)
            self.text.draw(sheet, place)
        return place.bottom


class ArenaSetup:
    """The column of controls, which describe a `plan`. `commands` are the arena's; `changed` is called when a
    person changes the plan."""

    def __init__(self, app: App, commands: Commands[Any], changed: Callable[[], object]) -> None:
        self.app = app
        self.lines: list[PlayerLine] = []
        self.mode = ROUND_ROBIN
        # The `skipped` and `random_plies` of a plan that measures the players of a test.
        self._test_before: tuple[int, int | None] = NO_TEST_BEFORE
        self._changed: Callable[[], object] = lambda: None  # does nothing while the controls are being filled
        titles = [Option(about.name, about.title) for about in ENTRIES if has_board(about.name)]
        self.game = DropDown(self._choose_game, "Which game is played.")
        self.game.offer(titles, app.choices.game)
        self.add = Button(self._add, "Add a player", "plus", "One more player, who meets all the others.")
        self.details = commands.button("details")
        self.games = DropDown(self._edited, "Games per pair of players, half of them with sides swapped.")
        self.games.offer([Option(number, grouped(number)) for number in GAMES], USUAL_GAMES)
        self.bounds = DropDown(
            self._edited, "The two hypotheses of the test: leads of the first player, in normalized Elo."
        )
        self.bounds.offer([_bounds_option(low, high) for low, high in BOUNDS], BOUNDS[0])
        tip = "Another seed gives other openings and other games."
        self.seed = TextField(self._edited, tooltip=tip, most=len(str(MOST_SEED)))
        self.seed.show("0")
        # The next two are no part of the plan; the arena reads them when it starts to play.
        most = max(2, usual_workers() + 1)
        self.workers = DropDown(
            lambda chosen: None,
            "Games played at the same time. One fewer than processors keeps the window responsive.",
        )
        self.workers.offer([Option(number, str(number)) for number in range(1, most + 1)], usual_workers())
        self.keeps = DropDown(
            lambda chosen: None,
            "The value that a player gave its move takes 8 bytes more a move, about 1 kB a game of chess.",
        )
        keeps = [Option(False, "the moves"), Option(True, "the moves and their values")]
        self.keeps.offer(keeps, app.choices.keeps_values)
        self._scroll = Scroll()
        self._changed = changed

    # Choices

    def fill(self, plan: Plan) -> None:
        """Sets the controls to a plan."""
        changed, self._changed = self._changed, lambda: None
        self.game.offer(self.game.options, plan.game)
        self.lines = []
        for text in plan.players:
            self._append(text)
        counts = sorted({*GAMES, plan.games})
        if plan.test is None:
            self.games.offer([Option(number, grouped(number)) for number in counts], plan.games)
        else:
            bounds = (plan.test.elo0, plan.test.elo1)
            offered = [*BOUNDS, bounds] if bounds not in BOUNDS else BOUNDS
            self.bounds.offer([_bounds_option(low, high) for low, high in offered], bounds)
        self.mode = ROUND_ROBIN if plan.test is None else TEST
        self.seed.show(str(plan.seed))
        self._test_before = (plan.skipped, plan.random_plies)
        self._changed = changed

    def offer(self, game: str, players: Sequence[str]) -> None:
        """Switches to another game, with the given players, else with those of its last tournament or the
        default ones. A single player gets a default opponent."""
        texts = list(players) or self.app.choices.contests.get(game) or usual_players(game)
        texts += [text for text in usual_players(game) if len(texts) == 1 and text not in texts][:1]
        number = self.games.value
        self.fill(Plan(game, tuple(texts[:MOST_PLAYERS]), number, self._test, self._seed or 0))

    @property
    def plan(self) -> Plan:
        """The plan that the controls describe. Raises BadText if one of them is wrong."""
        for line in self.lines:
            if line.problem:
                raise BadText(line.problem)
        if len(self.lines) < 2:
            raise BadText("A tournament needs at least two players. Add one.")
        if self.mode == TEST and len(self.lines) != 2:
            raise BadText("A test needs exactly two players. Remove the others, or choose Games.")
        seed = self._seed
        if seed is None:
            raise BadText(f"seed: expected a whole number from 0, found {self.seed.text!r}")
        players = tuple(str(parse_player(line.text.text, self.game.value)) for line in self.lines)
        test = self._test
        games = self.games.value if test is None else 0
        before = self._test_before if test is None else NO_TEST_BEFORE
        return Plan(self.game.value, players, games, test, seed, *before)

    @property
    def _test(self) -> SequentialTest | None:
        return SequentialTest(*self.bounds.value) if self.mode == TEST else None

    @property
    def _seed(self) -> int | None:
        return whole_number(self.seed.text.strip(), 0, MOST_SEED)

    def remember(self) -> None:
        """Saves the choices for the next time."""
        self.app.choices.keeps_values = self.keeps.value
        self.app.choices.contests[self.game.value] = [line.text.text for line in self.lines]
        self.app.keep_choices()

    # Changes

    def _edited(self, value: object = None) -> None:
        self._test_before = NO_TEST_BEFORE
        self.seed.problem = self._seed is None
        self._changed()

    def _choose_game(self, game: str) -> None:
        self.offer(game, ())
        self._edited()

    def choose_mode(self, mode: str) -> None:
        if mode != self.mode:
            self.mode = mode
            self._changed()

    def _append(self, text: str) -> None:
        line = PlayerLine(text, self.game.value, self._edited, self._remove)
        self.lines.append(line)

    def _add(self) -> None:
        there = [line.text.text for line in self.lines]
        new = [option.value for option in ready_made(self.game.value) if option.value not in there]
        self._append(new[0] if new else "random")
        self._edited()

    def _remove(self, line: PlayerLine) -> None:
        self.lines.remove(line)
        self._edited()

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, shown: Tournament | None) -> None:
        """Draws the controls. `shown` is the tournament in the table, if it has these players."""
        theme = sheet.theme
        pad, gap, row = theme.px(16), theme.px(8), theme.px(ROW)
        sheet.fill(rect, theme.panel)
        width = min(rect.width - 2 * pad, theme.px(WIDEST))
        details = self.app.choices.exact
        lines = len(self.lines) * (row + theme.px(4)) * (2 if details else 1)
        height = 6 * (row + gap) + lines + theme.line_height(14) + 3 * theme.px(20) + 6 * gap
        with self._scroll.view(sheet, self, rect, height) as top:
            place = pygame.Rect(rect.centerx - width // 2, top + 2 * gap, width, height)
            self._labelled(sheet, cut(place, row, 2 * gap), "Game", self.game)
            for number, line in enumerate(self.lines, 1):
                end = line.draw(sheet, cut(place, row), number, len(self.lines) > 2, details)
                place.y = end + theme.px(4)
            buttons = cut(place, row, 2 * gap)
            self.add.enabled = len(self.lines) < MOST_PLAYERS
            self.add.draw(sheet, pygame.Rect(buttons.topleft, (self.add.wanted_width(theme) + gap, row)))
            buttons.left = buttons.right - self.details.wanted_width(theme) - gap
            self.details.primary = details
            self.details.draw(sheet, pygame.Rect(buttons.topleft, (place.right - buttons.left, row)))
            self._draw_modes(sheet, cut(place, row, gap))
            first = cut(place, row, gap)
            if self.mode == TEST:
                self._labelled(sheet, first, "Decide between", self.bounds)
            else:
                self._labelled(sheet, first, "Games per pair", self.games)
            half = cut(place, row, gap)
            half.width = (width - 2 * gap) // 2
            self._labelled(sheet, half, "Seed", self.seed, theme.px(64))
            half.right = place.right
            self._labelled(sheet, half, "At a time", self.workers, theme.px(80))
            self._labelled(sheet, cut(place, row, 2 * gap), "Keep", self.keeps, theme.px(64))
            text_place = cut(place, 3 * theme.px(20))
            try:
                sheet.paragraph(text_place, self.what_it_takes(shown), 14, theme.dim)
            except BadText as error:
                sheet.paragraph(text_place, str(error), 14, theme.warning)

    def _labelled(
        self, sheet: Sheet, rect: pygame.Rect, text: str, control: DropDown | TextField, left: int = 0
    ) -> None:
        """Draws a label and its control in a line."""
        left = left or sheet.theme.px(148)
        sheet.label(pygame.Rect(rect.x, rect.y, left - sheet.theme.px(8), rect.height), text)
        control.draw(sheet, pygame.Rect(rect.x + left, rect.y, rect.width - left, rect.height))

    def _draw_modes(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, x = sheet.theme, rect.x
        for name, tip in TIPS.items():
            width = theme.width(name, 14, True) + theme.px(32)
            place = pygame.Rect(x, rect.y, width, rect.height)

            choose = partial(self.choose_mode, name)
            sheet.tab(("arena", name), place, name, tip, choose, name == self.mode)
            x += width
        sheet.rule(rect.left, rect.right, rect.bottom)

    def what_it_takes(self, shown: Tournament | None = None) -> str:
        """How many games the plan takes, in a sentence or two. If the `shown` tournament pairs its players in
        another way, that is said. Raises BadText if a control is wrong."""
        plan = self.plan
        low, high = plan.expected_games
        if plan.test is not None:
            return (
                f"Takes about {about(low)} to {about(high)} games. At most one test in 20 decides wrongly. "
                "It does not measure how much better a player is."
            )
        if shown is not None and shown.total != high:
            return (
                f"{grouped(shown.total)} games of {len(shown.pairings)} pairings, as in {shown.name}. "
                "Any change here makes it everybody against everybody."
            )
        fresh = f" Starts after the first {grouped(plan.skipped)} pairs." if plan.skipped else ""
        return f"{grouped(high)} games in pairs, both from one opening with sides swapped.{fresh}"


def _bounds_option(low: float, high: float) -> Option:
    few, many = SequentialTest(low, high).expected_games()
    between = f"{low:g} and {high:g} Elo".replace("-", "−")
    return Option((low, high), between, f"{about(few)} to {about(many)} games")
