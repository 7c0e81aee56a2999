"""What the README promises: its commands come first, and its example is complete."""

import re
from pathlib import Path

from engines.contract import Limits
from engines.searchers import Searcher
from games.position import Position
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.source_file import in_module, run_file

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_two_commands_come_first() -> None:
    assert blocks("")[:2] == [
        "pip install -r requirements.txt && python main.py\n",
        "pip install -r requirements-dev.txt && pytest\n",
    ]


def test_the_example_heuristic_works_where_it_says(tmp_path: Path) -> None:
    """A file of its own, and nothing else: found, compiled, searched, and its sum is its value."""
    file = tmp_path / "rim.py"
    file.write_text(blocks("python")[0], encoding="utf-8")
    module = run_file(file, "rim")
    rim = next(heuristic for heuristic in in_module(module) if heuristic.name == "rim")
    engine = Searcher(Lens.of(rim), Limits(depth=3))
    position = Position.start(load_game("isolation"), text="w6/7/3x3/7/3b3/7/7 w")
    thought = engine.think(position)
    assert thought.remark == ""
    assert Lens.of(rim).breakdown(thought.pv_end().state, position.to_move).value == thought.value
    rows = Lens.of(rim).breakdown(position.state, 0).rows
    assert [(row.name, row.own, row.other) for row in rows] == [("free targets", 2, 8), ("on the rim", 1, 0)]
    assert sum(row.contribution for row in rows) == 2 - 8 - 2.5
    free, on_rim = (dict(Lens.of(rim).squares(term, position.state, 0) or ()) for term in rim.terms)
    assert sum(amount > 0 for amount in free.values()) == 2 and sum(free.values()) == 2 - 8
    assert on_rim == {"a7": -2.5}


def test_pictures_and_files_that_it_names_are_there() -> None:
    root = Path(__file__).parents[1]
    for path in re.findall(r"\]\(([^)#]+)\)", README):
        assert (root / path).is_file(), path
