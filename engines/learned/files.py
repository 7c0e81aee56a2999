"""The files of what was learned: arrays with a header that says what they are. Other files are refused.

A file is a ZIP of NumPy arrays, one of which, `header`, holds JSON. An array of float32 is written as its
bytes: all the first ones, then all the second ones, and so on, because that packs a tenth smaller.

The learners that come with the program are in `assets/learned`. Those that a person has trained are in the
folder `learned` of the person's data, one for each seed. Next to each lies its record (`.json`): how it was
trained, and its results.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from games.contract import BadText
from games.data_folder import default_folder
from games.installation import COMMAND
from games.text_files import read_bytes, write_whole

FORMAT = "Plyglass learned player, 1"
MOST_BYTES = 256 << 20
"""The most bytes of a file, and of its arrays."""

SHIPPED = Path(__file__).parents[2] / "assets" / "learned"
SUFFIX = ".npz"
BYTES = " by bytes"
"""Stands after the name of an array that is written so."""


TRAINED = ("trained", (0, 2**63 - 1))
"""The option of a player that was trained here, with its range: the seed of that training."""


def file_of(name: str, trained: int | None) -> Path:
    """The file of a learner: the shipped file or, with `trained`, the file of a training on this computer
    with that seed."""
    return shipped_file(name) if trained is None else own_file(name, trained)


def shipped_file(name: str) -> Path:
    """The path of a learner that comes with the program. `name` joins its kind and its game."""
    return SHIPPED / f"{name}{SUFFIX}"


def own_folder() -> Path:
    """The folder of learners that were trained here."""
    return default_folder() / "learned"


def own_file(name: str, seed: int) -> Path:
    """The path of a learner that was trained here with a seed."""
    return own_folder() / f"{name}-{seed}{SUFFIX}"


def stamp(path: Path) -> int:
    """A number that changes when the file changes; 0 where there is no file."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def write_learned(path: Path, name: str, arrays: Mapping[str, np.ndarray], **header: Any) -> None:
    """Writes the arrays, whole or not at all, and makes the folder. `header` are further entries of the
    header. Raises OSError if that fails."""
    words = json.dumps({"format": FORMAT, "name": name, **header}).encode()
    stream = io.BytesIO()
    written = dict(_written(name, array) for name, array in arrays.items())
    np.savez_compressed(stream, allow_pickle=False, header=np.frombuffer(words, np.uint8), **written)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, stream.getvalue())


def _written(name: str, array: np.ndarray) -> tuple[str, np.ndarray]:
    """An array's name and content in a file."""
    if array.dtype != np.float32:
        return name, array
    by_number = array.astype("<f4").view(np.uint8).reshape(*array.shape, 4)
    return name + BYTES, np.ascontiguousarray(np.moveaxis(by_number, -1, 0))


def _read(file: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """An array of a file; raises KeyError if it is not there."""
    if name + BYTES not in file:
        return file[name]
    by_number = np.ascontiguousarray(np.moveaxis(file[name + BYTES], 0, -1))
    return by_number.view("<f4")[..., 0].astype(np.float32)


def read_learned(
    path: Path, name: str, shapes: Mapping[str, tuple[int | None, ...]]
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The arrays and the header of a file that must be of the learner `name`, with arrays of these shapes
    (None: any length). Raises BadText, a line that names the file, if it is damaged or another learner's."""
    if not path.exists():
        raise BadText(f"{path}: no such file; `{COMMAND} train` makes such files")
    content = read_bytes(path, MOST_BYTES)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            if sum(member.file_size for member in file.infolist()) > MOST_BYTES:
                raise BadText(f"{path}: expected at most {MOST_BYTES:,} bytes of arrays, found more")
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            header = json.loads(file["header"].tobytes())
            found = header.get("name") if header["format"] == FORMAT else None
            if found != name:
                raise BadText(f"{path}: expected what {name} has learned, found {found!r}")
            arrays = {each: _read(file, each) for each in shapes}
    except BadText:
        raise
    except Exception:  # damaged bytes may raise anything in zipfile and NumPy
        raise BadText(f"{path}: expected a learned player, found a file damaged or of another kind") from None
    for each, shape in shapes.items():
        array = arrays[each]
        fits = len(array.shape) == len(shape) and all(
            wanted in (None, length) for wanted, length in zip(shape, array.shape, strict=True)
        )
        if not fits or array.dtype.kind not in "iuf" or not np.isfinite(array).all():
            wanted = "×".join("N" if length is None else str(length) for length in shape)
            raise BadText(f"{path}: {each}: expected {wanted} finite numbers, found something else")
    return arrays, header
