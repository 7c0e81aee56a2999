"""What a calibration depends on: a heuristic with its weights, the rules' options, a budget and seeds."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arena.match import Match
from arena.openings import enough_plies
from engines.player_kinds import PlayerSpec
from games.contract import BadText, Options
from games.registry import load_game
from heuristics.content_hash import content_hash
from heuristics.lens import Lens, Weights
from heuristics.presets import differences
from heuristics.registry import load_lens

FORMAT = 1

PLAYER = "strong"
"""The kind of player of all games."""

USUAL_NODES, USUAL_GAMES = 2_000, 2_000

LEAST_GAMES = 20

FIT, CHECK = range(2)
"""The games that a calibration is made of, and those that it is checked on; each with separate seeds."""


@dataclass(frozen=True)
class CalibrationPlan:
    """`nodes` are those of a move of both programs; `games` are played for the fit, and again as many for the
    check."""

    game: str
    heuristic: str
    options: Options
    nodes: int = USUAL_NODES
    games: int = USUAL_GAMES
    seed: int = 0
    weights: Weights | None = None

    def __post_init__(self) -> None:
        if self.games < LEAST_GAMES:
            raise BadText(f"--games: expected at least {LEAST_GAMES}, found {self.games}")

    @cached_property
    def lens(self) -> Lens:
        return load_lens(self.game, self.heuristic, self.weights)

    @cached_property
    def player(self) -> PlayerSpec:
        weights = tuple(differences(self.lens).items())
        return PlayerSpec(PLAYER, self.heuristic, (("nodes", self.nodes),), weights=weights)

    def seed_of(self, *parts: int) -> int:
        """The seed of a stage, or of a game of it."""
        return int(np.random.SeedSequence([self.seed, *parts]).generate_state(1, np.uint64)[0] >> 1)

    def match(self, stage: int) -> Match:
        """The match whose first games of pairs are a stage's games: each from an opening of its own."""
        return Match(
            load_game(self.game),
            self.player,
            self.player,
            2 * self.games,
            self.options,
            self.random_plies,
            self.seed_of(stage),
            self.weights,
            table_megabytes=4,
        )

    @cached_property
    def random_plies(self) -> int:
        """The number of random moves at the beginning of games: as many as give openings to spare."""
        return enough_plies(load_game(self.game), self.options, self.games)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for calibrations with the same games."""
        values = {
            "calibration": FORMAT,
            "game": self.game,
            "heuristic": self.heuristic,
            "content": content_hash(self.lens.heuristic),
            "weights": [float(weight) for weight in self.lens.weights],
            "options": self.options.model_dump(mode="json"),
            "nodes": self.nodes,
            "random_plies": self.random_plies,
            "seed": self.seed,
        }
        return json.dumps(values, sort_keys=True)

    @cached_property
    def stem(self) -> str:
        """The name of its files, without what kind they are."""
        digest = hashlib.sha256(self.text.encode()).hexdigest()[:12]
        words = "".join(sign if sign.isalnum() else "-" for sign in f"{self.game}-{self.heuristic}")
        return f"{words}-{self.nodes}-{digest}"
