"""Terms evaluated in a thread of their own, so that whoever waits for one that never ends can give up.

A term is a person's code in the making: a loop in it may have no end, and then nothing that waits for
it without a way out (the window, a command) comes back either.
"""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import FrameType
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from heuristics.contract import Heuristic, Term
from heuristics.failure import GivenUp, TermFailure, line_in, short_path, source_of

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds of waiting after which work that has not ended is given up."""

SLICE = 0.1
"""No wait counts for more, so that a computer's sleep, or a breakpoint, uses up no patience."""

SOON = 0.05
"""Seconds that the window can wait for what it is about to draw."""

DEBUGGERS = frozenset(("bdb", "pdb", "ipdb", "pydevd", "_pydevd_bundle", "debugpy"))

_endless: "WeakKeyDictionary[Heuristic, TermFailure]" = WeakKeyDictionary()
"""Heuristics of which a term did not end: not tried again, for each try costs a thread that stays."""


class Watched(Generic[T]):
    """`work` with a heuristic's terms, begun at once in a thread of its own.

    Methods are called from one thread. Ask `ready` from time to time, which also gives up; `drop` what
    nobody asks for any more, or leave the `with` that it is in.
    """

    def __init__(self, heuristic: Heuristic, work: Callable[[], T]) -> None:
        self._heuristic = heuristic
        self._work = work
        self._answer: list[T] = []
        self._error: BaseException | None = endless(heuristic)
        self._waited = 0.0
        self._lock = threading.Lock()
        self._over = False  # the thread takes no GivenUp any more
        self._thread: threading.Thread | None = None
        if self._error is None:
            self._asked = time.perf_counter()
            self._thread = threading.Thread(target=self._do, name="terms", daemon=True)
            self._thread.start()

    def ready(self, seconds: float = 0.0) -> bool:
        """Whether there is a result, or a failure, after a wait of at most so many seconds."""
        if self._thread is None:
            return True
        self._thread.join(seconds)
        now = time.perf_counter()
        self._waited += min(now - self._asked, SLICE)
        self._asked = now
        if not self._thread.is_alive():
            self._thread = None
        elif self._waited >= PATIENCE and not is_debugged(self._thread):
            self._error = _endless[self._heuristic] = self._given_up(self._thread)
            self._answer = []
            self.drop()
        return self._thread is None

    def result(self) -> T:
        """Waits for the result; raises what the work raised, or TermFailure if it does not end."""
        while not self.ready(SLICE):
            pass
        if self._error is not None:
            raise self._error
        return self._answer[0]

    def drop(self) -> None:
        """Ends work that has not ended."""
        with self._lock:
            if self._thread is not None and not self._over:
                abandon(self._thread)
        self._thread = None

    def __enter__(self) -> "Watched[T]":
        return self

    def __exit__(self, *exception: object) -> None:
        self.drop()

    def _do(self) -> None:
        try:
            try:
                self._answer = [self._work()]
            except GivenUp:
                return
            except BaseException as error:
                self._error = self._error or error
            with self._lock:
                self._over = True
        except GivenUp:
            return

    def _given_up(self, thread: threading.Thread) -> TermFailure:
        name, message = self._heuristic.name, f"does not end; given up after {PATIENCE:g} s"
        stack = list(traceback.walk_stack(_frame_of(thread)))[::-1]
        for term in terms_of(self._heuristic):
            file, _ = source_of(term.count)
            if any(frame.f_code is getattr(term.count, "__code__", None) for frame, _ in stack):
                return TermFailure(name, term.name, message, short_path(file), line_in(file, stack))
        return TermFailure(name, "", message)


def soon(heuristic: Heuristic, work: Callable[[], T]) -> T | None:
    """What the work comes to, if it does in a frame or three and without a failure; else None."""
    with Watched(heuristic, work) as asked:
        try:
            return asked.result() if asked.ready(SOON) else None
        except TermFailure:
            return None


def endless(heuristic: Heuristic) -> TermFailure | None:
    """The failure of a heuristic that was given up."""
    return _endless.get(heuristic)


def terms_of(heuristic: Heuristic) -> list[Term]:
    """Every term, the decisive one included."""
    return [*([heuristic.decisive] if heuristic.decisive else []), *heuristic.terms]


def abandon(thread: threading.Thread) -> None:
    """Has a thread end at its next step in Python, if it takes one; else it stays to the program's end."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(GivenUp))


def is_debugged(thread: threading.Thread) -> bool:
    """Whether a person stands in this thread with a debugger, and takes the time that it takes."""
    frames = (frame for frame, _ in traceback.walk_stack(_frame_of(thread)))
    return any(str(frame.f_globals.get("__name__", "")).split(".")[0] in DEBUGGERS for frame in frames)


def _frame_of(thread: threading.Thread) -> FrameType | None:
    return sys._current_frames().get(thread.ident or 0)
