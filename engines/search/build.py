"""What a search is built from: a game, and what is compiled in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engines.search_hints import SearchHints, hints_of
from games.contract import Game, never_in_check

Workspace = Any
"""The record of `engines.workspace`."""
Rows = Any
"""The memory of a transposition table, `engines.workspace.new_table`."""
Weights = Any
"""The weights of a heuristic, `heuristics.lens.Lens.prepared`."""
Stack = Any
"""The states of the path by ply, `engines.workspace.new_states`."""

SearchKernel = Callable[[Workspace, Stack, Rows, Weights, int, int, float, float], float]
"""`search(workspace, states, table, weights, ply, depth, alpha, beta) -> value`."""


@dataclass(frozen=True)
class Build:
    """What the functions of this folder close over, besides the game's rules. Numba drops branches on a
    closure's booleans before it compiles, so a feature that is switched off costs nothing.

    `cuts` are of `engines.search.options.cuts_that_serve`.
    """

    game: Game
    evaluate: Callable[..., float]
    contribute: Callable[..., float]
    cuts: frozenset[str] = frozenset()

    @property
    def hints(self) -> SearchHints:
        """What the game tells its searches."""
        return hints_of(self.game)

    @property
    def has_checks(self) -> bool:
        """Whether the game has checks."""
        return self.game.in_check is not never_in_check

    @property
    def keeps_evaluations(self) -> bool:
        """Whether evaluations are kept for positions that come up again. After chance moves most windows are
        open, and a position whose value lies inside one is evaluated again anyway."""
        return not self.game.has_chance

    @property
    def foresees_keys(self) -> bool:
        """Whether the key of a move's position is known without making the move."""
        return self.hints.key_after is not None and not self.game.has_chance

    @property
    def shares_lines(self) -> bool:
        """Whether threads leave each other lines to exact values. These lines do not hold the values of
        chance outcomes."""
        return not self.game.has_chance
