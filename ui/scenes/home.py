"""The home screen: which game, who plays it, and the games played before."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from games.contract import BadText
from games.record import Record
from games.registry import ENTRIES, entry, load_game
from study.forethought import Forethought
from study.own_files import own_version
from study.read_file import record_from
from study.rules import rules_in_force
from study.session import Session
from study.setups.registry import has_setup
from ui import clipboard
from ui.app import App
from ui.boards.registry import has_board
from ui.contract import Keys
from ui.exchange import format_of_text, games_shown, open_file, open_some_file, open_text
from ui.kit.buttons import Button
from ui.kit.sheet import ACTIVATES, COMMANDS, Sheet
from ui.scenes.game_card import Card
from ui.scenes.history import History
from ui.scenes.scene import Scene
from ui.scenes.who_plays import ANALYSE, ARENA, HEIGHT, PLAY, WATCH, WhoPlays
from ui.ways import Ways

HEAD, CARD, GAP = 52, 208, 12
"""Heights of the screen's parts in design pixels."""


class Home(Scene):
    """Where the program begins."""

    def __init__(self, app: App, ways: Ways) -> None:
        super().__init__(app)
        self.ways = ways
        self.game = next(about.name for about in ENTRIES if has_board(about.name))
        if has_board(app.choices.game):
            self.game = app.choices.game
        self.cards = [
            Card(about, partial(self.choose_game, about.name), self.start, self.explain) for about in ENTRIES
        ]
        for card in self.cards:
            if card.about.name in app.settings.games and has_board(card.about.name):
                card.show_rules(rules_in_force(app.settings.options_for(card.about.name)))
        self.who = WhoPlays(app, self.start)
        self.history = History(app, ways, self.tell)
        self.open_button = Button(
            self._open_file,
            "Open …",
            tooltip="Opens a file: a saved game, a suite, games in PGN or the text of a position (Ctrl+O).",
        )
        self.paste_button = Button(
            self.paste,
            "Paste",
            tooltip="Starts a game from the position, or opens the game, on the clipboard (Ctrl+V).",
        )
        self.setup_button = Button(
            self._set_up, "Set up …", tooltip="Starts a game from a position that you set up (Ctrl+E)."
        )
        self.own_button = Button(
            self._own_files,
            "Your own …",
            tooltip="Your own heuristics and players: what there is, and how to begin one (Ctrl+H).",
        )
        self._version = own_version()
        self._problem = ""
        self._forethought = Forethought(app.settings)
        self.choose_game(self.game)
        self.history.read()

    @property
    def reading(self) -> bool:
        """Whether saved games are still being read."""
        return self.history.reading

    # What the person does

    def choose_game(self, name: str) -> None:
        self.game = name
        for card in self.cards:
            card.chosen = card.about.name == name
        self.setup_button.enabled = has_setup(name)
        self.who.show(name)

    def start(self) -> None:
        """A new game with the players chosen; or the arena."""
        if self.who.mode == ARENA:
            self._problem = ""
            self.ways.arena(self.game)
            return
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options))

    def _start(self, record: Record) -> None:
        try:
            players = self.who.chosen
        except BadText as error:
            self._problem = str(error)
            return
        if self.app.saves:
            self.app.saves.trusted.choose(players)
        seed = time.time_ns() % 1_000_000
        session = Session(record, players, self.app.settings, self.app.saves, seed)
        session.analysis.endless = self.who.mode == ANALYSE
        self._problem = ""
        self.ways.play(session)

    # From elsewhere

    def _open_file(self) -> None:
        open_some_file(self.ways, self.game)

    def paste(self) -> None:
        """A game from what is on the clipboard: a position, or games as a file has them."""
        text = clipboard.get()
        try:
            found = format_of_text(text)
            if found is not None:
                name, format = found
                open_text(self.ways, name, format, text)
                return
            record = record_from(text, self.app.settings, games_shown(self.game))
        except BadText as error:
            self._problem = f"Not pasted: {error}"
            return
        if record.game.name != self.game:
            self.choose_game(record.game.name)
        self._start(record)

    def dropped(self, path: Path) -> None:
        open_file(self.ways, path, self.game)

    def _set_up(self) -> None:
        self.ways.edit(self.game, None, self._play_from)

    def _own_files(self) -> None:
        self.ways.own_files(self.game)

    def _play_from(self, text: str) -> None:
        self.app.pop()
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options, text))

    @property
    def explained(self) -> str:
        return entry(self.game).title if load_game(self.game).guide is not None else ""

    def explain(self) -> None:
        self.ways.explain(self.game, self.app.settings.options_for(self.game))

    def tell(self, problem: str) -> None:
        self._problem = problem

    def update(self, now: float) -> bool:
        renewed = own_version() != self._version
        if renewed:
            self._version = own_version()
            self.who.show_again()
        self._forethought.consider(self.game, self.who.programs, now)
        changed = self.history.update()
        if changed:
            last = self.history.last_opponents
            for card in self.cards:
                card.last = last.get(card.about.name, "")
        return self.who.update() or changed or renewed

    def close(self) -> None:
        self.covered()
        self._forethought.close()

    def covered(self) -> None:
        self.history.stop()
        self._forethought.pause()

    def shown_again(self) -> None:
        self._problem = ""  # of something before what was shown in between
        self.history.read()

    def key(self, event: pygame.event.Event) -> bool:
        if self.history.key(event, self.app.desk.sheet):
            return True
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.mod & COMMANDS and not control:
            return False
        step = 1 if event.key == pygame.K_RIGHT else -1
        actions: dict[int, Callable[[], object]] = {
            **dict.fromkeys(ACTIVATES, self.start),
            **dict.fromkeys((pygame.K_LEFT, pygame.K_RIGHT), lambda: self._choose_next(step)),
            pygame.K_p: lambda: self.who.choose_mode(PLAY),
            pygame.K_w: lambda: self.who.choose_mode(WATCH),
            pygame.K_a: lambda: self.who.choose_mode(ANALYSE),
            pygame.K_g: lambda: self.who.choose_mode(ARENA),
            pygame.K_s: self.who.swap,
            pygame.K_x: self.who.exact.turn,
            pygame.K_c: self.history.go_on,
            pygame.K_UP: lambda: self.history.list.wheel(0.5),
            pygame.K_DOWN: lambda: self.history.list.wheel(-0.5),
        }
        if control:
            actions = {
                pygame.K_v: self.paste,
                pygame.K_o: self._open_file,
                pygame.K_h: self._own_files,
            }
            if self.setup_button.enabled:
                actions[pygame.K_e] = self._set_up
        if event.key not in actions:
            return False
        actions[event.key]()
        return True

    def _choose_next(self, step: int) -> None:
        playable = [card.about.name for card in self.cards if card.enabled]
        self.choose_game(playable[(playable.index(self.game) + step) % len(playable)])

    # Drawing

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        edge, gap = theme.px(24), theme.px(GAP)
        area = pygame.Rect(rect.x + edge, rect.y, rect.width - 2 * edge, rect.height)
        y = area.y + theme.px(HEAD)
        low = rect.height < theme.px(600)
        tall = (
            theme.px(CARD - 40) if low else min(theme.px(400), max(theme.px(CARD), round(rect.height * 0.38)))
        )
        width = (area.width - gap * (len(self.cards) - 1)) // len(self.cards)
        for number, card in enumerate(self.cards):
            place = pygame.Rect(area.x + number * (width + gap), y, width, tall)
            if number == len(self.cards) - 1:
                place.width = area.right - place.x  # what the division left over
            card.draw(sheet, place)
        y += tall + gap
        self.who.draw(sheet, pygame.Rect(area.x, y, area.width, theme.px(HEIGHT)))
        y += theme.px(HEIGHT) + gap
        self._draw_head(sheet, pygame.Rect(area.x, area.y, area.width, theme.px(HEAD)))
        self.history.draw(sheet, pygame.Rect(area.x, y, area.width, rect.bottom - y - theme.px(8)))

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect) -> None:
        surface, theme = sheet.surface, sheet.theme
        top = rect.centery - theme.line_height(24) // 2
        name = theme.text(surface, (rect.x, top), "Plyglass", 24, bold=True)
        line = "Play a game, and see why the program moves."
        low = rect.centery - theme.line_height(14) // 2 + theme.px(4)
        problem = self._problem or self.who.problem
        text, color = (problem, theme.warning) if problem else (line, theme.dim)
        buttons = (self.own_button, self.setup_button, self.paste_button, self.open_button)
        widths = [button.wanted_width(theme) + theme.px(8) for button in buttons]
        x = rect.right - theme.width("F1: keys") - theme.px(16) - sum(widths) - 3 * theme.px(8)
        room = x - theme.px(8) - name.right - theme.px(24)
        if problem or theme.width(text) <= room:
            theme.text(surface, (name.right + theme.px(24), low), text, 14, color, max_width=room)
        for button, width in zip(buttons, widths, strict=True):
            button.draw(sheet, pygame.Rect(x, rect.centery - theme.px(16), width, theme.px(32)))
            x += width + theme.px(8)
        theme.text(surface, (rect.right, low), "F1: keys", 14, theme.dim, "right")

    def keys(self) -> Keys:
        return [
            ("Left, Right", "choose a game"),
            ("Enter", "start"),
            ("P, W, A, G", "play, watch, analyse, the arena"),
            ("S", "the players change sides"),
            ("X", "the players in all detail, or in words"),
            ("C", "continue the game that was interrupted last"),
            ("Ctrl V", "paste a position or a game and play from it"),
            ("Ctrl O, or drop a file", "open a saved game, a suite, PGN or a position"),
            ("Ctrl E", "set up a position"),
            ("Ctrl H", "your own heuristics and players"),
            ("Up, Down", "scroll the games played before"),
            ("Del", "delete the game that is lit"),
        ]
