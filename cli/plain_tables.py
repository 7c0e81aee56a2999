"""Prints tables for people on standard output: the general functions, and short tables (lists, perft, a
breakdown, a batch)."""

import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.stand_ins import writable
from engines.contract import WIN, WIN_BAND
from heuristics.contract import Tapered
from study.format.term_cells import TermCells, weight_text, worth_title
from study.format.term_groups import GROUP, Part, arrange, groups_of
from study.format.value_format import ValueFormat
from study.why_not.comparison import ROUNDING

WIDTH = 10_000
"""So wide that no line is wrapped, because programs may read a table line by line."""


class _WritableConsole(Console):
    """A console that measures text as its stream will show it, so that columns are aligned."""

    def render_str(self, text: str, **how: Any) -> Text:
        return super().render_str(writable(text, self.encoding), **how)


def new_console() -> Console:
    """A console that prints text unchanged: nothing in it is markup, even if a position or a line of code
    looks like it. Only what its stream's encoding lacks is replaced."""
    return _WritableConsole(highlight=False, markup=False, emoji=False, width=WIDTH)


def new_table(*columns: str, right: Sequence[str] = ()) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", no_wrap=True)
    return table


def value_text(value: float, form: ValueFormat, unit: bool = False) -> str:
    """A value with its sign, and with its unit if wanted; or in how many plies the game is decided."""
    if value > WIN_BAND:
        return f"wins in {WIN - value:.0f}"
    if value < -WIN_BAND:
        return f"loses in {WIN + value:.0f}"
    return form.with_unit(value) if unit else form.signed(value)


def bounded_text(value: float, form: ValueFormat, at_most: bool) -> str:
    """A value, or the most that it can be: "at most +0.31", "loses in 5 or sooner"."""
    text = value_text(value, form)
    if not at_most:
        return text
    if value < -WIN_BAND:
        return f"{text} or sooner"
    return f"at {'best' if value > WIN_BAND else 'most'} {text}"


def show_list(rows: Sequence[Mapping[str, Any]]) -> None:
    table = new_table("name", "description")
    for row in rows:
        table.add_row(row["name"], row["description"])
    new_console().print(table)


TEXT_WIDTH = 100
"""The width at which long texts are wrapped."""

INDENT = "    "


def show_heuristics(rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        if "error" in row:
            print(row["error"], file=sys.stderr)
            continue
        terms = ", ".join(map(_weight, [*row["terms"], *row["parameters"]]))
        for start, text in (("", f"{row['game']} {row['name']}: {row['description']}"), (INDENT, terms)):
            print(
                textwrap.fill(
                    text,
                    TEXT_WIDTH,
                    initial_indent=start,
                    subsequent_indent=INDENT,
                    break_on_hyphens=False,
                )
            )


def _weight(row: Mapping[str, Any]) -> str:
    """A weight by its key for commands, with its label if that differs."""
    label = "" if row["label"] == row["name"].replace("_", " ") else f" ({row['label']})"
    worth = Tapered(**row["worth"]) if "worth" in row else None
    return f"{row['name']} {weight_text(row['weight'], worth)}{label}"


def show_players(rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        if "error" in row:
            print(row["error"], file=sys.stderr)
    show_list([row for row in rows if "error" not in row])


def show_lessons(rows: Sequence[Mapping[str, Any]]) -> None:
    table = new_table("lesson", "title", "page", right=("lesson",))
    for row in rows:
        table.add_row(str(row["lesson"]), row["title"], row["page"])
    new_console().print(table)


def show_lesson(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(f"Lesson {answer['lesson']}: {answer['title']}")
    console.print(f"Read {answer['page']}")
    for file in answer["files"]:
        console.print(file["file"])
        if file["changed"]:
            console.print("  This file has changes of yours and stays. To start again, delete it first.")


def show_settings(rows: Sequence[Mapping[str, Any]]) -> None:
    table = new_table("setting", "value", "from", "file")
    for row in rows:
        value = row["value"] if isinstance(row["value"], str) else json.dumps(row["value"])
        table.add_row(row["name"], value, row["source"], row["file"] or "")
    new_console().print(table)


def show_desktop(answer: Mapping[str, Any]) -> None:
    console = new_console()
    for entry in answer["entries"]:
        console.print(f"{'written' if answer['installed'] else 'removed'}: {entry}")
    if not answer["entries"]:
        console.print("nothing was installed")
    for remark in answer["remarks"]:
        console.print(remark)


def show_perft(answer: Mapping[str, Any]) -> None:
    console = new_console()
    for move, nodes in answer.get("moves", {}).items():
        console.print(f"{move}: {nodes}")
    console.print(f"{answer['nodes']} sequences of length {answer['depth']} in {answer['seconds']:.2f} s")


def show_breakdown(answer: Mapping[str, Any]) -> None:
    """Prints the value and its terms, in the heuristic's unit. Each group of terms has its subtotal, and a
    difference by rounding has a row of its own."""
    console, form, terms = new_console(), ValueFormat.of_answer(answer), answer["terms"]
    console.print(f"{value_text(answer['value'], form, unit=True)} for {answer['side']}")
    if "chance" in answer:
        console.print(answer["chance"]["sentence"])
    title = worth_title(form, any("worth" in term for term in terms))
    columns = ("own", "other", title, f"in {form.units}" if form.unit else "contribution")
    table = new_table("term", *columns, right=columns)
    parts = [
        Part(term["name"], term["label"], term.get("group", ""), term["contribution"], False)
        for term in terms
    ]
    for row in arrange(parts, groups_of(form, parts), room=2 * len(parts)):
        if row.kind == GROUP:
            subtotal = form.subtotal(parts[index].amount for index in row.terms)
            table.add_row(row.label(level=False), "", "", "", value_text(subtotal, form))
            continue
        term = terms[row.terms[0]]
        cells = TermCells.of_answer(form, answer["divisor"], term)
        sides = [cells.side_text(term[name]) if name in term else "" for name in ("own", "other")]
        amount = value_text(term["contribution"], form)
        table.add_row("  " * row.inside + row.name, *sides, cells.worth_text, amount)
    lacking = form.lacking(answer["value"], (term["contribution"] for term in terms))
    if lacking:
        table.add_row(ROUNDING, "", "", "", value_text(lacking, form))
    console.print(table)


def show_batch(rows: Sequence[Mapping[str, Any]]) -> None:
    console = new_console()
    for row in rows:
        console.print("  ".join(f"{key}={value}" for key, value in row.items()))


def show_frames(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(f"first frame after {answer['first_frame_seconds']:.2f} s")
    console.print(
        "frames: " + ", ".join(f"{key} {value:.1f} ms" for key, value in answer["frame_ms"].items())
    )
