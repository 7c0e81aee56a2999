"""Players whose moves come from another process: how one is started, talked to and ended.

It is not trusted: every wait has an end. A program that is missing, dies, falls silent or answers nonsense is
killed and becomes an EngineFailure. A search runs an event loop of the player's own in the thread that asks
for it, so no thread is left behind.
"""

import asyncio
import contextlib
import os
import signal
import threading
import time
import weakref
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from engines.contract import EngineFailure, Moves, Publish, StopSignal, Thought
from games.position import Position

_running: "weakref.WeakSet[RunningProgram]" = weakref.WeakSet()


def kill_all() -> None:
    """Ends the programs of all players, for a process that is about to end without clearing up."""
    for program in list(_running):
        program.kill()


def first_line(error: BaseException) -> str:
    """An exception's message, as one line."""
    return (str(error) or type(error).__name__).splitlines()[0]


def _kill(transport: asyncio.SubprocessTransport) -> None:
    """Ends the program and whatever it started, which may outlive it."""
    runs, number = transport.get_returncode() is None, transport.get_pid()
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            if runs or not _is_taken(number):
                os.killpg(number, signal.SIGKILL)
        elif runs:
            transport.kill()


def _is_taken(number: int) -> bool:
    """Whether a process has the number of one that has ended. No system gives it to another while the
    group of that number, of those that the first one has started, is not empty."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _abandon(transport: asyncio.SubprocessTransport) -> None:
    """`_kill` for a transport whose loop will not run again."""
    _kill(transport)
    with contextlib.suppress(Exception):
        transport.close()


class RunningProgram:
    """A program, and the event loop that serves it. It ends with this object."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.transport: asyncio.SubprocessTransport | None = None

    def begin(self, starting: Coroutine[Any, Any, Any], patience: float) -> Any:
        """The result of its start, within a number of seconds; where the start fails, it is ended."""
        try:
            return self.loop.run_until_complete(asyncio.wait_for(starting, patience))
        except BaseException:
            self.end()
            raise

    def runs(self, transport: asyncio.SubprocessTransport) -> None:
        """It has been started: from now on it is ended by whatever ends this object, or this process."""
        self.transport = transport
        _running.add(self)
        self._killer = weakref.finalize(self, _abandon, transport)  # forgotten, or at exit

    def kill(self) -> None:
        """Ends the program; a wait for it that goes on in another thread then fails."""
        if self.transport is not None:
            _kill(self.transport)

    def end(self) -> None:
        """Ends the program and the loop, which must not be running."""
        self.kill()
        with contextlib.suppress(Exception):
            self.loop.run_until_complete(self._wind_up())
        self.loop.close()

    async def _wind_up(self) -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        if self.transport is not None:
            ended = time.perf_counter() + 1.0
            while self.transport.get_returncode() is None and time.perf_counter() < ended:
                await asyncio.sleep(0.005)
            self.transport.close()
        await asyncio.sleep(0)


Running = TypeVar("Running", bound=RunningProgram)


class SubprocessPlayer(Generic[Running]):
    """An engine whose thinking another program does, started by `prepare` and ended by `close`, or once it
    has failed. What a kind of program needs is `_start` and `_search`."""

    _fails = (OSError,)  # type: tuple[type[Exception], ...]
    """What a search raises where its program fails, beside EngineFailure."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: Running | None = None
        self._busy = False
        self._spoiled = False  # not fit for another search
        self._lock = threading.Lock()  # of the process and whether it is busy
        self._counters = (0, 0)

    def _start(self, game_name: str) -> Running:
        """A program that is ready to search. EngineFailure where there is none."""
        raise NotImplementedError

    async def _search(
        self, process: Running, position: Position, halt: asyncio.Event, publish: Publish | None, only: Moves
    ) -> Thought:
        """A thought of the program's; once `halt` is set, within 50 ms. It sets `_spoiled` where the
        program is then not to be asked again."""
        raise NotImplementedError

    def prepare(self, game_name: str) -> None:
        """Starts the program, unless it runs."""
        if self._process is None:
            self._process = self._start(game_name)

    def peek(self) -> tuple[int, int]:
        return self._counters

    def close(self) -> None:
        """Ends the program, from any thread; a search that is under way then fails."""
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
