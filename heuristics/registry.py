"""Which heuristics there are: every `Heuristic` that a game's module in this folder defines."""

from importlib import import_module
from types import ModuleType

from games.registry import entry
from heuristics.contract import Heuristic, find
from heuristics.lens import Lens, Weights


def in_module(module: ModuleType) -> list[Heuristic]:
    """The module's heuristics in the order of their definition."""
    found = [value for value in vars(module).values() if isinstance(value, Heuristic)]
    return list(dict.fromkeys(found))


def heuristics_of(game: str) -> list[Heuristic]:
    """A game's heuristics; BadText for an unknown game."""
    return in_module(import_module(f"heuristics.{entry(game).name}"))


def load_heuristic(game: str, name: str) -> Heuristic:
    """A heuristic by game and name; BadText for an unknown one."""
    return find(heuristics_of(game), name, game)


def load_lens(game: str, name: str, weights: Weights | None = None) -> Lens:
    """A heuristic with the weights that a person changed; BadText for an unknown one, or a weight
    that it cannot have."""
    return Lens.of(load_heuristic(game, name), (weights or {}).get(game, {}).get(name))


def default_heuristic(game: str) -> Heuristic:
    """The one that a game's module names as `DEFAULT`: a person's first opponent plays with it."""
    heuristic = import_module(f"heuristics.{entry(game).name}").DEFAULT
    assert isinstance(heuristic, Heuristic)
    return heuristic
