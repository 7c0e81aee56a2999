"""Draws positions with a clear winner from games between programs of one level."""

from dataclasses import dataclass
from functools import partial

from arena.experiments.experiment_run import ExperimentRun
from arena.sign.decided_positions import DecidedPosition
from arena.sign.drawing_plan import MOST_GAMES, DrawingPlan

BATCH = 10
"""The number of games that are judged before it is decided again whether proven positions are wanted."""

STAGE = "games"


@dataclass(frozen=True)
class DrawnPositions:
    """The positions so far, of `wanted`, from a number of games; `over` once the drawing has ended."""

    positions: tuple[DecidedPosition, ...]
    wanted: int
    games: int
    over: bool = False


class DrawingRun(ExperimentRun[DrawingPlan, DrawnPositions]):
    """Draws positions. The same plan draws the same ones for any number of workers. Ends with fewer positions
    after MOST_GAMES."""

    def _first(self) -> DrawnPositions:
        return DrawnPositions((), self.plan.wanted, 0)

    def _prepare(self) -> bool:
        return self.plan.games.prepare()

    def _make(self) -> None:
        while not (found := self.newest).over:
            wants_proven = 2 * sum(each.proven for each in found.positions) <= len(found.positions)
            candidate = partial(self.plan.candidate, may_be_proven=wants_proven)
            numbers = range(found.games, min(found.games + BATCH, MOST_GAMES))
            answers = self._workshop.ask(STAGE, numbers, candidate)
            drawn = [DecidedPosition(**each) for each in answers if each]
            self._report(_with(found, drawn, len(numbers)))


def _with(found: DrawnPositions, drawn: list[DecidedPosition], games: int) -> DrawnPositions:
    """The positions found, with those of another batch: up to the wanted number, of which at most half may be
    proven."""
    kept = list(found.positions)
    for each in drawn:
        proven = sum(one.proven for one in kept) + each.proven
        if len(kept) < found.wanted and 2 * proven <= found.wanted:
            kept.append(each)
    played = found.games + games
    return DrawnPositions(
        tuple(kept), found.wanted, played, len(kept) == found.wanted or played >= MOST_GAMES
    )
