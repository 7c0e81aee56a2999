"""The making of a report card, stage by stage.

Self-play gives positions with results, and a fit to them suggests weights. Matches decide. Each stage has a
share of the card's time (SHARES). Where one needs less, the next has more. With fixed counts nothing
depends on time.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from arena.card.card import Card, Confirmation, Suggested, Suggestion, TermRow
from arena.card.collinearity import TermShape, term_shapes
from arena.card.foresight import DeepValues, Foresight, foresight
from arena.card.pairs import PairsPlayed, Worth
from arena.card.plan import CHUNK, CONFIRM, DATA, DEEPER, FORESIGHT, KNOCK_OUT, PILOT, REFIT, TURNED, CardPlan
from arena.card.regression import Fit, calibrate, fit_weights, taken_over
from arena.card.self_play import DataGame, Sample
from arena.card.verdicts import COSTS, NARROW, sentence, significant, verdict
from arena.card.work_units import CardStopped, open_workshop
from arena.sequential import ACCEPT, NONE, SequentialTest
from engines.jobs import Job
from games.contract import BadText
from heuristics.failure import TermFailure
from heuristics.smoke_test import check

PILOT_GAMES = 8
DATA_BATCH = 16
PAIR_BATCH = 100
"""Games, and pairs, that are played before the next decision what to play."""

GAMES_A_PAIR = 2
LEAST_GAMES = 20
"""With fixed counts: games of self-play for each pair of a comparison, and at least."""

POSITIONS_A_PAIR = 5
FORESEEN_AT_ONCE = 20

SHARES = {"data": 0.15, "knock-out": 0.40, "deeper": 0.15, "refit": 0.10, "foresight": 0.08, "confirm": 0.10}

TEST = SequentialTest(0.0, 20.0)


@dataclass
class _Contest:
    """One comparison of the full heuristic with a reduced one."""

    name: str
    played: PairsPlayed


class CardRun:
    """Makes a card; `work` is the job. Finished work is kept in the file, and a later run goes on from there.

    `executor` is one of `arena.executors.KINDS`, "" for the kind that suits.
    """

    def __init__(
        self, plan: CardPlan, path: Path, workers: int = 1, executor: str = "", scheduler: str = ""
    ) -> None:
        self.plan = plan
        self.path = path
        self._workers = max(1, workers)
        self._executor = executor
        self._scheduler = scheduler
        self._card = Card(plan, "preparing", file=str(path))
        self._stages: dict[str, set[str]] = {}

    def work(self, job: Job) -> Card:
        """Reports a Card now and then, and returns the newest; BadText for a heuristic that cannot play."""
        plan = self.plan
        try:
            check(plan.lens, plan.game)
        except TermFailure as failure:
            raise BadText(str(failure)) from None
        job.report(self._card)
        first = plan.match(plan.player(), plan.player({plan.terms[0]: 0.0}), KNOCK_OUT, 0, 1)
        with (
            open_workshop(
                self.path, plan.text, first, self._workers, self._executor, self._scheduler, job
            ) as self._shop,
            suppress(CardStopped),
        ):
            self._make(job)
        return self._card

    # Stages

    def _make(self, job: Job) -> None:
        plan = self.plan

        def tell(stage: str) -> None:
            self._card = replace(self._card, stage=stage, seconds=self._seconds())
            job.report(self._card)

        tell("playing for positions")
        sample = self._sample()
        shapes = term_shapes(sample.terms)
        self._card = replace(self._card, games=len(set(sample.games.tolist())), positions=len(sample.results))
        fit, suggested = self._fit(sample, shapes)
        live = [
            at for at, name in enumerate(plan.terms) if shapes[at].fires > 0.0 and plan.weight(name) != 0.0
        ]
        state = _State(plan, shapes, suggested, live)
        tell("knock-outs")

        def show(stage: str) -> Callable[[], None]:
            def now() -> None:
                worth = {contest.name: contest.played.worth for contest in state.all_knock_outs}
                rows = state.rows(worth, self._seconds_a_pair("knock-out"), self._shop.workers)
                self._card = replace(
                    self._card,
                    sentence=sentence(
                        {row.label: row.verdict for row in rows},
                        {row.label: row.worth or Worth.nothing() for row in rows},
                    ),
                    terms=rows,
                    groups=state.group_rows(worth),
                )
                tell(stage)

            return now

        state.knock_outs = [self._without([plan.terms[at]], plan.terms[at]) for at in live]
        state.group_knock_outs = [
            self._without(names, group)
            for group, names in plan.groups.items()
            if any(plan.terms.index(name) in live for name in names)
        ]
        show("knock-outs")()
        self._compare("knock-out", state.all_knock_outs, show("knock-outs"))
        state.deeper = {
            contest.name: self._without([contest.name], contest.name, DEEPER) for contest in state.knock_outs
        }
        self._compare("deeper", list(state.deeper.values()), show("knock-outs, more nodes"), 4)
        state.refits = {
            plan.terms[at]: self._refitted(at, sample, fit, live) for at in live if shapes[at].is_redundant
        }
        self._compare("refit", list(state.refits.values()), show("against refitted weights"))
        self._foresee(sample, live, state, show("foresight"))
        costing = [row.name for row in self._card.terms if row.verdict == COSTS]
        state.turned = {name: self._turned(name) for name in costing}
        self._compare("turned", list(state.turned.values()), show("signs turned"))
        self._confirm(suggested, tell)
        show("")()

    def _sample(self) -> Sample:
        plan = self.plan
        pilot = self._data_games(PILOT, PILOT_GAMES, 0)
        lengths = [answer["plies"] for answer in self._ask("data", "pilot", pilot)]
        wandering = int(np.median(lengths)) // 3
        stage = f"games {wandering}"
        if plan.pairs is not None:
            count = max(LEAST_GAMES, GAMES_A_PAIR * plan.pairs)
        else:
            count = self._shop.known(stage)
            while count < DATA_BATCH or self._left("data") > 0.0:
                count += DATA_BATCH
                self._ask("data", stage, self._data_games(DATA, count, wandering))
        answers = self._ask("data", stage, self._data_games(DATA, count, wandering))
        return Sample.of(dict(enumerate(answers)), len(plan.terms))

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

    def _without(self, names: Iterable[str], label: str, times: int = 1) -> _Contest:
        """The full heuristic against itself with some weights at 0."""
        nodes = times * self.plan.nodes
        out = self.plan.player(dict.fromkeys(names, 0.0), nodes)
        return self._contest(label, out, KNOCK_OUT, nodes)

    def _turned(self, name: str) -> _Contest:
        """The heuristic with the opposite sign of a weight against the heuristic itself."""
        turned = self.plan.player({name: -self.plan.weight(name)})
        return self._contest(name, self.plan.player(), TURNED, self.plan.nodes, turned)

    def _refitted(self, at: int, sample: Sample, fit: Fit | None, live: Sequence[int]) -> _Contest:
        """The full heuristic against one without a term. The other weights are fitted again to take over what
        they can, pulled towards those of the terms that are most similar."""
        changes = {self.plan.terms[at]: 0.0}
        others = [other for other in live if other != at]
        if fit is not None and fit.beta[0] > 0.0 and others:
            slope = float(fit.beta[0])
            towards = slope * taken_over(sample.terms, at, others)
            fitted = fit_weights(sample.terms[:, others], sample.results, sample.games, towards)
            for other, beta in zip(others, fitted.beta, strict=True):
                changes[self.plan.terms[other]] = rounded(
                    self.plan.weight(self.plan.terms[other]) * beta / slope
                )
        return self._contest(self.plan.terms[at], self.plan.player(changes), REFIT, self.plan.nodes)

    def _contest(self, label: str, second: Any, stage: int, nodes: int, first: Any = None) -> _Contest:
        first = first or self.plan.player(nodes=nodes)
        match = self.plan.match(first, second, stage, self.plan.random_plies, PAIR_BATCH)
        return _Contest(label, PairsPlayed(f"{stage} {first} {second}", match))

    def _compare(
        self, share: str, contests: Sequence[_Contest], show: Callable[[], None], divided: int = 1
    ) -> None:
        """Plays comparisons: equally many of each where counts are fixed, else first those that are least
        certain. `divided`: how many times fewer pairs these have than usual, because they take longer."""
        for contest in contests:
            self._stages.setdefault(share, set()).add(contest.played.stage)
        if self.plan.pairs is not None:
            for contest in contests:
                contest.played.play(self._shop, max(CHUNK, self.plan.pairs // divided))
                show()
            return
        for contest in contests:
            known = CHUNK * self._shop.known(contest.played.stage)
            contest.played.play(self._shop, known)
        while self._left(share) > 0.0:
            open_ = [contest for contest in contests if _is_open(contest.played.worth)]
            if not open_:
                return
            least = min(contest.played.counts.pairs for contest in open_)
            new = [contest for contest in open_ if contest.played.counts.pairs == least < PAIR_BATCH]
            chosen = new[0] if new else max(open_, key=lambda contest: contest.played.worth.half_width)
            chosen.played.play(self._shop, chosen.played.counts.pairs + PAIR_BATCH // divided)
            show()

    def _foresee(
        self, sample: Sample, live: Sequence[int], state: "_State", show: Callable[[], None]
    ) -> None:
        plan = self.plan
        if not len(sample.results):
            return
        order = np.random.default_rng(np.random.SeedSequence([plan.seed, FORESIGHT])).permutation(
            len(sample.results)
        )
        most = len(order) if plan.pairs is None else min(len(order), POSITIONS_A_PAIR * plan.pairs)
        for number, at in enumerate(live):
            name = plan.terms[at]
            player = plan.player({name: 0.0}, DEEPER * plan.nodes)
            stage = f"foresight {player} {len(order)}"
            chunks = {
                chunk: self._deep(
                    player, sample, order[chunk * FORESEEN_AT_ONCE : (chunk + 1) * FORESEEN_AT_ONCE]
                )
                for chunk in range(most // FORESEEN_AT_ONCE)
            }
            if plan.pairs is None:
                chunks = self._affordable(stage, chunks, len(live) - number)
            answers = [row for rows in self._ask("foresight", stage, chunks) for row in rows]
            games = sample.games[order[: len(answers)]]
            state.foresights[name] = foresight(answers, games, at, plan.seed)
            show()

    def _deep(self, player: Any, sample: Sample, rows: np.ndarray) -> Callable[[], DeepValues]:
        plan = self.plan
        positions = tuple(sample.positions[row] for row in rows)
        return lambda: DeepValues(plan.game, plan.heuristic, player, positions, plan.options, plan.weights)

    def _affordable(
        self, stage: str, chunks: dict[int, Callable[[], DeepValues]], terms: int
    ) -> dict[int, Callable[[], DeepValues]]:
        """The number of chunks for a term's share of the remaining time, by the time of the first chunk."""
        first = dict(list(chunks.items())[:1])
        if not first:
            return {}
        self._ask("foresight", stage, first)
        seconds = max(1e-3, self._shop.seconds(stage) / max(1, self._shop.known(stage)))
        known = self._shop.known(stage)
        more = int(max(0.0, self._left("foresight")) / max(1, terms) / seconds)
        return dict(list(chunks.items())[: known + more])

    def _confirm(self, suggested: dict[str, Suggested], tell: Callable[[str], None]) -> None:
        """The suggested weights against the present ones, at both budgets."""
        plan = self.plan
        changes = {
            name: rounded(of.weight)
            for name, of in suggested.items()
            if not of.low <= plan.weight(name) <= of.high and rounded(of.weight) != plan.weight(name)
        }
        if not changes:
            return
        tests: list[Confirmation] = []
        for times in (1, DEEPER):
            nodes = times * plan.nodes
            contest = self._contest(
                "suggested", plan.player(nodes=nodes), CONFIRM + times, nodes, plan.player(changes, nodes)
            )
            self._stages.setdefault("confirm", set()).add(contest.played.stage)
            most = plan.pairs if plan.pairs is not None else TEST.expected_games()[1]
            contest.played.play(self._shop, CHUNK * self._shop.known(contest.played.stage))
            while True:
                decision, _ = contest.played.decided(TEST, CHUNK)
                done = contest.played.counts.pairs
                out_of_time = plan.pairs is None and self._left("confirm") <= 0.0
                if done >= most or out_of_time or (plan.pairs is None and decision != NONE):
                    break
                contest.played.play(self._shop, min(most, done + PAIR_BATCH))
                tell("confirmation")
            tests.append(Confirmation(nodes, contest.played.worth, decision))
            accepted = len(tests) == 2 and all(test.decision == ACCEPT for test in tests)
            self._card = replace(self._card, suggestion=Suggestion(changes, tuple(tests), accepted))
            tell("confirmation")
            if decision != ACCEPT:
                break

    # Time

    def _ask(self, share: str, stage: str, tasks: Any) -> list[Any]:
        self._stages.setdefault(share, set()).add(stage)
        return self._shop.ask(stage, tasks)

    def _seconds(self) -> float:
        return sum(self._shop.seconds(stage) for stages in self._stages.values() for stage in stages)

    def _left(self, share: str) -> float:
        """The workers' seconds that remain for a stage and those before it."""
        names = list(SHARES)
        through = names[: names.index(share) + 1] if share in SHARES else names
        given = sum(SHARES[name] for name in through) * self.plan.minutes * 60.0 * self._shop.workers
        taken = [self._shop.seconds(stage) for stages in self._stages.values() for stage in stages]
        return given - sum(taken)

    def _seconds_a_pair(self, share: str) -> float:
        """A worker's seconds for a pair."""
        stages = self._stages.get(share, set())
        chunks = sum(self._shop.known(stage) for stage in stages)
        return sum(self._shop.seconds(stage) for stage in stages) / max(1, CHUNK * chunks)


