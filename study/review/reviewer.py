"""Reviews a game: searches each position with a limited number of nodes and compares the best move with the
move that was made. Both values are of the same depth. Each loss is explained by the terms of both lines.

The best move's value comes from a search of all moves, the other move's often from a search of that move
alone. They can be compared only if a value depends on nothing but the position and the depth. So each
position is searched with an empty transposition table. Reviewing a game again with the same limit in nodes
finds the same.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engines.contract import EXACT, Engine, Limits, StopSignal, Thought
from engines.jobs import COMPILING, Job
from engines.player_kinds import NODES, PlayerSpec
from engines.search.options import CUT_NAMES
from engines.search_engine import UNSTEADY, Searcher
from engines.search_kinds import EXTRA_FLAGS
from games.contract import BadText
from games.position import Position
from games.record import Record
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.presets import differences
from study.state.move_loss import ReviewedMove, ReviewResult
from study.state.search_store import rows_with
from study.why_not.two_searches import WhyNot, explainer_of
from study.why_not.why_not_text import brief

USUAL_NODES = 300_000
"""The default number of nodes for each position. In chess they take about 0.2 s."""

EXPLAINED = 5
"""The most moves in the field `worst` of a review as JSON."""

TABLE_MEGABYTES = 32

REVIEWING = "reviewing"

OPTIONS = ("quiescence", "extensions", "prune_chance", "aspiration")
"""The options of plain alpha-beta that a review uses, because they look further or find the same sooner. None
of them makes a value depend on earlier searches."""

FLAGS = {EXTRA_FLAGS[name]: 1 for name in OPTIONS if name in EXTRA_FLAGS}


def usual_player(heuristic: str, nodes: int = USUAL_NODES) -> PlayerSpec:
    """The default player of reviews."""
    options = ((NODES[0], nodes), *((name, 1) for name in OPTIONS))
    return PlayerSpec("alphabeta", heuristic, options)


def usual_player_by(lens: Lens, nodes: int) -> PlayerSpec:
    """The default player of reviews, with the weights of a lens."""
    return replace(usual_player(lens.name, nodes), weights=tuple(differences(lens).items()))


def usual_searcher(lens: Lens, nodes: int = USUAL_NODES) -> Searcher:
    """The default player of reviews as an engine, with a lens."""
    return Searcher(
        lens,
        Limits(nodes=nodes),
        name=str(usual_player_by(lens, nodes)),
        table_megabytes=TABLE_MEGABYTES,
        workspace_flags=dict(FLAGS),
        aspires=True,
        explains=load_game(lens.heuristic.game).has_chance,
    )


def reviewer_of(engine: Engine) -> Searcher:
    """The engine, if it can review a game. Raises BadText if not."""
    searcher = explainer_of(engine)
    if not searcher.steady:
        unsteady = [name for name, flag in EXTRA_FLAGS.items() if flag in UNSTEADY]
        off = ", ".join(f"{name}=0" for name in (*unsteady, *CUT_NAMES))
        raise BadText(
            "player: expected one whose values do not depend on other moves: alphabeta, or strong with "
            f"{off}; found {engine.name!r}"
        )
    explains = load_game(searcher.lens.heuristic.game).has_chance
    return searcher if searcher.explains == explains else searcher.with_empty_memory(explains=explains)


@dataclass(frozen=True)
class Task:
    """A ply to review: the position before it and the move, with its number."""

    index: int
    position: Position
    move: int
    number: int


def tasks_of(record: Record) -> list[Task]:
    """All plies of a game as tasks."""
    return [Task(i, record.positions[i], ply.move, record.number(i)) for i, ply in enumerate(record.plies)]


@dataclass
class Reviewer:
    """Reviews the plies of a game, in the calling thread. `names` are the sides' names."""

    engine: Searcher
    names: tuple[str, str]
    stop: StopSignal = field(default_factory=StopSignal)

    def look(self, task: Task) -> ReviewedMove:
        """Searches the position and compares the game's move with the search's best move. Both values are
        from the last iteration that was finished. If the limits do not suffice for the game's move at that
        depth, they are from an earlier iteration. Raises EngineFailure if the heuristic fails."""
        engine = self.engine.with_empty_memory(explains=self.engine.explains)
        first = self._complete(self._think(engine, task.position))
        found: Thought | None = first
        while found is not None and not self.stop.requested:
            looked = self._beside(engine, task, found)
            if looked is not None:
                return self.explained(looked, task.number, engine)
            found = found.before
        return ReviewedMove(task.index, task.move, first)

    def _think(self, engine: Searcher, position: Position, only: tuple[int, ...] = ()) -> Thought:
        signal = StopSignal()  # a new one for each search, because the search's time limit may request it
        self.stop.attach(signal.request)
        try:
            return engine.think(position, stop=signal, only=only)
        finally:
            self.stop.attach(None)

    def _complete(self, thought: Thought) -> Thought:
        """The thought of the last iteration that was finished, if there was one."""
        best = next(row for row in thought.root_moves if row.move == thought.move)
        if best.depth <= thought.depth or thought.before is None:
            return thought
        return replace(thought.before, nodes=thought.nodes, seconds=thought.seconds)

    def _beside(self, engine: Searcher, task: Task, thought: Thought) -> ReviewedMove | None:
        """Compares the game's move with the best move of a search. None if the limits of the search do not
        suffice to find the move's value."""
        looked = ReviewedMove(task.index, task.move, thought)
        if looked.move_loss is not None:
            return looked
        row = rows_with(thought, {}).get(task.move)
        best = rows_with(thought, {}).get(thought.move) if thought.move is not None else None
        if row is None or best is None or best.bound != EXACT or not 0 < row.depth == best.depth:
            return None
        limits = engine.limits
        engine = engine.to_depth(best.depth, limits.seconds, at_once=True, nodes=limits.nodes)
        looked = replace(looked, alone=self._think(engine, task.position, (task.move,)))
        return None if looked.move_loss is None else looked

    def explained(self, looked: ReviewedMove, number: int, engine: Searcher | None = None) -> ReviewedMove:
        """The result with the terms of the loss, and with a sentence that says why the best move is
        better. Both are made from the searches of the result. `number` is the move's number; `engine` is the
        engine that searched it, if it still exists."""
        move_loss, first, beside = looked.move_loss, looked.thought, looked.beside
        if move_loss is None or move_loss.loss <= 0.0:
            return looked
        asked, names, engine = (looked.move,), self.names, engine or self.engine
        question = WhyNot(engine, first.position, asked, names, first, beside=beside, number=number)
        compared = question.compared()
        return replace(looked, terms=compared.terms, why=brief(compared))


