"""The keys of the positions since the last irreversible move, as a value that costs no copy to extend.

The positions of one line of play share one growing segment and differ in how much of it is theirs, so that a
game of n reversible moves takes O(n) memory and time. A line that leaves another begins a segment of its own,
after the part that they share.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain
from threading import Lock

_EXTENDING = Lock()
"""Two threads may play on from one position at the same time."""


class _Segment:
    """Keys in order, and the indices of each key. A segment only grows. `behind` are the keys before it."""

    def __init__(self, behind: "RepetitionHistory | None" = None) -> None:
        self.behind = behind
        self.keys: list[int] = []
        self.places: dict[int, list[int]] = {}

    def append(self, key: int) -> None:
        self.places.setdefault(key, []).append(len(self.keys))
        self.keys.append(key)


class RepetitionHistory:
    """An immutable sequence of keys, oldest first."""

    __slots__ = ("_length", "_own", "_segment")

    def __init__(self, keys: Iterable[int] = ()) -> None:
        self._segment = _Segment()
        for key in keys:
            self._segment.append(key)
        self._length = self._own = len(self._segment.keys)

    @classmethod
    def _of(cls, segment: _Segment, own: int) -> "RepetitionHistory":
        """The keys behind a segment, and the first `own` keys of the segment."""
        history = cls.__new__(cls)
        history._segment = segment
        history._own = own
        history._length = own + (len(segment.behind) if segment.behind is not None else 0)
        return history

    def then(self, key: int) -> "RepetitionHistory":
        """These keys and one more at the end."""
        if self._length == 0:  # NO_KEYS, which all positions without a past share
            return RepetitionHistory((key,))
        segment, own = self._segment, self._own
        with _EXTENDING:
            if len(segment.keys) == own:
                segment.append(key)
            elif segment.keys[own] != key:  # another line of play has extended the segment
                segment, own = _Segment(self), 0
                segment.append(key)
        return self._of(segment, own + 1)

    def count(self, key: int) -> int:
        """How often a key occurs."""
        return sum(
            bisect_left(history._segment.places.get(key, ()), history._own) for history in self._parts()
        )

    def last(self, most: int) -> list[int]:
        """The newest `most` keys, or all if there are fewer, oldest first."""
        found: list[list[int]] = []
        for history in self._parts():
            if most <= 0:
                break
            found.append(history._segment.keys[max(0, history._own - most) : history._own])
            most -= history._own
        return list(chain.from_iterable(reversed(found)))

    def _parts(self) -> Iterator["RepetitionHistory"]:
        """This history and those behind it, the newest segment first."""
        history: RepetitionHistory | None = self
        while history is not None:
            yield history
            history = history._segment.behind

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return iter(self.last(self._length))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RepetitionHistory):
            return NotImplemented
        if self._segment is other._segment:
            return self._own == other._own
        return self._length == other._length and self.last(self._length) == other.last(self._length)

    def __hash__(self) -> int:
        return hash((self._length, self._segment.keys[self._own - 1] if self._own else 0))

    def __repr__(self) -> str:
        return f"RepetitionHistory({list(self)})"


NO_KEYS = RepetitionHistory()
"""No keys: those of a position after an irreversible move."""
