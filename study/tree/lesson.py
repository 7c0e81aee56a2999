"""Searches one position with minimax and alpha-beta, to compare them: what each visits, what move ordering
and a transposition table save, and where cut-offs come.

Alpha-beta searches here as in textbooks: to the lesson's depth directly, without iterative deepening, and
each move with its parent's whole window (`Recording.full_windows`). If a player of the game or the analysis
uses the search `selective`, that comes last. It searches as in the game: with iterative deepening, and with
cuts that are not proven.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Literal

import numpy as np

from engines.contract import Limits
from engines.jobs import COMPILING, THINKING, Job, Lane
from engines.search.options import SELECTIVE
from engines.search_engine import Searcher
from engines.tree_recorder import CUT, PASSED, Recording
from games.position import Position
from games.registry import game_names, load_game
from heuristics.lens import Lens
from study.state.background_task import BackgroundTask
from study.state.study import Study
from study.tree.search_tree import WalkedTree
from study.tree.tree_recordings import searcher_of

DEEPEST = 3
"""The most plies of a lesson."""

Setting = tuple[bool, bool] | Literal["selective"]
"""(orders moves, has a transposition table) of alpha-beta; or the search `selective`."""

STEPS: tuple[tuple[str, Setting | None], ...] = (
    ("minimax", None),
    ("alpha-beta", (False, False)),
    ("+ ordering", (True, False)),
    ("+ table", (True, True)),
    ("selective", "selective"),
)
"""The steps of the lesson: the name of what each adds, and its setting (None: minimax)."""


@dataclass(frozen=True)
class LessonQuestion:
    """The question that a learner answers: will the remaining moves at `node` be cut off, now that its child
    `child` has a value?"""

    node: int
    child: int
    end: int
    """The row that is visited next."""
    best: float
    """The value of the best move so far, for the player to move at the node."""
    left: int
    """The number of remaining moves."""
    cut: bool
    """The answer."""
    skipped: bool
    """Whether the remaining moves are not cut off, but skipped without proof."""


@dataclass(frozen=True, eq=False)
class ShownTree:
    """The tree of one setting, matched with minimax's tree. `twins` has, for each row of `tree`, the row of
    minimax's tree that was reached by the same moves, −1 if it was not recorded. `skipped` marks the rows of
    minimax's tree that `tree` never visits."""

    tree: WalkedTree
    twins: np.ndarray
    skipped: np.ndarray


@dataclass(frozen=True, eq=False)
class Lesson:
    """The searches to `depth`: minimax, and the other trees by their settings."""

    depth: int
    minimax: WalkedTree
    trees: Mapping[Setting, ShownTree]

    @property
    def steps(self) -> tuple[tuple[str, Setting | None], ...]:
        """The entries of STEPS that were searched."""
        return tuple(step for step in STEPS if step[1] is None or step[1] in self.trees)

    def nodes(self, setting: Setting | None) -> int:
        """The number of nodes that a setting visits."""
        tree = self.minimax if setting is None else self.trees[setting].tree
        return tree.thought.nodes


def lesson_position() -> tuple[str, str]:
    """The game and the text of the position that a lesson begins with: the position with the fewest moves of
    those on the games' pages of rules, so that the trees are small. Games of chance are left out."""
    found = []
    for name in game_names():
        game = load_game(name)
        if game.guide is not None and not game.has_chance:
            text = game.guide.position
            found.append((len(Position.start(game, text=text).moves), name, text))
    _, name, text = min(found)
    return name, text


def questions_before(tree: WalkedTree, row: int) -> tuple[LessonQuestion, ...]:
    """The questions that come up just before `row` is visited: one for each node whose child the search has
    just left, if moves are left there. Roots have none. The deepest node comes first."""
    found, node = [], row - 1
    while node > 0 and node + int(tree.rows.size[node]) == row:
        parent = tree.parent(node)
        if parent is None:
            break
        question = _question(tree, node, parent, row)
        if question is not None:
            found.append(question)
        node = parent
    return tuple(found)


