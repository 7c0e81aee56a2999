"""Exercises: a position with a question, hints one after another, and an answer that is hidden until the
person has tried. A lesson file is an exercise; the cases of a suite are if the person asks for that."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from study.core.features import Feature
from study.core.study import Study
from study.core.wishes import FaceSide, Show
from study.exercises.answer_log import AnswerLog, Answers, GivenAnswer, answered
from study.lesson_files.lesson_file import LessonFile
from study.practice.decide_first import DecideFirst, Decision
from study.suites.suites import Case


@dataclass(frozen=True)
class Exercise:
    """Exercise `number`, from 0, of `count`; `go(study, number)` shows another one. `source` is the name of
    the pack, file or suite for people. `lesson` is the lesson file of the case, None for a suite's case;
    `suite` is the suite's file."""

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
    """The shown exercise, the number of its `hints` that were read, and all answers, earlier ones
    included."""

    def __init__(self, study: Study) -> None:
        self.exercise: Exercise | None = None
        self.hints = 0
        self._log = None if study.data is None else AnswerLog(study.data)
        self._answers: Answers | None = None
        self._taken: Decision | None = None
        self._changes = 0

    @property
    def version(self) -> Hashable:
        return self.exercise, self.hints, self._changes

    @property
    def answers(self) -> Answers:
        """The answers to all exercises. The file is read once."""
        if self._answers is None:
            self._answers = {} if self._log is None else self._log.read()
        return self._answers

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
        self._changes += 1
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
        """Records a new answer. Call it once a frame."""
        decision = study.of(DecideFirst).decision
        if decision is self._taken or decision is None or self.exercise is None:
            return
        self._taken = decision
        if decision.move is None or decision.case is not self.exercise.case:
            return
        answer = answered(self.exercise.case, decision.move, self.hints, datetime.now())
        self._changes += 1
        if self._log is not None:
            self._answers = self._log.add(self.exercise.case, answer)
        else:
            self._answers = self.answers | {self.exercise.case.key: (*self.of(self.exercise.case), answer)}
