"""The play screen: the board, the bars above and below it, and the panel that explains."""

import threading
import time
from functools import partial
from pathlib import Path

import pygame

from games.contract import WHITE
from games.record import Record
from heuristics.watch import soon
from study.session import PACES, Session
from ui.app import App
from ui.boards.board import BoardView
from ui.boards.registry import load_art
from ui.controls import Button, Control, FocusRing
from ui.panels.failures import shortened
from ui.panels.move_list import written
from ui.panels.side_panel import KEYS as PANEL_KEYS
from ui.panels.side_panel import SidePanel
from ui.panels.view import PanelView
from ui.rules import rules_in_force
from ui.scenes.result_banner import ResultBanner, result
from ui.scenes.scene import Keys, Scene
from ui.scenes.sharing import Sharing
from ui.scenes.top_bar import draw_top_bar

TOP, BOTTOM, NOTICE = 44, 48, 32
"""Heights of the bars and of the line below the board, in design pixels."""

PANEL_SMALLEST, PANEL_LEAST, PANEL_MOST = 160, 360, 680
TOAST_SECONDS = 4.0
COUNTERS_SECONDS = 0.1
"""How often the clock and the counters of a running search are drawn anew."""

PACE_LABELS = ("as fast as it goes", "4 moves a second", "2 moves a second", "1 move a second")
PACE_LABELS += ("a move in 2 seconds", "a move in 4 seconds")


