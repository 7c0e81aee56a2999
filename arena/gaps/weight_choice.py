"""Chooses the weight of an added term by matches, from the fitted weight and smaller ones.

The fitted weight is what the term is worth while everything else is held equal. In play everything else
changes, too, so a smaller weight may be better.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.card.pairs import PairsPlayed, Worth
from arena.card.plan import CHUNK, WEIGHT_CHOICE, CardPlan
from arena.card.staged_run import rounded
from arena.experiments.experiment_run import Workshop
from arena.experiments.plan import PLAYER
from arena.statistics import PairCounts
from engines.player_kinds import PlayerSpec

SIZES = 1.0, 0.5, 0.25, 0.125
"""What the fitted weight is multiplied by."""

FIRST_PAIRS, LAST_PAIRS, FINALISTS = 40, 120, 2
"""Each weight plays FIRST_PAIRS; the best FINALISTS go on to LAST_PAIRS."""

STEP = 2 * CHUNK
"""Pairs of each weight between two reports."""

TIME_SHARE = 0.25
"""The share of the time that choosing may take."""


@dataclass(frozen=True)
class WeightTried:
    """A weight, and its results against the heuristic without the term."""

    weight: float
    counts: PairCounts

    @property
    def is_better(self) -> bool:
        """Whether it has won more than it has lost."""
        return self.counts.mean > 0.5

    def to_json(self) -> dict[str, Any]:
        return {"weight": self.weight, **Worth.of(self.counts).to_json()}


def weights_tried(plan: CardPlan, workshop: Workshop) -> Iterator[tuple[WeightTried, ...]]:
    """Plays the plan's heuristic with smaller and smaller weights of its last term, from the same openings,
    against the plan's rival. Yields the results of all weights so far, after each step that all finalists
    have played."""
    term = plan.terms[-1]
    rival = PlayerSpec(PLAYER, plan.rival, (("nodes", plan.nodes),))
    most = plan.pairs or LAST_PAIRS
    played: dict[float, PairsPlayed] = {}
    for size in SIZES:
        weight = rounded(size * plan.weight(term))
        player = plan.player({term: weight})
        match = plan.match(player, rival, WEIGHT_CHOICE, plan.random_plies, LAST_PAIRS)
        played[weight] = PairsPlayed(f"weight {weight:g} {plan.nodes} {rival}", match)
    stages = [each.stage for each in played.values()]

    def goes_on() -> bool:
        return plan.pairs is not None or workshop.left(plan.minutes, stages, TIME_SHARE) > 0.0

    finalists, done = list(played.values()), 0
    for limit in (min(FIRST_PAIRS, most), min(LAST_PAIRS, most)):
        for pairs in (*range(done + STEP, limit, STEP), limit):
            if not all(each.play(workshop, pairs, goes_on) for each in finalists):
                return
            yield tuple(WeightTried(weight, each.counts) for weight, each in played.items())
        finalists = sorted(finalists, key=lambda each: -each.counts.mean)[:FINALISTS]
        done = limit


def best_of(tried: Sequence[WeightTried]) -> WeightTried:
    """The weight that plays best, among those with the most pairs."""
    most = max(each.counts.pairs for each in tried)
    return max((each for each in tried if each.counts.pairs == most), key=lambda each: each.counts.mean)
