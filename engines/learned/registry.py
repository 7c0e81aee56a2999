"""The one list of learners that can be trained."""

from functools import cache
from importlib import import_module

from engines.learned.learners import Learner
from games.contract import BadText

MODULES = ("engines.learned.qtable", "engines.learned.dqn")
"""Modules with learners in `LEARNERS`."""


@cache
def learners() -> tuple[Learner, ...]:
    return tuple(learner for module in MODULES for learner in import_module(module).LEARNERS)


def learner_named(kind: str, game: str | None = None) -> Learner:
    """The learner of a kind of player and a game (None: the first game that it plays). Raises BadText if
    there is none."""
    of_kind = [learner for learner in learners() if learner.kind == kind]
    if not of_kind:
        names = sorted({learner.kind for learner in learners()})
        raise BadText(f"learner: expected one of {', '.join(names)}, found {kind!r}")
    game = game or of_kind[0].game
    for learner in of_kind:
        if learner.game == game:
            return learner
    games = ", ".join(learner.game for learner in of_kind)
    raise BadText(f"game: expected {games} for {kind}, found {game!r}")
