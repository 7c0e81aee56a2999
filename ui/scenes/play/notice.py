"""The line below the panel or the board. It shows what matters most at the moment: a failure, a message, a
held move, a comment, the result, a draw that comes near, or an opening's name."""

import time
from collections.abc import Sequence
from functools import partial

import pygame

from engines.jobs import DONE, Job, Lane
from games.contract import ONGOING
from games.game_tree import readable
from games.record import Record
from heuristics.failure import shortened
from heuristics.registry import fault_of
from study.check.check import HeuristicCheck
from study.format.rule_options import rules_in_force
from study.format.term_groups import capital
from study.game.session import Session
from study.game.status import where
from study.hold.held_move import HeldMove
from study.review.background_review import BackgroundReview
from study.state.changes import Drawn
from study.state.study import Study
from study.why_not.main_reasons import MOST_NAMES
from ui.kit.buttons import Button
from ui.kit.keyboard import spelled
from ui.kit.sheet import Sheet
from ui.scenes.play.result_banner import result
from ui.theme import Theme

SAID_SECONDS = 4.0
"""How long a message is shown. A problem is shown twice as long."""


class Notice(Drawn):
    """The notice. `said` is the last message, until its time is over; `compiles` says what is being compiled
    in the background. `names_openings` says whether the names of openings are loaded. `files` is the lane for
    slow look-ups."""

    fields = ("said", "compiles", "names_openings")

    def __init__(self, record: Record, files: Lane) -> None:
        self.said = self.compiles = ""
        self._until = 0.0
        self._warns = False
        self.names_openings = False
        self.openings: OpeningNames | None = None
        self._files = files
        self.follow(record)

    def follow(self, record: Record) -> None:
        """Switches to another game, whose openings it names from now on."""
        self.openings = OpeningNames(record, self._files) if record.game.opening is not None else None

    def say(self, text: str, problem: bool = False) -> None:
        self.said, self._warns = spelled(text), problem
        self._until = time.perf_counter() + SAID_SECONDS * (1 + problem)

    def update(self, now: float, compiles: str) -> None:
        """Removes the message once its time is over. `compiles` says what is compiled now."""
        if now > self._until:
            self.said = ""
        self.compiles = compiles
        self.names_openings = self.openings is not None and self.openings.known

    def draw(
        self,
        sheet: Sheet,
        area: pygame.Rect,
        session: Session,
        retry: Button,
        legend: tuple[str, ...] = (),
        result_shown: bool = False,
        review: Button | None = None,
        play_it: Button | None = None,
    ) -> None:
        """Draws the notice. `retry` lets a failed program try again. `legend` explains the numbers and arrows
        on the board, in a line above. `result_shown` says that the banner shows the result. `review` is
        offered next to the result until there is a review; `play_it` plays the held move."""
        if session.study.failure:
            self._draw_failure(sheet, area, session.study.failure, retry)
            return
        text, color = self._line(sheet.theme, session, result_shown, area.width)
        if play_it is not None and text and text == _held(session):
            shorter = [_held(session, names) for names in range(MOST_NAMES - 1, -1, -1)]
            self._draw_ending(sheet, area, text, play_it, shorter)
            return
        if review is not None and text and text == _ending(session) and _is_unreviewed(session):
            self._draw_ending(sheet, area, text, review)
            return
        check = session.study.of(HeuristicCheck)
        if text and text == _check(session):
            self._draw_check(sheet, area, check, session.study)
            return
        # A long message needs the legend's line.
        long = text == self.said and sheet.theme.width(text) > area.width
        if legend and not long:
            area = self._draw_legend(sheet, area, legend, 1 if text else 2)
        if text:
            lines = sheet.theme.wrapped(text, area.width, 12)
            if sheet.theme.width(text) > area.width and len(lines) * sheet.theme.px(16) <= area.height:
                self._draw_lines(sheet, area, lines, color)
                return
            place = sheet.label(area, text, 14, color, "center")
            if place.width < sheet.theme.width(text):
                sheet.add("notice", area, text)

    @staticmethod
    def _draw_lines(sheet: Sheet, area: pygame.Rect, lines: Sequence[str], color: pygame.Color) -> None:
        """Draws small centred lines in the middle of the area."""
        line = pygame.Rect(area.x, 0, area.width, sheet.theme.px(16))
        line.top = area.centery - len(lines) * line.height // 2
        for number, text in enumerate(lines):
            sheet.label(line.move(0, number * line.height), text, 12, color, "center")

    @staticmethod
    def _draw_check(sheet: Sheet, area: pygame.Rect, check: HeuristicCheck, study: Study) -> None:
        """Draws what the check found; a click on it opens the page Check."""
        tip = f"{check.said} Click to see more."
        over = sheet.add("check", area, tip, partial(check.show_found, study))
        text = f"Check: {check.said[0].lower()}{check.said[1:]}"
        draw_longest(sheet, area, (text, check.said, check.said_in_short))
        if over:
            sheet.rule(area.left, area.right, area.bottom - 1)

    def _draw_legend(
        self, sheet: Sheet, area: pygame.Rect, legend: tuple[str, ...], most: int
    ) -> pygame.Rect:
        """Draws the legend in as many lines as it needs, at most `most`; returns the room below."""
        theme = sheet.theme
        lines = theme.wrapped("On the board: " + "  ·  ".join(legend), area.width, 12)
        if len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        line = pygame.Rect(area.x, area.y, area.width, theme.px(18))
        for number, text in enumerate(lines):
            place = line.move(0, number * line.height)
            sheet.label(place, text, 12, theme.dim, "center")
        line.height *= len(lines)
        tip = "\n".join(f"{text[0].upper()}{text[1:]}" for text in legend)
        sheet.add("legend", line, tip)
        return pygame.Rect(area.x, line.bottom, area.width, area.bottom - line.bottom)

    @staticmethod
    def _draw_ending(
        sheet: Sheet, area: pygame.Rect, text: str, button: Button, shorter: Sequence[str] = ()
    ) -> None:
        """Draws the result of the game or the held move, and the `button` at its right. If the text is too
        long, draws it in small type, or one of the `shorter` texts."""
        theme = sheet.theme
        width, gap = button.wanted_width(theme), theme.px(8)
        right = pygame.Rect(area.right - width, area.centery - theme.px(14), width, theme.px(28))
        place = pygame.Rect(area.x, area.y, right.x - area.x - gap, area.height)
        sheet.add("ending", place, text, focusable=False)
        draw_longest(sheet, place, (text, *shorter))
        button.draw(sheet, right)

    def _draw_failure(self, sheet: Sheet, area: pygame.Rect, failure: str, retry: Button) -> None:
        theme = sheet.theme
        width = retry.wanted_width(theme)
        right = pygame.Rect(area.right - width, area.centery - theme.px(14), width, theme.px(28))
        text = self.said or f"{shortened(failure).rstrip('.')}. Try again, or make its move on the board."
        place = pygame.Rect(area.x, area.y, right.x - area.x - theme.px(8), area.height)
        sheet.label(place, text, 14, theme.warning)
        ways = "Try again (R), make its move on the board, or change the players (P)."
        sheet.add("failure", place, f"{shortened(failure)}\n{ways}")
        retry.draw(sheet, right)

    def _line(
        self, theme: Theme, session: Session, result_shown: bool, width: int
    ) -> tuple[str, pygame.Color]:
        """The text and its colour. The name of an opening is added to the words that say how to get back to
        the game only if both fit into `width`."""
        if self.said:
            return self.said, theme.warning if self._warns else theme.text_color
        ahead = session.study.shown_line_position
        if ahead is not None:
            steps = session.study.ahead is not None
            kind = "a line" if steps else "a line that a search found"
            far = f"Ply {ahead.plies} of {len(ahead.positions)} of {kind}"
            if ahead.position.outcome != ONGOING:
                far += f": {ahead.position.ending.rstrip('.')}"
            how = " Left, Right step; Esc leads back." if steps else ""
            return f"{far}.{how}", theme.dim
        if session.study.at_end and (held := _held(session)):
            return held, theme.text_color
        if fault := _fault(session):
            return fault, theme.warning
        if (check := _check(session)) and session.study.of(HeuristicCheck).saved_in is session.study.position:
            return check, theme.text_color
        if consequence := session.study.of(HeldMove).consequence(session.study):
            return consequence, theme.text_color
        if comment := readable(session.study.record.tree[session.study.node].comment):
            return shortened(comment), theme.text_color
        opening = self.openings.name(session.study.cursor) if self.openings is not None else ""
        if not session.study.at_end:
            end = "to the end of the variation" if session.study.record.varies else "back to the game"
            text = f"{capital(where(session.study))}; the End key leads {end}."
            named = f"{opening}  ·  {text}"
            return named if opening and theme.width(named) <= width else text, theme.dim
        if session.study.over:
            return "" if result_shown else _ending(session), theme.text_color
        if approaching := session.study.record.game.approaching(session.study.position.state):
            return approaching, theme.warning
        rules = rules_in_force(session.study.record.options)
        return _check(session) or self.compiles or rules or opening, theme.dim


