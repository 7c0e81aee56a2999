"""The screen of the arena: programs play each other many times, and it shows the results so far."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from arena.match import GameResult
from arena.sequential import NONE
from arena.tournament import Tournament
from arena.tournament_run import PAUSED, PREPARING, TournamentProgress
from engines.jobs import COMPILING, Job, Lane
from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.registry import entry
from study.format.number_text import grouped, seconds
from study.saved_games.game_to_open import GameToOpen
from study.state.changes import Drawn
from study.tournaments.arena_session import ArenaSession, Known, Plan, list_tournaments, plan_of
from study.tournaments.explained_pairing import ExplainedPairing
from study.tournaments.tournaments import open_game
from ui.app import App
from ui.ask_to_start import ask_to_start
from ui.commands import Command, Commands
from ui.kit.drop_down import Menu, Option
from ui.kit.sheet import Sheet
from ui.kit.table import DataTable
from ui.navigation import DialogAnswer, Navigation
from ui.open_game import show_game
from ui.scenes.arena.arena_games import ROW, ArenaGames
from ui.scenes.arena.arena_setup import ArenaSetup, about
from ui.scenes.arena.arena_table import ArenaTable
from ui.scenes.arena.arena_why import ArenaWhy
from ui.scenes.scene import Form

COLUMN = 420
"""Width of the controls beside the table, in design pixels."""

BOTH = 960
"""From this width on, in design pixels, the controls are beside the table and not in its place."""

QUIT_SECONDS = 1.0
"""How long quitting waits, at most, until the file of results is closed."""

CLOCK_SECONDS = 0.25
"""How often clocks and counters are drawn again."""

ABOUT = (
    "Programs play each other in pairs of games: both from one opening, with sides "
    "swapped. Finished games are saved: choose a tournament in the menu above to go on with it."
)

STILL_PLAYS = "You changed the plan. The old tournament goes on; to play your plan, pause it and press Start."
NOT_YET = "You changed the plan. The results are from before the change; Start plays your plan."


class _State(Drawn):
    """The parts of the screen's content that change while games are played; a change makes it draw again."""

    fields = ("news", "doing", "problem", "known", "why")

    def __init__(self) -> None:
        self.news: TournamentProgress | None = None
        self.doing = self.problem = ""
        self.known = 0
        self.why: object = None

    def follow(self, contest: ArenaSession, known: int, why: ExplainedPairing) -> None:
        """Reads the newest state."""
        self.news, self.doing, self.problem, self.known = contest.news, contest.doing, contest.problem, known
        self.why = why.news, why.running, why.problem