class _State:
    """The card with all that is known so far."""

    def __init__(
        self,
        plan: CardPlan,
        shapes: Sequence[TermShape],
        suggested: dict[str, Suggested],
        live: Sequence[int],
    ) -> None:
        self.plan, self.shapes, self.suggested, self.live = plan, shapes, suggested, live
        self.knock_outs: list[_Contest] = []
        self.group_knock_outs: list[_Contest] = []
        self.deeper: dict[str, _Contest] = {}
        self.refits: dict[str, _Contest] = {}
        self.turned: dict[str, _Contest] = {}
        self.foresights: dict[str, Foresight | None] = {}

    @property
    def all_knock_outs(self) -> list[_Contest]:
        return [*self.knock_outs, *self.group_knock_outs]

    def rows(self, worths: dict[str, Worth], seconds_a_pair: float, workers: int) -> tuple[TermRow, ...]:
        plan = self.plan
        told = significant({name: worths[name] for name in plan.terms if name in worths})
        rows, label_of = [], plan.lens.heuristic.label_of
        for at, name in enumerate(plan.terms):
            shape, worth = self.shapes[at], worths.get(name)
            refitted = self.refits[name].played.worth if name in self.refits else None
            redundant = shape.partner is not None and shape.is_redundant
            partner = label_of(plan.terms[shape.partner or 0]) if redundant else ""
            seconds = None if plan.pairs else seconds_a_pair / workers
            more = "" if worth is None else more_to_tell(worth, seconds)
            words = verdict(shape, plan.weight(name), worth, name in told, refitted, partner, more)
            rows.append(
                TermRow(
                    name,
                    label_of(name),
                    words,
                    plan.weight(name),
                    shape,
                    "" if shape.partner is None else plan.terms[shape.partner],
                    worth,
                    _worth_of(self.deeper, name),
                    refitted,
                    _worth_of(self.turned, name),
                    self.foresights.get(name),
                    self.suggested.get(name),
                )
            )
        return tuple(rows)

    def group_rows(self, worths: dict[str, Worth]) -> tuple[TermRow, ...]:
        told = significant({contest.name: contest.played.worth for contest in self.group_knock_outs})
        shape = TermShape(1.0, 0.0, 1.0, None, 0.0)
        rows = []
        for contest in self.group_knock_outs:
            worth = contest.played.worth
            words = verdict(shape, 1.0, worth, contest.name in told, None, "", "")
            rows.append(TermRow(contest.name, contest.name, words, worth=worth))
        return tuple(rows)


def _worth_of(contests: dict[str, _Contest], name: str) -> Worth | None:
    return contests[name].played.worth if name in contests and contests[name].played.points else None


def _is_open(worth: Worth) -> bool:
    """Whether more pairs would make an answer clearer."""
    return not worth.pairs or (worth.straddles and worth.half_width > NARROW)


def more_to_tell(worth: Worth, seconds_a_pair: float | None) -> str:
    """What it takes until the interval is NARROW: in minutes, or in pairs where no seconds are given; ""
    where that is not known."""
    if not math.isfinite(worth.half_width) or not worth.pairs:
        return ""
    pairs = worth.pairs * max(0.0, (worth.half_width / NARROW) ** 2 - 1.0)
    if seconds_a_pair is None:
        count = f"{CHUNK * math.ceil(pairs / CHUNK):,}".replace(",", "\u202f")
        return f"about {count} more pairs"
    minutes = max(1, math.ceil(pairs * seconds_a_pair / 60.0))
    return f"about {minutes} more minute{'s' if minutes > 1 else ''}"


def rounded(weight: float) -> float:
    """To three significant digits."""
    return float(f"{weight:.3g}")
