"""The features of a study, such as a review or a why-not question: state and background work of their own.

A feature is made by its class when it is first asked for: `study.of(BackgroundReview)`. So the study's module
need not know any of them.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from engines.jobs import Job, Lane, NewestFirst
from study.state.changes import FEATURES, NOTHING, Changed, Changes, Follower, Telling


class Feature(Telling):
    """The base of all features. `study.of` makes one when it is first asked for.

    `fields` are the names of its fields that are drawn. Assigning another value to such a field counts as a
    change of FEATURES. A method that changes anything else that is drawn calls `changed`. `depends` are the
    kinds of change after which `follow` is called.
    """

    depends: ClassVar[Changed] = NOTHING
    _studies: tuple[Changes, ...] = ()  # of the studies that use it

    def __init__(self, study: Any) -> None:
        pass

    def assigned(self, name: str) -> None:
        self.changed()

    def changed(self) -> None:
        """Counts a change of FEATURES in all studies that use the feature."""
        for changes in self._studies:
            changes.add(FEATURES)

    def tell(self, changes: Changes) -> None:
        """From now on also counts the feature's changes in `changes`, which belong to a study that uses
        it."""
        self._studies = (*self._studies, changes)

    @property
    def jobs(self) -> Iterable[Job | None]:
        """The feature's jobs, whose reports are noticed once a frame; None stands for no job."""
        return ()

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on, and would end if the person left the game."""
        return False

    def follow(self, study: Any) -> None:
        """Adapts to changes of the study. Called once in a frame, if one of the kinds in `depends` has
        changed."""

    def close(self) -> None:
        """Ends all running work, because the game is left."""


Kind = TypeVar("Kind", bound=Feature)


class Lanes:
    """The lanes (queues of background jobs, `engines.jobs`) for a game's work: `play` for searches for moves
    and analyses, `study` for a person's questions, `files` for reading and writing in the order asked,
    `batch` for long work on all processors."""

    def __init__(self) -> None:
        self.play: Lane = NewestFirst("play")
        self.study: Lane = NewestFirst("study")
        self.files = Lane("files")
        self.batch: Lane = NewestFirst("batch")

    def share(self, others: "Lanes") -> None:
        """Closes its own lanes for files and batch work, and uses another game's."""
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
        """Shares the feature of another study, in place of its own of that kind. `lanes` are the other
        study's, in which the feature works."""
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
