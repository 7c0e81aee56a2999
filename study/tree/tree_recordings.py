"""Records the tree of a search that a person asks to see: which engine searches, how far, and the tree so
far."""

import time
from dataclasses import dataclass, replace

from engines.contract import Limits, Thought
from engines.jobs import COMPILING, THINKING, Job, Lane, Work
from engines.player_text import make_engine, parse_player
from engines.registry import kinds_for
from engines.search_engine import Searcher
from engines.tree_recorder import USUAL_NODES, Recording
from games.contract import BadText
from games.position import Position
from heuristics.lens import Lens
from study.state.background_task import BackgroundTask
from study.state.study import Study
from study.tree.search_tree import WalkedTree
from study.why_not.questions import searcher_like
from study.why_not.two_searches import explainer_of

AS_PLAYED = "as played"
KINDS = ("strong", "selective", "alphabeta", "minimax")
MINIMAX_DEPTH = 3
"""The default depth of minimax."""

TABLE_MEGABYTES = 32
TELL_SECONDS = 0.5
"""Seconds between two snapshots of the tree while a search runs."""


@dataclass(frozen=True)
class Wanted:
    """What to record. `by` is one of KINDS, or AS_PLAYED for the engine that searched the position or,
    without a search, would search it. `depth` is in plies (0: as deep as that search was, or as `nodes` nodes
    allow). At most `nodes` nodes are recorded, down to `plies` below the root (0: all)."""

    by: str = AS_PLAYED
    depth: int = 0
    plies: int = 0
    nodes: int = USUAL_NODES

    @property
    def recording(self) -> Recording:
        return Recording(self.nodes, self.plies or 255)

    def limits(self, engine: Searcher) -> Limits:
        """The limits of the search. There is no limit in time, because recording slows a search down."""
        depth = self.depth or engine.limits.depth or (0 if engine.deepens else MINIMAX_DEPTH)
        nodes = engine.limits.nodes
        return Limits(depth, nodes) if depth else Limits(nodes=min(nodes or self.nodes, self.nodes))


def searcher_for(wanted: Wanted, study: Study) -> Searcher:
    """The engine whose search is recorded. Raises BadText if it has no heuristic."""
    thought = study.thought_here
    position, lens = study.position, study.lens
    if wanted.by == AS_PLAYED:
        if thought is not None and thought.lens is not None:
            fits = thought.depth > 0 and thought.nodes <= wanted.nodes
            limits = Limits(depth=thought.depth) if fits else Limits()
            return replace(searcher_like(position, thought, lens), limits=limits)
        spec = study.players[position.to_move]
        if spec.heuristic:
            game, selective = position.game.name, study.settings.is_selective
            engine = make_engine(spec, game, table_megabytes=TABLE_MEGABYTES, selective=selective)
            return replace(explainer_of(engine), lens=study.named(spec.heuristic).with_weights(spec.weights))
    as_played = study.settings.search_of(position.game.name)
    return searcher_of(as_played if wanted.by == AS_PLAYED else wanted.by, lens)


def kinds_to_record(game: str) -> tuple[str, ...]:
    """The entries of KINDS that can play a game."""
    there = {kind.name for kind in kinds_for(game)}
    return tuple(kind for kind in KINDS if kind in there)


def searcher_of(kind: str, lens: Lens) -> Searcher:
    """An engine of one of the KINDS with a lens."""
    game = lens.heuristic.game
    text = f"{kind}:{lens.name},depth={MINIMAX_DEPTH}"  # the last line removes this limit
    try:
        made = explainer_of(make_engine(parse_player(text, game), game, table_megabytes=TABLE_MEGABYTES))
    except BadText:  # the heuristic's file is gone; the loaded version goes on
        made = Searcher(lens, Limits(), table_megabytes=TABLE_MEGABYTES, deepens=kind != "minimax")
    return replace(made, lens=lens, limits=Limits(), name=f"{kind}:{lens.name}")


def recorded(engine: Searcher, position: Position, wanted: Wanted) -> Work:
    """Searches a position and reports the tree."""
    recorder = engine.recorder(wanted.recording, wanted.limits(engine))

    def work(job: Job) -> WalkedTree:
        job.report(doing=COMPILING)
        recorder.prepare(position.game.name)
        job.report(doing=THINKING)
        reported = time.perf_counter()

        def walked(thought: Thought) -> WalkedTree:
            tree = WalkedTree(position, recorder.tree(), thought, recorder.lens, recorder.name)
            assert len(tree.layers) > 0 and tree.scale > 0.0  # computed here, not in the window's thread
            return tree

        def publish(thought: Thought) -> None:
            nonlocal reported
            if time.perf_counter() - reported > TELL_SECONDS:
                job.report(walked(thought))
                reported = time.perf_counter()

        return walked(recorder.think(position, publish, job.stop))

    return work


class TreeRecordings(BackgroundTask):
    """The last recording. `make` makes the searcher; `lane` does the work."""

    def __init__(self, lane: Lane) -> None:
        self.make = searcher_for
        self.wanted = Wanted()
        self._lane = lane
        self._problem = ""

    def begin(self, study: Study) -> None:
        """Records a search of the shown position."""
        self.drop()
        try:
            engine = self.make(self.wanted, study)
        except BadText as error:
            self._problem = str(error)
            return
        self._job = self._lane.do(recorded(engine, study.position, self.wanted), "tree")

    @property
    def tree(self) -> WalkedTree | None:
        """The tree recorded so far; None without one."""
        return self.newest(WalkedTree)

    @property
    def seconds(self) -> float:
        """The seconds since the present activity began."""
        return 0.0 if self._job is None else time.perf_counter() - self._job.news.since

    @property
    def problem(self) -> str:
        """Why there is no tree, in a line; else ""."""
        return super().problem or self._problem

    def drop(self) -> None:
        super().drop()
        self._problem = ""
