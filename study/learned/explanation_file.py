"""Where explanations of learned players are kept."""

from pathlib import Path

from arena.learned.plan import ExplanationPlan
from games.data_folder import default_folder

FOLDER = "explanations"
"""The folder in a person's data. An explanation that is asked for again finds its games there."""


def explanation_file(data: Path | None, plan: ExplanationPlan) -> Path:
    """The file of an explanation's games."""
    return (data or default_folder()) / FOLDER / plan.file_name
