"""`main.py tune`: finds better weights for a heuristic, confirms them by matches and keeps them as a
heuristic."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from arena.tuning.tuning import FOUND_BY, Tuning
from arena.tuning.tuning_run import TuningRun
from cli.arena.card import card_plan
from cli.arena.card_table import card_progress, show_head, test_text, worth_text
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import FILE
from cli.plain_tables import new_console, new_table
from cli.run import workers_of
from heuristics.lens import Lens
from heuristics.presets import differences, in_words
from heuristics.registry import free_name, heuristics_of, keep_weights, load_heuristic
from study.card.report_card import card_file
from study.format.number_text import grouped, short


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cma", action="store_true", help="also search for weights by matches; needs the package cma"
    )
    parser.add_argument(
        "--file",
        **FILE,
        help="the SQLite file in which the games are kept; in your data folder if left out",
    )


def run(arguments: argparse.Namespace) -> None:
    settings = settings_of(arguments)
    plan = card_plan(arguments, settings)
    path: Path = arguments.file or card_file(settings.data_folder, plan)
    tuning = TuningRun(plan, path, arguments.cma, *workers_of(arguments))
    with card_progress() as on_news:
        found = tuning.work(ForegroundJob(on_news))
    if found.confirmed:
        found = replace(found, preset=_kept(found))
    show(arguments, found.to_json() | {"compile_seconds": found.compile_seconds}, show_tuning)


def _kept(found: Tuning) -> str:
    """Keeps the confirmed weights as a heuristic under a new name, unless another one has them already.
    Returns the name of the heuristic that has them."""
    plan = found.plan
    assert found.suggestion is not None
    lens = plan.lens
    for name, weight in found.suggestion.weights.items():
        lens = lens.with_weight(name, weight)
    for other in heuristics_of(plan.game):
        same = other.compiled_as is lens.heuristic.compiled_as and other.name != lens.name
        if same and Lens.of(other).weights.tolist() == lens.weights.tolist():
            return other.name
    name = free_name(plan.game, f"{plan.heuristic} tuned")
    keep_weights(lens, name, record_of(found))
    return name


def record_of(found: Tuning) -> dict[str, str]:
    """What is kept with confirmed weights: how and when they were found, against what, and the results."""
    plan = found.plan
    assert found.suggestion is not None
    changes = differences(plan.lens)
    weights = in_words(plan.lens.heuristic, changes) if changes else "its default weights"
    tests = "; ".join(
        f"{worth_text(test.worth.to_json())} Elo in {test.worth.pairs} pairs at {test.nodes} nodes a move"
        for test in found.suggestion.confirmations
    )
    return {
        "how": f"{FOUND_BY[found.method]}, with {found.games} games of self-play, seed {plan.seed}",
        "when": date.today().isoformat(),
        "against": f"{plan.heuristic} with {weights}",
        "result": tests.replace("-", "−"),
    }


RIGHT = ("Elo", "pairs")


def show_tuning(answer: Mapping[str, Any]) -> None:
    console = new_console()
    label_of = load_heuristic(answer["game"], answer["heuristic"]).label_of
    show_head(console, answer)
    if answer["attempts"]:
        table = new_table("method", "weights", *RIGHT, "result", right=RIGHT)
        for attempt in answer["attempts"]:
            weights = ", ".join(
                f"{label_of(name)} {short(weight)}" for name, weight in attempt["weights"].items()
            )
            table.add_row(
                attempt["method"], weights, worth_text(attempt), str(attempt["pairs"]), attempt["state"]
            )
        console.print(table)
    for test in (answer["suggestion"] or {}).get("tests", ()):
        console.print(
            f"confirmation of {answer['method']} at {grouped(test['nodes'])} nodes: {worth_text(test)} Elo "
            f"in {test['pairs']} pairs ({test_text(test)})"
        )
    for note in answer["notes"]:
        console.print(note)
    console.print(f"games are kept in {answer['file']}")
