"""An exception of a term, as one line that a person can act on."""

import traceback
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def short_path(path: str) -> str:
    """A file's path within the project, or whole where it lies elsewhere."""
    try:
        return Path(path).resolve().relative_to(PROJECT).as_posix()
    except ValueError:
        return path


def one_line(error: BaseException) -> str:
    """What went wrong, with file and line of the innermost place outside the contracts."""
    frames = traceback.extract_tb(error.__traceback__)
    place = next((f for f in reversed(frames) if not f.filename.endswith("contract.py")), None)
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"{text} ({short_path(place.filename)}, line {place.lineno})" if place else text


def shortened(message: str) -> str:
    """A message with the project's own paths made relative, so that it fits a panel."""
    return message.replace(f"{PROJECT}/", "").replace(f"{PROJECT}\\", "")
