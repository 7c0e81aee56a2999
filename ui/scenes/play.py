"""The play screen: the board, the bars above and below it, and the panel that explains."""

import time
from functools import partial
from pathlib import Path

import pygame

from games.record import Record
from study.ask_why_not import ask_why_not
from study.click_paths import moves_over, why_no_move_over
from study.game_to_open import OpenGame
from study.questions import Questions
from study.review_run import Review
from study.session import PACES, Session
from study.wishes import AskedCase, Say, Show, Wish
from ui.app import App
from ui.boards.board import BoardView
from ui.boards.registry import load_art
from ui.contract import Keys
from ui.kit.buttons import Button
from ui.kit.sheet import COMMANDS, Sheet
from ui.panels.places import Places
from ui.scenes.beside_board import BesideBoard
from ui.scenes.bottom_bar import BottomBar
from ui.scenes.hints import Hints
from ui.scenes.move_sounds import MoveSounds
from ui.scenes.notice import Notice
from ui.scenes.on_board import OnBoard
from ui.scenes.play_layout import PlayLayout, lay_out
from ui.scenes.result_banner import ResultBanner
from ui.scenes.rounds import BUSY_SECONDS, Rounds
from ui.scenes.scene import Scene
from ui.scenes.sharing import Sharing
from ui.scenes.top_bar import draw_top_bar
from ui.ways import Ways

TOP, BOTTOM = 44, 48
"""Heights of the bars, in design pixels."""

WORK_SECONDS = 0.0025
"""How long after its begin a frame may still work on what the panels ask for: one that has a new
position to show does less of it."""

PARTS_SECONDS = 0.05
"""How often what is known of it so far is drawn, until all of it is known."""

COUNTERS_SECONDS = 0.1
"""How often the clock and the counters of a running search are drawn anew."""

SIDE, FOOT, STAGE, BOTTOM_BAR, EDGE, TOP_BAR = "side", "foot", "stage", "bottom bar", "edge", "top bar"
ROUND = (frozenset((SIDE,)), frozenset((FOOT, BOTTOM_BAR, TOP_BAR)), frozenset((STAGE, EDGE)))
"""The parts of the screen, as they are drawn together."""

ON_A_LINE = "This is a position on a line; Escape leads back to the game."

PACE_LABELS = (
    "as fast as it goes",
    "4 moves a second",
    "2 moves a second",
    "1 move a second",
    "a move in 2 seconds",
    "a move in 4 seconds",
)


