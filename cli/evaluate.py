"""`main.py eval`: a heuristic's value of a position, term by term."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from cli.batch import Row, answered, field_of, is_batch, read_batch
from cli.command_io import settings_of, show
from cli.parser import FILE, weight_change
from cli.plain_tables import show_batch, show_breakdown
from cli.position import breakdown_of, chance_of, position_of
from cli.side_outputs import Drawing, export_answer
from games.contract import SIDE_NAMES, BadText
from study.evaluation.one_sided import as_json
from study.settings.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("heuristic", metavar="HEURISTIC", nargs="?")
    parser.add_argument(
        "--side", metavar="SIDE", help="for which side: white or black; the player to move if left out"
    )
    parser.add_argument("--weight", type=weight_change, action="append", default=[], metavar="TERM=X")
    parser.add_argument(
        "--batch",
        **FILE,
        help="in place of GAME and HEURISTIC: a JSON list of rows to evaluate, each with game, heuristic "
        "and, if wanted, position and side",
    )


def run(arguments: argparse.Namespace, draw: Drawing) -> None:
    settings = settings_of(arguments)

    def value(row: Row) -> float:
        game, heuristic = field_of(row, "game", str), field_of(row, "heuristic", str)
        position, side = (field_of(row, name, str, required=False) for name in ("position", "side"))
        return float(evaluate(game, heuristic, position, side, {}, settings)["value"])

    if is_batch(arguments, ("game", "heuristic"), ("position", "side", "weight", "csv", "picture")):
        show(arguments, answered(read_batch(arguments.batch), "value", value), show_batch)
        return
    game, heuristic, changes = arguments.game, arguments.heuristic, _changes(arguments.weight)
    answer = evaluate(game, heuristic, arguments.position, arguments.side, changes, settings)
    if arguments.csv is not None or arguments.picture is not None:
        from study.export.position_report import of_breakdown  # imported late, because it is slow

        export_answer(arguments, answer, of_breakdown, draw, settings)
    show(arguments, answer, show_breakdown)


def _changes(given: Sequence[tuple[str, float]]) -> dict[str, float]:
    """The weights by name. Raises BadText where a weight is given twice."""
    changes: dict[str, float] = {}
    for name, weight in given:
        if name in changes:
            raise BadText(f"--weight: {name} is given twice")
        changes[name] = weight
    return changes


def evaluate(
    game: str,
    heuristic_name: str,
    text: str | None,
    side: str | None,
    changes: Mapping[str, float],
    settings: Settings,
) -> dict[str, Any]:
    """The breakdown of a position for one side, by default the player to move."""
    lens = settings.lens(game, heuristic_name)
    for name, weight in changes.items():
        lens = lens.with_weight(name, weight)
    position = position_of(game, text, settings)
    if side is not None and side not in SIDE_NAMES:
        raise BadText(f"side: expected white or black, found {side!r}")
    for_side = position.to_move if side is None else SIDE_NAMES.index(side)
    breakdown = breakdown_of(lens, position, for_side)
    head = {"game": game, "heuristic": heuristic_name, "position": position.text}
    chance = chance_of(lens, position, breakdown.value, for_side, settings)
    return head | as_json(lens, breakdown) | chance
