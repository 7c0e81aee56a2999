"""Small searches that run uncompiled in a child process while their kernels are being compiled.

Compiling a search's kernels takes half a minute. So it begins at the same time, and the first to end gives
the answer. A compiled search finds the same move, value and nodes, because it runs the same functions. Only
searches with heuristics of the program are run so, because a child would need a time limit for a person's
file. There is no child before `begin` was called: the window calls it.
"""

import base64
import io
import itertools
import math
import pickle
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.compiling import kernel_processes
from engines.compiling.child_process import end_child, send, start_child
from engines.compiling.kernel_parts import KernelPart
from engines.contract import Limits, Moves, StopSignal
from engines.jobs import end_if_dropped
from games.compiling.kept_kernels import SUFFIX, kept_in
from games.contract import State
from games.position import Position
from games.registry import load_game
from games.repetition_history import RepetitionHistory
from heuristics.lens import Lens
from heuristics.registry import load_heuristic

if TYPE_CHECKING:  # imported when a child is started, not before the first frame
    import subprocess

RUN = "from engines.compiling.uncompiled_child import serve; serve()"
"""The program of a child."""

STOP, FAILED = "stop", "failed"

MOST_NODES = 2000
"""The most nodes of a small search. Uncompiled, it takes up to about 2 s."""

WASTE, WITH_QUIESCENCE = 3.0, 2.0
"""How many times as many nodes alpha-beta visits as with the best order of moves; and how many times as many
again with quiescence."""

LOOK = 0.01
"""Seconds between two checks of a waiting thread."""

OPTIONS = (
    *("limits", "seed", "name", "deepens", "table_megabytes", "workspace_flags", "cuts", "aspires"),
    *("at_once", "explains", "lines", "recording"),
)
"""The fields of a searcher that a request copies."""


@dataclass(frozen=True)
class Request:
    """A search of a position, and the number of its engine, whose memory the child keeps. `weights` are the
    lens's weights, `earlier` the keys of the positions before, `only` the moves to search; none stands for
    all."""

    engine: int
    game: str
    heuristic: str
    weights: np.ndarray
    options: Mapping[str, Any]
    state: State
    earlier: tuple[int, ...]
    only: Moves

    @property
    def lens(self) -> Lens:
        """The lens to search with: a copy of the asking engine's."""
        return Lens(load_heuristic(self.game, self.heuristic), self.weights.copy())

    @property
    def position(self) -> Position:
        """The position, without the moves that led to it."""
        return Position(load_game(self.game), self.state, RepetitionHistory(self.earlier))


class _Packing(pickle.Pickler):
    """Leaves out the position and the lens, which the process that asked has."""

    def __init__(self, stream: io.BytesIO, position: Position, lens: Lens) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._names = {id(position): "position", id(lens): "lens"}

    def persistent_id(self, value: Any) -> str | None:
        return self._names.get(id(value))


class _Unpacking(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, known: Mapping[str, Any]) -> None:
        super().__init__(stream)
        self._known = known

    def persistent_load(self, name: str) -> Any:
        return self._known[name]


def packed(value: Any, position: Position, lens: Lens) -> str:
    """A value as one line of text, without that position and that lens."""
    stream = io.BytesIO()
    _Packing(stream, position, lens).dump(value)
    return base64.b64encode(stream.getvalue()).decode()


def unpacked(text: str, position: Position | None = None, lens: Lens | None = None) -> Any:
    """The value of a line of `packed`, with this position and this lens in the place of those left out."""
    known = {"position": position, "lens": lens}
    return _Unpacking(io.BytesIO(base64.b64decode(text)), known).load()


@dataclass
class _Asked:
    """A request to the child. `found` is its answer, None while there is none."""

    over: threading.Event = field(default_factory=threading.Event)
    found: str | None = None

    def end(self, found: str) -> None:
        self.found = found
        self.over.set()


