"""The review that a person has begun. It goes through the game in the background, and through new moves as
they are played, until it is paused."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from functools import partial

from engines.contract import Thought
from engines.search_engine import Searcher
from games.contract import ONGOING
from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.format.number_text import grouped
from study.review.reviewer import USUAL_NODES, Task, review_tasks, tasks_of, usual_searcher
from study.review.stretch import Stretch, losing_move, stretch_of
from study.review.stretch_text import stretch_sentence
from study.searches.values import source
from study.state.activity import Activity, activity_of
from study.state.background_task import BackgroundTask
from study.state.changes import FEATURES, GAME, JOBS, SEARCHES, Derived
from study.state.features import Feature
from study.state.incremental_cache import Steps
from study.state.move_loss import MoveLoss, ReviewedMove, ReviewResult, judge, settled
from study.state.search_store import position_key
from study.state.study import Study
from study.state.wishes import Show

NODES = (30_000, 100_000, USUAL_NODES, 1_000_000, 10_000_000)
"""The choices of nodes for each position."""

SHOWN = ""
"""The `judge` that stands for the heuristic that the window shows. Any other judge is the name of a
heuristic."""

_Place = tuple[Hashable, int, Lens, int]
"""A position and the move that was made there, the judge, and the number of nodes."""


class BackgroundReview(BackgroundTask, Feature):
    """The review of a study's game, as far as it has come. It waits while the game's file is still being read
    (`study.restoring`), because the file may have its results."""

    fields = ("changes", "goes_on", "lens", "given")
    depends = GAME | SEARCHES | JOBS | FEATURES

    def __init__(self, study: Study) -> None:
        self.nodes = USUAL_NODES
        """The limit for each position in the next review."""
        self.judge: str | None = None
        """The heuristic that the next review searches with, by its name. None: the game's usual one; SHOWN:
        the heuristic that the window shows when the review begins."""
        self.goes_on = False
        """Whether new moves are reviewed, too."""
        self.lens: Lens | None = None
        """The lens of the present results; None before the first review."""
        self.given = USUAL_NODES
        """The nodes that a position got for the present results."""
        self.changes = 0
        """The number of results so far, which grows with each."""
        self.make: Callable[[Lens, int], Searcher] = usual_searcher
        """Makes the searcher for a lens and a number of nodes."""
        self._lane = study.features.lanes.batch
        self._taken = 0  # how many of the job's results were taken in
        self._looked: dict[_Place, ReviewedMove] = {}
        self._earlier: dict[_Place, ReviewedMove] = {}  # from the game's file
        self._new: dict[_Place, ReviewedMove] = {}  # not yet written to the game's file (`take_new`)
        self._nodes_of: dict[int, tuple[Thought, int]] = {}  # the searches by id, with their limits in nodes
        self._searcher: tuple[Lens, int, Searcher] | None = None
        self._missing: Derived[None] = Derived(GAME)  # runs again only after a change

    # What is known

    def looked(self, position: Position, move: int) -> ReviewedMove | None:
        """The result for a move of a position; None if the move was not reviewed."""
        key = self._key(position, move)
        return None if key is None else self._looked.get(key)

    def move_loss(self, index: int, position: Position, move: int) -> MoveLoss | None:
        """The loss of a move, which is ply `index` of the game now; None if the review has not found it."""
        looked = self.looked(position, move)
        move_loss = None if looked is None else looked.move_loss
        return None if move_loss is None else replace(move_loss, index=index)

    def move_losses(self, record: Record) -> tuple[MoveLoss | None, ...]:
        """The loss of each ply of a game; None for a ply whose loss the review has not found."""
        played = zip(record.positions, record.plies, strict=False)
        return tuple(self.move_loss(i, position, ply.move) for i, (position, ply) in enumerate(played))

    def whole(self, record: Record) -> ReviewResult | None:
        """The results for all moves of a game; None if any is missing."""
        played = zip(record.positions, record.plies, strict=False)
        looked = []
        for index, (position, ply) in enumerate(played):
            found = self.looked(position, ply.move)
            if found is None:
                return None
            looked.append(found if found.index == index else replace(found, index=index))
        return ReviewResult(tuple(looked), len(looked))

    def why(self, move_loss: MoveLoss) -> str:
        """The sentence that explains this loss; "" if the review found another loss, or none."""
        looked = self.looked(move_loss.position, move_loss.played.move)
        known = None if looked is None else looked.move_loss
        return looked.why if looked is not None and known is not None and known.key == move_loss.key else ""

    def nodes_of(self, thought: Thought) -> int | None:
        """The number of nodes that a review gave to a search; None for a search that no review made."""
        return self._nodes_of.get(id(thought), (thought, None))[1]

    def _key(self, position: Position, move: int) -> _Place | None:
        """The key of a result of the present review; None before the first review."""
        return None if self.lens is None else (position_key(position), move, self.lens, self.given)

    def judging(self, study: Study) -> Lens:
        """The lens of a review that begins now."""
        if self.judge == SHOWN:
            return study.lens
        usual = default_heuristic(study.record.game.name).name
        return study.named(self.judge if self.judge in study.lens_names else usual)

    @property
    def player(self) -> str:
        """The text of the player that searches for the review; "" before the first review."""
        return "" if self._searcher is None else self._searcher[2].name

    @property
    def news(self) -> ReviewResult:
        """The progress of the running or last job."""
        return self.newest(ReviewResult) or ReviewResult()

    @property
    def activity(self) -> Activity:
        """Whether the review compiles or thinks, and for how long."""
        return activity_of((self._job,), "" if self.lens is None else self.lens.name)

    @property
    def at_work(self) -> bool:
        return self.goes_on and self.running

    # Work

    def begin(self, study: Study) -> None:
        """Reviews the game from its start by the chosen judge. Results of the same judge with the same number
        of nodes are not searched again."""
        self.pause()
        self._take_in(study)
        self.drop()
        study.wish(Show(BackgroundReview))
        self.lens, self.goes_on, self._missing = self.judging(study), True, Derived(GAME)
        self.follow(study)

    def restore(self, study: Study, lens: Lens, given: int, looked: Iterable[ReviewedMove]) -> None:
        """Takes over the results of a review from the game's file. Their explanations are computed again,
        without a search. A review that has been begun meanwhile uses these results instead of searching."""
        for each in looked:
            self._earlier[position_key(each.thought.position), each.move, lens, given] = each
        if self.goes_on:
            return
        self.lens, self.given = lens, given
        self.nodes = given if given in NODES else self.nodes
        if lens.name != default_heuristic(study.record.game.name).name:
            self.judge = lens.name
        self._look_at(study, [task for task in tasks_of(study.record) if self._before(task) is not None])

    def _before(self, task: Task) -> ReviewedMove | None:
        """The result for a ply from the game's file."""
        key = self._key(task.position, task.move)
        return None if key is None else self._earlier.get(key)

    def take_new(self) -> list[tuple[Hashable, int, ReviewedMove]]:
        """The results since the last call, each with its position (`position_key`) and the number of nodes
        that was given."""
        new, self._new = self._new, {}
        return [(key, given, looked) for (key, _, _, given), looked in new.items()]

    def renew(self) -> None:
        """Counts all results as new."""
        self._new = {**self._earlier, **self._looked}

    def turn(self, study: Study) -> None:
        """Begins or pauses the review."""
        if self.goes_on:
            self.pause()
        else:
            self.begin(study)

    def pause(self) -> None:
        """Ends the job and keeps its results; `begin` goes on with the rest."""
        self.goes_on = False
        self.stop()

    def follow(self, study: Study) -> None:
        """Takes in new results, and reviews new moves."""
        self._take_in(study)
        if not self.goes_on or self.running or study.restoring:
            return
        if self.problem:
            self.goes_on = False
            return
        self.given = self.nodes
        # Looks for moves without a result, but only after a change of the game, the judge or the nodes.
        look = partial(self._look_at, study)
        self._missing.of(study.changes, lambda: look(tasks_of(study.record)), self.lens, self.given)
        if not self.running and study.record.outcome != ONGOING:
            self.goes_on = False  # no more moves will come

    def _take_in(self, study: Study) -> None:
        """Takes in the results since the last call."""
        found = self.news.looked[self._taken :]
        for looked in found:
            key = self._key(looked.thought.position, looked.move)
            assert key is not None, "it has been begun"
            self._looked[key] = looked
            self._nodes_of[id(looked.thought)] = (looked.thought, self.given)
            if key not in self._earlier:
                self._new[key] = looked
            study.search_store.keep(looked.thought)
            if looked.alone is not None:
                study.search_store.learn(looked.thought, looked.move, looked.alone)
            for index in (looked.index - 1, looked.index):
                self._settle(study.record, index)
        self._taken += len(found)
        self.changes += len(found)

    def _settle(self, record: Record, index: int) -> None:
        """Lets the search of the position after ply `index` correct whether the move missed a win."""
        if not 0 <= index < len(record.plies) - 1:
            return
        key, after = (self._key(record.positions[at], record.plies[at].move) for at in (index, index + 1))
        if key in self._looked and after in self._looked:
            self._looked[key] = settled(self._looked[key], self._looked[after].thought)

    def _look_at(self, study: Study, tasks: list[Task]) -> None:
        """Begins a job that reviews the plies among `tasks` that have no result."""
        assert self.lens is not None
        tasks = [task for task in tasks if self.looked(task.position, task.move) is None]
        if tasks:
            self._taken = 0
            if self._searcher is None or self._searcher[:2] != (self.lens, self.given):
                self._searcher = (self.lens, self.given, self.make(self.lens, self.given))
            known = {task.index: each for task in tasks if (each := self._before(task)) is not None}
            work = partial(review_tasks, self._searcher[2], tasks, study.side_names, known=known)
            self._job = self._lane.do(work, "the review")


