"""Where games are played: in threads, processes or a Dask cluster, each behind the interface of
`concurrent.futures`.

Compiled games run in threads, because compiled code releases the interpreter's lock. Games that are played in
Python or by other programs run in processes. If a worker dies, the game that it was playing is played again.
"""

import gc
import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from arena.kernel_watchdog import KernelThread, watch
from arena.own_files import Folders, OwnFiles, find_own, own_folders, using
from engines.contract import EngineFailure
from games.compiling.kept_kernels import default_folder, keep_kernels_in, kept_in
from games.contract import BadText
from games.installation import COMMAND, how_to_install
from games.thread_priority import let_others_go_first
from heuristics.failure import GivenUp, first_line
from heuristics.hang_timeout import SLICE

T = TypeVar("T")

THREADS, PROCESSES, DASK = "threads", "processes", "dask"
KINDS = (THREADS, PROCESSES, DASK)

TRIES = 4
"""How many times a game is begun if its workers die. Then it is given up."""

QUIET = "ignore:resource_tracker:UserWarning"
"""A filter of warnings: silences the message that Python's tracker of semaphores prints after Ctrl+C. The
tracker is a process of its own, and inherits the filter when it starts."""

AHEAD = 2
"""How many games each worker is given at a time: one to play, one that waits, so that it is never idle."""

CONNECT = 10.0
"""Seconds to wait for a Dask scheduler."""


Call = tuple["Future[Any]", Callable[[], Any]]
"""A task: the future for its result, and the function to call."""


class Workers(Executor):
    """An executor with a number of `workers`. `takes_stops`: whether a StopSignal of the caller reaches them,
    because they share its memory."""

    workers: int
    takes_stops = False


