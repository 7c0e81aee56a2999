"""The content hash of a heuristic: what makes it another one, and what does not."""

import subprocess
import sys
from pathlib import Path

import pytest

from heuristics.content_hash import content_hash
from heuristics.module_loader import in_module, run_file
from own_heuristics import MOVER, source, write

ROOT = Path(__file__).parents[2]


def hash_of(folder: Path, text: str) -> str:
    file = folder / "one.py"
    write(file, text)
    (heuristic,) = in_module(run_file(file, "one"))
    return content_hash(heuristic)


COMMENTED = f'''"""Whose turn it is counts two."""
    # The side to move can act first.
    {MOVER}  # two in all'''


@pytest.mark.parametrize(
    "text",
    [
        source(body=COMMENTED),
        source(weight=3.0),
        source().replace('"to move",', '"to move", label="my turn",'),
        "# A line before it.\n\n" + source(),
    ],
    ids=["comments and a docstring", "a weight", "a label", "another place in the file"],
)
def test_the_same_counts_have_the_same_hash(tmp_path: Path, text: str) -> None:
    assert hash_of(tmp_path, text) == hash_of(tmp_path, source())


SPLIT = """from heuristics.contract import Heuristic

mine = Heuristic("mine", "isolation", "Mine.", "me")
mine.single("to move", weight=1.0)(lambda state, side:
    {body})
"""


def test_a_part_of_a_statement_is_hashed_as_it_stands(tmp_path: Path) -> None:
    """Python gives no more of this lambda than lines that are no statement."""
    one, same, other = (hash_of(tmp_path, SPLIT.format(body=body)) for body in ("1.0", "1.0", "2.0"))
    assert one == same != other


@pytest.mark.parametrize(
    "text",
    [
        source(body=MOVER.replace("1.0", "1.5")),
        source().replace('"to move"', '"my turn"'),
        source().replace("mine.single", "mine.own"),
        source(body=MOVER.replace("1.0", "TURN")) + "\n\nTURN = 1.0\n",
    ],
    ids=["a number", "a term's name", "a kind of term", "a constant beside it"],
)
def test_another_count_has_another_hash(tmp_path: Path, text: str) -> None:
    assert hash_of(tmp_path, text) != hash_of(tmp_path, source())


TAPERED = """from heuristics.contract import Heuristic, Tapered


def phase(state):
    return {share}


mine = Heuristic("mine", "isolation", "Mine.", "me", phase=phase)


@mine.own("to move", weight={weight}, worth=Tapered(1.0, {end}))
def to_move(state, side):
    return 1.0
"""


def test_a_worth_and_the_phase_are_hashed_and_the_weight_is_not(tmp_path: Path) -> None:
    usual = {"share": 0.5, "weight": 1.0, "end": 2.0}
    first, worth, phase, weight = (
        hash_of(tmp_path, TAPERED.format(**(usual | change)))
        for change in ({}, {"end": 3.0}, {"share": 0.25}, {"weight": 2.0})
    )
    assert len({first, worth, phase}) == 3 and weight == first


HASHES = """
import sys
from games.registry import game_names
from heuristics.content_hash import content_hash
from heuristics.registry import heuristics_of

for game in game_names():
    for heuristic in heuristics_of(game):
        content_hash(heuristic)
print("numba" in sys.modules)
"""


def test_a_hash_needs_no_compiler() -> None:
    # It is made in the background of a game, where another thread may be importing the compiler. A package
    # that two threads import at once can be found half loaded.
    done = subprocess.run(
        [sys.executable, "-c", HASHES], capture_output=True, encoding="utf-8", cwd=ROOT, check=True
    )
    assert done.stdout == "False\n"
