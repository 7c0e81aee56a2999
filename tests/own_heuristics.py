"""Files of heuristics as a person would write and save them."""

import os
from pathlib import Path

SOUND = """from heuristics.contract import Heuristic

mine = Heuristic("{name}", "{game}", "Mine.", "me")


@mine.single("to move", weight={weight})
def to_move(state, side):
    {body}
"""
MOVER = "return 1.0 if state.to_move == side else 0.0"


def source(name: str = "mine", game: str = "isolation", weight: float = 2.0, body: str = MOVER) -> str:
    return SOUND.format(name=name, game=game, weight=weight, body=body)


def write(file: Path, text: str) -> None:
    """Writes a file, and makes its modification time differ from the one before, however coarse the disk's
    clock is."""
    before = file.stat().st_mtime_ns if file.exists() else 0
    file.write_text(text, encoding="utf-8")
    after = max(file.stat().st_mtime_ns, before + 1_000_000)
    os.utime(file, ns=(after, after))
