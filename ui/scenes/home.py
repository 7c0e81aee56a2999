"""The home screen: which game, who plays it, and the games played before."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from engines.jobs import Job
from engines.kinds import HUMAN, PlayerSpec
from engines.players import parse_player
from games.contract import SIDE_NAMES, BadText
from games.record import Record
from games.registry import ENTRIES, entry, load_game
from study.forethought import Forethought
from study.last_choices import Choices
from study.rules import rules_in_force
from study.saves import Listing, SavedGame, listing
from study.session import Session
from ui import clipboard
from ui.app import App
from ui.boards.registry import has_board, has_setup
from ui.continuing import continue_game
from ui.exchange import format_of_text, open_file, open_some_file, open_text, record_from
from ui.kit.buttons import Button
from ui.kit.list_box import ListBox
from ui.kit.sheet import ACTIVATES, COMMANDS, Sheet
from ui.scenes.game_card import Card
from ui.scenes.player_choice import ROW, PlayerChoice, default_player
from ui.scenes.scene import Keys, Scene
from ui.ways import Ways

HEAD, CARD, GAP, SETUP = 52, 208, 12, 108
"""Heights of the screen's parts in design pixels."""

MOST_ROWS = 1_000
"""Games played before that are listed, and no more files than that are read."""

COLUMNS = ((0.0, 0.16), (0.17, 0.49), (0.50, 0.60), (0.61, 0.86))
"""Where the parts of a saved game's line begin and end, as shares of its width."""


