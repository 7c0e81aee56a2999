"""The home screen: which game, who plays it, and the games played before."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from engines.kinds import HUMAN, PlayerSpec
from engines.players import default_opponent, parse_player
from engines.registry import kind_named, kinds_for
from games.contract import WHITE, BadText
from games.position import Position
from games.record import Record
from games.registry import ENTRIES, Entry, entry, load_game
from heuristics.registry import heuristics_of, problem_with
from study.forethought import Forethought
from study.saves import SavedGame
from study.session import Session
from ui import clipboard
from ui.app import App
from ui.boards.picture import draw_thumbnail
from ui.boards.registry import has_board, has_setup, load_art
from ui.continuing import continue_game
from ui.controls import ACTIVATES, Button, Control, Dropdown, FocusRing, Option
from ui.exchange import choose_file, format_of_text, open_file, open_games, record_from
from ui.rules import rules_in_force
from ui.scenes.scene import Keys, Scene
from ui.text_field import TextField
from ui.theme import Theme

HEAD, CARD, GAP, SETUP, ROW = 52, 208, 12, 108, 32
"""Heights of the screen's parts in design pixels."""

MOST_ROWS = 50
"""Games played before that are listed."""

AMOUNTS = {
    "depth": (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20),
    "ms": (50, 100, 200, 500, 1000, 2000, 5000, 10000, 30000),
    "nodes": (1000, 5000, 20000, 100000, 500000, 2000000, 10000000),
}
USUAL_COMMAND = "stockfish"
LIMIT_LABELS = {"depth": "depth", "ms": "time", "nodes": "nodes"}


def amount_label(limit: str, amount: int) -> str:
    if limit == "depth":
        return str(amount)
    if limit == "ms":
        return f"{amount / 1000:g} s"
    return f"{amount:,}".replace(",", "\u202f")


def default_player(game: str, side: int) -> PlayerSpec:
    """A person as White, the game's usual opponent as Black: a person, too, where its heuristics cannot
    be loaded."""
    return PlayerSpec(HUMAN) if side == WHITE or problem_with(game) else default_opponent(game)


