"""`main.py check`: says what is wrong with a heuristic, in sentences with evidence."""

import argparse
import sys
import time
from typing import Any

from arena.check.check import check
from arena.check.finding import ONE_SIDED, REMARKS, CheckProgress, Finding
from cli.arena.check_text import finding_text
from cli.command_io import settings_of, show
from games.contract import BadText
from games.registry import load_game
from heuristics.failure import TermFailure
from heuristics.lens import Lens
from heuristics.sides import is_one_sided, one_sided_terms
from study.check.check_run import saved_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing. The command's parents in `cli.arguments` add the game, the heuristic and the seed."""


def run(arguments: argparse.Namespace) -> None:
    """Checks the heuristic. As text, each finding is printed as soon as it is known."""
    settings = settings_of(arguments)
    lens, rules = settings.lens(arguments.game, arguments.heuristic), load_game(arguments.game)
    began = time.perf_counter()
    found: list[Finding] = []
    positions = 0
    try:
        saved = saved_games(settings.saved_games, rules, settings.options_for(rules.name))
        for news in check(lens, arguments.seed, saved=saved):
            if isinstance(news, CheckProgress):
                positions = news.positions
                continue
            found.append(news)
            if not arguments.json:
                print(finding_text(news), flush=True)
    except TermFailure as failure:
        raise BadText(str(failure)) from None
    answer = {"game": arguments.game, "heuristic": lens.name, "seed": arguments.seed}
    answer |= answer_of(lens, found) | {"positions": positions, "seconds": time.perf_counter() - began}
    show(arguments, answer, tell_end)


def answer_of(lens: Lens, found: list[Finding]) -> dict[str, Any]:
    """The findings as JSON, in the order in which an author should look at them. The computing time of terms
    is one of `findings`, though no fault. `remarks` are for information. `one_sided` lists the one-sided
    terms, unless they cancel each other."""
    ordered = sorted((each for each in found if each.kind != ONE_SIDED), key=lambda each: each.rank)
    findings, remarks = (
        [each.to_json() for each in ordered if (each.kind in REMARKS) == remarked]
        for remarked in (False, True)
    )
    one_sided = sorted(one_sided_terms(lens.heuristic)) if is_one_sided(lens) else []
    return {"findings": findings, "remarks": remarks, "one_sided": one_sided}


def tell_end(answer: dict[str, Any]) -> None:
    """Prints to standard error how many faults were found."""
    faults = sum(finding["fault"] for finding in answer["findings"])
    count = f"{faults} fault{'s' * (faults != 1)} found" if faults else "No fault found"
    print(f"{count} in {answer['seconds']:.0f} s.", file=sys.stderr)
