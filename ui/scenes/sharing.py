"""What the play screen exchanges with the world: text on the clipboard, files, positions set
up by hand, and players who take over."""

import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engines.jobs import Job
from games.contract import BadText, FileFormat
from games.record import Record
from study.game_to_open import OpenGame
from study.own_suites import add_case
from study.read_file import record_from
from study.setups.registry import has_setup
from study.suites import Case, Suite
from study.suites_at_hand import SuitesAtHand
from study.wishes import AskedCase
from ui import clipboard
from ui.continuing import show_game
from ui.contract import Keys
from ui.exchange import moves_text, open_file, open_some_file, open_text
from ui.kit.buttons import Button
from ui.kit.drop_down import Menu, Option
from ui.scenes.on_board import CHOICE, LINE, MOVES, PIECES, REVEALS, TERMS, THREATS
from ui.ways import Pair

if TYPE_CHECKING:
    from ui.scenes.exporting import Exporting  # imported with the first export, not before the first frame
    from ui.scenes.play import Play

MARKS = {
    TERMS: ("what each square is worth", "T"),
    PIECES: ("what each piece is worth by leaving it out", "O"),
    CHOICE: ("what pieces are worth to the choice of a move", "Shift O"),
    REVEALS: ("what turning a piece over may bring", "C"),
    MOVES: ("what each move is worth", "Q"),
    LINE: ("the best line as arrows", "I"),
    THREATS: ("what the other side threatens", "X"),
}