class PlayerChoice:
    """The drop-downs for one side's player."""

    def __init__(self, side: int, changed: object) -> None:
        self.side = side
        self.game = ENTRIES[0].name
        self.spec = PlayerSpec(HUMAN)
        self._changed = changed
        self.kind = Dropdown(self._choose_kind, "Who plays this side.")
        self.heuristic = Dropdown(self._choose_heuristic, "By which heuristic the program judges positions.")
        self.limit = Dropdown(self._choose_limit, "What ends the program's thinking.")
        self.amount = Dropdown(self._choose_amount, "How far it may go: more is stronger.")
        self.command = TextField(
            self._write_command,
            tooltip="The command that starts the program, with its arguments; any that speaks UCI.",
            placeholder="a command, as stockfish",
        )

    @property
    def controls(self) -> list[Control]:
        return [self.kind, self.heuristic, self.command, self.limit, self.amount]

    def show(self, game: str, spec: PlayerSpec) -> None:
        """Sets the drop-downs to a player."""
        self.game, self.spec = game, spec
        kind = kind_named(spec.kind)
        self.kind.offer([Option(k.name, k.name, k.description) for k in kinds_for(game)], spec.kind)
        self.heuristic.visible = kind.takes_heuristic
        if kind.takes_heuristic:
            known = [] if problem_with(game) else heuristics_of(game)
            offered = [Option(h.name, h.name, h.description) for h in known]
            self.heuristic.offer(offered, spec.heuristic)
        self.command.visible = kind.takes_command
        if kind.takes_command:
            self.command.show(spec.command)
        limits = [name for name in AMOUNTS if name in kind.options]
        self.limit.visible = self.amount.visible = bool(limits)
        if limits:
            given = dict(spec.options) or dict(kind.defaults)
            limit = next((name for name in limits if name in given), limits[0])
            self.limit.offer([Option(name, LIMIT_LABELS[name]) for name in limits], limit)
            amounts = sorted({*AMOUNTS[limit], given.get(limit, AMOUNTS[limit][3])})
            self.amount.offer([Option(n, amount_label(limit, n)) for n in amounts], given.get(limit))

    def _set(self, spec: PlayerSpec) -> None:
        self.show(self.game, spec)
        self._changed()  # type: ignore[operator]

    def _choose_kind(self, name: str) -> None:
        kind = kind_named(name)
        heuristic = ""
        if kind.takes_heuristic:
            heuristic = self.spec.heuristic or default_player(self.game, 1).heuristic
        command = (self.spec.command or USUAL_COMMAND) if kind.takes_command else ""
        self._set(PlayerSpec(name, heuristic, tuple(kind.defaults.items()), command))

    def _write_command(self, text: str) -> None:
        self.spec = replace(self.spec, command=text.strip())
        try:
            parse_player(str(self.spec), self.game)
            self.command.problem = False
        except BadText:
            self.command.problem = True
        self._changed()  # type: ignore[operator]

    def _choose_heuristic(self, name: str) -> None:
        self._set(replace(self.spec, heuristic=name))

    def _choose_limit(self, limit: str) -> None:
        self._set(replace(self.spec, options=((limit, AMOUNTS[limit][3]),)))

    def _choose_amount(self, amount: int) -> None:
        self._set(replace(self.spec, options=((self.limit.value, amount),)))

    def draw(self, surface: pygame.Surface, area: pygame.Rect, theme: Theme, name: str) -> None:
        gap, row = theme.px(8), theme.px(ROW)
        middle = area.y + row // 2
        theme.side_shape(surface, self.side, (area.x + theme.px(10), middle), theme.px(8))
        top = middle - theme.line_height(14) // 2
        theme.text(surface, (area.x + theme.px(26), top), name, 14, bold=True, max_width=theme.px(62))
        left = area.x + theme.px(92)
        self.kind.rect = pygame.Rect(left, area.y, area.right - left, row)
        y = area.y + row + gap
        room = area.width - 2 * gap
        widths = (room - theme.px(76) - theme.px(76), theme.px(76), theme.px(76))
        x = area.x
        for control, width in zip((self.heuristic, self.limit, self.amount), widths, strict=True):
            control.rect = pygame.Rect(x, y, width, row)
            x += width + gap
        self.command.rect = self.heuristic.rect
        for each in self.controls:
            each.draw(surface, theme)
        if not self.heuristic.visible and not self.command.visible:
            top = y + row // 2 - theme.line_height(14) // 2
            text = kind_named(self.spec.kind).description
            theme.text(surface, (left, top), text, 14, theme.dim, max_width=area.right - left)


