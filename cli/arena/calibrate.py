"""`main.py calibrate`: what values mean as chances, checked on fresh games."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.calibration.calibration import BudgetCurves
from arena.calibration.calibration_run import CalibrationProgress, CalibrationRun
from arena.calibration.kept_calibrations import folder_of, keep
from arena.calibration.plan import CalibrationPlan
from arena.calibration.reliability_picture import picture
from cli.arena.card_table import card_progress
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, FILE
from cli.plain_tables import new_console, new_table
from cli.run import workers_of
from games.contract import BadText
from games.data_folder import default_folder
from games.text_files import write_file
from heuristics.registry import load_heuristic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nodes", **COUNT, default=2000, help="nodes for each move; 2000 if left out")
    parser.add_argument(
        "--games", **COUNT, default=2000, help="games for the fit, and as many to check it; 2000 if left out"
    )
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="folder for the result; in your data folder if left out"
    )
    parser.add_argument("--picture", **FILE, help="write a reliability diagram as SVG")


def run(arguments: argparse.Namespace) -> None:
    settings, workers = settings_of(arguments), workers_of(arguments)
    heuristic = load_heuristic(arguments.game, arguments.heuristic)
    plan = CalibrationPlan(
        arguments.game,
        heuristic.name,
        settings.options_for(arguments.game),
        arguments.nodes,
        arguments.games,
        arguments.seed,
        settings.weights,
    )
    own = folder_of(settings.data_folder or default_folder())
    # Only the calibration goes to --folder. The games stay in the data folder, for the same command to go on.
    games: Path = own / f"{plan.stem}.sqlite"
    with card_progress() as on_news:
        found = CalibrationRun(plan, games, *workers).work(ForegroundJob(on_news))
    if found.calibration is None:
        raise BadText(f"stopped after {found.played} of {found.games} games; the same command goes on")
    file = keep(found.calibration, arguments.folder or own, plan.stem)
    if arguments.picture is not None:
        write_file(arguments.picture, picture(found.calibration))
    show(arguments, calibration_answer(found, file), show_calibration)


RIGHT = ("positions", "games", "expected", "scored", "95 %")
BUDGETS = ("values", "positions", "bins inside", "mean absolute error")


def calibration_answer(found: CalibrationProgress, file: Path) -> dict[str, Any]:
    """The answer as JSON: the content of a calibration's file, with the figures of each budget's check (a
    budget is a number of nodes)."""
    made = found.calibration
    assert made is not None
    others = [each for each in made.budgets if each is not made.own]
    return {
        **made.to_json(),
        **_checked(made.own),
        "budgets": [each.to_json() | _checked(each) for each in others],
        "seconds": found.seconds,
        "file": str(file),
    }


def _checked(curves: BudgetCurves) -> dict[str, Any]:
    return {"bins_inside": curves.inside, "error": curves.error}


def show_calibration(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(
        f"{answer['game']} {answer['heuristic']}, between two programs of {answer['nodes']} nodes a move: "
        f"{answer['games']} games to fit, {answer['games']} fresh ones to check, seed {answer['seed']}"
    )
    table = new_table("phase", *RIGHT, "", right=RIGHT)
    for each in answer["bins"]:
        inside = each["low"] <= each["expected"] <= each["high"]
        table.add_row(
            str(each["phase"] + 1),
            str(each["positions"]),
            str(each["games"]),
            f"{100 * each['expected']:.1f} %",
            f"{100 * each['scored']:.1f} %",
            f"{100 * each['low']:.1f} to {100 * each['high']:.1f} %",
            "" if inside else "outside",
        )
    console.print(table)
    budgets = new_table(*BUDGETS, right=BUDGETS[1:])
    for each in sorted((answer, *answer["budgets"]), key=lambda each: each["nodes"]):
        budgets.add_row(
            f"{each['nodes']} nodes" if each["nodes"] else "without a search",
            str(sum(a_bin["positions"] for a_bin in each["bins"])),
            f"{each['bins_inside']} of {len(each['bins'])}",
            f"{each['error']:.3f}",
        )
    console.print(budgets)
    console.print(f"kept in {answer['file']}")