class Play(Scene):
    """A game being played or looked through."""

    def __init__(self, app: App, session: Session, prepares: bool = True) -> None:
        super().__init__(app)
        self.session = session
        self.title = session.study.entry.title
        game = session.record.game
        self.board = BoardView(game, load_art(game.name), self._entered, app.settings.ui.animation)
        self.board.flipped = session.humans == 1 and session.is_human(1)
        self.panel = SidePanel(app.theme, self)
        self._panel_rect = pygame.Rect(0, 0, 0, 0)
        self._board_rect = pygame.Rect(0, 0, 0, 0)
        self._toast = ""
        self._toast_until = 0.0
        self._toast_warns = False
        self._shows_worth = False
        self._worth: tuple[tuple[object, ...], list[tuple[str, float]]] = ((), [])
        self._hovers_term = False
        self._openings = _Openings(session.record) if game.opening is not None else None
        self._drawn_at = 0.0
        self._seen: tuple[object, ...] = ()
        self._prepared = not prepares
        self._make_buttons()
        self._focus = FocusRing(
            lambda: [
                self._board_focus,
                *self.board.standing_buttons,
                *self._buttons,
                self.sharing.menu,
            ]
        )

    def _make_buttons(self) -> None:
        step = self._step_cursor
        self.back = Button(
            self.app.pop, icon="back", tooltip="To the home screen; the game stays saved (Esc).", flat=True
        )
        self.first = Button(lambda: self._go_to(0), icon="first", tooltip="To the first position (Home).")
        self.previous = Button(lambda: step(-1), icon="back", tooltip="One move back (Left).")
        self.run = Button(
            self._play_or_pause, icon="pause", tooltip="Let the programs play, or pause them (Space)."
        )
        self.next = Button(lambda: step(1), icon="forward", tooltip="One move forward (Right).")
        self.last = Button(
            lambda: self._go_to(len(self.session.record.plies)),
            icon="last",
            tooltip="To the last position (End).",
        )
        self.single = Button(
            self._single_step, icon="step", tooltip="Let a program make one move, then pause (.)."
        )
        self.slower = Button(lambda: self._change_pace(1), icon="minus", tooltip="Slower (−).", flat=True)
        self.faster = Button(lambda: self._change_pace(-1), icon="plus", tooltip="Faster (+).", flat=True)
        self.now = Button(
            self.session.move_now,
            "Move now",
            "move now",
            "The program stops thinking and plays its best move so far (M).",
        )
        self.undo = Button(
            self._take_back, "Take back", "take back", "Takes back your last move and the reply to it (U)."
        )
        self.hint = Button(
            self._ask_hint, "Hint", "hint", "An arrow for the move that a search of a second likes best (H)."
        )
        self.flip = Button(self._flip, "Flip", "flip", "Turns the board round (F).")
        self.swap = Button(
            self._swap, "Swap sides", "swap", "The players change sides and the game goes on (S)."
        )
        self.new = Button(
            self._new_game, "New game", "new", "A new game with the same players; this one stays saved (N)."
        )
        self.retry = Button(self._retry, "Try again", "retry", "Asks the program that failed once more (R).")
        self.sharing = Sharing(self)
        self.banner = ResultBanner(self._new_game)
        self._left = [self.first, self.previous, self.run, self.next, self.last, self.single]
        self._pace = [self.slower, self.faster]
        self._right = [self.now, self.undo, self.hint, self.flip, self.swap, self.new]
        self._buttons: list[Button] = [
            *self.banner.buttons,
            self.retry,
            self.back,
            *self._left,
            *self._pace,
            *self._right,
        ]
        self._board_focus = _BoardFocus(self.board)

    # What the person does

    def _entered(self, move: int) -> None:
        self.session.enter(move)

    def _go_to(self, cursor: int) -> None:
        self.session.go_to(cursor)
        self.banner.hidden |= not self.session.at_end

    def _step_cursor(self, step: int) -> None:
        self._go_to(self.session.cursor + step)

    def _play_or_pause(self) -> None:
        if self.session.over:
            self._say("The game is over.")
        elif self.session.humans == 2:
            self._say("Both sides are played by people: there is nothing to pause.")
        else:
            self.session.play_or_pause()

    def _single_step(self) -> None:
        if self.session.over or self.session.is_human(self.session.position.to_move):
            self._say("The game is over." if self.session.over else "It is your move.")
        else:
            self.session.step_once()

    def _change_pace(self, step: int) -> None:
        self.session.pace = max(0, min(len(PACES) - 1, self.session.pace + step))
        self._say(f"Two programs play {PACE_LABELS[self.session.pace]}.")

    def _take_back(self) -> None:
        self._toast = ""  # what was said of the position before, a hint above all
        if not self.session.take_back():
            self._say("There is no move of yours to take back.")
        self.banner.hidden = False

    def _ask_hint(self) -> None:
        if not self.session.ask_hint():
            self._say("A hint is for your move, in the last position.")

    def _flip(self) -> None:
        self.board.flipped = not self.board.flipped

    def _swap(self) -> None:
        if str(self.session.players[0]) == str(self.session.players[1]):
            self._say("Both players are alike: there is nothing to swap.")
            return
        self.session.swap_sides()
        self.board.flipped = self.session.humans == 1 and self.session.is_human(1)
        names = self.session
        self._say(f"{names.side_name(0)} is played by {names.player_name(0)} now.")

    def _new_game(self) -> None:
        old = self.session.record
        self.start_record(Record.start(old.game, old.options, old.positions[0].text))

    def start_record(self, record: Record) -> None:
        """A new game with the same players; the one before stays saved."""
        old = self.session
        kept = bool(old.record.plies) and not old.over
        old.close()
        self.session = Session(
            record, old.players, old.settings, self.app.saves, old.seed + 2, engine_maker=old.given_maker
        )
        self.session.pace = old.pace
        self.now.action = self.session.move_now
        self.banner.hidden = False
        self._prepared = False
        if kept:
            self._say("The game before is saved: it is on the home screen.")
        if self._openings is not None:
            self._openings = _Openings(record)

    def _retry(self) -> None:
        self.session.retry()

    def _say(self, text: str, problem: bool = False) -> None:
        self._toast, self._toast_until = text, time.perf_counter() + TOAST_SECONDS * (1 + problem)
        self._toast_warns = problem

    say = _say

    def tell(self, problem: str) -> None:
        self._say(problem, problem=True)

    def show_worth(self) -> None:
        """What each square adds to the value, over all terms that say where; or no longer."""
        self._shows_worth = not self._shows_worth
        if not self._shows_worth:
            self.board.overlay = ()
            self._say("The squares' worth is hidden.")
        elif not self._sum_of_terms():
            self._say("No term of this heuristic says which squares it counts.")
        else:
            self._say(
                f"What each square adds to {self.session.study.lens.name}: + for {self.session.side_name(0)}."
            )

    def _sum_of_terms(self) -> list[tuple[str, float]]:
        """By square: the sum over the terms that say where, positive where it favours White."""
        session = self.session
        lens = session.study.lens
        key = (session.shown, lens)
        if self._worth[0] != key:
            sums: dict[str, float] = {}
            state = session.shown.state
            for term in lens.heuristic.terms:
                # A fault in where a term counts leaves the board without its part.
                where = soon(lens.heuristic, partial(lens.squares, term, state, WHITE))
                for square, amount in where or ():
                    sums[square] = sums.get(square, 0.0) + amount
            self._worth = (key, list(sums.items()))
        return self._worth[1]

    # The panel's actions

    def go_to(self, ply: int) -> None:
        self._go_to(ply)

    def choose_heuristic(self, name: str) -> None:
        self.session.choose_heuristic(name)

    def hover_move(self, move: int | None) -> None:
        self.board.shown_move = move

    def hover_squares(self, squares: list[tuple[str, float]] | None) -> None:
        self._hovers_term = bool(squares)
        self.board.overlay = squares or ()

    # Events

    def handle(self, event: pygame.event.Event) -> bool:
        menu = self.sharing.menu
        if menu.open:
            return menu.handle(event)
        if event.type == pygame.DROPFILE:
            self.sharing.dropped(Path(event.file))
            return True
        if event.type == pygame.MOUSEMOTION:
            menu.handle(event)
            for button in self._buttons:
                button.handle(event)
            self.board.handle(event)
            self.panel.handle(event, self._panel_rect)
            return True
        if menu.handle(event) or any(button.handle(event) for button in self._buttons):
            return True
        if self._focus.handle(event):
            self.board.focused = self._board_focus.focused
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.board.focused = False
        if self.board.handle_choice_key(event) or self.panel.handle(event, self._panel_rect):
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.banner.rect.collidepoint(
            event.pos
        ):
            return True
        if self.board.handle(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._explain_refusal(event.pos)
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _explain_refusal(self, pos: tuple[int, int]) -> bool:
        """A click on the board that did nothing says why."""
        if not self.board.square_at(pos) or self.session.over:
            return False
        if not self.session.at_end:
            self._say("This is an earlier position: press End to go on with the game.")
        elif not self.session.human_may_move:
            self._say("It is the program's move.")
        return True

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if self.sharing.handle_key(event):
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        actions = {
            pygame.K_LEFT: self.previous,
            pygame.K_RIGHT: self.next,
            pygame.K_HOME: self.first,
            pygame.K_END: self.last,
            pygame.K_SPACE: self.run,
            pygame.K_PERIOD: self.single,
            pygame.K_u: self.undo,
            pygame.K_BACKSPACE: self.undo,
            pygame.K_h: self.hint,
            pygame.K_f: self.flip,
            pygame.K_n: self.new,
            pygame.K_s: self.swap,
            pygame.K_m: self.now,
            pygame.K_r: self.retry,
            pygame.K_PLUS: self.faster,
            pygame.K_EQUALS: self.faster,
            pygame.K_KP_PLUS: self.faster,
            pygame.K_MINUS: self.slower,
            pygame.K_KP_MINUS: self.slower,
        }
        button = actions.get(event.key)
        if button is None:
            return False
        if button.usable:
            button.action()
        return True

    def escape(self) -> bool:
        menu = self.sharing.menu
        if menu.open:
            menu.open = False
            return True
        if menu.focused:
            self._focus.clear()
            return True
        if self.board.clear_clicks():
            return True
        if self.board.focused or any(button.focused for button in self._buttons):
            self._focus.clear()
            self.board.focused = False
            return True
        if self.banner.shown(self.session):
            self.banner.hide()
            return True
        return False

    # Time

    def update(self, now: float) -> bool:
        session = self.session
        changed = session.update()
        while session.remarks:
            self._say(session.remarks.pop(0))
        cursor = session.cursor
        before = session.record.positions[cursor - 1] if cursor else None
        move = session.record.plies[cursor - 1].move if cursor else None
        self.board.show(session.shown, before, now, move)
        self.board.allow(session.position if session.human_may_move else None)
        if self._shows_worth and not self._hovers_term:
            self.board.overlay = self._sum_of_terms()
        if session.hint is not None and session.at_end and self.board.hint is None:
            self.board.hint = session.hint.move
            if session.hint.move is not None:
                self._say(f"Hint: {session.position.notation(session.hint.move)}")
        if self._toast and now > self._toast_until:
            self._toast = ""
            changed = True
        seen = (
            session.news,
            session.cursor,
            len(session.record.plies),
            session.playing,
            session.failure,
            session.hint,
            self._toast,
        )
        if seen != self._seen:
            self._seen = seen
            changed = True
        if session.searching and now - self._drawn_at > COUNTERS_SECONDS:
            changed = True
        moving = self.board.moving(now)
        return changed or moving or self._panel_busy

    @property
    def _panel_busy(self) -> bool:
        """Whether the panel has more to work out, which it does while it is drawn."""
        explanations = self.panel.explanations
        if explanations.best_line.busy:
            return True
        shows_candidates = self.panel.pages[self.panel.page] is self.panel.candidates
        return shows_candidates and explanations.candidates(self.panel_view()).busy

    # Drawing

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        theme = self.app.theme
        self._drawn_at = now
        self._set_buttons()
        top, bottom = theme.px(TOP), theme.px(BOTTOM)
        middle = pygame.Rect(rect.x, rect.y + top, rect.width, rect.height - top - bottom)
        self._lay_out(middle)
        self.board.draw(surface, self._board_rect, theme, now)
        self._draw_notice(surface)
        self._draw_panel(surface)
        draw_top_bar(surface, pygame.Rect(rect.x, rect.y, rect.width, top), theme, self.session, self.back)
        self._draw_bottom(surface, pygame.Rect(rect.x, rect.bottom - bottom, rect.width, bottom))
        self.banner.draw(surface, theme, self.session, self._foot)
        self.sharing.menu.draw_list(surface, theme)
        if not self._prepared:
            self._prepared = True
            self.session.prepare_engines()

    def _lay_out(self, area: pygame.Rect) -> None:
        """Board on the left and panel on the right; one above the other in an upright window."""
        theme = self.app.theme
        gap, notice = theme.px(8), theme.px(NOTICE)
        width, height = self.board.art.size
        if area.width < area.height:
            deep = min(round((area.width - 2 * gap) * height / width), round(area.height * 0.62))
            self._board_rect = pygame.Rect(area.x + gap, area.y + gap, area.width - 2 * gap, deep)
            top = self._board_rect.bottom + notice
            self._panel_rect = pygame.Rect(area.x, top, area.width, area.bottom - top)
            return
        deep = area.height - gap - notice
        wide = round(deep * width / height)
        panel = area.width - wide - 3 * gap
        panel = max(min(theme.px(PANEL_LEAST), area.width // 2), min(panel, theme.px(PANEL_MOST)))
        self._panel_rect = pygame.Rect(area.right - panel, area.y, panel, area.height)
        self._board_rect = pygame.Rect(area.x + gap, area.y + gap, area.width - panel - 2 * gap, deep)

    @property
    def _foot(self) -> pygame.Rect:
        """The line below the board."""
        board = self._board_rect
        return pygame.Rect(board.x, board.bottom, board.width, self.app.theme.px(NOTICE))

    def _set_buttons(self) -> None:
        session = self.session
        programs = session.humans < 2 and not session.over
        self.run.icon = "pause" if session.playing and programs else "play"
        self.run.enabled = programs and not session.failure
        self.single.enabled = (
            programs and not session.failure and not session.is_human(session.position.to_move)
        )
        self.first.enabled = self.previous.enabled = session.cursor > 0
        self.next.enabled = self.last.enabled = not session.at_end
        self.undo.enabled = bool(session.record.plies)
        self.now.enabled = session.searching
        self.hint.enabled = not session.over and session.is_human(session.position.to_move) and session.at_end
        self.retry.visible = bool(session.failure)
        for button in self._pace:
            button.visible = session.humans == 0
        self.slower.enabled = session.pace < len(PACES) - 1
        self.faster.enabled = session.pace > 0

    def _draw_bottom(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        theme, session = self.app.theme, self.session
        pygame.draw.rect(surface, theme.panel, rect)
        pygame.draw.line(surface, theme.line, rect.topleft, rect.topright)
        gap, side = theme.px(4), theme.px(36)
        y = rect.centery - side // 2
        x = rect.x + theme.px(8)
        for button in self._left:
            button.rect = pygame.Rect(x, y, side, side)
            x += side + gap
        if session.humans == 0:
            x += theme.px(8)
            self.slower.rect = pygame.Rect(x, y, theme.px(28), side)
            label = f"{PACES[session.pace]:g} s" if PACES[session.pace] else "fast"
            middle = x + theme.px(28) + theme.px(28)
            top = rect.centery - theme.line_height(14) // 2
            theme.text(surface, (middle, top), label, 14, align="center")
            self.faster.rect = pygame.Rect(middle + theme.px(28), y, theme.px(28), side)
            x = self.faster.rect.right
        x += theme.px(16)
        last = self._last_move()
        menu = self.sharing.menu
        room = rect.right - theme.px(16) - theme.width("88. e2-e4xe6") - x - side - gap
        for button in self._right:
            button.shows_label = True
        if sum(button.wanted_width(theme) + gap for button in self._right) > room:
            for button in self._right:
                button.shows_label = False
        for button in self._right:
            width = max(side, button.wanted_width(theme))
            button.rect = pygame.Rect(x, y, width, side)
            x += width + gap
        menu.rect = pygame.Rect(x, y, side, side)
        menu.draw(surface, theme)
        x += side + gap
        for button in (*self._left, *self._pace, *self._right):
            button.draw(surface, theme)
        top = rect.centery - theme.line_height(14) // 2
        limit = rect.right - theme.px(16) - x - gap
        theme.text(surface, (rect.right - theme.px(16), top), last, 14, theme.dim, "right", max_width=limit)

    def _last_move(self) -> str:
        cursor = self.session.cursor
        if cursor == 0:
            return "start"
        record = self.session.record
        text = written(record, cursor - 1)
        before = record.positions[cursor - 1].state
        if record.game.move_number is not None:
            dots = "." if record.plies[cursor - 1].side == WHITE else "…"
            return f"{record.game.move_number(before)}{dots} {text}"
        return f"{cursor}. {text}"

    def _draw_notice(self, surface: pygame.Surface) -> None:
        """The line below the board: what went wrong, what was said, or a draw that draws near."""
        theme, session = self.app.theme, self.session
        area = self._foot
        top = area.centery - theme.line_height(14) // 2
        if session.failure:
            self.retry.rect = pygame.Rect(
                area.right - self.retry.wanted_width(theme), area.y + theme.px(2), 0, theme.px(28)
            )
            self.retry.rect.width = self.retry.wanted_width(theme)
            text = f"{shortened(session.failure).rstrip('.')}. Try again, or make its move on the board."
            room = self.retry.rect.x - area.x - theme.px(8)
            theme.text(surface, (area.x, top), text, 14, theme.warning, max_width=room)
            self.retry.draw(surface, theme)
            return
        approaching = session.record.game.approaching(session.shown.state) if not session.over else ""
        text, color = self._toast, theme.warning if self._toast_warns else theme.text_color
        comment = session.comments.get(session.cursor, "")
        opening = self._openings.name(session.cursor) if self._openings is not None else ""
        if not text and comment:
            text = comment
        elif not text and not session.at_end:
            text = f"Move {session.cursor} of {len(session.record.plies)}; End leads back to the game."
            text = f"{opening}  ·  {text}" if opening else text
            color = theme.dim
        elif not text and session.over:
            text = f"{result(session)}. {session.position.ending}"
        elif not text and approaching:
            text, color = approaching, theme.warning
        elif not text and (rules := rules_in_force(session.record.options)):
            text, color = rules, theme.dim
        elif not text and opening:
            text, color = opening, theme.dim
        if text:
            theme.text(surface, (area.centerx, top), text, 14, color, "center", max_width=area.width)

    def _draw_panel(self, surface: pygame.Surface) -> None:
        if self.panel.theme is not self.app.theme:
            self.panel.set_theme(self.app.theme)
        least = self.app.theme.px(PANEL_SMALLEST)
        if self._panel_rect.width >= least and self._panel_rect.height >= least:
            self.panel.draw(surface, self._panel_rect, self.panel_view())

    def panel_view(self) -> PanelView:
        """This frame's facts for the side panel."""
        session = self.session
        return PanelView(
            record=session.record,
            cursor=session.cursor,
            position=session.shown,
            lens=session.study.lens,
            entry=session.study.entry,
            players=session.players,
            news=session.news,
            counters=session.counters(),
            thought=session.study.thought,
            message=session.failure,
        )

    # The rest of the contract

    def tooltip_at(self, pos: tuple[int, int]) -> str:
        for control in self._buttons:
            if control.visible and control.rect.collidepoint(pos):
                return control.tooltip
        if self.sharing.menu.open:
            return ""
        if self.sharing.menu.rect.collidepoint(pos):
            return self.sharing.menu.tooltip
        if self._panel_rect.collidepoint(pos):
            return self.panel.tooltip_at(pos)
        if self.session.failure and self._foot.collidepoint(pos):
            ways = "Try again (R), make its move on the board, or change the players (P)."
            return f"{shortened(self.session.failure)}\n{ways}"
        return self.board.tip_at(pos) if self._board_rect.collidepoint(pos) else ""

    def clickable_at(self, pos: tuple[int, int]) -> bool:
        if any(button.usable and button.rect.collidepoint(pos) for button in self._buttons):
            return True
        if self.sharing.menu.open or self.sharing.menu.rect.collidepoint(pos):
            return True
        return self.board.clickable and self._board_rect.collidepoint(pos)

    def keys(self) -> Keys:
        taken = {key for key, _ in self.board.choice_keys}
        return [
            ("Left, Right", "one move back, forward"),
            ("Home, End", "first, last position"),
            ("Space", "play or pause"),
            (".", "one move of a program"),
            ("+, −", "faster, slower"),
            ("U, Backspace", "take back"),
            ("H", "hint"),
            ("M", "move now"),
            ("F", "flip the board"),
            ("S", "swap sides"),
            ("N", "new game"),
            ("R", "try again after a failure"),
            *self.sharing.keys(),
            *(row for row in PANEL_KEYS if row[0] not in taken),
            *self.board.choice_keys,
            ("Arrows, Enter", "on the board, once Tab has led there"),
        ]

    def close(self) -> None:
        self.session.close()


class _Openings:
    """The names of a game's openings, looked up in a thread of its own: the first name asked for may
    take longer than a frame may."""

    def __init__(self, record: Record) -> None:
        assert record.game.opening is not None
        self._record = record
        self._name = record.game.opening
        self._names: dict[tuple[int, int], str] = {}
        self._ready = threading.Event()
        threading.Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        game = Record.start(self._record.game, self._record.options)
        game.play(game.position.moves[0])
        self._name(game, 1)
        self._ready.set()

    def name(self, plies: int) -> str:
        """The opening after that many plies; "" while there is none, or none is known yet."""
        if not self._ready.is_set():
            return ""
        key = (plies, hash(tuple(ply.move for ply in self._record.plies[:plies][-60:])))
        if key not in self._names:
            self._names[key] = self._name(self._record, plies)
        return self._names[key]


class _BoardFocus(Control):
    """The board's place in the round of the Tab key."""

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board

    def draw(self, surface: pygame.Surface, theme: object) -> None:
        pass
