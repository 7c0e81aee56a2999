"""`main.py eval`: a heuristic's value of a position, term by term."""

from collections.abc import Mapping, Sequence
from typing import Any

from cli.batch import Row, answered, field_of
from cli.position import breakdown_of, position_of
from games.contract import SIDE_NAMES, BadText
from study.core.one_sided import as_json
from study.core.settings import Settings


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
    return head | as_json(lens, breakdown)


def evaluate_batch(rows: Sequence[Row], settings: Settings) -> list[dict[str, Any]]:
    """The rows with `value` added, or `error` if a row is wrong."""

    def value(row: Row) -> float:
        game, heuristic = field_of(row, "game", str), field_of(row, "heuristic", str)
        position, side = (field_of(row, name, str, required=False) for name in ("position", "side"))
        return float(evaluate(game, heuristic, position, side, {}, settings)["value"])

    return answered(rows, "value", value)
