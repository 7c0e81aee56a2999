"""Tunes the weights of a heuristic. Candidates come from the matches of its report card, from a regression as
in the card, and on request from a search with matches (CMA-ES). A trial compares each candidate with the
present weights. Matches with fresh seeds must confirm the best one.

Tuning shares the card's file: games that the card has played with the same plan are not played twice, and
their time is not counted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from arena.card.card import Suggestion
from arena.card.collinearity import TermShape
from arena.card.pairs import Worth
from arena.card.plan import CHUNK, CardPlan
from arena.card.staged_run import PAIR_BATCH, TEST, Contest, StagedRun, rounded
from arena.card.verdicts import significant
from arena.experiments.experiment_run import OF_TUNING
from arena.sequential import NONE, REJECT
from arena.tuning.tuning import (
    BEHIND,
    CARD,
    CONFIRMED,
    LOST,
    NOT_CONFIRMED,
    NOT_TRIED,
    REGRESSION,
    SEARCH,
    Attempt,
    Tuning,
)
from arena.tuning.weight_search import MOST_WEIGHTS, WeightSearch, check_package
from engines.jobs import Job

TRIAL, GENERATION = 16, 64
"""Stages, each with separate seeds: the trials, and the search's first generation."""

GENERATIONS = 10
"""The number of generations of the search, if the plan fixes the number of pairs."""

PAIRS_SHARE = 4
"""If the plan fixes the number of pairs, a candidate of a generation plays that number divided by this."""

USUAL_PAIRS = 40
"""Pairs that a candidate of a generation plays if the plan has a time limit."""

LEAST_WEIGHTS = 2

TRIED_AT_ONCE = 20
"""Pairs of a trial that are played before it is the next trial's turn."""


