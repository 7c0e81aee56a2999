"""Files of heuristics as a person would write and save them."""

import os
from pathlib import Path

from games.text_files import replace_file

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
    """Writes a file at once, for a window may look at it at any moment, and makes its modification time
    differ from the one before, however coarse the disk's clock is."""
    before = file.stat().st_mtime_ns if file.exists() else 0
    whole = file.with_name(f"{file.name}.new")
    whole.write_text(text, encoding="utf-8")
    after = max(whole.stat().st_mtime_ns, before + 1_000_000)
    os.utime(whole, ns=(after, after))
    replace_file(whole, file)
