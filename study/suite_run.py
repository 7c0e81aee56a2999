"""A suite played by a player: which of its cases pass."""

import time
from collections.abc import Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.executors import THREADS, open_executor
from engines.contract import EngineFailure, StopSignal, Thought
from engines.kinds import PlayerSpec
from engines.players import make_engine
from heuristics.lens import Weights
from study.suites import Case, Suite
from study.thoughts import has_value

LOOK_SECONDS = 0.1
"""How often a run looks whether it is to stop."""


@dataclass(frozen=True)
class Outcome:
    """What a player does in one case. `value` is the search's for the player to move, None where there is
    none; `error` says why no move came, else "". `since` is the day from which on it has been as it is,
    "" for today or where that is not known; `thought` is the search, for who wants to know why."""

    number: int
    case: Case
    move: int | None
    value: float | None
    passed: bool
    seconds: float
    error: str = ""
    since: str = ""
    thought: Thought | None = None

    @cached_property
    def played(self) -> str:
        """The move as people write it; "" where none came."""
        return "" if self.move is None else self.case.position.notation(self.move)

    def to_json(self) -> dict[str, Any]:
        position = self.case.position
        answer: dict[str, Any] = {
            "name": self.case.name,
            "position": position.text,
            "best": [position.move_text(move) for move in self.case.best],
            "avoid": [position.move_text(move) for move in self.case.avoid],
            "move": None if self.move is None else position.move_text(self.move),
            "value": self.value,
            "passed": self.passed,
            "seconds": self.seconds,
        }
        if self.since:
            answer["since"] = self.since
        return answer | ({"error": self.error} if self.error else {})


def run_case(
    number: int, case: Case, spec: PlayerSpec, weights: Weights | None, megabytes: float, stop: StopSignal
) -> Outcome:
    """One case, by an engine that knows nothing of the others: so that their order does not matter."""
    started = time.perf_counter()
    engine = make_engine(spec, case.position.game.name, weights, 0, megabytes)
    try:
        engine.prepare(case.position.game.name)
        started = time.perf_counter()  # compiling is not thinking
        thought = engine.think(case.position, stop=stop)
    except EngineFailure as error:
        return Outcome(number, case, None, None, False, time.perf_counter() - started, str(error))
    finally:
        engine.close()
    seconds = time.perf_counter() - started
    if thought.move is None:
        return Outcome(number, case, None, None, False, seconds, "no move")
    value = thought.value if has_value(thought) else None
    passed = case.passes(thought.move)
    return Outcome(number, case, thought.move, value, passed, seconds, thought=thought)


def run_suite(
    suite: Suite,
    spec: PlayerSpec,
    weights: Weights | None = None,
    megabytes: float = 64,
    workers: int = 1,
    stop: StopSignal | None = None,
    only: Collection[int] | None = None,
) -> Iterator[Outcome]:
    """The outcomes of all cases, or of those with the numbers `only`, as they come, each once; fewer where
    `stop` was requested."""
    numbers = [number for number in range(len(suite.cases)) if only is None or number in only]
    executor, _ = open_executor(THREADS, max(1, min(workers, len(numbers))))
    stops = [StopSignal() for _ in numbers]
    running: set[Future[Outcome]] = {
        executor.submit(run_case, number, suite.cases[number], spec, weights, megabytes, its_stop)
        for number, its_stop in zip(numbers, stops, strict=True)
    }
    try:
        while running and not (stop is not None and stop.requested):
            done, running = wait(running, LOOK_SECONDS, FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for its_stop in stops:
            its_stop.request()
