"""Plays whole games in compiled code: sets up the memory and the arguments of the game kernel
(`arena.game_kernel`), runs it, and returns the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from arena.game_kernel import GAME_STATE, Play, make_play
from arena.game_loop import MOST_PLIES
from arena.kernel_players import NO_WEIGHTS, KernelPlayers
from arena.kernel_watchdog import this_thread
from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import Call, KernelPart, add_kind, parts_of_rules
from engines.compiling.kernels import compile_in_turn
from engines.contract import Engine, StopSignal
from engines.search_engine import Searcher
from games.compiling.compiler import kernel_of_rules
from games.compiling.function_pointers import clock_address
from games.contract import Game, State, new_state
from games.position import Position
from games.registry import load_game
from games.repetition_history import RepetitionHistory
from heuristics.abandonable_threads import AbandonableTask
from heuristics.contract import Heuristic
from heuristics.failure import GivenUp
from heuristics.hang_timeout import PATIENCE, SLICE, HangTimeout

ROOM = 512
"""How many moves a kernel makes at most before it returns to Python. Also the first length of the array of
position keys since the last irreversible move."""

GAMES = "games"
"""The name of this kernel for the processes that compile (`engines.compiling.kernel_parts`)."""

_idle: "WeakKeyDictionary[Any, list[CompiledGames]]" = WeakKeyDictionary()


class KernelFailure(Exception):
    """The kernel could not finish a game. Playing it again in Python shows why."""


@dataclass(frozen=True)
class CompiledGame:
    """The moves of a game, each with the index of its chance outcome, and the final position. `nodes`
    searched and `seconds` of thinking are by side. `values` has a value for each move, from its player's
    point of view; NaN where none is known, as in the opening."""

    moves: tuple[tuple[int, int], ...]
    values: tuple[float, ...]
    end: Position
    nodes: tuple[int, int]
    seconds: tuple[float, float]


class CompiledGames:
    """Plays games in compiled code, one at a time; any thread may use it. The first call of `play` compiles
    the kernel, which takes seconds."""

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self._game = np.zeros(1, GAME_STATE).view(np.recarray)[0]
        self._game.clock = clock_address()
        self._now = np.zeros(2, rules.dtype).view(np.recarray)
        self._keys = np.zeros(ROOM, np.int64)
        self._line = np.zeros((ROOM, 2), np.int32)
        self._values = np.zeros(ROOM)
        self._opening = np.zeros((0, 2), np.int32)
        self._seats = KernelPlayers(rules)
        self._stop = StopSignal()
        self.heuristics: list[Heuristic] = []
        self._play: Play = kernel_of_rules(rules, make_play)
        self._is_compiled = False

    def prepare(self) -> None:
        """Compiles the kernel if it is not compiled. `_run` cannot do that: its watchdog would take the
        compiling for an evaluation that hangs."""
        if not self._is_compiled:
            kernel_processes.compile_there(parts_of_rules(self.rules, GAMES))
            compile_in_turn(*self.call)
            self._is_compiled = True

    @property
    def call(self) -> Call:
        """The kernel, and arguments of the types that it is compiled for."""
        return self._play, self._arguments((NO_WEIGHTS, NO_WEIGHTS))

    def play(
        self,
        start: Position,
        engines: Sequence[Engine],
        chance_seed: int,
        most_plies: int = MOST_PLIES,
        stop: StopSignal | None = None,
        opening: Sequence[tuple[int, int]] = (),
    ) -> CompiledGame:
        """Plays a game to its end. `engines` are by side; both must be able to play in a kernel
        (`plays_compiled`). Their transposition tables are empty at the start. The moves of an `opening`, with
        their chance outcomes, are made first. Soon after a `stop` is requested, the game ends unfinished.

        Raises KernelFailure if the kernel fails or hangs, or if the opening is impossible. Do not use this
        object after that: the kernel may still write to its memory.
        """
        game, keys = self._game, start.earlier.last(len(start.earlier))
        self._now[0] = start.state
        game.seed, game.drawn, game.left, game.earlier = chance_seed, 0, most_plies, len(keys)
        game.stop = game.opened = 0
        self._opening = np.array(opening, np.int32).reshape(-1, 2)
        self._keys = np.zeros(max(ROOM, 2 * len(keys)), np.int64)
        self._keys[: len(keys)] = keys
        weights = [self._seats.take(side, engine) for side, engine in enumerate(engines)]
        self.prepare()
        self._stop = stop or StopSignal()
        self.heuristics = [engine.lens.heuristic for engine in engines if isinstance(engine, Searcher)]
        moves: list[tuple[int, int]] = []
        values: list[float] = []
        over = False
        while not over:
            game.noted = 0
            over = self._run(weights)
            moves += map(tuple, self._line[: int(game.noted)].tolist())
            values += self._values[: int(game.noted)].tolist()
            if game.earlier == len(self._keys):  # the array is full: the kernel goes on with a longer one
                self._keys = np.concatenate((self._keys, np.zeros_like(self._keys)))
        if game.opened < len(opening) and not (stop and stop.requested):  # a move of the opening is illegal
            raise KernelFailure
        history = RepetitionHistory(self._keys[: int(game.earlier)].tolist())
        nodes, nanoseconds = self._seats.records.nodes.tolist(), self._seats.records.nanoseconds.tolist()
        return CompiledGame(
            tuple(moves),
            tuple(values),
            Position(self.rules, _without_padding(self._now[0]), history),
            (nodes[0], nodes[1]),
            (nanoseconds[0] / 1e9, nanoseconds[1] / 1e9),
        )

    def _arguments(self, weights: Sequence[np.ndarray]) -> tuple[Any, ...]:
        so_far = (self._game, self._now, self._keys, self._line, self._values, self._opening)
        seats = self._seats
        return (*so_far, seats.records, seats.states, *seats.workspaces, *seats.tables, *weights)

    def progress(self) -> tuple[int, ...]:
        """The moves and nodes so far (`arena.kernel_watchdog.Playing`). Ends the game if a stop has been
        requested."""
        if self._stop.requested:
            self._request_stop()
        return (int(self._game.moves), *(int(ws["nodes"]) for ws in self._seats.workspaces))

    def _request_stop(self) -> None:
        self._game.stop = 1
        for ws in self._seats.workspaces:
            ws["stop"] = 1

    def _run(self, weights: Sequence[np.ndarray]) -> bool:
        """Runs the kernel until it returns, and returns whether the game is over. An evaluation may never
        end. A watchdog then abandons this thread, and GivenUp is raised if the kernel returns after all.
        Without a watchdog the kernel runs in a new thread."""
        arguments, thread = self._arguments(weights), this_thread()
        if thread is None:
            return self._run_apart(arguments)
        failed = over = False
        thread.begin(self)
        try:
            over = bool(self._play(*arguments))
        except Exception:  # raised by a heuristic
            failed = True
        if thread.end():
            raise GivenUp
        if failed:
            raise KernelFailure
        return over

    def _run_apart(self, arguments: tuple[Any, ...]) -> bool:
        """Runs the kernel in a new thread, which is abandoned if it makes no progress."""
        done: list[bool] = []

        def work() -> None:
            try:
                done.append(bool(self._play(*arguments)))
            except Exception:  # raised by a heuristic
                return

        task = AbandonableTask("game", work)
        patience = HangTimeout()
        while patience.seen(self.progress()) < PATIENCE and not task.wait(SLICE):
            pass
        if not done:
            self._request_stop()
            task.abandon()
            raise KernelFailure
        return done[0]


def _call_of(part: KernelPart) -> Call:
    return CompiledGames(load_game(part.game)).call


add_kind(GAMES, _call_of)


def _without_padding(state: State) -> State:
    """A copy that equals byte for byte a record made in Python. A kernel leaves arbitrary bytes between the
    fields."""
    fresh = new_state(state.dtype)
    for name in state.dtype.names:
        fresh[name] = state[name]
    return fresh


def borrow(rules: Game) -> CompiledGames:
    """A `CompiledGames` that nobody uses at the moment, or a new one. Call `give_back` after the game."""
    try:
        return _idle.setdefault(rules.legal_moves, []).pop()
    except IndexError:
        return CompiledGames(rules)


def give_back(games: CompiledGames) -> None:
    """Keeps `games` for the next `borrow` with the same rules."""
    _idle[games.rules.legal_moves].append(games)
