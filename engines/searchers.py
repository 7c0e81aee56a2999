"""The engines that search: minimax (greedy is minimax of one ply) and alpha-beta."""

import threading
import time
import traceback
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engines.contract import (
    EXACT,
    UNKNOWN,
    UPPER,
    WIN_BAND,
    EngineFailure,
    Limits,
    Publish,
    RootMove,
    StopSignal,
    Thought,
)
from engines.kernels import Kernels, load_kernels
from engines.workspace import MAX_PLY, NO_LIMIT, new_states, new_table, new_workspace, set_root
from games.position import Position
from games.registry import load_game
from heuristics.contract import Heuristic

MAX_DEPTH = 100


@dataclass(eq=False)
class Searcher:
    """An engine over the search kernels.

    `weights` are those that a person sets (before `Heuristic.prepare`). `seed` decides between
    moves of equal value; with equal limits in depth or nodes, the same seed gives the same move.
    """

    heuristic: Heuristic
    weights: np.ndarray
    limits: Limits
    seed: int = 0
    name: str = "searcher"
    deepens: bool = True
    table_megabytes: float = 64.0
    compile: bool = True
    workspace_flags: dict[str, int] = field(default_factory=dict)
    _workspace: Any = None
    _states: Any = None
    _table: Any = None
    _kernels: Kernels | None = None

    def prepare(self, game_name: str) -> None:
        """Compiles the search by running it one ply deep from the start."""
        if self._kernels is not None:
            return
        game = load_game(game_name)
        kernels = load_kernels(game, self.heuristic, self.compile)
        self._workspace, self._states = new_workspace(game), new_states(game)
        for name, value in self.workspace_flags.items():
            self._workspace[name] = value
        self._table = new_table(self.table_megabytes if self.deepens else 0.001)
        self._kernels = kernels
        position = Position.start(game)
        set_root(self._workspace, self._states, position, list(position.moves))
        self._workspace.stop = 1
        self._run(1)

    def _run(self, depth: int) -> float:
        assert self._kernels is not None
        search = self._kernels.search
        memory = (self._workspace, self._states, self._table, self.heuristic.prepare(self.weights))
        if self.deepens:
            return search.alphabeta(*memory, 0, depth, -np.inf, np.inf)
        return search.minimax(*memory, 0, depth)

    def peek(self) -> tuple[int, int]:
        workspace = self._workspace
        return (0, 0) if workspace is None else (int(workspace.nodes), int(workspace.depth))

    def close(self) -> None:
        pass

    def think(
        self, position: Position, publish: Publish | None = None, stop: StopSignal | None = None
    ) -> Thought:
        self.prepare(position.game.name)
        workspace = self._workspace
        moves = list(position.moves)
        if not moves:
            raise EngineFailure("there is no move: the game is over")
        set_root(workspace, self._states, position, self._shuffled(moves, position))
        workspace.node_limit = self.limits.nodes or NO_LIMIT
        workspace.stop = 0
        stop = stop or StopSignal()
        stop.attach(self._interrupt)
        timer = None
        if self.limits.seconds is not None:
            timer = threading.Timer(self.limits.seconds, stop.request)
            timer.daemon = True
            timer.start()
        try:
            return self._deepen(position, publish)
        except Exception as error:
            raise EngineFailure(f"{self.heuristic.name} failed: {_one_line(error)}") from error
        finally:
            stop.attach(None)
            if timer is not None:
                timer.cancel()

    def _interrupt(self) -> None:
        self._workspace.stop = 1

    def _shuffled(self, moves: list[int], position: Position) -> list[int]:
        key = int(position.state.key) & (2**64 - 1)
        order = np.random.Generator(np.random.PCG64([self.seed, key])).permutation(len(moves))
        return [moves[i] for i in order]

    def _deepen(self, position: Position, publish: Publish | None) -> Thought:
        workspace = self._workspace
        started = time.perf_counter()
        deepest = min(self.limits.depth or MAX_DEPTH, MAX_PLY - 2)
        thought: Thought | None = None
        for depth in range(1, deepest + 1) if self.deepens else (deepest,):
            workspace.pv_length[0] = 0
            self._run(depth)
            if workspace.root_done == 0:
                if thought is not None:
                    seconds = time.perf_counter() - started
                    thought = replace(thought, nodes=int(workspace.nodes), seconds=seconds)
                break
            whole = workspace.root_done == workspace.root_count
            thought = self._snapshot(position, depth if whole else depth - 1, started, thought)
            if publish is not None:
                publish(thought)
            self._best_first()
            if not whole or workspace.stop != 0 or abs(thought.value) > WIN_BAND:
                break
        if thought is None:
            # Stopped before the first move was searched: any legal move is better than none.
            first = int(workspace.root_moves[0])
            unknown = tuple(RootMove(move, 0.0, UNKNOWN) for move in position.moves)
            seconds = time.perf_counter() - started
            thought = Thought(position, first, 0.0, 0, int(workspace.nodes), seconds, (first,), unknown)
        return thought

    def _snapshot(self, position: Position, depth: int, started: float, before: Thought | None) -> Thought:
        workspace, kernels = self._workspace, self._kernels
        assert kernels is not None
        done = int(workspace.root_done)
        best = int(workspace.root_best)
        rows = {}
        for i in range(int(workspace.root_count)):
            move = int(workspace.root_moves[i])
            if i < done:
                bound = EXACT if workspace.root_exact[i] else UPPER
                rows[move] = RootMove(move, float(workspace.root_values[i]), bound)
            else:
                rows[move] = RootMove(move, 0.0, UNKNOWN)
        if before is not None and done < workspace.root_count:
            rows |= {row.move: row for row in before.root_moves if rows[row.move].bound == UNKNOWN}
        return Thought(
            position=position,
            move=int(workspace.root_moves[best]),
            value=float(workspace.root_values[best]),
            depth=depth,
            nodes=int(workspace.nodes),
            seconds=time.perf_counter() - started,
            pv=tuple(int(move) for move in workspace.pv[0, : int(workspace.pv_length[0])]),
            root_moves=tuple(rows[move] for move in position.moves),
            remark=kernels.remark,
        )

    def _best_first(self) -> None:
        workspace = self._workspace
        moves = workspace.root_moves[: int(workspace.root_count)].tolist()
        moves.insert(0, moves.pop(int(workspace.root_best)))
        workspace.root_moves[: len(moves)] = moves


def _one_line(error: BaseException) -> str:
    """The error with the innermost place in a heuristic's or a game's source, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = next((f for f in reversed(frames) if "heuristics" in f.filename), None)
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"{text} ({place.filename}, line {place.lineno})" if place else text
