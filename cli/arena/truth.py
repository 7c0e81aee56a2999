"""`main.py truth`: measures a heuristic in positions whose outcome is proven, and lists or makes the endgame
tables of a game."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.truth.sample import SEED, USUAL_POSITIONS
from cli.arena.truth_text import show_tables, show_truth, truth_progress
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, counting_number
from cli.position import failures_as_mistakes
from games.contract import BadText
from games.registry import load_game
from games.truth.tables import Tables, tables_of
from study.format.value_format import ValueFormat
from study.settings.settings import Settings
from study.truth.truth_run import USUAL_DEPTHS, TruthRun, make_tables, truth_folder

ALL_TERMS = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "heuristic",
        metavar="HEURISTIC",
        nargs="?",
        help="a heuristic of the game; if left out, the game's tables are listed",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="TERM",
        help="also measure without this term (weight 0); all: without each term in turn",
    )
    parser.add_argument(
        "--depth",
        type=counting_number,
        nargs="+",
        action="extend",
        default=[],
        metavar="N",
        help="depths of the heuristic's search, in plies; 1 2 3 if left out",
    )
    parser.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="NAME",
        help="a table of the game; or the word searched, for positions near the end of games that searches "
        "prove; or one of your Syzygy tables, such as KRvKP; if left out, all tables of the game, or "
        "searched if it has none",
    )
    parser.add_argument("--positions", **COUNT, help="number of positions; 400 if left out")
    parser.add_argument(
        "--make", action="store_true", help="without HEURISTIC: first make the tables that are missing"
    )


def run(arguments: argparse.Namespace) -> None:
    """Measures a heuristic; without one, lists the game's tables, and with `--make` makes the missing
    ones."""
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
        raise BadText("--make: expected without HEURISTIC; with one, missing tables are made anyway")
    asked = TruthQuestion(
        arguments.game,
        arguments.heuristic,
        tuple(arguments.depth),
        tuple(arguments.without),
        names,
        arguments.positions,
        arguments.seed,
    )
    with truth_progress() as on_news:
        answer = measure(asked, settings, on_news)
    show(arguments, answer, show_truth)


@dataclass(frozen=True)
class TruthQuestion:
    """What to measure of a heuristic. Defaults: the usual depths and number of positions, all tables of the
    game, no term left out; `without` (ALL_TERMS,) leaves out each term in turn."""

    game: str
    heuristic: str
    depths: tuple[int, ...] = ()
    without: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    positions: int | None = None
    seed: int = SEED


def measure(
    asked: TruthQuestion, settings: Settings, on_news: Callable[[Any], object] = lambda news: None
) -> dict[str, Any]:
    """Measures a heuristic, and returns the figures as JSON. Makes the tables that it needs. Raises BadText
    if a term or table does not exist, or if the heuristic fails."""
    lens = settings.lens(asked.game, asked.heuristic)
    question = TruthRun(
        lens,
        settings.options_for(asked.game),
        truth_folder(settings.data_folder),
        tuple(sorted(set(asked.depths))) or USUAL_DEPTHS,
        None if ALL_TERMS in asked.without else asked.without,
        asked.tables,
        asked.positions or USUAL_POSITIONS,
        asked.seed,
    )
    with failures_as_mistakes():
        news = question.work(ForegroundJob(on_news))
    head = {"game": asked.game, "heuristic": lens.name, "seed": asked.seed}
    head |= {"conclusion": news.conclusion(lens.heuristic.label_of)}
    return head | ValueFormat.of_lens(lens).to_json() | news.to_json()


def _list_tables(arguments: argparse.Namespace, names: tuple[str, ...]) -> None:
    tables = tables_of(arguments.game)
    if tables is None:
        raise BadText(
            f"game: no tables are made for {arguments.game}; "
            "name a HEURISTIC to measure it in positions that searches prove"
        )
    known = [group.name for group in tables.domain.groups]
    for name in names:
        if name not in known:
            raise BadText(f"--table: expected one of {', '.join(known)}, found {name!r}")
    if arguments.make:
        with truth_progress() as on_news:
            make_tables(tables, ForegroundJob(on_news), names)
    show(arguments, [row for row in rows_of(tables) if not names or row["name"] in names], show_tables)


def rows_of(tables: Tables) -> list[dict[str, Any]]:
    """A row for each table of a game, with the numbers of its positions and its file; `checksum` is None for
    a table that is not made."""
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
