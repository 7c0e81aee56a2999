"""Makes a report card, stage by stage.

Self-play gives positions with results, and a fit to them suggests weights. Matches against the heuristic
without a term (knock-outs) then show which terms add strength, and others whether the suggested weights are
better.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from arena.card.card import Card, Suggested, Suggestion, TermRow
from arena.card.collinearity import TermShape
from arena.card.foresight import DeepValues, Foresight, foresight
from arena.card.open_questions import in_minutes, in_pairs, open_questions
from arena.card.pairs import Worth
from arena.card.plan import CHUNK, DEEPER, FORESIGHT, REFIT, CardPlan
from arena.card.regression import Fit, fit_weights, taken_over
from arena.card.self_play import Sample
from arena.card.staged_run import DATA_BATCH, PAIR_BATCH, Contest, StagedRun, rounded
from arena.card.to_do import to_do
from arena.card.truth_stage import SOUGHT, UNITS, TruthStage
from arena.card.verdicts import ALL_DRAWN, AT_MOST, COSTS, sentence, significant, silence, verdict
from arena.experiments.experiment_run import Make
from arena.sequential import NONE
from arena.term_kinds import WEIGHT, ByKind, kinds_in, weights_by_kind
from games.position import Position
from games.registry import load_game
from games.truth.tables import TableMaking

POSITIONS_A_PAIR = 5
"""If the plan fixes the number of pairs, foresight searches this many positions for each."""

FORESEEN_AT_ONCE = 20
"""The positions in one unit of foresight."""

MOST_NAMED = 5
"""How many terms are named before "and 2 others" in what a card had no time for (`Card.left_out`). A single
further term is named, too."""

FIRST_PAIRS = 20
"""With a time limit, every comparison of a stage gets this many pairs before any gets more, so that even a
short card says something about every term."""


class CardRun(StagedRun[Card]):
    """Makes a card."""

    answer = Card
    shares = MappingProxyType(
        {
            # of the card's time
            "data": 0.15,
            "others": 0.03,
            "knock-out": 0.40,
            "deeper": 0.13,
            "refit": 0.10,
            "truth": 0.03,
            "foresight": 0.06,
            "turned": 0.03,
            "confirm": 0.07,
        }
    )

    # Stages

    def _make(self) -> None:
        plan = self.plan
        sample = self._sample()
        shapes = self._shapes(sample)
        fit, suggested = self._fit(sample)
        live = [at for at, name in enumerate(plan.terms) if not shapes[at].is_silent and plan.weight(name)]
        self.newest = replace(self.newest, no_fit=self._no_fit)
        state = _State(plan, shapes, suggested, live)
        state.weights_by_kind = self._weights_by_kind(sample, fit)
        remark = self._remark(sample)
        at_most = next((shape.fires_at_most for shape in shapes if shape.is_silent), None)
        silent_in = silence(shapes[0].positions, at_most)
        labels = {name: plan.lens.heuristic.label_of(name) for name in plan.lens.heuristic.weight_names}

        def show(stage: str) -> None:
            worth = {contest.name: contest.played.worth for contest in state.all_knock_outs}
            seconds = self._seconds_a_pair("knock-out") / self._workshop.workers / self.shares["knock-out"]
            rows, groups = state.rows(worth, seconds), state.group_rows(worth, seconds)
            is_over = not stage and not self.newest.left_out
            self._tell(
                stage,
                sentence=sentence(
                    {row.label: row.verdict for row in rows},
                    {row.label: row.worth or Worth.nothing() for row in rows},
                    {row.label: row.verdict for row in groups},
                    remark,
                    silent_in,
                    to_do(rows, self.newest.suggestion, state.truth.kept, labels, is_over),
                ),
                terms=rows,
                groups=groups,
                truth=state.truth.kept,
                by_kind=state.by_kind,
            )

        state.knock_outs = [self._without([plan.terms[at]], plan.terms[at]) for at in live]
        state.group_knock_outs = [
            self._without(names, group)
            for group, names in plan.groups.items()
            if any(plan.terms.index(name) in live for name in names)
        ]
        show("knock-outs")
        self._compare("knock-out", state.all_knock_outs, partial(show, "knock-outs"))
        state.deeper = {
            contest.name: self._without([contest.name], contest.name, DEEPER) for contest in state.knock_outs
        }
        self._compare("deeper", list(state.deeper.values()), partial(show, "knock-outs, more nodes"), DEEPER)
        state.refits = {
            plan.terms[at]: self._refitted(at, sample, fit, live) for at in live if shapes[at].is_redundant
        }
        self._compare("refit", list(state.refits.values()), partial(show, "against refitted weights"))
        self._ask_truth(state, partial(show, "proven positions"))
        seen = [at for at in live if at in sample.contributing]
        self._foresee(sample, seen, state, partial(show, "foresight"))
        wrong = [row.name for row in self.newest.terms if row.verdict == COSTS]
        if state.truth.wrong_sign not in ("", *wrong):
            wrong.append(state.truth.wrong_sign)
        state.turned = {name: self._turned(name) for name in wrong}
        self._compare("turned", list(state.turned.values()), partial(show, "signs turned"))
        better = state.better(state.turned)
        state.turned_deeper = {name: self._turned(name, DEEPER) for name in wrong if name in better}
        show_deeper = partial(show, "signs turned, more nodes")
        self._compare("turned", list(state.turned_deeper.values()), show_deeper, DEEPER)

        def take_in(suggestion: Suggestion) -> None:
            self.newest = replace(self.newest, suggestion=suggestion)
            show("confirmation")

        if changes := self._changes(suggested):
            self._confirm(changes, take_in)
        self.newest = replace(self.newest, left_out=self._left_out(state))
        show("")

    def _weights_by_kind(self, sample: Sample, fit: Fit | None) -> ByKind:
        """The weights that fit in each kind of position."""
        plan = self.plan
        if fit is None or fit.beta[0] <= 0.0:
            return ByKind(WEIGHT, {}, why_none=f"Kinds of position were not compared. {self._no_fit}")
        game, at = load_game(plan.game), sample.contributing
        states = [Position.start(game, plan.options, text).state for text in sample.positions]
        names, kinds = kinds_in(game, states)
        terms = {
            plan.terms[i]: (plan.lens.heuristic.label_of(plan.terms[i]), plan.weight(plan.terms[i]))
            for i in at
        }
        slope = float(fit.beta[0])
        return weights_by_kind(sample.terms[:, at], sample.results, sample.games, kinds, names, terms, slope)

    def _refitted(self, at: int, sample: Sample, fit: Fit | None, live: Sequence[int]) -> Contest:
        """A match of the full heuristic against the heuristic without a term, whose other weights are fitted
        again. The fit is pulled towards the weights with which the other terms replace the term best."""
        changes = {self.plan.terms[at]: 0.0}
        others = [other for other in live if other != at and other in sample.contributing]
        if fit is not None and fit.beta[0] > 0.0 and others:
            slope = float(fit.beta[0])
            towards = slope * taken_over(sample.terms, at, others)
            fitted = fit_weights(sample.terms[:, others], sample.results, sample.games, towards)
            for other, beta in zip(others, fitted.beta, strict=True):
                changes[self.plan.terms[other]] = rounded(
                    self.plan.weight(self.plan.terms[other]) * beta / slope
                )
        return self._contest(self.plan.terms[at], self.plan.player(changes), REFIT, self.plan.nodes)

    def _compare(
        self, share: str, contests: Sequence[Contest], show: Callable[[], None], divided: int = 1
    ) -> None:
        """Plays comparisons. If the plan fixes the number of pairs, each comparison gets that number divided
        by `divided`, which is DEEPER where each pair takes that much longer. Otherwise the comparison with
        the widest interval is played next. The first pairs of the knock-outs may take the time of all later
        stages."""
        self._count_time(share, *(contest.played.stage for contest in contests))
        if self.plan.pairs is not None:
            for contest in contests:
                contest.played.play(self._workshop, max(CHUNK, self.plan.pairs // divided))
                show()
            return
        for contest in contests:
            self._play_known(contest)
        while True:
            open_ = [contests[at] for at in open_questions([each.played.worth for each in contests])]
            new = [contest for contest in open_ if len(contest.played.points) < FIRST_PAIRS]
            time_of = "confirm" if new and share == "knock-out" else share
            if not open_ or not self._goes_on(time_of):
                return
            if new:
                chosen = min(new, key=lambda contest: len(contest.played.points))
                more = min(FIRST_PAIRS, CHUNK * self._workshop.workers)
            else:
                chosen, more = max(open_, key=_half_width), PAIR_BATCH // divided
            self._play(time_of, chosen, chosen.played.counts.pairs + more)
            show()

    def _ask_truth(self, state: "_State", show: Callable[[], None]) -> None:
        truth = state.truth = TruthStage(self.plan, state.removed)

        def on_making(making: TableMaking) -> None:
            self._tell(f"making table {making.group} (once)")

        # Tables that are missing are made once; they may take the time of later stages.
        if not truth.draw(self._workshop, self._job, self._limit("confirm"), on_making):
            self._cut.add("truth")
            return
        self._count_time("truth", *truth.stages)
        is_timed = self.plan.pairs is None

        def ask(stage: str, numbers: Collection[int], make: Make) -> list[Any]:
            # Positions that were found are used even if finding them took all time of this share.
            limit = self._limit("truth" if stage == SOUGHT else "confirm")
            return self._ask("truth", stage, numbers, make, limit)

        units = self._workshop.workers if is_timed else UNITS
        while not is_timed or truth.is_known(self._workshop) or self._goes_on("truth"):
            more = truth.go_on(ask, units)
            show()
            if not more:
                break
        if truth.kept is not None and truth.kept.is_worse:
            truth.ask_turned(ask, [self.plan.terms[at] for at in state.live])
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
        players = [plan.player({plan.terms[at]: 0.0}, DEEPER * plan.nodes) for at in live]
        stages = [f"foresight {player} {len(order)}" for player in players]
        self._count_time("foresight", *stages)
        for number, (at, player, stage) in enumerate(zip(live, players, stages, strict=True)):
            name = plan.terms[at]
            chunks, deep = range(most // FORESEEN_AT_ONCE), partial(self._deep, player, sample, order)
            goes_on = None if plan.pairs is not None else self._part("foresight", len(live) - number)
            answers = [row for rows in self._ask("foresight", stage, chunks, deep, goes_on) for row in rows]
            games = sample.games[order[: len(answers)]]
            state.foresights[name] = foresight(answers, games, at, plan.seed)
            show()

    def _part(self, share: str, terms: int) -> Callable[[], bool]:
        """Returns a function that says whether the next of a number of `terms` has time left. The terms
        divide equally the time that the share has now."""
        rest = max(0.0, self._left(share) * (1 - 1 / terms))
        return lambda: self._left(share) > rest

    def _deep(self, player: Any, sample: Sample, order: np.ndarray, chunk: int) -> DeepValues:
        plan, rows = self.plan, order[chunk * FORESEEN_AT_ONCE : (chunk + 1) * FORESEEN_AT_ONCE]
        positions = tuple(sample.positions[row] for row in rows)
        return DeepValues(plan.game, plan.heuristic, player, positions, plan.options, plan.weights)

    def _left_out(self, state: "_State") -> tuple[str, ...]:
        """What there was no time for, a few words each."""
        if self.plan.pairs is not None:
            return ()
        label_of = self.plan.lens.heuristic.label_of

        def unplayed(words: str, contests: Collection[Contest]) -> Iterator[str]:
            missing = [contest.name for contest in contests if not contest.played.points]
            if missing:
                yield words if len(missing) == len(contests) else f"{words} ({named(missing)})"

        def named(terms: Sequence[str]) -> str:
            more = f" and {len(terms) - MOST_NAMED} others" if len(terms) > MOST_NAMED + 1 else ""
            return ", ".join(map(label_of, terms[:MOST_NAMED] if more else terms)) + more

        found = ["most of self-play"] if self.newest.games < DATA_BATCH else []
        found += unplayed("matches", state.all_knock_outs)
        found += unplayed("matches with more nodes", state.deeper.values())
        found += unplayed("matches against refitted weights", state.refits.values())
        if "truth" in self._cut and (state.truth.kept is None or state.truth.kept.why_none):
            found.append("proven positions" if state.truth.kept is None else "more proven positions")
        silent = [name for name, answer in state.foresights.items() if answer is None]
        if "foresight" in self._cut and silent:
            every = len(silent) == len(state.foresights)
            found.append("foresight" if every else f"foresight ({named(silent)})")
        found += unplayed("matches with the sign turned", state.turned.values())
        found += unplayed("matches with the sign turned and more nodes", state.turned_deeper.values())
        suggestion = self.newest.suggestion
        if suggestion is not None and (
            not suggestion.confirmations or suggestion.confirmations[-1].decision == NONE
        ):
            found.append("the confirmation of the suggested weights")
        return tuple(found)


class _State:
    """The comparisons of a card and everything else that is known so far, from which its rows are made."""

    def __init__(
        self,
        plan: CardPlan,
        shapes: Sequence[TermShape],
        suggested: dict[str, Suggested],
        live: Sequence[int],
    ) -> None:
        self.plan, self.shapes, self.suggested, self.live = plan, shapes, suggested, live
        self.knock_outs: list[Contest] = []
        self.group_knock_outs: list[Contest] = []
        self.deeper: dict[str, Contest] = {}
        self.refits: dict[str, Contest] = {}
        self.turned: dict[str, Contest] = {}
        self.turned_deeper: dict[str, Contest] = {}
        self.foresights: dict[str, Foresight | None] = {}
        self.truth = TruthStage(plan, [])
        self.weights_by_kind: ByKind | None = None

    @property
    def by_kind(self) -> tuple[ByKind, ...]:
        """Which terms differ between kinds of positions, by weights and by gains, as far as known."""
        return tuple(one for one in (self.weights_by_kind, self.truth.by_kind) if one is not None)

    @property
    def removed(self) -> list[tuple[str, ...]]:
        """The terms that each knock-out removes."""
        groups = [self.plan.groups[contest.name] for contest in self.group_knock_outs]
        return [(contest.name,) for contest in self.knock_outs] + groups

    @property
    def all_knock_outs(self) -> list[Contest]:
        return [*self.knock_outs, *self.group_knock_outs]

    def rows(self, worths: dict[str, Worth], seconds: float) -> tuple[TermRow, ...]:
        """The rows of all terms. `seconds`: how much of the card's whole time a pair of the knock-outs
        takes."""
        plan = self.plan
        of_terms = {name: worths[name] for name in plan.terms if name in worths}
        distinct = significant(of_terms, is_open=plan.pairs is None)
        helps_deeper = self.better(self.deeper)
        turned_confirmed = self.better(self.turned) & self.better(self.turned_deeper)
        asked = list(worths.values())
        rows, label_of = [], plan.lens.heuristic.label_of
        for at, name in enumerate(plan.terms):
            shape, worth = self.shapes[at], worths.get(name)
            refitted = self.refits[name].played.worth if name in self.refits else None
            redundant = shape.partner is not None and shape.is_redundant
            partner = label_of(plan.terms[shape.partner or 0]) if redundant else ""
            more = "" if worth is None else self._more(worth, asked, seconds)
            facts = name in distinct, refitted, partner, more, name in helps_deeper
            words = self._unless_drawn(name, verdict(shape, plan.weight(name), worth, *facts))
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
                    _worth_of(self.turned_deeper, name),
                    name in turned_confirmed,
                    self.foresights.get(name),
                    self.suggested.get(name),
                    self.truth.terms.get((name,)),
                    tuple(found for one in self.by_kind if (found := one.of(name)) is not None),
                )
            )
        return tuple(rows)

    def better(self, contests: Mapping[str, Contest]) -> frozenset[str]:
        """The names of the contests that are won beyond chance: those of terms with more nodes, or with the
        opposite sign. Other games chose which signs to turn, so the choice does not bias the result."""
        worths = {name: contest.played.worth for name, contest in contests.items() if contest.played.points}
        distinct = significant(worths, is_open=self.plan.pairs is None)
        return frozenset(name for name in distinct if worths[name].is_better)

    def _unless_drawn(self, name: str, words: str) -> str:
        """The verdict `words`; but ALL_DRAWN in place of "worth at most" if all games were drawn."""
        drawn = any(contest.name == name and contest.played.all_drawn for contest in self.all_knock_outs)
        return ALL_DRAWN if drawn and words.startswith(AT_MOST) else words

    def _more(self, worth: Worth, asked: Sequence[Worth], seconds: float) -> str:
        """How many more pairs or minutes a verdict on a comparison takes, in words; `asked` are all
        comparisons."""
        return in_minutes(worth, asked, seconds) if self.plan.pairs is None else in_pairs(worth, len(asked))

    def group_rows(self, worths: dict[str, Worth], seconds: float) -> tuple[TermRow, ...]:
        of_groups = {contest.name: contest.played.worth for contest in self.group_knock_outs}
        distinct = significant(of_groups, is_open=self.plan.pairs is None)
        # A group counts as a term that contributes everywhere and is correlated with none.
        shape, asked = TermShape(1.0, 0.0, 1.0, None, 0.0), list(worths.values())
        rows = []
        for contest in self.group_knock_outs:
            worth = contest.played.worth
            more = self._more(worth, asked, seconds)
            words = verdict(shape, 1.0, worth, contest.name in distinct, None, "", more)
            words = self._unless_drawn(contest.name, words)
            truth = self.truth.terms.get(self.plan.groups[contest.name])
            rows.append(TermRow(contest.name, contest.name, words, worth=worth, truth=truth))
        return tuple(rows)


def _half_width(contest: Contest) -> float:
    return contest.played.worth.half_width


def _worth_of(contests: dict[str, Contest], name: str) -> Worth | None:
    return contests[name].played.worth if name in contests and contests[name].played.points else None
