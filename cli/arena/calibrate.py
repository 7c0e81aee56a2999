"""`main.py calibrate`: what values mean as chances, checked on fresh games."""

import argparse
from pathlib import Path

from arena.calibration.calibration_run import CalibrationRun
from arena.calibration.kept_calibrations import folder_of, keep
from arena.calibration.plan import CalibrationPlan
from arena.calibration.reliability_picture import picture
from cli.arena.calibration_text import calibration_answer, show_calibration
from cli.arena.card_table import card_progress
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, FILE
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
        "--folder", type=Path, metavar="FOLDER", help="folder for the result; your data folder if left out"
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
    # The games go to the person's folder, even if the calibration is for the program.
    games: Path = own / f"{plan.stem}.sqlite"
    with card_progress() as on_news:
        found = CalibrationRun(plan, games, *workers).work(ForegroundJob(on_news))
    if found.calibration is None:
        raise BadText(f"stopped after {found.played} of {found.games} games; the same command goes on")
    file = keep(found.calibration, arguments.folder or own, plan.stem)
    if arguments.picture is not None:
        write_file(arguments.picture, picture(found.calibration))
    show(arguments, calibration_answer(found, file), show_calibration)
