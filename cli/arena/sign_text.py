"""The answer of `sign` as a table for people, on standard output; progress on standard error."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn

from cli.plain_tables import new_console, new_table
from cli.text_output import WORDS, progress_bar
from games.figure_text import percent, percents

RIGHT = ("positions", "on the winner's side", "95 %", "level")


def show_sign(answer: Mapping[str, Any]) -> None:
    console = new_console()
    half = "" if answer["half"] == "all" else f", half for the {answer['half']}"
    console.print(f"{answer['game']} {answer['heuristic']}: the value without a search{half}")
    table = new_table("positions of", *RIGHT, right=RIGHT)
    for row in answer["kinds"]:
        share = (
            ("", "")
            if row["share"] is None
            else (percent(row["share"]), percents(row["share_low"], row["share_high"]))
        )
        table.add_row(row["name"], str(row["positions"]), *share, str(row["level"]))
    console.print(table)


@contextmanager
def drawing_progress() -> Iterator[Callable[[Any], None]]:
    """A progress bar while positions are drawn; it takes `arena.sign.drawing.DrawnPositions`."""
    with progress_bar(WORDS, BarColumn()) as update:

        def on_news(news: Any) -> None:
            found = len(news.positions)
            update(completed=found / news.wanted, words=f"{found} positions of {news.games} games")

        yield on_news
