"""The players of a game kernel (`arena.game_kernel`): what the kernel needs to know of each, and the memory
of their searches."""

from typing import Any

import numpy as np

from arena.game_kernel import AT_RANDOM, BY_POLICY, DEEPENING, SEAT, TO_A_DEPTH
from arena.kernel_watchdog import hung
from engines.compiling.kernels import Kernels
from engines.contract import Engine
from engines.learned.policy import PolicyPlayer
from engines.random_player import RandomPlayer
from engines.search_engine import Searcher
from engines.workspace import NO_LIMIT, new_states, new_table, new_workspace
from games.compiling.compiler import compiled, jit_disabled
from games.compiling.function_pointers import address_of
from games.contract import Game
from games.truth.tables import Tables
from heuristics.guarded_evaluation import endless

NO_WEIGHTS = np.zeros(0)
NO_WEIGHTS.flags.writeable = False
"""Stands for the weights of a random player, which has none. It has the type that the kernel was compiled
for."""


def plays_compiled(engine: Engine, rules: Game) -> bool:
    """Whether a player can play in a kernel: at random, by a policy, or by a compiled search. The search must
    have one thread, one best line, and a limit in depth or nodes. A kernel has no limits of time and no
    Syzygy tables."""
    if jit_disabled():
        return False
    if isinstance(engine, RandomPlayer | PolicyPlayer):
        return True
    return (
        isinstance(engine, Searcher)
        and engine.compile
        and engine.threads == 1
        and engine.lines == 1
        and engine.limits.seconds is None
        and (engine.tables is None or engine.tables.syzygy is None)
        and endless(engine.lens.heuristic) is None
        and engine.lens.heuristic not in hung
        and not engine.load(rules).remark  # the remark says why the heuristic runs uncompiled
    )


class KernelPlayers:
    """The players of one game at a time, for any thread. `records` (recarray of SEAT), `workspaces` and
    `tables` (transposition tables) are by side; both sides search on `states`."""

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self.records = np.zeros(2, SEAT).view(np.recarray)
        self.workspaces = [new_workspace(rules) for _ in (0, 1)]
        self.states = new_states(rules)
        self.tables = [new_table(0.001)] * 2  # tiny ones, until `take` sets up a search's own
        self._addresses: dict[Any, int] = {}  # of kernels, which it keeps alive
        self._kernels: list[Kernels | None] = [None, None]  # by side; the workspaces hold their addresses

    def take(self, side: int, engine: Engine) -> np.ndarray:
        """Sets up a side's player, with an empty transposition table. `plays_compiled` must be true of the
        player. Returns its weights."""
        seat = self.records[side]
        seat["drawn"] = seat["nodes"] = seat["nanoseconds"] = seat["keep_best"] = (
            0  # as items, because attributes take far longer
        )
        assert isinstance(engine, RandomPlayer | PolicyPlayer | Searcher)
        seat["seed"] = engine.seed
        if isinstance(engine, RandomPlayer):
            seat["kind"], seat["busy"] = AT_RANDOM, engine.busy
            return NO_WEIGHTS
        if isinstance(engine, PolicyPlayer):
            seat["kind"], seat["search"] = BY_POLICY, self._address_of_policy(engine, side)
            return engine.policy.learned
        seat["kind"] = DEEPENING if engine.deepens else TO_A_DEPTH
        seat["deepest"], seat["aspires"] = engine.deepest(), engine.aspires
        seat["node_limit"] = engine.limits.nodes or NO_LIMIT
        self._kernels[side] = engine.load(self.rules)
        self.workspaces[side] = new_workspace(self.rules, engine.flags)
        self.tables[side] = engine.new_table()  # cheaper than clearing a large one that was little used
        seat["search"] = self._address(engine, side)
        if engine.tables is not None:  # endgame tables
            seat["keep_best"] = self._address_of_tables(engine.tables, side)
            seat["outcomes"] = engine.tables.values.ctypes.data
        return engine.lens.prepared

    def _address(self, engine: Searcher, side: int) -> int:
        """The address of a player's search kernel. Set up the side's workspace and table first."""
        search = engine.load(self.rules).search
        kernel = search.alphabeta if engine.deepens else search.minimax
        memory = (self.workspaces[side], self.states, self.tables[side], engine.lens.prepared)
        return self._address_of(kernel, *memory, 0, 1, *((0.0, 0.0) if engine.deepens else ()))

    def _address_of_tables(self, tables: Tables, side: int) -> int:
        """The address of the kernel that keeps only the moves that are best by the endgame tables."""
        tables.load()
        ws, states = self.workspaces[side], (self.states[0], self.states[1])
        return self._address_of(tables.keep_best, 0, *states, ws.root_moves, 1, ws.root_values)

    def _address_of_policy(self, engine: PolicyPlayer, side: int) -> int:
        kernel, ws = compiled(engine.policy.values, allocates=True), self.workspaces[side]
        return self._address_of(
            kernel, self.states[0], ws.root_moves, 1, engine.policy.learned, ws.root_values
        )

    def _address_of(self, kernel: Any, *arguments: Any) -> int:
        """The address of a kernel; `arguments` are examples of what it takes."""
        if kernel not in self._addresses:
            self._addresses[kernel] = address_of(kernel, arguments)
        return self._addresses[kernel]
