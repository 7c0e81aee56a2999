"""The home screen: which game, who plays it, and the earlier games."""

import time
from functools import partial
from pathlib import Path

import pygame

from engines.player_kinds import HUMAN, PlayerSpec
from games.contract import BadText
from games.record import Record
from games.registry import ENTRIES, entry, load_game
from study.format.rule_options import rules_in_force
from study.game.precompile import Precompile
from study.game.session import Session
from study.settings.settings import Settings
from study.setups.registry import has_setup
from study.state.wishes import Say, ShowPage
from study.tree.lesson import lesson_position
from study.user_files.read_file import record_from
from ui import clipboard
from ui.app import App
from ui.boards.registry import has_board
from ui.commands import Command, Commands, KeyLine, Never
from ui.import_games import format_of_text, games_shown, open_file, open_some_file, open_text
from ui.kit.buttons import Button
from ui.kit.drop_down import Menu, Option
from ui.kit.sheet import Sheet
from ui.navigation import Navigation, Pair
from ui.scenes.home.game_card import GameCard
from ui.scenes.home.history import LEAST_ROWS, History
from ui.scenes.home.who_plays import ANALYSE, ARENA, PLAY, WATCH, WhoPlays
from ui.scenes.scene import Scene

HEAD, CARD, GAP, FOOT = 52, 168, 12, 8
"""Heights of the screen's parts in design pixels. A card is higher in a window of at least ROOMY."""

ROOMY, BELOW_PICTURE = 600, 96
"""In design pixels: the height of a roomy window, and the height of a card below its picture."""


LOW_CARD = 64
"""Least height of a card in design pixels: cards get lower so that the list of games has at least a row."""

SHARES = (
    (LEAST_ROWS, True, CARD),
    (1, True, CARD - 40),
    (LEAST_ROWS, False, CARD),
    (1, False, LOW_CARD),
)
"""How the parts share the height; the first that fits is used: rows of the list of games, whether the players
get all their lines, and the least height of a card."""

EXAMPLES = "Three games that are worth a look; each opens with a review (E)."

LESSON = "Lesson"
"""The page that the command "How does it think?" opens."""

LEAST_CARD = 136
"""Cards that would be narrower than this, in design pixels, are put in two rows if there is room."""


