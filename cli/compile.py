"""`main.py compile`: compiles everything that the window may need, and keeps it."""

import argparse
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn

from cli.command_io import settings_of, show
from cli.parser import COUNT
from cli.plain_tables import new_console, new_table
from cli.progress_bars import WORDS, progress_bar
from engines.compiling import kernel_processes
from engines.compiling.kernel_parts import KernelPart
from games.compiling.compiler import jit_disabled
from games.compiling.kept_kernels import can_be_kept, default_folder
from games.contract import BadText
from games.registry import entry, game_names
from study.format import number_text
from study.game.later_parts import later_parts
from study.settings.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="only this game; all if left out")
    parser.add_argument("--workers", **COUNT, help="processes; one for each processor if left out")


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    games = game_names() if arguments.game is None else (entry(arguments.game).name,)
    if jit_disabled():
        raise BadText("NUMBA_DISABLE_JIT: expected it unset, because nothing is compiled with it")
    if not settings.engine.keep_kernels:
        raise BadText("engine.keep_kernels: expected true, because otherwise nothing compiled is kept")
    if not can_be_kept():
        raise BadText(f"{default_folder()}: expected a folder that only you can write to; see doctor")
    show(arguments, compile_all(games, settings, arguments.workers or os.cpu_count() or 1), show_compiled)


def compile_all(games: tuple[str, ...], settings: Settings, workers: int) -> dict[str, Any]:
    """Compiles the kernels of these games that are not kept yet, in a number of processes. Returns the answer
    as JSON: by game, how many kernels there are and which were compiled now."""
    began = time.perf_counter()
    parts = {game: later_parts(game, (), settings) for game in games}
    missing = {game: [part for part in parts[game] if not part.is_ready()] for game in games}
    wanted = [part for game in games for part in missing[game]]
    kernel_processes.begin(workers)
    try:
        with compile_progress(len(wanted)) as tell:

            def show_left(left: Sequence[KernelPart], now: Sequence[KernelPart], seconds: float) -> None:
                tell(len(wanted) - len(left), names_of(now), seconds)

            kernel_processes.compile_there(wanted, show_left)
    finally:
        kernel_processes.end()
    for part in wanted:
        if not part.is_ready():  # no process could be started
            part.compile()
    return {
        "folder": str(default_folder()),
        "games": [
            {"name": game, "parts": len(parts[game]), "compiled": names_of(missing[game])} for game in games
        ],
        "seconds": time.perf_counter() - began,
    }


def names_of(parts: Sequence[KernelPart]) -> list[str]:
    """The names of the parts."""
    return [part.measured_as for part in parts]


@contextmanager
def compile_progress(total: int) -> Iterator[Callable[[int, Sequence[str], float], None]]:
    """A progress bar while kernels are compiled. Yields a function that takes how many are done, the names of
    those that are being compiled, and the seconds left (0.0: not known)."""
    with progress_bar(BarColumn(), MofNCompleteColumn(), WORDS, total=total, lines=True) as update:

        def tell(done: int, names: Sequence[str], seconds: float) -> None:
            left = f", about {number_text.seconds(seconds)} left" if seconds else ""
            update(completed=done, words=f"{', '.join(names)}{left}")

        yield tell


def show_compiled(answer: Mapping[str, Any]) -> None:
    """Prints how many kernels of each game there are, and how many were compiled now."""
    table = new_table("game", "kernels", "compiled now", right=("kernels", "compiled now"))
    for row in answer["games"]:
        table.add_row(row["name"], f"{row['parts']}", f"{len(row['compiled'])}")
    console = new_console()
    console.print(table)
    console.print(f"{number_text.seconds(answer['seconds'])}; kept in {answer['folder']}")
