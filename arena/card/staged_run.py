"""What making a report card and tuning have in common: self-play, the fit of weights to it, comparisons, and
their time.

Each stage has a share of the time, and reads the clock whenever it is about to hand out units of its work.
Time that a stage does not need goes to the next stages. With a fixed number of pairs nothing depends on time.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from arena.card.card import Confirmation, Suggested, Suggestion
from arena.card.collinearity import LEAST_POSITIONS, TermShape, term_shapes
from arena.card.pairs import PairsPlayed
from arena.card.plan import AT_RANDOM, CHUNK, CONFIRM, DATA, DEEPER, KNOCK_OUT, PILOT, TURNED, USUAL, CardPlan
from arena.card.regression import Fit, calibrate, fit_weights
from arena.card.self_play import DataGame, Sample
from arena.experiments.experiment_run import ExperimentRun, GoesOn, Make
from arena.experiments.plan import PLAYER
from arena.sequential import ACCEPT, NONE, SequentialTest
from engines.player_kinds import PlayerSpec
from heuristics.registry import default_heuristic

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

A = TypeVar("A", bound="DataclassInstance")


@dataclass
class Contest:
    """A match between two versions of a heuristic, such as the full one and one without a term."""

    name: str
    played: PairsPlayed


PILOT_GAMES = 8
"""The first games. Their length gives the number of plies among which some are random in later games."""

DATA_BATCH = 16
PAIR_BATCH = 100
"""The number of games, or of pairs, after which it is decided again what to play next."""

GAMES_A_PAIR = 2
LEAST_GAMES = 20
"""If the plan fixes the number of pairs: games of self-play for each pair, and their least number. A fit
needs LEAST_GAMES, too."""

FEW_GAMES = 100
"""With fewer games of self-play, a fit that suggests no weights does not show that the present ones are
good."""

FIRST_SHARE = 0.3
"""The share of the time that the pilot games and the first DATA_BATCH games may take together."""

OTHER_GAMES = 20
"""The number of games against the usual heuristic, and of games of random moves."""

TEST = SequentialTest(0.0, 20.0)
"""Whether the suggested weights are better by 20 normalized Elo, or not better."""


class StagedRun(ExperimentRun[CardPlan, A], Generic[A]):
    """A run in stages. Its reports are of the class `answer`. `shares` are the shares of time by stage: the
    first is "data" (self-play), the last is "confirm"; "others" plays the OTHER_GAMES."""

    answer: type[Any]
    shares: ClassVar[Mapping[str, float]]

    def __init__(
        self, plan: CardPlan, path: Path, workers: int = 1, executor: str = "", scheduler: str = ""
    ) -> None:
        super().__init__(plan, path, workers, executor, scheduler)
        self._stages: dict[str, set[str]] = {}
        self._cut: set[str] = set()  # the stages whose time was up before they were done

    def _first(self) -> A:
        first: A = self.answer(self.plan, "preparing", file=str(self.path))
        return first

    def _prepare(self) -> bool:
        self._job.report(replace(self.newest, stage="compiling"))
        plan = self.plan
        return plan.match(plan.player(), plan.player({plan.terms[0]: 0.0}), KNOCK_OUT, 0, 1).prepare()

    def _tell(self, stage: str, **news: Any) -> None:
        """Reports the stage, with the fields of the report that have changed."""
        times = {
            "seconds": self._workshop.taken,
            "compile_seconds": self._workshop.compiling / self._workshop.workers,
        }
        self._report(replace(self.newest, stage=stage, **times, **news))

    def _sample(self) -> Sample:
        """The positions of self-play. Those of other games go to `self._others`."""
        self._tell("playing for positions")
        plan = self.plan
        wandering = self._wandering()
        stage, games = f"games {wandering}", self._data_games(DATA, wandering)
        if plan.pairs is not None:
            count = max(LEAST_GAMES, GAMES_A_PAIR * plan.pairs)
            answers = self._ask("data", stage, range(count), games)
        else:
            count = max(DATA_BATCH, self._workshop.known(stage))
            answers = self._ask("data", stage, range(count), games, self._first_games())
            while self._goes_on("data"):
                count += DATA_BATCH
                answers = self._ask("data", stage, range(count), games)
        self._others = self._other_games(wandering)
        sample = Sample.of(dict(enumerate(answers)), len(plan.terms))
        self.newest = replace(
            self.newest,
            games=sample.count,
            positions=len(sample.results),
            other_games=self._others.count,
            other_positions=len(self._others.results),
        )
        return sample

    def _other_games(self, wandering: int) -> Sample:
        """Positions of games against the game's usual heuristic, and of random moves."""
        plan = self.plan
        usual, wanders = default_heuristic(plan.game), PlayerSpec("random")
        opponents = [(AT_RANDOM, f"games at random {wandering}", wanders, wanders)]
        if usual.name != plan.heuristic:
            budget = (("nodes", plan.nodes),)
            other = PlayerSpec(PLAYER, usual.name, budget)
            opponents.append((USUAL, f"games against {other} {wandering}", plan.player(), other))
        answers = []
        for stage, name, first, second in opponents:
            games = self._data_games(stage, wandering, first, second)
            answers += self._ask("others", name, range(OTHER_GAMES), games)
        return Sample.of(dict(enumerate(answers)), len(plan.terms))

    def _shapes(self, sample: Sample) -> tuple[TermShape, ...]:
        return term_shapes(sample.terms, self._others.terms, sample.count + self._others.count)

    def _remark(self, sample: Sample) -> str:
        """A warning about the games, which a person must read first; else ""."""
        games = sample.count
        if games < DATA_BATCH:
            return f"Too little data: {games or 'no'} game{'s' * (games != 1)} of self-play."
        return f"All {games} games of self-play were drawn." if sample.all_drawn else ""

    def _wandering(self) -> int:
        """The number of plies at the beginning of games among which some are random: a third of the median
        length of the pilot games. A card that goes on keeps the number, even if there was little time for
        those games."""
        pilot = self._data_games(PILOT, 0)
        # First the pilot games of earlier runs alone: more of them could give another number.
        for games in (min(PILOT_GAMES, self._workshop.known("pilot")), PILOT_GAMES):
            answers = self._ask("data", "pilot", range(games), pilot, self._first_games())
            lengths = [answer["plies"] for answer in answers]
            wandering = int(np.median(lengths)) // 3 if lengths else 0
            if lengths and self._workshop.known(f"games {wandering}"):
                break
        return wandering

    def _data_games(
        self, stage: int, wandering: int, first: PlayerSpec | None = None, second: PlayerSpec | None = None
    ) -> Callable[[int], DataGame]:
        """Makes the games between two players, by default of self-play."""
        plan = self.plan
        players, judge = (first or plan.player(), second or plan.player()), plan.player() if first else None
        match = plan.match(*players, stage, plan.random_plies, 1)

        def made(number: int) -> DataGame:
            return DataGame(match.single_game(number), plan.seed_of(stage, number), wandering, judge)

        return made

    def _fit(self, sample: Sample) -> tuple[Fit | None, dict[str, Suggested]]:
        """The calibration, and the weights that the results suggest. `self._no_fit` says why there is no fit,
        or that a fit to fewer than FEW_GAMES changes no weight; else ""."""
        plan = self.plan
        positions, games = len(sample.results), sample.count
        self._no_fit = ""
        if positions < LEAST_POSITIONS:
            self._no_fit = f"Too little data for a fit: {positions} positions; {LEAST_POSITIONS} are needed."
        elif games < LEAST_GAMES:
            self._no_fit = f"Too little data for a fit: {games} games of self-play; {LEAST_GAMES} are needed."
        elif len(set(sample.results.tolist())) == 1:
            self._no_fit = f"No fit is possible: all results of {games} games are the same."
        elif sample.values.std() == 0.0:
            self._no_fit = f"No fit is possible: the heuristic values all {positions} positions alike."
        if self._no_fit:
            return None, {}
        fit = calibrate(sample.values, sample.results, sample.games)
        if fit.beta[0] <= 0.0:
            self._no_fit = f"In {games} games higher values did not go with better results: no fit."
            return fit, {}
        terms = sample.contributing
        fitted = fit_weights(sample.terms[:, terms], sample.results, sample.games, float(fit.beta[0]))
        found = {}
        for at, beta, error in zip(terms, fitted.beta, fitted.errors, strict=True):
            weight, slope = plan.weight(plan.terms[at]), float(fit.beta[0])
            ends = sorted((weight * (beta - 1.96 * error) / slope, weight * (beta + 1.96 * error) / slope))
            found[plan.terms[at]] = Suggested(float(weight * beta / slope), float(ends[0]), float(ends[1]))
        if games < FEW_GAMES and not self._changes(found):
            self._no_fit = f"Too little data to suggest weights: {games} games of self-play."
        return fit, found

    def _contest(self, label: str, second: Any, stage: int, nodes: int, first: Any = None) -> Contest:
        first = first or self.plan.player(nodes=nodes)
        match = self.plan.match(first, second, stage, self.plan.random_plies, PAIR_BATCH)
        return Contest(label, PairsPlayed(f"{stage} {first} {second}", match))

    def _without(self, names: Iterable[str], label: str, times: int = 1) -> Contest:
        """The full heuristic against itself with the weights `names` at 0."""
        nodes = times * self.plan.nodes
        out = self.plan.player(dict.fromkeys(names, 0.0), nodes)
        return self._contest(label, out, KNOCK_OUT, nodes)

    def _turned(self, name: str, times: int = 1) -> Contest:
        """The heuristic with the opposite sign of a weight against the heuristic itself."""
        nodes = times * self.plan.nodes
        turned = self.plan.player({name: -self.plan.weight(name)}, nodes)
        return self._contest(name, self.plan.player(nodes=nodes), TURNED, nodes, turned)

    def _changes(self, suggested: Mapping[str, Suggested]) -> dict[str, float]:
        """The suggested weights whose intervals do not contain the present ones."""
        plan = self.plan
        return {
            name: rounded(of.weight)
            for name, of in suggested.items()
            if not of.low <= plan.weight(name) <= of.high and rounded(of.weight) != plan.weight(name)
        }

    def _confirm(self, changes: Mapping[str, float], on_news: Callable[[Suggestion], None]) -> None:
        """Plays the changed weights against the present ones, at the second budget only if the test at the
        first accepts them."""
        plan = self.plan
        tests: list[Confirmation] = []
        for times in (1, DEEPER):
            nodes = times * plan.nodes
            # CONFIRM + times: different seeds for each number of nodes.
            contest = self._contest(
                "suggested", plan.player(nodes=nodes), CONFIRM + times, nodes, plan.player(changes, nodes)
            )
            self._count_time("confirm", contest.played.stage)
            most = plan.pairs if plan.pairs is not None else TEST.expected_games()[1]
            self._play_known(contest)
            while True:
                decision, _ = contest.played.decided(TEST, CHUNK)
                done = contest.played.counts.pairs
                if done >= most or (plan.pairs is None and decision != NONE):
                    break
                had_time = self._play("confirm", contest, min(most, done + PAIR_BATCH))
                on_news(Suggestion(dict(changes), tuple(tests), False))
                if not had_time:
                    decision, _ = contest.played.decided(TEST, CHUNK)
                    break
            if not contest.played.points:
                on_news(Suggestion(dict(changes), tuple(tests), False))
                break
            more = TEST.more_pairs(contest.played.counts) if decision == NONE else None
            tests.append(Confirmation(nodes, contest.played.worth, decision, more))
            accepted = len(tests) == 2 and all(test.decision == ACCEPT for test in tests)
            on_news(Suggestion(dict(changes), tuple(tests), accepted))
            if decision != ACCEPT:
                break

    # Time

    def _count_time(self, share: str, *stages: str) -> None:
        """Counts the time of a stage's units, also of earlier runs, as used time of a share. Call it
        before `_left` for that share."""
        self._stages.setdefault(share, set()).update(stages)

    def _ask(
        self, share: str, stage: str, numbers: Collection[int], make: Make, goes_on: GoesOn = None
    ) -> list[Any]:
        """The answers of the units for which the share has time. `goes_on` may end them sooner."""
        self._count_time(share, stage)
        answers = self._workshop.ask(stage, numbers, make, goes_on or self._limit(share))
        if len(answers) < len(numbers):
            self._cut.add(share)
        return answers

    def _play(self, share: str, contest: Contest, pairs: int) -> bool:
        """Plays a comparison until it has this number of pairs. Returns whether there was time for them."""
        self._count_time(share, contest.played.stage)
        done = contest.played.play(self._workshop, pairs, self._limit(share))
        if not done:
            self._cut.add(share)
        return done

    def _play_known(self, contest: Contest) -> None:
        """Adds the pairs that are in the file."""
        contest.played.play(self._workshop, CHUNK * self._workshop.known(contest.played.stage))

    def _limit(self, share: str) -> GoesOn:
        """A function that says whether a share has time left for further units. None if the plan fixes the
        number of pairs."""
        return None if self.plan.pairs is not None else lambda: self._left(share) > 0.0

    def _first_games(self) -> GoesOn:
        """A function that says whether there is time for the first games, without which there is no result.
        None if the plan fixes the number of pairs."""
        return None if self.plan.pairs is not None else lambda: self._left("data", FIRST_SHARE) > 0.0

    def _goes_on(self, share: str) -> bool:
        """Whether a share has time left. If not, its stage is cut short."""
        left = self._left(share) > 0.0
        if not left:
            self._cut.add(share)
        return left

    def _left(self, share: str, least: float = 0.0) -> float:
        """The workers' seconds that remain for a stage and the stages before it. They may take the sum of
        their shares, or a share `least` if that is more."""
        names = list(self.shares)
        given = max(least, sum(self.shares[name] for name in names[: names.index(share) + 1]))
        return self._workshop.left(self.plan.minutes, set().union(*self._stages.values()), given)

    def _seconds_a_pair(self, share: str) -> float:
        """A worker's seconds for a pair of a stage; 0 before the first pair."""
        stages = self._stages.get(share, set())
        chunks = sum(self._workshop.known(stage) for stage in stages)
        return sum(self._workshop.seconds(stage) for stage in stages) / max(1, CHUNK * chunks)


def rounded(weight: float) -> float:
    """The weight with three significant digits."""
    return float(f"{weight:.3g}")
