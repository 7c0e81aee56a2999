"""What the terms of a heuristic cost: nanoseconds each, and their share of a node of the search."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from arena.check.finding import COST, Finding
from arena.pools.contributions import Contributions
from arena.truth.bounds import blind
from engines.compiling.kernels import compile_in_turn
from engines.contract import Limits, StopSignal
from engines.search_engine import Searcher
from games.compiling.compiler import compiled, jit_disabled
from games.contract import Game
from games.figure_text import grouped
from games.position import Position
from heuristics.lens import Lens

POSITIONS = 500
REPEATS = 7
"""The positions that a term is timed over, and how often. The fastest time counts, because other programs
can only make it longer."""

NODES = 20_000
"""The nodes of the search that measures a node without an evaluation."""

MOST_NAMED = 3


def costs(
    rules: Game, contributions: Contributions, states: Any, position: Position, stop: StopSignal
) -> Iterator[Finding]:
    """What the costliest terms cost. Compiles a kernel for single terms, and measures a node in one
    `position`; both take seconds. If the heuristic cannot be compiled, the finding names the line that
    cannot. After a stop nothing is yielded."""
    lens = contributions.lens
    if jit_disabled():
        return
    if contributions.obstacle:
        said = f"It runs uncompiled, some thousand times slower: {contributions.obstacle}"
        yield Finding(COST, said, evidence={"compiled": False})
        return
    spent = nanoseconds_of_terms(rules, lens, states[:POSITIONS], stop)
    if stop.requested:
        return
    whole, node = sum(spent), nanoseconds_of_a_node(rules, position)
    by_cost = sorted(range(len(spent)), key=lambda at: -spent[at])[:MOST_NAMED]
    terms = lens.heuristic.terms
    share = [100 * nanoseconds / (node + whole) for nanoseconds in spent]
    listed = [f"{terms[at].label} {spent[at]:.0f} ns ({share[at]:.0f} %)" for at in by_cost]
    said = f"Of a node's {grouped(round(node + whole))} ns: {', '.join(listed)}"
    said += f"; all terms {whole:.0f} ns ({sum(share):.0f} %)." if len(terms) > 1 else "."
    evidence = {
        "compiled": True,
        "node_ns": node + whole,
        "terms_ns": {term.name: nanoseconds for term, nanoseconds in zip(terms, spent, strict=True)},
    }
    yield Finding(COST, said, tuple(terms[at].name for at in by_cost), evidence)


def nanoseconds_of_terms(rules: Game, lens: Lens, states: Any, stop: StopSignal) -> list[float]:
    """Nanoseconds a position of each term, by itself: what several terms share counts for each of them. Ends
    early after a stop."""
    heuristic = lens.heuristic.compiled_as
    kernel = compiled(heuristic.adder(), True)
    compile_in_turn(kernel, (states, 0, lens.prepared, 0))
    return [
        _fastest(lambda index=index: kernel(states, 0, lens.prepared, index)) / len(states)  # type: ignore[misc]
        for index in range(len(heuristic.terms))
        if not stop.requested
    ]


def _fastest(work: Callable[[], Any]) -> float:
    """The nanoseconds of the fastest of REPEATS calls."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - began)
    return float(min(times))


def nanoseconds_of_a_node(rules: Game, position: Position) -> float:
    """Nanoseconds of a node of plain alpha-beta without an evaluation, in one position."""
    searcher = Searcher(blind(rules.name), Limits(nodes=NODES), name="blind", table_megabytes=8.0)
    searcher.prepare(rules.name)
    found = []
    for _ in range(3):
        thought = searcher.think(position)
        found.append(1e9 * thought.seconds / max(1, thought.nodes))
    return float(min(found))
