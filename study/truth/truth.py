"""The state of the page Truth, which measures a heuristic in positions whose outcome with best play is
proven: the measurement, its progress, and the mistakes that it found."""

from collections.abc import Iterable
from dataclasses import replace

from arena.truth.measure import ProvenChoice, searcher_of
from arena.truth.proven import Proven
from arena.truth.sample import USUAL_POSITIONS
from engines.contract import StopSignal
from engines.jobs import Job
from games.contract import DRAW
from games.position import Position
from games.record import Record
from games.truth.fate import Fate
from games.truth.syzygy import Syzygy
from games.truth.tables import TableMaking, Tables, end_by_tables, tables_of
from heuristics.lens import Lens
from study.format import number_text
from study.saved_games.game_to_open import GameToOpen, OpenGame
from study.state.background_task import BackgroundTask
from study.state.changes import FEATURES, JOBS, Derived
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import AskCase, Show
from study.truth.truth_run import (
    SEARCHED,
    TruthNews,
    TruthRun,
    make_tables,
    truth_folder,
)
from study.why_not.questions import WhyNotQuestions

EVERYTHING = ""
"""The choice that stands for all endgame tables that the program makes for the game."""

AMOUNTS = (20, 100, USUAL_POSITIONS, 2_000)


class Truth(BackgroundTask, Feature):
    """The newest measurement, and what is proven for the position on the board.

    `table` is the choice of positions: EVERYTHING, the name of a group of tables or of a Syzygy table, or
    SEARCHED. `amount` is their number.
    """

    fields = ("table", "amount", "visited", "opened", "tables")

    def __init__(self, study: Study) -> None:
        self.game = study.record.game.name
        self.tables: Tables | None = tables_of(self.game)
        self.table = EVERYTHING if self.tables is not None else SEARCHED
        self.amount = USUAL_POSITIONS
        self.lens: Lens | None = None
        """The lens of the newest measurement."""
        self.options = study.record.options
        self.opened: ProvenChoice | None = None
        """The mistake whose position this study was opened for."""
        self.visited: ProvenChoice | None = None
        """The last mistake of this study's list that was opened."""
        self._run: TruthRun | None = None
        self._lane = study.features.lanes.batch
        self._files = study.features.lanes.files
        self._reading: Job | None = None
        self._ending: tuple[Position, Job] | None = None
        self._probing: tuple[Position, Job] | None = None
        self._known: Derived[Proven | None] = Derived(JOBS | FEATURES)
        self._changes = study.changes

    # Actions of a person

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices of positions."""
        if self.tables is None:
            return (SEARCHED,)
        by_syzygy = () if self.tables.syzygy is None else self.tables.syzygy.names
        return (EVERYTHING, *(group.name for group in self.tables.domain.groups), SEARCHED, *by_syzygy)

    @property
    def names(self) -> tuple[str, ...]:
        """The chosen positions as `TruthRun` names them; empty for EVERYTHING."""
        return () if self.table == EVERYTHING else (self.table,)

    @property
    def missing(self) -> int:
        """The number of tables that must be made for the chosen positions. Does not read the files of
        tables."""
        if self.tables is None:
            return 0
        groups = self.tables.domain.groups
        asked = [i for i, group in enumerate(groups) if self.table in (EVERYTHING, group.name)]
        # A group needs those before it, to which its moves may lead.
        return sum(not self.tables.is_kept(group) for group in groups[: max(asked, default=-1) + 1])

    def begin(self, study: Study) -> None:
        """Measures the shown heuristic in the chosen positions. Makes missing tables first."""
        self.drop()
        self.lens, self.options = study.lens, study.record.options
        self._run = TruthRun(
            self.lens, self.options, truth_folder(study.data), names=self.names, wanted=self.amount
        )
        self._job = self._lane.do(self._run.work, "the measurement of Truth")

    def measure_now(self) -> None:
        """Measures in the positions drawn so far."""
        if self._run is not None:
            self._run.measure_now()

    def make(self) -> None:
        """Makes the missing tables."""
        tables, names = self.tables, self.names
        if tables is None:
            return
        self.drop()
        self._job = self._lane.do(lambda job: make_tables(tables, job, names), "the tables")

    # Results

    @property
    def making(self) -> TableMaking | None:
        """The progress of making tables; None while none are made."""
        if not self.running:
            return None
        news = self.newest(TruthNews)
        return self.newest(TableMaking) if news is None else news.making

    @property
    def news(self) -> TruthNews | None:
        """The measurement so far; None without one."""
        news = self.newest(TruthNews)
        return news if news is not None and news.making is None else None

    @property
    def drawing(self) -> bool:
        """Whether positions are being drawn, and some have been."""
        news = self.news
        return self.running and news is not None and bool(news.positions) and not news.by_depth

    @property
    def at_work(self) -> bool:
        return self.running

    @property
    def jobs(self) -> Iterable[Job | None]:
        asked = (each[1] for each in (self._ending, self._probing) if each is not None)
        return self._job, self._reading, *asked

    def known(self, position: Position) -> Proven | None:
        """The proven outcome of each move of a position, from the opened mistake or from tables; None if they
        do not know the position. Tables on the disk are read in the background, and used once they are
        read."""
        loaded = 0 if self.tables is None else len(self.tables.checksums)  # grows while tables are read
        return self._known.of(self._changes, lambda: self._proven(position), position, loaded)

    def _proven(self, position: Position) -> Proven | None:
        opened, tables = self.opened, self.tables
        if opened is not None and opened.proven.position.state.tobytes() == position.state.tobytes():
            return opened.proven
        if tables is None or not position.moves:
            return None
        fates = tables.fates_here(position)
        if fates is None and self._reading is None and tables.domain.index(position.state) >= 0:
            self._reading = self._files.do(lambda job: tables.load(), "the tables")
        if fates is None and tables.syzygy is not None and tables.syzygy.covers(position):
            fates = self._by_syzygy(position, tables.syzygy)
        return Proven(position, fates, "") if fates else None

    def _by_syzygy(self, position: Position, syzygy: Syzygy) -> dict[int, Fate] | None:
        """The fate of each move by Syzygy's tables; None while they are read, and if they do not know it."""
        if self._probing is None or self._probing[0] is not position:
            self._probing = (position, self._files.do(lambda job: syzygy.fates(position), "Syzygy's tables"))
        fates: dict[int, Fate] | None = self._probing[1].news.value
        return fates

    def verdict(self, study: Study) -> str:
        """A sentence on how the position on the board ends with best play, in how many plies, or that a draw
        by the move limit or repetition comes first. "" if nothing is proven."""
        position = study.position
        proven = self.known(position)
        if proven is None:
            return ""
        best = proven.best
        if not best.result:
            return "Proven: drawn."
        winner = study.side_name(position.to_move if best.result > 0 else 1 - position.to_move)
        limit, quiet = (int(ask(position.state)) for ask in (position.game.quiet_limit, position.game.quiet))
        # Syzygy's tables count the plies to the next capture or pawn move, not to the end of the game.
        if best.to_zeroing and 0 < limit < quiet + best.plies:
            return f"Won for {winner}, but the draw after {limit} quiet plies comes first."
        if best.to_zeroing:
            return f"Proven: {winner} wins, {number_text.plies(best.plies)} to a capture or pawn move."
        by_table = self.tables is not None and self.tables.fate(position) is not None
        ends = self._end_by_tables(position) if by_table else None
        if by_table and ends is None:
            return f"Proven: {winner} wins."
        if ends is None or ends.outcome != DRAW:
            return f"Proven: {winner} wins in {number_text.plies(best.plies)}."
        if 0 < limit <= int(position.game.quiet(ends.state)):
            return f"Won for {winner}, but the draw after {limit} quiet plies comes first."
        return f"Won for {winner}, but a draw by repetition comes first."

    def comparison(self, position: Position, chosen: int, asked: int) -> str:
        """A sentence that says how the game ends after each of the two moves; "" if that is not proven, or
        they are the same move."""
        proven = None if chosen == asked else self.known(position)
        if proven is None:
            return ""
        ends = (f"{position.notation(move)}, {proven.fates[move].in_words}" for move in (chosen, asked))
        return f"Proven: {'; '.join(ends)}."

    def _end_by_tables(self, position: Position) -> Position | None:
        """The position in which the game ends if both sides play by the tables; None while that is computed,
        which takes some hundredths of a second for each ply."""
        tables = self.tables
        if tables is None:
            return None
        if self._ending is None or self._ending[0] is not position:
            self._ending = (position, self._files.do(lambda job: end_by_tables(position, tables), "the end"))
        value = self._ending[1].news.value
        return value if isinstance(value, Position) else None

    # Opened positions

    def look_at(self, study: Study, mistake: ProvenChoice) -> None:
        """Opens the position of a mistake as a game of its own, which asks why the right move was not
        played."""
        self.visited = mistake
        study.wish(OpenGame(lambda: self.game_of(mistake), "the position"))

    def game_of(self, mistake: ProvenChoice) -> GameToOpen:
        """The position of a mistake as a game, with the search that chose the wrong move."""
        position, lens, tables, news = mistake.proven.position, self.lens, self.tables, self.news
        assert lens is not None and news is not None, "it has been measured"
        # A measurement that was read from a file has no search that could answer why. Searching again is
        # quick, and finds the same.
        searcher = searcher_of(lens, news.by_depth[0].depth)
        choice = ProvenChoice.of(searcher, mistake.proven, StopSignal())
        searched = replace(mistake, thought=None if choice is None else choice.thought)
        record = Record.start(position.game, self.options, position.text)

        def prepare(study: Study) -> None:
            truth = study.of(Truth)
            truth.opened, truth.lens, truth.tables = searched, lens, tables
            truth.ask_why(study)

        remark = f"{mistake_in_words(mistake)} Escape leads back."
        return GameToOpen(record, remark=remark, prepare=prepare)

    def ask_why(self, study: Study) -> None:
        """Asks why the right move was not played by the search that chose the wrong one."""
        mistake, lens = self.opened, self.lens
        if mistake is None or lens is None or mistake.thought is None:
            return
        thought = replace(mistake.thought, position=study.position)
        study.of(WhyNotQuestions).ask(study, study.position, (mistake.right,), thought, lens)

    def ask_case(self, study: Study, mistake: ProvenChoice) -> None:
        """Makes a case of a suite: in this position a move that keeps the outcome should be played."""
        keeping = tuple(move for move in mistake.keeping if move != mistake.right)
        position = mistake.proven.position
        study.wish(AskCase(study.record.options, position, mistake.right, as_good=keeping))

    def show(self, study: Study) -> None:
        study.wish(Show(Truth))


def mistake_in_words(mistake: ProvenChoice) -> str:
    """A sentence on the heuristic's mistake in a position."""
    position, fates = mistake.proven.position, mistake.proven.fates
    wrong, right = position.notation(mistake.chosen), position.notation(mistake.right)
    tied = " It values them as equal." if mistake.is_tied else ""
    return (
        f"Plays {wrong}, {fates[mistake.chosen].in_words}; right is {right}, "
        f"{fates[mistake.right].in_words}.{tied}"
    )
