"""What drawn positions depend on: a game, its usual heuristic, the rules' options and a seed."""

from dataclasses import dataclass
from functools import cached_property

from arena.experiments.plan import HeuristicPlan, file_stem
from arena.match import Match
from arena.sign.candidate_game import BUDGETS, CLEAR_SHARE, LEVEL, PROOF_NODES, TRIES, CandidateGame
from engines.player_text import level_player
from games.contract import BadText, Options
from games.registry import load_game
from heuristics.lens import Weights
from heuristics.registry import default_heuristic, levels_of

FORMAT = 1

MOST_GAMES = 4_000
"""The number of games after which the drawing ends with what it has."""


@dataclass(frozen=True)
class DrawingPlan(HeuristicPlan):
    """`wanted` positions of a game. `of` makes a plan: both programs play with the usual heuristic and its
    default weights, so that the same seed draws the same positions for everybody."""

    game: str
    heuristic: str
    options: Options
    wanted: int
    seed: int = 0
    nodes: int = PROOF_NODES
    weights: Weights | None = None

    @classmethod
    def of(cls, game: str, options: Options, wanted: int, seed: int = 0) -> "DrawingPlan":
        """A plan with the game's usual heuristic. Raises BadText for an unknown game or too few positions."""
        return cls(load_game(game).name, default_heuristic(game).name, options, wanted, seed)

    def __post_init__(self) -> None:
        if self.wanted < 2:
            raise BadText(f"--draw: expected at least 2 positions, found {self.wanted}")

    @property
    def openings(self) -> int:
        return MOST_GAMES

    @cached_property
    def games(self) -> Match:
        """The match whose games are played. Of each pair only the first is: equal players play the second
        one alike."""
        level = level_player(self.game, LEVEL)
        return self.match(level, level, 0, self.random_plies, MOST_GAMES)

    def candidate(self, number: int, may_be_proven: bool) -> CandidateGame:
        """A game by its number, to draw a position from."""
        single = self.games.single_game(2 * number)
        return CandidateGame(single, self.heuristic, self.seed_of(1, number), may_be_proven)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for plans that draw the same positions."""
        level = levels_of(self.game)[LEVEL - 1]
        return self.described(
            decided=FORMAT,
            wanted=self.wanted,
            level=[LEVEL, level.depth, level.nodes, level.slack],
            playouts=[*BUDGETS],
            share=CLEAR_SHARE,
            tries=TRIES,
            random_plies=self.random_plies,
        )

    @cached_property
    def stem(self) -> str:
        """The name of its files, without their suffixes."""
        return file_stem(self, "decided")
