"""Compiles searches, one for each game and set of cuts, and the evaluations that they call by addresses.
A heuristic that Numba cannot compile runs in plain Python, and so does its search."""

import linecache
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from engines.jobs import end_if_dropped
from engines.search import Search, make_search
from engines.search.options import cuts_that_serve
from engines.search_hints import hints_of
from engines.tree_recorder import RECORDING
from games.compiling.compiler import compiled, jit_disabled, keep_rules, seems_to_allocate
from games.compiling.compiler_clock import compiling
from games.compiling.function_pointers import address_of, compile_for, is_compiled_for
from games.contract import Game
from games.position import Position
from heuristics.contract import Heuristic, Kernel
from heuristics.failure import in_words, message_of, one_line, short_path
from heuristics.lens import Lens

LOOK = 0.05
"""Seconds between two checks whether a job that waits for the compiler was dropped."""

_turn = threading.RLock()
_searches: "dict[tuple[Game, frozenset[str]], Search]" = {}
_evaluators: "WeakKeyDictionary[Heuristic, tuple[Kernel | None, bool, str]]" = WeakKeyDictionary()
_contributors: "WeakKeyDictionary[Heuristic, tuple[Kernel | None, str]]" = WeakKeyDictionary()
_loaded: "WeakKeyDictionary[Heuristic, dict[tuple[bool, frozenset[str]], Kernels]]" = WeakKeyDictionary()


@dataclass(frozen=True)
class Kernels:
    """A search over one game, and its evaluation. A compiled search reads `addresses` from the fields of the
    same names in its workspace, so keep this as long as the workspace. `remark` names, in one line, the line
    of the heuristic that Numba cannot compile; "" for none."""

    search: Search
    evaluate: Kernel
    contribute: Kernel | None = None
    addresses: Mapping[str, int] = field(default_factory=dict)
    remark: str = ""


def load_kernels(
    game: Game,
    heuristic: Heuristic,
    compile: bool = True,
    explains: bool = False,
    cuts: frozenset[str] = frozenset(),
) -> Kernels:
    """The search for a heuristic, with `compile` compiled if Numba can; takes seconds the first time. It is a
    kernel of its own for each set of `cuts`. With `explains` there is also a kernel that splits an evaluation
    into its parts."""
    cuts = cuts_that_serve(game, cuts)
    if jit_disabled() or not compile:
        return _uncompiled(game, heuristic, cuts)
    heuristic = heuristic.compiled_as
    found = _loaded.get(heuristic, {}).get((explains, cuts))
    if found is not None:
        return found
    with compiler_turn():
        loaded = _loaded.setdefault(heuristic, {})
        if (explains, cuts) not in loaded:
            loaded[explains, cuts] = _load(game, heuristic, explains, cuts)
        return loaded[explains, cuts]


@contextmanager
def compiler_turn() -> Iterator[None]:
    """Waits for the compiler, which works on one kernel at a time and cannot be interrupted. A job that was
    dropped ends while it waits, and leaves its turn to the next one."""
    with compiling():
        while not _turn.acquire(timeout=LOOK):
            end_if_dropped()
        try:
            end_if_dropped()
            yield
        finally:
            _turn.release()