class Home(Scene):
    """The first screen of the program."""

    takes_files = True
    guide_page = "playing"

    def __init__(self, app: App, navigation: Navigation, precompile: Precompile) -> None:
        super().__init__(app)
        self.navigation = navigation
        self._precompile = precompile
        self.game = next(about.name for about in ENTRIES if has_board(about.name))
        if has_board(app.choices.game):
            self.game = app.choices.game
        self.cards = [
            GameCard(about, partial(self.choose_game, about.name), self.start, self.explain)
            for about in ENTRIES
        ]
        for card in self.cards:
            if card.about.name in app.settings.games and has_board(card.about.name):
                card.show_rules(rules_in_force(app.settings.options_for(card.about.name)))
        self.commands = commands = Commands(self, HOME, self.tell, app.commands)
        self.who = WhoPlays(app, commands)
        self.history = History(app, navigation, self.tell, commands.button("continue"))
        self.examples = Menu(self.history.examples.open, "down", EXAMPLES, "Examples")
        self.examples.offer(
            [
                Option(example, entry(example.game).title, example.question)
                for example in self.history.examples.games
            ]
        )
        self.elsewhere = {name: commands.button(name) for name in ("own files", "set up", "paste", "open")}
        self.settings = commands.button("settings", flat=True)
        self._problem = ""
        self.choose_game(self.game)
        self.history.read()

    # What the person does

    def choose_game(self, name: str) -> None:
        self.game = name
        for card in self.cards:
            card.chosen = card.about.name == name
        self.who.show(name)

    def start(self) -> None:
        """Starts a new game with the chosen players, or opens the arena."""
        if self.who.mode == ARENA:
            self._problem = ""
            self.navigation.arena(self.game)
            return
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options))

    def _start(self, record: Record, players: Pair | None = None) -> None:
        try:
            players = players or self.who.chosen
        except BadText as error:
            self._problem = str(error)
            return
        if self.app.saves:
            self.app.saves.trusted.choose(players)
        seed = time.time_ns() % 1_000_000
        session = Session(record, players, self.app.settings, self.app.saves, seed)
        if self.who.mode == ANALYSE:
            session.study.analyse()
        if record.not_kept:
            session.study.wish(Say(record.not_kept))
        self._problem = ""
        self.navigation.play(session)

    # Games from the clipboard and from files

    def paste(self) -> None:
        """Starts a game from the clipboard."""
        self._take(clipboard.get(), "the clipboard")

    def dropped_text(self, text: str) -> None:
        self._take(text, "the dropped text")

    def _take(self, text: str, source: str) -> None:
        """Starts a game from a text, which is a position, or a game in a file format."""
        try:
            found = format_of_text(text)
            if found is not None:
                name, format = found
                open_text(self.navigation, name, format, text, source)
                return
            record = record_from(text, self.app.settings, games_shown(self.game))
        except BadText as error:
            self._problem = f"Not opened: {error}"
            return
        if record.game.name != self.game:
            self.choose_game(record.game.name)
        self._start(record)

    def dropped(self, path: Path) -> None:
        open_file(self.navigation, path, self.game)

    def set_up(self) -> None:
        self.navigation.edit(self.game, None, self.who.pair, self._play_from)

    def _play_from(self, text: str, players: Pair) -> None:
        self.app.pop()
        self.who.take(players)
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options, text), players)

    def learn(self) -> None:
        """Opens a small position with the page Lesson."""
        name, text = lesson_position()
        record = Record.start(load_game(name), self.app.settings.options_for(name), text)
        people = PlayerSpec(HUMAN), PlayerSpec(HUMAN)
        session = Session(record, people, self.app.settings, self.app.saves)
        session.study.wish(ShowPage(LESSON))
        self._problem = ""
        self.navigation.play(session)

    def explain(self) -> None:
        self.navigation.explain(self.game, self.app.settings.options_for(self.game))

    def tell(self, problem: str) -> None:
        self._problem = problem

    def update(self, now: float) -> bool:
        self._precompile.consider(self.game, self.who.programs, now)
        changed = self.history.update()
        if changed:
            last = self.history.last_opponents
            self._precompile.played = tuple(last)
            for card in self.cards:
                card.last = last.get(card.about.name, "")
        return self.who.update() or changed

    def files_loaded(self) -> None:
        self.who.show_again()

    def close(self) -> None:
        self.covered()
        self._precompile.close()
        if self._precompile.problem:
            self.app.part_with(self._precompile.problem)

    def covered(self) -> None:
        self.history.stop()

    def shown_again(self) -> None:
        self._problem = ""  # a problem from before the other screen was opened
        self.history.read()

    def settings_changed(self, settings: Settings) -> None:
        self._precompile.use(settings)

    def key(self, event: pygame.event.Event) -> bool:
        if self.commands.named(event):
            self._problem = ""  # the problem of an earlier command
        return super().key(event)

    def choose_next(self, step: int) -> None:
        """Chooses the game `step` places further in the row of cards."""
        playable = [card.about.name for card in self.cards if card.enabled]
        self.choose_game(playable[(playable.index(self.game) + step) % len(playable)])

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        edge, gap, foot = theme.px(24), theme.px(GAP), theme.px(FOOT)
        area = pygame.Rect(rect.x + edge, rect.y, rect.width - 2 * edge, rect.height - foot)
        y = area.y + theme.px(HEAD)
        for rows, roomy, card in SHARES:
            who = self.who.height(theme, area.width, roomy)
            room = area.bottom - y - who - 2 * gap - self.history.height_of(theme, rows)
            if room >= theme.px(card):
                break
        high = round(rect.height * 0.38) if rect.height >= theme.px(ROOMY) else 0
        y = self._draw_cards(sheet, pygame.Rect(area.x, y, area.width, room), high) + gap
        self.who.draw(sheet, pygame.Rect(area.x, y, area.width, who))
        y += who + gap
        self._draw_head(sheet, pygame.Rect(area.x, area.y, area.width, theme.px(HEAD)))
        self.history.draw(sheet, pygame.Rect(area.x, y, area.width, area.bottom - y))

    def _draw_cards(self, sheet: Sheet, area: pygame.Rect, wanted: int) -> int:
        """Draws the cards side by side, or in two rows if they would be too narrow. `wanted` is their
        preferred height. Returns where they end."""
        theme, gap, count = sheet.theme, sheet.theme.px(GAP), len(self.cards)
        columns, tall = count, min(max(theme.px(CARD), wanted), area.height, theme.px(400))
        if area.width < count * theme.px(LEAST_CARD) and area.height >= 2 * theme.px(CARD) + gap:
            columns = (count + 1) // 2
            tall = min(tall, (area.height - gap) // 2, theme.px(CARD + 24))
        width = (area.width - gap * (columns - 1)) // columns
        tall = max(theme.px(LOW_CARD), min(tall, width + theme.px(BELOW_PICTURE)))
        for number, card in enumerate(self.cards):
            row, column = divmod(number, columns)
            place = pygame.Rect(area.x + column * (width + gap), area.y + row * (tall + gap), width, tall)
            if column == columns - 1:
                place.width = area.right - place.x  # with the pixels that the division left over
            card.draw(sheet, place)
        return place.bottom

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect) -> None:
        surface, theme = sheet.surface, sheet.theme
        controls: list[Button | Menu] = [self.examples] if self.examples.options else []
        controls += self.elsewhere.values()
        widths = [control.wanted_width(theme) for control in controls]
        side, gap = theme.px(32), theme.px(8)
        taken = sum(widths) + len(widths) * gap + side + theme.width("F1") + 3 * gap
        large = theme.width("Plyglass", 24, True) + taken <= rect.width
        size = 24 if large else 18
        top = rect.centery - theme.line_height(size) // 2
        name = theme.text(surface, (rect.x, top), "Plyglass", size, bold=True)
        compiling = self.app.compile_line
        lines = (compiling.text, compiling.short) if compiling.text else (ABOUT,)
        low = rect.centery - theme.line_height(14) // 2 + theme.px(4)
        problem = self._problem or self.who.problem
        spare = rect.right - name.right - 3 * gap - sum(widths) - len(widths) * gap - side
        keys = "F1: keys" if spare >= theme.width("F1: keys") + len(widths) * gap else "F1"
        wider = max(0, min(gap, (spare - theme.width(keys)) // len(widths)))
        gear = pygame.Rect(rect.right - theme.width(keys) - gap - side, 0, side, side)
        gear.centery = rect.centery
        x = gear.left - sum(widths) - len(widths) * (gap + wider)
        room = x - gap - name.right - 3 * gap
        text = problem or next((line for line in lines if theme.width(line) <= room), "")
        color = theme.warning if problem else theme.dim
        if text:
            theme.text(surface, (name.right + 3 * gap, low), text, 14, color, max_width=room)
        for control, width in zip(controls, widths, strict=True):
            control.draw(sheet, pygame.Rect(x, rect.centery - side // 2, width + wider, side))
            x += width + wider + gap
        self.settings.draw(sheet, gear)
        theme.text(surface, (rect.right, low), keys, 14, theme.dim, "right")


ABOUT = "Play a game, and see why the program moves."

GAMES, PLAYERS, BEFORE, ELSEWHERE = "Games", "Players", "Games played before", "From elsewhere"


def _unexplained(home: Home) -> str | None:
    guided = load_game(home.game).guide is not None
    return None if guided else Never(f"There is no page on how {entry(home.game).title} is played.")


def _explained(home: Home) -> dict[str, str]:
    return {"label": f"How to play {entry(home.game).title} …"}


def _no_setup(home: Home) -> str | None:
    return None if has_setup(home.game) else f"Positions of {entry(home.game).title} cannot be set up."


def _nothing_lit(home: Home) -> str | None:
    marked = home.history.marked(home.app.event_router.sheet)
    return None if marked else "Point at a saved game first, or move to it with Tab."


def _mode(name: str, label: str, tip: str) -> Command[Home]:
    return Command(name, label, tip, name[0], lambda home: home.who.choose_mode(name), PLAYERS)


def _continued(home: Home) -> dict[str, str]:
    name = home.history.interrupted
    return {"caption": f"Continue {name}", "tip": f"Continues {name}."} if name else {}


# fmt: off
HOME: tuple[Command[Home] | KeyLine, ...] = (
    Command("next game", "Next game", "The next game.", "Right", lambda home: home.choose_next(1), GAMES),
    Command("previous game", "Previous game", "The previous game.", "Left", lambda home: home.choose_next(-1),
            GAMES),
    Command("how to play", "How to play …", "How this game is played, on a page.", "?, F2", Home.explain,
            GAMES, _unexplained, now=_explained),
    Command("start", "Start", "Starts what is chosen.", "Enter, Space", Home.start, PLAYERS, icon="play",
            caption=PLAY, now=lambda home: {"caption": home.who.mode}),
    _mode(PLAY, "Play yourself", "Chooses a game that you play, against a program or another person."),
    _mode(WATCH, "Watch two programs", "Chooses a game in which two programs play and you watch."),
    _mode(ANALYSE, "Analyse", "Chooses an analysis: you move both sides, each position shown is searched."),
    Command("lesson", "How does it think?",
            "Shows on a small position, step by step, how a program looks ahead and what it may leave out.",
            "L", Home.learn, GAMES, caption="How does it think?"),
    Command(ARENA, "The arena", "Chooses matches between programs: which is better, and by how much?", "G",
            lambda home: home.who.choose_mode(ARENA), PLAYERS),
    Command("swap sides", "Swap sides", "The players change sides.", "S", lambda home: home.who.swap(),
            PLAYERS, icon="swap"),
    Command("details", "Show or hide the players' details",
            "Shows or hides all settings of the players, and how the command line writes them.", "X",
            Home.turn_details, PLAYERS, icon="down", caption="Details"),
    Command("continue", "Continue the game that was interrupted last",
            "Resumes the game that was interrupted last.", "C", lambda home: home.history.go_on(),
            BEFORE, lambda home: None if home.history.interrupted else "No game was interrupted.", "forward",
            "Continue", _continued),
    Command("examples", "Example games …", "Three games that are worth a look; each opens with a review.",
            "E", lambda home: home.examples.unfold(), BEFORE),
    Command("up", "Scroll up", "Scrolls the games played before.", "Up",
            lambda home: home.history.list.wheel(0.5), BEFORE),
    Command("down", "Scroll down", "Scrolls the games played before.", "Down",
            lambda home: home.history.list.wheel(-0.5), BEFORE),
    Command("delete", "Delete the highlighted game", "Deletes this game, if you agree.", "Del",
            lambda home: home.history.ask_to_delete(), BEFORE, _nothing_lit),
    Command("open", "Open a saved game, a suite, PGN or a position …",
            "Opens a file: a saved game, a suite, games in PGN, or a position, in chess a FEN.", "Ctrl+O",
            lambda home: open_some_file(home.navigation, home.game), ELSEWHERE, caption="Open …"),
    KeyLine("Drop a file", "Open it", ELSEWHERE),
    Command("paste", "Paste a position or a game",
            "Starts a game from the position, in chess a FEN, or opens the game, on the clipboard.", "Ctrl+V",
            Home.paste,
            ELSEWHERE, caption="Paste"),
    Command("set up", "Set up a position …", "Starts a game from a position that you set up.", "Ctrl+E",
            Home.set_up, ELSEWHERE, _no_setup, caption="Set up …"),
    Command("own files", "Your own heuristics and players …",
            "Lists your own heuristics and players, and starts new ones.", "Ctrl+H",
            lambda home: home.navigation.own_files(home.game), ELSEWHERE, caption="Your own …"),
)
# fmt: on
"""The home screen's commands, in the order of the list of keys."""
