"""What the panel knows of the position on the board, gathered a little in each frame.

Nothing here draws. Results are kept for the positions looked at last, so that stepping back and
forth through a game shows them at once.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass, field

from engines.contract import RootMove, Thought
from games.position import Position
from heuristics.failure import TermFailure
from heuristics.lens import Breakdown, Lens
from heuristics.watch import Watched
from ui.panels.best_line import BestLine, Line
from ui.panels.candidate_list import CandidateList
from ui.panels.view import PanelView, same_position

KEPT_POSITIONS = 32

WAIT_SECONDS = 0.005
"""What a frame waits at most for the breakdown of the position on the board."""


@dataclass(eq=False)
class _Kept:
    """Of one position through one lens. Holding them keeps their ids from being reused."""

    position: Position
    lens: Lens
    breakdowns: dict[int, Breakdown | str] = field(default_factory=dict)
    candidates: CandidateList | None = None


class Explanations:
    def __init__(self) -> None:
        self.best_line = BestLine()
        self._kept: OrderedDict[tuple[int, Lens], _Kept] = OrderedDict()
        self._asked: dict[tuple[_Kept, int], Watched[Breakdown]] = {}
        self._without_heuristic: CandidateList | None = None

    def now(self, view: PanelView, side: int) -> Breakdown | str | None:
        """The position on the board, for `side`, rows that failed in it; a line where the heuristic
        fails as a whole; None where there is no heuristic, or while it is being evaluated."""
        lens = view.lens
        if lens is None:
            return None
        kept, state = self._keep(view.position, lens), view.position.state
        for other in [key for key in self._asked if key[0] is not kept]:
            self._asked.pop(other).drop()
        if side not in kept.breakdowns:
            asked = self._asked.get((kept, side))
            if asked is None:
                asked = Watched(lens.heuristic, lambda: lens.breakdown(state, side, partly=True))
                self._asked[kept, side] = asked
            if not asked.ready(WAIT_SECONDS):
                return None
            del self._asked[kept, side]
            try:
                kept.breakdowns[side] = asked.result()
            except TermFailure as failure:
                kept.breakdowns[side] = str(failure)
        return kept.breakdowns[side]

    def line(self, view: PanelView) -> Line | None:
        """The newest best line that has been read."""
        line = self.best_line.line
        return line if line is not None and view.thought is not None else None

    def candidates(self, view: PanelView) -> CandidateList:
        """The legal moves on the board, with the values found so far."""
        if view.lens is None:
            known = self._without_heuristic
            if known is None or known.position is not view.position:
                known = self._without_heuristic = CandidateList(view.position, None)
            return known
        kept = self._keep(view.position, view.lens)
        if kept.candidates is None:
            kept.candidates = CandidateList(view.position, view.lens)
        return kept.candidates

    def thought_here(self, view: PanelView) -> Thought | None:
        """The search's snapshot, if it is of the position on the board."""
        thought = view.thought
        if thought is None or not same_position(thought.position, view.position):
            return None
        return thought

    def searched(self, view: PanelView) -> dict[int, RootMove]:
        """The search's value of each move on the board, by move; empty without a search."""
        thought = self.thought_here(view)
        return {} if thought is None else {row.move: row for row in thought.root_moves}

    def advance(self, view: PanelView, seconds: float, with_candidates: bool) -> None:
        """Works on for about so many seconds of wall time."""
        deadline = time.perf_counter() + seconds
        self.best_line.follow(view.thought, view.side_names)
        self.best_line.advance(deadline)
        if with_candidates and time.perf_counter() < deadline:
            self.candidates(view).advance(deadline)

    def _keep(self, position: Position, lens: Lens) -> _Kept:
        key = (id(position), lens)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = _Kept(position, lens)
            if len(self._kept) > KEPT_POSITIONS:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return kept
