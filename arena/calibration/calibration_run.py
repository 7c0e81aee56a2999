"""Makes a calibration: plays games for the fit and fresh games for the check, and keeps all in a file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arena.calibration.calibration import BudgetCurves, Calibration
from arena.calibration.fit import check, fit_phases, of_their_phase, phase_starts
from arena.calibration.plan import CHECK, FIT, CalibrationPlan
from arena.calibration.valued_games import ValuedGames, ValuedPositions
from arena.experiments.experiment_run import ExperimentRun
from games.contract import BadText
from heuristics.content_hash import content_hash

UNIT = 10
"""Games of one unit of work, which are played and kept together."""

BATCH = 100
"""The number of games between two reports."""


Answers = Mapping[int, Any]
"""By the number of a game: its rows (`ValuedGames`)."""


@dataclass(frozen=True)
class CalibrationProgress:
    """The progress of a calibration: `stage` is the current one, `played` of `games` are over; `calibration`
    is the result, None before. `seconds` is the time of all workers together."""

    stage: str
    played: int
    games: int
    seconds: float = 0.0
    calibration: Calibration | None = None


class CalibrationRun(ExperimentRun[CalibrationPlan, CalibrationProgress]):
    """Makes a calibration. The same plan gives the same one for any number of workers. Raises BadText if all
    values of positions after the opening are forced wins or losses."""

    def _first(self) -> CalibrationProgress:
        return CalibrationProgress("preparing", 0, 2 * self.plan.games)

    def _prepare(self) -> bool:
        return self.plan.match_of(FIT).prepare()

    def _make(self) -> None:
        plan = self.plan
        fitted = self._positions(FIT, "games for the fit")
        checked = self._positions(CHECK, "games for the check")
        self._report(replace(self.newest, stage="fitting"))
        made = Calibration(
            plan.game,
            plan.heuristic,
            content_hash(plan.lens.heuristic),
            tuple(plan.lens.weights.tolist()),
            plan.options.model_dump(mode="json"),
            plan.nodes,
            plan.seed,
            plan.games,
            tuple(self._curves(fitted, checked)),
        )
        self._report(replace(self.newest, stage="", calibration=made))

    def _curves(self, fitted: Answers, checked: Answers) -> Iterator[BudgetCurves]:
        """The curves of each budget. All have the phases of the games' own budget."""
        plan = self.plan
        positions = ValuedPositions.of(fitted, plan.nodes)
        if positions.opening.all():
            found = f"all values in {plan.games} games are forced wins or losses"
            raise BadText(f"{plan.heuristic}: {found}, so there is nothing to calibrate")
        starts = phase_starts(positions)
        for budget in plan.budgets:
            fit, fresh = (
                of_their_phase(ValuedPositions.of(games, budget.nodes), starts) for games in (fitted, checked)
            )
            if phases := fit_phases(fit, plan.seed, starts):
                bins = check(phases, fresh)
                yield BudgetCurves(budget.nodes, phases, bins)

    def _positions(self, stage: int, words: str) -> Answers:
        plan, match, workshop = self.plan, self.plan.match_of(stage), self._workshop

        def unit(number: int) -> ValuedGames:
            games = range(UNIT * number, UNIT * (number + 1))
            return ValuedGames(
                games.start,
                # Equal players would play the second game of a pair like the first.
                tuple(match.single_game(2 * game) for game in games),
                tuple(plan.seed_of_game(stage, game) for game in games),
                plan.budgets,
            )

        answers = []
        units = -(-plan.games // UNIT)
        for first in range(0, units, BATCH // UNIT):
            numbers = range(first, min(units, first + BATCH // UNIT))
            for games in workshop.ask(_stage(stage), numbers, unit):
                answers += games
            seconds = workshop.seconds(_stage(FIT)) + workshop.seconds(_stage(CHECK))
            played = min(len(answers), plan.games) + stage * plan.games
            self._report(CalibrationProgress(words, played, 2 * plan.games, seconds))
        return dict(enumerate(answers[: plan.games]))


def _stage(stage: int) -> str:
    return ("fit", "check")[stage]
