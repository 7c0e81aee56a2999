"""The answers of `truth` as tables for people, on standard output; progress on standard error."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn

from cli.output.plain_tables import new_console, new_table, value_text
from cli.output.text_output import WORDS, progress_bar
from games.figure_text import percent
from games.truth.tables import TableMaking
from study.format.value_format import ValueFormat

MOST_WORST = 10
"""The most positions that are shown to people."""

COUNTS = ("positions", "won", "drawn", "lost", "longest_win", "longest_loss")
FIGURES = ("value kept", "from", "to", "pairs ordered", "plies lost")


def show_tables(rows: Sequence[Mapping[str, Any]]) -> None:
    titles = [name.replace("_", " ") for name in COUNTS]
    table = new_table("table", "side to move", *titles, "checksum", right=titles)
    for row in rows:
        for part in row["parts"]:
            counts = [f"{part[name]:,}" if name in part else "" for name in COUNTS]
            state = (row["checksum"] or row["problem"] or "not made")[:12]
            table.add_row(row["name"], part["name"], *counts, state)
    new_console().print(table)


def show_truth(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    where = "proven by searches" if isinstance(answer["table"], str) else _tables_in_words(answer["table"])
    console.print(f"{answer['heuristic']} in {answer['positions']} positions, {where}, seed {answer['seed']}")
    if answer["why_few"]:
        console.print(answer["why_few"])
    table = new_table("depth", *FIGURES, "blind", "random", right=(*FIGURES, "blind", "random"))
    for row in answer["by_depth"]:
        table.add_row(str(row["depth"]), *_figures(row), _share(row["blind"]), _share(row["random"]))
    console.print(table)
    for title, rows in (("kind of position", answer["kinds"]), ("left out", answer["terms"])):
        if len(rows) > (title != "left out"):
            table = new_table(title, "positions", *FIGURES, right=("positions", *FIGURES))
            for row in rows:
                table.add_row(row["name"], str(row["positions"]), *_figures(row))
            console.print(table)
    if answer["worst"]:
        table = new_table("played", "", "value", "right", "", "value", "position", right=("value",))
        for row in answer["worst"][:MOST_WORST]:
            cells = []
            for which in ("chosen", "right"):
                found = row[which]
                cells += [found["move"], found["outcome"], value_text(found["value"], form)]
            table.add_row(*cells, row["position"])
        console.print(table)


def _tables_in_words(tables: Sequence[Mapping[str, Any]]) -> str:
    names = ", ".join(f"{table['name']} ({table['checksum'][:8]})" for table in tables[:5])
    more = f" and {len(tables) - 5} more" if len(tables) > 5 else ""
    return f"{'table' if len(tables) == 1 else 'tables'} {names}{more}"


def _figures(row: Mapping[str, Any]) -> list[str]:
    shares = [_share(row[name]) for name in ("kept", "kept_low", "kept_high", "ordered")]
    return [*shares, "" if row["plies_lost"] is None else f"{row['plies_lost']:.1f}"]


def _share(share: float | None) -> str:
    return "" if share is None else percent(share)


@contextmanager
def truth_progress() -> Iterator[Callable[[Any], None]]:
    """A progress bar that takes `study.truth.truth_run.TruthNews` or `games.truth.tables.TableMaking`."""
    with progress_bar(WORDS, BarColumn()) as update:

        def on_news(news: Any) -> None:
            making = news if isinstance(news, TableMaking) else news.making
            if making is not None:
                update(completed=making.share, words=f"making {making.group}")
            elif not news.by_depth:
                drawn = sum(proven.differs for proven in news.positions)
                update(completed=drawn / max(1, news.wanted), words="positions")
            else:
                update(completed=news.share, words="measuring")

        yield on_news
