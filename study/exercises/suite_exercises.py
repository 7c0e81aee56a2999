"""The cases of a suite as exercises."""

from study.core.study import Study
from study.exercises.exercises import Exercise, Exercises
from study.suites.suite_browser import SuiteBrowser
from study.suites.suites import Suite


def begin_case(suites: SuiteBrowser, study: Study, suite: Suite, number: int) -> None:
    """Shows case `number` of a suite as an exercise; *next* and *previous* lead to its other cases."""

    def go(study: Study, number: int) -> None:
        suites.look_at(study, suite.cases[number])

    own = suite.path if suites.can_change(suite) else None
    exercise = Exercise(suite.cases[number], suite.name, number, len(suite.cases), go, suite=own)
    study.of(Exercises).begin(study, exercise)