class Card(Control):
    """A game's picture, name and a line on what it is."""

    def __init__(self, about: Entry, choose: object, start: object) -> None:
        super().__init__(about.tagline)
        self.about = about
        self.enabled = has_board(about.name)
        self.chosen = False
        self.last = ""  # the last opponent
        self.rules = ""  # those that the settings changed
        self.problem = problem_with(about.name)  # with its heuristics, without which it cannot be played
        if self.problem:
            self.tooltip = f"{self.tooltip}\n{self.problem}."
        self._choose = choose
        self._start = start
        self._pressed_at = 0.0
        self._thumbnail: tuple[tuple[object, ...], pygame.Surface] | None = None

    def show_rules(self, rules: str) -> None:
        """Says beside the game's name which rules are not the usual ones; "" for none."""
        self.rules = rules.partition(": ")[2]
        if rules:
            self.tooltip = f"{self.tooltip}\n{rules}."

    def handle(self, event: pygame.event.Event) -> bool:
        super().handle(event)
        if not self.usable:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            now = time.perf_counter()
            twice = self.chosen and now - self._pressed_at < 0.4
            self._pressed_at = now
            (self._start if twice else self._choose)()  # type: ignore[operator]
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATES:
            (self._start if self.chosen else self._choose)()  # type: ignore[operator]
            return True
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        rect, pad = self.rect, theme.px(8)
        ground = theme.raised if self.chosen or (self.hovered and self.enabled) else theme.panel
        pygame.draw.rect(surface, ground, rect, border_radius=theme.px(8))
        if self.chosen:
            pygame.draw.rect(surface, theme.accent, rect, theme.px(2), border_radius=theme.px(8))
        lines = theme.wrapped(self.problem or self.about.tagline, rect.width - 2 * pad, 12)
        if len(lines) > 2:  # the second ends in an ellipsis; the tooltip says it all
            lines = [lines[0], " ".join(lines[1:])]
        text_height = theme.line_height(14) + 3 * theme.line_height(12)
        size = min(rect.width - 2 * pad, rect.height - text_height - 2 * pad)
        picture = pygame.Rect(rect.x + pad, rect.y + pad, rect.width - 2 * pad, size)
        color = theme.text_color if self.enabled else theme.dim
        if self.enabled:
            thumbnail = self._picture(theme, picture.size, ground)
            surface.blit(thumbnail, picture)
        else:
            at = (picture.centerx, picture.centery - theme.line_height(12) // 2)
            theme.text(surface, at, "not on the board yet", 12, theme.dim, "center", max_width=picture.width)
        y = rect.bottom - pad - text_height + theme.px(4)
        room = rect.width - 2 * pad
        title = theme.text(surface, (rect.x + pad, y), self.about.title, 14, color, bold=True, max_width=room)
        if self.rules:
            left = title.right + pad
            at = (left, y + theme.line_height(14) - theme.line_height(12))
            theme.text(surface, at, self.rules, 12, theme.dim, max_width=rect.right - pad - left)
        y += theme.line_height(14)
        said = theme.warning if self.problem else theme.dim
        for line in lines:
            theme.text(surface, (rect.x + pad, y), line, 12, said, max_width=room)
            y += theme.line_height(12)
        if self.last:
            y = rect.bottom - pad - theme.line_height(12) + theme.px(4)
            theme.text(surface, (rect.x + pad, y), f"last: {self.last}", 12, theme.dim, max_width=room)
        self.draw_focus(surface, theme)

    def _picture(self, theme: Theme, size: tuple[int, int], ground: pygame.Color) -> pygame.Surface:
        key = (theme, size, tuple(ground))
        if self._thumbnail is None or self._thumbnail[0] != key:
            game, art = load_game(self.about.name), load_art(self.about.name)
            drawn = pygame.Surface(size)
            drawn.fill(ground)
            position = Position.start(game, text=art.showcase)
            draw_thumbnail(drawn, drawn.get_rect(), theme, game, art, position, ground)
            self._thumbnail = (key, drawn)
        return self._thumbnail[1]


class SavedRow(Control):
    """A line of the list of games played before."""

    def __init__(self, saved: SavedGame, open_game: object) -> None:
        super().__init__(saved.problem or "Opens this game: to go on with it, or to look through it.")
        self.saved = saved
        self.enabled = not saved.problem and has_board(saved.game)
        self._open = open_game

    def handle(self, event: pygame.event.Event) -> bool:
        super().handle(event)
        if not self.usable:
            return False
        pressed = (
            event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos)
        )
        if pressed or (event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATES):
            self._open(self.saved)  # type: ignore[operator]
            return True
        return False

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        saved, rect = self.saved, self.rect
        if self.hovered and self.enabled:
            pygame.draw.rect(surface, theme.raised, rect, border_radius=theme.px(4))
        top = rect.centery - theme.line_height(14) // 2
        pad = theme.px(8)
        if saved.problem:
            room = rect.width - 2 * pad
            theme.text(surface, (rect.x + pad, top), saved.problem, 14, theme.warning, max_width=room)
            return
        title = entry(saved.game).title
        columns = [(0.0, 0.16), (0.17, 0.49), (0.50, 0.60), (0.61, 0.86)]
        players = f"{saved.white}  –  {saved.black}"
        plies = "1 move" if saved.plies == 1 else f"{saved.plies} moves"
        texts = [title, players, plies, saved.ending or "not finished"]
        when = time.strftime("%d %b %H:%M", time.localtime(saved.modified))
        date = theme.text(surface, (rect.right - pad, top), when, 14, theme.dim, "right")
        for (start, end), text in zip(columns, texts, strict=True):
            x = rect.x + pad + round(start * rect.width)
            limit = min(round((end - start) * rect.width), date.x - pad - x)
            color = theme.text_color if start == 0.0 else theme.dim
            theme.text(surface, (x, top), text, 14, color, max_width=limit)
        self.draw_focus(surface, theme)