def _question(tree: WalkedTree, node: int, parent: int, row: int) -> LessonQuestion | None:
    rows = tree.rows
    follows = row < parent + int(rows.size[parent])
    if follows and rows.order[row] == rows.order[node]:
        return None  # the move's next chance outcome comes first
    left = int(rows.moves[parent]) - int(rows.order[node]) - 1
    passed = rows.flags[node] & PASSED
    if passed or tree.parent(parent) is None or left <= 0 or not tree.is_whole(parent):
        return None
    best = max(tried.value for tried in tree.tried(parent) if tried.order <= rows.order[node])
    cut = bool(not follows and rows.reason[parent] == CUT)
    return LessonQuestion(parent, node, row, best, left, cut, not follows and not cut)


def compared(minimax: WalkedTree, tree: WalkedTree) -> ShownTree:
    """A tree matched with minimax's. Only its last iteration is matched."""
    twins = np.full(len(tree), -1, np.int64)
    # One more for the index −1, with which the drawing asks where it shows no node.
    skipped = np.ones(len(minimax) + 1, bool)
    skipped[-1] = False
    moves, chances, sizes = (column.tolist() for column in _columns(minimax))
    own_moves, own_chances, own_sizes = (column.tolist() for column in _columns(tree))
    # Walks both trees together from their roots, along the moves and chance outcomes that both have.
    pairs = [(tree.last_root, 0)]
    while pairs:
        own, other = pairs.pop()
        twins[own], skipped[other] = other, False
        there = {}
        child, end = other + 1, other + sizes[other]
        while child < end:
            there[moves[child], chances[child]] = child
            child += sizes[child]
        child, end = own + 1, own + own_sizes[own]
        while child < end:
            twin = there.get((own_moves[child], own_chances[child]))
            if twin is not None:
                pairs.append((child, twin))
            child += own_sizes[child]
    return ShownTree(tree, twins, skipped)


def _columns(tree: WalkedTree) -> tuple[np.ndarray, ...]:
    return tree.rows.move, tree.rows.chance, tree.rows.size


def learn(
    position: Position, lens: Lens, depth: int, compiles: bool, selective: bool, job: Job
) -> Lesson | None:
    """Searches the position with minimax and all settings of alpha-beta, and with the search `selective` if
    that is true. Returns None if the job is stopped."""

    def textbook(kind: str, flags: Mapping[str, int]) -> WalkedTree:
        engine = searcher_of(kind, lens)
        switched: dict[str, float] = {**engine.workspace_flags, **flags}
        return searched(replace(engine, workspace_flags=switched, at_once=True), Recording(full_windows=True))

    def searched(engine: Searcher, recording: Recording) -> WalkedTree:
        recorder = replace(engine, compile=compiles).recorder(recording, Limits(depth=depth))
        job.report(doing=COMPILING)
        recorder.prepare(position.game.name)
        job.report(doing=THINKING)
        thought = recorder.think(position, stop=job.stop)
        tree = WalkedTree(position, recorder.tree(), thought, recorder.lens, recorder.name)
        assert tree.scale > 0.0 and tree.layers  # computed here, not in the window's thread
        return tree

    minimax = textbook("minimax", {})
    found: dict[Setting, ShownTree] = {}
    for ordering, table in product((False, True), repeat=2):
        job.give_way()
        if job.stop.requested:
            return None
        flags = {"use_ordering": int(ordering), "use_table": int(table)}
        found[ordering, table] = compared(minimax, textbook("alphabeta", flags))
    if selective:
        job.give_way()
        found["selective"] = compared(minimax, searched(searcher_of(SELECTIVE, lens), Recording()))
    return None if job.stop.requested else Lesson(depth, minimax, found)


class Lessons(BackgroundTask):
    """The last lesson that was asked for."""

    def __init__(self, lane: Lane) -> None:
        self.compiles = True
        self._lane = lane

    def begin(self, study: Study, depth: int) -> None:
        """Searches the position on the board; also with `selective` if a player or the analysis is of this
        kind."""
        self.drop()
        analyses = study.settings.search_of(study.record.game.name)
        selective = SELECTIVE in (analyses, *(player.kind for player in study.players))
        work = partial(learn, study.position, study.lens, depth, self.compiles, selective)
        self._job = self._lane.do(work, "lesson")

    @property
    def lesson(self) -> Lesson | None:
        return self.newest(Lesson)
