"""The plans of experiments: everything that their games and other units depend on. Most have a heuristic with
its weights and a budget of nodes. Each stage has separate openings and seeds."""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from arena.match import Match
from arena.openings import enough_plies
from engines.player_kinds import PlayerSpec
from games.contract import BadText, Options
from games.registry import load_game
from heuristics.content_hash import content_hash
from heuristics.failure import TermFailure
from heuristics.lens import Lens, Weights
from heuristics.presets import differences
from heuristics.registry import load_lens
from heuristics.smoke_test import check

PLAYER = "strong"
"""The kind of player that plays a plan's heuristic."""


class ExperimentPlan(Protocol):
    """All that the units of an experiment depend on."""

    @property
    def game(self) -> str: ...

    @property
    def text(self) -> str:
        """One line of JSON, the same for plans with the same units (`plan_text`)."""
        ...

    def check(self) -> None:
        """Raises BadText if its heuristic or player cannot play."""
        ...


class LensPlan(ExperimentPlan, Protocol):
    """The plan of an experiment with a heuristic."""

    @property
    def lens(self) -> Lens: ...


class GamesPlan:
    """The plan of an experiment with games. `openings` is the number of different openings that its games
    need; `weights` are those that a person changed."""

    game: str
    options: Options
    seed: int
    weights: Weights | None

    @property
    def openings(self) -> int:
        raise NotImplementedError

    def seed_of(self, *parts: int) -> int:
        """The seed of a stage, or of a part of it. It fits into an int64."""
        return int(np.random.SeedSequence([self.seed, *parts]).generate_state(1, np.uint64)[0] >> 1)

    def match(
        self, first: PlayerSpec, second: PlayerSpec, stage: int, random_plies: int, pairs: int
    ) -> Match:
        """A match of a stage. All matches of one stage share openings and seeds."""
        return Match(
            load_game(self.game),
            first,
            second,
            2 * pairs,
            self.options,
            random_plies,
            self.seed_of(stage),
            self.weights,
            table_megabytes=4,
        )

    @cached_property
    def random_plies(self) -> int:
        """The number of random moves at the beginning of games: enough for more openings than needed."""
        return enough_plies(load_game(self.game), self.options, self.openings)


class HeuristicPlan(GamesPlan):
    """The plan of an experiment with games of a heuristic; `nodes` is the budget of a move."""

    heuristic: str
    nodes: int

    @property
    def text(self) -> str:
        """One line of JSON, the same for plans with the same games."""
        raise NotImplementedError

    @cached_property
    def lens(self) -> Lens:
        return load_lens(self.game, self.heuristic, self.weights)

    def check(self) -> None:
        """Raises BadText for a heuristic that cannot play."""
        check_lens(self.lens)

    def player(self, changes: Mapping[str, float] | None = None, nodes: int = 0) -> PlayerSpec:
        """The heuristic's player, with some weights changed; 0 `nodes` stands for the plan's."""
        weights = differences(self.lens) | dict(changes or {})
        budget = (("nodes", nodes or self.nodes),)
        return PlayerSpec(PLAYER, self.heuristic, budget, weights=tuple(weights.items()))

    @cached_property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{file_stem(self)}.sqlite"

    def described(self, **more: Any) -> str:
        """The `text` of the plan. `more` are further values that its games depend on."""
        return plan_text(self.lens, self.options, nodes=self.nodes, seed=self.seed, **more)


def plan_text(lens: Lens, options: Options, **more: Any) -> str:
    """One line of JSON, the same for experiments with the same units. It has the heuristic's name, a hash of
    its content and its weights, the rules' options, and `more` values that the units depend on."""
    values = {
        "game": lens.heuristic.game,
        "heuristic": lens.name,
        "content": content_hash(lens.heuristic),
        "weights": [float(weight) for weight in lens.weights],
        "options": options.model_dump(mode="json"),
    }
    return json.dumps(values | more, sort_keys=True)


def check_lens(lens: Lens) -> None:
    """Raises BadText for a heuristic that cannot play."""
    try:
        check(lens, lens.heuristic.game)
    except TermFailure as failure:
        raise BadText(str(failure)) from None


def file_stem(plan: LensPlan, *words: str) -> str:
    """The name of a file for a plan, without its suffix."""
    return stem_of(plan, plan.lens.name, *words)


def stem_of(plan: ExperimentPlan, about: str, *words: str) -> str:
    """The name of a file for a plan that is `about` a heuristic or a player, without its suffix."""
    digest = hashlib.sha256(plan.text.encode()).hexdigest()[:12]
    named = "".join(sign if sign.isalnum() else "-" for sign in f"{plan.game}-{about}")
    return "-".join((named, *words, digest))
