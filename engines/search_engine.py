"""The engine that runs the search kernels (`engines.search`), in threads and with limits."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from engines.compiling import kernel_processes, uncompiled_searches
from engines.compiling.kernel_parts import KernelPart, call_of_search, parts_of, room_for_parts
from engines.compiling.kernels import Kernels, compile_in_turn, load_kernels
from engines.contract import (
    EXACT,
    UNKNOWN,
    UPPER,
    Engine,
    EngineFailure,
    Limits,
    Moves,
    Publish,
    RootMove,
    StopSignal,
    Thought,
)
from engines.deepening import make_deepening, make_fixed_depth, untold
from engines.jobs import end_if_dropped
from engines.move_noise import draw_move, playing_drawn
from engines.search.options import EXTRAS, is_selective
from engines.searcher.corrected_values import by_evaluations
from engines.searcher.margin_unit import pawn_of
from engines.searcher.multipv import joined, other_lines
from engines.searcher.repetition_pv import to_the_draw
from engines.searcher.unresolved_fail_high import search_alone, turned_to
from engines.table_moves import of_tables
from engines.tree_recorder import Recording, SearchTree
from engines.workspace import (
    MAX_PLY,
    NO_LIMIT,
    Fields,
    new_states,
    new_table,
    new_workspace,
    root_seed,
    set_root,
    table_size,
)
from games.compiling.function_pointers import address_of_record
from games.contract import Game, copy_state
from games.position import Position
from games.random_stream import shuffle
from games.registry import load_game
from games.truth.tables import Tables
from heuristics.abandonable_threads import AbandonableTask
from heuristics.failure import TermFailure, in_words
from heuristics.guarded_evaluation import GuardedEvaluation
from heuristics.hang_timeout import PATIENCE, SLICE, HangTimeout
from heuristics.lens import Lens, plain_arithmetic, text_of
from heuristics.smoke_test import check

T = TypeVar("T")

MAX_DEPTH = 100

UNSTEADY = frozenset(extra.flag for extra in EXTRAS if not extra.steady)
"""Flags that make a value depend on more than the position and the depth."""

PAWN_OF_ADVANTAGE = 0.25
"""If no noisy move changes the heuristic's value, the margins of a selective search use this share of a clear
advantage as a pawn."""

PAGE_BYTES = 4096
"""The smallest page of memory of any operating system."""


@dataclass
class _Mind:
    """The memory of one thread of a search: its workspace, its stack of states, and the kernels that it
    runs."""

    workspace: Any
    states: Any
    kernels: Kernels  # kept alive, because the workspace holds their addresses
    leader: Any = None  # the first thread's workspace, kept alive for the same reason
    error: BaseException | None = None  # raised by its kernel
    _in_kernel: bool = False
    _patience: HangTimeout = field(default_factory=HangTimeout)

    def __post_init__(self) -> None:
        self.fields: Any = Fields(self.workspace)  # for Python; a kernel takes the record

    def run(self, kernel: Callable[..., float], *arguments: Any) -> float:
        """Runs a kernel in this thread."""
        self._in_kernel = True
        try:
            with plain_arithmetic():
                return kernel(self.workspace, self.states, *arguments)
        except BaseException as error:
            self.error = error
            raise
        finally:
            self._in_kernel = False

    def hangs(self) -> bool:
        """Whether the kernel has visited no node for PATIENCE, so that an evaluation hangs. Call it once each
        SLICE."""
        if not self._in_kernel:
            self._patience.restart()
        return self._patience.seen(int(self.fields.nodes)) >= PATIENCE


class _Hangs(Exception):
    """A kernel does not return; `mind` is the mind of its thread."""

    def __init__(self, mind: _Mind) -> None:
        super().__init__()
        self.mind = mind


def parts_of_engine(engine: "Searcher") -> tuple[KernelPart, ...]:
    """The parts of an engine's search that other processes may compile."""
    return parts_of(engine.lens.heuristic, engine.cuts, engine.explains, engine.deepens)