class Sharing:
    """The menu of a play screen and its keys, and the button that leads to the rules."""

    def __init__(self, play: "Play") -> None:
        self.play = play
        self.exporting: Exporting | None = None
        self.menu = Menu(self._choose, "more", "More: copy, paste, open, save, set up, players.")
        tip = f"How {play.title} is played, on a page (?, F2)."
        self.how_to_play = Button(play.explain, icon="help", tooltip=tip, flat=True)
        self._actions: dict[str, Callable[[], object]] = {
            "copy": self.copy_position,
            "copy game": self.copy_game,
            "paste": self.paste,
            "open": self.open,
            "save": self.save,
            "edit": self.edit,
            "case": self.ask_case,
            "export": self.export,
            "players": self.change_players,
            "arena": self.enter_arena,
            **{kind: partial(self._mark, kind) for kind in MARKS},
            "rules": play.explain,
            "timeline": play.turn_timeline,
            "review": play.review,
            "bar": play.show_bar,
            "sounds": play.turn_sounds,
        }
        self._offer()

    @property
    def rules(self) -> Button | None:
        """The way to the rules, where there is a page of them."""
        return self.how_to_play if self.play.explained else None

    def _offer(self) -> None:
        play = self.play
        self._format = next(iter(play.session.record.game.files), None)
        kind = self._format.name if self._format else ""
        lines = [
            *self._marks(),
            Option("timeline", "Show or hide the timeline of the game", "J"),
            Option("review", "Review the game, or pause that", "Shift J"),
            Option("bar", f"{'Hide' if play.beside.bar else 'Show'} the evaluation bar", "L"),
            Option("sounds", f"Switch sounds {'off' if play.app.sounds.on else 'on'}", "Shift L"),
            Option("copy", "Copy the position", "Ctrl C"),
            Option("copy game", f"Copy the game as {kind}" if kind else "Copy the game", "Ctrl Shift C"),
            Option("paste", "Paste a position or a game" if kind else "Paste a position", "Ctrl V"),
            Option("open", "Load a game, a suite or a position …", "Ctrl O"),
        ]
        if kind:
            lines.append(Option("save", f"Save as {kind} …", "Ctrl S"))
        if has_setup(play.session.record.game.name):
            lines.append(Option("edit", "Set up a position …", "Ctrl E"))
        lines.append(Option("export", "Export what is said of the position …", "Ctrl Shift S"))
        if play.ways.saves is not None:
            lines.append(Option("case", "Add the position to a suite …", "Ctrl D"))
        lines.append(Option("players", "Change the players …", "P"))
        lines.append(Option("arena", "The arena: have these programs play many games …", "G"))
        if play.explained:
            lines.insert(0, Option("rules", f"How to play {play.explained} …", "?"))
        self.menu.offer(lines)
        self._offered = {line.value for line in lines}

    def _marks(self) -> list[Option]:
        """What the board can show besides the game."""
        play, chance = self.play, self.play.session.record.game.has_chance
        return [
            Option(kind, f"{'Hide' if play.marks.shows(kind) else 'Show'} {what}", key)
            for kind, (what, key) in MARKS.items()
            if kind != REVEALS or chance
        ]

    def _mark(self, kind: str) -> None:
        self.play.marks.turn(kind)

    def _choose(self, name: str) -> None:
        if name in self._offered:
            self._actions[name]()
            self._offer()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Keys that are no button's; whether this was one."""
        control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        shift = event.mod & pygame.KMOD_SHIFT
        if event.mod & pygame.KMOD_ALT:
            return False
        names = {
            pygame.K_p: "players",
            pygame.K_g: "arena",
            pygame.K_t: TERMS,
            pygame.K_o: CHOICE if shift else PIECES,
            pygame.K_c: REVEALS,
            pygame.K_q: MOVES,
            pygame.K_i: LINE,
            pygame.K_x: THREATS,
            pygame.K_l: "sounds" if shift else "bar",
            pygame.K_j: "review" if shift else "timeline",
        }
        if control:
            names = {
                pygame.K_c: "copy game" if shift else "copy",
                pygame.K_v: "paste",
                pygame.K_o: "open",
                pygame.K_s: "export" if shift else "save",
                pygame.K_e: "edit",
                pygame.K_d: "case",
            }
        name = names.get(event.key)
        if name is None:
            return False
        self._choose(name)
        return True

    def keys(self) -> Keys:
        return [
            (option.detail, (option.label[0].lower() + option.label[1:]).removesuffix(" …"))
            for option in self.menu.options
            if option.value != "rules"  # a key of the whole window
        ]

    # Text

    def copy_position(self) -> None:
        clipboard.put(self.play.session.shown.text)
        self.play.say("The position is on the clipboard.")

    def game_text(self) -> str:
        """The game as a file of its usual kind, with what is known of it; else its moves by number."""
        session = self.play.session
        if self._format is None:
            return moves_text(session.record)
        white, black = (self._name(side) for side in (0, 1))
        opened = session.opened
        day = None if opened.headers else date.today()
        return self._format.write(
            session.record, white, black, day, headers=opened.headers, comments=opened.comments
        )

    def _name(self, side: int) -> str:
        session = self.play.session
        if session.is_human(side):
            return session.opened.names[side] or "Human"
        return str(session.players[side])

    def copy_game(self) -> None:
        clipboard.put(self.game_text())
        kind = f" as {self._format.name}" if self._format else ""
        self.play.say(f"The game is on the clipboard{kind}.")

    def paste(self) -> None:
        text = clipboard.get()
        session = self.play.session
        try:
            if self._format is not None and self._format.begins(text):
                open_text(self.play.ways, session.record.game.name, self._format, text)
                return
            record = record_from(text, session.settings, (session.record.game.name,))
        except BadText as error:
            self.play.say(f"Not pasted: {error}", problem=True)
            return
        self.play.start_record(record)
        self.play.say("A new game from the pasted position.")

    # Files

    def export(self) -> None:
        if self.exporting is None:
            from ui.scenes.exporting import Exporting

            self.exporting = Exporting(self.play.ways, self.play.say)
        self.exporting.ask(self.play.session, self.play.app.theme.name)

    def open(self) -> None:
        open_some_file(self.play.ways, self.play.session.record.game.name)

    def go_on(self) -> None:
        """Goes on with what is being exported. Once a frame."""
        if self.exporting is not None:
            self.exporting.go_on()

    def open_game(self, wish: OpenGame) -> None:
        """Shows another game."""
        if wish.instead:
            self.play.ways.back()
        show_game(self.play.ways, wish.read, wish.name)

    def dropped(self, path: Path) -> None:
        """A file was dropped onto the window."""
        open_file(self.play.ways, path, self.play.session.record.game.name)

    def save(self) -> None:
        format = self._format
        assert format is not None, "the menu offers it only then"
        stem = "-".join(self._name(side).split(":")[0].split(",")[0].strip() for side in (0, 1))
        plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in stem)
        name = f"{plain}-{time.strftime('%Y%m%d')}{format.suffix}"
        title = f"Save the game as {format.name}"
        self.play.ways.choose_file(title, (format.suffix,), partial(self._save_to, format), name)

    def _save_to(self, format: FileFormat, path: Path) -> None:
        text, ways = self.game_text(), self.play.ways

        def write(job: Job) -> bool:
            there = path.is_file()
            format.save(path, text, append=True)
            return there

        def tell(there: bool) -> None:
            ways.back()
            self.play.say(f"{'Added to' if there else 'Saved as'} {path}.")

        ways.wait(f"Saving {path.name}", write, tell)

    # Suites

    def ask_case(self) -> None:
        """The shown position is to be a case of a suite."""
        study = self.play.session.study
        study.of(SuitesAtHand).ask(study)

    def add_case(self, asked: AskedCase) -> None:
        """Asks of which suite a position becomes a case."""
        if self.play.ways.saves is not None:
            self.play.ways.add_case(asked, self.play.session.study.of(SuitesAtHand), self._add_case)

    def _add_case(self, path: Path, case: Case) -> None:
        study, ways = self.play.session.study, self.play.ways
        options, settings = study.record.options, self.play.session.settings

        def tell(suite: Suite) -> None:
            ways.back()
            study.of(SuitesAtHand).chosen = path
            study.of(SuitesAtHand).look_again()
            count = "1 case" if len(suite.cases) == 1 else f"{len(suite.cases)} cases"
            self.play.say(f"Added to the suite {suite.name}, which has {count}.")

        ways.wait(f"Adding to {path.name}", lambda job: add_case(path, case, options, settings), tell)

    # Positions and players

    def edit(self) -> None:
        session = self.play.session
        record = session.record
        self.play.ways.edit(record.game.name, session.shown.text, self._play_from, record.options)

    def _play_from(self, text: str) -> None:
        old = self.play.session.record
        record = Record.start(old.game, old.options, text)
        self.play.ways.back()
        self.play.start_record(record)
        self.play.say("A new game from this position.")

    def change_players(self) -> None:
        session = self.play.session
        self.play.ways.choose_players(session.record.game.name, session.players, self._take_over)

    def enter_arena(self) -> None:
        session = self.play.session
        self.play.ways.arena(session.record.game.name, session.players)

    def _take_over(self, players: Pair) -> None:
        self.play.ways.back()
        if self.play.ways.saves:
            self.play.ways.saves.trusted.choose(players)
        if [str(player) for player in players] != [str(player) for player in self.play.session.players]:
            self.play.session.change_players(players)
            self.play.say("The game goes on with these players.")
