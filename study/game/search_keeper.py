"""Writes the searches of a game to its file, and restores those of a game that is opened.

A search is written as soon as it has ended; a job makes its lines, so that the window need not wait for them.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Thought
from engines.jobs import DONE, Job
from study.review.background_review import BackgroundReview
from study.saved_games.autosave import Autosave
from study.saved_games.game_file import GameFile
from study.saved_games.kept_searches import KeptSearches, SearchWriter, read_searches
from study.state.move_loss import ReviewedMove
from study.state.search_store import has_value, position_key
from study.state.study import Study


@dataclass(frozen=True)
class _Found:
    """A result that is not written yet: a search of the position of `node`, or of one move `alone`. If
    `looked` is set, it is a review's result for a move, with `given` nodes a position. `whole` says whether
    all root moves of the search are written, or only the best move and the move played."""

    node: int
    thought: Thought
    alone: bool = False
    looked: ReviewedMove | None = None
    given: int = 0
    whole: bool = True

    def entries(self, writer: SearchWriter) -> list[dict[str, Any]]:
        if self.looked is not None:
            return writer.reviewed(self.node, self.looked, self.given, self.whole)
        return writer.searched(self.node, self.thought, self.alone)


class SearchKeeper:
    """Keeps the searches of `study` in the file that `autosave` writes. `tell` is called with a line if some
    of a file's searches cannot be used, such as those of a changed heuristic."""

    def __init__(self, study: Study, autosave: Autosave, tell: Callable[[str], None]) -> None:
        self._study = study
        self._autosave = autosave
        self._file: GameFile | None = autosave.file
        self._writer = SearchWriter()
        self._tell = tell
        self._reading: Job | None = None
        self._job: Job | None = None
        self._pending: list[_Found] = []  # results that are not written yet; the job makes lines of them
        self._written: dict[
            Hashable, tuple[Any, ...]
        ] = {}  # by what a search is about (`_search_key`), the result that was written last
        self._reviewed: set[int] = set()  # ids of searches that are written as a part of the review
        self._nodes: dict[Hashable, int] = {}  # nodes of the tree by position
        self._indexed = 0

    def read(self, lines: Sequence[bytes]) -> None:
        """Reads the searches in lines of the game's file, in the background, so that the game is shown
        first."""
        record = self._study.record.copy()
        work = lambda job: read_searches(record, lines)  # noqa: E731
        self._study.restoring = True
        self._reading = self._study.features.lanes.files.do(work, "the searches of the game")

    def _restore(self, kept: KeptSearches) -> None:
        """Gives the study the searches of the game's file."""
        study = self._study
        if kept.remark:
            self._tell(kept.remark)
        for thought in kept.thoughts:
            study.search_store.keep(thought)
            self._written[False, *_search_key(thought)] = _search_result(thought)
        for move, alone in kept.alone:
            study.search_store.learn(alone, move, alone)
            self._written[True, *_search_key(alone)] = _search_result(alone)
        if kept.reviewer is not None:
            for looked in kept.looked:
                self._reviewed |= {id(looked.thought), id(looked.alone)}
            study.of(BackgroundReview).restore(study, kept.reviewer, kept.given, kept.looked)

    def follow(self) -> None:
        """Takes in the searches that were read, and writes new searches. Call it once a frame."""
        file = self._autosave.file
        if self._reading is not None:
            if not self._reading.over:
                return
            if self._reading.news.phase == DONE:
                self._restore(self._reading.news.value)
            self._end_reading()
        if self._job is not None:
            if not self._job.over:
                return
            if self._job.news.phase == DONE and file is self._file:
                self._autosave.add_searches(self._job.news.value)
                self._pending = []
            self._job = None
        if file is None:
            return
        if file is not self._file:
            self._begin(file)
        self._pending += self._take()
        if self._pending:
            pending, writer = tuple(self._pending), self._writer
            work = lambda job: [entry for each in pending for entry in each.entries(writer)]  # noqa: E731
            self._job = self._study.features.lanes.files.do(work, "the searches of the game")

    def flush(self) -> None:
        """Writes the searches that are not written yet, at once."""
        file = self._autosave.file
        if self._reading is not None:
            self._reading.drop()
            self._end_reading()
        if file is None:
            return
        if file is not self._file:
            self._begin(file)
        elif self._job is not None and self._job.news.phase == DONE:
            self._autosave.add_searches(self._job.news.value)
            self._pending = []
        if self._job is not None:
            self._job.drop()
            self._writer = (
                SearchWriter()
            )  # the old one counts lenses as written that the dropped job would have written
        left = [*self._pending, *self._take(ended=True)]
        self._job, self._pending = None, []
        entries = [entry for each in left for entry in each.entries(self._writer)]
        if entries:
            self._autosave.add_searches(entries)

    def _end_reading(self) -> None:
        self._study.restoring = False
        self._reading = None

    def _begin(self, file: GameFile) -> None:
        """From now on writes to another file, beginning with all known searches."""
        self._file, self._writer, self._pending = file, SearchWriter(), []
        self._written = {}
        self._study.search_store.renew()
        self._study.of(BackgroundReview).renew()

    def _take(self, ended: bool = False) -> list[_Found]:
        """The new searches. The running search is among them only if it has `ended`."""
        store, review = self._study.search_store, self._study.of(BackgroundReview)
        found = []
        for key, given, looked in review.take_new():
            self._reviewed |= {id(looked.thought), id(looked.alone)}
            node = self._node(key)
            if node is not None:
                thought = looked.thought
                # Otherwise a deeper or newer search has replaced it, and that one is written whole.
                whole = any(each is thought for each in store.all_of(thought.position))
                found.append(_Found(node, thought, False, looked, given, whole))
        searched, alone = store.take_new(None if ended else self._running)
        return [*found, *self._of_store(alone, True), *self._of_store(searched, False)]

    def _of_store(self, new: Iterable[Thought], alone: bool) -> list[_Found]:
        """Those of the new searches that the file lacks. A review's searches are written with its results."""
        found = []
        for thought in new:
            if id(thought) in self._reviewed or not has_value(thought):
                continue
            about, said = (alone, *_search_key(thought)), _search_result(thought)
            node = self._node(position_key(thought.position))
            if node is not None and self._written.get(about) != said:
                self._written[about] = said
                found.append(_Found(node, thought, alone))
        return found

    @property
    def _running(self) -> Hashable:
        """The position of the running search."""
        newest = self._study.news.value
        return position_key(newest.position) if self._study.running and isinstance(newest, Thought) else None

    def _node(self, key: Hashable) -> int | None:
        """The node of a position in the game; None if it is not in the game."""
        tree = self._study.record.tree
        for node in tree.nodes[self._indexed :]:
            if node.position is not None:
                self._nodes[position_key(node.position)] = node.id
        self._indexed = len(tree.nodes)
        known = self._nodes.get(key)
        if known is None or tree.is_there(known):
            return known
        others = (node.id for node in tree.nodes if node.position and position_key(node.position) == key)
        return next((id for id in others if tree.is_there(id)), None)


def _search_key(thought: Thought) -> tuple[Hashable, ...]:
    """What a search is about. A newer search about the same is written only if its result is another."""
    return position_key(thought.position), thought.lens, thought.lines, thought.program


def _search_result(thought: Thought) -> tuple[Any, ...]:
    return thought.depth, thought.move, thought.value
