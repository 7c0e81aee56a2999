"""The play screen: the board, the bars above and below it, and the panels."""

import time
from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from games.contract import ONGOING
from study.format.term_groups import capital
from study.game.session import Session
from study.settings.settings import PACES, Settings
from study.state.changes import ANYTHING, VIEW, Follower
from study.why_not.questions import WhyNotQuestions
from ui.app import App
from ui.commands import Commands, KeyLine
from ui.import_games import open_file
from ui.kit.buttons import Button
from ui.kit.drop_down import Menu
from ui.kit.sheet import COMMANDS, Sheet
from ui.navigation import Navigation
from ui.scenes.partial_redraw import PartialRedraw
from ui.scenes.play.bottom_bar import BottomBar
from ui.scenes.play.commands import GAME, MENU, play_commands
from ui.scenes.play.context import PlayContext
from ui.scenes.play.grants import grant
from ui.scenes.play.layout import NOTICE, PlayLayout, lay_out, lay_out_alone, with_result
from ui.scenes.play.projector import LEAST_ROOM, PROJECTOR
from ui.scenes.play.sharing import take_text
from ui.scenes.scene import Scene
from ui.scenes.top_bar import draw_top_bar
from ui.sounds import MoveSounds
from ui.theme import Theme

TOP, BOTTOM = 44, 48
"""Heights of the bars in design pixels."""

WORK_SECONDS = 0.0025
"""How long after its beginning a frame may still calculate what the panels have asked for."""

PARTS_SECONDS = 0.05
"""How often partial results are drawn until all are known."""

COUNTERS_SECONDS = 0.1
"""How often the clock and the counters of a running search are drawn again."""

FAST_SECONDS = 0.4
"""If two programs play as fast as they can, pieces do not slide when moves follow one another faster than
this."""

SIDE, FOOT, STAGE, BOTTOM_BAR, EDGE, TOP_BAR = "side", "foot", "stage", "bottom bar", "edge", "top bar"
ROUND = (frozenset((SIDE,)), frozenset((FOOT, BOTTOM_BAR, TOP_BAR)), frozenset((STAGE, EDGE)))
"""The parts of the screen in groups. Each frame of a round draws one group (`PartialRedraw`)."""


