"""Prints the answers of `truth` as tables for people on standard output, and progress on standard error."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.progress import BarColumn

from cli.plain_tables import new_console, new_table, value_text
from cli.progress_bars import WORDS, progress_bar
from games.figure_text import grouped
from games.truth.tables import TableMaking
from study.format.value_format import ValueFormat
from study.truth.figure_words import (
    BEHIND,
    BLIND,
    EQUAL,
    GAINED,
    KEEPS,
    ORDERS,
    RANDOM,
    gain_text,
    plies_text,
    share_text,
)

MOST_WORST = 10
"""The most positions with a wrong choice that are shown to people."""

SIGN_GAINS = "its own sign gains"

COUNTS = ("positions", "won", "drawn", "lost", "longest_win", "longest_loss")
FIGURES = ("positions", KEEPS, ORDERS, BEHIND)


def show_tables(rows: Sequence[Mapping[str, Any]]) -> None:
    titles = [name.replace("_", " ") for name in COUNTS]
    table = new_table("table", "side to move", *titles, "checksum", right=titles)
    for row in rows:
        for part in row["parts"]:
            counts = [f"{part[name]:,}" if name in part else "" for name in COUNTS]
            state = row["checksum"][:12] if row["checksum"] else row["problem"] or "not made"
            table.add_row(row["name"], part["name"], *counts, state)
    new_console().print(table)


@dataclass(frozen=True)
class FigureTable:
    """A table of text; the columns named in `right` hold numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[str, ...]


def show_truth(answer: Mapping[str, Any]) -> None:
    console = new_console()
    if answer["conclusion"]:
        console.print(answer["conclusion"])
    console.print(truth_heading(answer))
    if answer["why_few"]:
        console.print(answer["why_few"])
    for figures in truth_tables(answer):
        table = new_table(*figures.columns, right=figures.right)
        for row in figures.rows:
            table.add_row(*row)
        console.print(table)
    for row in (answer["by_kind"] or {"terms": ()})["terms"]:
        console.print(f"{row['label']}, {GAINED}: {row['figures']}")


def truth_heading(answer: Mapping[str, Any]) -> str:
    """What was measured, in how many positions, in a line."""
    where = "proven by searches" if isinstance(answer["table"], str) else _tables_in_words(answer["table"])
    return f"{answer['heuristic']} in {answer['positions']} positions, {where}, seed {answer['seed']}"


def truth_tables(answer: Mapping[str, Any]) -> Iterator[FigureTable]:
    """The tables of an answer that are not empty: the figures by depth, by kind of position, without each
    term, and with each term's opposite sign, and the worst mistakes."""
    shares = (*FIGURES, BLIND, RANDOM)
    rows = [
        (str(row["depth"]), *_figures(row), _share(row, "blind"), _share(row, "random"))
        for row in answer["by_depth"]
    ]
    yield FigureTable(("plies ahead", *shares), tuple(rows), shares)
    if len(answer["kinds"]) > 1:
        kinds = ((row["name"], *_figures(row)) for row in answer["kinds"])
        yield FigureTable(("kind of position", *FIGURES), tuple(kinds), FIGURES)
    for title, name, gained in (("without", "terms", GAINED), ("sign turned", "turned", SIGN_GAINS)):
        if answer[name]:
            right = (*FIGURES, gained)
            changed = ((row["name"], *_figures(row), _gain(row)) for row in answer[name])
            yield FigureTable((title, *right), tuple(changed), right)
    if answer["worst"]:
        form = ValueFormat.of_answer(answer)
        columns = ("plays", "outcome", "value", "right", "outcome", "value", "position")
        mistakes = (
            (*_choice(row["chosen"], form), *_right(row, form), row["position"])
            for row in answer["worst"][:MOST_WORST]
        )
        yield FigureTable(columns, tuple(mistakes), ("value",))


def _choice(found: Mapping[str, Any], form: ValueFormat) -> tuple[str, str, str]:
    return found["move"], found["outcome"], value_text(found["value"], form)


def _right(row: Mapping[str, Any], form: ValueFormat) -> tuple[str, str, str]:
    """The cells of the right move. In place of its value, EQUAL if the heuristic values both moves alike."""
    move, outcome, value = _choice(row["right"], form)
    return move, outcome, EQUAL if row["equal"] else value


def _tables_in_words(tables: Sequence[Mapping[str, Any]]) -> str:
    names = ", ".join(f"{table['name']} ({table['checksum'][:8]})" for table in tables[:5])
    more = f" and {len(tables) - 5} more" if len(tables) > 5 else ""
    return f"{'table' if len(tables) == 1 else 'tables'} {names}{more}"


def _figures(row: Mapping[str, Any]) -> list[str]:
    shares = (_share(row, name) for name in ("kept", "ordered"))
    return [grouped(row["positions"]), *shares, plies_text(row["plies_lost"])]


def _share(row: Mapping[str, Any], name: str) -> str:
    """A share with its 95 % interval."""
    return share_text(row[name], row[f"{name}_low"], row[f"{name}_high"])


def _gain(row: Mapping[str, Any]) -> str:
    beside = row["beside"]
    return "" if beside is None else gain_text(beside["gain"], beside["gain_low"], beside["gain_high"])


@contextmanager
def truth_progress() -> Iterator[Callable[[Any], None]]:
    """A progress bar while `truth` runs. Yields a function that takes `study.truth.truth_run.TruthNews` or
    `games.truth.tables.TableMaking`."""
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
