"""Positions in which the outcome of every move is proven."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.contract import Options
from games.position import Position
from games.registry import load_game
from games.truth.fate import Fate


@dataclass(frozen=True)
class Proven:
    """A position with the proven fate of each of its moves, for the side that makes the move. Its `kind` is a
    part of an endgame table, or says how many plies before the end of a game it came up."""

    position: Position
    fates: Mapping[int, Fate]
    kind: str

    @classmethod
    def of_json(cls, game: str, options: Options, row: Mapping[str, Any]) -> "Proven":
        """The position of a row, as `to_json` makes it."""
        position = Position.start(load_game(game), options, row["position"])
        return cls(position, {move: Fate(*fate) for move, *fate in row["fates"]}, row.get("kind", ""))

    def to_json(self) -> dict[str, Any]:
        fates = [
            [move, fate.result, fate.plies, *([True] if fate.to_zeroing else [])]
            for move, fate in self.fates.items()
        ]
        return {"position": self.position.text, "fates": fates, "kind": self.kind}

    @cached_property
    def best(self) -> Fate:
        return max(self.fates.values(), key=lambda fate: fate.order)

    @cached_property
    def differs(self) -> bool:
        """Whether some move keeps the outcome and another does not."""
        return len({fate.result for fate in self.fates.values()}) > 1

    @property
    def is_telling(self) -> bool:
        """Whether good and bad players can choose differently here: there are at least two moves, none wins
        at once, and they differ in outcome or in plies."""
        orders = {fate.order for fate in self.fates.values()}
        return len(orders) > 1 and self.best != Fate(1, 1)
