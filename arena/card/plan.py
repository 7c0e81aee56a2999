"""The plan of a report card: a heuristic with its weights, a budget, and the seeds of its stages."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arena.match import Match
from arena.openings import enough_plies
from engines.player_kinds import PlayerSpec
from games.contract import BadText, Options
from games.registry import load_game
from heuristics.content_hash import content_hash
from heuristics.lens import Lens, Weights
from heuristics.registry import load_lens

FORMAT = 1

USUAL_NODES, USUAL_MINUTES = 1000, 10.0

DEEPER = 4
"""The factor from the nodes of the first budget to those of the second."""

CHUNK = 10
"""Pairs of games that are played, kept and counted together."""

PLAYER = "strong"
"""The kind of player of all games."""

DATA, PILOT, KNOCK_OUT, REFIT, TURNED, CONFIRM, FORESIGHT, AGAINST = range(8)
"""Stages, each with separate seeds."""


@dataclass(frozen=True)
class CardPlan:
    """All that a card depends on. `nodes` are those of a move. With `pairs`, each comparison has that many
    pairs of games, and the card is the same for any number of workers; without, it takes `minutes`.

    `rival`: the name of another heuristic that this one is compared with, "" for none.
    """

    game: str
    heuristic: str
    options: Options
    nodes: int = USUAL_NODES
    seed: int = 0
    pairs: int | None = None
    minutes: float = USUAL_MINUTES
    weights: Weights | None = None
    rival: str = ""

    def __post_init__(self) -> None:
        if self.pairs is not None and self.pairs < CHUNK:
            raise BadText(f"--pairs: expected at least {CHUNK}, found {self.pairs}")

    @cached_property
    def lens(self) -> Lens:
        return load_lens(self.game, self.heuristic, self.weights)

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The names of the terms, in the heuristic's order."""
        return tuple(term.name for term in self.lens.heuristic.terms)

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The terms of each group that has more than one, by its name."""
        found: dict[str, list[str]] = {}
        for term in self.lens.heuristic.terms:
            if term.group:
                found.setdefault(term.group, []).append(term.name)
        return {group: tuple(names) for group, names in found.items() if len(names) > 1}

    def weight(self, term: str) -> float:
        return self.lens.weight(term)

    def player(self, changes: Mapping[str, float] | None = None, nodes: int = 0) -> PlayerSpec:
        """The heuristic's player, with some weights changed."""
        own = [(name, float(self.lens.weight(name))) for name in self.lens.heuristic.weight_names]
        defaults = dict(
            zip(self.lens.heuristic.weight_names, self.lens.heuristic.default_weights, strict=True)
        )
        weights = {name: value for name, value in own if value != defaults[name]}
        for name, value in (changes or {}).items():
            weights[name] = value
        return PlayerSpec(
            PLAYER, self.heuristic, (("nodes", nodes or self.nodes),), weights=tuple(weights.items())
        )

    def seed_of(self, *parts: int) -> int:
        """The seed of a stage, or of a part of it."""
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
        """The number of random moves at the beginning of games: as many as give openings to spare."""
        return enough_plies(load_game(self.game), self.options, self.pairs or USUAL_PAIRS)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for cards with the same games. Minutes are no part of it: a card goes on
        from where it stopped, for the minutes that it is given."""
        values: dict[str, Any] = {
            "card": FORMAT,
            "game": self.game,
            "heuristic": self.heuristic,
            "content": content_hash(self.lens.heuristic),
            "weights": [float(weight) for weight in self.lens.weights],
            "options": self.options.model_dump(mode="json"),
            "nodes": self.nodes,
            "seed": self.seed,
            "pairs": self.pairs,
            "rival": self.rival,
        }
        return json.dumps(values, sort_keys=True)

    @cached_property
    def file_name(self) -> str:
        """The name of the card's file."""
        digest = hashlib.sha256(self.text.encode()).hexdigest()[:12]
        words = "".join(sign if sign.isalnum() else "-" for sign in f"{self.game}-{self.heuristic}")
        return f"{words}-{digest}.sqlite"


USUAL_PAIRS = 2000
"""The number of pairs that openings are made for where a card has a time limit."""
