"""Whether a heuristic is no worse than another one: a check by a sequential test on separate pairs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.card import work_units
from arena.card.heuristic_plan import PLAYER
from arena.card.pairs import PairsPlayed, Worth
from arena.card.plan import AGAINST, CHUNK, CardPlan
from arena.card.work_units import CardStopped, open_workshop
from arena.sequential import ACCEPT, NONE, REJECT, SequentialTest
from arena.statistics import PairCounts
from engines.jobs import Job
from engines.player_kinds import PlayerSpec

TEST = SequentialTest(-20.0, 0.0)
"""The hypotheses in normalized Elo: worse by 20, or no worse."""

ROUND = 2 * CHUNK
"""Pairs in a round. After each round the test asks whether it is decided."""

NOT_WORSE, WORSE, CANNOT_TELL = "not worse", "worse", "can't tell in the time given"
VERDICTS = {ACCEPT: NOT_WORSE, REJECT: WORSE, NONE: CANNOT_TELL}


@dataclass(frozen=True)
class RivalCheck:
    """The comparison of a heuristic with a rival; `decision` as in `arena.sequential`."""

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


def compare(plan: CardPlan, path: Path, workers: int, executor: str, scheduler: str, job: Job) -> RivalCheck:
    """Plays until the test is decided, with at most the pairs or minutes of the plan. Reports a RivalCheck
    after each round."""
    rival = PlayerSpec(PLAYER, plan.rival, (("nodes", plan.nodes),))
    most = plan.pairs if plan.pairs is not None else TEST.expected_games()[1]
    match = plan.match(plan.player(), rival, AGAINST, plan.random_plies, most)
    played = PairsPlayed(f"{AGAINST} {rival}", match)
    began = work_units.clock()
    with open_workshop(path, plan.text, match, workers, executor, scheduler, job, began=began) as shop:

        def goes_on() -> bool:
            return shop.left(plan.minutes, [played.stage]) > 0.0

        played.play(shop, CHUNK * shop.known(played.stage))
        had_time = True
        while True:
            found = _comparison(plan, played, shop.taken, str(path))
            job.report(found)
            done = played.counts.pairs
            over = done >= plan.pairs if plan.pairs is not None else not had_time
            if found.decision != NONE or over:
                return found
            try:
                if plan.pairs is None:
                    had_time = played.play(shop, done + ROUND, goes_on)
                else:
                    played.play(shop, min(done + ROUND, plan.pairs))
            except CardStopped:
                return found


def _comparison(plan: CardPlan, played: PairsPlayed, seconds: float, path: str) -> RivalCheck:
    """The comparison, with the test's decision after the first round that decides. Later rounds do not
    count."""
    decision, counts = played.decided(TEST, ROUND)
    return RivalCheck(plan, Worth.of(counts), counts, decision, seconds, path)
