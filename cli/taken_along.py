"""What a command takes along besides what it prints: its table as CSV, and a picture, which the other front
draws."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.position import Position
    from games.record import Record
    from study.board_tiles import BoardTiles
    from study.handout import Handout
    from study.settings import Settings

Make = Callable[[Mapping[str, Any], "Position"], "Handout"]


@dataclass(frozen=True)
class Drawing:
    """What draws: `picture` writes what is said of a position as a PNG, `boards` are the boards of a game."""

    picture: Callable[["Handout", Path], None]
    boards: Callable[["Record"], "BoardTiles"]


def take_along(
    arguments: argparse.Namespace, answer: Mapping[str, Any], make: Make, draw: Drawing, settings: "Settings"
) -> None:
    """Writes the files that were asked for; BadText where one cannot be."""
    if arguments.csv is None and arguments.picture is None:
        return
    from cli.position import position_of
    from study.handout import write_text

    handout = make(answer, position_of(answer["game"], answer["position"], settings))
    if arguments.csv is not None:
        write_text(handout.csv, arguments.csv)
    if arguments.picture is not None:
        draw.picture(handout, arguments.picture)
