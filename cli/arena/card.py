"""`main.py card`: which terms of a heuristic earn their place, or whether it is worse than another."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.card.against import CANNOT_TELL, WORSE, RivalRun
from arena.card.card_run import CardRun
from arena.card.plan import USUAL_MINUTES, CardPlan
from arena.executors import THREADS
from cli.arena.card_table import card_progress, show_card, show_comparison
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import FILE
from cli.position import failures_as_mistakes
from cli.run import workers_of
from games.contract import BadText
from games.text_files import mistakes_in
from heuristics.registry import lend, load_heuristic
from study.card.report_card import card_file
from study.settings.settings import Settings

STATUS = {WORSE: 1, CANNOT_TELL: 3}
"""The exit status of a comparison; 0 if the heuristic is not worse."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="only test whether the heuristic is worse than another one, given by its name or its Python "
        "file: exit status 0 for not worse, 1 for worse, 3 if undecided",
    )
    parser.add_argument(
        "--file", **FILE, help="the SQLite file in which the card is kept; in your data folder if left out"
    )


def run(arguments: argparse.Namespace) -> None:
    settings, workers = settings_of(arguments), workers_of(arguments)
    plan = card_plan(arguments, settings)
    if arguments.against is not None:
        plan = replace(plan, rival=_rival(arguments))
    path: Path = arguments.file or card_file(settings.data_folder, plan)
    answer: Any
    if plan.rival:
        with failures_as_mistakes(), card_progress() as on_news:
            answer = RivalRun(plan, path, *workers).work(ForegroundJob(on_news))
        show(arguments, answer.to_json(), show_comparison)
        if answer.verdict in STATUS:
            raise SystemExit(STATUS[answer.verdict])
        return
    with card_progress() as on_news:
        answer = CardRun(plan, path, *workers).work(ForegroundJob(on_news))
    show(arguments, answer.to_json() | {"compile_seconds": answer.compile_seconds}, show_card)


def card_plan(arguments: argparse.Namespace, settings: Settings) -> CardPlan:
    """The plan that the arguments of `card` or `tune` ask for. Raises BadText for `--minutes` together with
    `--pairs`."""
    if arguments.minutes is not None and arguments.pairs is not None:
        raise BadText("--pairs: expected without --minutes")
    heuristic = load_heuristic(arguments.game, arguments.heuristic)
    return CardPlan(
        arguments.game,
        heuristic.name,
        settings.options_for(arguments.game),
        arguments.nodes,
        arguments.seed,
        arguments.pairs,
        arguments.minutes or USUAL_MINUTES,
        settings.weights,
    )


def _rival(arguments: argparse.Namespace) -> str:
    """The name of the other heuristic, which is given by its name or by its file."""
    file = Path(arguments.against)
    if file.suffix != ".py":
        return load_heuristic(arguments.game, arguments.against).name
    if arguments.executor not in (None, THREADS):
        raise BadText("--against FILE: expected with --executor threads; other processes lack the file")
    with mistakes_in("--against"):
        return lend(file, arguments.game, arguments.heuristic).name
