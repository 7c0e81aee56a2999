"""Measures the search tree: the same search with and without recording, in turn, and frames of 1920×1080
while a tree of 200 000 nodes is panned and zoomed and a search runs. On a quiet machine:
`PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_tree.py`."""

import statistics
import tempfile
import time
from pathlib import Path

from driving import Driver

from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from engines.tree_recorder import Recording
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.position import Position
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic
from study.tree.tree_recordings import TreeRecordings
from ui.panels.tree.search_tree import SearchTreePanel

TURNS, FRAMES = 15, 400


def recording(game: str) -> None:
    """Seconds of the same search, recorded and not, in turn."""
    position = Position.start(load_game(game))
    text = f"alphabeta:{default_heuristic(game).name},nodes=200000"
    plain = make_engine(parse_player(text, game), game)
    assert isinstance(plain, Searcher)
    recorder = plain.recorder(Recording(), plain.limits)
    seconds: tuple[list[float], list[float]] = ([], [])
    nodes = set()
    for _ in range(TURNS):
        for engine, found in zip(
            (plain.with_empty_memory(), recorder.recorder(Recording(), plain.limits)), seconds, strict=True
        ):
            engine.prepare(game)
            started = time.perf_counter()
            nodes.add(engine.think(position).nodes)
            found.append(time.perf_counter() - started)
    without, with_ = (statistics.median(found) for found in seconds)
    ratio = f"{with_ / without:.2f}"
    print(f"{game}: {nodes} nodes, {without * 1e3:.1f} ms, recorded {with_ * 1e3:.1f} ms, ratio {ratio}")


def frames(game: str) -> None:
    """Milliseconds of a frame, from its beginning to its end."""
    driver = Driver(Path(tempfile.mkdtemp()), (1920, 1080))
    play = driver.play(game, "human", "human")
    panel = next(panel for panel in play.dock.panels if isinstance(panel, SearchTreePanel))
    play.dock.show(panel, play.session.study)
    driver.move_mouse((300, 400))
    assert isinstance(panel.recordings, TreeRecordings)
    panel.by.offer(panel.by.options, "alphabeta")
    panel.record_or_stop()
    driver.until(lambda: panel.tree is not None and not panel.recordings.running)  # type: ignore[union-attr]
    driver.frame(5)
    assert panel.tree is not None and len(panel.tree) == 200_000, panel.tree
    play.commands.run("analyse")
    driver.frame(30)
    rect, taken = driver.rect(("tree", "icicle")), []
    for number in range(FRAMES):
        if number % 2:
            driver.app.event_router.sheet.pointer = (rect.left + (number * 37) % rect.width, rect.centery)
            panel.cursor.icicle.zoom(1.25 if number % 40 < 20 else 0.8, (number * 37 % 100) / 100)
        else:
            panel.cursor.icicle.start += panel.cursor.icicle.span * 0.03
            panel.cursor.icicle.zoom(1.0)
        driver.app.redraw()
        started = time.perf_counter()
        driver.app.frame()
        taken.append((time.perf_counter() - started) * 1e3)
    taken.sort()
    p50, p99 = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    print(f"{game}: {FRAMES} frames of 1920x1080, p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {taken[-1]:.1f} ms")
    driver.close()


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    for name in game_names():
        recording(name)
    frames("chess")
