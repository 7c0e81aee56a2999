"""The kinds of players that search, from `greedy` to `selective`: what they are, their options, and how each
is made of a player's text."""

from dataclasses import replace

from engines.contract import Limits
from engines.player_kinds import DEPTH, LINES, MS, NODES, SEED, THREADS, Kind, Making, PlayerSpec, lens_of
from engines.search.options import CUT_NAMES, CUTS, EXTRAS, SELECTIVE, SELECTIVE_CUTS, cuts_of_strong
from engines.search_engine import Searcher
from engines.selective_memory import GAMES
from engines.table_moves import TABLES, plays_from_tables, required_tables
from games.registry import load_game

EXTRA_FLAGS = {extra.name: extra.flag for extra in EXTRAS}
"""By option: the flag of the workspace that it sets."""

SWITCHES = {switch.name: switch.description for switch in (*EXTRAS, *CUTS)} | {
    "aspiration": "each iteration begins with a narrow window about the previous iteration's value"
}
"""By option that is 0 or 1: what it does."""

ON_OR_OFF = tuple((name, (0, 1)) for name in SWITCHES)


def make_greedy(spec: PlayerSpec, making: Making) -> Searcher:
    """Minimax of one ply."""
    return _to_fixed_depth(spec, making, Limits(depth=1))


def make_minimax(spec: PlayerSpec, making: Making) -> Searcher:
    limits = MINIMAX.limits(spec)
    return _to_fixed_depth(spec, making, replace(limits, depth=limits.depth or MINIMAX.defaults["depth"]))


def _to_fixed_depth(spec: PlayerSpec, making: Making, limits: Limits) -> Searcher:
    lens = lens_of(spec, making.game, making.weights)
    seed = dict(spec.options).get("seed", making.seed)
    return Searcher(
        lens,
        limits,
        seed,
        str(spec),
        deepens=False,
        table_megabytes=making.table_megabytes,
        explains=_explains(making),
    )


def _explains(making: Making) -> bool:
    """Whether a search must explain its values. Without chance the evaluation at the end of the line does
    so."""
    return making.explains and load_game(making.game).has_chance


def make_alphabeta(spec: PlayerSpec, making: Making) -> Searcher:
    return _deepening(spec, making, ALPHABETA, extras=0, unasked=frozenset())


def make_strong(spec: PlayerSpec, making: Making) -> Searcher:
    return _deepening(spec, making, STRONG, extras=1, unasked=cuts_of_strong(load_game(making.game)))


def make_selective(spec: PlayerSpec, making: Making) -> Searcher:
    searcher = _deepening(spec, making, SELECTIVE_KIND, extras=1, unasked=SELECTIVE_CUTS)
    return replace(searcher, workspace_flags=searcher.workspace_flags | {"corrects": 1})


def _deepening(
    spec: PlayerSpec, making: Making, kind: Kind, extras: int, unasked: frozenset[str]
) -> Searcher:
    """A searcher by iterative deepening. `extras`: 1 if extras are on by default, 0 if only the player's text
    turns them on; `unasked` are the cuts that are on by default."""
    given = kind.given(spec)
    return Searcher(
        lens_of(spec, making.game, making.weights),
        kind.limits(spec),
        given.get("seed", making.seed),
        str(spec),
        table_megabytes=making.table_megabytes,
        workspace_flags={flag: given.get(name, extras) for name, flag in EXTRA_FLAGS.items()},
        cuts=frozenset(name for name in (*CUT_NAMES, SELECTIVE) if given.get(name, name in unasked)),
        aspires=bool(given.get("aspiration", extras)),
        threads=given.get("threads", 1),
        lines=given.get("multipv", 1),
        explains=_explains(making),
    )


def make_strong_with_tables(spec: PlayerSpec, making: Making) -> Searcher:
    """`strong`, which plays from endgame tables if its text asks for them."""
    strong = make_strong(spec, making)
    return replace(strong, tables=required_tables(making.game)) if plays_from_tables(spec) else strong


GREEDY = Kind("greedy", "The move with the best value one ply deep.", make_greedy, True, dict((SEED,)))
MINIMAX = Kind(
    "minimax",
    "Every move to a fixed depth, without pruning.",
    make_minimax,
    True,
    dict((DEPTH, NODES, MS, SEED)),
    {"depth": 3},
)
ALPHABETA = Kind(
    "alphabeta",
    "Iterative deepening alpha-beta with a transposition table; by default the same values as minimax.",
    make_alphabeta,
    True,
    dict((DEPTH, NODES, MS, SEED, THREADS, LINES, *ON_OR_OFF)),
    {"ms": 500},
    switches=SWITCHES,
    title="Alpha-beta",
)
STRONG = Kind(
    "strong",
    "Alpha-beta that searches deeper where it matters and less deep elsewhere.",
    make_strong_with_tables,
    True,
    dict((DEPTH, NODES, MS, SEED, THREADS, LINES, *ON_OR_OFF, (TABLES, (0, 1)))),
    {"ms": 500},
    switches=SWITCHES | {TABLES: "plays the moves that endgame tables call best; off by default"},
)

SELECTIVE_KIND = Kind(
    SELECTIVE,
    "Alpha-beta that leaves most of the tree out, by parts that were tuned together: the strongest in chess.",
    make_selective,
    True,
    dict((DEPTH, NODES, MS, SEED, THREADS, LINES)),
    {"ms": 500},
    games=GAMES,
)

KINDS = (GREEDY, MINIMAX, ALPHABETA, STRONG, SELECTIVE_KIND)
