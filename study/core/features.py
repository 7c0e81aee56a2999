"""The features of a study: what a person can ask for besides the moves. Each is made when it is first asked
for, by its class: `study.of(Review)`. The study knows none of them.
"""

from collections.abc import Hashable
from typing import Any, TypeVar

from engines.jobs import Lane, NewestFirst


class Feature:
    """The base of all features. `study.of` makes one when it is first asked for."""

    def __init__(self, study: Any) -> None:
        pass

    @property
    def version(self) -> Hashable:
        """Changes whenever the feature must be drawn again."""
        return None

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on, and would end with the game."""
        return False

    def follow(self, study: Any) -> None:
        """Follows the present game. Called once a frame."""

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
    """The features that a study has made so far, and the `lanes` that they work in."""

    def __init__(self) -> None:
        self.lanes = Lanes()
        self._made: dict[type[Feature], Feature] = {}

    def of(self, kind: type[Kind], study: Any) -> Kind:
        """The study's feature of a kind."""
        made = self._made.get(kind)
        if made is None:
            made = self._made[kind] = kind(study)
        assert isinstance(made, kind)
        return made

    def take(self, feature: Feature, lanes: Lanes) -> None:
        """Takes the feature of another study, which both use from now on, in place of its own. The feature
        then works in those lanes."""
        own = self._made.get(type(feature))
        if own is not None:
            own.close()
        self._made[type(feature)] = feature
        self.lanes.share(lanes)

    @property
    def version(self) -> Hashable:
        """Changes whenever one of them must be drawn again."""
        return tuple((kind, made.version) for kind, made in self._made.items())

    @property
    def at_work(self) -> bool:
        """Whether work that a person started goes on in one of them."""
        return any(made.at_work for made in self._made.values())

    def follow(self, study: Any) -> None:
        """Lets all features follow the game. Call it once a frame."""
        for made in list(self._made.values()):
            made.follow(study)

    def close(self) -> None:
        for made in self._made.values():
            made.close()
        self.lanes.close()