@dataclass(eq=False)
class Searcher(Engine):
    """An engine that runs the search kernels.

    In the window a small search does not wait for the compiler: it runs uncompiled, in a child process
    (`engines.compiling.uncompiled_searches`).
    """

    lens: Lens
    """Evaluates."""
    limits: Limits
    seed: int = 0
    """Decides between moves of equal value. With one thread, an empty memory and the same limits in depth or
    nodes, the same seed gives the same move."""
    name: str = "searcher"
    deepens: bool = True
    """Whether it searches by alpha-beta, depth after depth; else by minimax, to one depth."""
    table_megabytes: float = 64.0
    compile: bool = True
    workspace_flags: dict[str, float] = field(default_factory=dict)
    """Fields of the workspace to set, such as the flags in `engines.search.options.EXTRAS`."""
    cuts: frozenset[str] = frozenset()
    """Names of its cuts (`engines.search.options.CUTS`)."""
    aspires: bool = False
    """Whether iterations have an aspiration window, and are repeated if the value lies outside."""
    at_once: bool = False
    """Whether it searches the limiting depth alone, without smaller ones before it, because the table of
    another search of the position gives good first moves."""
    threads: int = 1
    """How many threads search together. They share one table, and `limits.nodes` counts the nodes of all.
    Which is first is chance, so with several a second search may give another move or value."""
    explains: bool = False
    """Whether each thought says which terms its value is made of, also through chance (`Thought.parts`)."""
    lines: int = 1
    """The number of best moves to find with exact values; a depth counts once all are found
    (`Thought.best_moves`)."""
    recording: Recording | None = None
    """What each search writes down for `tree`; None: nothing."""
    tables: Tables | None = None
    """Endgame tables of the game; the search chooses among the moves that they call best."""
    _minds: list[_Mind] = field(default_factory=list)
    _aside: list[_Mind] = field(default_factory=list)  # the memory of `_search_aside`
    _helpers: list[AbandonableTask] = field(default_factory=list)  # all threads but the first
    _table: Any = None
    _tree: Any = None  # the memory of a recording, whose address the first mind's workspace holds
    _kernels: Kernels | None = None
    _number: int = 0  # of the engine that searches for this one in a child; 0: none yet
    _rows: SearchTree | None = None  # the tree that it has recorded

    def prepare(self, game_name: str) -> None:
        """Tests the heuristic, compiles the search, then allocates its memory. Raises EngineFailure if the
        heuristic cannot play. A search that can run uncompiled is not compiled yet."""
        if self._kernels is not None:
            return
        if self.tables is not None:
            self.tables.load()
        try:
            check(self.lens, game_name)
        except TermFailure as failure:
            raise EngineFailure(str(failure)) from None
        if not self._may_run_uncompiled():
            self._prepare_kernels(load_game(game_name))

    def _prepare_kernels(self, game: Game) -> None:
        if self._kernels is not None:
            return
        if self.compile:
            kernel_processes.compile_there(parts_of_engine(self))
        kernels = self.load(game)
        parts = room_for_parts(self.lens.heuristic, self.explains)
        minds = [
            _Mind(new_workspace(game, self.flags, parts), new_states(game), kernels)
            for _ in range(self.threads)
        ]
        main, *others = minds
        for mind in others:
            mind.leader, mind.workspace.leader = main.workspace, address_of_record(main.workspace)
        prepared = self.lens.prepared
        compile_in_turn(*call_of_search(kernels.search, self.deepens, main.workspace, main.states, prepared))
        end_if_dropped()
        table = self.new_table()
        # Touches each page of the table, so that its memory is there before the first search.
        table.view(np.uint8)[::PAGE_BYTES] = 0
        if self.recording is not None:
            self._tree = self.recording.new_tree()
            main.workspace.tree = address_of_record(self._tree)
        self._minds, self._table, self._kernels = minds, table, kernels

    @property
    def flags(self) -> dict[str, float]:
        """The workspace's fields for a search. Keep the result of `load` as long as the workspace, which has
        the addresses of its kernels."""
        kernels = self.load(load_game(self.lens.heuristic.game))
        flags = {"sharing": int(self.threads > 1), **self.workspace_flags, **kernels.addresses}
        if self.cuts:
            flags["pawn"] = pawn_of(self.lens, kernels.evaluate)
            if is_selective(self.cuts) and flags["pawn"] == np.inf:
                flags["pawn"] = self.lens.heuristic.clear_advantage * PAWN_OF_ADVANTAGE
            flags["looks_on"] = int("mate_distance" in self.cuts)
        if self.recording is not None or self.lines > 1:
            flags["last_moment"] = 0  # the move that is played is the best that the tree or the lines show
        if self.recording is not None or self.lines > 1 or flags.get("slack"):
            flags["corrects"] = 0  # the values that are shown are those that decided
        if flags.get("corrects"):
            flags["part_count"] = 1
        if self.recording is not None:
            flags["full_windows"] = int(self.recording.full_windows)
        return flags

    def load(self, game: Game) -> Kernels:
        """The kernels of its search."""
        return load_kernels(game, self.lens.heuristic, self.compile, self.explains, self.cuts)

    def new_table(self) -> Any:
        """An empty transposition table of the size that suits the limits; minimax does not use it."""
        return new_table(table_size(self.table_megabytes, self.limits.nodes) if self.deepens else 0.001)

    def _run(self, mind: _Mind, depth: int, alpha: float = -np.inf, beta: float = np.inf) -> float:
        assert self._kernels is not None
        search = self._kernels.search
        if self.deepens:
            return mind.run(search.alphabeta, self._table, self.lens.prepared, 0, depth, alpha, beta)
        return mind.run(search.minimax, self._table, self.lens.prepared, 0, depth)

    @property
    def steady(self) -> bool:
        """Whether a value depends on the position and the depth alone. Otherwise it may also depend on
        earlier searches, or on the window, as with cuts that guess."""
        return not self.cuts and not any(self.workspace_flags.get(flag) for flag in UNSTEADY)

    def to_depth(
        self, depth: int, seconds: float | None = None, at_once: bool = False, nodes: int | None = None
    ) -> "Searcher":
        """An engine that shares this one's memory and table, and searches up to `depth`. Only one of the two
        may think at a time."""
        return replace(self, limits=Limits(depth, nodes, seconds), at_once=at_once)

    def with_empty_memory(self, lens: Lens | None = None, explains: bool = False) -> "Searcher":
        """An engine with the same options and an empty memory that searches by iterative deepening; with
        another lens, if `lens` is given."""
        lens = self.lens if lens is None else lens
        return replace(self, lens=lens, deepens=True, explains=explains, **_empty_memory())

    def recorder(self, recording: Recording, limits: Limits) -> "Searcher":
        """An engine with the same options and an empty memory that records the tree of each search. It has
        these limits, one thread and one best line."""
        alone: dict[str, Any] = {"threads": 1, "lines": 1, "explains": False}
        return replace(self, recording=recording, limits=limits, **alone, **_empty_memory())

    def tree(self) -> SearchTree:
        """The recorded tree of the last search, of an engine with a `recording`. Ask while no kernel runs:
        after the search, or while it publishes a snapshot."""
        return SearchTree.of(self._tree) if self._rows is None else self._rows

    def recall(self, other: "Searcher") -> None:
        """Copies the transposition table of another engine with the same lens and options; of any other
        engine it copies nothing. The other may search meanwhile, because an entry that is half written does
        not match its key."""
        self.prepare(self.lens.heuristic.game)
        self._prepare_kernels(load_game(self.lens.heuristic.game))
        table = other._table
        mine, others = ((each.lens, each.workspace_flags, each.cuts) for each in (self, other))
        alike = mine == others
        if table is not None and alike and other.deepens:
            self._table = table.copy()

    def is_worth_more(self, position: Position, move: int, than: float, stop: StopSignal) -> bool:
        """Whether a move is worth more than `than` for the player who makes it, at the depth that limits the
        engine. This takes much less time than finding its value. The engine must be `steady`. If `stop` was
        requested, the answer says nothing."""
        beta = float(np.nextafter(than, np.inf))

        def ask(given_up: threading.Event) -> bool:
            for depth in range(1, self.deepest() + 1):  # smaller depths leave good first moves in the table
                value = self._run(self._minds[0], depth, than, beta)
            return value > than

        return self._at(position, (move,), stop, ask)

    def peek(self) -> tuple[int, int]:
        return (self._nodes(), int(self._minds[0].fields.depth)) if self._minds else (0, 0)

    def _nodes(self) -> int:
        return sum(int(mind.fields.nodes) for mind in self._minds)

    def think(
        self,
        position: Position,
        publish: Publish | None = None,
        stop: StopSignal | None = None,
        only: Moves = (),
    ) -> Thought:
        thought = self._found_uncompiled(position, only, stop or StopSignal())
        if thought is not None:
            if publish is not None:
                publish(thought)
            return thought
        best = self.tables.best_moves(position) if self.tables is not None and not only else ()

        def search(given_up: threading.Event) -> Thought:
            def tell(thought: Thought) -> None:
                if publish is not None and not given_up.is_set():
                    publish(of_tables(thought) if best else thought)

            return self._search(position, tell)

        thought = self._at(position, only or best, stop or StopSignal(), search)
        return of_tables(thought) if best else thought

    def _may_run_uncompiled(self, nodes: float = 0.0) -> bool:
        """Whether to run a search uncompiled: it is small, as it visits about `nodes`, and its kernels are
        missing."""
        return (
            uncompiled_searches.have_begun()
            and self.compile
            and self.threads == 1
            and self.tables is None
            and uncompiled_searches.is_small(self.limits, nodes)
            and uncompiled_searches.is_missing(parts_of_engine(self))
        )

    def _found_uncompiled(self, position: Position, only: Moves, stop: StopSignal) -> Thought | None:
        """What a small search finds in a child; None if it must be run here."""
        self._rows = None
        if self._kernels is not None or not uncompiled_searches.have_begun() or not position.moves:
            return None
        nodes = uncompiled_searches.expected_nodes(
            position,
            only,
            self.limits.depth,
            self.deepens,
            self.lines,
            bool(self.workspace_flags.get("quiescence")),
        )
        if not self._may_run_uncompiled(nodes):
            return None
        self._number = self._number or uncompiled_searches.new_number()
        heuristic = self.lens.heuristic.compiled_as
        request = uncompiled_searches.Request(
            self._number,
            position.game.name,
            heuristic.name,
            self.lens.weights,
            {name: getattr(self, name) for name in uncompiled_searches.OPTIONS},
            position.state,
            tuple(position.earlier),
            only,
        )
        found = uncompiled_searches.search(parts_of_engine(self), request, position, self.lens, stop)
        if found is None:
            return None
        thought: Thought
        thought, self._rows = found
        return thought

    def _at(
        self, position: Position, only: Moves, stop: StopSignal, work: Callable[[threading.Event], T]
    ) -> T:
        """Runs `work` with `position` as the root, in a thread of its own, and returns its result. A thread
        that hangs is abandoned, and the event that `work` gets is set."""
        self.prepare(position.game.name)
        self._prepare_kernels(position.game)
        moves = list(only or position.moves)
        if not moves:
            raise EngineFailure("there is no move: the game is over")
        for number, mind in enumerate(self._minds):
            seed = self._root_seed(position, number)
            order = moves.copy()
            shuffle(seed, order, len(order))
            set_root(mind.fields, mind.states, position, order)
            mind.fields.noise_seed = seed
            mind.fields.root_partial = int(len(moves) < len(position.moves))
            mind.fields.node_limit = max(1, (self.limits.nodes or NO_LIMIT) // self.threads)
            mind.fields.stop = 0
            if self.recording is not None:
                self._tree["count"] = 0
        stop.attach(self._interrupt)
        found: list[T] = []
        errors: list[BaseException] = []
        given_up = threading.Event()

        def search() -> None:
            try:
                found.append(work(given_up))
            except BaseException as error:  # raised again in the thinking thread
                errors.append(error)

        self._aside.clear()
        for mind in self._minds:
            mind.error = None
        task = AbandonableTask("search", search)
        try:
            self._await(task)
        except _Hangs as hangs:
            given_up.set()
            for mind in self._searching():
                mind.fields.stop = 1
            self._minds, self._table, self._kernels = [], None, None  # the thread may still write there
            for each in (*self._helpers, task):
                each.abandon()
            message = f"does not end; given up after {PATIENCE:g} s"
            raise self._failure(hangs.mind, message) from None
        finally:
            stop.attach(None)
            self._interrupt()
        for mind in self._searching():
            if mind.error is not None:
                raise self._failure(mind, in_words(mind.error)) from mind.error
        if errors:
            raise errors[0]
        return found[0]

    def _await(self, task: AbandonableTask) -> None:
        """Waits for the search, and stops it when its time is up. _Hangs if an evaluation does not end."""
        ends = None if self.limits.seconds is None else time.perf_counter() + self.limits.seconds
        while True:
            left = SLICE if ends is None else ends - time.perf_counter()
            if task.wait(max(0.0, min(SLICE, left))):
                return
            if left <= 0.0:
                ends = None
                self._interrupt()
            if left >= SLICE:
                hangs = [mind for mind in self._searching() if mind.hangs()]
                if hangs and not any(each.is_debugged for each in (*self._helpers, task)):
                    raise _Hangs(hangs[0])

    def _search(self, position: Position, publish: Publish) -> Thought:
        """Runs the search and its helper threads."""
        helpers = [AbandonableTask("search helper", partial(self._help, mind)) for mind in self._minds[1:]]
        self._helpers = helpers
        try:
            return self._deepen(position, publish)
        finally:
            self._interrupt()
            for helper in helpers:
                while not helper.wait(SLICE):  # in slices, because GivenUp can only come between waits
                    pass

    def _failure(self, mind: _Mind, message: str) -> EngineFailure:
        """Evaluates the mind's last state uncompiled, which finds the failing term and its line. Gives
        `message` if no term fails."""
        state, side = copy_state(mind.states[int(mind.fields.ply)]), int(mind.fields.side)
        try:
            GuardedEvaluation(self.lens.heuristic, lambda: self.lens.breakdown(state, side)).result()
        except TermFailure as failure:
            return EngineFailure(str(failure))
        place = text_of(self.lens.heuristic.game, state)
        return EngineFailure(str(TermFailure(self.lens.name, "", message, position=place)))

    def _searching(self) -> list[_Mind]:
        return [*self._minds, *self._aside]

    def _interrupt(self) -> None:
        for mind in self._minds:
            mind.fields.stop = 1

    def _root_seed(self, position: Position, number: int) -> int:
        return root_seed(self.seed + number, position.state.key, position.game.quiet(position.state))

    def deepest(self) -> int:
        """The largest depth that it searches."""
        return min(self.limits.depth or MAX_DEPTH, MAX_PLY - 2)

    def _help(self, mind: _Mind) -> None:
        """Searches like the main thread, which uses the entries that this one leaves in the table. In
        alpha-beta they also have one history and the same killers (`workspace.leader_of`)."""
        assert self._kernels is not None
        kernel = self._kernels.search.alphabeta
        deepen = make_deepening(lambda workspace, states, *arguments: mind.run(kernel, *arguments), untold)
        # In a selective search the root's window decides how much moves are reduced, so helpers aspire, too.
        aspires = int(self.aspires and is_selective(self.cuts))
        try:
            deepen(mind.fields, mind.states, self._table, self.lens.prepared, self.deepest(), aspires)
        except BaseException:  # an error of the heuristic; the mind keeps it
            self._interrupt()

    def _deepen(self, position: Position, publish: Publish) -> Thought:
        assert self._kernels is not None
        main = self._minds[0]
        started = time.perf_counter()
        thought: Thought | None = None

        def tell(workspace: Any, depth: int) -> None:
            nonlocal thought
            draw_move(workspace, depth)
            found = self._snapshot(main, position, depth, started, thought)
            wanted = min(self.lines, int(workspace.root_count)) if self.deepens else 1
            if wanted > 1:
                likely = [row.move for row in thought.best_moves] if thought is not None else []
                for _ in other_lines(workspace, wanted, likely, lambda: self._run(main, depth)):
                    found = joined(found, self._snapshot(main, position, depth, started, None))
            if found.lines == wanted:
                thought = found
                publish(found)
            else:  # stopped before all lines were found: the last complete depth stays, if there is one
                thought = thought or found

        kernel = self._kernels.search.alphabeta if self.deepens else self._kernels.search.minimax
        make = make_fixed_depth if self.at_once or not self.deepens else make_deepening
        window = (-np.inf, np.inf) if self.at_once and self.deepens else ()
        deepen = make(lambda workspace, states, *arguments: main.run(kernel, *arguments, *window), tell)
        move, _ = deepen(
            main.fields, main.states, self._table, self.lens.prepared, self.deepest(), int(self.aspires)
        )
        nodes, seconds = self._nodes(), time.perf_counter() - started
        if thought is None:
            unknown = tuple(RootMove(move, 0.0, UNKNOWN) for move in position.moves)
            return Thought(position, move, 0.0, 0, nodes, seconds, (move,), unknown, lens=self.lens)
        thought = playing_drawn(thought, int(main.fields.drawn))
        # With several lines, the stopped search may have been one for a further line, not for the best move.
        if self.lines == 1 and thought.move != move == main.fields.unresolved_fail_high:
            thought = turned_to(thought, self._search_aside(thought, move))
        # Nodes of an unfinished iteration count as well.
        return thought if thought.nodes == nodes else replace(thought, nodes=nodes, seconds=seconds)

    def _search_aside(self, thought: Thought, move: int) -> Thought:
        """Searches one move of a finished search, without changing the engine's memory."""
        position, started = thought.position, time.perf_counter()
        main = self._minds[0]
        mind = _Mind(copy_state(main.workspace), new_states(position.game), main.kernels)
        self._aside.append(mind)
        depths = search_alone(mind.fields, mind.states, thought, move, partial(self._run, mind))
        return [self._snapshot(mind, position, depth, started, None) for depth in depths][-1]

    def _snapshot(
        self, mind: _Mind, position: Position, depth: int, started: float, before: Thought | None
    ) -> Thought:
        workspace = mind.fields
        done = int(workspace.root_done)
        whole = done == workspace.root_count
        best = int(workspace.root_best)
        # Copied at once, because the search waits while elements are read one by one.
        moves, values, exact, lengths = (
            each[: len(position.moves)].tolist()
            for each in (
                workspace.root_moves,
                workspace.root_values,
                workspace.root_exact,
                workspace.root_line_length,
            )
        )
        if workspace.corrects:
            values, exact = by_evaluations(workspace.root_parts[:, 0].tolist(), best, values, exact)
            lengths = [length if known else 0 for length, known in zip(lengths, exact, strict=True)]
        pv = tuple(workspace.pv[0, : int(workspace.pv_length[0])].tolist())
        pv = _ended(self.cuts, position, pv, values[best])
        outcomes = _outcomes(workspace, position, pv)
        parts = int(workspace.part_count) if self.explains else 0
        lines = workspace.root_lines
        rows: dict[int, RootMove] = {}
        for i in range(done):
            line = tuple(lines[i, : lengths[i]].tolist()) if lengths[i] else ()
            rows[moves[i]] = RootMove(
                move=moves[i],
                value=_unsigned_zero(values[i]),
                bound=EXACT if exact[i] else UPPER,
                depth=depth,
                line=_ended(self.cuts, position, line, values[i]),
                outcomes=outcomes if i == best else (),
                parts=_unsigned_zeros(workspace.root_parts[i, :parts]) if self.explains and line else (),
            )
        if before is not None and not whole:
            rows = {row.move: row for row in before.root_moves} | rows
        return Thought(
            position=position,
            move=moves[best],
            value=_unsigned_zero(values[best]),
            depth=depth if whole else depth - 1,
            nodes=self._nodes(),
            seconds=time.perf_counter() - started,
            pv=pv,
            root_moves=tuple(rows.get(move) or RootMove(move, 0.0, UNKNOWN) for move in position.moves),
            remark=mind.kernels.remark,
            outcomes=outcomes,
            parts=_unsigned_zeros(workspace.parts[0, :parts]) if self.explains else (),
            lens=self.lens,
            player=self.name,
            before=before,
        )


def _empty_memory() -> dict[str, Any]:
    """The fields of an engine with an empty memory."""
    empty: dict[str, Any] = {"_minds": [], "_aside": [], "_helpers": [], "_number": 0}
    return empty | dict.fromkeys(("_table", "_tree", "_kernels", "_rows"))


def _ended(cuts: frozenset[str], position: Position, line: tuple[int, ...], value: float) -> tuple[int, ...]:
    """A line, extended up to the repetition that the search foresaw as a draw."""
    return to_the_draw(position, line) if "second_occurrence" in cuts and value == 0.0 else line


def _outcomes(workspace: Any, position: Position, pv: tuple[int, ...]) -> tuple[float, ...]:
    """The values of the outcomes of the chance move that ends the line; empty without one."""
    if not position.game.has_chance:
        return ()
    for move in pv[:-1]:
        position = position.play(move)
    count = len(position.chances(pv[-1])) if pv else 1
    if not 1 < count <= workspace.pv_outcomes.shape[1]:
        return ()
    return _unsigned_zeros(workspace.pv_outcomes[0, :count])


def _unsigned_zeros(values: Any) -> tuple[float, ...]:
    return tuple(map(_unsigned_zero, values))


def _unsigned_zero(value: Any) -> float:
    """A kernel's value without the sign of zero: a kernel negates 0.0 to -0.0."""
    return float(value) + 0.0
