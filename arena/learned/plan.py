"""What the explanation of a learned player depends on: the player, with what it has learned, and the seeds of
its games."""

import hashlib
import json
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arena.experiments.plan import GamesPlan, stem_of
from arena.gaps.plan import GAMES, LEAST_GAMES, USUAL_OPENINGS
from arena.match import Match
from engines.learned.policy import Policy, PolicyPlayer
from engines.learned.registry import learners
from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine
from engines.registry import kind_named
from games.contract import BadText, Options

FORMAT = 1

USUAL_GAMES = 400


def policy_of(game: str, player: PlayerSpec, options: Options) -> Policy:
    """What a player has learned. Raises BadText if its file is missing or cannot be read, and for a kind of
    player that does not learn."""
    if kind_named(player.kind).evaluates:
        with closing(make_engine(player, game, None, 0, 1, options=options)) as engine:
            if isinstance(engine, PolicyPlayer):
                return engine.policy
    names = ", ".join(learner.kind for learner in learners() if learner.game == game)
    expected = f"one that learned ({names})" if names else f"another game, as no player of {game} learned"
    raise BadText(f"player {str(player)!r}: expected {expected}")


@dataclass(frozen=True)
class ExplanationPlan(GamesPlan):
    """The plan of an explanation: which player, and how many games of it. The explanation is the same for any
    number of workers."""

    game: str
    player: PlayerSpec
    options: Options
    seed: int = 0
    games: int = USUAL_GAMES

    weights = None

    def __post_init__(self) -> None:
        if self.games < LEAST_GAMES:
            raise BadText(f"--games: expected at least {LEAST_GAMES}, found {self.games}")

    @property
    def openings(self) -> int:
        return max(USUAL_OPENINGS, self.games)

    @cached_property
    def policy(self) -> Policy:
        """What the player has learned."""
        return policy_of(self.game, self.player, self.options)

    def check(self) -> None:
        """Raises BadText for a player that has learned nothing, or whose file cannot be read."""
        self.policy  # noqa: B018

    @cached_property
    def self_play(self) -> Match:
        """The match of its games. Only the first game of each pair is played."""
        return self.match(self.player, self.player, GAMES, self.random_plies, self.openings)

    @cached_property
    def text(self) -> str:
        """One line of JSON, the same for explanations with the same games. Up to USUAL_OPENINGS it does not
        depend on the number of games: more games go on from where fewer ended."""
        values = {
            "explanation": FORMAT,
            "game": self.game,
            "player": str(self.player),
            "content": hashlib.sha256(self.policy.learned.tobytes()).hexdigest(),
            "options": self.options.model_dump(mode="json"),
            "openings": self.openings,
            "seed": self.seed,
        }
        return json.dumps(values, sort_keys=True)

    @cached_property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{stem_of(self, str(self.player))}.sqlite"

    def to_json(self) -> dict[str, Any]:
        """The first fields of the JSON of an explanation."""
        return {
            "game": self.game,
            "player": str(self.player),
            "unit": self.policy.unit,
            "seed": self.seed,
            "options": self.options.model_dump(mode="json"),
        }
