"""How commands run: their modules are imported late, and Ctrl-C ends them."""

import argparse
import threading
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from typing import Any

from games.contract import BadText

Run = Callable[[argparse.Namespace], None]


def later(module: str, name: str = "run", **given: Any) -> Callable[..., Any]:
    """A function of a module, which is imported when the function is called: importing all modules takes
    long. `given` are further arguments of the function."""
    return lambda *arguments: getattr(import_module(module), name)(*arguments, **given)


def workers_of(arguments: argparse.Namespace) -> tuple[int, str, str]:
    """How many games at a time, by which executor and scheduler ("" for none)."""
    if (arguments.executor == "dask") != (arguments.scheduler is not None):
        raise BadText("--executor dask: expected together with --scheduler ADDRESS")
    return arguments.workers, arguments.executor or "", arguments.scheduler or ""


def interruptible(command: Run, arguments: argparse.Namespace) -> None:
    """Runs a command in a thread of its own, so that Ctrl-C works at once: Python handles it in the main
    thread, only between two of its own steps, and a kernel may run for hours."""
    done: Future[None] = Future()

    def work() -> None:
        try:
            command(arguments)
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    thread = threading.Thread(target=work, name="command", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)  # with a timeout, because Windows does not interrupt endless waits
    done.result()
