"""Measures the loop of an author: from the saving of a heuristic's file, in a running window that analyses
with it, to a best move by the new version. Seconds on the clock, and of the processor for compiling; the old
version's search goes on meanwhile. The first edit of a process stands alone. For each game the file that
`heuristics --new` writes, with two more terms, of which one constant is another each time; at the end chess's
`classical` as an own file, all of whose terms are new each time. On a quiet machine:

    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_edits.py   # all games, a process for each
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_edits.py chess
    PYTHONPATH=.:tests:tests/ui python tests/ui/measures/measure_edits.py classical
"""

import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from driving import Driver

import heuristics.chess
from compile_events import CompileEvents
from engines.player_text import parse_player
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.record import Record
from games.registry import game_names, load_game
from heuristics.registry import look_in
from own_heuristics import write
from study.game.session import Session
from study.user_files.new_heuristic import new_heuristic
from ui.scenes.play.play import Play

EDITS = 10
CLASSICAL = "classical"
MORE = """

@mine.single("to move", weight=0.5)
def to_move(state, side):
    return 1.0 if state.to_move == side else 0.0


@mine.own("key", weight=0.25)
def key(state, side):
    return ((state.key >> 7) + {constant} + side) % 5
"""


def edited(text: str, edit: int) -> str:
    """The text with another constant, or with its functions on other lines, so that all are compiled."""
    return text.replace("{constant}", str(edit)).replace("{lines}", "\n" * edit)


def own_file(game: str, folder: Path) -> tuple[Path, str, str]:
    """A file of heuristics in the folder, the text that it gets with each edit, and the heuristic's name."""
    if game == CLASSICAL:
        file = folder / "mine.py"
        text = (Path(heuristics.chess.__file__).parent / "classical.py").read_text(encoding="utf-8")
        text = re.sub(r'(Heuristic\(\s*)"classical"', r'\1"my classical"', text)
        return file, "{lines}" + text, "my classical"
    file = new_heuristic("mine", game, folder)
    return file, file.read_text(encoding="utf-8") + MORE, "mine"


def measure(game: str) -> None:
    events = CompileEvents()
    folder = Path(tempfile.mkdtemp())
    file, text, name = own_file(game, folder)
    write(file, edited(text, 0))
    look_in(folder)
    rules = load_game("chess" if game == CLASSICAL else game)
    driver = Driver(Path(tempfile.mkdtemp()))
    people = (parse_player("human", rules.name), parse_player("human", rules.name))
    settings = driver.app.settings
    session = Session(Record.start(rules, settings.options_for(rules.name)), people, settings, driver.saves)
    play: Play = driver.window.play(session)
    study = session.study
    study.set_lens(name)
    play.commands.run("analyse")

    def is_searched() -> bool:
        return study.thought_here is not None and study.thought_here.lens == study.lens

    driver.until(is_searched, 900)
    seconds, processor = [], []
    for edit in range(EDITS):
        before = study.lens
        began, compiled = time.perf_counter(), events.seconds
        write(file, edited(text, 1 + edit))
        driver.until(lambda before=before: study.lens != before and is_searched(), 300)
        seconds.append(time.perf_counter() - began)
        processor.append(events.seconds - compiled)
    later = statistics.median(seconds[1:]), max(seconds[1:]), statistics.median(processor[1:])
    print(
        f"{game}: the first edit {seconds[0]:.2f} s ({processor[0]:.2f} for compiling), "
        "later ones {:.2f}, {:.2f} at most ({:.2f})".format(*later),
        flush=True,
    )
    driver.close()


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    if sys.argv[1:]:
        measure(sys.argv[1])
    else:
        for each in (*game_names(), CLASSICAL):
            subprocess.run([sys.executable, __file__, each], check=True)