class UncompiledSearches:
    """The child of one process, started when it is first wanted. It runs one search at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._child: subprocess.Popen[str] | None = None
        self._asked: dict[str, _Asked] = {}
        self._closed = False

    def warm_up(self) -> None:
        """Starts the child, so that it has loaded the program when it is first asked."""
        with self._lock:
            self._start()

    def ask(self, request: str) -> tuple[str, _Asked] | None:
        """Sends a request. None where the child is busy or cannot be started."""
        with self._lock:
            if self._asked or not self._start():
                return None
            assert self._child is not None
            number, asked = str(next(self._numbers)), _Asked()
            self._asked[number] = asked
            if not send(self._child, f"{number} {request}"):
                self._asked.clear()
                return None
            return number, asked

    def stop(self, number: str) -> None:
        """Asks a search to return what it has."""
        with self._lock:
            if number in self._asked and self._child is not None:
                send(self._child, f"{number} {STOP}")

    def close(self) -> None:
        """Ends the child. Searches that wait for it fail."""
        with self._lock:
            self._closed = True
            if self._child is not None:
                self._child.kill()

    def _start(self) -> bool:
        """Starts the child unless it runs. Returns whether it runs."""
        if self._closed:
            return False
        if self._child is None or self._child.poll() is not None:
            try:
                self._child = start_child(RUN)
            except (OSError, ValueError):
                return False
            listening = threading.Thread(
                target=self._listen, args=(self._child,), name="uncompiled searches", daemon=True
            )
            listening.start()
        return True

    def _listen(self, child: "subprocess.Popen[str]") -> None:
        """Passes on the child's answers until it ends."""
        assert child.stdout is not None
        with suppress(OSError, ValueError):
            for line in child.stdout:
                number, _, found = line.rstrip("\n").partition(" ")
                with self._lock:
                    asked = self._asked.pop(number, None)
                if asked is not None:
                    asked.end(found)
        end_child(child)
        with self._lock:
            left, self._asked = self._asked, {}
        for asked in left.values():
            asked.end(FAILED)


_searches: UncompiledSearches | None = None
_engines = itertools.count(1)
_compiling: dict[tuple[KernelPart, ...], threading.Thread] = {}


def begin() -> None:
    """Lets a child search for this process from now on, where children compile for it. On the very first
    start it is started at once."""
    global _searches
    if _searches is None and kernel_processes.have_begun():
        _searches = UncompiledSearches()
        if not _has_kernels():
            threading.Thread(target=_searches.warm_up, name="uncompiled searches", daemon=True).start()


def end() -> None:
    """Ends the child."""
    global _searches
    if _searches is not None:
        _searches.close()
    _searches = None


def have_begun() -> bool:
    """Whether a child may search for this process."""
    return _searches is not None


def new_number() -> int:
    """A number for an engine, for `Request.engine`."""
    return next(_engines)


def is_missing(parts: tuple[KernelPart, ...]) -> bool:
    """Whether one of these parts must be compiled. On the very first start this does not import Numba. A
    person's own heuristic has no parts (`parts_of`), so that a child is never asked about it."""
    return bool(parts) and not (_has_kernels() and all(part.is_ready() for part in parts))


def search(
    parts: tuple[KernelPart, ...], request: Request, position: Position, lens: Lens, stop: StopSignal
) -> Any:
    """What `uncompiled_child` finds, the thought and the tree. None if the parts were compiled sooner. Also
    None if the child failed or is busy; the parts may then not be compiled yet. Raises Dropped if the calling
    thread's job was dropped."""
    sent = None if _searches is None else _searches.ask(packed(request, position, lens))
    if sent is None:
        return None
    assert _searches is not None
    searches, (number, asked) = _searches, sent
    compiling = _compile_beside(parts)
    was_stopped = False
    try:
        while not asked.over.wait(LOOK):
            if not compiling.is_alive():
                return None
            if stop.requested and not was_stopped:
                searches.stop(number)
                was_stopped = True
            end_if_dropped()
    finally:
        if not asked.over.is_set():
            searches.stop(number)
    if asked.found is None or asked.found == FAILED:
        return None
    return unpacked(asked.found, position, lens)


def _compile_beside(parts: tuple[KernelPart, ...]) -> threading.Thread:
    """A thread that waits until children have compiled the parts. It goes on when the search has ended."""
    for known, thread in list(_compiling.items()):
        if not thread.is_alive():
            del _compiling[known]
    if parts not in _compiling:
        _compiling[parts] = threading.Thread(
            target=kernel_processes.compile_there, args=(parts,), name="compile beside", daemon=True
        )
        _compiling[parts].start()
    return _compiling[parts]


def _has_kernels() -> bool:
    folder = kept_in()
    return folder is not None and any(folder.glob(f"*{SUFFIX}"))


def is_small(limits: Limits, nodes: float) -> bool:
    """Whether a search ends within about 2 s uncompiled. It has these limits, and visits about `nodes`."""
    return limits.seconds is None and min(nodes, limits.nodes or nodes) <= MOST_NODES


def expected_nodes(
    position: Position, only: Moves, depth: int | None, deepens: bool, lines: int, quiescence: bool
) -> float:
    """About how many nodes a search to this depth visits; infinite without a depth. Minimax visits all, and
    alpha-beta about WASTE times as many as with the best order of moves."""
    if depth is None:
        return math.inf
    # At least 2, because the positions after a single move may have more moves.
    branches = max(2, sum(len(position.chances(move)) for move in only or position.moves))
    if not deepens:
        return sum(float(branches) ** ply for ply in range(depth + 1))
    nodes = sum(
        float(branches) ** ((ply + 1) // 2) + float(branches) ** (ply // 2) for ply in range(1, depth + 1)
    )
    return nodes * WASTE * lines * (WITH_QUIESCENCE if quiescence else 1)
