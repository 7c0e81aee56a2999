"""The review that a person has begun in a window: it goes through the game in the background, and with the
game as more of it is played, until it is paused. What it finds is kept where the searches are."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace

from engines.jobs import COMPILING
from engines.search_engine import Searcher
from games.contract import ONGOING
from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from heuristics.registry import default_heuristic
from study.core.activity import Activity, activity_of
from study.core.background_task import BackgroundTask
from study.core.features import Feature
from study.core.move_loss import MoveLoss, Reviewed, ReviewedMove
from study.core.search_store import position_key
from study.core.study import Study
from study.core.wishes import Show
from study.review.review import USUAL_NODES, Task, reviewing, tasks_of, usual_searcher

NODES = (30_000, 100_000, USUAL_NODES, 1_000_000, 10_000_000)
"""Choices of nodes for each position."""

SHOWN = ""
"""The judge that is the shown heuristic; any other goes by its name."""

_Place = tuple[Hashable, int, Lens, int]
"""A position and the move that was made there, who judges, and with how many nodes."""


class Review(BackgroundTask, Feature):
    """`nodes` is what each position is given, `judge` the heuristic that is to judge, by its name (None: the
    game's usual one; SHOWN: the window's heuristic at the begin of the review). `goes_on` is whether what is
    played from now on is looked at, too; `lens` is who judges what there is, and `given` with how many nodes.
    `changes` counts what was taken in. `make` makes the searcher for a lens and a number of nodes. While the
    game's file is still being read, a review is `held`: the file may hold its answers."""

    def __init__(self, study: Study) -> None:
        self.nodes = USUAL_NODES
        self.judge: str | None = None
        self.goes_on = False
        self.held = False
        self.lens: Lens | None = None
        self.given = USUAL_NODES
        self.changes = 0
        self.make: Callable[[Lens, int], Searcher] = usual_searcher
        self._lane = study.features.lanes.batch
        self._taken = 0  # of what the job has found
        self._looked: dict[_Place, ReviewedMove] = {}
        self._earlier: dict[_Place, ReviewedMove] = {}  # before the game was opened
        self.new: dict[_Place, ReviewedMove] = {}
        """What it has found since somebody has last emptied it."""
        self._searcher: tuple[Lens, int, Searcher] | None = None
        self._at: Hashable = None  # the game when it was last looked through for what is missing

    # What is known

    def looked(self, position: Position, move: int) -> ReviewedMove | None:
        """What it has found of a move of a position."""
        key = self._key(position, move)
        return None if key is None else self._looked.get(key)

    def judged(self, index: int, position: Position, move: int) -> MoveLoss | None:
        """The same, as the ply `index` of the game as it is now."""
        looked = self.looked(position, move)
        judged = None if looked is None else looked.judged
        return None if judged is None else replace(judged, index=index)

    def all_judged(self, record: Record) -> tuple[MoveLoss | None, ...]:
        """Every ply of a game so."""
        played = zip(record.positions, record.plies, strict=False)
        return tuple(self.judged(i, position, ply.move) for i, (position, ply) in enumerate(played))

    def whole(self, record: Record) -> Reviewed | None:
        """What it has found of all moves of a game; None where it has not looked at one of them."""
        played = zip(record.positions, record.plies, strict=False)
        looked = []
        for index, (position, ply) in enumerate(played):
            found = self.looked(position, ply.move)
            if found is None:
                return None
            looked.append(found if found.index == index else replace(found, index=index))
        return Reviewed(tuple(looked), len(looked))

    def why(self, judged: MoveLoss) -> str:
        """The sentence that was made of exactly this; "" where there is none."""
        looked = self.looked(judged.position, judged.played.move)
        known = None if looked is None else looked.judged
        return looked.why if looked is not None and known is not None and known.key == judged.key else ""

    def _key(self, position: Position, move: int) -> _Place | None:
        return None if self.lens is None else (position_key(position), move, self.lens, self.given)

    def judging(self, study: Study) -> Lens:
        """Who judges a review that is begun now."""
        if self.judge == SHOWN:
            return study.lens
        usual = default_heuristic(study.record.game.name).name
        return study.named(self.judge if self.judge in study.lens_names else usual)

    @property
    def player(self) -> str:
        """The text of who has searched; "" before that."""
        return "" if self._searcher is None else self._searcher[2].name

    @property
    def news(self) -> Reviewed:
        """How far the job has come that runs, or ran last."""
        value = None if self._job is None else self._job.news.value
        return value if isinstance(value, Reviewed) else Reviewed()

    @property
    def activity(self) -> Activity:
        """Whether it compiles, or searches, and for how long."""
        return activity_of((self._job,), "" if self.lens is None else self.lens.name)

    @property
    def version(self) -> Hashable:
        activity = self.activity if self.running else Activity()
        compiling = int(activity.seconds) if activity.kind == COMPILING else -1
        state = self.changes, self.goes_on, self.running, self.problem, compiling
        return state, self.lens, self.given, self.waits

    # What is done

    def begin(self, study: Study) -> None:
        """Looks at the game from its start, by the judge that is chosen; what it has looked at so already it
        does not search again."""
        self.pause()
        self._take_in(study)
        self.drop()
        study.wish(Show(Review))
        self.lens, self.goes_on, self._at = self.judging(study), True, None
        self.follow(study)

    def restore(self, study: Study, lens: Lens, given: int, looked: Iterable[ReviewedMove]) -> None:
        """Takes over what a review has found before the game was opened, and explains it again. Searches
        nothing. One that was begun meanwhile goes on with it."""
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
        """What is known of a ply from before the game was opened."""
        key = self._key(task.position, task.move)
        return None if key is None else self._earlier.get(key)

    def renew(self) -> None:
        """Counts all that it knows as new."""
        self.new = {**self._earlier, **self._looked}

    def turn(self, study: Study) -> None:
        """Begins or pauses it."""
        if self.goes_on:
            self.pause()
        else:
            self.begin(study)

    def pause(self) -> None:
        """Ends it with what it has found; `begin` goes on with the rest."""
        self.goes_on = False
        self.stop()

    def follow(self, study: Study) -> None:
        """Takes in what was found, and looks at what was played since. Once a frame."""
        self._take_in(study)
        if not self.goes_on or self.running or self.held:
            return
        if self.problem:
            self.goes_on = False
            return
        self.given = self.nodes
        at = (study.record.position, len(study.record.plies), self.lens, self.given)
        if at != self._at:
            self._at = at
            self._look_at(study, tasks_of(study.record))
        if not self.running and study.record.position.outcome != ONGOING:
            self.goes_on = False  # there will be nothing more

    def _take_in(self, study: Study) -> None:
        """Has the window know what was found since the last time."""
        found = self.news.looked[self._taken :]
        for looked in found:
            key = self._key(looked.thought.position, looked.move)
            assert key is not None, "it has been begun"
            self._looked[key] = looked
            if key not in self._earlier:
                self.new[key] = looked
            study.thoughts.keep(looked.thought)
            if looked.alone is not None:
                study.thoughts.learn(looked.thought, looked.move, looked.alone)
        self._taken += len(found)
        self.changes += len(found)

    def _look_at(self, study: Study, tasks: list[Task]) -> None:
        """Begins a job for those of these plies that it does not know."""
        assert self.lens is not None
        tasks = [task for task in tasks if self.looked(task.position, task.move) is None]
        if tasks:
            self._taken = 0
            if self._searcher is None or self._searcher[:2] != (self.lens, self.given):
                self._searcher = (self.lens, self.given, self.make(self.lens, self.given))
            known = {task.index: each for task in tasks if (each := self._before(task)) is not None}
            work = reviewing(self._searcher[2], tasks, study.side_names, known)
            self._job = self._lane.do(work, "review")

    def close(self) -> None:
        self.drop()
