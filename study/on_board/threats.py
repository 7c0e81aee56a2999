"""Finds threats: what the side that is not to move would play if it were its turn. It searches the position
with the turn passed, with the kind of engine that searched the position itself."""

from collections.abc import Hashable, Iterable
from functools import partial

from engines.contract import EngineFailure, Thought
from engines.jobs import COMPILING, DONE, FAILED, THINKING, Job
from engines.search_engine import Searcher
from games.contract import BadText, Options
from games.position import Position
from heuristics.lens import Lens
from study.on_board.edited_positions import turn_passed
from study.state.features import Feature
from study.state.search_store import position_key
from study.state.study import Study
from study.why_not.questions import FIRST_SECONDS, searcher_in

LONGEST_SECONDS = 5.0
"""The most seconds of a search that must be as deep as the search of the position itself."""


class Threats(Feature):
    """`look` searches for the threat in the shown position. `found` is that search, of the position with the
    turn passed. `problem` says in a line why there is none."""

    fields = ("found", "problem")

    def __init__(self, study: Study) -> None:
        self.found: Thought | None = None
        self.problem = ""
        self._lane = study.features.lanes.study
        self._asked: tuple[Hashable, Lens] | None = None  # the position, and the lens to search with
        self._depth = 0  # 0: as deep as FIRST_SECONDS allow
        self._job: Job | None = None

    @property
    def jobs(self) -> Iterable[Job | None]:
        return (self._job,)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def look(self, study: Study) -> None:
        """Looks for the threat. Call it once a frame while threats are wanted. The threat is searched as deep
        as the position has been searched, and again if the position's search has ended at another depth."""
        thought, running = study.thought_here, study.running
        searched = thought is not None and thought.lens is not None and thought.depth > 0
        lens = thought.lens if thought is not None and thought.lens is not None else study.lens
        asked, depth = (position_key(study.position), lens), thought.depth if thought and searched else 0
        if asked != self._asked:
            self.drop()
        if self._job is not None:
            self._collect(self._job)
            return
        begins = bool(depth) or not running
        if self._asked is not None:  # searched already: again only if the position was searched further
            begins = depth != self._depth and not running and not self.problem
        if not begins:
            return
        self._asked, self._depth = asked, depth
        try:
            passed = passed_turn(study.position, study.record.options, study.side_names)
        except BadText as error:
            self.problem = str(error)
        else:
            engine = searcher_in(study, passed, thought if depth else None, lens)
            self._job = self._lane.do(partial(search_threat, engine, passed, depth), "threats")

    def _collect(self, job: Job) -> None:
        if not job.over:
            return
        self._job = None
        if job.news.phase == DONE:
            self.found, self.problem = job.news.value, ""
        elif job.news.phase == FAILED:
            self.found, self.problem = None, job.news.error

    def drop(self) -> None:
        """Drops the search for threats."""
        if self._job is not None:
            self._job.drop()
        self.found, self.problem = None, ""
        self._asked = self._job = None

    def close(self) -> None:
        self.drop()


def passed_turn(position: Position, options: Options, names: tuple[str, str]) -> Position:
    """The position with the turn passed. On failure raises a BadText that says in a sentence why that is
    impossible."""
    mover = names[position.to_move]
    if not position.moves:
        raise BadText("The game is over here: nothing is threatened.")
    if position.game.in_check(position.state):
        raise BadText(f"{mover} is in check and cannot pass: the check is the threat.")
    try:
        return turn_passed(position, options)
    except BadText as error:
        raise BadText(f"{mover} cannot pass here, so threats cannot be found: {error}.") from None


def search_threat(engine: Searcher, passed: Position, depth: int, job: Job) -> Thought:
    """A search of a position whose turn was passed, to `depth` plies (0: for FIRST_SECONDS), by an engine
    like that of the position's own search."""
    if not engine.deepens:  # minimax has no result until it has finished, perhaps too late
        engine = engine.with_empty_memory()
    seconds = LONGEST_SECONDS if depth else FIRST_SECONDS
    job.report(doing=COMPILING)
    engine.prepare(passed.game.name)
    job.report(doing=THINKING)
    found = engine.to_depth(depth or engine.deepest(), seconds).think(passed, stop=job.stop)
    if found.depth == 0:
        raise EngineFailure("no threat was found in time")
    return found
