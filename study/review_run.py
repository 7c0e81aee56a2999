"""The review that a person has begun in a window: it goes through the game in the background, and with the
game as more of it is played, until it is paused. What it finds is kept where the searches are."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.jobs import COMPILING, Lane
from engines.searchers import Searcher
from games.contract import ONGOING
from games.position import Position
from games.record import Record
from heuristics.lens import Lens
from study.activity import Activity, activity_of
from study.judged import Judged, Looked, Reviewed
from study.last_job import LastJob
from study.review import USUAL_SECONDS, Task, reviewing, tasks_of, usual_searcher
from study.thoughts import place

if TYPE_CHECKING:
    from study.study import Study

SECONDS = (0.1, USUAL_SECONDS, 0.5, 1.0, 3.0)
"""What a position may be given."""

_Place = tuple[Hashable, int]
"""A position and the move that was made there."""


class Review(LastJob):
    """`seconds` is what each position is given. `goes_on` is whether what is played from now on is looked at,
    too; `lens` is what it looks through, that of the study when it was begun. `begun` counts how often that
    was, `changes` what was taken in. `make` makes the searcher for a lens and so many seconds; the thread is
    its own."""

    def __init__(self) -> None:
        self.seconds = USUAL_SECONDS
        self.goes_on = False
        self.lens: Lens | None = None
        self.changes = 0
        self.begun = 0
        self.make: Callable[[Lens, float], Searcher] = usual_searcher
        self._lane = Lane("batch")
        self._taken = 0  # of what the job has found
        self._looked: dict[_Place, Looked] = {}
        self._given: dict[_Place, float] = {}  # how many seconds its position had
        self._seconds = USUAL_SECONDS  # that the job gives each
        self._searcher: tuple[Lens, float, Searcher] | None = None
        self._at: Hashable = None  # the game when it was last looked through for what is missing

    # What is known

    def judged(self, index: int, position: Position, move: int) -> Judged | None:
        """What it has found of a move of a position, at the ply `index` now."""
        looked = self._looked.get((place(position), move))
        judged = None if looked is None else looked.judged
        return None if judged is None else replace(judged, index=index)

    def whole(self, record: Record) -> Reviewed | None:
        """What it has found of all moves of a game; None where it has not looked at one of them."""
        found = [
            self._looked.get((place(position), ply.move))
            for position, ply in zip(record.positions, record.plies, strict=False)
        ]
        looked = tuple(replace(each, index=i) for i, each in enumerate(found) if each is not None)
        return Reviewed(looked, len(looked)) if len(looked) == len(found) else None

    def why(self, judged: Judged) -> str:
        """The sentence that was made of exactly this; "" where there is none."""
        looked = self._looked.get((place(judged.position), judged.played.move))
        known = None if looked is None else looked.judged
        return looked.why if looked is not None and known is not None and known.key == judged.key else ""

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
    def told(self) -> Hashable:
        """Another one whenever there is something new to tell."""
        activity = self.activity if self.running else Activity()
        compiling = int(activity.seconds) if activity.kind == COMPILING else -1
        return self.changes, self.goes_on, self.running, self.problem, compiling

    # What is done

    def begin(self, study: "Study") -> None:
        """Looks at the game from its start, through what is looked through now; what it has looked at so
        already it does not search again."""
        self.pause()
        self._take_in(study)
        self.drop()
        self.begun += 1
        self.lens, self.goes_on, self._at = study.lens, True, None
        self.follow(study)

    def turn(self, study: "Study") -> None:
        """Begins it, or pauses it."""
        if self.goes_on:
            self.pause()
        else:
            self.begin(study)

    def pause(self) -> None:
        """Ends it with what it has found; `begin` goes on with the rest."""
        self.goes_on = False
        self.stop()

    def follow(self, study: "Study") -> None:
        """Takes in what was found, and looks at what was played since. Once a frame."""
        self._take_in(study)
        if not self.goes_on or self.running:
            return
        if self.problem:
            self.goes_on = False
            return
        at = (study.record.position, len(study.record.plies), self.lens, self.seconds)
        if at != self._at:
            self._at = at
            self._look_at(study)
        if not self.running and study.record.position.outcome != ONGOING:
            self.goes_on = False  # there will be nothing more

    def _take_in(self, study: "Study") -> None:
        """Has the window know what was found since the last time."""
        found = self.news.looked[self._taken :]
        for looked in found:
            self._looked[place(looked.thought.position), looked.move] = looked
            self._given[place(looked.thought.position), looked.move] = self._seconds
            study.thoughts.keep(looked.thought)
            if looked.alone is not None:
                study.alone.learn(looked.thought, looked.move, looked.alone)
        self._taken += len(found)
        self.changes += len(found)

    def _look_at(self, study: "Study") -> None:
        """Begins a job for the plies that it does not know."""
        assert self.lens is not None
        before, tasks = [], []
        for task in tasks_of(study.record):
            if self._knows(task):
                judged = self.judged(task.index, task.position, task.move)
                before += [judged] if judged is not None else []
            else:
                tasks.append(replace(task, known=study.thoughts.of(task.position, self.lens)))
        if tasks:
            self._seconds, self._taken = self.seconds, 0
            if self._searcher is None or self._searcher[:2] != (self.lens, self.seconds):
                self._searcher = (self.lens, self.seconds, self.make(self.lens, self.seconds))
            work = reviewing(self._searcher[2], tasks, study.side_names, before)
            self._job = self._lane.do(work, "review")

    def _knows(self, task: Task) -> bool:
        """Whether a move was looked at as it would be now, or longer."""
        key = place(task.position), task.move
        looked = self._looked.get(key)
        return looked is not None and looked.thought.lens == self.lens and self._given[key] >= self.seconds

    def close(self) -> None:
        self._lane.close(patience=0.0)