class Play(Scene):
    """A game on the screen, played or stepped through."""

    takes_files = True

    def __init__(self, app: App, navigation: Navigation, session: Session, prepares: bool = True) -> None:
        super().__init__(app)
        self.context = context = PlayContext(app, navigation, session)
        self.title = context.title
        self.board, self.dock, self.on_board = context.board, context.dock, context.on_board
        self.notice, self.banner, self.prompt = context.notice, context.banner, context.prompt
        self.layout = PlayLayout()
        self.due: frozenset[str] = frozenset()  # the parts that the next drawing draws
        self.move_sounds = MoveSounds(app.sounds, session.study.record)
        self.rounds = PartialRedraw(ROUND)
        self._moves = False
        self._changed_at = 0.0  # when the board last got another position
        self._changes = Follower(ANYTHING)
        self._prepares = prepares  # whether it compiles the programs' code ahead
        self.commands = commands = play_commands(context)
        self.projector = Commands(context, PROJECTOR, context.say)
        self.menu = Menu(commands.run, "more", "More: copy, paste, open, save, set up, players.")
        self.bar = BottomBar(commands)
        self.review = commands.button("review", primary=True)
        self.again, self.swap = commands.button("new game"), commands.button("swap sides")
        self.banner.buttons = self.review, self.again, self.swap
        self.retry = commands.button("try again")
        self.play_it = commands.button("move now", primary=True)
        self.how_to_play = commands.button("how to play", flat=True)
        self.back = Button(
            self.app.pop,
            icon="back",
            tooltip="Back to where you were; the game stays saved (Esc).",
            flat=True,
        )

    @property
    def guide_page(self) -> str:
        return self.dock.asked.guide_page

    @property
    def session(self) -> Session:
        """The game that is shown."""
        return self.context.session

    def say(self, text: str, problem: bool = False) -> bool:
        self.context.say(text, problem)
        return True

    def tell(self, problem: str) -> None:
        self.say(problem, problem=True)

    # Events

    def dropped(self, path: Path) -> None:
        if self.session.file.is_in(path):
            self.say("This game is open here already.")
            return
        open_file(self.context.navigation, path, self.session.study.record.game.name)

    def dropped_text(self, text: str) -> None:
        take_text(self.context, text, "the dropped text")

    @property
    def subject(self) -> Hashable:
        study = self.session.study
        return study.node, study.ahead

    def key_first(self, event: pygame.event.Event) -> bool:
        """The End key goes to the last position, wherever the focus is, except while a page is in the board's
        place. Escape closes such a page, even if the page has the focus."""
        if event.key == pygame.K_ESCAPE and not self.context.projects and self.dock.has_stage_focus:
            return self.dock.close_stage()
        session = self.session
        away = session.study.ahead is not None or not session.study.at_end
        if event.key != pygame.K_END or event.mod & COMMANDS or self.dock.stage is not None or not away:
            return False
        self.commands.run("last")
        return True

    def key(self, event: pygame.event.Event) -> bool:
        if self.context.projects and self.projector.key(event):
            return True
        return self.board.key(event) or self.dock.key(event, self.session.study) or self.commands.key(event)

    def escape(self) -> bool:
        if self.context.projects:
            if self.session.study.ahead is not None:
                self.session.study.leave_line()
            elif not self.board.hand.clear_clicks():
                self.commands.run("projector")
            return True
        if self.dock.close_stage() or self.board.hand.clear_clicks():
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
        for step in STEPS:
            step(self, now)
        return self._moves or self.rounds.open

    def _compile_ahead(self, now: float) -> None:
        """Begins to compile after the game was drawn once, so that the window appears at once."""
        study, turn = self.session.study, self.session.turn
        if self._prepares and not turn.prepared and self.rounds.shown is study.position:
            turn.prepare()

    def _follow_game(self, now: float) -> None:
        """Takes the results of jobs and lets the game go on, before the other steps read the study."""
        study = self.session.study
        # Two programs wait until all parts of the screen show the position after their last move.
        seen = self.rounds.shown is study.position and self.rounds.begins
        self.session.update(study.people > 0 or seen)

    def _play_sound(self, now: float) -> None:
        """Plays the sound of a move that was made just now."""
        study = self.session.study
        if problem := self.move_sounds.follow(study.record, self.context.beside.loses_by_last, study.over):
            self.tell(problem)

    def _export(self, now: float) -> None:
        """Draws the next part of an exported page, a little in each frame."""
        if self.context.exporting is not None:
            self.context.exporting.go_on(self.session)

    def _grant_wishes(self, now: float) -> None:
        """Does what the game's features ask of the window (wishes). That may show another position or
        page."""
        if wishes := self.session.study.take_wishes():
            grant(self.context, wishes)
            self.rounds.want()

    def _show_position(self, now: float) -> None:
        """Sets the board's position, before numbers and hints are put on it: a position of the line that is
        pointed at or stepped through, else the game's."""
        study, ahead = self.session.study, self.session.study.shown_line_position
        self.context.mark_pieces()
        if ahead is not None:
            self.board.show(ahead.position, ahead.before, now, ahead.move)
        elif study.position is not self.board.picture.position:
            turn = study.record.last_turn(study.cursor)
            before, move = turn[-1] if turn else (None, None)
            since, self._changed_at = now - self._changed_at, now
            fast = study.people == 0 and not PACES[study.pace] and since < FAST_SECONDS
            self.board.show(study.position, before, now, move, turn[:-1], fast)

    def _allow_moves(self, now: float) -> None:
        """Sets which moves can be entered in the shown position."""
        study, ahead = self.session.study, self.session.study.shown_line_position
        enters = (self.session.turn.person_may_move or self.context.hides) and ahead is None
        over = (self._over or study.outcome != ONGOING) and ahead is None
        past = not study.at_end and not self.context.hides
        self.board.hand.allow(study.position if enters else None, over, past)

    @property
    def _over(self) -> bool:
        """Whether the game is over in the shown position, by the rules or by resignation."""
        return self.session.study.over and self.session.study.at_end

    def _mark_board(self, now: float) -> None:
        """Puts numbers and arrows on the board. The legend describes the hint that is already on the board. A
        new hint is put there afterwards, and a message says it."""
        study, pointed = self.session.study, self.session.study.pointed
        selected = pointed.selected if study.shown_line_position is None else None
        self.board.shown_move = selected if pointed.move is None else pointed.move
        hint = self.context.hints.words(self.board)
        hint = "" if capital(hint) == self.notice.said else hint  # the message says it already
        self.on_board.update(study, self.app.theme, hint, self.dock.draws(WhyNotQuestions))
        words = self.context.hints.follow(self.session, self.board, self.app.theme)
        if words and not self.context.hides:
            self.say(words)
        self.context.deciding.follow(self.session, self.app.theme)

    def _follow_time(self, now: float) -> None:
        """Ends messages whose time is over, and moves clocks and counters on."""
        self.notice.update(now, self.app.compile_line.text)
        self.prompt.update(now, self._over)
        counts = self.session.study.running and now - self.rounds.drawn_at > COUNTERS_SECONDS
        if self.dock.ticks(self.session.study, now) or counts:
            self.rounds.want()

    def _follow_changes(self, now: float) -> None:
        """Draws again what has changed. It comes after the steps that change something, so that a change is
        drawn in the same frame."""
        parts = [part.take_change() for part in (self.notice, self.prompt, self.on_board)]  # ask all
        if self._changes.moved(self.session.study.changes) or any(parts):
            self.rounds.want()

    def _work_on_facts(self, now: float) -> None:
        """Calculates what the last drawing asked for, in the time that is left. The results are drawn once
        all are known, and every PARTS_SECONDS before."""
        facts = self.session.study.facts
        if not facts.busy or self.rounds.open:
            return
        facts.work(now + WORK_SECONDS)
        if not facts.busy or now - self.rounds.drawn_at > PARTS_SECONDS:
            self.rounds.want()

    def _move_pieces(self, now: float) -> None:
        """Follows the motion of pieces on the board. When it ends, draws again, because the piece's last
        place may not have been drawn."""
        moved, self._moves = self._moves, self.board.picture.moving(now)
        if moved and not self._moves:
            self.rounds.want()

    def shown_again(self) -> None:
        """Marks the view as changed: all games share it, and a game that lay above this one may have changed
        it."""
        self.session.study.change(VIEW)

    def settings_changed(self, settings: Settings) -> None:
        self.session.use_settings(settings)
        self.board.picture.animated = settings.ui.animation

    # Drawing

    def look_again(self) -> None:
        self.rounds.want()

    def lay_out(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme, study = sheet.theme, self.session.study
        before, self.layout = self.layout, self._places(theme, rect)
        self.due = self._due(sheet.whole, self.layout == before, now)
        self.dock.yields_arrows = sheet.focused == self.board
        if SIDE in self.due and self._has_side(theme):
            self.dock.lay_out_side(theme, self.layout.panel, study, self.context.projects)
        for part in (FOOT, STAGE):
            if part in self.due:
                self.dock.lay_out(part, study)
        if STAGE in self.due and self.dock.stage is None:
            self.board.lay_out(sheet, self.layout.board)
            self._place_prompt(theme)
        if BOTTOM_BAR in self.due and not self.context.projects:
            options = self.commands.options(MENU)
            if options != self.menu.options:
                self.menu.offer(options)
        if BOTTOM_BAR in self.due or (EDGE in self.due and self.session.study.held is not None):
            self.commands.look()

    def _places(self, theme: Theme, rect: pygame.Rect) -> PlayLayout:
        """The places of all parts."""
        alone, beside, divider = self.context.projects, self.context.beside, self.app.divider
        top, bottom = (0, 0) if alone else (theme.px(TOP), theme.px(BOTTOM))
        middle = pygame.Rect(rect.x, rect.y + top, rect.width, rect.height - top - bottom)
        foot = self.dock.foot_of(theme, middle, alone)
        middle.height -= foot.height
        if alone:
            layout = lay_out_alone(middle, theme, beside, divider, self.dock.asked.place)
        else:
            layout = lay_out(middle, theme, beside, divider)
            if self._result_shown:
                self.commands.look()
                height = partial(self.banner.height, theme, session=self.session)
                layout = with_result(layout, theme, self.board.art.size, height)
        return replace(layout, middle=middle, foot=foot)

    def _due(self, whole: bool, in_place: bool, now: float) -> frozenset[str]:
        """The parts to draw in this frame; sets `shown` to the areas of the window that change, None for all.
        `in_place` says that no part has moved."""
        facts = self.session.study.facts
        if whole:
            self.shown = None
            self.rounds.drew_all(now, self.session.study.position)
            facts.advance(now + WORK_SECONDS)
            return frozenset().union(*ROUND)
        self.shown = ()
        if not in_place:
            self.app.redraw()  # all of it, in the next frame
            return frozenset()
        if self.rounds.leaves(time.perf_counter() - now):
            return frozenset()
        if self._moves and self.rounds.waits(now):
            self.shown = (self.layout.stage,)
            return frozenset((STAGE, EDGE))
        if not self.rounds.open:
            return frozenset()
        if self.rounds.begins:
            facts.advance(now)
        due = self.rounds.step(now, self.session.study.position)
        if self.rounds.begins:  # that was the last step of a round: all parts become visible
            self.shown = None
        return due

    def draw(self, sheet: Sheet, rect: pygame.Rect, now: float) -> None:
        theme, layout, due, study = sheet.theme, self.layout, self.due, self.session.study
        alone = self.context.projects
        self.dock.begin(sheet)
        sheet.part(FOOT, FOOT in due, lambda: self.dock.draw_foot(sheet, layout.foot, study, alone))
        sheet.part(STAGE, STAGE in due, lambda: self._draw_stage(sheet, layout, now))
        sheet.part(SIDE, SIDE in due, lambda: self._draw_side(sheet, layout))
        if alone:
            strip = pygame.Rect(rect.x, rect.bottom - theme.px(NOTICE), rect.width, theme.px(NOTICE))
            sheet.part(EDGE, EDGE in due, lambda: self._draw_message(sheet, strip))
            return
        sheet.part(EDGE, EDGE in due, lambda: self._draw_edge(sheet, layout))
        bar = pygame.Rect(rect.x, rect.bottom - theme.px(BOTTOM), rect.width, theme.px(BOTTOM))
        sheet.part(BOTTOM_BAR, BOTTOM_BAR in due, lambda: self.bar.draw(sheet, bar, self.session, self.menu))
        bar = pygame.Rect(rect.x, rect.y, rect.width, theme.px(TOP))
        to_rules, to_players = self.how_to_play, partial(self.commands.run, "players")
        draw_top = partial(draw_top_bar, sheet, bar, self.session, self.back, to_rules, to_players)
        sheet.part(TOP_BAR, TOP_BAR in due, draw_top)

    def _draw_stage(self, sheet: Sheet, layout: PlayLayout, now: float) -> None:
        """Draws the board, the evaluation bar and the lost pieces, or a panel in the board's place."""
        study = self.session.study
        sheet.fill(layout.stage, sheet.theme.ground)
        if not self.dock.draw_stage(sheet, layout.stage, study, self.context.projects):
            self.board.draw(sheet, layout.board, now)
            board = self.board.picture.geometry.rect
            self.context.beside.draw(sheet, study, layout.stage.right - board.right)
            self.on_board.draw(sheet, study)
            if not self.prompt.in_strip:
                self.prompt.draw(sheet)

    def _place_prompt(self, theme: Theme) -> None:
        """Finds the place of the prompt: on the stage, or in the notice's strip."""
        layout = self.layout
        has_text = self._says_first or self.context.deciding.text(self.session.study)
        busy = has_text or not layout.notice.height
        self.prompt.settle(theme, layout.stage, None if busy else layout.notice, layout.notice_below_panel)

    def _has_side(self, theme: Theme) -> bool:
        """Whether there is room for panels beside the board."""
        return self.layout.panel.width > 0 if self.context.projects else self.layout.has_panel(theme)

    def _draw_side(self, sheet: Sheet, layout: PlayLayout) -> None:
        if self._has_side(sheet.theme):
            draw = self.dock.draw_alone if self.context.projects else self.dock.draw_side
            draw(sheet, layout.panel, self.session.study)

    def _draw_edge(self, sheet: Sheet, layout: PlayLayout) -> None:
        """Draws the notice, the result, and the edge between board and panel."""
        theme = sheet.theme
        if layout.result.height:
            sheet.fill(layout.result, theme.ground if layout.result.x < layout.panel.x else theme.panel)
            self.banner.draw(sheet, layout.result, self.session)
        if layout.notice_below_panel:
            sheet.fill(layout.notice_strip(theme), theme.panel)
            sheet.rule(layout.panel.left, layout.panel.right, layout.panel.bottom)
        else:
            sheet.fill(layout.notice_strip(theme), theme.ground)
        if self.prompt.in_strip and self.dock.stage is None:
            self.prompt.draw(sheet)
        elif self._says_first or not self.context.deciding.draw(sheet, layout.notice, self.session):
            legend, review = self.on_board.legend, self.review
            self.notice.draw(
                sheet,
                layout.notice,
                self.session,
                self.retry,
                legend,
                self._result_shown,
                review,
                self.play_it,
            )
        if layout.side_by_side:
            self.app.divider.draw(sheet, layout.middle, layout.panel.x)

    @property
    def _result_shown(self) -> bool:
        return self.banner.shown(self.session) and self.dock.stage is None and not self.context.projects

    @property
    def _says_first(self) -> bool:
        """Whether the notice has a message that must be seen before anything else."""
        return bool(self.notice.said or self.session.study.failure)

    def _draw_message(self, sheet: Sheet, strip: pygame.Rect) -> None:
        """Draws the message or the question of Decide first, above everything else."""
        if self._says_first or self.context.deciding.text(self.session.study):
            sheet.fill(strip, sheet.theme.raised)
            inner = strip.inflate(-2 * sheet.theme.px(8), 0)
            if self._says_first:
                self.notice.draw(sheet, inner, self.session, self.retry)
            else:
                self.context.deciding.draw(sheet, inner, self.session)

    # Other methods of the contract

    @property
    def own_scale(self) -> float | None:
        return self.app.layout.projector_scale if self.context.projects else None

    def scale_by(self, steps: int) -> bool:
        if self.context.projects:
            self.projector.run("larger view" if steps > 0 else "smaller view")
        return self.context.projects

    @property
    def least_room(self) -> tuple[int, int]:
        return LEAST_ROOM if self.context.projects else super().least_room

    def key_lines(self) -> list[KeyLine]:
        choices = (KeyLine(key, label.capitalize(), GAME) for key, label in self.board.choices.keys)
        lines = [*self.commands.lines, *choices, *self.dock.keys]
        if not self.context.projects:
            return lines
        meant = {line.keys for line in self.projector.lines}
        return [*self.projector.lines, *(line for line in lines if line.keys not in meant)]

    @property
    def at_work(self) -> bool:
        return self.session.study.features.at_work

    def close(self) -> None:
        self.on_board.show_as_before()
        if self.session.keeps_layout:
            self.dock.note(self.app.layout)
        self.app.keep_choices()
        if unkept := self.session.close():
            self.app.part_with(unkept)


STEPS = (
    Play._compile_ahead,
    Play._follow_game,
    Play._play_sound,
    Play._export,
    Play._grant_wishes,
    Play._show_position,
    Play._allow_moves,
    Play._mark_board,
    Play._follow_time,
    Play._follow_changes,
    Play._work_on_facts,
    Play._move_pieces,
)
"""What `Play.update` does in each frame, in this order. If a step must come before or after others, its
docstring says why."""