class Threads(Workers):
    """Like a ThreadPoolExecutor, but its threads have a low priority, and the end of the program does not
    wait for their tasks. A thread that does not come back from a kernel is replaced, and its task begins
    again (`arena.kernel_watchdog`)."""

    takes_stops = True

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._tasks: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self._closed = False
        self._threads = [self._new_thread(number) for number in range(workers)]
        threading.Thread(target=self._look_after, name="games", daemon=True).start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        if self._closed:
            raise RuntimeError("this executor was shut down")
        future: Future[T] = Future()
        self._tasks.put((future, lambda: fn(*args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed = True
        if cancel_futures:
            with suppress(queue.Empty):
                while (task := self._tasks.get_nowait()) is not None:
                    task[0].cancel()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for server in self._threads:
                server.thread.join()

    def _new_thread(self, number: int, task: Call | None = None) -> "_Server":
        """A new serving thread, which begins with a task."""
        server = _Server(f"games {number}", self._tasks, task)
        server.thread.start()
        return server

    def _look_after(self) -> None:
        while any(server.thread.is_alive() for server in self._threads):
            time.sleep(SLICE)
            for number, server in enumerate(self._threads):
                if server.watched.hangs():
                    self._threads[number] = self._new_thread(number, server.task)


class _Server:
    """A thread that does one task of the queue after another; `task` is the current one. `watched` shows
    another thread whether a kernel hangs in it."""

    def __init__(self, name: str, tasks: "queue.SimpleQueue[Call | None]", task: Call | None) -> None:
        self.watched = KernelThread()
        self.task = task
        self._tasks = tasks
        self.thread = threading.Thread(target=self._serve, name=name, daemon=True)

    def _serve(self) -> None:
        let_others_go_first()
        watch(self.watched)
        try:
            if self.task is not None:  # of the thread that this one replaces; its future is running already
                self._do(*self.task)
                self.task = None
            while (task := self._tasks.get()) is not None:
                if task[0].set_running_or_notify_cancel():
                    self.task = task
                    self._do(*task)
                self.task = None
                del task  # an idle thread must not keep what the task holds
        except GivenUp:  # another thread has gone on with its task
            return

    def _do(self, future: "Future[Any]", work: Callable[[], Any]) -> None:
        try:
            answer = work()
        except GivenUp:
            raise
        except BaseException as error:  # raised where the result is waited for
            future.set_exception(error)
        else:
            future.set_result(answer)


class Processes(Threads):
    """Processes, each with a thread here that waits for its results. If a process dies, the others go on, and
    its task begins again in a new process. If TRIES processes die of one task, the task fails with
    EngineFailure."""

    takes_stops = False

    def __init__(self, workers: int) -> None:
        self._own = threading.local()
        self._pools: set[Executor] = set()
        self._pools_lock = threading.Lock()
        super().__init__(workers)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        return super().submit(self._ask_process, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures)
        with self._pools_lock:
            pools, self._pools = self._pools, set()
        for pool in pools:
            pool.shutdown(wait, cancel_futures=True)

    def _ask_process(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        for _ in range(TRIES):
            pool = self._process()
            try:
                return pool.submit(fn, *args, **kwargs).result()
            except BrokenExecutor:
                with self._pools_lock:
                    self._pools.discard(pool)
                pool.shutdown(False)
                del self._own.pool
        raise EngineFailure(f"{TRIES} processes that played this game have died, one after the other")

    def _process(self) -> Executor:
        """The process that belongs to the calling thread."""
        if not hasattr(self._own, "pool"):
            import multiprocessing  # not before the window's first frame, because it is slow
            from concurrent.futures import ProcessPoolExecutor

            # Not "fork": a copy of a process with threads may wait for ever for a lock that one of them
            # holds.
            context = multiprocessing.get_context("spawn")
            if QUIET not in sys.warnoptions:
                sys.warnoptions.append(QUIET)
            started = ProcessPoolExecutor(1, context, _begin_process, (kept_in(), own_folders()))
            with self._pools_lock:
                self._pools.add(started)
            self._own.pool = started
        pool: Executor = self._own.pool
        return pool


def _begin_process(kernels: Path | None, own: Folders) -> None:
    """Prepares a worker's process. It ignores Ctrl+C, which is for its parent, and ends with the parent, even
    if that is killed. It has a low priority. It uses the parent's folders of kernels and of a person's own
    files."""
    import multiprocessing

    keep_kernels_in(kernels)
    find_own(own)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    let_others_go_first(in_child=True)

    def follow() -> None:
        if parent is not None:
            parent.join()
        other_programs = sys.modules.get("engines.subprocesses.subprocess_player")
        if other_programs is not None:
            other_programs.kill_all()
        os._exit(1)

    threading.Thread(target=follow, name="follow", daemon=True).start()


class Dask(Workers):
    """A Dask cluster. `workers` is how many games it plays at a time. A person's own heuristics and players
    go with each piece of work, so that a worker that joins later has them, too. Raises BadText if its
    scheduler cannot be reached, if it has no worker, or if a worker does not have this program.
    """

    def __init__(self, scheduler: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise BadText(
                f"executor dask: expected the package distributed: {how_to_install('cluster')}"
            ) from None
        own = OwnFiles.of(own_folders()).packed()
        self._scheduler = scheduler
        line = ""
        try:
            self._client = Client(scheduler, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            line = first_line(error)
        if line:
            # A client that did not connect closes itself when it is collected. If that happened while another
            # client starts, it would wait for ever for a lock that the other one holds.
            gc.collect()
            raise BadText(f"scheduler {scheduler!r}: cannot be reached: {line}")
        self.workers = sum(self._client.nthreads().values())
        try:
            if not self.workers:
                raise BadText(f"scheduler {scheduler!r}: expected workers, found none")
            for worker, knows in self._client.run(_looking_for_the_program()).items():
                if not knows:
                    raise self._without_program(f"worker {worker}")
            # The files are the result of a task of their own: so Dask sends them to each worker once. If all
            # workers that have them die, Dask runs that task again.
            self._own = self._client.submit(_unchanged(), own, pure=False)
        except BaseException:
            self._client.close()
            raise
        # Not pure: Dask must not answer a task with the result of an earlier one.
        self._executor = self._client.get_executor(pure=False)

    def _without_program(self, worker: str) -> BadText:
        """The error for a worker that cannot import this program."""
        return BadText(
            f"scheduler {self._scheduler!r}: {worker} does not find this program; "
            f"start it with: {COMMAND} worker {self._scheduler}"
        )

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Hands a task to a worker, as any executor does. The task also fails with BadText if a worker does
        not have this program or the scheduler has ended. It fails with EngineFailure if every worker that
        gets it dies."""
        task = pickle.dumps(partial(_at_a_worker, kept_in() is not None, fn, args, kwargs))
        asked: Future[tuple[bool, T]] = self._executor.submit(_unpacking(), task, self._own)
        answer: Future[T] = Future()
        answer.add_done_callback(lambda each: asked.cancel() if each.cancelled() else None)
        asked.add_done_callback(partial(self._hand_on, answer))
        return answer

    def _hand_on(self, answer: "Future[T]", asked: "Future[tuple[bool, T]]") -> None:
        """Passes the result or the error of Dask's future on to the caller's."""
        from distributed import KilledWorker

        if not answer.set_running_or_notify_cancel():
            return
        if asked.cancelled():
            gone = f"scheduler {self._scheduler!r}: has ended; finished games are kept"
            answer.set_exception(BadText(gone))
        elif isinstance(error := asked.exception(), KilledWorker):
            answer.set_exception(EngineFailure("each worker of the cluster that played this game has died"))
        elif error is not None:
            answer.set_exception(error)
        else:
            knows, result = asked.result()
            if knows:
                answer.set_result(result)
            else:
                answer.set_exception(self._without_program("a worker that came later"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # the cluster may be gone
            self._executor.shutdown(wait and not cancel_futures)
        with suppress(Exception):
            self._client.close()


# These functions are defined in functions, so that they are sent by value and not by name: the scheduler, and
# a worker that somebody else has started, may not have this program.


def _looking_for_the_program() -> Callable[[], bool]:
    """A function that says whether a worker finds this program."""

    def knows_the_program() -> bool:
        from importlib.util import find_spec

        return find_spec("arena") is not None

    return knows_the_program


def _unchanged() -> Callable[[bytes], bytes]:
    """A function that returns what it gets."""

    def unchanged(packed: bytes) -> bytes:
        return packed

    return unchanged


def _unpacking() -> Callable[[bytes, bytes], tuple[bool, Any]]:
    """A function that calls the pickled function that it gets, with a person's packed files. It returns
    whether the worker knows the program, and the answer."""

    def call(task: bytes, own: bytes) -> tuple[bool, Any]:
        import pickle
        from importlib.util import find_spec

        if find_spec("arena") is None:
            return False, None
        return True, pickle.loads(task)(own)

    return call


def _at_a_worker(
    keeps_kernels: bool, fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any], own: bytes
) -> T:
    """Runs a task in a worker of a cluster, with a person's packed files. The worker keeps kernels in the
    cache folder of its machine."""
    if keeps_kernels and kept_in() is None:
        keep_kernels_in(default_folder())
    with using(own):
        return fn(*args, **kwargs)


@contextmanager
def open_executor(kind: str, workers: int, scheduler: str = "") -> Iterator[Workers]:
    """An executor of one of KINDS, with this number of `workers`; a Dask cluster has its own number. Leaving
    the context cancels tasks that have not begun, and does not wait for those that have. Raises BadText as
    `Dask` does."""
    if kind == DASK:
        executor: Workers = Dask(scheduler)
    else:
        executor = (Processes if kind == PROCESSES else Threads)(max(1, workers))
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
