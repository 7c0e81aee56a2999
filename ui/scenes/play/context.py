"""The object that the commands of the play screen act on: the game, its board and panels, and the navigation
to other screens."""

from typing import TYPE_CHECKING

from engines.contract import Thought
from games.contract import BLACK, WHITE
from games.record import Record
from study.game.move_entry import moves_over, why_no_move_over
from study.game.session import Session
from study.game.turn_hint import TurnHint
from study.practice.decide_first import DecideFirst
from study.practice.hidden_answers import FIRST, HiddenAnswers
from study.review.ask_why_not import ask_why_not, step_to
from study.state.study import Study
from study.state.wishes import PlayMove
from study.why_not.questions import MovesAt, WhyNotQuestions
from ui.app import App
from ui.boards.board import BoardView
from ui.boards.registry import load_art
from ui.navigation import Navigation, Pair
from ui.panels.dock import Dock
from ui.scenes.play.beside_board import BesideBoard
from ui.scenes.play.deciding import Deciding
from ui.scenes.play.notice import Notice
from ui.scenes.play.on_board import OnBoard
from ui.scenes.play.prompt import Prompt
from ui.scenes.play.result_banner import ResultBanner
from ui.theme import Theme

if TYPE_CHECKING:
    # Imported with the first export, to keep it out of the first frame.
    from ui.scenes.play.export import Exporting

ON_A_LINE = "This is a position on a line; Escape leads back to the game."
EARLIER = (
    "This is an earlier position: End goes on with the game. Space pauses it, so that you can move here."
)
"""The message for a click on an earlier position while a program plays: no other move can be tried then."""

TRY_A_MOVE = "This is an earlier position: End leads back. Click a piece to try another move here."
"""The message for the key of a button beside the board, such as "End turn", on an earlier position in which a
move can be tried."""


class Hints:
    """The hint of a play screen, for the rest of a turn or only for the next move."""

    def __init__(self) -> None:
        self._single = False
        self._hint: TurnHint | None = None  # the part of the hint that is left in the shown position
        self._found: Thought | None = None  # the search that found the hint
        self._better: int | None = None  # the shown move that a review found better than the selected move
        self._better_words = ""

    def words(self, board: BoardView) -> str:
        """What the arrow of a hint, or of a better move, means; "" if neither has an arrow."""
        if board.hint is None:
            return ""
        if self._better is not None:
            return self._better_words
        return f"hint: {self._hint.words}" if self._hint is not None else ""

    def ask(self, session: Session, single: bool = False) -> bool:
        """Starts the search of a hint for the shown position, with `single` only for the next move. Returns
        whether there is a legal move."""
        self._single = single
        return session.analysis.ask_hint()

    def follow(self, session: Session, board: BoardView, theme: Theme) -> str:
        """Shows the found hint, and after each of its moves the rest. Searches the next hint if all its moves
        are made and the turn goes on. Returns the words of a new hint, else "". Call it once a frame."""
        shown, words = session.study.position, ""
        if self._hint is not None and self._hint.position is not shown:
            self._hint = self._hint.after(shown)
            if self._hint is not None and not self._hint.moves:
                self._hint = None
                if session.turn.person_may_move:
                    self.ask(session)
        found = session.study.hint
        if found is not self._found:
            self._found = found
            if found is not None and found.move is not None:
                self._hint = TurnHint.of(found, self._single)
                words = f"Hint: {self._hint.words}"
                board.hint = None  # so that the new hint replaces the one on the board
        if self._hint is not None and board.hint is None and session.study.shown_line_position is None:
            board.show_hint(self._hint.steps, theme)
        if self._hint is None:
            self._follow_review(session.study, board, theme)
        return words

    def _follow_review(self, study: Study, board: BoardView, theme: Theme) -> None:
        """Shows the best move by the review while the row of a worse move is selected."""
        better = _better(study)
        if better == self._better and (better is None or board.hint is not None):
            return
        if better is not None:
            board.show_hint([(study.position, better)], theme)
            self._better_words = f"better was {study.position.notation(better)}"
        elif board.hint == self._better:
            board.forget_hint()
        self._better = better


