"""Makes the kinds of players that play by a trained table or net, such as `qtable`."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from engines.learned.files import TRAINED, file_of, stamp
from engines.learned.policy import Policy, PolicyPlayer
from engines.player_kinds import SEED, Kind, Making, PlayerSpec

KEPT = 8
"""How many policies of each learner stay in memory."""

Load = Callable[[PlayerSpec], Policy]


def loader(learner: str, read: Callable[[Path], Policy]) -> Load:
    """A function that loads what a player has learned: the shipped file, or the one `trained` here with a
    seed. It reads a file again when it has changed."""

    @lru_cache(maxsize=KEPT)
    def loaded(path: Path, changed: int) -> Policy:
        return read(path)

    def load(spec: PlayerSpec) -> Policy:
        path = file_of(learner, spec.option(TRAINED[0]))
        return loaded(path, stamp(path))

    return load


def learned_kind(name: str, description: str, loads: Mapping[str, Load], title: str) -> Kind:
    """The kind of player, for the games of `loads`."""

    def make(spec: PlayerSpec, making: Making) -> PolicyPlayer:
        seed = dict(spec.options).get("seed", making.seed)
        return PolicyPlayer(lambda: loads[making.game](spec), spec.kind, str(spec), seed)

    options = dict((SEED, TRAINED))
    return Kind(name, description, make, options=options, games=tuple(loads), evaluates=True, title=title)
