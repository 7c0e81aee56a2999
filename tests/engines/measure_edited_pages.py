"""Measures what an edit of an own heuristic compiles for each page of the window: seconds of the processor
from the saved file to the page's first answer, a search of 200 nodes included. The file is the one that
`heuristics --new` writes, with five more terms, of which one constant is another each time.

    PYTHONPATH=.:tests python tests/engines/measure_edited_pages.py            # a process for each game
    PYTHONPATH=.:tests python tests/engines/measure_edited_pages.py chess
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena.compiled_games import borrow, give_back
from engines.contract import Limits
from engines.player_text import make_engine, parse_player
from engines.search_engine import Searcher
from engines.tree_recorder import Recording
from games.compiling.kept_kernels import default_folder, keep_kernels_in
from games.position import Position
from games.registry import game_names, load_game
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, look_in, refresh
from own_heuristics import write
from study.game.watched_files import tried_out
from study.review.reviewer import usual_searcher
from study.searches.single_move_search import search_alone
from study.user_files.new_heuristic import new_heuristic

EDITS, NODES = 5, 200
TERM = """

@mine.own("key {number}", weight=0.25)
def key_{number}(state, side):
    return ((state.key >> {number}) + {constant} + side) % 5
"""


def pages_of(game: str) -> dict[str, Callable[[], Searcher]]:
    """The searches of the window's pages with the heuristic as it is now."""

    def player(kind: str, explains: bool = True) -> Searcher:
        engine = make_engine(parse_player(f"{kind}:mine", game), game, table_megabytes=1, explains=explains)
        assert isinstance(engine, Searcher)
        return replace(engine, limits=Limits(nodes=NODES) if engine.deepens else Limits(depth=1))

    def recorded(kind: str) -> Callable[[], Searcher]:
        return lambda: player(kind).recorder(Recording(), player(kind).limits)

    lens = Lens.of(load_heuristic(game, "mine"))
    return {
        "game": lambda: player("strong"),
        "Tree": recorded("strong"),
        "Lesson": recorded("minimax"),
        "Review": lambda: replace(usual_searcher(lens), limits=Limits(nodes=NODES)),
        "Why not": lambda: replace(search_alone(lens), limits=Limits(nodes=NODES)),
        "match": lambda: player("strong", explains=False),
    }


def answered(game: str, page: str, make: Callable[[], Searcher]) -> float:
    """The seconds of the processor until a page has its first answer."""
    began, rules = time.process_time(), load_game(game)
    engine = make()
    if page == "match":
        games = borrow(rules)
        games.play(Position.start(rules), (engine, engine), 1, most_plies=2)
        give_back(games)
    else:
        engine.prepare(game)
        engine.think(Position.start(rules))
    return time.process_time() - began


def measure(game: str) -> None:
    folder = Path(tempfile.mkdtemp())
    file = new_heuristic("mine", game, folder)
    text = file.read_text(encoding="utf-8") + "".join(TERM.replace("{number}", str(n)) for n in range(5))
    write(file, text.replace("{constant}", "0"))
    look_in(folder)
    for page, make in pages_of(game).items():
        answered(game, page, make)
    seconds: dict[str, list[float]] = {}
    for edit in range(EDITS):
        write(file, text.replace("{constant}", str(edit + 1)))
        refresh(tried_out)
        for page, make in pages_of(game).items():
            seconds.setdefault(page, []).append(answered(game, page, make))
    terms = len(load_heuristic(game, "mine").terms)
    told = (f"{page} {statistics.median(each):.2f}" for page, each in seconds.items())
    print(f"{game}, {terms} terms:", ", ".join(told), flush=True)


if __name__ == "__main__":
    keep_kernels_in(default_folder())
    if sys.argv[1:]:
        measure(sys.argv[1])
    else:
        for each in game_names():
            subprocess.run([sys.executable, __file__, each], check=True)
