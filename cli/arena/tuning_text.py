"""The result of tuning, for people."""

from collections.abc import Mapping
from typing import Any

from cli.arena.card_table import show_head, test_text, worth_text
from cli.plain_tables import new_console, new_table
from heuristics.registry import load_heuristic
from study.format.number_text import grouped, short

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