class Play(Scene):
    """A game being played or looked through."""

    def __init__(self, app: App, ways: Ways, session: Session, prepares: bool = True) -> None:
        super().__init__(app)
        self.ways = ways
        self.session = session
        self.title = session.study.entry.title
        game = session.record.game
        self.board = BoardView(game, load_art(game.name), self._entered, app.settings.ui.animation)
        self.board.flipped = session.humans == 1 and session.is_human(1)
        self.board.on_ask = self._ask_why_not
        self.places = Places()
        self.places.arrange(app.layout)
        self.layout = PlayLayout()
        self.beside = BesideBoard(self.board, app.layout.evaluation_bar)
        self.moves_heard = MoveSounds(app.sounds, session.record)
        self.notice = Notice(session.record, self._retry, app.files)
        self.marks = OnBoard(self.board, app.layout, app.theme)
        self.hints = Hints()
        self.rounds = Rounds(ROUND)
        self._moves = False
        self._version: tuple[object, ...] = ()  # of what was drawn last
        self._prepared = not prepares
        self.sharing = Sharing(self)
        self.banner = ResultBanner(self.new_game, self.review)
        self.bar = BottomBar(self)
        self.back = Button(
            self.app.pop,
            icon="back",
            tooltip="Back to where you were; the game stays saved (Esc).",
            flat=True,
        )

    # What the person does

    def _entered(self, move: int) -> None:
        self.session.enter(move)

    def _ask_why_not(self, square: str, clicks: tuple[str, ...]) -> None:
        """Why not the move to, or from, a square? Not of a line that is stepped through."""
        study = self.session.study
        if study.seen_ahead is not None:
            self.say(ON_A_LINE)
            return
        moves = moves_over(study.position, square, clicks)
        if len(moves) == 1:
            ask_why_not(study, moves)
        elif moves:
            study.of(Questions).ask_among(study, study.position, moves)
        else:
            self.say(why_no_move_over(study.position, square, clicks))

    def go_to(self, cursor: int) -> None:
        """Shows the position after so many plies."""
        self.session.study.go_to(cursor)
        self.banner.hidden |= not self.session.at_end

    def step_cursor(self, step: int) -> None:
        """A move on or back, along the line where a person steps through one."""
        study = self.session.study
        if study.ahead is not None:
            study.step_ahead(step)
            return
        self.go_to(self.session.cursor + step)

    def play_or_pause(self) -> None:
        if self.session.over:
            self.say("The game is over.")
        elif self.session.humans == 2:
            self.say("Both sides are played by people: there is nothing to pause.")
        else:
            self.session.play_or_pause()

    def single_step(self) -> None:
        if self.session.over or self.session.is_human(self.session.position.to_move):
            self.say("The game is over." if self.session.over else "It is your move.")
        else:
            self.session.step_once()

    def change_pace(self, step: int) -> None:
        self.session.pace = max(0, min(len(PACES) - 1, self.session.pace + step))
        self.say(f"Two programs play {PACE_LABELS[self.session.pace]}.")

    def take_back(self, single: bool = False) -> None:
        self.notice.said = ""  # of the position before, a hint above all
        if not self.session.take_back(single):
            self.say("There is no move of yours to take back.")
        self.banner.hidden = False

    def ask_hint(self, single: bool = False) -> None:
        if not self.hints.ask(self.session, single):
            self.say("The game is over here: there is no move to be made.")

    def analyse(self) -> None:
        """Searches whatever position is shown, without end; or no longer."""
        analysis = self.session.analysis
        analysis.endless = not analysis.endless
        if not analysis.endless:
            self.say("The analysis has ended.")
        elif not self.session.shown.moves:
            self.say("The game is over here: step back, and the position shown is analysed.")
        else:
            self.say("The position shown is analysed until you press A again.")

    def flip(self) -> None:
        self.board.flipped = not self.board.flipped

    def swap_sides(self) -> None:
        if str(self.session.players[0]) == str(self.session.players[1]):
            self.say("Both players are alike: there is nothing to swap.")
            return
        self.session.swap_sides()
        self.board.flipped = self.session.humans == 1 and self.session.is_human(1)
        names = self.session
        self.say(f"{names.study.side_name(0)} is played by {names.player_name(0)} now.")

    def new_game(self) -> None:
        old = self.session.record
        self.start_record(Record.start(old.game, old.options, old.positions[0].text))

    def start_record(self, record: Record) -> None:
        """A new game with the same players; the one before stays saved."""
        old = self.session
        kept = bool(old.record.plies) and not old.over
        unkept = old.close()
        self.session = Session(
            record, old.players, old.settings, self.app.saves, old.seed + 2, engine_maker=old.given_maker
        )
        self.session.pace = old.pace
        self.app.garbage.leave()
        self.banner.hidden = False
        self._prepared = False
        if unkept:
            self.say(unkept, problem=True)
        elif kept:
            self.say("The game before is saved: it is on the home screen.")
        self.notice.follow(record)

    def _retry(self) -> None:
        self.session.retry()

    def say(self, text: str, problem: bool = False) -> None:
        """A line below the panel or the board, for some seconds."""
        self.notice.say(text, problem)

    @property
    def explained(self) -> str:
        return self.title if self.session.record.game.guide is not None else ""

    def explain(self) -> None:
        self.ways.explain(self.session.record.game.name, self.session.record.options)

    def tell(self, problem: str) -> None:
        self.say(problem, problem=True)

    def show_bar(self) -> None:
        """Shows the evaluation bar, or hides it; remembered."""
        self.beside.bar = self.app.layout.evaluation_bar = not self.beside.bar

    def turn_timeline(self) -> None:
        """Shows the strip with the whole game, or hides it; remembered."""
        self.places.turn_foot(self.session.study)

    def review(self) -> None:
        """Has the game looked through for what was lost, or pauses that."""
        self.session.study.of(Review).turn(self.session.study)

    def turn_sounds(self) -> None:
        """Switches sounds on or off; remembered."""
        sounds = self.app.sounds
        sounds.on = self.app.layout.sounds = not sounds.on
        self.say(f"Sounds are {'on' if sounds.on else 'off'}.")

    # Events

    def dropped(self, path: Path) -> None:
        self.sharing.dropped(path)

    def _explain_refusal(self) -> None:
        """A click on the board that did nothing says why."""
        if self.session.study.ahead is not None:
            self.say(ON_A_LINE)
            return
        if self.session.over:
            return
        if not self.session.at_end:
            self.say("This is an earlier position: press End to go on with the game.")
        elif not self.session.human_may_move:
            self.say("It is the program's move.")

    def key(self, event: pygame.event.Event) -> bool:
        if (
            self.board.key(event)
            or self.places.key(event, self.session.study)
            or self.sharing.handle_key(event)
        ):
            return True
        if event.mod & COMMANDS:
            return False
        if event.key == pygame.K_r and self.session.study.failure:
            self._retry()
            return True
        return self.bar.key(event, self.session)

    def escape(self) -> bool:
        if self.places.close_stage() or self.board.clear_clicks():
            return True
        if self.session.study.ahead is not None:
            self.session.study.leave_line()
            return True
        if self.banner.shown(self.session):
            self.banner.hide()
            return True
        return False

    # Time

    def update(self, now: float) -> bool:
        session = self.session
        changed = session.update()
        if problem := self.moves_heard.follow(session.record, self.beside.loses_by_last, session.over):
            self.tell(problem)
        self.sharing.go_on()
        study = session.study
        changed |= self._grant(study.take_wishes())
        self._show_position(now)
        ahead = study.seen_ahead
        enters = session.human_may_move and ahead is None
        self.board.allow(session.position if enters else None)
        pointed = study.pointed
        selected = pointed.selected if ahead is None else None
        self.board.shown_move = selected if pointed.move is None else pointed.move
        self.marks.update(study, self.app.theme)
        if words := self.hints.follow(session, self.board, self.app.theme):
            self.say(words)
        changed |= self.notice.update(now)
        shown = self.board.shown_move  # what a panel selects as it is drawn, after the board
        version = (session.version, self.notice.version, self.marks.look, shown)
        if version != self._version:
            self._version = version
            changed = True
        if session.searching and now - self.rounds.drawn_at > COUNTERS_SECONDS:
            changed = True
        changed |= self.places.ticks(study, now)
        moved, self._moves = self._moves, self.board.moving(now)
        if changed or self._work(now) or (moved and not self._moves):  # its end may have been left out
            self.rounds.want()
        return self._moves or self.rounds.open

    def _grant(self, wishes: list[Wish]) -> bool:
        """Does what the study asks of the screen; whether that was anything."""
        if said := " ".join(wish.text for wish in wishes if isinstance(wish, Say)):
            self.say(said)
        for wish in wishes:
            if isinstance(wish, Show):
                self.places.call(wish.feature)
            elif isinstance(wish, OpenGame):
                self.sharing.open_game(wish)
            elif isinstance(wish, AskedCase):
                self.sharing.add_case(wish)
        return bool(wishes)

    def _work(self, now: float) -> bool:
        """Works out what was asked for as the window was drawn; whether that is worth another drawing:
        once all of it is known, and now and then before."""
        facts = self.session.study.facts
        if not facts.busy or self.rounds.open:
            return False
        facts.work(now + WORK_SECONDS)
        return not facts.busy or now - self.rounds.drawn_at > PARTS_SECONDS

    def _show_position(self, now: float) -> None:
        """On the board: a place on a line that is pointed at or stepped through, else the shown position."""
        session, ahead = self.session, self.session.study.seen_ahead
        if ahead is not None:
            self.board.show(ahead.position, ahead.before, now, ahead.move)
            return
        turn = session.record.last_turn(session.cursor)
        before, move = turn[-1] if turn else (None, None)
        self.board.show(session.shown, before, now, move, turn[:-1])

    # Drawing

    def look_again(self) -> None:
        self.rounds.want()

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme = sheet.theme
        top, bottom = theme.px(TOP), theme.px(BOTTOM)
        middle = pygame.Rect(rect.x, rect.y + top, rect.width, rect.height - top - bottom)
        foot = self.places.foot_of(theme, middle)
        middle.height -= foot.height
        lies = lay_out(middle, theme, self.beside, self.app.divider)
        due = self._due(sheet, lies, now)
        self.layout = lies
        study = self.session.study
        self.places.begin(sheet)
        self.places.yields_arrows = sheet.focused == self.board
        sheet.part(FOOT, FOOT in due, lambda: self.places.draw_foot(sheet, foot, study))
        sheet.part(STAGE, STAGE in due, lambda: self._draw_stage(sheet, lies, now))
        bar = pygame.Rect(rect.x, rect.bottom - bottom, rect.width, bottom)
        draw_bottom = partial(self.bar.draw, sheet, bar, self.session, self.sharing.menu)
        sheet.part(BOTTOM_BAR, BOTTOM_BAR in due, draw_bottom)
        sheet.part(SIDE, SIDE in due, lambda: self._draw_side(sheet, lies))
        sheet.part(EDGE, EDGE in due, lambda: self._draw_edge(sheet, lies, middle))
        bar = pygame.Rect(rect.x, rect.y, rect.width, top)
        to_rules, to_players = self.sharing.rules, self.sharing.change_players
        draw_top = partial(draw_top_bar, sheet, bar, self.session, self.back, to_rules, to_players)
        sheet.part(TOP_BAR, TOP_BAR in due, draw_top)
        if not self._prepared:
            self._prepared = True
            self.session.prepare_engines()

    def _due(self, sheet: Sheet, lies: PlayLayout, now: float) -> frozenset[str]:
        """The parts that this frame draws anew; `shown` is what is seen of them."""
        facts = self.session.study.facts
        if sheet.whole:
            self.shown = None
            self.rounds.drew_all(now)
            facts.advance(now + WORK_SECONDS)
            return frozenset().union(*ROUND)
        self.shown = ()
        if lies != self.layout:
            self.app.redraw()
            return frozenset()
        if time.perf_counter() - now > BUSY_SECONDS:
            return frozenset()
        if self._moves and self.rounds.waits(now):
            self.shown = (lies.stage,)
            return frozenset((STAGE, EDGE))
        if not self.rounds.open:
            return frozenset()
        if self.rounds.begins:
            facts.advance(now)
        due = self.rounds.step(now)
        if self.rounds.begins:
            self.shown = None
        return due

    def _draw_stage(self, sheet: Sheet, lies: PlayLayout, now: float) -> None:
        """The board and what stands beside it, or a panel in its place."""
        study = self.session.study
        sheet.fill(lies.stage, sheet.theme.ground)
        if not self.places.draw_stage(sheet, lies.stage, study):
            self.board.draw(sheet, lies.board, now, self._explain_refusal)
            self.beside.draw(sheet, study, lies.stage.right - self.board.picture.geometry.rect.right)
            self.marks.draw(sheet, study)

    def _draw_side(self, sheet: Sheet, lies: PlayLayout) -> None:
        if lies.has_panel(sheet.theme):
            self.places.draw_side(sheet, lies.panel, self.session.study)

    def _draw_edge(self, sheet: Sheet, lies: PlayLayout, middle: pygame.Rect) -> None:
        """What there is to say, and the edge between board and panel."""
        theme = sheet.theme
        if lies.notice_below_panel:
            sheet.fill(lies.notice_strip(theme), theme.panel)
            sheet.rule(lies.panel.left, lies.panel.right, lies.panel.bottom)
        else:
            sheet.fill(lies.notice_strip(theme), theme.ground)
        if self.banner.shown(self.session):
            self.banner.draw(sheet, self.session, lies.notice)
        else:
            self.notice.draw(sheet, lies.notice, self.session, self.marks.legend)
        if lies.side_by_side:
            self.app.divider.draw(sheet, middle, lies.panel.x)

    # The rest of the contract

    def keys(self) -> Keys:
        return [
            ("Left, Right", "one move back, forward"),
            ("Home, End", "first, last position"),
            ("Space", "play or pause"),
            (".", "one move of a program"),
            ("+, −", "faster, slower"),
            ("U, Backspace", "take back your last turn"),
            ("Shift+U", "take back only the last move of a turn"),
            ("H", "hint for the whole turn"),
            ("Shift+H", "hint for the next move only"),
            ("A", "analyse what is shown, without end"),
            ("M", "move now"),
            ("F", "flip the board"),
            ("S", "swap sides"),
            ("N", "new game"),
            ("R", "try again after a failure"),
            *self.sharing.keys(),
            *self.places.keys,
            *self.board.choice_keys,
            ("Arrows, Enter", "on the board, once Tab has led there"),
        ]

    def close(self) -> None:
        self.places.note(self.app.layout)
        self.app.keep_choices()
        if unkept := self.session.close():
            self.app.part_with(unkept)
