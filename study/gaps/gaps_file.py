"""Where looks for gaps are kept."""

from pathlib import Path

from arena.gaps.plan import GapsPlan
from games.data_folder import default_folder

FOLDER = "gaps"
"""The folder in a person's data. A look that is asked for again goes on in its file there."""


def gaps_file(data: Path | None, plan: GapsPlan) -> Path:
    """The file of a look's games."""
    return (data or default_folder()) / FOLDER / plan.file_name
