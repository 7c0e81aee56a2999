"""`main.py sign`: how often a heuristic's value without a search favours the winner, in positions with a
clear winner."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn

from arena.sign.agreement import by_kind, half_of
from arena.sign.decided_positions import DecidedPosition, read_decided, shipped_file, write_decided
from arena.sign.drawing import DrawingRun, DrawnPositions
from arena.sign.drawing_plan import DrawingPlan
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import FILE, counting_number, natural_number
from cli.plain_tables import new_console, new_table
from cli.position import breakdown_of, failures_as_mistakes, position_of
from cli.progress_bars import WORDS, progress_bar
from games.contract import SIDE_NAMES, BadText
from games.data_folder import default_folder
from games.figure_text import percent, percents
from heuristics.lens import Lens
from study.settings.settings import Settings

FOLDER = "decided"
"""The folder of drawn positions in a person's data."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--half",
        choices=("fit", "figure", "all"),
        default="all",
        help="which positions: fit (every second one) to fit weights to, figure (the others) to measure the "
        "fitted weights in; all if left out",
    )
    parser.add_argument(
        "--positions",
        **FILE,
        help="a file of positions; if left out, that of Plyglass; with --draw the file to write, in "
        "your data folder if left out",
    )
    parser.add_argument(
        "--draw",
        type=counting_number,
        nargs="?",
        const=400,
        metavar="N",
        help="first draw N positions (400 if N is left out) from games between programs of level 6",
    )
    parser.add_argument(
        "--workers",
        type=counting_number,
        metavar="W",
        help="with --draw: how many games at a time; 1 if left out",
    )
    parser.add_argument(
        "--seed",
        type=natural_number,
        metavar="N",
        help="with --draw: the same number draws the same positions; 0 if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    """Measures the heuristic in the positions of a file; with `--draw` draws them first, into that file."""
    settings = settings_of(arguments)
    lens = settings.lens(arguments.game, arguments.heuristic)
    file = _file(arguments, settings)
    positions = half_of(read_decided(file, arguments.game), arguments.half)
    values = values_for_winners(lens, arguments.game, settings, positions)
    answer = {
        "game": arguments.game,
        "heuristic": lens.name,
        "file": str(file),
        "half": arguments.half,
        "kinds": [kind.to_json() for kind in by_kind(positions, values)],
        "wrong": [
            {"position": each.position, "winner": each.winner, "value": value}
            for each, value in zip(positions, values, strict=True)
            if value <= 0
        ],
    }
    show(arguments, answer, show_sign)


def values_for_winners(
    lens: Lens, game: str, settings: Settings, positions: Sequence[DecidedPosition]
) -> list[float]:
    """The value of each position without a search: evaluated for the side to move, as a search does, then
    with the sign for the winner. Raises a BadText that names the position or the term if one is wrong."""
    values = []
    for each in positions:
        position = position_of(game, each.position, settings)
        value = breakdown_of(lens, position, position.to_move).value
        values.append(value if SIDE_NAMES[position.to_move] == each.winner else -value)
    return values


def _file(arguments: argparse.Namespace, settings: Settings) -> Path:
    """The file of positions; with `--draw` they are drawn now. Raises BadText if no file is named and none
    for the game comes with the program."""
    if arguments.draw is not None:
        return _draw(arguments, settings)
    for option in ("seed", "workers"):
        if getattr(arguments, option) is not None:
            raise BadText(f"--{option}: expected together with --draw")
    shipped = shipped_file(arguments.game)
    if arguments.positions is None and not shipped.is_file():
        raise BadText(f"no positions of {arguments.game} come with the program; --draw draws some")
    file: Path = arguments.positions or shipped
    return file


def _draw(arguments: argparse.Namespace, settings: Settings) -> Path:
    """Draws positions, and goes on where an earlier drawing ended. Returns their file, which is written again
    at each report of progress, so that an interrupted drawing leaves its positions."""
    game = arguments.game
    plan = DrawingPlan.of(game, settings.options_for(game), arguments.draw, arguments.seed or 0)
    # Only the positions go to the file of --positions. The games stay in the data folder.
    own = (settings.data_folder or default_folder()) / FOLDER
    file: Path = arguments.positions or own / f"{plan.stem}.json"

    with failures_as_mistakes(), drawing_progress() as on_news:

        def keep(news: DrawnPositions) -> None:
            if news.positions:
                write_decided(file, game, plan.seed, news.positions)
            on_news(news)

        run = DrawingRun(plan, own / f"{plan.stem}.sqlite", arguments.workers or 1)
        found = run.work(ForegroundJob(keep))
    if not found.positions:
        raise BadText(f"--draw: none of {found.games} games has a position with a clear winner")
    return file


RIGHT = ("positions", "on the winner's side", "95 %", "value 0")


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
    """A progress bar while positions are drawn. Yields a function that takes
    `arena.sign.drawing.DrawnPositions`."""
    with progress_bar(WORDS, BarColumn()) as update:

        def on_news(news: Any) -> None:
            found = len(news.positions)
            update(completed=found / news.wanted, words=f"{found} positions of {news.games} games")

        yield on_news
