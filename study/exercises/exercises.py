"""Exercises: a position with a question, hints one after another, and an answer that is hidden until the
person has chosen a move. A lesson file is an exercise, and so is a case of a suite if the person asks for
that."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engines.jobs import FAILED, Job, Work, wait_for
from study.exercises.answer_log import AnswerLog, Answers, GivenAnswer, answered
from study.lesson_files.lesson_file import LessonFile
from study.practice.decide_first import DecideFirst, Decision
from study.state.changes import FEATURES, JOBS
from study.state.features import Feature
from study.state.study import Study
from study.state.wishes import FaceSide, Say, Show
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Case, Suite

LEAVING_SECONDS = 1.0
"""The most seconds to wait for writing the file when a person leaves the game."""


@dataclass(frozen=True)
class Exercise:
    """Exercise `number`, from 0, of `count`; `go(study, number)` shows another exercise. `source` is the name
    of the pack, file or suite for people. `lesson` is the lesson file of the case, None for a suite's case;
    `suite` is the suite's file if the person may change it."""

    case: Case
    source: str
    number: int = 0
    count: int = 1
    go: Callable[[Study, int], object] | None = None
    lesson: LessonFile | None = None
    suite: Path | None = None

    @property
    def asks(self) -> bool:
        """Whether there is a right answer."""
        return bool(self.case.best or self.case.avoid)


class Exercises(Feature):
    """The shown exercise, the number of its `hints` that the person has read, and the kept answers to all
    exercises (`AnswerLog`)."""

    fields = ("exercise", "hints", "_answers")
    depends = FEATURES | JOBS

    def __init__(self, study: Study) -> None:
        self.exercise: Exercise | None = None
        self.hints = 0
        self._log = None if study.data is None else AnswerLog(study.data)
        self._lanes = study.features.lanes
        self._answers: Answers = {}
        self._newest: Job | None = None  # the newest job that reads or writes the file
        self._to_take_in = False  # whether its result was not taken in yet
        self._recorded: Decision | None = None  # the last decision that was recorded

    @property
    def jobs(self) -> Iterable[Job | None]:
        return (self._newest,)

    @property
    def answers(self) -> Answers:
        """The answers to all exercises; empty until they are read. The file is read in the background,
        once."""
        if (log := self._log) is not None and self._newest is None:
            self._do(lambda job: log.read())
        return self._answers

    def _do(self, work: Work) -> None:
        self._newest, self._to_take_in = self._lanes.files.do(work, "your answers"), True

    def of(self, case: Case) -> tuple[GivenAnswer, ...]:
        """The answers to a case, the first answer first."""
        return self.answers.get(case.key, ())

    def begin(self, study: Study, exercise: Exercise) -> None:
        """Shows an exercise beside its position, and hides the answer."""
        self.exercise = exercise
        study.wish(Show(Exercises))
        if exercise.asks:
            study.wish(FaceSide(exercise.case.position.to_move))
        self.again(study)

    def again(self, study: Study) -> None:
        """Hides the answer again, for another try."""
        self.hints = 0
        if self.exercise is not None and self.exercise.asks:
            study.of(DecideFirst).ask(study, self.exercise.case.position, self.exercise.case)

    def next_hint(self) -> None:
        if self.exercise is not None:
            self.hints = min(self.hints + 1, len(self.exercise.case.hints))

    def replace(self, exercise: Exercise) -> None:
        """Replaces the shown exercise after its question, hints or answer were edited."""
        self.exercise = exercise
        self.hints = min(self.hints, len(exercise.case.hints))

    def other(self, step: int) -> int | None:
        """The number of the exercise `step` places after the shown one; None if there is none."""
        exercise = self.exercise
        if exercise is None or exercise.go is None:
            return None
        number = exercise.number + step
        return number if 0 <= number < exercise.count else None

    def go(self, study: Study, step: int) -> None:
        """Shows the exercise `step` places after the shown one."""
        exercise, number = self.exercise, self.other(step)
        if exercise is not None and exercise.go is not None and number is not None:
            exercise.go(study, number)

    def decision(self, study: Study) -> Decision | None:
        """The person's decision in the exercise; None before it, and while another position is shown."""
        decision = study.of(DecideFirst).decided_here(study)
        mine = decision is not None and self.exercise is not None and decision.case is self.exercise.case
        return decision if mine else None

    def follow(self, study: Study) -> None:
        """Records a new answer."""
        self._take_in(study)
        decision = study.of(DecideFirst).decision
        if decision is self._recorded or decision is None or self.exercise is None:
            return
        self._recorded = decision
        if decision.move is None or decision.case is not self.exercise.case:
            return
        answer = answered(self.exercise.case, decision.move, self.hints, datetime.now())
        case, log = self.exercise.case, self._log
        self._answers = self.answers | {case.key: (*self.of(case), answer)}
        if log is not None:
            self._do(lambda job: log.add(case, answer))

    def _take_in(self, study: Study) -> None:
        """Takes over the content of the file after a job has read or written it."""
        newest = self._newest
        if newest is None or not newest.over or not self._to_take_in:
            return
        self._to_take_in = False
        if newest.news.phase == FAILED:
            study.wish(Say(f"Answers cannot be saved: {newest.news.error}"))
        else:
            self._answers = newest.news.value

    def close(self) -> None:
        if self._newest is not None:
            wait_for((self._newest,), LEAVING_SECONDS)


def look_at_case(suites: SuiteBrowser, study: Study, case: Case) -> None:
    """Shows a case of a suite; as an exercise if the person has chosen that (`hides_answers`)."""
    suites.look_at(study, case, _begin_case if suites.hides_answers else None)


def _begin_case(suites: SuiteBrowser, study: Study, suite: Suite, number: int) -> None:
    """Shows case `number` of a suite as an exercise; *next* and *previous* lead to its other cases."""

    def go(study: Study, number: int) -> None:
        look_at_case(suites, study, suite.cases[number])

    own = suite.path if suites.can_change(suite) else None
    exercise = Exercise(suite.cases[number], suite.name, number, len(suite.cases), go, suite=own)
    study.of(Exercises).begin(study, exercise)
