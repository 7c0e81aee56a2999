"""Opens pages of the guide in the browser."""

from functools import partial
from pathlib import Path

from engines.jobs import Job, Lane
from ui import clipboard


class GuideOpener:
    """Writes and opens a page at a time, in the lane for files."""

    def __init__(self, files: Lane) -> None:
        self._files = files
        self._opening: Job | None = None

    def open(self, page: str) -> None:
        """Asks the browser to open a page, such as "moves"."""
        self._opening = self._files.do(partial(_open_page, f"guide/{page}"), "the guide")

    @property
    def busy(self) -> bool:
        """Whether it is not known yet what became of the page."""
        return self._opening is not None

    def news(self) -> str:
        """Where the page is, or why no browser shows it. Says so once, and returns "" before and after.
        Copies the page's path if no browser opens it."""
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
    """Writes the guide and opens a page of it. Returns the page's file, and why no browser opens it, "" where
    one does."""
    from ui.guide.pages import open_in_browser, written_page  # not before the first frame

    file = written_page(page)
    return file, open_in_browser(file)
