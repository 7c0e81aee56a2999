"""Measures how soon the debugger answers: to a slider of a weight (the numbers, and a best move of the
restarted search), to a saved file of heuristics, and with the flip weights after a search of a second. On a
quiet machine: `PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_debugger.py`."""

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from driving import Driver

from engines.contract import Limits, Thought
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.position import Position
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import default_heuristic, heuristics_of, look_in
from own_heuristics import MOVER, source, write
from study.game.session import Session
from study.why_not.flip_weights import Flips
from study.why_not.two_searches import WhyNot
from ui.panels.evaluation.weights import WeightsPanel
from ui.scenes.play.play import Play

TURNS, SAVES = 30, 20
FRAME = 1 / 60


def shown(label: str, seconds: Sequence[float]) -> None:
    taken = sorted(seconds)
    p95 = taken[int(len(taken) * 0.95)]
    median, most = statistics.median(taken), taken[-1]
    print(f"{label}: median {median * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms, most {most * 1e3:.0f} ms")


def opened(driver: Driver, game: str) -> Play:
    record = Record.start(load_game(game), driver.app.settings.options_for(game))
    people = (parse_player("human", game), parse_player("human", game))
    return driver.window.play(Session(record, people, driver.app.settings, driver.saves))


def until(driver: Driver, condition: Callable[[], bool]) -> float:
    """Draws sixty frames a second until a condition holds; returns the seconds that took."""
    started = time.perf_counter()
    while not condition():
        began = time.perf_counter()
        driver.app.frame()
        time.sleep(max(0.0, FRAME - (time.perf_counter() - began)))
    return time.perf_counter() - started


def slider(game: str) -> None:
    """The time from a weight's change to a frame with its number, and to the first move of the new search."""
    driver = Driver(Path(tempfile.mkdtemp()))
    play = opened(driver, game)
    study = play.session.study
    panel = next(panel for panel in play.dock.panels if isinstance(panel, WeightsPanel))
    play.dock.show(panel, study)
    driver.frame(2)

    def searched() -> bool:
        thought = study.thought_here
        return thought is not None and thought.lens == study.lens and thought.move is not None

    name = study.lens.heuristic.weight_names[0]
    usual = study.lens.weight(name)
    panel.weigh(name, usual * 1.5)
    until(driver, searched)
    numbers, moves = [], []
    for turn in range(TURNS):
        panel.weigh(name, usual * (1.0 + 0.05 * (turn + 1)))
        started = time.perf_counter()
        driver.app.redraw()
        driver.app.frame()
        numbers.append(time.perf_counter() - started)
        row = next(row for row in panel._rows if row.name == name)
        assert row.slider.value == study.lens.weight(name)
        moves.append(numbers[-1] + until(driver, searched))
    shown(f"{game}: slider, a frame with the new numbers", numbers)
    shown(f"{game}: slider, a best move by the new weights", moves)
    driver.close()


def saving() -> None:
    """The time from saving a file to its breakdown in the window, and to a search with it."""
    folder = Path(tempfile.mkdtemp())
    look_in(folder)
    file = folder / "mine.py"
    write(file, source(weight=2.0, body=MOVER))
    driver = Driver(Path(tempfile.mkdtemp()))
    play = opened(driver, "isolation")
    study = play.session.study
    study.set_lens("mine")
    play.commands.run("analyse")
    until(driver, lambda: study.thought_here is not None and study.thought_here.lens == study.lens)
    new_numbers, searches = [], []
    for turn in range(SAVES):
        first, weight = study.lens, 3.0 + turn
        write(file, source(weight=weight, body=MOVER))
        new_numbers.append(until(driver, lambda first=first: study.lens != first))  # type: ignore[misc]
        assert study.lens.weight("to move") == weight
        searches.append(new_numbers[-1] + until(driver, lambda: study.thought_here.lens == study.lens))  # type: ignore[union-attr]
    shown("reload: the new breakdown", new_numbers)
    shown("reload: the search goes on with it", searches)
    driver.close()
    look_in(None)


def flips(game: str) -> None:
    """The time of the flip weights of the terms that differ, after a search of a second."""
    taken, terms = [], []
    heuristic = max(heuristics_of(game), key=lambda each: len(each.terms))
    text = f"alphabeta:{heuristic.name},ms=1000"
    engine = make_engine(parse_player(text, game), game, explains=True)
    assert isinstance(engine, Searcher)
    engine.prepare(game)
    record = Record.start(load_game(game), load_game(game).options())
    for ply in range(10):
        position: Position = record.position
        thought: Thought = engine.think(position)
        assert thought.move is not None
        others = sorted((r for r in thought.root_moves if r.move != thought.move), key=lambda r: -r.value)
        if others:
            unlimited = engine.with_empty_memory(explains=engine.explains)
            unlimited.limits = Limits()
            asking = WhyNot(unlimited, position, (others[0].move,), ("White", "Black"), thought)
            asking._asking = unlimited
            compared = asking._both(thought)
            if compared.terms and compared.difference > 0.0:
                found = Flips(unlimited, compared, asking._signal)
                started = time.perf_counter()
                for _ in found.verified(60.0):
                    pass
                taken.append(time.perf_counter() - started)
                terms.append(len(list(found._candidates())))
        record.play(thought.move, ply % max(1, len(position.chances(thought.move))))
        if not record.position.moves:
            break
    if taken:
        shown(f"{game} {heuristic.name}: flip weights of {max(terms)} terms at most", taken)


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    saving()
    for game in game_names():
        slider(game)
        flips(game)
    print("heuristics:", ", ".join(default_heuristic(game).name for game in game_names()))
