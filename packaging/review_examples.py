"""Reviews the example games, and keeps the searches in their files.

python packaging/review_examples.py

A kept review is valid only for an unchanged heuristic. Run this whenever the usual heuristic of an example's
game has changed. Searches are limited by nodes and written without their times, so the files are the same
each time.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.contract import SIDE_NAMES  # noqa: E402
from heuristics.registry import default_heuristic, load_lens  # noqa: E402
from study.review.reviewer import Reviewer, tasks_of, usual_searcher  # noqa: E402
from study.saved_games.examples import REVIEW_NODES, Example, examples  # noqa: E402
from study.saved_games.kept_searches import SearchWriter  # noqa: E402
from study.saved_games.saved_games import SEARCHES, Saves  # noqa: E402
from study.state.move_loss import ReviewedMove  # noqa: E402


def searches(example: Example) -> Iterator[dict[str, Any]]:
    """The lines with an example's searches, ply by ply."""
    record, *_ = Saves(example.path.parent).load(example.path)
    searcher = usual_searcher(load_lens(example.game, default_heuristic(example.game).name), REVIEW_NODES)
    searcher.prepare(example.game)
    reviewer, writer = Reviewer(searcher, SIDE_NAMES), SearchWriter()
    for task in tasks_of(record):
        looked = _timeless(reviewer.look(task))
        yield from writer.reviewed(record.node(task.index), looked, REVIEW_NODES, True)


def _timeless(looked: ReviewedMove) -> ReviewedMove:
    alone = None if looked.alone is None else replace(looked.alone, seconds=0.0)
    return replace(looked, thought=replace(looked.thought, seconds=0.0), alone=alone)


def with_searches(example: Example) -> bytes:
    """The example's file with the same game and new searches."""
    lines = example.path.read_bytes().splitlines()
    kept = [line for line in lines if not line.startswith(SEARCHES)]
    kept += (json.dumps(entry, separators=(",", ":")).encode() for entry in searches(example))
    return b"".join(line + b"\n" for line in kept)


def run() -> None:
    for example in examples():
        example.path.write_bytes(with_searches(example))
        print(f"{example.path.name}: {example.path.stat().st_size} bytes")


if __name__ == "__main__":
    run()