def compile_in_turn(kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compiles a kernel for arguments of these types, unless that was done before. Ignores a plain
    function."""
    if hasattr(kernel, "overloads") and not is_compiled_for(kernel, arguments):
        with compiler_turn():
            compile_for(kernel, arguments)


def _uncompiled(game: Game, heuristic: Heuristic, cuts: frozenset[str], remark: str = "") -> Kernels:
    evaluator, contributor = heuristic.evaluator(), heuristic.contributor()

    def evaluate(ws: Any, state: Any, weights: Any) -> float:
        return evaluator(state, ws.side, weights)

    def contribute(ws: Any, state: Any, weights: Any, out: Any) -> float:
        return contributor(state, ws.side, weights, out)

    search = make_search(game, cuts, evaluate, contribute)
    return Kernels(search, evaluator, contributor, remark=remark)


def _rules(game: Game) -> frozenset[Callable[..., Any]]:
    """The kernels of a game's rules that take long to compile: evaluations call them instead of inlining
    them."""
    hints = hints_of(game)
    rules = (game.legal_moves, game.apply, hints.noisy_moves, hints.loses, hints.gives_check)
    return frozenset(kernel for kernel in rules if kernel is not None)


def _load(game: Game, heuristic: Heuristic, explains: bool, cuts: frozenset[str]) -> Kernels:
    arguments = evaluation_arguments(game, heuristic)
    if heuristic not in _evaluators:
        _evaluators[heuristic] = _first_compiled(evaluation_of, game, heuristic, arguments)
    evaluate, allocates, obstacle = _evaluators[heuristic]
    if evaluate is None:
        remark = f"{heuristic.name} runs uncompiled, some thousand times slower: {obstacle}"
        return _uncompiled(game, heuristic, cuts, remark)
    addresses = {"evaluator": address_of(evaluate, arguments)}
    contribute = None
    if explains:
        contribute = contributions_of(game, heuristic, allocates)
        addresses["contributor"] = address_of(contribute, (*arguments, np.zeros(0)))
    return Kernels(search_of(game, cuts), evaluate, contribute, addresses)


def evaluation_arguments(game: Game, heuristic: Heuristic) -> tuple[Any, ...]:
    """Arguments of the types that an evaluation is compiled for."""
    return Position.start(game).state, 0, Lens.of(heuristic).prepared


def evaluation_of(game: Game, heuristic: Heuristic, allocates: bool) -> Kernel:
    """The compiled copy of a heuristic's evaluation; `allocates` as for
    `games.compiling.compiler.compiled`."""
    return compiled(heuristic.evaluator(), allocates, _rules(game))


def contributions_of(game: Game, heuristic: Heuristic, allocates: bool) -> Kernel:
    """The compiled copy of the evaluation that gives each term's contribution."""
    return compiled(heuristic.contributor(), allocates, _rules(game))


def is_to_allocate(game: Game, heuristic: Heuristic) -> bool:
    """Whether an evaluation seems to create arrays, by the names in it."""
    return seems_to_allocate(heuristic.evaluator(), _rules(game))


def search_of(game: Game, cuts: frozenset[str]) -> Search:
    """The compiled copies of a game's searches, which all its heuristics share."""
    cuts = cuts_that_serve(game, cuts)
    if (game, cuts) not in _searches:
        keep_rules((*vars(game).values(), *vars(hints_of(game)).values()))
        search = make_search(game, cuts)
        kernels = (compiled(each, apart=RECORDING) for each in (search.minimax, search.alphabeta))
        _searches[game, cuts] = Search(*kernels)
    return _searches[game, cuts]


def compiled_contributions(game: Game, heuristic: Heuristic) -> tuple[Kernel | None, str]:
    """The contributions' kernel, compiled; or None and the line that Numba could not compile. Takes seconds
    the first time. Runs no term."""
    with compiler_turn():
        if heuristic not in _contributors:
            arguments = (*evaluation_arguments(game, heuristic), np.zeros(0))
            kernel, _, obstacle = _first_compiled(contributions_of, game, heuristic, arguments)
            _contributors[heuristic] = kernel, obstacle
        return _contributors[heuristic]


def _first_compiled(
    copy_of: Callable[[Game, Heuristic, bool], Kernel],
    game: Game,
    heuristic: Heuristic,
    arguments: tuple[Any, ...],
) -> tuple[Kernel | None, bool, str]:
    """A copy, compiled for arguments of these types, and whether it may create arrays; or None and the line
    that Numba could not compile. Runs no term."""
    obstacle = ""
    # Most terms create no arrays, and are faster without.
    for allocates in (True,) if is_to_allocate(game, heuristic) else (False, True):
        kernel = copy_of(game, heuristic, allocates)
        try:
            address_of(kernel, arguments)
        except Exception as error:  # some errors of Numba's do not have its types
            obstacle = _place_in(message_of(error)) or in_words(error)
        else:
            return kernel, allocates, ""
    return None, False, obstacle


def _place_in(message: str) -> str:
    """`file, line N: code` of the last place that a Numba error names outside Numba itself; else its
    first line."""
    places = re.findall(r'File "([^"<]+)", line (\d+):| (?:at|from) ([^<>\n]+\.py) \((\d+)\)', message)
    found = [(file or other, int(line or number)) for file, line, other, number in places]
    ours = [place for place in found if "numba" not in re.split(r"[/\\]", place[0])]
    if not ours:
        return one_line(message)
    file, line = ours[-1]
    code = linecache.getline(file, line).strip()
    return f"{short_path(file)}, line {line}" + (f": {code}" if code else "")
