"""Exports a command's answer with `--csv` and `--picture`, besides printing it. Functions of the window draw
the picture."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.text_files import write_file

if TYPE_CHECKING:
    from games.position import Position
    from games.record import Record
    from study.export.board_sprites import BoardSprites
    from study.export.position_report import PositionReport
    from study.settings.settings import Settings

Make = Callable[[Mapping[str, Any], "Position"], "PositionReport"]
"""A function that makes the report of an answer (JSON) on a position."""


@dataclass(frozen=True)
class Drawing:
    """The window's drawing functions: `picture` writes the report on a position as a PNG, `boards` draws the
    boards of a game."""

    picture: Callable[["PositionReport", Path], None]
    boards: Callable[["Record"], "BoardSprites"]


def export_answer(
    arguments: argparse.Namespace, answer: Mapping[str, Any], make: Make, draw: Drawing, settings: "Settings"
) -> None:
    """Writes the files that `--csv` and `--picture` name. Raises BadText if one cannot be written."""
    if arguments.csv is None and arguments.picture is None:
        return
    from cli.position import position_of

    report = make(answer, position_of(answer["game"], answer["position"], settings))
    if arguments.csv is not None:
        write_file(arguments.csv, report.csv)
    if arguments.picture is not None:
        draw.picture(report, arguments.picture)
