"""The line of Decide first: it asks for a move, then says what the chosen move cost, and offers what comes
next."""

from collections.abc import Callable

import pygame

from heuristics.failure import shortened
from study.exercises.exercises import Exercises
from study.format.term_groups import capital
from study.game.session import Session
from study.practice.decide_first import DecideFirst
from study.practice.hidden_answers import FIRST, HiddenAnswers
from study.practice.practice import Practice
from study.state.study import Study
from study.state.wishes import ShowAnswer
from ui.boards.board import BoardView
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.scenes.play.notice import draw_longest
from ui.theme import Theme

COMPARING = "comparing it with the best move …"


class Deciding:
    """The line. `play` plays a move of the shown position."""

    def __init__(self, board: BoardView, play: Callable[[int], object]) -> None:
        self.show = Button(self._show, "Show the answer", tooltip="Shows it before you have chosen a move.")
        self.next = Button(self._next, "Next position", primary=True, tooltip="To the next position (Right).")
        self.keep = Button(self._play, "Play mine")
        self._board = board
        self._enter = play
        self._study: Study | None = None
        self._session: Session | None = None

    # What the person does

    def _show(self) -> None:
        if self._study is not None:
            self._study.wish(ShowAnswer())

    def _next(self) -> None:
        study = self._study
        if study is None:
            return
        if study.of(Practice).asks(study):
            study.of(Practice).next(study)
        elif _leads_to_exercise(study):
            study.of(Exercises).go(study, 1)
        else:
            study.go_to(study.cursor + 1)

    def _play(self) -> None:
        decision = None if self._study is None else self._study.of(DecideFirst).decision
        if decision is not None and decision.move is not None:
            self._enter(decision.move)

    # Display

    def follow(self, session: Session, theme: Theme) -> None:
        """Removes hints while the answer is hidden; later adds an arrow for the best move to the arrow for
        the chosen move. Call it once a frame."""
        self._session, self._study = session, session.study
        study, board = session.study, self._board
        if study.of(HiddenAnswers).hides(study):
            board.forget_hint()
            return
        decide = study.of(DecideFirst)
        verdict, decision = decide.verdict, decide.decided_here(study)
        if decision is None or study.shown_line_position is not None:
            return
        found = study.thought_here
        if decision.move is None and found is not None and found.move is not None and board.hint is None:
            board.show_hint([(study.position, found.move)], theme)
        if board.shown_move is None:
            board.shown_move = decision.move
        if verdict is not None and verdict.best is not None and board.hint is None:
            board.show_hint([(study.position, verdict.best)], theme)

    def text(self, study: Study) -> str:
        """The line's text; "" while nothing has been hidden or decided here."""
        return self._texts(study)[0]

    def _texts(self, study: Study) -> tuple[str, ...]:
        """The text, then shorter versions of it."""
        texts, practice = self._base_texts(study), study.of(Practice)
        if not texts[0] or practice.session is None or not practice.asks(study):
            return texts
        number = f"{practice.session.at + 1} of {len(practice.session.positions)}"
        return tuple(f"{number}: {text}" for text in texts)

    def _base_texts(self, study: Study) -> tuple[str, ...]:
        if study.of(HiddenAnswers).hides(study):
            practice = study.of(Practice)
            question = practice.question if practice.asks(study) else ""
            asks = question or f"{study.side_names[study.position.to_move]}: which move would you play?"
            return asks, f"{FIRST}."
        decide, practice = study.of(DecideFirst), study.of(Practice)
        decision = decide.decided_here(study)
        # The page Practice shows the result of a session that is over.
        if decision is None or (practice.shows(study) and not practice.asks(study)):
            return ("",)
        if decision.move is None:
            if decision.case is None:
                found = study.thought_here
                if found is None or found.move is None:
                    asked = "You asked for the answer"
                    return (f"{asked}: it is being searched …" if decide.searches else f"{asked}.",)
                return (f"The best move found is {found.position.notation(found.move)}.",)
            return (f"{capital(decision.case.answer)}.",)
        name = decision.position.notation(decision.move)
        if problem := decide.problem(study):
            return (f"Your move is {name}. It could not be compared: {shortened(problem)}",)
        if decide.verdict is None or not (decide.settled or decide.verdict.case is not None):
            return (f"Your move is {name}: {COMPARING}",)
        return decide.verdict.sentences

    def draw(self, sheet: Sheet, area: pygame.Rect, session: Session) -> bool:
        """Draws the text and buttons in the strip of the notice; returns whether there was any text."""
        theme, study = sheet.theme, session.study
        texts = self._texts(study)
        if not texts[0]:
            return False
        x = area.right
        for button in self._buttons(session):
            width = button.wanted_width(theme)
            x -= width
            button.draw(sheet, pygame.Rect(x, area.centery - theme.px(14), width, theme.px(28)))
            x -= theme.px(8)
        place = pygame.Rect(area.x, area.y, max(0, x - area.x), area.height)
        sheet.add("decision", place, texts[0], focusable=False)
        draw_longest(sheet, place, texts)
        return True

    def _buttons(self, session: Session) -> list[Button]:
        """The buttons at the right of the text, the rightmost first."""
        study = session.study
        if study.of(HiddenAnswers).hides(study):
            return [self.show]
        decision, practice = study.of(DecideFirst).decision, study.of(Practice)
        if practice.session is not None and practice.asks(study):
            left = len(practice.session.positions) - practice.session.at - 1
            self.next.label = "Next position" if left else "Finish"
            self.next.tooltip = "To the next position." if left else "Ends the session with its result."
            return [self.next]
        leads = _leads_to_exercise(study)
        what, key = ("exercise", "Ctrl+Right") if leads else ("position", "Right")
        self.next.label, self.next.tooltip = f"Next {what}", f"To the next {what} ({key})."
        on, plies = [self.next] if leads or not study.at_end else [], study.record.plies
        move = None if decision is None else decision.move
        played = plies[study.cursor].move if study.cursor < len(plies) else None
        if move is not None and move != played and session.turn.person_may_move:
            self.keep.label = "Play mine" if study.at_end else "Keep mine"
            where = "in the game" if study.at_end else "as a variation"
            self.keep.tooltip = f"Plays your move {where}."
            on.append(self.keep)
        return on


def _leads_to_exercise(study: Study) -> bool:
    """Whether an exercise is answered here and another one follows it."""
    exercises = study.of(Exercises)
    return exercises.decision(study) is not None and exercises.other(1) is not None
