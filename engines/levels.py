"""The levels 1 to 8: programs for people to play against. They differ in how far they look ahead, and in how
much worse than the best move their move may be.

Each game's heuristics say how far its levels look (`heuristics.levels`). A level plays by the game's default
heuristic, with the search of `strong`. A person's setting may let `selective` search for some of them.
"""

from dataclasses import replace

from engines.player_kinds import NODES, SEED, Kind, Making, PlayerSpec, lens_of
from engines.search.options import SELECTIVE
from engines.search_engine import Searcher
from engines.search_kinds import make_selective, make_strong
from engines.table_moves import plays_from_tables
from games.truth.tables import tables_of
from heuristics.levels import COUNT
from heuristics.registry import levels_of

LEVEL = "level"

WORDS = (
    *("a program for first games", "a program for beginners", "plays like a casual player"),
    *("plays like an eager amateur", "plays like a good amateur", "a strong program"),
    *("a very strong program", "the strongest of the levels, with endgame tables if they are made"),
)
"""What to expect of each level, from 1."""


def make_level(spec: PlayerSpec, making: Making) -> Searcher:
    """`strong` or `selective` with the level's depth or nodes and its slack. `selective` keeps its own name
    in place of the level's: questions about its moves make their searcher from the name, and from a level's
    name they would make `strong`."""
    level = levels_of(making.game)[spec.level - 1]
    tables = tables_of(making.game) if plays_from_tables(spec, in_window=making.tables) else None
    if making.selective and level.selective is not None:
        search = replace(spec, kind=SELECTIVE, options=((NODES[0], level.selective), *spec.options), level=0)
        return replace(make_selective(search, making), tables=tables)
    limits = {"depth": level.depth, "nodes": level.nodes}
    options = [*((name, limit) for name, limit in limits.items() if limit is not None), *spec.options]
    strong = make_strong(replace(spec, options=tuple(options)), making)
    if level.slack == 0.0:
        return replace(strong, name=str(spec), tables=tables)
    slack = level.slack * lens_of(spec, making.game, making.weights).heuristic.clear_advantage
    return replace(
        strong,
        name=str(spec),
        workspace_flags=strong.workspace_flags | {"slack": slack},
        aspires=False,  # an aspiration window would cut off moves within the slack
    )


KINDS = (
    Kind(
        LEVEL,
        "Weaker and stronger programs for people: level:1, for first games, to level:8, the strongest.",
        make_level,
        options=dict((SEED,)),
        levels=COUNT,
    ),
)
