"""The calibrations that come with the program, and a person's own.

They are found by game and heuristic.
"""

import json
import threading
from collections.abc import Hashable
from pathlib import Path

from arena.calibration.calibration import Calibration
from games.contract import BadText, Options
from games.text_files import read_text, write_file
from heuristics.lens import Lens

SHIPPED = Path(__file__).parent / "shipped"

FOLDER = "calibrations"
"""The folder of calibrations in a person's data."""

SUFFIX = ".json"
MOST_BYTES = 1 << 20

_lock = threading.Lock()
_read: dict[Path, tuple[Hashable, Calibration | None]] = {}


def folder_of(data: Path) -> Path:
    """The folder of a person's own calibrations."""
    return data / FOLDER


def keep(calibration: Calibration, folder: Path, stem: str) -> Path:
    """Writes a calibration's file and returns its path. BadText if that fails."""
    file = folder / f"{stem}{SUFFIX}"
    write_file(file, json.dumps(calibration.to_json(), indent=1) + "\n", makes_folder=True)
    return file


def fitting(game: str, lens: Lens, options: Options, data: Path | None) -> tuple[Calibration, ...]:
    """The calibrations that belong to a lens and the rules' options, by their nodes; a person's own before
    the program's. Files that are no calibrations are ignored. The first call may take a second."""
    folders = [SHIPPED] if data is None else [folder_of(data), SHIPPED]
    found = [
        made
        for folder in folders
        for file in sorted(folder.glob(f"*{SUFFIX}"))
        if (made := _calibration(file)) is not None and made.game == game and made.belongs_to(lens, options)
    ]
    return tuple(sorted(found, key=lambda made: made.nodes))


def closest(calibrations: tuple[Calibration, ...], nodes: int) -> Calibration | None:
    """The calibration that serves searches with that many nodes; of several the one with the closest budget.
    None if none does."""
    serving = [made for made in calibrations if made.serves(nodes)]
    return min(serving, key=lambda made: max(nodes, made.nodes) / min(nodes, made.nodes), default=None)


def _calibration(file: Path) -> Calibration | None:
    try:
        stamp = file.stat().st_mtime_ns
        with _lock:
            if file in _read and _read[file][0] == stamp:
                return _read[file][1]
        made = Calibration.read(read_text(file, MOST_BYTES))
    except (OSError, BadText):
        return None
    with _lock:
        _read[file] = stamp, made
    return made
