"""Practice: asks for moves in positions in which a person has chosen a wrong move, and in cases of suites. It
knows which are due today, runs a session of them, and saves the answers in the data folder."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from engines.jobs import FAILED, Job, wait_for
from games.contract import BadText, Options
from games.position import Position
from games.record import Record
from study.format.term_groups import capital
from study.practice.decide_first import DecideFirst, Decision
from study.practice.deciding_group import deciding_group
from study.practice.leitner import Place
from study.practice.progress import (
    FILE,
    DecidingGroup,
    PracticeAnswer,
    PracticeEntry,
    PracticePosition,
    PracticeProgress,
    append,
    practice_file,
    read_progress,
)
from study.practice.verdict import Verdict
from study.saved_games.game_to_open import GameToOpen, OpenGame
from study.state.changes import FEATURES, JOBS
from study.state.features import Feature
from study.state.move_loss import MoveLoss
from study.state.study import Study
from study.state.wishes import FaceSide, Say, Show
from study.suites.suites import Case, Suite
from study.why_not.questions import WhyNotQuestions

MOST_IN_SESSION = 20

LEAVING_SECONDS = 1.0
"""The most seconds to wait for writing the file when a person leaves the game."""


@dataclass(frozen=True)
class PracticeResult:
    """A position of a session, whether the answer was right, and the position's new `place` in the boxes of
    learning cards (`study.practice.leitner`). `shown`: the person gave up and saw the answer."""

    position: PracticePosition
    right: bool
    place: Place
    shown: bool = False


@dataclass
class PracticeSession:
    """The positions of a session in their order; `at` is the index of the position on the board."""

    positions: tuple[PracticePosition, ...]
    at: int = 0
    results: tuple[PracticeResult, ...] = ()

    @property
    def right(self) -> int:
        return sum(result.right for result in self.results)

    @property
    def shown(self) -> int:
        """For how many positions the person gave up and saw the answer."""
        return sum(result.shown for result in self.results)

    @property
    def over(self) -> bool:
        return self.at >= len(self.positions)


class Practice(Feature):
    """`progress` is None until the file was read. `today` gives the day that decides what is due. Each
    position of a session opens as a game of its own, and these games share this object."""

    fields = ("session", "progress", "_failure")
    depends = FEATURES | JOBS

    def __init__(self, study: Study) -> None:
        self.today: Callable[[], date] = date.today
        self.session: PracticeSession | None = None
        self.progress: PracticeProgress | None = None
        self._settings, self._data = study.settings, study.data
        self._lanes = study.features.lanes
        self._reading: Job | None = None
        self._writing: list[Job] = []
        self._deciding: list[Job] = []  # jobs that find deciding groups
        self._waiting: list[Callable[[], object]] = []  # what to do once the file was read
        self._failure = ""
        self._record: Record | None = None  # the game that shows the session's position
        self._looked: Record | None = None  # the game that shows a position answered before
        self._recorded: Decision | None = None  # the last decision that was recorded

    @property
    def jobs(self) -> Iterable[Job | None]:
        return self._reading, *self._writing, *self._deciding

    @property
    def problem(self) -> str:
        """What is wrong with the file, in a line; else ""."""
        return self._failure or ("" if self.progress is None else self.progress.problem)

    # What is known

    def look(self) -> PracticeProgress | None:
        """The progress; None until the file is read. The first call begins to read it in the background.
        Without a data folder, the progress is empty at first."""
        if self._data is None:
            self.progress = self.progress or PracticeProgress()
        elif self._reading is None:
            path = practice_file(self._data)
            self._reading = self._lanes.files.do(lambda job: read_progress(path), "what you practise")
        return self.progress

    def due(self, game: str) -> list[PracticePosition]:
        """The positions of a game that are due today."""
        return [] if self.progress is None else self.progress.due(game, self.today())

    # Adding positions

    def add_moves(self, study: Study, move_losses: Sequence[MoveLoss]) -> None:
        """Adds the positions before moves that a review has marked, then begins a session of the positions
        that are due."""
        options = study.record.options
        asked = [self._position(options, each.position, f"better than {each.text}") for each in move_losses]
        self._practise_these(study, asked)

    def add_cases(self, study: Study, suite: Suite) -> None:
        """Adds the cases of a suite, then begins a session of the cases that are due."""
        asked = []
        for number, case in enumerate(suite.cases, 1):
            name = f"{suite.name}, {case.name or f'case {number}'}"
            asked.append(self._position(suite.options, case.position, name, case))
        self._practise_these(study, asked)

    def _practise_these(self, study: Study, asked: list[PracticePosition]) -> None:
        """Begins a session of the positions that are due among these, once the file is read."""
        game, keys = study.record.game.name, {position.key for position in asked}

        def go_on() -> None:
            self._add(asked)
            due = [position for position in self.due(game) if position.key in keys]
            later = len(keys) - len(due)
            if due and later:
                others = "is another one of them" if later == 1 else f"are {later} more of them"
                study.wish(Say(f"There {others}, not due today."))
            if due:
                self.begin(study, due)
            else:
                study.wish(Say("None of these is due today."))
                study.wish(Show(Practice))

        self._once_read(go_on)

    def _position(
        self, options: Options, position: Position, name: str, case: Case | None = None
    ) -> PracticePosition:
        """The file's entry for a position."""
        game = position.game.name
        return PracticePosition(
            game=game,
            position=position.text,
            rules=self._settings.rules_of(game, options),
            name=name,
            question="" if case is None else case.question,
            best=[] if case is None else list(map(position.move_text, case.best)),
            avoid=[] if case is None else list(map(position.move_text, case.avoid)),
            day=self.today(),
        )

    def _once_read(self, do: Callable[[], object]) -> None:
        """Calls `do` once the file is read, in this frame or a later one."""
        if self.look() is not None:
            do()
        else:
            self._waiting.append(do)

    def _add(self, entries: Iterable[PracticeEntry]) -> None:
        """Adds entries to the progress and to the file."""
        progress = self.progress
        assert progress is not None, "it was read"
        new = []
        for entry in entries:
            if not isinstance(entry, PracticePosition) or entry.key not in progress.positions:
                new.append(entry)
            progress.take(entry)
        self.changed()
        if new and self._data is not None and progress.readable:
            path = practice_file(self._data)
            self._writing.append(self._lanes.files.do(lambda job: append(path, new), "what you practise"))

    # A session

    def begin(self, study: Study, due: Sequence[PracticePosition]) -> None:
        """Begins a session of at most MOST_IN_SESSION of these positions. Positions whose text is not valid
        are left out, and a message says so."""
        sound, problem = [], ""
        for asked in due:
            try:
                asked.case(self._settings)
            except BadText as error:
                problem = problem or f"{FILE}: a position was left out: {error}"
            else:
                sound.append(asked)
            if len(sound) == MOST_IN_SESSION:
                break
        if problem:
            study.wish(Say(problem))
        if sound:
            self.session = PracticeSession(tuple(sound))
            self._show(study)

    def begin_game(self, study: Study, game: str) -> None:
        """Begins a session of the due positions of a game."""
        if due := self.due(game):
            self.begin(study, due)

    def shows(self, study: Study) -> bool:
        """Whether the shown game is one that the session has opened. The session may be over."""
        return self.session is not None and study.record is self._record

    def asks(self, study: Study) -> bool:
        """Whether the shown game asks the position of a running session."""
        return self.shows(study) and self.session is not None and not self.session.over

    @property
    def question(self) -> str:
        """The question of the session's position in words; "" if it has none, or the session is over."""
        session = self.session
        return "" if session is None or session.over else session.positions[session.at].question

    def next(self, study: Study) -> None:
        """Shows the next position; after the last one the session's result."""
        session = self.session
        if session is None or not self.asks(study):
            return
        self._record_now(study)
        session.at += 1
        self.changed()
        if session.over:
            study.wish(Show(Practice))
        else:
            self._show(study)

    def _show(self, study: Study) -> None:
        session = self.session
        assert session is not None
        # The game replaces that of the previous position, so that Escape leads out of the session.
        instead = self._record is not None and study.record is self._record
        study.wish(OpenGame(partial(self._game_of, session.positions[session.at]), "practice", instead))

    def look_at(self, study: Study, asked: PracticePosition) -> None:
        """Opens a position that was answered, with nothing hidden. If the session is not over, its game stays
        open below."""
        over = self.session is None or self.session.over
        instead = study.record is self._looked or (over and self.shows(study))
        study.wish(OpenGame(partial(self._answered_game, asked), "practice", instead))

    def _answered_game(self, asked: PracticePosition) -> GameToOpen:
        """A position that was answered, as a game that hides nothing."""
        options, position, case = asked.case(self._settings)
        record = Record(position.game, options, [position])

        def prepare(study: Study) -> None:
            study.features.take(self, self._lanes)
            self._looked = record
            study.wish(FaceSide(position.to_move))
            study.wish(Show(Practice))
            if case is not None:
                study.wish(Say(f"{capital(case.answer)}."))

        return GameToOpen(record, prepare=prepare, keeps_layout=False, saved=False)

    def _game_of(self, asked: PracticePosition) -> GameToOpen:
        """A position of the session as a game that hides the answer."""
        options, position, case = asked.case(self._settings)
        record = Record(position.game, options, [position])

        def prepare(study: Study) -> None:
            study.features.take(self, self._lanes)
            self._record = record
            study.of(DecideFirst).ask(study, position, case)
            study.wish(FaceSide(position.to_move))

        return GameToOpen(record, prepare=prepare, keeps_layout=False, saved=False)

    def close(self) -> None:
        wait_for(self._writing, LEAVING_SECONDS)

    # Following the study

    def follow(self, study: Study) -> None:
        """Takes over the file's content once it is read, and records each decision once it is settled."""
        reading = self._reading
        if self.progress is None and reading is not None and reading.over:
            value = reading.news.value
            self.progress = (
                value
                if isinstance(value, PracticeProgress)
                else PracticeProgress(problem=reading.news.error, readable=False)
            )
            self.changed()
            waiting, self._waiting = self._waiting, []
            for do in waiting:
                do()
        for job in [job for job in self._writing if job.over]:
            self._writing.remove(job)
            if job.news.phase == FAILED:
                self._failure = f"Answers cannot be saved: {job.news.error}"
                study.wish(Say(self._failure))
        for job in [job for job in self._deciding if job.over]:
            self._deciding.remove(job)
            if isinstance(found := job.news.value, DecidingGroup):
                self._once_read(partial(self._add, [found]))
        if study.of(DecideFirst).settled:
            self._record_now(study)

    def _record_now(self, study: Study) -> None:
        """Records the last decision, once."""
        decide = study.of(DecideFirst)
        decision, verdict = decide.decision, decide.verdict
        if decision is None or decision is self._recorded:
            return
        gave_up = decision.move is None
        if verdict is None and not gave_up:
            return
        if self.asks(study):
            session = self.session
            assert session is not None
            asked = session.positions[session.at]
            if study.record.positions[0] is not decision.position:
                return  # the person has played on from the asked position, and decided there
            self._recorded = decision
            self._add([self._answer(asked, verdict)])
            assert self.progress is not None
            right = verdict is not None and verdict.right
            result = PracticeResult(asked, right, self.progress.places[asked.key], gave_up)
            session.results = (*session.results, result)
            self._decide(study, asked.key, decision)
        elif verdict is not None and self._data is not None:
            self._recorded = decision
            name = f"better than {decision.position.notation(verdict.move)}"
            asked = self._position(study.record.options, decision.position, name, decision.case)
            answer = self._answer(asked, verdict)
            if verdict.right:  # the position is not practised, but the answer counts for `misjudged_groups`
                counted = answer.model_copy(update={"game": asked.game})
                self._once_read(lambda: self._add([counted]))
            else:
                self._once_read(lambda: self._add([asked, answer]))
            self._decide(study, asked.key, decision)

    def _decide(self, study: Study, key: str, decision: Decision) -> None:
        """Looks in the background for the group that decides the position, unless an earlier answer has found
        it, or the move was not compared."""
        compared = study.of(WhyNotQuestions).answer
        if compared is None or compared.thought.position is not decision.position:
            return
        if self.progress is None or (compared.lens.name, key) not in self.progress.deciding:
            work = partial(deciding_group, key=key, compared=compared, case=decision.case)
            self._deciding.append(self._lanes.study.do(work, "which group decides"))

    def _answer(self, asked: PracticePosition, verdict: Verdict | None) -> PracticeAnswer:
        """The file's entry for an answer; without a verdict, for a person who gave up."""
        if verdict is None:
            return PracticeAnswer(to=asked.key, right=False, day=self.today())
        return PracticeAnswer(
            to=asked.key,
            move=verdict.position.move_text(verdict.move),
            right=verdict.right,
            heuristic=verdict.heuristic,
            day=self.today(),
        )