def _better(study: Study) -> int | None:
    """The best move by the review in the shown position, if the selected row's move lost something there;
    else None."""
    looked = study.pointed.reviewed_move
    if looked is None or looked.move_loss is None or study.pointed.selected != looked.move:
        return None
    shown = study.shown_line_position is None and study.shows(looked.thought.position)
    return looked.move_loss.best.move if shown and looked.move_loss.loss > 0.0 else None


class PlayContext:
    """The context of commands. `session` is the shown game, which another game may replace."""

    def __init__(self, app: App, navigation: Navigation, session: Session) -> None:
        self.app = app
        self.navigation = navigation
        self.session = session
        game = session.study.record.game
        callbacks, animated = (
            (self._enter, self._ask_why_not, self._explain_refusal),
            app.settings.ui.animation,
        )
        self.board = BoardView(game, load_art(game.name), *callbacks, animated)
        self.dock = Dock()
        self.dock.arrange(app.layout)
        if not session.study.record.plies:
            self.dock.begin_game()
        self.beside = BesideBoard(self.board, app.layout.evaluation_bar)
        self.on_board = OnBoard(self.board, app.layout, app.theme)
        self.hints = Hints()
        self.deciding = Deciding(self.board, lambda move: self.session.turn.enter(move))
        self.notice = Notice(session.study.record, app.files)
        self.banner = ResultBanner(session)
        self.prompt = Prompt(self.board)
        self.exporting: Exporting | None = None
        self.projects = False  # whether the projector view is shown
        self.face_player()

    @property
    def study(self) -> Study:
        return self.session.study

    @property
    def title(self) -> str:
        """The game's title."""
        return self.study.entry.title

    def say(self, text: str, problem: bool = False) -> None:
        """Shows a line below the panel or the board, for some seconds."""
        self.notice.say(text, problem)

    def mark_pieces(self) -> None:
        """Decides whether a quiet board marks every piece that can move, and not only the piece under the
        mouse: if the settings say so, and until a game with moves was ever shown."""
        choices = self.app.choices
        choices.has_moved = choices.has_moved or bool(self.study.record.plies)
        self.board.marks_all = self.study.settings.ui.chess_marks or not choices.has_moved

    def face_player(self) -> None:
        """Puts the only person who plays at the board's lower edge; else White."""
        self.board.picture.flipped = self.study.people == 1 and self.study.is_person(1)

    def _enter(self, move: int) -> None:
        """Handles a move that was made on the board: plays it, or takes it as the person's answer while
        answers are hidden."""
        if self.hides:
            self.study.of(DecideFirst).choose(self.study, move)
        else:
            self._play(move)

    def _play(self, move: int) -> None:
        """Plays a move of the game or of a variation. If the move begins a variation, says so."""
        record = self.study.record
        known, varied = len(record.tree.nodes), record.varies
        self.session.turn.enter(move)
        if record.varies and not varied and len(record.tree.nodes) > known:
            self.say(
                "This begins a variation. The game is kept: End, pressed once or twice, leads back to it."
            )

    @property
    def hides(self) -> bool:
        """Whether what is known about the shown position is hidden."""
        return self.study.of(HiddenAnswers).hides(self.study)

    def show_answer(self) -> None:
        """Shows what was hidden."""
        self.study.of(DecideFirst).show_answer(self.study)

    def play_move(self, wish: PlayMove) -> None:
        """Plays a move that was chosen in a panel, if it is legal in the shown position."""
        session = self.session
        if wish.position is not session.study.position or wish.move not in wish.position.moves:
            return
        if session.turn.person_may_move and session.study.ahead is None:
            self._play(wish.move)
        elif not session.study.at_end or session.study.ahead is not None:
            self.say("Moves are played in the game's last position: End leads there.")
        else:
            self.say("It is the program's move. Shift+M holds it, so that you can play another.")

    def _explain_refusal(self, square: str, clicks: tuple[str, ...]) -> None:
        """Says why a click on the board, or with `square` "" the key of a button beside it, did nothing."""
        session = self.session
        if session.study.ahead is not None:
            self.say(ON_A_LINE)
        elif session.turn.person_may_move and (square or not self.board.hand.idle):
            if square:
                self.prompt.refuse(square, clicks)
        elif session.turn.person_may_move and not session.study.at_end:
            self.say(TRY_A_MOVE)
        elif not session.study.at_end:
            self.say(EARLIER)
        elif session.study.over:
            self.say(f"The game is over. {session.study.record.ending}")
        else:
            self.say("It is the program's move.")

    def _ask_why_not(self, square: str, clicks: tuple[str, ...]) -> None:
        """Asks why a move to or from the square is not played. If moves of the last turn reach the square as
        well, the person chooses which move is meant. If only moves of the last turn reach it, goes back to
        their position first. On a line that is stepped through, it only says how to return."""
        study = self.study
        if self.hides:
            self.say(f"{FIRST}.")
            return
        if study.shown_line_position is not None:
            self.say(ON_A_LINE)
            return
        moves = moves_over(study.position, square, clicks)
        earlier = None if clicks else self._moves_before(square, bool(moves))
        if earlier is not None and moves:
            study.of(WhyNotQuestions).ask_among(study, study.position, moves, earlier)
            return
        if earlier is not None:
            step_to(study, study.record.node(earlier.cursor))
            moves = earlier.moves
        if len(moves) == 1:
            ask_why_not(study, moves)
        elif moves:
            study.of(WhyNotQuestions).ask_among(study, study.position, moves)
        else:
            side = study.side_name(study.position.to_move)
            self.say(why_no_move_over(study.position, square, side, clicks))

    def _moves_before(self, square: str, others: bool) -> MovesAt | None:
        """The moves over a square at the last turn's first position that has some: first the move that was
        made, then other moves that a program could have made. None if there are none. `others` says that
        moves in the shown position reach the square, too: then a move of a person counts only if it went to
        the square, not if it left it."""
        study, cursor = self.study, self.study.cursor
        turn = study.record.last_turn(cursor)
        for index, (position, made) in enumerate(turn, cursor - len(turn)):
            is_own = study.is_person(position.to_move)
            start, *way = position.game.click_paths(position.state, made)[0]
            meant = square in way or (square == start and not (way and is_own and others))
            could = () if is_own else moves_over(position, square)
            moves = (*((made,) if meant else ()), *(move for move in could if move != made or not meant))
            if moves:
                return MovesAt(index, position, moves)
        return None

    def next_players(self, swapped: bool = False) -> Pair:
        """The players of a new game, with their sides `swapped` if wanted. If the person has only viewed this
        game, the person plays the side at the bottom of the board."""
        faces = BLACK if self.board.picture.flipped else WHITE
        if self.study.only_viewed:
            return self.session.players.of_new_game(1 - faces if swapped else faces)
        first, second = self.study.players
        return (second, first) if swapped else (first, second)

    def start_record(self, record: Record, players: Pair | None = None) -> None:
        """Starts a new game, with the `next_players` by default; the game before stays saved."""
        old = self.session
        kept = bool(old.study.record.plies) and not old.study.over
        unkept = old.close()
        self.session = old.another(record, players or self.next_players(), self.app.saves)
        self.app.garbage.leave()
        self.banner.hidden = False
        if not record.plies:
            self.dock.begin_game()
        if players is not None:
            self.face_player()
        if unkept:
            self.say(unkept, problem=True)
        elif old.study.only_viewed and self.study.people == 1:
            side = next(side for side in (WHITE, BLACK) if self.study.is_person(side))
            self.say(f"You play {self.study.side_name(side)}. P chooses other players.")
        elif kept:
            self.say("The previous game is saved: it is on the home screen.")
        self.notice.follow(record)
