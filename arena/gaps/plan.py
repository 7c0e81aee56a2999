"""What a search for gaps depends on: a heuristic with its weights, budgets, and the seeds of its games."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.experiments.plan import HeuristicPlan
from arena.match import Match
from games.contract import BadText, Options
from heuristics.lens import Weights

FORMAT = 1

USUAL_NODES, USUAL_MINUTES = 400, 5.0

DEEPER = 10
"""The deeper search of a position has this many times the nodes of a move in the games."""

LEAST_GAMES = 100

USUAL_OPENINGS = 2000
"""The number of games for which openings are made."""

GAMES, POOL, SCREENING, PROOF = range(4)
"""Stages, each with separate seeds."""


@dataclass(frozen=True)
class GapsPlan(HeuristicPlan):
    """The plan of a search for gaps. `nodes` is the budget of a move in its games. With `games` it plays that
    many, and the gaps are the same for any number of workers; without, it takes `minutes`. `left_out` are
    candidates that are not tried (`GapCandidate.key`)."""

    game: str
    heuristic: str
    options: Options
    nodes: int = USUAL_NODES
    seed: int = 0
    games: int | None = None
    minutes: float = USUAL_MINUTES
    weights: Weights | None = None
    left_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.games is not None and self.games < LEAST_GAMES:
            raise BadText(f"--games: expected at least {LEAST_GAMES}, found {self.games}")

    @property
    def openings(self) -> int:
        return max(USUAL_OPENINGS, self.games or 0)

    @cached_property
    def self_play(self) -> Match:
        """The match of its games. Only the first game of each pair is played, each from an opening of its
        own: equal players would play the second one like the first."""
        return self.match(self.player(), self.player(), GAMES, self.random_plies, self.openings)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for plans with the same games. It has no minutes and, up to
        USUAL_OPENINGS, no number of games: a later run goes on from where it stopped."""
        # More openings may take more random plies, and so lead to other games.
        more = {"openings": self.openings} if self.openings > USUAL_OPENINGS else {}
        return self.described(gaps=FORMAT, **more)

    def to_json(self) -> dict[str, Any]:
        """The first fields of the JSON of the result."""
        return {
            "game": self.game,
            "heuristic": self.heuristic,
            "nodes": self.nodes,
            "deeper_nodes": DEEPER * self.nodes,
            "seed": self.seed,
            "minutes": self.minutes if self.games is None else None,
            "options": self.options.model_dump(mode="json"),
        }
