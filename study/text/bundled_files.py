"""Finds files that come with the program by their names, and a person's own files by their paths."""

from pathlib import Path

from games.contract import BadText
from games.safe_text import can_be_kept, shown


def shipped_names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.iterdir() if path.is_file())


def find_file(kind: str, name: str, folder: Path, other: str) -> Path:
    """The file of `folder` with the name `name`, else the file with that path. Raises BadText if there is
    neither. `kind` and `other` are words for the message: what was expected, and what a file of the person's
    own would be."""
    files = {path.stem: path for path in folder.iterdir() if path.is_file()}
    path = files.get(name, Path(name))
    if not can_be_kept(name) or not path.is_file():
        known = ", ".join(shipped_names(folder))
        raise BadText(f"{kind} {shown(name)}: expected one of {known}, or {other}")
    return path
