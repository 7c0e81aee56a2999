"""Whether a heuristic is no worse than another one, its rival: a match with a sequential test."""

from dataclasses import dataclass
from typing import Any

from arena.card.pairs import PairsPlayed, Worth
from arena.card.plan import AGAINST, CHUNK, CardPlan
from arena.experiments.experiment_run import ExperimentRun
from arena.experiments.plan import PLAYER
from arena.sequential import ACCEPT, NONE, REJECT, SequentialTest
from arena.statistics import PairCounts
from engines.player_kinds import PlayerSpec

TEST = SequentialTest(-20.0, 0.0)
"""The hypotheses in normalized Elo: worse by 20, or no worse."""

ROUND = 2 * CHUNK
"""Pairs in a round. The test is evaluated after each round."""

NOT_WORSE, WORSE, CANNOT_TELL = "not worse", "worse", "can't tell in the time given"
VERDICTS = {ACCEPT: NOT_WORSE, REJECT: WORSE, NONE: CANNOT_TELL}


@dataclass(frozen=True)
class RivalCheck:
    """The comparison of a heuristic with a rival so far; `decision` as in `arena.sequential`."""

    plan: CardPlan
    worth: Worth
    counts: PairCounts
    decision: str
    seconds: float
    file: str

    @property
    def verdict(self) -> str:
        return VERDICTS[self.decision]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.plan.game,
            "heuristic": self.plan.heuristic,
            "against": self.plan.rival,
            "nodes": self.plan.nodes,
            "seed": self.plan.seed,
            "verdict": self.verdict,
            "decision": self.decision,
            "sprt": [TEST.elo0, TEST.elo1],
            "llr": TEST.ratio(self.counts),
            "more_pairs": TEST.more_pairs(self.counts),
            "pairs": list(self.counts.counts),
            "seconds": self.seconds,
            "file": self.file,
        }


class RivalRun(ExperimentRun[CardPlan, RivalCheck]):
    """Plays until the test is decided, with at most the pairs or minutes of the plan. Reports after each
    round."""

    def _first(self) -> RivalCheck:
        plan = self.plan
        rival = PlayerSpec(PLAYER, plan.rival, (("nodes", plan.nodes),))
        most = plan.pairs if plan.pairs is not None else TEST.expected_games()[1]
        match = plan.match(plan.player(), rival, AGAINST, plan.random_plies, most)
        self._played = PairsPlayed(f"{AGAINST} {rival}", match)
        return self._found(0.0)

    def _prepare(self) -> bool:
        return self._played.match.prepare()

    def _make(self) -> None:
        plan, played, workshop = self.plan, self._played, self._workshop

        def goes_on() -> bool:
            return plan.pairs is not None or workshop.left(plan.minutes, [played.stage]) > 0.0

        played.play(workshop, CHUNK * workshop.known(played.stage))  # the pairs of earlier runs
        had_time = True
        while True:
            self._report(self._found(workshop.taken))
            done = played.counts.pairs
            over = done >= plan.pairs if plan.pairs is not None else not had_time
            if self.newest.decision != NONE or over:
                return
            had_time = played.play(workshop, min(done + ROUND, plan.pairs or done + ROUND), goes_on)

    def _found(self, seconds: float) -> RivalCheck:
        """The comparison, with the test's decision after the first round that decides. Later rounds do not
        count."""
        decision, counts = self._played.decided(TEST, ROUND)
        return RivalCheck(self.plan, Worth.of(counts), counts, decision, seconds, str(self.path))
