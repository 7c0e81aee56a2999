"""The files in which searches for gaps (`study.gaps.gap_search`) keep their games and results."""

from pathlib import Path

from arena.gaps.plan import GapsPlan
from games.data_folder import default_folder

FOLDER = "gaps"
"""The folder in a person's data folder. A search with the same plan goes on in its file there."""


def gaps_file(data: Path | None, plan: GapsPlan) -> Path:
    """The file that keeps the games and results of a plan."""
    return (data or default_folder()) / FOLDER / plan.file_name
