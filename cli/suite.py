"""`main.py suite`: which positions of a suite a player solves."""

import argparse
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from cli.command_io import settings_of, show
from cli.parser import counting_number
from cli.plain_tables import new_console, new_table, value_text
from cli.position import form_of, program_of
from cli.progress_bars import counted_progress
from cli.window_notation import move_in_window, moves_in_window
from games.contract import BadText
from games.data_folder import default_folder
from study.format.value_format import ValueFormat
from study.suites.suite_history import SuiteHistory
from study.suites.suite_run import CaseResult, run_suite
from study.suites.suites import find_suite, read_suite, shipped_suites, suite_files
from study.suites.user_suites import own_folder

FAILED = 1
"""Exit status if a position is not solved."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a YAML or EPD file, or the name of a suite; if left out, the suites are listed",
    )
    parser.add_argument("player", metavar="PLAYER", nargs="?")
    parser.add_argument(
        "--workers", type=counting_number, default=1, metavar="W", help="cases at a time; 1 if left out"
    )


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
    """A row in the list of suites; if the file cannot be read, its description says why."""
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


def show_suites(rows: list[dict[str, Any]]) -> None:
    table = new_table("suite", "game", "cases", "", right=("cases",))
    for row in rows:
        table.add_row(row["name"], row["game"], str(row["cases"]), row["description"])
    new_console().print(table)


def show_suite(answer: Mapping[str, Any]) -> None:
    form = ValueFormat.of_answer(answer)
    table = new_table("", "case", "plays", "value", "should play", "since", "", right=("value",))
    for case in answer["cases"]:
        where = answer["game"], case["position"]
        best, avoid = (" ".join(moves_in_window(*where, case[name])) for name in ("best", "avoid"))
        other = move_in_window(*where, case.get("could_draw"))
        table.add_row(
            "passed" if case["passed"] else "FAILED",
            case["name"] or case["position"],
            move_in_window(*where, case["move"]) or case.get("error", ""),
            "" if case["value"] is None else value_text(case["value"], form),
            best or f"not {avoid}",
            case.get("since", ""),
            f"by chance: another seed could choose {other}" if case["by_lot"] else "",
        )
    console = new_console()
    console.print(table)
    if "left_out" in answer:
        console.print(answer["left_out"])
    lot = f"; with another seed {answer['by_lot']} of these could change" if answer["by_lot"] else ""
    console.print(f"{answer['passed']} passed, {answer['failed']} failed{lot}")
