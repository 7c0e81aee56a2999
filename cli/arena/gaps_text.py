"""Prints the answer of `gaps` for people."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console

from cli.arena.card_table import test_text, worth_text
from cli.plain_tables import new_console, new_table
from study.format import number_text
from study.format.number_text import grouped, short

RIGHT = ("wins", "explains", "95 %", "weight")


def show_gaps(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(answer["sentence"])
    console.print(
        f"{answer['game']} {answer['heuristic']}: {grouped(answer['games'])} games at "
        f"{grouped(answer['nodes'])} nodes a move, {grouped(answer['positions'])} positions, "
        f"{answer['candidates']} candidates, seed {answer['seed']}; "
        f"{number_text.seconds(answer['compile_seconds'])} of compiling"
    )
    if answer["answers"]:
        _show_answers(console, answer["answers"])
    if answer.get("trial"):
        _show_trial(console, answer["trial"])
    console.print(f"games are kept in {answer['file']}")


def _show_answers(console: Console, answers: Any) -> None:
    table = new_table("it does not see", "of", *RIGHT, "mostly", right=RIGHT)
    for each in answers:
        phase, match = each["phase"], each["match"]
        table.add_row(
            each["label"],
            each["heuristic"] or "the game",
            worth_text(match) if match else "–",
            f"{100 * each['share']:.1f} %",
            f"{100 * max(0.0, each['share_low']):.1f} to {100 * each['share_high']:.1f}",
            short(each["weight"]) if each["weight"] else "–",
            f"{phase}: {100 * each['phases'][phase]:.0f} %" if phase else "",
        )
    console.print(table)
    for each in answers:
        console.print(f"where {each['label']} matters:")
        for position in each["positions"]:
            console.print(f"  {position['position']}   {number_text.signed(position['amount'], 2)}")


def _show_trial(console: Console, trial: Mapping[str, Any]) -> None:
    console.print(f"{trial['heuristic']} is written to {trial['written']}")
    if trial["choice"]:
        console.print(trial["choice"])
    for test in trial["tests"]:
        console.print(
            f"against {trial['against']} at {grouped(test['nodes'])} nodes: {worth_text(test)} Elo in "
            f"{test['pairs']} pairs ({test_text(test)})"
        )
    console.print(
        "It is better at both numbers of nodes."
        if trial["confirmed"]
        else "Not confirmed: it is not shown to be better at both numbers of nodes."
    )
