"""The command `suite`: which positions of a suite a player answers correctly."""

import argparse
from datetime import date
from pathlib import Path
from typing import Any

from cli.command_io import settings_of, show
from cli.parser import counting_number
from cli.position import form_of, program_of
from cli.text_output import counted_progress, show_suite, show_suites
from games.contract import BadText
from games.data_folder import default_folder
from study.suites.suite_history import SuiteHistory
from study.suites.suite_run import CaseResult, run_suite
from study.suites.suites import find_suite, read_suite, shipped_suites, suite_files
from study.suites.user_suites import own_folder

FAILED = 1
"""Exit status if a case fails."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a YAML or EPD file, or the name of a suite")
    parser.add_argument("player", metavar="PLAYER", nargs="?")
    parser.add_argument("--workers", type=counting_number, default=1, metavar="W")


def run(arguments: argparse.Namespace) -> None:
    """Runs a suite; without a file, lists the suites that come with the program, and the person's own."""
    settings = settings_of(arguments)
    data = settings.data_folder or default_folder()
    own = own_folder(data)
    if arguments.file is None:
        files = [*(find_suite(name) for name in shipped_suites()), *suite_files(own)]
        rows = [_described(path, settings) for path in files]
        show(arguments, rows, show_suites)
        return
    if arguments.player is None:
        raise BadText("PLAYER: expected after the suite")
    suite = read_suite(find_suite(arguments.file, own), settings)
    spec = program_of(arguments.player, suite.game)
    outcomes: list[CaseResult] = []
    with counted_progress("cases", len(suite.cases)) as advance:
        weights, megabytes = settings.weights, settings.engine.table_megabytes
        for outcome in run_suite(suite, spec, weights, megabytes, arguments.workers):
            outcomes.append(outcome)
            advance()
    outcomes.sort(key=lambda outcome: outcome.number)
    history = SuiteHistory(data)
    outcomes = history.remember(suite, str(spec), outcomes, date.today())
    passed = sum(outcome.passed for outcome in outcomes)
    answer = {
        "suite": suite.name,
        "game": suite.game,
        "player": str(spec),
        **form_of(spec, suite.game, weights).to_json(),
        "passed": passed,
        "failed": len(outcomes) - passed,
        "by_lot": sum(outcome.lot is not None for outcome in outcomes),
        "cases": [outcome.to_json() for outcome in outcomes],
    }
    if suite.left_out:
        answer["left_out"] = suite.left_out
    show(arguments, answer, show_suite)
    if passed < len(outcomes):
        raise SystemExit(FAILED)


def _described(path: Path, settings: Any) -> dict[str, Any]:
    """A row of the list; that of an unreadable file says why."""
    try:
        suite = read_suite(path, settings)
    except BadText as error:
        return {"name": path.stem, "game": "", "cases": 0, "description": str(error)}
    return {
        "name": suite.name,
        "game": suite.game,
        "cases": len(suite.cases),
        "description": " ".join(filter(None, (suite.description, suite.left_out))),
    }
