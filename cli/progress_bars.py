"""Progress on standard error: a bar, or lines in a file or a pipe."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cli.plain_tables import WIDTH

LINE_EVERY = 10.0
"""Seconds between two lines of progress in a file or a pipe."""


@contextmanager
def progress_bar(*columns: Any, total: float = 1.0, lines: bool = True) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error. If that is no terminal and `lines` is true, it prints a line every
    LINE_EVERY seconds instead. Yields a function that updates the bar: `completed=`, `advance=`, `words=`."""
    console = Console(stderr=True)
    every, hidden = (*columns, TimeRemainingColumn()), not console.is_terminal
    told = time.perf_counter()
    with Progress(*every, console=console, transient=True, disable=hidden) as progress:
        number = progress.add_task("", total=total, words="")

        def update(**news: Any) -> None:
            nonlocal told
            progress.update(number, **news)
            if hidden and lines and time.perf_counter() - told >= LINE_EVERY:
                told, task = time.perf_counter(), progress.tasks[0]
                line = f"{task.percentage:.0f} %  {task.fields['words']}".strip()
                console.print(line, highlight=False, markup=False, width=WIDTH)

        yield update


WORDS = TextColumn("{task.fields[words]}")


@contextmanager
def counted_progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """A progress bar for a number of equal steps. Yields a function that counts one more step; it takes any
    arguments."""
    with progress_bar(TextColumn(what), BarColumn(), MofNCompleteColumn(), total=total) as update:
        yield lambda *given: update(advance=1)


@contextmanager
def scan_progress(positions: int) -> Iterator[Callable[[Any], None]]:
    """A progress bar while a scan or a review runs, or a match is explained. Yields a function that takes
    their progress: `study.compare.scan.ScanNews`, `study.state.move_loss.ReviewResult` or
    `study.tournaments.why_lost.WhyLostNews`."""
    with progress_bar(TextColumn("positions"), BarColumn(), MofNCompleteColumn(), total=positions) as update:
        yield lambda news: update(completed=news.done)