NOTHING: Mapping[int, ReviewedMove] = MappingProxyType({})


def review_tasks(
    engine: Searcher,
    tasks: Sequence[Task],
    names: tuple[str, str],
    job: Job,
    known: Mapping[int, ReviewedMove] = NOTHING,
) -> ReviewResult:
    """Reviews plies and reports a `ReviewResult` after each. If the job is stopped, it returns the last one.
    Results of an earlier review, `known` by ply, are not searched again."""
    review_result = ReviewResult(total=len(tasks))
    job.report(review_result, COMPILING)
    if any(task.index not in known for task in tasks):
        engine.with_empty_memory(explains=engine.explains).prepare(tasks[0].position.game.name)
    job.report(doing=REVIEWING)
    reviewer = Reviewer(engine, names)
    job.stop.attach(reviewer.stop.request)
    started = time.perf_counter()
    try:
        for task in tasks:
            job.give_way()
            if job.stop.requested:
                break
            earlier = known.get(task.index)
            if earlier is not None:
                earlier = replace(
                    earlier, index=task.index
                )  # results that were read from a file have index 0
            looked = reviewer.look(task) if earlier is None else reviewer.explained(earlier, task.number)
            if reviewer.stop.requested:
                break
            seconds = time.perf_counter() - started - job.seconds_waited
            review_result = review_result.with_next(looked, seconds)
            job.report(review_result)
    finally:
        job.stop.attach(None)
    return review_result
