"""The file in which the games of an explanation of a learned player are kept."""

from pathlib import Path

from arena.learned.plan import ExplanationPlan
from games.data_folder import default_folder

FOLDER = "explanations"
"""The folder of these files, in the folder of the person's data. The same explanation asked for again reads
its games from there."""


def explanation_file(data: Path | None, plan: ExplanationPlan) -> Path:
    """The file with the games that are played for an explanation."""
    return (data or default_folder()) / FOLDER / plan.file_name