def reviewed_move_loss(study: Study, index: int) -> MoveLoss | None:
    """The loss of the game's ply `index`: by the review if it has reviewed the move, so that all pages agree
    with it; else by the newest search that knows both values. None if none does."""
    position, ply = study.record.positions[index], study.record.plies[index]
    reviewed = study.of(BackgroundReview).move_loss(index, position, ply.move)
    if reviewed is not None:
        return reviewed
    for thought in study.search_store.all_of(position):
        move_loss = judge(index, ply.move, thought, study.rows_of(thought))
        if move_loss is not None:
            return move_loss
    return None


def reviewed_move_losses(study: Study) -> tuple[MoveLoss | None, ...]:
    """The loss of each ply of the game by `reviewed_move_loss`, kept in `study.facts`."""
    record = study.record

    def steps() -> Steps:
        return tuple(reviewed_move_loss(study, index) for index in range(len(record.plies)))
        yield  # makes this a generator, as a fact needs, with a single step

    changes = study.changes.count(SEARCHES | FEATURES)
    found: tuple[MoveLoss | None, ...] = study.facts.ask(
        ("move losses", record.position, len(record.plies), changes), steps
    )
    return found


def reviewed_stretch(study: Study) -> tuple[Stretch | None, str]:
    """(stretch, sentence): where the game was lost (`study.review.stretch`). The stretch is None where
    `stretch_of` finds none. Until all moves are reviewed, it is None and the sentence is ""."""
    record, review, names = study.record, study.of(BackgroundReview), study.side_names

    def steps() -> Steps:
        review_result = review.whole(record)
        if review_result is None:
            return None, ""
        found = stretch_of(record, review_result)
        return found, stretch_sentence(record, review_result, found, names)
        yield  # makes this a generator, as a fact needs, with a single step

    changes = study.changes.count(SEARCHES | FEATURES)
    found: tuple[Stretch | None, str] = study.facts.ask(
        ("stretch", record.position, len(record.plies), changes), steps
    )
    return found


def reviewed_losing_move(study: Study) -> MoveLoss | None:
    """The move that lost the game, by `losing_move`; None if there is none or not all moves are reviewed."""
    review_result, found = study.of(BackgroundReview).whole(study.record), reviewed_stretch(study)[0]
    return None if review_result is None or found is None else losing_move(review_result, found)


def stretch_beside_list(study: Study) -> str:
    """The sentence of `reviewed_stretch` for a place beside the list of marked moves. It does not name the
    costliest move, because the list does."""
    record, review = study.record, study.of(BackgroundReview)
    review_result, found = review.whole(record), reviewed_stretch(study)[0]
    if review_result is None:
        return ""
    return stretch_sentence(record, review_result, found, study.side_names, names_costliest=False)


def by_review(study: Study, thought: Thought) -> str:
    """ "by the review, 300 000 nodes" for a search that the review made; else ""."""
    nodes = study.of(BackgroundReview).nodes_of(thought)
    return "" if nodes is None else f"by the review, {grouped(nodes)} nodes"


def source_in(study: Study, thought: Thought) -> str:
    """The heuristic of a search and its depth, and whether the review made it."""
    return ", ".join(filter(None, (source(thought), by_review(study, thought))))
