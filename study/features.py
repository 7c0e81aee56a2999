"""The features of a study: what a person can ask for besides the moves, each made when it is first asked for.

The study knows none of them. Whoever wants one names its class: `study.of(Review)`.
"""

from collections.abc import Hashable
from typing import Any, TypeVar

from engines.jobs import Lane


class Feature:
    """The base of them all, made with the study that first asks for it."""

    def __init__(self, study: Any) -> None:
        pass

    @property
    def version(self) -> Hashable:
        """Changes whenever what it shows must be drawn again."""
        return None

    def follow(self, study: Any) -> None:
        """Goes on with the game as it is now. Once a frame."""

    def close(self) -> None:
        """The game is left: ends what runs."""


Kind = TypeVar("Kind", bound=Feature)


class Features:
    """Those that a study has made so far. `lane` does what a person waits for."""

    def __init__(self) -> None:
        self.lane = Lane("study")
        self._made: dict[type[Feature], Feature] = {}

    def of(self, kind: type[Kind], study: Any) -> Kind:
        """The study's feature of a kind."""
        made = self._made.get(kind)
        if made is None:
            made = self._made[kind] = kind(study)
        assert isinstance(made, kind)
        return made

    def take(self, feature: Feature) -> None:
        """Takes the feature of another study, which both use from now on, in place of its own."""
        own = self._made.get(type(feature))
        if own is not None and own is not feature:
            own.close()
        self._made[type(feature)] = feature

    @property
    def version(self) -> Hashable:
        """Changes whenever one of them must be drawn again."""
        return tuple((kind, made.version) for kind, made in self._made.items())

    def follow(self, study: Any) -> None:
        """Has all of them go on. Once a frame."""
        for made in list(self._made.values()):
            made.follow(study)

    def close(self) -> None:
        for made in self._made.values():
            made.close()
        self.lane.close(patience=0.0)
