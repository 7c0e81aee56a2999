"""How long frames take in which a game of 500 plies with 2 000 moves of variations goes one ply along its
line, or to a move of another variation, with page Game beside the board. Milliseconds of the window's thread,
so that other programs matter little:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_variations.py
"""

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from driving import Driver

from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.record import Record
from games.registry import load_game
from ui.app import NEVER
from ui.panels.move_list import MoveListPanel
from ui.scenes.play.play import Play

PLIES, VARIED, LONGEST, STEPS = 500, 2_000, 12, 400


def game_with_variations(name: str, rng: random.Random) -> Record:
    """A game of PLIES plies, and variations of VARIED moves spread over it, many of them nested."""
    record = Record.start(load_game(name))
    while len(record.plies) < PLIES:
        if not record.position.moves:
            record = Record.start(load_game(name))
        move = rng.choice(record.position.moves)
        record.play(move, rng.choice(record.possible_chances(move)))
    last = record.end
    while len(record.tree.nodes) - 1 - PLIES < VARIED:
        node = rng.randrange(len(record.tree.nodes))
        if node == last:
            continue
        for _ in range(rng.randint(1, LONGEST)):
            position = record.tree[node].position
            if position is None or not position.moves:
                break
            move = rng.choice(position.moves)
            node = record.grow(node, move, rng.randrange(len(position.chances(move))))
    return record


def milliseconds(driver: Driver, play: Play, step: Callable[[int], object]) -> list[float]:
    """How long the frames after each step took, in ascending order."""
    taken = []
    for number in range(STEPS):
        begins = True
        while begins or play.rounds.open:
            began = time.thread_time()
            if begins:
                step(number)
            driver.app.frame()
            taken.append((time.thread_time() - began) * 1e3)
            begins = False
    return sorted(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="chess")
    game = parser.parse_args().game
    rng = random.Random(39)
    record = game_with_variations(game, rng)
    varied = [node for node in range(1, len(record.tree.nodes)) if record.tree.branch(node)]
    gc.freeze()  # as the window does, which never looks through old objects
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    for size in ((1280, 720), (1920, 1080)):
        with tempfile.TemporaryDirectory() as folder:
            driver = Driver(Path(folder), size)
            play = driver.play(game, "human", "human", record=record)
            study = play.session.study
            panel = next(panel for panel in play.dock.panels if isinstance(panel, MoveListPanel))
            play.dock.show(panel, study)
            study.go_to(0)
            driver.frame(5)
            along = milliseconds(driver, play, lambda number, study=study: study.go_to(number + 1))  # type: ignore[misc]
            aside = milliseconds(driver, play, lambda _, study=study: study.go_to_node(rng.choice(varied)))  # type: ignore[misc]
            for what, taken in (("along the line", along), ("to another variation", aside)):
                p50, p95 = (taken[int(len(taken) * share)] for share in (0.5, 0.95))
                print(
                    f"{game}, {size[0]}x{size[1]}, {what}: p50 {p50:.1f}, p95 {p95:.1f}, max {taken[-1]:.1f}"
                )
            driver.close()


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    main()
