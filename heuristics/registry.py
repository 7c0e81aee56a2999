"""Which heuristics there are: every `Heuristic` that a game's module in this folder defines.

A module that cannot be loaded fails for itself, with file and line; the other games go on.
"""

import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from games.contract import BadText
from games.registry import entry
from heuristics.contract import Heuristic, find
from heuristics.failure import ends_the_program, in_words, line_in, one_line, short_path
from heuristics.lens import Lens, Weights


class BrokenModule(BadText):
    """A game's heuristics cannot be loaded; the message is one line with file and line."""


_broken: dict[str, str] = {}
"""What is wrong with a module, by its name: one that failed is not tried again each frame."""


def in_module(module: ModuleType) -> list[Heuristic]:
    """The module's heuristics in the order of their definition; BadText for two of one name."""
    found = [value for value in vars(module).values() if isinstance(value, Heuristic)]
    by_name: dict[str, Heuristic] = {}
    for heuristic in found:
        first = by_name.setdefault(heuristic.name, heuristic)
        if first is not heuristic:
            file, line = heuristic.place
            raise BadText(
                f"heuristic {heuristic.name!r}: expected a name of its own, found that of line "
                f"{first.place[1]} ({short_path(file)}, line {line})"
            )
    return list(by_name.values())


def _module(game: str) -> ModuleType:
    """The module of a game's heuristics; BrokenModule says what is wrong with it, and where."""
    name = f"heuristics.{entry(game).name}"
    if name in _broken:
        raise BrokenModule(_broken[name])
    try:
        module = import_module(name)
        in_module(module)
    except BaseException as error:
        if ends_the_program(error):
            raise
        sys.modules.pop(name, None)
        _broken[name] = f"heuristics of {game}: {_wrong_with(name, error)}"
        raise BrokenModule(_broken[name]) from None
    return module


def _wrong_with(name: str, error: BaseException) -> str:
    spec = find_spec(name)
    file = spec.origin or "" if spec else ""
    if isinstance(error, SyntaxError) and error.filename:
        place = f"({short_path(error.filename)}, line {error.lineno})"
        return f"{type(error).__name__}: {one_line(error.msg)} {place}"
    line = line_in(file, traceback.walk_tb(error.__traceback__))
    words = one_line(str(error)) if isinstance(error, BadText) else in_words(error)
    return f"{words} ({short_path(file)}, line {line})" if line else words


def heuristics_of(game: str) -> list[Heuristic]:
    """A game's heuristics; BadText for an unknown game, BrokenModule where they cannot be loaded."""
    return in_module(_module(game))


def problem_with(game: str) -> str:
    """What is wrong with the module of a game's heuristics, as one line; "" for nothing."""
    try:
        default_heuristic(game)
    except BrokenModule as error:
        return str(error)
    return ""


def load_heuristic(game: str, name: str) -> Heuristic:
    """A heuristic by game and name; BadText for an unknown one."""
    return find(heuristics_of(game), name, game)


def load_lens(game: str, name: str, weights: Weights | None = None) -> Lens:
    """A heuristic with the weights that a person changed; BadText for an unknown one, or a weight
    that it cannot have."""
    return Lens.of(load_heuristic(game, name), (weights or {}).get(game, {}).get(name))


def default_heuristic(game: str) -> Heuristic:
    """The one that a game's module names as `DEFAULT`: a person's first opponent plays with it.
    BrokenModule where there is none."""
    module = _module(game)
    heuristic = getattr(module, "DEFAULT", None)
    if not isinstance(heuristic, Heuristic):
        file = short_path(module.__file__ or "")
        raise BrokenModule(f"heuristics of {game}: expected DEFAULT, one of them ({file})")
    return heuristic
