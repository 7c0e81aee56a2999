"""How commands run: their modules are imported late, and Ctrl-C ends them."""

import argparse
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from games.contract import BadText

Run = Callable[[argparse.Namespace], None]


@dataclass(frozen=True)
class LateFunction:
    """A function of a module that is imported when the function is called; see `later`."""

    module: str
    name: str
    given: Mapping[str, Any]

    def __call__(self, *arguments: Any) -> Any:
        return getattr(import_module(self.module), self.name)(*arguments, **self.given)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments of the function's command. They come from a function of the same module: for
        `run` from `add_arguments`, for `run_games` from `add_games_arguments`, if there is one."""
        name = f"{self.name.replace('run', 'add', 1)}_arguments"
        getattr(import_module(self.module), name, lambda parser: None)(parser)


def later(module: str, name: str = "run", **given: Any) -> LateFunction:
    """A function of a module, which is imported when the function is called: importing all modules takes
    long. `given` are further arguments of the function."""
    return LateFunction(module, name, given)


def workers_of(arguments: argparse.Namespace) -> tuple[int, str, str]:
    """How many games at a time, by which executor and scheduler ("" for one that is not named)."""
    if (arguments.executor == "dask") != (arguments.scheduler is not None):
        raise BadText("--executor dask: expected together with --scheduler ADDRESS")
    return arguments.workers, arguments.executor or "", arguments.scheduler or ""


def interruptible(command: Run, arguments: argparse.Namespace) -> None:
    """Runs a command in a thread of its own, so that Ctrl-C works at once: Python handles it in the main
    thread, only between two of its own steps, and compiled code may run for hours."""
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
