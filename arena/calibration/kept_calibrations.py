"""The calibrations that come with the program, and a person's own."""

import json
import threading
from collections.abc import Hashable, Iterable
from pathlib import Path

from arena.calibration.calibration import Calibration
from arena.calibration.chance_scale import ChanceScale
from games.contract import BadText, Options
from games.text_files import read_text, write_file
from heuristics.contract import Heuristic
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
    """Writes a calibration's file and returns its path. Raises BadText if that fails."""
    file = folder / f"{stem}{SUFFIX}"
    write_file(file, json.dumps(calibration.to_json(), indent=1) + "\n", makes_folder=True)
    return file


def made_for(heuristic: Heuristic, options: Options, data: Path | None) -> tuple[Calibration, ...]:
    """The calibrations of a heuristic in its present state, with any weights, under these options of the
    rules. A person's own come before the shipped ones; within each group, calibrations by games with more
    nodes come first. Files that are no calibrations are ignored. The first call may take a second."""
    folders = [SHIPPED] if data is None else [folder_of(data), SHIPPED]
    return tuple(made for folder in folders for made in _in_folder(folder, heuristic, options))


def scale_for(lens: Lens, options: Options, data: Path | None) -> ChanceScale | None:
    """The scale that turns values of a heuristic, with the weights of `lens`, into chances. None if no
    calibration was made for them and for these rules."""
    return scale_of(made_for(lens.heuristic, options, data), lens)


def scale_of(calibrations: Iterable[Calibration], lens: Lens) -> ChanceScale | None:
    """The scale of those `calibrations` of a heuristic that were made with the weights of `lens`; None if
    there is none."""
    return ChanceScale.of([made for made in calibrations if made.has_weights_of(lens)])


def _in_folder(folder: Path, heuristic: Heuristic, options: Options) -> list[Calibration]:
    read = map(_calibration, sorted(folder.glob(f"*{SUFFIX}")))
    found = [made for made in read if made is not None and made.is_of(heuristic, options)]
    return sorted(found, key=lambda made: -made.nodes)


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
