"""A calibration, for people and as JSON."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.calibration.calibration import BudgetCurves
from arena.calibration.calibration_run import CalibrationProgress
from cli.plain_tables import new_console, new_table

RIGHT = ("positions", "games", "expected", "scored", "95 %")
BUDGETS = ("values", "positions", "bins inside", "mean absolute error")


def calibration_answer(found: CalibrationProgress, file: Path) -> dict[str, Any]:
    """The content of a calibration's file, with a summary of each budget's check."""
    made = found.calibration
    assert made is not None
    others = [each for each in made.budgets if each is not made.own]
    return {
        **made.to_json(),
        **_checked(made.own),
        "budgets": [each.to_json() | _checked(each) for each in others],
        "seconds": found.seconds,
        "file": str(file),
    }


def _checked(curves: BudgetCurves) -> dict[str, Any]:
    return {"bins_inside": curves.inside, "error": curves.error}


def show_calibration(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(
        f"{answer['game']} {answer['heuristic']}, between two programs of {answer['nodes']} nodes a move: "
        f"{answer['games']} games to fit, {answer['games']} fresh ones to check, seed {answer['seed']}"
    )
    table = new_table("phase", *RIGHT, "", right=RIGHT)
    for each in answer["bins"]:
        inside = each["low"] <= each["expected"] <= each["high"]
        table.add_row(
            str(each["phase"] + 1),
            str(each["positions"]),
            str(each["games"]),
            f"{100 * each['expected']:.1f} %",
            f"{100 * each['scored']:.1f} %",
            f"{100 * each['low']:.1f} to {100 * each['high']:.1f} %",
            "" if inside else "outside",
        )
    console.print(table)
    budgets = new_table(*BUDGETS, right=BUDGETS[1:])
    for each in sorted((answer, *answer["budgets"]), key=lambda each: each["nodes"]):
        budgets.add_row(
            f"{each['nodes']} nodes" if each["nodes"] else "without a search",
            str(sum(a_bin["positions"] for a_bin in each["bins"])),
            f"{each['bins_inside']} of {len(each['bins'])}",
            f"{each['error']:.3f}",
        )
    console.print(budgets)
    console.print(f"kept in {answer['file']}")
