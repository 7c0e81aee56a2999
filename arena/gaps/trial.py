"""Tests whether a heuristic with one more term is better. Short matches choose the term's weight.
Longer ones, from other openings and with two budgets of nodes, then play against the heuristic without it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arena.card.card import Confirmation
from arena.card.pairs import PairsPlayed
from arena.card.plan import CHUNK, CONFIRM, DEEPER, CardPlan
from arena.card.staged_run import PAIR_BATCH, TEST
from arena.experiments.experiment_run import ExperimentRun
from arena.experiments.plan import PLAYER
from arena.gaps.weight_choice import WeightTried, best_of, weights_tried
from arena.sequential import ACCEPT, NONE
from engines.player_kinds import PlayerSpec
from games.figure_text import grouped, short


@dataclass(frozen=True)
class Trial:
    """The matches so far, each with its nodes; the plan's `rival` is the heuristic without the term. `stage`
    is what it is doing, "" at the end. `weights` are those that were tried. `weight` is the chosen one, None
    before it is known."""

    plan: CardPlan
    stage: str
    tests: tuple[Confirmation, ...] = ()
    seconds: float = 0.0
    file: str = ""
    weights: tuple[WeightTried, ...] = ()
    weight: float | None = None

    @property
    def confirmed(self) -> bool:
        """Whether it is better at both budgets."""
        return len(self.tests) == 2 and all(test.decision == ACCEPT for test in self.tests)

    @property
    def choice(self) -> str:
        """A sentence about the weights that were tried; "" before one is chosen."""
        if self.weight is None or not self.weights:
            return ""
        weights = ", ".join(short(each.weight) for each in self.weights)
        if not best_of(self.weights).is_better:
            return f"It plays better with none of the weights {weights}."
        return f"Weights {weights}: {short(self.weight)} plays best."

    def to_json(self) -> dict[str, Any]:
        return {
            "heuristic": self.plan.heuristic,
            "against": self.plan.rival,
            "confirmed": self.confirmed,
            "weights": [each.to_json() for each in self.weights],
            "weight": self.weight,
            "choice": self.choice,
            "tests": [test.to_json() for test in self.tests],
            "seconds": self.seconds,
            "file": self.file,
        }


class TrialRun(ExperimentRun[CardPlan, Trial]):
    """Chooses the weight of the heuristic's last term, and calls `on_weight` with it. Then plays two tests,
    the second one only if the first finds it better. With a time limit a test ends once it is decided, else
    after the plan's pairs. Plays no test if no weight plays better. Reports now and then."""

    def __init__(
        self,
        plan: CardPlan,
        path: Path,
        workers: int = 1,
        executor: str = "",
        scheduler: str = "",
        on_weight: Callable[[float], object] = lambda weight: None,
    ) -> None:
        super().__init__(plan, path, workers, executor, scheduler)
        self._on_weight = on_weight

    def _first(self) -> Trial:
        return Trial(self.plan, "preparing", file=str(self.path))

    def _prepare(self) -> bool:
        return self._pairs(1, self.plan.weight(self.plan.terms[-1])).match.prepare()

    def _pairs(self, times: int, weight: float) -> PairsPlayed:
        plan, nodes = self.plan, times * self.plan.nodes
        rival = PlayerSpec(PLAYER, plan.rival, (("nodes", nodes),))
        player = plan.player({plan.terms[-1]: weight}, nodes)
        match = plan.match(player, rival, CONFIRM + times, plan.random_plies, PAIR_BATCH)
        return PairsPlayed(f"trial {weight:g} {nodes} {rival}", match)

    def _choose(self) -> WeightTried | None:
        """Tries the weights and reports the best one; None if there was no time for any."""
        for tried in weights_tried(self.plan, self._workshop):
            stage, seconds = "trying smaller weights", self._workshop.taken
            self._report(replace(self.newest, stage=stage, weights=tried, seconds=seconds))
        if not self.newest.weights:
            return None
        best = best_of(self.newest.weights)
        self._on_weight(best.weight)
        self._report(replace(self.newest, weight=best.weight))
        return best

    def _make(self) -> None:
        plan, workshop = self.plan, self._workshop
        best = self._choose()
        if best is not None and not best.is_better:
            self._report(replace(self.newest, stage=""))
            return
        weight = best.weight if best is not None else plan.weight(plan.terms[-1])
        stages: list[str] = []
        for times in (1, DEEPER):
            played = self._pairs(times, weight)
            stages.append(played.stage)

            def goes_on() -> bool:
                return plan.pairs is not None or workshop.left(plan.minutes, stages) > 0.0

            most = plan.pairs if plan.pairs is not None else TEST.expected_games()[1]
            played.play(workshop, CHUNK * workshop.known(played.stage))
            has_time = True
            while True:
                decision, _ = played.decided(TEST, CHUNK)
                done = played.counts.pairs
                more = TEST.more_pairs(played.counts) if decision == NONE else None
                test = Confirmation(times * plan.nodes, played.worth, decision, more)
                tests = (*self.newest.tests[: len(stages) - 1], *([test] if done else []))
                stage = f"the match at {grouped(times * plan.nodes)} nodes"
                self._report(replace(self.newest, stage=stage, tests=tests, seconds=workshop.taken))
                if done >= most or not has_time or (plan.pairs is None and decision != NONE):
                    break
                has_time = played.play(workshop, min(most, done + 2 * CHUNK), goes_on)
            if decision != ACCEPT:
                break
        self._report(replace(self.newest, stage=""))
