"""The parts that a search is compiled from. Any process can compile them and keep them for the others, in any
order.

Only shipped heuristics that have not been changed have parts. A person's own file is compiled by the process
that uses it. A module above the engines can add a kind of part (`add_kind`).
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.compiling.kernels import (
    contributions_of,
    evaluation_arguments,
    evaluation_of,
    is_to_allocate,
    search_of,
)
from engines.search import Search
from engines.search.options import SELECTIVE, cuts_that_serve, is_selective
from engines.workspace import ROOM_FOR_PARTS, new_states, new_table, new_workspace
from games.compiling.function_pointers import compile_for, is_compiled_for
from games.compiling.kept_kernels import is_kept
from games.contract import Game
from games.registry import game_names, load_game
from heuristics.contract import Heuristic
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, is_as_shipped, load_heuristic

EVALUATION, CONTRIBUTIONS, SEARCH, MINIMAX = "evaluation", "contributions", "search", "minimax"

Call = tuple[Any, tuple[Any, ...]]
"""A Numba dispatcher, and arguments of the types that it is compiled for."""

_added: "dict[str, Callable[[KernelPart], Call]]" = {}


def add_kind(kind: str, call: "Callable[[KernelPart], Call]") -> None:
    """Adds a kind of part, whose kernel `call` gives. A child imports the module of `call` to know it."""
    _added[kind] = call


def modules_of_kinds() -> list[str]:
    """The modules that have added kinds of parts."""
    return sorted({call.__module__ for call in _added.values()})


def parts_of_rules(rules: Game, kind: str) -> "tuple[KernelPart, ...]":
    """The part of an added kind that a game's rules have; none for rules that are not of the registry."""
    known = rules.name in game_names() and load_game(rules.name) is rules
    return (KernelPart(rules.name, "", kind),) if known else ()


@dataclass(frozen=True)
class KernelPart:
    """One kernel of a search, by the names of its game and its heuristic. All heuristics share a search: its
    part names the game's default heuristic, unless another needs more room (`room_for_parts`). `kind` is
    EVALUATION, CONTRIBUTIONS, SEARCH or MINIMAX; `cuts` are the cuts that a SEARCH is compiled with. Parts of
    added kinds have no heuristic."""

    game: str
    heuristic: str
    kind: str
    cuts: frozenset[str] = frozenset()

    def to_line(self) -> str:
        """The part as one line of JSON."""
        return json.dumps([self.game, self.heuristic, self.kind, sorted(self.cuts)])

    @classmethod
    def from_line(cls, line: str) -> "KernelPart":
        game, heuristic, kind, cuts = json.loads(line)
        return cls(game, heuristic, kind, frozenset(cuts))

    @property
    def label(self) -> str:
        """The kind of part for people, in a word."""
        return SEARCH if self.kind == MINIMAX else self.kind

    @property
    def measured_as(self) -> str:
        """The name by which compile times are kept: parts with the same name take about the same time. A
        search does not depend on the heuristic, and which cuts it has makes little difference."""
        if self.kind not in (SEARCH, MINIMAX):
            return f"{self.game} {self.kind} {self.heuristic}".rstrip()
        with_cuts = SELECTIVE if is_selective(self.cuts) else "with cuts" if self.cuts else ""
        return f"{self.game} {self.kind} {with_cuts}".rstrip()

    def kernel(self) -> Call:
        """The Numba dispatcher, and arguments of the types that it is compiled for."""
        if self.kind in _added:
            return _added[self.kind](self)
        game, heuristic = load_game(self.game), load_heuristic(self.game, self.heuristic).compiled_as
        if self.kind in (SEARCH, MINIMAX):
            workspace = new_workspace(game, None, room_for_parts(heuristic, game.has_chance))
            search, prepared = search_of(game, self.cuts), Lens.of(heuristic).prepared
            return call_of_search(search, self.kind == SEARCH, workspace, new_states(game), prepared)
        allocates = is_to_allocate(game, heuristic)
        arguments = evaluation_arguments(game, heuristic)
        if self.kind == EVALUATION:
            return evaluation_of(game, heuristic, allocates), arguments
        return contributions_of(game, heuristic, allocates), (*arguments, np.zeros(0))

    def is_ready(self) -> bool:
        """Whether the part is compiled already, here or in the folder. Takes milliseconds."""
        kernel, arguments = self.kernel()
        return is_compiled_for(kernel, arguments) or is_kept(kernel, arguments)

    def compile(self) -> None:
        """Compiles the part in this process, which also keeps it."""
        compile_for(*self.kernel())


def parts_of(
    heuristic: Heuristic, cuts: frozenset[str] = frozenset(), explains: bool = False, deepens: bool = True
) -> tuple[KernelPart, ...]:
    """The parts of a search with such a heuristic, those that take longest first; none for a heuristic that
    is not as shipped."""
    heuristic = heuristic.compiled_as
    if not is_as_shipped(heuristic):
        return ()
    game = load_game(heuristic.game)
    searched = (
        heuristic if room_for_parts(heuristic, explains) > ROOM_FOR_PARTS else default_heuristic(game.name)
    )
    kind, serving = (SEARCH, cuts_that_serve(game, cuts)) if deepens else (MINIMAX, frozenset[str]())
    kinds = (EVALUATION, CONTRIBUTIONS) if explains else (EVALUATION,)
    return (
        KernelPart(game.name, searched.name, kind, serving),
        *(KernelPart(game.name, heuristic.name, each) for each in kinds),
    )


def parts_of_contributions(heuristic: Heuristic) -> tuple[KernelPart, ...]:
    """The part that splits a value into its terms; none for a heuristic that is not as shipped."""
    heuristic = heuristic.compiled_as
    return (KernelPart(heuristic.game, heuristic.name, CONTRIBUTIONS),) if is_as_shipped(heuristic) else ()


def room_for_parts(heuristic: Heuristic, explains: bool) -> int:
    """For how many parts of a value a search needs room: one for each term, one for the decisive one and one
    for finished games. 0 if it does not explain its values."""
    return len(heuristic.terms) + 2 if explains else 0


def call_of_search(
    search: Search, deepens: bool, workspace: Any, states: Any, prepared: Any
) -> tuple[Callable[..., float], tuple[Any, ...]]:
    """A search's kernel, and arguments of the types that it is called with."""
    window = (-np.inf, np.inf) if deepens else ()
    kernel = search.alphabeta if deepens else search.minimax
    return kernel, (workspace, states, new_table(0.001), prepared, 0, 1, *window)
