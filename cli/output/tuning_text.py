"""What tuning found, for people."""

from collections.abc import Mapping
from typing import Any

from cli.output.card_table import show_head, worth_text
from cli.output.plain_tables import new_console, new_table

RIGHT = ("Elo", "pairs")


def show_tuning(answer: Mapping[str, Any]) -> None:
    console = new_console()
    show_head(console, answer)
    if answer["attempts"]:
        table = new_table("method", "weights", *RIGHT, "result", right=RIGHT)
        for attempt in answer["attempts"]:
            weights = ", ".join(f"{name} {weight:g}" for name, weight in attempt["weights"].items())
            table.add_row(
                attempt["method"], weights, worth_text(attempt), str(attempt["pairs"]), attempt["state"]
            )
        console.print(table)
    for test in (answer["suggestion"] or {}).get("tests", ()):
        console.print(
            f"confirmation of {answer['method']} at {test['nodes']} nodes: {worth_text(test)} Elo in "
            f"{test['pairs']} pairs ({test['decision']})"
        )
    for note in answer["notes"]:
        console.print(note)
    console.print(f"games are kept in {answer['file']}")
