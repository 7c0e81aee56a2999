"""Evaluates terms in a thread of their own, so that no caller waits for a term that never ends.

A term is code that a person is still writing, and a loop in it may never end.
"""

from collections.abc import Callable, Generator
from copy import copy
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from heuristics.abandonable_threads import AbandonableTask
from heuristics.contract import Heuristic, Term
from heuristics.failure import TermFailure, ends_the_program, line_in, short_path, source_of
from heuristics.hang_timeout import PATIENCE, SLICE, HangTimeout

T = TypeVar("T")

STEP_SECONDS = 0.001
"""The seconds that `evaluating` waits in each step."""

SOON = 0.05
"""The seconds that the window waits for an evaluation that it is about to draw."""

_endless: "WeakKeyDictionary[Heuristic, TermFailure]" = WeakKeyDictionary()
"""Heuristics with a term that did not end. They are not tried again, because each try leaves a thread
behind."""


class GuardedEvaluation(Generic[T]):
    """Runs `work`, which evaluates a heuristic's terms, at once in a thread of its own.

    Call the methods from one thread. Call `ready` from time to time: it also abandons work that does not end
    within PATIENCE. Call `drop`, or leave the `with` block, when the result is not needed any more.
    """

    def __init__(self, heuristic: Heuristic, work: Callable[[], T]) -> None:
        self._heuristic = heuristic
        self._work = work
        self._answer: list[T] = []
        self._error: BaseException | None = endless(heuristic)
        self._patience = HangTimeout()
        self._task = None if self._error is not None else AbandonableTask("terms", self._do)

    def ready(self, seconds: float = 0.0) -> bool:
        """Waits for at most this number of seconds. Returns whether there is a result or a failure."""
        task = self._task
        if task is None:
            return True
        ended = task.wait(seconds)
        used = self._patience.go_on()
        if ended:
            self._task = None
        elif used >= PATIENCE and not task.is_debugged:
            _endless[self._heuristic] = self._given_up(task)
            self._error = endless(self._heuristic)
            self.drop()
        return self._task is None

    def result(self) -> T:
        """Waits for the result; raises what the work raised, or TermFailure if it does not end."""
        while not self.ready(SLICE):
            pass
        if self._error is not None:
            raise self._error
        return self._answer[0]

    def drop(self) -> None:
        """Abandons the work if it has not ended."""
        if self._task is not None:
            self._task.abandon()
            self._task = None

    def __enter__(self) -> "GuardedEvaluation[T]":
        return self

    def __exit__(self, *exception: object) -> None:
        self.drop()

    def _do(self) -> None:
        try:
            self._answer = [self._work()]
        except BaseException as error:
            if ends_the_program(error):
                raise
            self._error = self._error or error

    def _given_up(self, task: AbandonableTask) -> TermFailure:
        """The failure of the term in whose code the thread is."""
        name, message = self._heuristic.name, f"does not end; given up after {PATIENCE:g} s"
        frames = task.frames()
        functions: list[tuple[str, object]] = [
            *((term.name, term.count) for term in terms_of(self._heuristic)),
            ("", self._heuristic.shared),
            ("", self._heuristic.phase),
        ]
        for term_name, function in functions:
            file, _ = source_of(function)
            if file and any(frame.f_code is getattr(function, "__code__", None) for frame, _ in frames):
                return TermFailure(name, term_name, message, short_path(file), line_in(file, frames))
        return TermFailure(name, "", message)


def soon(heuristic: Heuristic, work: Callable[[], T]) -> T | None:
    """The work's result, if it arrives within SOON and without a failure; else None."""
    with GuardedEvaluation(heuristic, work) as evaluation:
        try:
            return evaluation.result() if evaluation.ready(SOON) else None
        except TermFailure:
            return None


def evaluating(
    heuristic: Heuristic, work: Callable[[], T], seconds: float = STEP_SECONDS
) -> Generator[None, None, T]:
    """Does the work in steps for a caller that must not block: yields while it goes on, after waits of at
    most `seconds`. Returns its result, or raises as `GuardedEvaluation.result` does."""
    with GuardedEvaluation(heuristic, work) as evaluation:
        while not evaluation.ready(seconds):
            yield
        return evaluation.result()


def endless(heuristic: Heuristic) -> TermFailure | None:
    """The failure of a heuristic whose evaluation was given up; None if none was. It is a new object each
    time, because an exception keeps the frames of each place that raised it."""
    return copy(_endless.get(heuristic))


def terms_of(heuristic: Heuristic) -> list[Term]:
    """Every term, the decisive one included."""
    return [*([heuristic.decisive] if heuristic.decisive else []), *heuristic.terms]
