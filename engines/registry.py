"""All kinds of players, such as `human`, `random`, `alphabeta` or `level`. A new kind's module is added
here."""

from functools import cache
from importlib import import_module

from engines.player_kinds import PERSON, Kind
from games.contract import BadText

MODULES = (
    "engines.random_player",
    "engines.search_kinds",
    "engines.levels",
    "engines.subprocesses.program_kinds",
    "engines.learned.qtable",
    "engines.learned.dqn",
    "engines.learned.tabletactics_hunter",
)
"""Modules with kinds of players in `KINDS`."""


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds of players, a person first."""
    return (PERSON, *(kind for module in MODULES for kind in import_module(module).KINDS))


def kind_named(name: str) -> Kind:
    """The kind of player with a name. Raises BadText for an unknown one."""
    for kind in kinds():
        if kind.name == name:
            return kind
    raise BadText(f"player: expected one of {', '.join(k.name for k in kinds())}, found {name!r}")


def kinds_for(game: str) -> tuple[Kind, ...]:
    """The kinds of player that can play a game."""
    return tuple(kind for kind in kinds() if kind.games is None or game in kind.games)
