"""Pairs of games in which one player scored more, and the ply at which their two games begin to differ.

Both games of a pair begin from one opening, with the same seeds. So they are usually the same until the two
players choose different moves in the same position.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arena.match import GameResult

BY_CHOICE, BY_CHANCE, AT_AN_END = "choice", "chance", "end"
"""How two games begin to differ: by two moves, by two outcomes of one move, or because one of them ends."""


@dataclass(frozen=True)
class UnevenPair:
    """The two `games` of a pair, in which one player scored more. Their first `plies` moves are the same;
    `how` says why they differ then."""

    number: int
    games: tuple[GameResult, GameResult]
    plies: int
    how: str

    @property
    def loser(self) -> int:
        """The player that scored less in the two games: 0 the first one, 1 the second."""
        return int(sum(game.points for game in self.games) > 1.0)

    def game_of(self, player: int, side: int) -> GameResult:
        """The game in which a player has a side."""
        one, other = self.games
        return one if (one.first_side == side) == (player == 0) else other


def loser_of(games: Iterable[GameResult]) -> int:
    """Which player of a pairing scored less: 0 for the first, 1 for the second; 0 if both scored the same."""
    return int(sum(game.points - 0.5 for game in games) > 0.0)


def uneven_pairs(games: Iterable[GameResult], pair_of: Callable[[int], int]) -> list[UnevenPair]:
    """The pairs of a pairing in which one player scored more, in order. `pair_of` gives the number of a
    game's pair from the game's number. A pair with only one game so far is left out."""
    pairs: dict[int, list[GameResult]] = {}
    for game in sorted(games, key=lambda game: game.number):
        pairs.setdefault(pair_of(game.number), []).append(game)
    return [
        _parted(number, both[0], both[1])
        for number, both in pairs.items()
        if len(both) == 2 and sum(game.points for game in both) != 1.0
    ]


def _parted(number: int, one: GameResult, other: GameResult) -> UnevenPair:
    for ply, (first, second) in enumerate(zip(one.moves, other.moves, strict=False)):
        if first != second:
            return UnevenPair(number, (one, other), ply, BY_CHANCE if first[0] == second[0] else BY_CHOICE)
    return UnevenPair(number, (one, other), min(one.plies, other.plies), AT_AN_END)
