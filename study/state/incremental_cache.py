"""Facts about positions, computed a little in each frame, and kept.

A fact is the return value of a generator that yields between steps of a fraction of a millisecond. A panel
asks for it each frame and gets it once it is ready. If nobody asks any more, it is not computed further.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from typing import Any, TypeVar

KEPT_FACTS = 256

Steps = Generator[Any, None, Any]
"""A generator that yields the fact so far, or None, and returns the fact."""


class _Fact:
    """A fact while it is computed: `value` is what its generator has yielded last, then its return value."""

    def __init__(self, steps: Steps) -> None:
        self.steps: Steps | None = steps
        self.value: Any = None
        self.step()

    def step(self) -> None:
        assert self.steps is not None
        try:
            so_far = next(self.steps)
            if so_far is not None:
                self.value = so_far
        except StopIteration as end:
            self.value, self.steps = end.value, None

    def drop(self) -> None:
        if self.steps is not None:
            self.steps.close()


_Found = TypeVar("_Found")


def at_once(steps: Generator[Any, None, _Found]) -> _Found:
    """The result of a generator, with all its steps done now."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: _Found = end.value
            return found


class Facts:
    """Facts by key. The first step is done when a fact is asked for, so a fact of one step is ready at once.
    All other steps happen in `advance`, `work` and `hurry`, which stop at a deadline. Call `advance` once
    before each drawing, and `work` in the time between drawings."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, _Fact] = OrderedDict()
        # Incomplete facts that were asked for: since the last `advance`; and since the one before that.
        self._asked: dict[Hashable, None] = {}
        self._begun: dict[Hashable, None] = {}

    def ask(self, key: Hashable, steps: Callable[[], Steps]) -> Any:
        """The fact so far: the return value of its generator, or what it yielded last. `steps` is called for
        a new key only."""
        fact = self._kept.get(key)
        if fact is None:
            fact = self._kept[key] = _Fact(steps())
            while len(self._kept) > KEPT_FACTS:
                _, old = self._kept.popitem(last=False)
                old.drop()
        else:
            self._kept.move_to_end(key)
        if fact.steps is not None:
            self._asked[key] = self._begun[key] = None
        return fact.value

    def known(self, key: Hashable) -> bool:
        """Whether a fact that was asked for is complete."""
        fact = self._kept.get(key)
        return fact is not None and fact.steps is None

    @property
    def busy(self) -> bool:
        """Whether a fact that was asked for since the last `advance` is incomplete."""
        return any(not self.known(key) for key in self._asked)

    def advance(self, deadline: float) -> None:
        """Goes on with the facts that were asked for since the last call, in that order, until `deadline`, a
        time of `time.perf_counter`; at least one step. Drops incomplete facts that nobody asked for."""
        for key in self._begun:
            fact = self._kept.get(key)
            if fact is not None and fact.steps is not None and key not in self._asked:
                self._kept.pop(key).drop()
        self._begun = dict(self._asked)
        self.work(deadline)
        self._asked.clear()

    def work(self, deadline: float) -> None:
        """Goes on with the facts that were asked for since the last `advance`, in that order, until
        `deadline`; at least one step, if any is left. They still count as asked for."""
        for key in list(self._asked):
            fact = self._kept.get(key)
            while fact is not None and fact.steps is not None:
                fact.step()
                if time.perf_counter() >= deadline:
                    return
            del self._asked[key]

    def hurry(self, key: Hashable, deadline: float) -> Any:
        """Goes on with one fact that was asked for, before all others, until `deadline`. Returns the fact so
        far."""
        fact = self._kept[key]
        while fact.steps is not None and time.perf_counter() < deadline:
            fact.step()
        return fact.value

    def forget(self) -> None:
        """Drops all facts."""
        for fact in self._kept.values():
            fact.drop()
        self._kept.clear()
        self._asked.clear()
        self._begun.clear()
