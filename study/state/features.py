"""The features of a study: what a person can ask for besides the moves. Each is made when it is first asked
for, by its class: `study.of(BackgroundReview)`. The study knows none of them.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from engines.jobs import Job, Lane, NewestFirst
from study.state.changes import FEATURES, NOTHING, Changed, Changes, Follower, Telling


class Feature(Telling):
    """The base of all features. `study.of` makes one when it is first asked for.

    `fields` are the names of its fields that are drawn: another value is a change of FEATURES. A method that
    changes anything else that is drawn calls `changed`. `depends` are the kinds of change that it follows.
    """

    depends: ClassVar[Changed] = NOTHING
    _studies: tuple[Changes, ...] = ()  # of the studies that use it

    def __init__(self, study: Any) -> None:
        pass

    def assigned(self, name: str) -> None:
        self.changed()

    def changed(self) -> None:
        """Says in all studies that use it that the feature has changed."""
        for changes in self._studies:
            changes.add(FEATURES)

    def tell(self, changes: Changes) -> None:
        """Counts the feature's changes here, too, from now on."""
        self._studies = (*self._studies, changes)

    @property
    def jobs(self) -> Iterable[Job | None]:
        """The feature's jobs, whose reports are noticed once a frame; None stands for no job."""
        return ()

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on, and would end with the game."""
        return False

    def follow(self, study: Any) -> None:
        """Follows what has changed. Called in a frame after one of the kinds in `depends` has changed."""

    def close(self) -> None:
        """Ends all running work, because the game is left."""


Kind = TypeVar("Kind", bound=Feature)


class Lanes:
    """The lanes for a game's work: `play` searches for moves and analyses, `study` answers what a person
    asks, `files` reads and writes in the order asked, `batch` does long work on all processors."""

    def __init__(self) -> None:
        self.play: Lane = NewestFirst("play")
        self.study: Lane = NewestFirst("study")
        self.files = Lane("files")
        self.batch: Lane = NewestFirst("batch")

    def share(self, others: "Lanes") -> None:
        """Uses another game's lanes for files and batch work."""
        self.files.close(patience=0.0)
        self.batch.close(patience=0.0)
        self.files, self.batch = others.files.hold(), others.batch.hold()

    def close(self) -> None:
        self.play.close(patience=0.05)
        for lane in (self.study, self.files, self.batch):
            lane.close(patience=0.0)


class Features:
    """The features that a study has made so far, and the `lanes` that they work in. Their changes are counted
    in `changes`, the study's."""

    def __init__(self, changes: Changes) -> None:
        self.lanes = Lanes()
        self._changes = changes
        self._made: dict[type[Feature], Feature] = {}
        self._followers: dict[type[Feature], Follower] = {}

    def of(self, kind: type[Kind], study: Any) -> Kind:
        """The study's feature of a kind."""
        made = self._made.get(kind)
        if made is None:
            made = kind(study)
            self._add(made)
        assert isinstance(made, kind)
        return made

    def _add(self, feature: Feature) -> None:
        self._made[type(feature)] = feature
        feature.tell(self._changes)

    def take(self, feature: Feature, lanes: Lanes) -> None:
        """Takes the feature of another study, which both use from now on, in place of its own. The feature
        then works in those lanes."""
        own = self._made.get(type(feature))
        if own is not None:
            own.close()
        self._add(feature)
        self._changes.add(FEATURES)
        self.lanes.share(lanes)

    @property
    def jobs(self) -> list[Job]:
        """The jobs of all features."""
        return [job for made in self._made.values() for job in made.jobs if job is not None]

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on in a feature."""
        return any(made.at_work for made in self._made.values())

    def follow(self, study: Any) -> None:
        """Lets the features follow what has changed since the last call."""
        for kind, made in list(self._made.items()):
            follower = self._followers.setdefault(kind, Follower(made.depends))
            if made.depends and follower.moved(self._changes):
                made.follow(study)

    def close(self) -> None:
        for made in self._made.values():
            made.close()
        self.lanes.close()
