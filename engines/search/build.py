"""What a search is made for: a game, and what it is compiled with."""

from collections.abc import Callable
from dataclasses import dataclass

from games.contract import Game, never_in_check


@dataclass(frozen=True)
class Build:
    """What the functions of this folder close over, besides the game's rules. Numba drops branches on a
    closure's booleans before it compiles, so a feature that is switched off costs nothing.

    `cuts` are the names of those of `engines.search.options.CUTS` that do something in the game."""

    game: Game
    evaluate: Callable[..., float]
    contribute: Callable[..., float]
    extras: bool = False
    explains: bool = False
    records: bool = False
    cuts: frozenset[str] = frozenset()

    @property
    def has_checks(self) -> bool:
        """Whether checks are extended and evaded."""
        return self.extras and self.game.in_check is not never_in_check

    @property
    def keeps_evaluations(self) -> bool:
        """Whether evaluations are kept for positions that come up again. Behind chance most windows are open,
        and a position whose value lies inside one is evaluated again anyway."""
        return self.extras and not self.game.has_chance

    @property
    def shares_lines(self) -> bool:
        """Whether threads leave each other lines to exact values: these do not hold the outcomes' values."""
        return self.extras and not self.game.has_chance
