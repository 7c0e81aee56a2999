"""What a calibration depends on: a heuristic with its weights, the rules' options, a budget and seeds."""

from dataclasses import dataclass
from functools import cached_property

from arena.calibration.chance_scale import STATIC
from arena.calibration.valued_games import Budget
from arena.experiments.plan import HeuristicPlan, file_stem
from arena.match import Match
from games.contract import BadText, Options
from heuristics.lens import Weights

FORMAT = 3

USUAL_NODES, USUAL_GAMES = 2_000, 2_000

LEAST_GAMES = 20

FIT, CHECK = range(2)
"""The games that a calibration is fitted to, and those that it is checked with."""

BUDGETS = Budget(STATIC), Budget(100, 2), Budget(14_000, 1), Budget(100_000, 1, every=3)
"""The budgets that value positions, apart from the games' own. They reach from no search to a long analysis,
as the values in the window do. Large budgets value fewer positions, because they take most of the time."""

SEEDS = {FIT: 0, CHECK: 2}
"""By stage: the number from which its seeds are made. Number 1 is left out: its games were used to choose the
shape of the curves."""


@dataclass(frozen=True)
class CalibrationPlan(HeuristicPlan):
    """`nodes` is the budget of each program for a move; `games` are played for the fit, and as many for the
    check. Positions are valued with that budget, and with the `others`."""

    game: str
    heuristic: str
    options: Options
    nodes: int = USUAL_NODES
    games: int = USUAL_GAMES
    seed: int = 0
    weights: Weights | None = None
    others: tuple[Budget, ...] = BUDGETS

    def __post_init__(self) -> None:
        if self.games < LEAST_GAMES:
            raise BadText(f"--games: expected at least {LEAST_GAMES}, found {self.games}")

    @cached_property
    def budgets(self) -> tuple[Budget, ...]:
        """All budgets that positions are valued with, the smallest first."""
        others = (each for each in self.others if each.nodes != self.nodes)
        return tuple(sorted((Budget(self.nodes), *others), key=lambda budget: budget.nodes))

    @property
    def openings(self) -> int:
        return self.games

    def match_of(self, stage: int) -> Match:
        """The match of a stage. Only the first game of each pair is played, each from an opening of its
        own."""
        return self.match(self.player(), self.player(), SEEDS[stage], self.random_plies, self.games)

    def seed_of_game(self, stage: int, game: int) -> int:
        """The seed that draws the positions of a game."""
        return self.seed_of(SEEDS[stage], game)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for calibrations with the same games."""
        budgets = [[budget.nodes, budget.positions, budget.every] for budget in self.budgets]
        return self.described(calibration=FORMAT, random_plies=self.random_plies, budgets=budgets)

    @cached_property
    def stem(self) -> str:
        """The name of its files, without their suffixes."""
        return file_stem(self, str(self.nodes))
