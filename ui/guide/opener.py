"""Opens pages of the guide in the browser."""

from functools import partial
from pathlib import Path

from engines.jobs import Job, Lane
from ui import clipboard


class GuideOpener:
    """Writes and opens one page at a time, in a job."""

    def __init__(self, files: Lane) -> None:
        self._files = files
        self._opening: Job | None = None

    def open(self, page: str) -> None:
        """Asks the browser to open a page, such as "moves"."""
        self._opening = self._files.do(partial(_open_page, f"guide/{page}"), "the guide")

    @property
    def busy(self) -> bool:
        """Whether a page is still being opened."""
        return self._opening is not None

    def news(self) -> str:
        """A message once a page was opened: where it is, or why no browser opens it; then its path has been
        copied. "" otherwise."""
        job = self._opening
        if job is None or not job.over:
            return ""
        self._opening = None
        if job.news.error:
            return f"The guide cannot be written: {job.news.error}"
        file, problem = job.news.value
        if problem:
            clipboard.put(str(file))
            return f"No browser opens the page ({problem}). Its path has been copied: {file}"
        return f"Your browser was asked to open {file}"


def _open_page(page: str, job: Job) -> tuple[Path, str]:
    """Writes the guide and opens a page of it. Returns the page's file, and why no browser opens it; "" if
    one does."""
    from ui.guide.pages import (  # not at the start of the program, because it takes time
        open_in_browser,
        written_page,
    )

    file = written_page(page)
    return file, open_in_browser(file)
