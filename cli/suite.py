"""The command `suite`: which positions of a suite a player answers as it should."""

import argparse
from datetime import date
from typing import Any

from cli.answer import settings_of, show
from cli.text_output import cases_progress, show_suite, show_suites
from engines.players import parse_player
from games.contract import BadText
from games.data_folder import default_folder
from study.suite_history import SuiteHistory
from study.suite_run import Outcome, run_suite
from study.suites import find_suite, read_suite, shipped_suites

FAILED = 1
"""Exit status where some case fails."""


def run(arguments: argparse.Namespace) -> None:
    """Without a file it lists the suites that come with the program."""
    settings = settings_of(arguments)
    if arguments.file is None:
        rows = [_described(name, settings) for name in shipped_suites()]
        show(arguments, rows, show_suites)
        return
    if arguments.player is None:
        raise BadText("PLAYER: expected after the suite")
    suite = read_suite(find_suite(arguments.file), settings)
    spec = parse_player(arguments.player, suite.game)
    if spec.is_human:
        raise BadText(f"player: expected a program, found {arguments.player!r}")
    outcomes: list[Outcome] = []
    with cases_progress(len(suite.cases)) as advance:
        weights, megabytes = settings.weights, settings.engine.table_megabytes
        for outcome in run_suite(suite, spec, weights, megabytes, arguments.workers):
            outcomes.append(outcome)
            advance()
    outcomes.sort(key=lambda outcome: outcome.number)
    history = SuiteHistory(settings.data_folder or default_folder())
    outcomes = history.dated(suite, str(spec), outcomes, date.today())
    passed = sum(outcome.passed for outcome in outcomes)
    answer = {
        "suite": suite.name,
        "game": suite.game,
        "player": str(spec),
        "passed": passed,
        "failed": len(outcomes) - passed,
        "cases": [outcome.to_json() for outcome in outcomes],
    }
    show(arguments, answer, show_suite)
    if passed < len(outcomes):
        raise SystemExit(FAILED)


def _described(name: str, settings: Any) -> dict[str, Any]:
    suite = read_suite(find_suite(name), settings)
    return {
        "name": name,
        "game": suite.game,
        "cases": len(suite.cases),
        "description": suite.description,
    }
