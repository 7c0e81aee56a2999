"""The progress of an experiment of which the number of units is known, and the time left."""


class CountedProgress:
    """How many of at most `total` units are `done`, and in how many `seconds`."""

    done: int
    total: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """The seconds left at the average rate so far; None before the first unit is done."""
        return None if not self.done else self.seconds / self.done * (self.total - self.done)