def draw_longest(sheet: Sheet, place: pygame.Rect, texts: Sequence[str]) -> None:
    """Draws the first text if it fits into one line; else the first text that fits into two small lines, or
    the last text."""
    theme = sheet.theme
    if theme.width(texts[0]) <= place.width:
        sheet.label(place, texts[0])
        return
    wrapped = ((text, len(theme.wrapped(text, place.width, 12))) for text in texts)
    text, lines = next((found for found in wrapped if found[1] <= 2), (texts[-1], 2))
    small = pygame.Rect(place.x, 0, place.width, theme.px(16) * lines)
    small.centery = place.centery
    sheet.paragraph(small, text, 12)


def _held(session: Session, names: int = MOST_NAMES) -> str:
    """What the program wants to play and why, naming at most `names` terms; "" while no move is held."""
    return session.study.of(HeldMove).words(session.study, names)


def _ending(session: Session) -> str:
    """Who won and why."""
    return f"{result(session)}. {session.study.record.ending}"


def _check(session: Session) -> str:
    """What the check of a saved heuristic found, until the person has seen it; "" for nothing."""
    check = session.study.of(HeuristicCheck)
    return "" if check.seen else check.said


def _is_unreviewed(session: Session) -> bool:
    """Whether the game has moves and was not reviewed yet."""
    review = session.study.of(BackgroundReview)
    return bool(session.study.record.plies) and not (review.goes_on or review.changes or review.running)


