"""Tests whether a heuristic with one more term is better: matches against the heuristic without it, with two
budgets of nodes."""

from dataclasses import dataclass, replace
from typing import Any

from arena.card.card import Confirmation
from arena.card.pairs import PairsPlayed
from arena.card.plan import CHUNK, CONFIRM, DEEPER, CardPlan
from arena.card.staged_run import PAIR_BATCH, TEST
from arena.experiments.experiment_run import ExperimentRun
from arena.experiments.plan import PLAYER
from arena.sequential import ACCEPT, NONE
from engines.player_kinds import PlayerSpec
from games.figure_text import grouped


@dataclass(frozen=True)
class Trial:
    """The matches so far, each with its nodes; the plan's `rival` is the heuristic without the term. `stage`
    is what it is doing, "" at the end."""

    plan: CardPlan
    stage: str
    tests: tuple[Confirmation, ...] = ()
    seconds: float = 0.0
    file: str = ""

    @property
    def confirmed(self) -> bool:
        """Whether it is better at both budgets."""
        return len(self.tests) == 2 and all(test.decision == ACCEPT for test in self.tests)

    def to_json(self) -> dict[str, Any]:
        return {
            "heuristic": self.plan.heuristic,
            "against": self.plan.rival,
            "confirmed": self.confirmed,
            "tests": [test.to_json() for test in self.tests],
            "seconds": self.seconds,
            "file": self.file,
        }


class TrialRun(ExperimentRun[CardPlan, Trial]):
    """Plays until both tests are decided, with at most the pairs or minutes of the plan; the second one only
    if the first finds it better. Reports now and then."""

    def _first(self) -> Trial:
        return Trial(self.plan, "preparing", file=str(self.path))

    def _prepare(self) -> bool:
        return self._pairs(1).match.prepare()

    def _pairs(self, times: int) -> PairsPlayed:
        plan, nodes = self.plan, times * self.plan.nodes
        rival = PlayerSpec(PLAYER, plan.rival, (("nodes", nodes),))
        match = plan.match(plan.player(nodes=nodes), rival, CONFIRM + times, plan.random_plies, PAIR_BATCH)
        return PairsPlayed(f"trial {nodes} {rival}", match)

    def _make(self) -> None:
        plan, workshop = self.plan, self._workshop
        stages: list[str] = []
        for times in (1, DEEPER):
            played = self._pairs(times)
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
