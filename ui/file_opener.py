"""Opens a person's own files in their editor."""

from dataclasses import dataclass
from pathlib import Path

from engines.jobs import Job, Lane
from study.user_files.editor_program import open_in_editor
from ui import clipboard


@dataclass(frozen=True)
class OpenedFile:
    """A file that an editor was asked to open. `problem` says why none does, and where the file is; else
    ""."""

    path: Path
    problem: str


class FileOpener:
    """Opens one file at a time, in a job."""

    def __init__(self, files: Lane) -> None:
        self._files = files
        self._opening: tuple[Path, Job] | None = None

    def open(self, file: Path, chosen: str) -> None:
        """Asks the editor to open a file; `chosen` is the command in the settings, "" for none."""
        self._opening = file, self._files.do(lambda job: open_in_editor(file, chosen), "the editor")

    @property
    def busy(self) -> bool:
        """Whether it is not known yet what became of the file."""
        return self._opening is not None

    def news(self) -> OpenedFile | None:
        """What became of the file; None while that is not known, and after it was returned once. If no
        editor opens the file, puts its path on the clipboard."""
        if self._opening is None or not self._opening[1].over:
            return None
        (file, job), self._opening = self._opening, None
        problem = job.news.error or job.news.value
        if not problem:
            return OpenedFile(file, "")
        clipboard.put(str(file))
        return OpenedFile(file, f"No editor opens the file ({problem}). Its path has been copied: {file}")