class TuningRun(StagedRun[Tuning]):
    """Tunes weights. `searches`: a search by matches follows the regression."""

    answer = Tuning
    owner = OF_TUNING
    shares = MappingProxyType(
        {
            "data": 0.22,
            "others": 0.03,
            "knock-out": 0.10,
            "search": 0.30,
            "trial": 0.10,
            "confirm": 0.25,
        }
    )

    def __init__(
        self,
        plan: CardPlan,
        path: Path,
        searches: bool = False,
        workers: int = 1,
        executor: str = "",
        scheduler: str = "",
    ) -> None:
        super().__init__(plan, path, workers, executor, scheduler)
        self._searches = searches

    def work(self, job: Job) -> Tuning:
        """As for `StagedRun`. Also raises BadText if the search's package is missing."""
        if self._searches:
            check_package()
        return super().work(job)

    def _make(self) -> None:
        sample = self._sample()
        shapes = self._shapes(sample)
        _, suggested = self._fit(sample)
        self.newest = replace(self.newest, remark=self._remark(sample), no_fit=self._no_fit)
        found: list[tuple[str, dict[str, float]]] = []
        # First, because the knock-out matches that it plays count for `_asked_by_card`, too.
        searched = self._searched(shapes) if self._searches else {}
        for method, changes in (
            *((CARD, changes) for changes in self._asked_by_card()),
            (REGRESSION, self._changes(suggested)),
            (SEARCH, searched),
        ):
            if changes and changes not in [other for _, other in found]:
                found.append((method, changes))
        trials = [self._trial(changes) for _, changes in found]
        self._try(trials)
        attempts = [
            Attempt(method, changes, _result(contest))
            for (method, changes), contest in zip(found, trials, strict=True)
        ]
        if not all(attempt.trial.pairs for attempt in attempts):
            self.newest = replace(self.newest, left_out=("a trial",))
        best = max(attempts, key=lambda attempt: _elo(attempt.trial), default=None)
        if best is None or _elo(best.trial) <= 0.0:
            self._tell("", attempts=_with_states(attempts, None, ""))
            return

        def take_in(suggestion: Suggestion) -> None:
            state = CONFIRMED if suggestion.confirmed else NOT_CONFIRMED
            states = _with_states(attempts, best, state)
            self._tell("confirmation", attempts=states, suggestion=suggestion, method=best.method)

        self._confirm(best.weights, take_in)
        if "confirm" in self._cut:
            self.newest = replace(self.newest, left_out=(*self.newest.left_out, "the confirmation"))
        self._tell("")

    def _asked_by_card(self) -> list[dict[str, float]]:
        """The changes that the card's matches suggest, as far as its file has the matches. A term that costs
        strength gets weight 0, or the opposite sign if that gains more. First all such terms together, then
        each alone."""
        plan = self.plan
        knock_outs = [self._without([name], name) for name in plan.terms if plan.weight(name)]
        for contest in knock_outs:
            self._play_known(contest)
        worths = {contest.name: contest.played.worth for contest in knock_outs if contest.played.points}
        changes: dict[str, float] = {}
        for name in plan.terms:
            if name in significant(worths, is_open=plan.pairs is None) and _elo(worths[name]) < 0.0:
                turned = self._turned(name)
                self._play_known(turned)
                gains_more = turned.played.points and _elo(turned.played.worth) > -_elo(worths[name])
                changes[name] = -plan.weight(name) if gains_more else 0.0
        alone = [{name: weight} for name, weight in changes.items()]
        return [changes, *alone] if len(changes) > 1 else alone

    # Search

    def _searched(self, shapes: Sequence[TermShape]) -> dict[str, float]:
        """The weights that the search by matches finds; {} if too few terms matter, or without time for a
        generation."""
        plan = self.plan
        self._tell("which terms matter")
        live = [name for at, name in enumerate(plan.terms) if not shapes[at].is_silent and plan.weight(name)]
        worths = self._worths(live, lambda: self._tell("which terms matter"))
        free = [name for name in live if not worths[name].straddles]
        free = sorted(free, key=lambda name: -abs(_elo(worths[name])))[:MOST_WEIGHTS]
        free.sort(key=plan.terms.index)
        self.newest = replace(self.newest, frozen=tuple(name for name in plan.terms if name not in free))
        if len(free) < LEAST_WEIGHTS:
            note = f"cma: expected {LEAST_WEIGHTS} terms that matter, found {len(free)}"
            self.newest = replace(self.newest, notes=(note,))
            return {}
        self._tell("search")
        pairs = USUAL_PAIRS if plan.pairs is None else max(CHUNK, plan.pairs // PAIRS_SHARE)
        search, number = WeightSearch(len(free), plan.seed_of(GENERATION)), 0
        while number < GENERATIONS if plan.pairs is not None else self._goes_on("search"):
            candidates = search.candidates()
            scores = [self._score(free, factors, GENERATION + number, pairs) for factors in candidates]
            whole = [score for score in scores if score is not None]
            if len(whole) < len(candidates):  # the time is up
                break
            search.take(candidates, whole)
            number += 1
            self._tell("search")
        if not number:
            self.newest = replace(self.newest, notes=("cma: there was no time for a generation",))
            return {}
        found = self._factored(free, search.middle)
        return {name: weight for name, weight in found.items() if weight != plan.weight(name)}

    def _score(self, names: Sequence[str], factors: np.ndarray, stage: int, pairs: int) -> float | None:
        """The mean score of a candidate against the present weights; None if there was no time for its pairs.
        All candidates of a generation have the same openings."""
        plan = self.plan
        candidate = plan.player(self._factored(names, factors))
        contest = self._contest("candidate", plan.player(), stage, plan.nodes, candidate)
        return contest.played.counts.mean if self._play("search", contest, pairs) else None

    def _factored(self, names: Sequence[str], factors: np.ndarray) -> dict[str, float]:
        return {
            name: rounded(self.plan.weight(name) * float(factor))
            for name, factor in zip(names, factors, strict=True)
        }

    def _worths(self, names: Sequence[str], show: Callable[[], None]) -> dict[str, Worth]:
        """The strength that each term adds, by knock-outs as on the card: the plan's pairs for each, or about
        equally many for each while there is time."""
        contests = [self._without([name], name) for name in names]
        if self.plan.pairs is not None:
            for contest in contests:
                self._play("knock-out", contest, self.plan.pairs)
                show()
        else:
            for contest in contests:
                self._play_known(contest)
            while contests and self._goes_on("knock-out"):
                contest = min(contests, key=lambda contest: len(contest.played.points))
                self._play("knock-out", contest, contest.played.counts.pairs + PAIR_BATCH)
                show()
        return {contest.name: contest.played.worth for contest in contests}

    # Trials

    def _trial(self, changes: Mapping[str, float]) -> Contest:
        plan = self.plan
        return self._contest("trial", plan.player(), TRIAL, plan.nodes, plan.player(changes))

    def _try(self, trials: Sequence[Contest]) -> None:
        """Plays the trials, some pairs of each in turn. A trial ends when the sequential test rejects it;
        with a time limit also when the test accepts it."""
        for contest in trials:
            self._count_time("trial", contest.played.stage)
            self._play_known(contest)
        while open_ := [contest for contest in trials if self._is_open(contest)]:
            for contest in open_:
                pairs = contest.played.counts.pairs + TRIED_AT_ONCE
                if not self._play("trial", contest, min(pairs, self.plan.pairs or pairs)):
                    return
                self._tell("trials")

    def _is_open(self, contest: Contest) -> bool:
        decision, _ = contest.played.decided(TEST, CHUNK)
        if self.plan.pairs is None:
            return decision == NONE
        return decision != REJECT and contest.played.counts.pairs < self.plan.pairs


def _result(trial: Contest) -> Worth:
    """The strength gained in a trial. Of a lost trial only the pairs up to the rejection count."""
    decision, counts = trial.played.decided(TEST, CHUNK)
    return Worth.of(counts) if decision == REJECT else trial.played.worth


def _with_states(attempts: Sequence[Attempt], best: Attempt | None, state: str) -> tuple[Attempt, ...]:
    """The attempts, each with what became of it; `state` is what became of the best."""

    def state_of(attempt: Attempt) -> str:
        if attempt is best:
            return state
        if not attempt.trial.pairs:
            return NOT_TRIED
        return LOST if _elo(attempt.trial) <= 0.0 else BEHIND

    return tuple(replace(attempt, state=state_of(attempt)) for attempt in attempts)


def _elo(worth: Worth) -> float:
    """The estimate of Elo; if it is infinite, because one side won all games, the finite end of the
    interval."""
    if worth.elo is not None:
        return worth.elo
    return worth.low if worth.low is not None else worth.high or 0.0
