"""`main.py gaps`: finds what a heuristic does not count although it helps to explain results, and with
`--try` tests whether the heuristic plays better with it."""

import argparse
from pathlib import Path
from typing import Any

from arena.card.plan import CardPlan
from arena.gaps.gaps import Gaps
from arena.gaps.gaps_run import GapsRun
from arena.gaps.plan import USUAL_MINUTES, USUAL_NODES, GapsPlan
from arena.gaps.trial import TrialRun
from cli.arena.card_table import card_progress
from cli.arena.gaps_text import show_gaps
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, FILE, counting_number, positive_number
from cli.run import workers_of
from games.contract import BadText
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, refresh
from heuristics.smoke_test import check
from study.card.report_card import card_file
from study.gaps.added_term import write_with_term
from study.gaps.gaps_file import gaps_file
from study.settings.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--minutes",
        type=positive_number,
        metavar="M",
        help=f"minutes to compute in all, those of earlier runs included; {USUAL_MINUTES:g} if left out",
    )
    parser.add_argument("--games", **COUNT, help="games to play, in place of --minutes")
    parser.add_argument(
        "--nodes", **COUNT, default=USUAL_NODES, help=f"nodes for each move; {USUAL_NODES} if left out"
    )
    parser.add_argument(
        "--file",
        **FILE,
        help="the SQLite file in which the games are kept; in your data folder if left out",
    )
    parser.add_argument(
        "--try",
        dest="tried",
        type=counting_number,
        nargs="?",
        const=1,
        metavar="N",
        help="write a heuristic with the term of answer N (1 if left out), choose its weight by short "
        "matches, and play longer ones at 1000 and at 4000 nodes a move, for at most --minutes more",
    )


def run(arguments: argparse.Namespace) -> None:
    settings, workers = settings_of(arguments), workers_of(arguments)
    if arguments.minutes is not None and arguments.games is not None:
        raise BadText("--games: expected without --minutes")
    heuristic = load_heuristic(arguments.game, arguments.heuristic)
    plan = GapsPlan(
        arguments.game,
        heuristic.name,
        settings.options_for(arguments.game),
        arguments.nodes,
        arguments.seed,
        arguments.games,
        arguments.minutes or USUAL_MINUTES,
        settings.weights,
    )
    path: Path = arguments.file or gaps_file(settings.data_folder, plan)
    with card_progress() as on_news:
        found = GapsRun(plan, path, *workers).work(ForegroundJob(on_news))
    answer: dict[str, Any] = found.to_json() | {"compile_seconds": found.compile_seconds}
    if arguments.tried is not None:
        answer["trial"] = _tried(arguments, settings, found)
    show(arguments, answer, show_gaps)


def _tried(arguments: argparse.Namespace, settings: Settings, found: Gaps) -> dict[str, Any] | None:
    """Writes a heuristic with the term of the chosen answer, and plays its matches. Returns their results as
    JSON; None if nothing was found."""
    plan, number = found.plan, arguments.tried
    if not found.answers:
        return None
    if number > len(found.answers):
        raise BadText(f"--try: expected at most {len(found.answers)}, found {number}")
    written = write_with_term(plan.lens, found.answers[number - 1], settings.own_heuristics)
    refresh(lambda heuristic: check(Lens.of(heuristic), heuristic.game))
    trial = CardPlan(
        plan.game,
        load_heuristic(plan.game, written.name).name,
        plan.options,
        seed=plan.seed,
        minutes=plan.minutes,
        weights=settings.weights,
        rival=plan.heuristic,
    )
    with card_progress() as on_news:
        file, workers = card_file(settings.data_folder, trial), workers_of(arguments)
        run = TrialRun(trial, file, *workers, on_weight=written.set_weight)
        tried = run.work(ForegroundJob(on_news))
    return tried.to_json() | {"written": str(written.file)}
