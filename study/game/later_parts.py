"""Lists the functions (*parts*) of searches that a game may have to compile, so that they can be compiled
ahead. Parts that are likely to be needed earlier come first."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from arena.check.walks import WALKS
from arena.compiled_games import GAMES
from arena.pools.replay import POOLS
from engines.compiling.kernel_parts import KernelPart, parts_of_contributions, parts_of_rules
from engines.contract import Engine, Limits
from engines.player_kinds import PlayerSpec
from engines.player_text import default_opponent, make_engine, tireless
from engines.search_engine import Searcher, parts_of_engine
from engines.tree_recorder import Recording
from games.contract import BadText
from games.registry import load_game
from heuristics.lens import Lens
from heuristics.registry import default_heuristic, heuristics_of
from study.review.reviewer import usual_searcher
from study.searches.single_move_search import search_alone
from study.settings.settings import Settings
from study.tree.tree_recordings import KINDS, searcher_of

LEAST_TABLE = 1
"""Megabytes of the transposition table of an engine that only compiles and never searches."""


def later_parts(game: str, players: Sequence[PlayerSpec], settings: Settings) -> tuple[KernelPart, ...]:
    """The parts of all searches that the window may start in a game with these players, each once. Heuristics
    that are not as shipped, such as those in a person's own files, are left out. Raises BadText if the game's
    heuristics are broken."""
    parts = [part for engine in _searches(game, players, settings) for part in parts_of_engine(engine)]
    for spec in (default_opponent(game), plain_player(game)):
        in_a_match = make_engine(spec, game, settings.weights, table_megabytes=LEAST_TABLE)
        assert isinstance(in_a_match, Searcher)
        parts += parts_of_engine(in_a_match)
    for kind in (GAMES, POOLS, WALKS):
        parts += parts_of_rules(load_game(game), kind)
    for lens in _others(game, settings):
        parts += parts_of_engine(search_alone(lens))
    for heuristic in heuristics_of(game):  # a check compares an own file's terms with theirs
        parts += parts_of_contributions(heuristic)
    return tuple(dict.fromkeys(parts))


def plain_player(game: str) -> PlayerSpec:
    """Alpha-beta with the game's default heuristic, as in the players that the arena proposes."""
    return PlayerSpec("alphabeta", default_heuristic(game).name)


def engine_to_compile(game: str, spec: PlayerSpec, settings: Settings) -> Engine:
    """The engine of a program in a game, made only for its kernels. These do not depend on the size of the
    transposition table, so it gets the smallest one. Raises BadText for an unknown heuristic."""
    return make_engine(
        spec,
        game,
        settings.weights,
        table_megabytes=LEAST_TABLE,
        explains=True,
        selective=settings.is_selective,
    )


def _searches(game: str, players: Sequence[PlayerSpec], settings: Settings) -> Iterator[Searcher]:
    """The searches of the players, of an analysis, of the pages Tree, Lesson and Review, and of a single
    move."""
    shown = settings.lens(game, default_heuristic(game).name)
    analyses = tireless(shown.name, kind=settings.search_of(game))
    for spec in (*players, default_opponent(game), analyses):
        if spec.is_human:
            continue
        with suppress(BadText):  # the file of the player's heuristic is gone
            engine = engine_to_compile(game, spec, settings)
            if isinstance(engine, Searcher):
                yield engine
    for kind in KINDS:
        yield searcher_of(kind, shown).recorder(Recording(), Limits())
    yield usual_searcher(shown)
    yield search_alone(shown)


def _others(game: str, settings: Settings) -> list[Lens]:
    """The lenses of the game's heuristics except the default, in the order in which Compare prefers them."""
    usual = default_heuristic(game)
    names = [heuristic.name for heuristic in heuristics_of(game)]
    at = names.index(usual.name)
    return [settings.lens(game, name) for name in (*names[at + 1 :], *names[:at])]
