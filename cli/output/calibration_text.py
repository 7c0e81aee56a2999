"""A calibration, for people and as JSON."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.calibration.calibration_run import CalibrationProgress
from cli.output.plain_tables import new_console, new_table

RIGHT = ("positions", "games", "expected", "scored", "95 %")


def calibration_answer(found: CalibrationProgress, file: Path) -> dict[str, Any]:
    """The content of a calibration's file, with a summary of its check."""
    made = found.calibration
    assert made is not None
    return {
        **made.to_json(),
        "bins_inside": made.inside,
        "error": made.error,
        "seconds": found.seconds,
        "file": str(file),
    }


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
    console.print(
        f"{answer['bins_inside']} of {len(answer['bins'])} bins inside; "
        f"mean absolute error {answer['error']:.3f}"
    )
    console.print(f"kept in {answer['file']}")
