"""Lets a player search the cases of a suite. Says which pass, and which pass or fail only because the
player's random seed picked one of several equal moves."""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from arena.executors import THREADS, open_executor
from arena.experiments.units import Flow
from engines.contract import EXACT, UPPER, WIN_BAND, Engine, EngineFailure, StopSignal, Thought
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from engines.random_player import RandomPlayer
from engines.search_engine import Searcher
from heuristics.lens import Weights
from study.state.search_store import has_value
from study.suites.suites import Case, Suite

LOT_SHARE, LOT_NODES = 2.0, 20_000
"""The limit of the search for a move of equal value, in nodes, so that runs are repeatable: LOT_SHARE times
the nodes of the search that chose, at least LOT_NODES."""


@dataclass(frozen=True)
class CaseResult:
    """A player's result in one case."""

    number: int
    case: Case
    move: int | None
    value: float | None
    """The search's value for the player to move; None if there is none."""
    passed: bool
    seconds: float
    error: str = ""
    """Why there is no move; "" if there is one."""
    since: str = ""
    """The first day of the present result; "" until `suite_history.dated` has found it."""
    thought: Thought | None = None
    """The search."""
    lot: int | None = None
    """A move that another seed could have picked, and with which `passed` would be the opposite; None if none
    was found."""

    @property
    def by_lot(self) -> str:
        """The remark that the seed decided the result; "" if it did not."""
        if self.lot is None:
            return ""
        return f"by chance: another seed could choose {self.case.position.notation(self.lot)}"

    @cached_property
    def played(self) -> str:
        """The move as people write it; "" if there is none."""
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
            "by_lot": self.lot is not None,
            "seconds": self.seconds,
        }
        if self.lot is not None:
            answer["could_draw"] = position.move_text(self.lot)
        if self.since:
            answer["since"] = self.since
        return answer | ({"error": self.error} if self.error else {})


def run_case(
    number: int, case: Case, spec: PlayerSpec, weights: Weights | None, megabytes: float, stop: StopSignal
) -> CaseResult:
    """The result of one case, by an engine of its own, so that the order of the cases does not matter."""
    started = time.perf_counter()
    engine = make_engine(spec, case.position.game.name, weights, 0, megabytes)
    try:
        engine.prepare(case.position.game.name)
        started = time.perf_counter()  # without compiling
        thought = engine.think(case.position, stop=stop)
        seconds = time.perf_counter() - started
        lot = drawn_as_well(engine, case, thought, stop)
    except EngineFailure as error:
        return CaseResult(number, case, None, None, False, time.perf_counter() - started, str(error))
    finally:
        engine.close()
    if thought.move is None:
        return CaseResult(number, case, None, None, False, seconds, "no move")
    value = thought.value if has_value(thought) else None
    passed = case.passes(thought.move)
    return CaseResult(number, case, thought.move, value, passed, seconds, thought=thought, lot=lot)


def drawn_as_well(engine: Engine, case: Case, thought: Thought, stop: StopSignal) -> int | None:
    """A move that the engine could have played with another seed, and with which the case would have passed
    instead of failed, or failed instead of passed. It has exactly the value of the best move or, for a level,
    a value within its slack. None if the search that looks for it finds no such move. Also None for
    another program or a learned player: nobody knows how it picks among equal moves."""
    if thought.move is None:
        return None
    passes = case.passes(thought.move)
    others = [row for row in thought.root_moves if case.passes(row.move) != passes]
    if isinstance(engine, RandomPlayer):
        return next((row.move for row in others), None)
    if not isinstance(engine, Searcher):
        return None
    played = next(row for row in thought.root_moves if row.move == thought.move)
    best = max([played, *thought.best_moves[:1]], key=lambda row: row.value)
    slack = engine.workspace_flags.get("slack", 0.0) if abs(best.value) <= WIN_BAND else 0.0
    alike = [row for row in others if row.depth == played.depth > 0]
    for row in alike:
        if row.bound == EXACT and (row.value == best.value or row.value > best.value - slack):
            return row.move
    # A move with an upper bound as large as the best value may be equal to it. A search of it alone tells. If
    # an engine's values depend on other searches, the best move is searched alone, too, to compare with.
    bounded = [row.move for row in alike if row.bound == UPPER and row.value >= best.value]
    nodes = max(LOT_NODES, int(LOT_SHARE * thought.nodes))
    wanted: float | None = best.value if engine.steady else None
    for move in [*([] if engine.steady or not bounded else [best.move]), *bounded]:
        alone = engine if engine.steady else engine.with_empty_memory()
        found = alone.to_depth(played.depth, nodes=max(1, nodes)).think(case.position, None, stop, (move,))
        nodes -= found.nodes
        if stop.requested or (found.depth < played.depth and abs(found.value) <= WIN_BAND):
            return None
        if wanted is None:
            wanted = found.value
        elif found.value == wanted:
            return move
    return None


def run_suite(
    suite: Suite,
    spec: PlayerSpec,
    weights: Weights | None = None,
    megabytes: float = 64,
    workers: int = 1,
    stop: StopSignal | None = None,
    only: Collection[int] | None = None,
) -> Iterator[CaseResult]:
    """Yields the results of all cases, or of the numbers `only`, in the order in which they end; fewer if
    `stop` is requested. Only a few cases are searched before the caller takes their results."""
    numbers = [number for number in range(len(suite.cases)) if only is None or number in only]
    cases = ((n, partial(run_case, n, suite.cases[n], spec, weights, megabytes)) for n in numbers)
    with open_executor(THREADS, min(workers, len(numbers))) as threads, Flow(threads, cases) as flow:
        while not (stop is not None and stop.requested) and flow.begin():
            for _, done in flow.done():
                yield done.answer
