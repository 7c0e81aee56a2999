"""A job that a command runs itself, whose reports it shows at once."""

from collections.abc import Callable
from typing import Any

from engines.jobs import Job


class ForegroundJob(Job):
    """`on_news` gets each value that is reported, in the thread that does the work."""

    def __init__(self, on_news: Callable[[Any], object]) -> None:
        super().__init__()
        self._on_news = on_news

    def report(self, value: Any = None, doing: str | None = None) -> None:
        super().report(value, doing)
        if value is not None:
            self._on_news(value)