class Home(Scene):
    """Where the program begins."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._choices: dict[str, dict[str, str]] = {}
        self.game = next(about.name for about in ENTRIES if has_board(about.name))
        self._restore()
        self.cards = [Card(about, partial(self.choose_game, about.name), self.start) for about in ENTRIES]
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
        self.rows: list[SavedRow] = []
        self._interrupted: SavedGame | None = None
        self._scroll = 0
        self._list = pygame.Rect(0, 0, 0, 0)
        self._problem = ""
        self._forethought = Forethought(app.settings)
        self._focus = FocusRing(self._controls)
        self.choose_game(self.game)
        self._read_saves()

    def _restore(self) -> None:
        """The choices made last, as far as they still make sense."""
        last = self.app.saves.last_choice() if self.app.saves else {}
        self._choices = last.get("players", {})
        if has_board(last.get("game", "")):
            self.game = last["game"]

    def _player(self, game: str, side: int) -> PlayerSpec:
        text = self._choices.get(game, {}).get(("white", "black")[side])
        if text is not None:
            try:
                return parse_player(text, game)
            except BadText:
                pass
        return default_player(game, side)

    def _read_saves(self) -> None:
        saves = self.app.saves
        games = saves.list(MOST_ROWS) if saves else []
        self._interrupted = saves.interrupted(games) if saves else None
        self.rows = [SavedRow(saved, self.open_saved) for saved in games if saved.plies or saved.problem]
        for card in self.cards:
            last = next((saved for saved in games if saved.game == card.about.name), None)
            card.last = "" if last is None else _opponents(last)

    def _controls(self) -> list[Control]:
        chosen = [control for player in self.players for control in player.controls]
        controls: list[Control] = [*self.cards, *chosen, self.swap_button, self.start_button]
        files = [self.setup_button, self.paste_button, self.open_button]
        return [*controls, *files, self.continue_button, *self.rows]

    @property
    def _dropdowns(self) -> list[Dropdown]:
        controls = (control for player in self.players for control in player.controls)
        return [control for control in controls if isinstance(control, Dropdown)]

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
        names = ("white", "black")
        self._choices[self.game] = {names[side]: str(player.spec) for side, player in enumerate(self.players)}
        if self.app.saves:
            self.app.saves.remember_choice({"game": self.game, "players": self._choices})

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
        choose_file(self.app)

    def paste(self) -> None:
        """A game from what is on the clipboard: a position, or games as a file has them."""
        text = clipboard.get()
        try:
            found = format_of_text(text)
            if found is not None:
                name, format = found
                open_games(self.app, name, format.of_text(text, "the clipboard"))
                return
            record = record_from(text, self.app.settings, self.game, any_game=True)
        except BadText as error:
            self._problem = f"Not pasted: {error}"
            return
        if record.game.name != self.game:
            self.choose_game(record.game.name)
        self._start(record)

    def _dropped(self, path: Path) -> None:
        """A file was dropped onto the window."""
        try:
            open_file(self.app, path)
        except BadText as error:
            self._problem = str(error)

    def _set_up(self) -> None:
        from ui.scenes.editor import Editor

        self.app.push(Editor(self.app, self.game, None, self._play_from))

    def _play_from(self, text: str) -> None:
        self.app.pop()
        options = self.app.settings.options_for(self.game)
        self._start(Record.start(load_game(self.game), options, text))

    def _play(self, session: Session) -> None:
        from ui.scenes.play import Play

        self._problem = ""
        self._focus.clear()
        self.app.push(Play(self.app, session))

    def _continue(self) -> None:
        if self._interrupted is not None:
            self.open_saved(self._interrupted)

    def open_saved(self, saved: SavedGame) -> None:
        """Opens a saved game, to go on with or to look through."""
        self._problem = ""
        self._focus.clear()
        continue_game(self.app, saved.path)

    def tell(self, problem: str) -> None:
        self._problem = problem

    def update(self, now: float) -> bool:
        self._forethought.consider(self.game, tuple(player.spec for player in self.players), now)
        return False

    def close(self) -> None:
        self._forethought.close()

    def shown_again(self) -> None:
        self._problem = ""  # of something before what was shown in between
        self._read_saves()

    # Events

    def handle(self, event: pygame.event.Event) -> bool:
        unfolded = next((dropdown for dropdown in self._dropdowns if dropdown.open), None)
        if unfolded is not None:
            return unfolded.handle(event)
        if event.type == pygame.DROPFILE:
            self._dropped(Path(event.file))
            return True
        if event.type == pygame.MOUSEMOTION:
            for control in self._controls():
                control.handle(event)
            return True
        if self._focus.handle(event):
            self._scroll_to_focus()
            for player in self.players:
                if player.command.focused:
                    player.command.choose_all()
            return True
        if event.type == pygame.MOUSEWHEEL and self._list.collidepoint(pygame.mouse.get_pos()):
            self._scroll -= event.y
            return True
        for control in self._controls():
            outside = isinstance(control, SavedRow) and not self._list.contains(control.rect)
            pressed = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
            if not (outside and pressed) and control.handle(event):
                return True
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            actions = {pygame.K_v: self.paste, pygame.K_o: self._open_file}
            if self.setup_button.enabled:
                actions[pygame.K_e] = self._set_up
            if event.key in actions:
                actions[event.key]()
            return event.key in actions
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        playable = [card.about.name for card in self.cards if card.enabled]
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            self.choose_game(playable[(playable.index(self.game) + step) % len(playable)])
        elif event.key in ACTIVATES:
            self.start()
        elif event.key == pygame.K_s:
            self._swap()
        elif event.key == pygame.K_c:
            self._continue()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._scroll += 1 if event.key == pygame.K_DOWN else -1
        else:
            return False
        return True

    def _scroll_to_focus(self) -> None:
        for number, row in enumerate(self.rows):
            if row.focused:
                shown = max(1, self._list.height // max(1, self.app.theme.px(ROW)))
                self._scroll = min(max(self._scroll, number - shown + 1), number)

    def escape(self) -> bool:
        for dropdown in self._dropdowns:
            if dropdown.open:
                dropdown.open = False
                return True
        if any(control.focused for control in self._controls()):
            self._focus.clear()
            return True
        return False

    # Drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        theme = self.app.theme
        edge, gap = theme.px(24), theme.px(GAP)
        area = pygame.Rect(rect.x + edge, rect.y, rect.width - 2 * edge, rect.height)
        self._draw_head(surface, pygame.Rect(area.x, area.y, area.width, theme.px(HEAD)), theme)
        y = area.y + theme.px(HEAD)
        low = rect.height < theme.px(600)
        tall = (
            theme.px(CARD - 40) if low else min(theme.px(400), max(theme.px(CARD), round(rect.height * 0.38)))
        )
        width = (area.width - gap * (len(self.cards) - 1)) // len(self.cards)
        for number, card in enumerate(self.cards):
            card.rect = pygame.Rect(area.x + number * (width + gap), y, width, tall)
            if number == len(self.cards) - 1:
                card.rect.width = area.right - card.rect.x  # what the division left over
            card.draw(surface, theme)
        y += tall + gap
        self._draw_setup(surface, pygame.Rect(area.x, y, area.width, theme.px(SETUP)), theme)
        y += theme.px(SETUP) + gap
        self._draw_list(surface, pygame.Rect(area.x, y, area.width, rect.bottom - y - theme.px(8)), theme)
        for dropdown in self._dropdowns:
            dropdown.draw_list(surface, theme)

    def _draw_head(self, surface: pygame.Surface, rect: pygame.Rect, theme: Theme) -> None:
        top = rect.centery - theme.line_height(24) // 2
        name = theme.text(surface, (rect.x, top), "Plyglass", 24, bold=True)
        line = "Play a game, and see why the program moves."
        low = rect.centery - theme.line_height(14) // 2 + theme.px(4)
        text = self._problem or line
        color = theme.warning if self._problem else theme.dim
        x = rect.right - theme.width("F1: keys") - theme.px(16)
        for button in (self.open_button, self.paste_button, self.setup_button):
            width = button.wanted_width(theme) + theme.px(8)
            button.rect = pygame.Rect(x - width, rect.centery - theme.px(16), width, theme.px(32))
            button.draw(surface, theme)
            x -= width + theme.px(8)
        room = x - name.right - theme.px(32)
        theme.text(surface, (name.right + theme.px(24), low), text, 14, color, max_width=room)
        theme.text(surface, (rect.right, low), "F1: keys", 14, theme.dim, "right")

    def _draw_setup(self, surface: pygame.Surface, rect: pygame.Rect, theme: Theme) -> None:
        pygame.draw.rect(surface, theme.panel, rect, border_radius=theme.px(8))
        pad, swap, start = theme.px(16), theme.px(36), theme.px(96)
        about = entry(self.game)
        room = rect.width - 2 * pad - swap - start - 3 * pad
        column = room // 2
        inner = pygame.Rect(rect.x + pad, rect.y + pad, column, rect.height - 2 * pad)
        self.players[0].draw(surface, inner, theme, about.white)
        self.swap_button.rect = pygame.Rect(inner.right + pad, rect.centery - swap // 2, swap, swap)
        self.swap_button.draw(surface, theme)
        inner = inner.move(column + 2 * pad + swap, 0)
        self.players[1].draw(surface, inner, theme, about.black)
        self.start_button.rect = pygame.Rect(rect.right - pad - start, inner.y, start, rect.height - 2 * pad)
        self.start_button.draw(surface, theme)

    def _draw_list(self, surface: pygame.Surface, rect: pygame.Rect, theme: Theme) -> None:
        row = theme.px(ROW)
        self.continue_button.visible = self._interrupted is not None and rect.height >= 2 * row
        if rect.height < row:
            self._list = pygame.Rect(0, 0, 0, 0)
            return
        top = rect.y + row // 2 - theme.line_height(14) // 2
        head = theme.text(surface, (rect.x, top), "Games played before", 14, bold=True)
        if self.continue_button.visible and self._interrupted is not None:
            title = entry(self._interrupted.game).title
            self.continue_button.label = f"Continue {title}, move {self._interrupted.plies + 1}"
            width = self.continue_button.wanted_width(theme)
            x = max(head.right + theme.px(16), rect.right - width)
            self.continue_button.rect = pygame.Rect(x, rect.y, min(width, rect.right - x), theme.px(28))
            self.continue_button.draw(surface, theme)
        self._list = pygame.Rect(rect.x, rect.y + row, rect.width, rect.height - row)
        shown = max(0, self._list.height // row)
        self._scroll = max(0, min(self._scroll, len(self.rows) - shown))
        if not self.rows:
            text = "None yet: every game is saved as it is played and will stand here."
            theme.text(surface, (rect.x, self._list.y), text, 14, theme.dim, max_width=rect.width)
        for number, line in enumerate(self.rows):
            place = number - self._scroll
            line.rect = pygame.Rect(rect.x, self._list.y + place * row, rect.width, row)
            line.hovered = line.hovered and 0 <= place < shown
            if 0 <= place < shown:
                line.draw(surface, theme)

    # The rest of the contract

    def tooltip_at(self, pos: tuple[int, int]) -> str:
        if any(dropdown.open for dropdown in self._dropdowns):
            return ""
        for control in self._controls():
            if not control.visible or not control.rect.collidepoint(pos):
                continue
            if isinstance(control, SavedRow) and not self._list.collidepoint(pos):
                continue
            return control.tooltip
        return ""

    def clickable_at(self, pos: tuple[int, int]) -> bool:
        return any(
            control.usable
            and control.rect.collidepoint(pos)
            and (not isinstance(control, SavedRow) or self._list.collidepoint(pos))
            for control in self._controls()
        )

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
