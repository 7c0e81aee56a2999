"""The bar below the board: stepping through the game, the programs' pace, and what a person can ask
for, each with its key."""

from typing import TYPE_CHECKING

import pygame

from study.session import PACES, Session
from ui.kit.buttons import Button
from ui.kit.drop_down import Menu
from ui.kit.sheet import Sheet

if TYPE_CHECKING:
    from ui.scenes.play import Play


class BottomBar:
    """The buttons of a play screen; `keys` says which keys press them too."""

    def __init__(self, play: "Play") -> None:
        self.play = play
        self.first = Button(lambda: play.go_to(0), icon="first", tooltip="To the first position (Home).")
        self.previous = Button(lambda: play.step_cursor(-1), icon="back", tooltip="One move back (Left).")
        self.run = Button(
            play.play_or_pause, icon="pause", tooltip="Let the programs play, or pause them (Space)."
        )
        self.next = Button(lambda: play.step_cursor(1), icon="forward", tooltip="One move forward (Right).")
        self.last = Button(
            lambda: play.go_to(len(play.session.record.plies)),
            icon="last",
            tooltip="To the last position (End).",
        )
        self.single = Button(
            play.single_step, icon="step", tooltip="Let a program make one move, then pause (.)."
        )
        self.slower = Button(lambda: play.change_pace(1), icon="minus", tooltip="Slower (−).", flat=True)
        self.faster = Button(lambda: play.change_pace(-1), icon="plus", tooltip="Faster (+).", flat=True)
        self.now = Button(
            lambda: play.session.move_now(),
            "Move now",
            "move now",
            "The program stops thinking and plays its best move so far (M).",
        )
        self.undo = Button(
            play.take_back,
            "Take back",
            "take back",
            "Takes back your last turn and the reply to it (U). Where a turn has several moves, Shift+U "
            "takes back only the last one.",
        )
        self.hint = Button(
            play.ask_hint,
            "Hint",
            "hint",
            "Arrows for the turn that a search of a second likes best (H). Where a turn has several moves, "
            "Shift+H shows only the next one.",
        )
        self.analyse = Button(
            play.analyse,
            "Analyse",
            "analyse",
            "Searches whatever position is shown, as deep as it can, until this is pressed again (A).",
        )
        self.flip = Button(play.flip, "Flip", "flip", "Turns the board round (F).")
        self.swap = Button(
            play.swap_sides, "Swap sides", "swap", "The players change sides and the game goes on (S)."
        )
        self.new = Button(
            play.new_game, "New game", "new", "A new game with the same players; this one stays saved (N)."
        )
        self._left = [self.first, self.previous, self.run, self.next, self.last, self.single]
        self._right = [self.now, self.undo, self.hint, self.analyse, self.flip, self.swap, self.new]

    @property
    def buttons(self) -> list[Button]:
        """All but those of the pace, which are there for two programs alone."""
        return [*self._left, *self._right]

    def key(self, event: pygame.event.Event, session: Session) -> bool:
        self._set(session)  # which may be otherwise since it was drawn
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
            pygame.K_a: self.analyse,
            pygame.K_f: self.flip,
            pygame.K_n: self.new,
            pygame.K_s: self.swap,
            pygame.K_m: self.now,
            pygame.K_PLUS: self.faster,
            pygame.K_EQUALS: self.faster,
            pygame.K_KP_PLUS: self.faster,
            pygame.K_MINUS: self.slower,
            pygame.K_KP_MINUS: self.slower,
        }
        singles = {
            pygame.K_u: self.play.take_back,
            pygame.K_BACKSPACE: self.play.take_back,
            pygame.K_h: self.play.ask_hint,
        }
        button = actions.get(event.key)
        if button is not None and button.enabled:
            if event.mod & pygame.KMOD_SHIFT and event.key in singles:
                singles[event.key](single=True)
            else:
                button.action()
        return button is not None

    def _set(self, session: Session) -> None:
        """What can be asked for now."""
        programs = session.humans < 2 and not session.over
        self.run.icon = "pause" if session.playing and programs else "play"
        self.run.enabled = programs and not session.study.failure
        self.single.enabled = (
            programs and not session.study.failure and not session.is_human(session.position.to_move)
        )
        ahead = session.study.ahead  # stepping goes along a line then
        self.first.enabled = session.cursor > 0
        self.previous.enabled = session.cursor > 0 or ahead is not None
        self.last.enabled = not session.at_end
        self.next.enabled = not session.at_end if ahead is None else ahead.plies < len(ahead.positions)
        self.undo.enabled = bool(session.record.plies)
        self.now.enabled = session.can_hurry
        self.hint.enabled = bool(session.shown.moves)
        self.analyse.primary = session.analysis.endless
        self.slower.enabled = session.pace < len(PACES) - 1
        self.faster.enabled = session.pace > 0

    def draw(self, sheet: Sheet, rect: pygame.Rect, session: Session, menu: Menu) -> None:
        theme = sheet.theme
        self._set(session)
        sheet.fill(rect, theme.panel)
        sheet.rule(rect.left, rect.right, rect.top)
        paced = session.humans == 0
        gap = theme.px(4)
        spaces = theme.px(8) * (5 if paced else 3)
        squares = len(self.buttons) + 1 + (4 * 28 / 36 if paced else 0)
        side = min(theme.px(36), int((rect.width - spaces) / squares) - gap)
        y = rect.centery - side // 2
        x = rect.x + theme.px(8)
        for button in self._left:
            button.draw(sheet, pygame.Rect(x, y, side, side))
            x += side + gap
        if paced:
            x += theme.px(8)
            narrow = side * 28 // 36
            self.slower.draw(sheet, pygame.Rect(x, y, narrow, side))
            label = f"{PACES[session.pace]:g} s" if PACES[session.pace] else "fast"
            sheet.label(pygame.Rect(x + narrow, y, 2 * narrow, side), label, align="center")
            self.faster.draw(sheet, pygame.Rect(x + 3 * narrow, y, narrow, side))
            x += 4 * narrow
        x += theme.px(16)
        room = rect.right - theme.px(16) - theme.width("88. e2-e4xe6") - x - side - gap
        for button in self._right:
            button.shows_label = True
        if sum(button.wanted_width(theme) + gap for button in self._right) > room:
            for button in self._right:
                button.shows_label = False
        for button in self._right:
            width = max(side, button.wanted_width(theme)) if button.shows_label else side
            button.draw(sheet, pygame.Rect(x, y, width, side))
            x += width + gap
        menu.draw(sheet, pygame.Rect(x, y, side, side))
        x += side + gap
        last = pygame.Rect(x, rect.y, max(0, rect.right - theme.px(16) - x), rect.height)
        sheet.label(last, last_move(session), 14, theme.dim, "right")


def last_move(session: Session) -> str:
    """The move that led to the position shown, with its number."""
    cursor = session.cursor
    return session.record.numbered(cursor - 1) if cursor else "start"
