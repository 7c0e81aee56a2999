"""The hint that a person has asked for: it is searched, shown on the board, and followed while its moves are
made."""

from engines.contract import Thought
from study.game.session import Session
from study.game.turn_hint import TurnHint
from ui.boards.board import BoardView
from ui.theme import Theme


class Hints:
    """The hint of a play screen, for the rest of a turn or only for the next move."""

    def __init__(self) -> None:
        self._single = False
        self._hint: TurnHint | None = None  # its rest in the shown position
        self._found: Thought | None = None  # the search that it comes from

    def words(self, board: BoardView) -> str:
        """The hint's moves in words, as long as the board shows them; else ""."""
        return self._hint.words if self._hint is not None and board.hint is not None else ""

    def ask(self, session: Session, single: bool = False) -> bool:
        """Searches a hint for the shown position, only for the next move if `single`; returns whether there
        is a legal move."""
        self._single = single
        return session.ask_hint()

    def follow(self, session: Session, board: BoardView, theme: Theme) -> str:
        """Shows the found hint, and its rest as its moves are made. Once all are made and the turn goes on,
        searches the next hint. Call it once a frame. Returns the words of a new hint, else ""."""
        shown, words = session.shown, ""
        if self._hint is not None and self._hint.position is not shown:
            self._hint = self._hint.after(shown)
            if self._hint is not None and not self._hint.moves:
                self._hint = None
                if session.human_may_move:
                    self.ask(session)
        found = session.analysis.found
        if found is not self._found:
            self._found = found
            if found is not None and found.move is not None:
                self._hint = TurnHint.of(found, self._single)
                words = f"Hint: {self._hint.words}"
                board.hint = None  # replaces a hint of the whole turn, or of a single move
        if self._hint is not None and board.hint is None and session.study.shown_line_position is None:
            board.show_hint(self._hint.steps, theme)
        return words
