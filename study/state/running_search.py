"""The searches of a game's programs: the running search, and the search for the next move."""

import math
import time
from dataclasses import dataclass

from engines.contract import Engine, Thought
from engines.jobs import DONE, Job, News
from engines.player_kinds import PlayerSpec
from heuristics.contract import Heuristic


@dataclass(eq=False)
class RunningSearch:
    """A search of the shown game, or the compiling before one. `job` does it with `engine`; `heuristic` is
    the name of the engine's heuristic, "" for none. `is_outside`: it starts another program instead of
    compiling. `limit` is the most seconds that it thinks, 0.0 for no limit."""

    job: Job
    engine: Engine | None = None
    heuristic: str = ""
    is_outside: bool = False
    limit: float = 0.0

    @property
    def news(self) -> News:
        """The search's newest snapshot."""
        return self.job.news

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.job.over

    @property
    def counters(self) -> tuple[int, int]:
        """(nodes, depth in progress)."""
        return (0, 0) if self.engine is None else self.engine.peek()


@dataclass(eq=False)
class MoveSearch(RunningSearch):
    """A program's search for its move. The move is made at `not_before` (`time.perf_counter`) or later, so
    that the turn lasts at least `pace` seconds. `released`: a person has allowed the move, although moves are
    held."""

    pace: float = 0.0
    not_before: float = 0.0
    released: bool = False
    due: bool = False
    """Whether the turn has lasted long enough for the move."""
    seconds_left: int = 0
    """Whole seconds, at least 1, until a move that was found is made. 0 while none is found, and if turns
    last less than a second."""

    def follow_time(self) -> bool:
        """Sets `due` and `seconds_left`; returns whether one of them has changed."""
        left = self.not_before - time.perf_counter()
        due, seconds = left <= 0.0, max(1, math.ceil(left)) if self.over and self.pace >= 1.0 else 0
        changed = due != self.due or seconds != self.seconds_left
        self.due, self.seconds_left = due, seconds
        return changed

    @property
    def ready(self) -> Thought | None:
        """The result of the search, once its move may be made; else None."""
        news = self.news
        return news.value if self.due and news.phase == DONE and isinstance(news.value, Thought) else None

    def hurry(self) -> None:
        """Ends the search with the best move so far, which is made at once."""
        self.job.stop.request()
        self.not_before, self.due = 0.0, True


@dataclass(frozen=True)
class SideEngine:
    """The engine of a side's player. `heuristic` is the version of the heuristic that it was made with, None
    if it uses none."""

    spec: PlayerSpec
    engine: Engine
    heuristic: Heuristic | None
