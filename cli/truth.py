"""`main.py truth`: the tables of a game, and how a heuristic does in positions whose outcome is proven."""

import argparse
from typing import Any

from cli.output.command_io import settings_of, show
from cli.output.foreground_job import ForegroundJob
from cli.output.truth_text import show_tables, show_truth, truth_progress
from engines.contract import EngineFailure
from games.contract import BadText
from games.registry import load_game
from games.truth.tables import Tables, tables_of
from study.format.value_format import ValueFormat
from study.truth.truth_run import USUAL_DEPTHS, USUAL_POSITIONS, TruthRun, make_tables

ALL_TERMS = "all"


def run(arguments: argparse.Namespace) -> None:
    """Without a heuristic it lists the game's tables, and with `--make` makes those that are missing."""
    settings = settings_of(arguments)
    load_game(arguments.game)
    names = tuple(arguments.table)
    if arguments.heuristic is None:
        for option in ("without", "depth", "positions"):
            if getattr(arguments, option):
                raise BadText(f"--{option}: expected together with HEURISTIC")
        _list_tables(arguments, names)
        return
    if arguments.make:
        raise BadText("--make: expected without HEURISTIC, which makes the tables that it needs")
    lens = settings.lens(arguments.game, arguments.heuristic)
    without = None if ALL_TERMS in arguments.without else arguments.without
    question = TruthRun(
        lens,
        settings.options_for(arguments.game),
        tuple(sorted(set(arguments.depth))) or USUAL_DEPTHS,
        without,
        names,
        arguments.positions or USUAL_POSITIONS,
        arguments.seed,
    )
    try:
        with truth_progress() as on_news:
            news = question.work(ForegroundJob(on_news))
    except EngineFailure as error:
        raise BadText(str(error)) from None
    head = {"game": arguments.game, "heuristic": lens.name, "seed": arguments.seed}
    form = ValueFormat.of(lens.heuristic).to_json()
    show(arguments, head | form | news.to_json(), show_truth)


def _list_tables(arguments: argparse.Namespace, names: tuple[str, ...]) -> None:
    tables = tables_of(arguments.game)
    if tables is None:
        raise BadText(f"game: no tables are made for {arguments.game}; name a heuristic to search positions")
    known = [group.name for group in tables.domain.groups]
    for name in names:
        if name not in known:
            raise BadText(f"--table: expected one of {', '.join(known)}, found {name!r}")
    if arguments.make:
        with truth_progress() as on_news:
            make_tables(tables, ForegroundJob(on_news), names)
    show(arguments, [row for row in rows_of(tables) if not names or row["name"] in names], show_tables)


def rows_of(tables: Tables) -> list[dict[str, Any]]:
    """The groups of a game's tables: what each holds, and where it is kept; `checksum` null for one that is
    still to be made."""
    tables.load()
    return [
        {
            "name": group.name,
            "checksum": tables.checksums.get(group.name),
            "file": str(tables.path(group)),
            "problem": tables.problems.get(group.name, ""),
            "parts": [
                {"name": part.name} | (tables.counts(part) if group.name in tables.checksums else {})
                for part in group.parts
            ],
        }
        for group in tables.domain.groups
    ]