class Arena(Form):
    """The screen with a tournament and its results. Games go on while another screen covers it, and stop when
    it is left; finished games are saved."""

    guide_page = "arena"
    leave = "Back; finished games stay saved (Esc)."

    def __init__(
        self, app: App, navigation: Navigation, game: str, players: Sequence[PlayerSpec], executor: str = ""
    ):
        super().__init__(app)
        self.navigation = navigation
        folder = app.saves.data if app.saves is not None else app.settings.data_folder
        self.contest = ArenaSession(app.settings, folder, executor)
        self.table = ArenaTable()
        self.games = ArenaGames(self.watch)
        self.why = ArenaWhy(app.settings, self.show_parting)
        self._shows_why = False  # whether "Why lost?" is shown instead of the list of games
        self._folder = folder
        self._plan: Plan | None = None  # the plan of the shown tournament, once it has been read
        self._shows_setup = True  # without room for both: the controls, not the table
        self._wide = True
        self._listing: Job | None = None
        # A lane of its own: a tournament's file may be locked, and other files must not wait for that.
        self._reading = Lane("list of tournaments")
        self.state = _State()
        self._drawn_at = 0.0
        self.commands = commands = Commands(self, ARENA, self.tell)
        self.setup = ArenaSetup(app, commands, self._changed)
        self.start = commands.button("start", primary=True)
        self.measure_button = commands.button("measure")
        self.other = commands.button("turn", flat=True)
        tip = "Tournaments that were begun before, and those that come with the program."
        self.known = Menu(self.look_at, "more", tip)
        self.setup.offer(game, [str(spec) for spec in players if not spec.is_human])
        self._list()

    @property
    def title(self) -> str:  # type: ignore[override]
        return f"Arena: {entry(self.setup.game.value).title}"

    @property
    def at_work(self) -> bool:
        return self.contest.at_work

    # What the person does

    def play_or_pause(self) -> None:
        """Starts the plan, or resumes or pauses the shown tournament."""
        self.problem = ""
        if self.contest.plays:
            self.contest.pause()
            return
        try:
            plan = self.setup.plan
        except BadText as error:
            self.problem = str(error)
            return
        if not self.differs and self.contest.tournament is not None:
            self._go_on(self.contest.tournament)
        else:
            self._begin(plan)

    def _begin(self, plan: Plan) -> None:
        """Begins a tournament of players that the person has just chosen."""
        self.setup.remember()
        if self.app.saves is not None:
            self.app.saves.trusted.choose(plan.specs)
        self._plan = plan
        self.table.restart()
        self.contest.show(plan.tournament, self.setup.workers.value, keeps_values=self.setup.keeps.value)
        self._shows_setup = False

    def _go_on(self, tournament: Tournament) -> None:
        """Resumes a tournament. If its file names other programs as players that the person has not yet
        agreed to start, asks first."""
        specs = [entrant.player for entrant in tournament.entrants]
        trusted = None if self.app.saves is None else self.app.saves.trusted
        unknown = [] if trusted is None else trusted.unknown(specs)

        def play() -> None:
            self.contest.go_on(self.setup.workers.value, self.setup.keeps.value)
            self._shows_setup = False

        def start() -> None:
            if trusted is not None:
                trusted.choose(specs)
            play()

        if not unknown:
            play()
            return
        stay = ("Do not start {it}", "Shows the tournament without playing it.", lambda: None)
        ask_to_start(self.navigation, "The tournament", unknown, stay, start, lambda: None)

    def measure(self) -> None:
        """Plays games between the two players of a test, from pairs that the test has not used."""
        plan = self.contest.measuring
        if plan is not None:
            self.setup.fill(plan)
            self._begin(plan)

    def look_at(self, known: Known) -> None:
        """Shows an earlier tournament, or one that comes with the program; Start then plays its games. While
        games are being played, asks first."""
        if not self.contest.at_work:
            self._look_at(known)
        elif known.begun is not None and known.begun == self.contest.tournament:
            self.problem, self._shows_setup = "", False
            self.setup.fill(plan_of(known.begun))
        else:
            stop = "Stops this tournament and shows the other. Finished games are saved. Resume any time."
            self.navigation.ask(
                "Stop the tournament?",
                "Games are being played. They stop if you show another tournament:",
                (known.name,),
                (
                    DialogAnswer("Keep playing", "The tournament goes on.", lambda: None),
                    DialogAnswer("Stop it", stop, partial(self._look_at, known)),
                ),
                lambda: None,
            )

    def _look_at(self, known: Known) -> None:
        self.problem = ""
        self._plan = None
        self.table.restart()
        self.contest.show(known.make, self.setup.workers.value, plays=False)
        self._shows_setup = False

    def watch(self, tournament: Tournament, game: GameResult) -> None:
        """Opens a finished game; the tournament goes on meanwhile."""
        show_game(self.navigation, lambda: open_game(tournament, game), f"game {game.number + 1}")

    def show_parting(self, opens: Callable[[], GameToOpen], name: str) -> None:
        """Opens the position where the games of a pair part; the tournament goes on meanwhile."""
        show_game(self.navigation, opens, name)

    def turn_why(self) -> None:
        """Switches between the list of games and why the pairing was lost."""
        self._shows_why = not self._shows_why

    def turn(self) -> None:
        """Switches between the controls and the table, if there is no room for both."""
        self._shows_setup = not self._shows_setup

    def _changed(self) -> None:
        """Called when the plan has changed. The shown tournament goes on; only Start replaces it."""
        self.problem = ""
        if self._plan is None:  # its file is still being read: its plan would overwrite the change
            self.contest.leave()

    @property
    def differs(self) -> bool:
        """Whether the plan in the controls differs from that of the shown tournament."""
        try:
            return self._plan is not None and self.setup.plan != self._plan
        except BadText:
            return True

    # Time

    def _list(self) -> None:
        if self._listing is not None:
            self._listing.drop()
        self._listing = self._reading.do(partial(list_tournaments, self._folder), "the list of tournaments")

    def update(self, now: float) -> bool:
        contest = self.contest
        if self._listing is not None and self._listing.over:
            known = self._listing.news.value or ()
            self.known.offer([Option(one, one.name, one.detail) for one in known])
            self._listing = None
        tournament = contest.tournament
        if tournament is not None and self._plan is None:  # the file of the chosen tournament has been read
            self._plan = plan_of(tournament)
            self.setup.fill(self._plan)
        held = self.games.list in (self.app.event_router.sheet.hovered, self.app.event_router.sheet.focused)
        self.games.follow(contest.news, self.table.chosen, held)
        pairing = self._explainable
        if self._shows_why:
            tournament = None if pairing is None else contest.tournament
            self.why.follow(tournament, pairing, self.games.games)
        self.state.follow(contest, len(self.known.options), self.why.task)
        return self.state.take_change() or (bool(contest.doing) and now - self._drawn_at > CLOCK_SECONDS)

    def shown_again(self) -> None:
        self._list()

    def close(self) -> None:
        self._reading.close(patience=0.0)
        self.why.close()
        self.contest.close(0.0 if self.app.running else QUIT_SECONDS)

    def key(self, event: pygame.event.Event) -> bool:
        if self.commands.named(event):
            self.problem = ""  # the problem of an earlier command
        return super().key(event)

    # Words

    @property
    def cannot_start(self) -> str | None:
        return "All games are played." if self.contest.over and not self.differs else None

    @property
    def cannot_measure(self) -> str | None:
        possible = not self.contest.plays and self.contest.measuring is not None
        return None if possible else "Only a test can be measured, once it has games and is paused or over."

    @property
    def _explainable(self) -> int | None:
        """The pairing whose games are listed; None if games of several are."""
        tournament = self.contest.tournament
        alone = tournament is not None and len(tournament.pairings) == 1
        return 0 if alone else self.table.chosen

    @property
    def cannot_explain(self) -> str | None:
        if self.contest.news is None:
            return "There are no games yet."
        if self._explainable is None:
            return "Choose two players: click their score in the table."
        return None

    @property
    def cannot_turn(self) -> str | None:
        return "Players and table are shown side by side." if self._wide else None

    @property
    def face_of_start(self) -> dict[str, str]:
        """The label, icon and tooltip of the start button, as fields of its command."""
        contest = self.contest
        if contest.plays:
            tip = "Starts no further games and finishes those that have begun."
            return {"caption": "Pause", "icon": "pause", "tip": tip}
        goes_on = contest.shown and not contest.over and not self.differs
        return {"caption": "Go on" if goes_on else "Start"}

    @property
    def face_of_turn(self) -> dict[str, str]:
        """The label and tooltip of the button that switches to the players or to the table."""
        there = "Table" if self._shows_setup else "Players"
        return {"caption": there, "tip": f"Shows the {there.lower()}."}

    def _status(self) -> str:
        """The state of the tournament, in a few words."""
        contest, news = self.contest, self.contest.news
        if contest.over:
            test = None if news is None else news.table.test
            return "all is played" if test is None else "the test is over"
        if contest.doing == PREPARING:
            return f"preparing, {seconds(contest.seconds_doing)}"
        if contest.doing == COMPILING:
            line = self.app.compile_line.text
            return line.rstrip(".") or f"compiling, {seconds(contest.seconds_doing)}"
        if contest.doing and not contest.plays and contest.doing != PAUSED:
            return "finishing the games that have begun"
        test = None if news is None else news.table.test
        if contest.doing == PAUSED or not contest.doing:
            undecided = test is not None and test.decision == NONE and news is not None and news.done
            return "paused, undecided" if undecided else "paused"
        return "playing"

    # Drawing

    def lay_out(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        self._drawn_at = now
        self._wide = rect.width >= sheet.theme.px(BOTH)
        if self.contest.news is not None:
            self.table.settle_scale(self.contest.news.table)
        super().lay_out(sheet, rect, now)

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        bar = self.draw_bar(sheet, rect)
        self._draw_buttons(sheet, bar)
        below = pygame.Rect(rect.x, bar.bottom + 1, rect.width, rect.bottom - bar.bottom - 1)
        page = below.copy()
        if self._wide:
            column = pygame.Rect(below.x, below.y, theme.px(COLUMN), below.height)
            self.setup.draw(sheet, column, None if self.differs else self.contest.tournament)
            page = pygame.Rect(column.right, below.y, below.right - column.right, below.height)
        elif self._shows_setup:
            self.setup.draw(sheet, below, None if self.differs else self.contest.tournament)
            return
        self._draw_page(sheet, page.inflate(-2 * theme.px(16), -2 * theme.px(12)))

    def _draw_buttons(self, sheet: Sheet, bar: pygame.Rect) -> None:
        theme, gap, side = sheet.theme, sheet.theme.px(8), sheet.theme.px(36)
        buttons = [self.start]
        if self.measure_button.enabled:
            buttons.append(self.measure_button)
        if not self._wide:
            buttons.append(self.other)
        x, y = bar.right - gap, bar.y + theme.px(4)
        places = []
        for button in buttons:
            width = max(theme.px(104) if button is self.start else 0, button.wanted_width(theme) + gap)
            x -= width
            places.append((button, pygame.Rect(x, y, width, side)))
            x -= gap
        self.known.draw(sheet, pygame.Rect(x - side, y, side, side))
        for button, place in reversed(places):
            button.draw(sheet, place)

    def _draw_page(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme, row, news = sheet.theme, sheet.theme.px(ROW), self.contest.news
        problem = self.problem or self.contest.problem
        if problem:
            sheet.paragraph(pygame.Rect(rect.x, rect.y, rect.width, 2 * row), problem, 14, theme.warning)
            rect = pygame.Rect(rect.x, rect.y + 2 * row, rect.width, rect.height - 2 * row)
        if news is None:
            text = self._status().capitalize() if self.contest.doing else "" if problem else ABOUT
            sheet.paragraph(pygame.Rect(rect.x, rect.y, rect.width, 4 * row), text, 14, theme.dim)
            return
        if self.differs:
            words = STILL_PLAYS if self.contest.at_work else NOT_YET
            high = len(theme.wrapped(words, rect.width, 14)) * theme.line_height(14) + theme.px(8)
            sheet.paragraph(pygame.Rect(rect.x, rect.y, rect.width, high), words, 14, theme.dim)
            rect = pygame.Rect(rect.x, rect.y + high, rect.width, rect.height - high)
        y = self._draw_progress(sheet, pygame.Rect(rect.x, rect.y, rect.width, row), news)
        y = self.table.draw(sheet, pygame.Rect(rect.x, y + theme.px(8), rect.width, 0), news)
        y += theme.px(12)
        head = pygame.Rect(rect.x, y, rect.width, row)
        below = pygame.Rect(rect.x, head.bottom, rect.width, rect.bottom - head.bottom)
        if below.height < row:
            return
        shows_why = self._shows_why and self.cannot_explain is None
        self._draw_tabs(sheet, head, shows_why)
        if shows_why:
            self.why.draw(sheet, below.inflate(0, -theme.px(8)))
        else:
            self.games.draw(sheet, below)

    @property
    def list_below(self) -> DataTable:
        """The list below the table: of games, or of the positions where they part."""
        return self.why.pairs if self._shows_why and self.cannot_explain is None else self.games.list

    def _draw_tabs(self, sheet: Sheet, rect: pygame.Rect, shows_why: bool) -> None:
        """Draws the tabs of the two pages below the table, or only the tab of the games."""
        theme, x = sheet.theme, rect.x
        games = "Games" if self.table.chosen is None else "Games of this pairing"
        if self.cannot_explain is not None:
            x = sheet.label(rect, games, 14, bold=True).right + theme.px(16)
        else:
            tabs = ((games, "The finished games.", False), ("Why lost?", WHY.tooltip, True))
            for name, tip, chosen in tabs:
                place = pygame.Rect(x, rect.y, theme.width(name, 14, True) + theme.px(24), rect.height)
                turn = partial(setattr, self, "_shows_why", chosen)
                sheet.tab(("below", name), place, name, tip, turn, chosen == shows_why)
                x = place.right
            x += theme.px(8)
        rest = pygame.Rect(x, rect.y, rect.right - x, rect.height)
        if shows_why:
            self.why.draw_head(sheet, rest)
        else:
            sheet.label(rest, self.games.hint, 14, theme.dim)

    def _draw_progress(self, sheet: Sheet, rect: pygame.Rect, news: TournamentProgress) -> int:
        """Draws the progress in words, each part at a fixed place, and as a bar; returns where they end."""
        theme, test = sheet.theme, news.table.tournament.test
        most = news.total if test is None else test.expected_games()[1]
        of = f"of {grouped(most)} games" if test is None else f"games of some {about(most)}"
        if test is not None and news.over:
            most, of = news.done, "games"
        rate, left = news.games_per_second, self.contest.seconds_left
        goes_on = not self.contest.over
        parts: tuple[str, ...] = (
            f"{grouped(news.done)} {of}",
            ""
            if rate is None
            else f"{rate:.1f} games/s"
            if rate < 100
            else f"{grouped(round(rate))} games/s",
            f"{'about ' if test else ''}{seconds(left)} left" if left is not None and goes_on else "",
            self._status(),
        )
        shares: tuple[float, ...] = (0.0, 0.34, 0.52, 0.72, 1.0)
        if self.contest.doing in (PREPARING, COMPILING):  # no game is being played, so there is no rate
            parts, shares = (parts[0], parts[-1]), (0.0, 0.34, 1.0)
        for part, start, end in zip(parts, shares, shares[1:], strict=False):
            x = rect.x + round(start * rect.width)
            place = pygame.Rect(x, rect.y, round((end - start) * rect.width) - theme.px(8), rect.height)
            sheet.label(place, part, 14, bold=start == 0.0)
        track = pygame.Rect(rect.x, rect.bottom, rect.width, theme.px(6))
        sheet.fill(track, theme.raised, 3)
        done = round(track.width * min(1.0, news.done / max(1, most)))
        sheet.fill(pygame.Rect(track.x, track.y, done, track.height), theme.accent, 3)
        return track.bottom


WHY: Command[Arena] = Command(
    "why",
    "Why was the match lost?",
    "Shows the positions in which the two players chose differently.",
    "W",
    Arena.turn_why,
    "Arena",
    lambda arena: arena.cannot_explain,
)
"""The command; the tab of that page has the same tooltip."""

# fmt: off
ARENA: tuple[Command[Arena], ...] = (
    Command("start", "Start, pause or go on", "Plays the games that have not been played yet.",
            "Space, Enter", Arena.play_or_pause, "Arena", lambda arena: arena.cannot_start, "play", "Start",
            lambda arena: arena.face_of_start),
    Command("measure", "Measure, after a test",
            "Plays new pairs of games to measure how much better a test's first player is.", "M",
            Arena.measure, "Arena", lambda arena: arena.cannot_measure, caption="Measure"),
    Command("details", "Show or hide the players' details",
            "Shows or hides how the command line writes the players.", "X", Arena.turn_details, "Arena",
            icon="down", caption="Details"),
    WHY,
    Command("turn", "The players, or the table",
            "In a narrow window: shows the players, or the table.", "T", Arena.turn, "Arena",
            lambda arena: arena.cannot_turn, now=lambda arena: arena.face_of_turn),
    Command("up", "Scroll up", "Scrolls the list below the table.", "Up",
            lambda arena: arena.list_below.wheel(0.5), "Arena"),
    Command("down", "Scroll down", "Scrolls the list below the table.", "Down",
            lambda arena: arena.list_below.wheel(-0.5), "Arena"),
)
# fmt: on
"""The arena's commands."""
