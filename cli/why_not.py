"""`main.py whynot`: why a player plays its move and not another one."""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from cli.command_io import settings_of, show
from cli.parser import SEARCHES
from cli.plain_tables import new_console, new_table, value_text
from cli.position import failures_as_mistakes, position_to_search
from cli.side_outputs import Drawing, export_answer
from cli.window_notation import line_in_window, move_in_window
from engines.player_text import make_engine, parse_player
from games.contract import BadText
from games.figure_text import percent
from games.registry import entry as entry_of
from study.export.position_report import of_why_not
from study.format import number_text
from study.format.value_format import ValueFormat
from study.settings.settings import Settings
from study.why_not.comparison import ROUNDING
from study.why_not.two_searches import WhyNot, explainer_of, read_turn
from study.why_not.why_not_text import as_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", metavar="PLAYER", help=SEARCHES)
    parser.add_argument("move", metavar="MOVE", help="a move, or in quotes the moves of a turn")


def run(arguments: argparse.Namespace, draw: Drawing) -> None:
    settings = settings_of(arguments)
    game, player, position = arguments.game, arguments.player, arguments.position
    answer = why_not(game, player, arguments.move, position, arguments.seed, settings)
    export_answer(arguments, answer, of_why_not, draw, settings)
    show(arguments, answer, show_why_not)


def why_not(
    game: str, player: str, move: str, text: str | None, seed: int, settings: Settings
) -> dict[str, Any]:
    """The answer to why a player does not play a move, or the moves of a turn (separated by blanks)."""
    spec = parse_player(player, game)
    if not spec.heuristic:
        raise BadText(f"player: expected one that searches with a heuristic, found {player!r}")
    position = position_to_search(game, text, settings)
    asked = read_turn(position, move)
    engine = make_engine(spec, game, settings.weights, seed, settings.engine.table_megabytes)
    started = time.perf_counter()
    names = (entry_of(game).white, entry_of(game).black)
    with failures_as_mistakes(), closing(engine):
        answer = as_json(WhyNot(explainer_of(engine), position, asked, names).answer())
    head = {"game": game, "player": str(spec), "position": position.text}
    return head | answer | {"seconds": time.perf_counter() - started}


FLIPS_AT, UNTIL, BEST_BEYOND = "flips at", "until", "best there"
"""Columns for a term's flip weight: the weight at which the asked move becomes better than the chosen one,
the weight at which that ends, and the best of all moves just beyond the flip weight."""


def _flip_columns(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The titles of those columns of flip weights that are not empty."""
    cells = [_flip_cells(row, (FLIPS_AT, UNTIL, BEST_BEYOND), str) for row in rows]
    titles = zip((FLIPS_AT, UNTIL, BEST_BEYOND), zip(*cells, strict=True), strict=True)
    return [title for title, column in titles if any(column)]


def _flip_cells(row: Mapping[str, Any], columns: Sequence[str], written: Callable[[str], str]) -> list[str]:
    """The cells of a term's flip weight in these columns; `written` gives a move's notation for people."""
    if "flip_weight" not in row:
        return ["" for _ in columns]
    flip, until = row["flip_weight"], row["flip_until"]
    cells = {
        FLIPS_AT: number_text.apart(flip, row["weight"]),
        UNTIL: "" if until is None else number_text.apart(until, flip),
        BEST_BEYOND: written(row["best_beyond"]) if row["best_beyond"] else "",
    }
    return [cells[column] for column in columns]


def show_why_not(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    console.print(answer["sentence"])
    unit = f", in {form.units}" if form.unit else ""
    console.print(f"values for {answer['side']} at depth {answer['depth']}{unit}")
    where = answer["game"], answer["position"]
    for which, label in zip(("chosen", "asked"), answer["labels"], strict=True):
        line = line_in_window(*where, answer[f"{which}_line"])
        value = value_text(answer[f"{which}_value"], form)
        console.print(f"{label}: {move_in_window(*where, answer[which])}  {value}  {line}")
    if answer["terms"]:
        columns = ("chosen", "asked", "difference", *_flip_columns(answer["terms"]))
        heads = (*answer["labels"], *columns[2:])
        table = new_table("term", *heads, right=heads)
        rows = [row for row in answer["terms"] if row["name"] != ROUNDING]
        differences = [form.difference(row["chosen"], row["asked"]) for row in rows]
        for row, difference in zip(rows, differences, strict=True):
            amounts = [value_text(amount, form) for amount in (row["chosen"], row["asked"], difference)]
            flips = _flip_cells(row, columns[3:], partial(move_in_window, *where))
            table.add_row(row["label"], *amounts, *flips)
        values = [answer["chosen_value"], answer["asked_value"]]
        values.append(form.difference(*values))
        rest = form.lacking(values[-1], differences)
        if rest:
            table.add_row(ROUNDING, "", "", value_text(rest, form))
        table.add_row("sum", *(value_text(value, form) for value in values))
        console.print(table)
    for which in ("chosen", "asked"):
        if answer[f"{which}_outcomes"]:
            console.print(f"possible outcomes of {answer[f'{which}_line'][-1]}:")
            amounts = ["probability", "value", "share"]
            table = new_table("outcome", *amounts, right=amounts)
            for row in sorted(answer[f"{which}_outcomes"], key=lambda row: -row["value"]):
                chance = percent(row["probability"])
                table.add_row(
                    row["outcome"], chance, value_text(row["value"], form), value_text(row["share"], form)
                )
            console.print(table)
    table = new_table("depth", *map(str, range(1, answer["depth"] + 1)))
    for which in ("chosen", "asked"):
        by_depth = ("" if value is None else value_text(value, form) for value in answer[f"{which}_values"])
        table.add_row(move_in_window(*where, answer[which]), *by_depth)
    console.print(table)
