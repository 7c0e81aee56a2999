"""Proves the outcome of a position by two searches. One gives every undecided position the highest possible
value for White, the other the lowest. A win that either search finds is forced. A draw is proven if neither
side can get more in the search that favours it."""

from dataclasses import dataclass
from functools import cache

from engines.contract import WIN, WIN_BAND, Limits, StopSignal
from engines.search_engine import Searcher
from games.contract import ONGOING, WHITE, State
from games.position import Position
from games.truth.fate import DRAWN, Fate
from heuristics.contract import MOST_WEIGHT, Heuristic
from heuristics.lens import Lens

TABLE_MEGABYTES = 16.0


@cache
def bounds_of(game: str) -> Heuristic:
    """A heuristic with one weight, the value of every position for White. With weight 0 all positions are
    equal."""
    bounds = Heuristic("bounds", game, "The same for every position.", "games without an evaluation")

    @bounds.single("for White", weight=0.0, one_sided=False)
    def for_white(state: State, side: int) -> float:
        """1 for White, -1 for Black."""
        return 1.0 if side == WHITE else -1.0

    return bounds


def blind(game: str) -> Lens:
    """A heuristic, as a lens, for which all positions are worth 0."""
    return Lens.of(bounds_of(game))


@dataclass
class Prover:
    """Proves outcomes of a game's positions by searches with a limit of nodes each."""

    game: str
    nodes: int

    def __post_init__(self) -> None:
        self._searchers = [
            Searcher(
                Lens.of(bounds_of(self.game), {"for White": weight}),
                Limits(nodes=self.nodes),
                name="prover",
                table_megabytes=TABLE_MEGABYTES,
            )
            for weight in (MOST_WEIGHT, -MOST_WEIGHT)
        ]

    def prepare(self) -> None:
        for searcher in self._searchers:
            searcher.prepare(self.game)

    def fates(self, position: Position, stop: StopSignal) -> dict[int, Fate] | None:
        """The fate of each move for the side that makes it; None unless all are proven. Positions with a move
        that chance decides are not tried."""
        found = {}
        for move in position.moves:
            if len(position.chances(move)) > 1 or stop.requested:
                return None
            fate = self._after(position.play(move), position.to_move, stop)
            if fate is None:
                return None
            found[move] = fate
        return found

    def _after(self, position: Position, side: int, stop: StopSignal) -> Fate | None:
        """The fate for the `side` whose move led to this position; None if it is not proven."""
        if position.outcome != ONGOING:
            result = position.outcome
            return Fate(1 if result == side else -1, 1) if result in (0, 1) else DRAWN
        fate = self._fate(position, stop)
        if fate is None or position.to_move == side:  # the same side may move again
            return None if fate is None else Fate(fate.result, fate.plies + 1 if fate.result else 0)
        return fate.before_move

    def _fate(self, position: Position, stop: StopSignal) -> Fate | None:
        """The proven fate of the side to move; None if nothing is proven."""
        # The search that favours the side to move gives an upper bound, the other one a lower bound.
        most: float = WIN
        least: float = -WIN
        for searcher in self._searchers:
            value = searcher.think(position, stop=stop).value
            if abs(value) > WIN_BAND:
                return Fate(1 if value > 0 else -1, round(WIN - abs(value)))
            favours_white = searcher.lens.prepared[0] > 0
            if favours_white == (position.to_move == WHITE):
                most = value
            else:
                least = value
        return DRAWN if most <= 0.0 <= least and not stop.requested else None
