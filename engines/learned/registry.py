"""The one list of learners that can be trained."""

from functools import cache
from importlib import import_module

from engines.learned.learners import Learner
from games.contract import BadText

MODULES = ("engines.learned.qtable",)
"""Each has its learners in `LEARNERS`."""


@cache
def learners() -> tuple[Learner, ...]:
    return tuple(learner for module in MODULES for learner in import_module(module).LEARNERS)


def learner_named(kind: str, game: str | None = None, form: tuple[tuple[str, int], ...] = ()) -> Learner:
    """The learner of a kind of player, of a game (None: the first that it plays) and of a form; BadText."""
    of_kind = [learner for learner in learners() if learner.kind == kind]
    if not of_kind:
        names = sorted({learner.kind for learner in learners()})
        raise BadText(f"learner: expected one of {', '.join(names)}, found {kind!r}")
    game = game or of_kind[0].game
    for learner in of_kind:
        if (learner.game, learner.form) == (game, form):
            return learner
    games = dict.fromkeys(learner.game for learner in of_kind if learner.form == form)
    raise BadText(f"game: expected {', '.join(games)} for {kind}, found {game!r}")
