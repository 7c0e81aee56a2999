"""The plan of a report card: a heuristic with its weights, a budget, and the seeds of its stages."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.experiments.plan import HeuristicPlan
from games.contract import BadText, Options
from heuristics.lens import Weights

FORMAT = 1

USUAL_NODES, USUAL_MINUTES = 1000, 10.0

DEEPER = 4
"""The second budget has this many times the nodes of the first."""

CHUNK = 10
"""Pairs of games that are played, kept and counted together."""

DATA, PILOT, KNOCK_OUT, REFIT, TURNED, CONFIRM, FORESIGHT, AGAINST, TRUTH = range(9)
"""Stages, each with separate seeds."""

USUAL, AT_RANDOM = 32, 33
"""Stages of games that only show how often terms contribute."""

WEIGHT_CHOICE = 34
"""The stage of games that choose the weight of an added term."""


@dataclass(frozen=True)
class CardPlan(HeuristicPlan):
    """All that a card depends on. `nodes` is the budget of a move. With `pairs`, each comparison has that
    many pairs of games, and the card is the same for any number of workers; without, it takes `minutes`.

    `rival`: the name of another heuristic to compare this one with, "" for none.
    """

    game: str
    heuristic: str
    options: Options
    nodes: int = USUAL_NODES
    seed: int = 0
    pairs: int | None = None
    minutes: float = USUAL_MINUTES
    weights: Weights | None = None
    rival: str = ""

    def __post_init__(self) -> None:
        if self.pairs is not None and self.pairs < CHUNK:
            raise BadText(f"--pairs: expected at least {CHUNK}, found {self.pairs}")

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The names of the terms, in the heuristic's order."""
        return tuple(term.name for term in self.lens.heuristic.terms)

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The terms of each group with more than one term, by the group's name."""
        found: dict[str, list[str]] = {}
        for term in self.lens.heuristic.terms:
            if term.group:
                found.setdefault(term.group, []).append(term.name)
        return {group: tuple(names) for group, names in found.items() if len(names) > 1}

    def weight(self, term: str) -> float:
        return self.lens.weight(term)

    @property
    def openings(self) -> int:
        return self.pairs or USUAL_PAIRS

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for cards with the same games. It has no minutes: a card goes on from
        where it stopped, until it has taken that long."""
        return self.described(card=FORMAT, pairs=self.pairs, rival=self.rival)

    def to_json(self) -> dict[str, Any]:
        """The first fields of the JSON of a card and of a tuning."""
        return {
            "game": self.game,
            "heuristic": self.heuristic,
            "nodes": self.nodes,
            "deeper_nodes": DEEPER * self.nodes,
            "seed": self.seed,
            "pairs": self.pairs,
            "minutes": self.minutes if self.pairs is None else None,
            "options": self.options.model_dump(mode="json"),
        }


USUAL_PAIRS = 2000
"""The number of pairs for which a card with a time limit makes openings."""
