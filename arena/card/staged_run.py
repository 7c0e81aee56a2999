"""What the making of a card and tuning have in common: self-play, the fit to it, comparisons, and their time.

Each stage has a share of the time. What a stage does not need, the next ones have. With fixed counts nothing
depends on time.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from arena.card.card import Confirmation, Suggested, Suggestion
from arena.card.collinearity import TermShape
from arena.card.pairs import PairsPlayed
from arena.card.plan import CHUNK, CONFIRM, DATA, DEEPER, KNOCK_OUT, PILOT, CardPlan
from arena.card.regression import Fit, calibrate, fit_weights
from arena.card.self_play import DataGame, Sample
from arena.card.work_units import CardStopped, KeptRun
from arena.sequential import ACCEPT, NONE, SequentialTest
from engines.jobs import Job

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

A = TypeVar("A", bound="DataclassInstance")


@dataclass
class Contest:
    """One comparison of the full heuristic with a reduced one."""

    name: str
    played: PairsPlayed


PILOT_GAMES = 8
DATA_BATCH = 16
PAIR_BATCH = 100
"""The number of games, or of pairs, between two decisions what to play next."""

GAMES_A_PAIR = 2
LEAST_GAMES = 20
"""With fixed counts: games of self-play for each pair of a comparison, and their least number."""

TEST = SequentialTest(0.0, 20.0)


class StagedRun(KeptRun[CardPlan], Generic[A]):
    """A run in stages, whose `answer` grows; `work` is the job. The first stage of `shares` is "data", the
    last "confirm"."""

    answer: type[Any]
    shares: ClassVar[Mapping[str, float]]

    def __init__(
        self, plan: CardPlan, path: Path, workers: int = 1, executor: str = "", scheduler: str = ""
    ) -> None:
        super().__init__(plan, path, workers, executor, scheduler)
        self.newest: A = self.answer(plan, "preparing", file=str(path))
        self._stages: dict[str, set[str]] = {}

    def _make(self) -> None:
        """Does all stages."""
        raise NotImplementedError

    def _tell(self, stage: str, **news: Any) -> None:
        """Reports the answer with the fields that are new."""
        self.newest = replace(self.newest, stage=stage, seconds=self._seconds(), **news)
        self._job.report(self.newest)

    def work(self, job: Job) -> A:
        """Reports the answer now and then, and returns the newest. BadText if the heuristic cannot play."""
        plan, self._job = self.plan, job
        self._check()
        job.report(self.newest)
        first = plan.match(plan.player(), plan.player({plan.terms[0]: 0.0}), KNOCK_OUT, 0, 1)
        with self._workshop(first, job) as self._shop, suppress(CardStopped):
            self._make()
        return self.newest

    def _sample(self) -> Sample:
        self._tell("playing for positions")
        plan = self.plan
        pilot = self._data_games(PILOT, PILOT_GAMES, 0)
        lengths = [answer["plies"] for answer in self._ask("data", "pilot", pilot)]
        wandering = int(np.median(lengths)) // 3
        stage = f"games {wandering}"
        if plan.pairs is not None:
            count = max(LEAST_GAMES, GAMES_A_PAIR * plan.pairs)
        else:
            self._count_time("data", stage)
            count = self._shop.known(stage)
            while count < DATA_BATCH or self._left("data") > 0.0:
                count += DATA_BATCH
                self._ask("data", stage, self._data_games(DATA, count, wandering))
        answers = self._ask("data", stage, self._data_games(DATA, count, wandering))
        sample = Sample.of(dict(enumerate(answers)), len(plan.terms))
        self.newest = replace(
            self.newest, games=len(set(sample.games.tolist())), positions=len(sample.results)
        )
        return sample

    def _data_games(self, stage: int, count: int, wandering: int) -> dict[int, Callable[[], DataGame]]:
        plan = self.plan
        match = plan.match(plan.player(), plan.player(), stage, plan.random_plies, max(1, count // 2))

        def made(number: int) -> Callable[[], DataGame]:
            return lambda: DataGame(match.single_game(number), plan.seed_of(stage, number), wandering)

        return {number: made(number) for number in range(count)}

    def _fit(self, sample: Sample, shapes: Sequence[TermShape]) -> tuple[Fit | None, dict[str, Suggested]]:
        """The calibration, and the weights that the results suggest."""
        plan = self.plan
        decided = len(set(sample.results.tolist())) > 1
        if len(sample.results) < 50 or not decided or sample.values.std() == 0.0:
            return None, {}
        fit = calibrate(sample.values, sample.results, sample.games)
        if fit.beta[0] <= 0.0:
            return fit, {}
        terms = [at for at in range(len(plan.terms)) if shapes[at].fires > 0.0]
        fitted = fit_weights(sample.terms[:, terms], sample.results, sample.games, float(fit.beta[0]))
        found = {}
        for at, beta, error in zip(terms, fitted.beta, fitted.errors, strict=True):
            weight, slope = plan.weight(plan.terms[at]), float(fit.beta[0])
            ends = sorted((weight * (beta - 1.96 * error) / slope, weight * (beta + 1.96 * error) / slope))
            found[plan.terms[at]] = Suggested(float(weight * beta / slope), float(ends[0]), float(ends[1]))
        return fit, found

    def _contest(self, label: str, second: Any, stage: int, nodes: int, first: Any = None) -> Contest:
        first = first or self.plan.player(nodes=nodes)
        match = self.plan.match(first, second, stage, self.plan.random_plies, PAIR_BATCH)
        return Contest(label, PairsPlayed(f"{stage} {first} {second}", match))

    def _changes(self, suggested: Mapping[str, Suggested]) -> dict[str, float]:
        """The suggested weights whose intervals do not contain the present ones."""
        plan = self.plan
        return {
            name: rounded(of.weight)
            for name, of in suggested.items()
            if not of.low <= plan.weight(name) <= of.high and rounded(of.weight) != plan.weight(name)
        }

    def _confirm(self, changes: Mapping[str, float], on_news: Callable[[Suggestion], None]) -> None:
        """Plays the changed weights against the present ones, at both budgets."""
        plan = self.plan
        tests: list[Confirmation] = []
        for times in (1, DEEPER):
            nodes = times * plan.nodes
            contest = self._contest(
                "suggested", plan.player(nodes=nodes), CONFIRM + times, nodes, plan.player(changes, nodes)
            )
            self._count_time("confirm", contest.played.stage)
            most = plan.pairs if plan.pairs is not None else TEST.expected_games()[1]
            contest.played.play(self._shop, CHUNK * self._shop.known(contest.played.stage))
            while True:
                decision, _ = contest.played.decided(TEST, CHUNK)
                done = contest.played.counts.pairs
                out_of_time = plan.pairs is None and self._left("confirm") <= 0.0
                if done >= most or out_of_time or (plan.pairs is None and decision != NONE):
                    break
                more = self._affordable_pairs("confirm", PAIR_BATCH)
                contest.played.play(self._shop, min(most, done + more))
                on_news(Suggestion(dict(changes), tuple(tests), False))
            tests.append(Confirmation(nodes, contest.played.worth, decision))
            accepted = len(tests) == 2 and all(test.decision == ACCEPT for test in tests)
            on_news(Suggestion(dict(changes), tuple(tests), accepted))
            if decision != ACCEPT:
                break

    # Time

    def _count_time(self, share: str, *stages: str) -> None:
        """Counts the time of a stage's units against a share, those of earlier runs included. Call it before
        `_left` is asked for that share."""
        self._stages.setdefault(share, set()).update(stages)

    def _ask(self, share: str, stage: str, tasks: Any) -> list[Any]:
        self._count_time(share, stage)
        return self._shop.ask(stage, tasks)

    def _seconds(self) -> float:
        return sum(self._shop.seconds(stage) for stages in self._stages.values() for stage in stages)

    def _left(self, share: str) -> float:
        """The workers' seconds that remain for a stage and those before it."""
        names = list(self.shares)
        through = names[: names.index(share) + 1] if share in self.shares else names
        given = sum(self.shares[name] for name in through) * self.plan.minutes * 60.0 * self._shop.workers
        taken = [self._shop.seconds(stage) for stages in self._stages.values() for stage in stages]
        return given - sum(taken)

    def _seconds_a_pair(self, share: str) -> float:
        """A worker's seconds for a pair of a stage; 0 before the first pair."""
        stages = self._stages.get(share, set())
        chunks = sum(self._shop.known(stage) for stage in stages)
        return sum(self._shop.seconds(stage) for stage in stages) / max(1, CHUNK * chunks)

    def _affordable_pairs(self, share: str, most: int) -> int:
        """The number of pairs for which a stage has time, in whole chunks, at least one and at most
        `most`."""
        if self.plan.pairs is not None or not (seconds := self._seconds_a_pair(share)):
            return most
        return min(most, CHUNK * max(1, int(self._left(share) / seconds / CHUNK)))


def rounded(weight: float) -> float:
    """The weight with three significant digits."""
    return float(f"{weight:.3g}")
