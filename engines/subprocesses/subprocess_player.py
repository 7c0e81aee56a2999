"""Players whose moves come from another process: starts it, talks to it and ends it.

The process is not trusted, so every wait has a limit. If a program is missing, dies, falls silent or answers
nonsense, it is ended and the search raises EngineFailure. A search runs the player's own event loop in the
calling thread, so it leaves no thread behind.
"""

import asyncio
import contextlib
import logging
import os
import signal
import threading
import time
import weakref
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from engines.contract import EngineFailure, Moves, Publish, StopSignal, Thought
from games.position import Position
from heuristics.failure import first_line

TURNS = 3
"""How often the loop is run before it is closed: a pipe takes several turns to close."""

END_SECONDS = 1.0
"""How long a killed program may take to end before its loop is closed."""

# On a busy machine asyncio would warn on stderr of each killed program that ends after its loop was closed.
logging.getLogger("asyncio").setLevel(logging.ERROR)

_running: "weakref.WeakSet[RunningProgram]" = weakref.WeakSet()


def kill_all() -> None:
    """Ends the programs of all players. For a process that ends without closing its players."""
    for program in list(_running):
        program.kill()


def _kill(transport: asyncio.SubprocessTransport) -> None:
    """Ends the program and its child processes, which may outlive it."""
    runs, number = transport.get_returncode() is None, transport.get_pid()
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            if runs or not _is_taken(number):
                os.killpg(number, signal.SIGKILL)
        elif runs:
            transport.kill()


def _is_taken(number: int) -> bool:
    """Whether another process may have the number of the ended one. While the process group of that number
    still has members, no system gives the number to a new process."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _end(loop: asyncio.AbstractEventLoop, transport: asyncio.SubprocessTransport | None) -> None:
    """Ends a program, and closes its pipes and the loop. Asyncio complains about those that are left open."""
    if transport is not None:
        _kill(transport)
    if loop.is_closed():
        return
    winding = _wind_up(transport)
    with contextlib.suppress(Exception):  # at the end of our process, another thread may still run the loop
        loop.run_until_complete(winding)
        loop.close()
    winding.close()


async def _wind_up(transport: asyncio.SubprocessTransport | None) -> None:
    """Cancels the tasks of the loop, waits a moment for the killed program to end, and closes its pipes."""
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    if transport is not None:
        ends = time.perf_counter() + END_SECONDS
        while transport.get_returncode() is None and time.perf_counter() < ends:
            await asyncio.sleep(0.005)
        pipe = transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing():
            pipe.abort()  # close() would wait until the program has read the rest
        transport.close()
    for _ in range(TURNS):
        await asyncio.sleep(0)


class RunningProgram:
    """A program and the event loop that serves it. The program ends with this object."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.transport: asyncio.SubprocessTransport | None = None

    def begin(self, starting: Coroutine[Any, Any, Any], patience: float) -> Any:
        """Runs `starting`, which starts the program, for at most `patience` seconds. Returns its result. Ends
        the program if that fails."""
        try:
            return self.loop.run_until_complete(asyncio.wait_for(starting, patience))
        except BaseException:
            self.end()
            raise

    def runs(self, transport: asyncio.SubprocessTransport) -> None:
        """Notes that the program has started. From now on it ends with this object or this process."""
        self.transport = transport
        _running.add(self)
        weakref.finalize(self, _end, self.loop, transport)  # with this object, or at exit

    def kill(self) -> None:
        """Ends the program. A wait for it in another thread then fails."""
        if self.transport is not None:
            _kill(self.transport)

    def end(self) -> None:
        """Ends the program and closes the loop, which must not be running."""
        _end(self.loop, self.transport)


Running = TypeVar("Running", bound=RunningProgram)


class SubprocessPlayer(Generic[Running]):
    """An engine whose moves another program searches. `prepare` starts the program. `close` or a failure ends
    it. A subclass for a kind of program defines `_start` and `_search`."""

    _fails = (OSError,)  # type: tuple[type[Exception], ...]
    """Exceptions of a search, besides EngineFailure, that mean that the program has failed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: Running | None = None
        self._busy = False
        self._spoiled = False  # must be started again before the next search
        self._lock = threading.Lock()  # guards the process, and whether it is busy
        self._counters = (0, 0)

    def _start(self, game_name: str) -> Running:
        """Starts a program and returns it once it is ready to search. Raises EngineFailure if it does not get
        ready."""
        raise NotImplementedError

    async def _search(
        self, process: Running, position: Position, halt: asyncio.Event, publish: Publish | None, only: Moves
    ) -> Thought:
        """Lets the program search, and returns its thought within 50 ms after `halt` is set. Sets `_spoiled`
        if the program must be started again before the next search."""
        raise NotImplementedError

    def prepare(self, game_name: str) -> None:
        """Starts the program unless it is running."""
        if self._process is None:
            self._process = self._start(game_name)

    def peek(self) -> tuple[int, int]:
        return self._counters

    def close(self) -> None:
        """Ends the program, from any thread. A running search then fails."""
        with self._lock:
            process = self._process
            if process is None:
                return
            if self._busy:
                process.kill()
                return
            self._process = None
        process.end()

    def think(
        self,
        position: Position,
        publish: Publish | None = None,
        stop: StopSignal | None = None,
        only: Moves = (),
    ) -> Thought:
        if not position.moves:
            raise EngineFailure("there is no move: the game is over")
        self._counters = (0, 0)
        self.prepare(position.game.name)
        stop = stop or StopSignal()
        with self._lock:
            process = self._process
            if process is None:
                raise EngineFailure(f"{self.name}: was closed")
            self._busy = True
            self._spoiled = False
        halt = asyncio.Event()
        done = False
        try:
            stop.attach(lambda: _set(process.loop, halt))
            thought = process.loop.run_until_complete(self._search(process, position, halt, publish, only))
            done = True
            return thought
        except self._fails as error:
            raise EngineFailure(f"{self.name}: {first_line(error)}") from None
        finally:
            stop.attach(None)
            with self._lock:
                self._busy = False
            if not done or self._spoiled:
                self.close()


def _set(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    loop.call_soon_threadsafe(event.set)
