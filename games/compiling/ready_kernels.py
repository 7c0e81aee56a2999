"""Kernels in a classroom folder (`packaging/classroom.py`), compiled where the folder was made.

They lie in a read-only folder of the program, with a list that has their checksums and the processor that
they are for: an old one, whose instructions most computers have. A process compiles everything for that
processor, because it is part of a kernel's key. The folder is ignored if the computer lacks an instruction,
or a person has chosen a processor (`NUMBA_CPU_NAME`).
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from games.contract import BadText
from games.installation import ROOT
from games.text_files import read_bytes, read_json, read_text

FOLDER = ROOT / "ready_kernels"
LIST = "kernels.json"
MOST_LIST_BYTES = 1 << 20


@dataclass(frozen=True)
class ReadyKernels:
    """The list in the folder: the processor and its features, as Numba's settings name them, and the SHA-256
    of each file by its name."""

    processor: str
    features: str
    files: Mapping[str, str]

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that make Numba compile for the processor. AVX is off, because with it
        Numba's settings would depend on the computer."""
        return {
            "NUMBA_CPU_NAME": self.processor,
            "NUMBA_CPU_FEATURES": self.features,
            "NUMBA_ENABLE_AVX": "0",
        }

    def suits(self, features: Mapping[str, bool]) -> bool:
        """Whether a computer with these features has all that the list needs, marked with a plus."""
        needed = [name[1:] for name in self.features.split(",") if name.startswith("+")]
        return all(features.get(name) for name in needed)

    def write(self, folder: Path) -> None:
        """Writes the list into the folder of the kernels."""
        (folder / LIST).write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


@cache
def ready_kernels() -> ReadyKernels | None:
    """The list in the program's folder; None where there is none, or it is damaged."""
    try:
        fields = read_json(read_text(FOLDER / LIST, MOST_LIST_BYTES))
        made = ReadyKernels(fields["processor"], fields["features"], fields["files"])
        is_right = isinstance(made.processor, str) and isinstance(made.features, str)
        return made if is_right and isinstance(made.files, dict) else None
    except (BadText, KeyError, TypeError):
        return None


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@cache
def choose_processor() -> None:
    """Makes this process and its children compile for the processor of the ready kernels, if this computer
    can run them. Call it before Numba compiles anything."""
    ready = ready_kernels()
    if ready is None or os.environ.get("NUMBA_CPU_NAME", ready.processor) != ready.processor:
        return
    from llvmlite.binding import get_host_cpu_features

    if ready.suits(get_host_cpu_features()):
        os.environ.update(ready.environment)
        from numba.core import config

        config.reload_config()  # type: ignore[no-untyped-call]


def is_ready(name: str) -> bool:
    """Whether the folder has a file of that name, by its list."""
    ready = ready_kernels()
    return ready is not None and name in ready.files


def read_ready(name: str, most: int) -> bytes | None:
    """The content of a file of the folder; None if it is not listed, cannot be read, or has another checksum
    than the list says."""
    ready = ready_kernels()
    if ready is None or name not in ready.files:
        return None
    try:
        content = read_bytes(FOLDER / name, most)
    except BadText:
        return None
    return content if checksum(content) == ready.files[name] else None