class Home(Scene):
    """Where the program begins."""

    def __init__(self, app: App, ways: Ways) -> None:
        super().__init__(app)
        self.ways = ways
        self._made = app.saves.choices.made if app.saves is not None else Choices()
        self.game = next(about.name for about in ENTRIES if has_board(about.name))
        self._restore()
        self.cards = [
            Card(about, partial(self.choose_game, about.name), self.start, self.explain) for about in ENTRIES
        ]
        for card in self.cards:
            if card.about.name in app.settings.games and has_board(card.about.name):
                card.show_rules(rules_in_force(app.settings.options_for(card.about.name)))
        self.players = (PlayerChoice(0, self._keep), PlayerChoice(1, self._keep))
        self.start_button = Button(
            self.start, "Start", "play", "Starts the game with these players (Enter).", True
        )
        self.swap_button = Button(self._swap, icon="swap", tooltip="The players change sides (S).")
        self.continue_button = Button(
            self._continue, "Continue", "forward", "Goes on with the game that was interrupted (C)."
        )
        self.open_button = Button(
            self._open_file, "Open …", tooltip="Opens a game from a file, such as PGN (Ctrl+O)."
        )
        self.paste_button = Button(
            self.paste,
            "Paste",
            tooltip="Starts a game from the position, or opens the game, on the clipboard (Ctrl+V).",
        )
        self.setup_button = Button(
            self._set_up, "Set up …", tooltip="Starts a game from a position that you set up (Ctrl+E)."
        )
        self.saved: list[SavedGame] = []
        self.list = ListBox(self._open_row, self._tip_of_row)
        self._interrupted: SavedGame | None = None
        self._problem = ""
        self._forethought = Forethought(app.settings)
        self._listed = Listing()
        self._reading: Job | None = None  # of the saved games
        self.choose_game(self.game)
        self._read_saves()

    def _restore(self) -> None:
        """The choices made last, as far as they still make sense."""
        if has_board(self._made.game):
            self.game = self._made.game

    def _player(self, game: str, side: int) -> PlayerSpec:
        text = self._made.players.get(game, {}).get(SIDE_NAMES[side])
        if text is not None:
            try:
                return parse_player(text, game)
            except BadText:
                pass
        return default_player(game, side)

    def _read_saves(self) -> None:
        if self.app.saves is not None:
            self._reading = self.app.files.do(listing(self.app.saves, MOST_ROWS), "the list of saved games")

    @property
    def reading(self) -> bool:
        """Whether saved games are still being read."""
        return self._reading is not None

    def _show_listed(self) -> bool:
        """Takes over what has been read of the saved games; whether it is something new."""
        job = self._reading
        if job is None:
            return False
        if job.over:
            self._reading = None
        found = job.news.value
        self._problem = job.news.error or self._problem
        if found is None or found is self._listed:
            return bool(job.news.error)
        self._listed = found
        self._interrupted = found.interrupted
        self.saved = [saved for saved in found.games if saved.plies or saved.problem or not saved.read]
        last: dict[str, SavedGame] = {}
        for saved in found.games:
            last.setdefault(saved.game, saved)
        for card in self.cards:
            card.last = _opponents(last[card.about.name]) if card.about.name in last else ""
        return True

    # What the person does

    def choose_game(self, name: str) -> None:
        self.game = name
        for card in self.cards:
            card.chosen = card.about.name == name
        self.setup_button.enabled = has_setup(name)
        for side, player in enumerate(self.players):
            player.show(name, self._player(name, side))

    def _keep(self) -> None:
        """Remembers the players chosen for this game."""
        self._made.game = self.game
        specs = (str(player.spec) for player in self.players)
        self._made.players[self.game] = dict(zip(SIDE_NAMES, specs, strict=True))
        self.app.keep_choices()

    def _swap(self) -> None:
        first, second = (player.spec for player in self.players)
        self.players[0].show(self.game, second)
        self.players[1].show(self.game, first)
        self._keep()

    def start(self) -> None:
        """A new game with the players chosen."""
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options))

    def _start(self, record: Record) -> None:
        try:
            first, second = (parse_player(str(player.spec), self.game) for player in self.players)
        except BadText as error:
            self._problem = str(error)
            return
        self._keep()
        if self.app.saves:
            self.app.saves.trusted.choose((first, second))
        seed = time.time_ns() % 1_000_000
        self._play(Session(record, (first, second), self.app.settings, self.app.saves, seed))

    # From elsewhere

    def _open_file(self) -> None:
        open_some_file(self.ways)

    def paste(self) -> None:
        """A game from what is on the clipboard: a position, or games as a file has them."""
        text = clipboard.get()
        try:
            found = format_of_text(text)
            if found is not None:
                name, format = found
                open_text(self.ways, name, format, text)
                return
            record = record_from(text, self.app.settings, self.game, any_game=True)
        except BadText as error:
            self._problem = f"Not pasted: {error}"
            return
        if record.game.name != self.game:
            self.choose_game(record.game.name)
        self._start(record)

    def dropped(self, path: Path) -> None:
        open_file(self.ways, path)

    def _set_up(self) -> None:
        self.ways.edit(self.game, None, self._play_from)

    def _play_from(self, text: str) -> None:
        self.app.pop()
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options, text))

    def _play(self, session: Session) -> None:
        self._problem = ""
        self.ways.play(session)

    def _continue(self) -> None:
        if self._interrupted is not None:
            self.open_saved(self._interrupted)

    def open_saved(self, saved: SavedGame) -> None:
        """Opens a saved game, to go on with or to look through."""
        self._problem = ""
        continue_game(self.ways, saved.path)

    @property
    def explained(self) -> str:
        return entry(self.game).title if load_game(self.game).guide is not None else ""

    def explain(self) -> None:
        self.ways.explain(self.game, self.app.settings.options_for(self.game))

    def tell(self, problem: str) -> None:
        self._problem = problem

    def update(self, now: float) -> bool:
        self._forethought.consider(self.game, tuple(player.spec for player in self.players), now)
        return self._show_listed()

    def close(self) -> None:
        self.covered()
        self._forethought.close()

    def covered(self) -> None:
        if self._reading is not None:
            self._reading.drop()
            self._reading = None

    def shown_again(self) -> None:
        self._problem = ""  # of something before what was shown in between
        self._read_saves()

    def _open_row(self, index: int) -> None:
        saved = self.saved[index]
        if saved.read and not saved.problem and has_board(saved.game):
            self.open_saved(saved)

    def _tip_of_row(self, index: int) -> str:
        saved = self.saved[index]
        if not saved.read:
            return "This game's file is being read."
        return saved.problem or "Opens this game: to go on with it, or to look through it."

    def key(self, event: pygame.event.Event) -> bool:
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.mod & COMMANDS and not control:
            return False
        step = 1 if event.key == pygame.K_RIGHT else -1
        actions: dict[int, Callable[[], object]] = {
            **dict.fromkeys(ACTIVATES, self.start),
            **dict.fromkeys((pygame.K_LEFT, pygame.K_RIGHT), lambda: self._choose_next(step)),
            pygame.K_s: self._swap,
            pygame.K_c: self._continue,
            pygame.K_UP: lambda: self.list.wheel(0.5),
            pygame.K_DOWN: lambda: self.list.wheel(-0.5),
        }
        if control:
            actions = {pygame.K_v: self.paste, pygame.K_o: self._open_file}
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
        self._draw_setup(sheet, pygame.Rect(area.x, y, area.width, theme.px(SETUP)))
        y += theme.px(SETUP) + gap
        self._draw_head(sheet, pygame.Rect(area.x, area.y, area.width, theme.px(HEAD)))
        self._draw_saved(sheet, pygame.Rect(area.x, y, area.width, rect.bottom - y - theme.px(8)))

    def _draw_head(self, sheet: Sheet, rect: pygame.Rect) -> None:
        surface, theme = sheet.surface, sheet.theme
        top = rect.centery - theme.line_height(24) // 2
        name = theme.text(surface, (rect.x, top), "Plyglass", 24, bold=True)
        line = "Play a game, and see why the program moves."
        low = rect.centery - theme.line_height(14) // 2 + theme.px(4)
        text = self._problem or line
        color = theme.warning if self._problem else theme.dim
        buttons = (self.setup_button, self.paste_button, self.open_button)
        widths = [button.wanted_width(theme) + theme.px(8) for button in buttons]
        x = rect.right - theme.width("F1: keys") - theme.px(16) - sum(widths) - 2 * theme.px(8)
        room = x - theme.px(8) - name.right - theme.px(24)
        theme.text(surface, (name.right + theme.px(24), low), text, 14, color, max_width=room)
        for button, width in zip(buttons, widths, strict=True):
            button.draw(sheet, pygame.Rect(x, rect.centery - theme.px(16), width, theme.px(32)))
            x += width + theme.px(8)
        theme.text(surface, (rect.right, low), "F1: keys", 14, theme.dim, "right")

    def _draw_setup(self, sheet: Sheet, rect: pygame.Rect) -> None:
        theme = sheet.theme
        sheet.fill(rect, theme.panel, 8)
        pad, swap, start = theme.px(16), theme.px(36), theme.px(96)
        about = entry(self.game)
        room = rect.width - 2 * pad - swap - start - 3 * pad
        column = room // 2
        inner = pygame.Rect(rect.x + pad, rect.y + pad, column, rect.height - 2 * pad)
        self.players[0].draw(sheet, inner, about.white)
        middle = pygame.Rect(inner.right + pad, rect.centery - swap // 2, swap, swap)
        self.swap_button.draw(sheet, middle)
        inner = inner.move(column + 2 * pad + swap, 0)
        self.players[1].draw(sheet, inner, about.black)
        place = pygame.Rect(rect.right - pad - start, inner.y, start, rect.height - 2 * pad)
        self.start_button.draw(sheet, place)

    def _draw_saved(self, sheet: Sheet, rect: pygame.Rect) -> None:
        surface, theme, row = sheet.surface, sheet.theme, sheet.theme.px(ROW)
        if rect.height < row:
            return
        top = rect.y + row // 2 - theme.line_height(14) // 2
        head = theme.text(surface, (rect.x, top), "Games played before", 14, bold=True)
        if self._interrupted is not None and rect.height >= 2 * row:
            title = entry(self._interrupted.game).title
            self.continue_button.label = f"Continue {title}, move {self._interrupted.plies + 1}"
            width = self.continue_button.wanted_width(theme)
            x = max(head.right + theme.px(16), rect.right - width)
            self.continue_button.draw(sheet, pygame.Rect(x, rect.y, min(width, rect.right - x), theme.px(28)))
        place = pygame.Rect(rect.x, rect.y + row, rect.width, rect.height - row)
        if not self.saved and not self.reading:
            text = "None yet: every game is saved as it is played and will stand here."
            theme.text(surface, (rect.x, place.y), text, 14, theme.dim, max_width=rect.width)
        place.height -= place.height % row  # whole rows

        def draw_row(area: pygame.Rect, index: int) -> None:
            _draw_row(sheet, area, self.saved[index])

        self.list.draw(sheet, place, len(self.saved), row, draw_row)

    def keys(self) -> Keys:
        return [
            ("Left, Right", "choose a game"),
            ("Enter", "start"),
            ("S", "the players change sides"),
            ("C", "continue the interrupted game"),
            ("Ctrl V", "paste a position or a game and play from it"),
            ("Ctrl O, or drop a file", "open a file with games"),
            ("Ctrl E", "set up a position"),
            ("Up, Down", "scroll the games played before"),
        ]


def _opponents(saved: SavedGame) -> str:
    """Against whom a game was played last."""
    programs = [name for name in (saved.white, saved.black) if name != HUMAN]
    if len(programs) == 2:
        return f"{programs[0]} – {programs[1]}"
    return f"against {programs[0]}" if programs else "two people"


def _draw_row(sheet: Sheet, rect: pygame.Rect, saved: SavedGame) -> None:
    """A line of the list of games played before."""
    surface, theme = sheet.surface, sheet.theme
    pad = theme.px(8)
    inner = rect.inflate(-2 * pad, 0)
    if saved.problem:
        sheet.label(inner, saved.problem, 14, theme.warning)
        return
    if saved.read:
        plies = "1 move" if saved.plies == 1 else f"{saved.plies} moves"
        players = f"{saved.white}  –  {saved.black}"
        texts = [entry(saved.game).title, players, plies, saved.ending or "not finished"]
    else:
        texts = ["being read …", "", "", ""]
    when = time.strftime("%d %b %H:%M", time.localtime(saved.modified))
    top = rect.centery - theme.line_height(14) // 2
    date = theme.text(surface, (inner.right - pad, top), when, 14, theme.dim, "right")
    for (start, end), text in zip(COLUMNS, texts, strict=True):
        x = inner.x + round(start * rect.width)
        limit = min(round((end - start) * rect.width), date.x - pad - x)
        color = theme.text_color if start == 0.0 else theme.dim
        theme.text(surface, (x, top), text, 14, color, max_width=limit)