def _fault(session: Session) -> str:
    """Says that a program or the shown values use an earlier version of a heuristic, and why; "" if none
    does."""
    faults = session.engines.faults()
    sides = [session.study.side_name(side) for side, fault in enumerate(faults) if fault]
    if not sides:
        fault = fault_of(session.study.lens.heuristic)
        return f"{shortened(fault)}. The previous version stays in use." if fault else ""
    who = f"{sides[0]} plays" if len(sides) == 1 else "Both sides play"
    return f"{who} by the previous version of the heuristic: {shortened(next(filter(None, faults)))}"


class OpeningNames:
    """The names of a game's openings. The first look-up takes longer than a frame may, so a job does it."""

    def __init__(self, record: Record, lane: Lane) -> None:
        assert record.game.opening is not None
        self._record = record
        self._name = record.game.opening
        self._names: dict[tuple[int, int], str] = {}
        self._preparation = lane.do(self._prepare, "names of openings")

    def _prepare(self, job: Job) -> None:
        game = Record.start(self._record.game, self._record.options)
        game.play(game.position.moves[0])
        self._name(game, 1)

    @property
    def known(self) -> bool:
        """Whether the names are loaded."""
        return self._preparation.news.phase == DONE

    def name(self, plies: int) -> str:
        """The opening after that many plies; "" if it has no name, and while the names are loading."""
        if not self.known:
            return ""
        # The moves are part of the key, because a variation has others.
        key = (plies, hash(tuple(ply.move for ply in self._record.plies[:plies])))
        if key not in self._names:
            self._names[key] = self._name(self._record, plies)
        return self._names[key]
